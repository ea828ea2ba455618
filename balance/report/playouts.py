"""Playouts that the page shows: a typical, the closest and the widest one of each cell, drawn by the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.core.game import Game
from balance.core.picture import KeptPlayout, Picture, series
from balance.report.entries import Context


@dataclass(frozen=True, slots=True)
class Shown:
    """A playout to show.

    Args:
        cell: Key of its cell.
        kept: What the run has kept of it.
        command: How to see it move by move; empty if nothing can tell it.
    """

    cell: str
    kept: KeptPlayout
    command: str


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What a seat got.

    Args:
        number: From 1.
        role: Its colour.
        policy: What decided for it.
        score: Its points, with sign.
        note: Whether it won, in words; else empty.
    """

    number: int
    role: str
    policy: str
    score: str
    note: str


@dataclass(frozen=True, slots=True)
class Card:
    """A playout with all that stands around its pictures.

    Args:
        title: What it was picked for.
        text: Which one it is, and how it ended.
        seats: What each seat got.
        pictures: Drawn by the game.
        command: How to see it move by move; may be empty.
    """

    title: str
    text: str
    seats: tuple[SeatLine, ...]
    pictures: tuple[Picture, ...]
    command: str


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The playouts of a cell.

    Args:
        title: Name of the cell; empty if it is the only one.
        cards: Its playouts.
    """

    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayoutsPart:
    """The section of the page.

    Args:
        lead: What is shown, and what the pictures are.
        groups: Playouts by cell, in the order of the cells.
    """

    lead: str
    groups: tuple[CardGroup, ...]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures of all playouts."""
        return tuple(picture for group in self.groups for card in group.cards for picture in card.pictures)


def playouts_part(context: Context, game: Game, shown: Sequence[Shown]) -> PlayoutsPart | None:
    """Playouts by cell; None if there is nothing to show."""
    groups = []
    for view in context.views:
        cards = tuple(_card(context, game, one) for one in shown if one.cell == view.facts.key)
        if cards:
            groups.append(CardGroup(context.title(view), cards))
    if not groups:
        return None
    n = len(groups)
    which = "one" if len(context.views) == 1 else "all" if n == len(context.views) else "some"
    labels = [picture.label for picture in groups[0].cards[0].pictures]
    say = context.phrases.say
    lead = (say(f"playouts.lead_{which}", n=n, cells=len(context.views)), say("playouts.lead"), *labels)
    return PlayoutsPart(" ".join(lead), tuple(groups))


def _card(context: Context, game: Game, shown: Shown) -> Card:
    one = shown.kept
    say, numbers = context.phrases.say, context.phrases.numbers
    first, second = sorted(one.scores, reverse=True)[:2]
    margin = first - second
    seats = [context.phrases.seat(seat) for seat, wins in enumerate(one.winners) if wins]
    ended = "nobody" if not seats else "draw" if len(seats) > 1 else "level" if not margin else "won"
    if ended == "won" and margin == 1:
        ended = "won_by_one"
    result = say(f"playouts.{ended}", seats=context.phrases.listed(seats), margin=numbers.number(margin))
    lines = tuple(
        SeatLine(
            seat + 1,
            series(seat),
            policy,
            numbers.number(score),
            say("playouts.wins") if wins else "",
        )
        for seat, (policy, score, wins) in enumerate(zip(one.policies, one.scores, one.winners, strict=True))
    )
    return Card(
        " · ".join(say(f"playouts.{pick}") for pick in one.picks),
        say("playouts.game", playout=numbers.number(one.playout), result=result),
        lines,
        tuple(game.module("picture").pictures(one.scene, context.phrases.lang)),
        shown.command,
    )
