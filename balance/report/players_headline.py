"""Do few and many players play the same game? On scales that compare: n·p, w, points a player, length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from balance.report.answers import FEW, Headline, n_of, number_of, with_interval
from balance.report.entries import MANY, Context
from balance.report.numbers import digits_for
from balance.report.phrases import PLAYERS
from balance.report.views import CellView
from balance.stats.differences import mover
from balance.stats.estimate import Estimate, Interval

_POINTS = 0.15
"""Relative difference of a player's points from which few and many players play another game."""
_W = 0.05
"""Difference of w likewise."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """The fewest and the most players at one setting of everything else that is swept.

    Args:
        where: That setting in words; empty if nothing else is swept.
        views: Its cells, by the number of players.
        verdict: What differs: `points`, `seats`, `both`, or `same`.
    """

    where: str
    views: tuple[CellView, ...]
    verdict: str

    @property
    def ends(self) -> tuple[int, int]:
        """The numbers of players that are compared."""
        return self.views[0].facts.n_seats, self.views[-1].facts.n_seats


def players_headline(context: Context) -> Headline | None:
    """What differs between the fewest and the most players, by what else is swept; None if they are not swept."""
    groups: dict[str, list[CellView]] = {}
    for view in context.views:
        rest = {key: value for key, value in view.record.settings.items() if key != PLAYERS}
        groups.setdefault(repr(rest), []).append(view)
    pairs = [pair for views in groups.values() if (pair := _pair(context, views)) is not None]
    if not pairs:
        return None
    say, is_notable = context.phrases.say, any(pair.verdict != "same" for pair in pairs)
    shown = [view for pair in pairs for view in pair.views]
    if len(shown) > MANY:
        shown = [
            view for pair in sorted(pairs, key=_is_same)[:FEW] for view in (pair.views[0], pair.views[-1])
        ]
    return Headline(
        say("finding.players.question"),
        " ".join(_sentences(context, pairs)),
        (say("finding.players.scales"), n_of(context)),
        tuple(_line(context, view) for view in shown),
        "seats",
        key="players",
        weight=50 if is_notable else 42,
        is_notable=is_notable,
    )


def _is_same(pair: _Pair) -> bool:
    return pair.verdict == "same"


def _pair(context: Context, views: Sequence[CellView]) -> _Pair | None:
    """What differs between the fewest and the most players of these cells; None if all have as many."""
    order = sorted(views, key=lambda view: view.facts.n_seats)
    few, many = order[0], order[-1]
    if few.facts.n_seats == many.facts.n_seats:
        return None
    settings = few.record.settings.items()
    where = ", ".join(context.phrases.setting(key, value) for key, value in settings if key != PLAYERS)
    scores = few.one("score_mean"), many.one("score_mean")
    effects = few.one("seat_w"), many.one("seat_w")
    differs = []
    if _is_apart(scores[0], scores[1], _POINTS * abs(scores[0].value) if scores[0] is not None else 0):
        differs.append("points")
    if _is_apart(effects[0], effects[1], _W):
        differs.append("seats")
    verdict = "both" if len(differs) == 2 else differs[0] if differs else "same"
    return _Pair(where, tuple(order), verdict)


def _sentences(context: Context, pairs: Sequence[_Pair]) -> Iterator[str]:
    """A sentence for all settings of which the same is true, what differs first."""
    say = context.phrases.say
    alike: dict[tuple[str, tuple[int, int]], list[_Pair]] = {}
    for pair in sorted(pairs, key=_is_same):
        alike.setdefault((pair.verdict, pair.ends), []).append(pair)
    for (verdict, ends), own in alike.items():
        few, many = (say("word.players", n=n) for n in ends)
        sentence = say(f"finding.players.{verdict}", few=few, many=many)
        where = context.phrases.listed([pair.where for pair in own])
        if len(own) > FEW:
            where = say("finding.players.some", count=len(own), total=len(pairs))
        yield say("finding.players.where", where=where, sentence=sentence) if own[0].where else sentence


def _is_apart(a: Estimate | None, b: Estimate | None, least: float) -> bool:
    """Whether two independent estimates surely differ by more than this."""
    if a is None or b is None or not isfinite(a.value) or not isfinite(b.value):
        return False
    limits = mover(a.value, Interval(a.low, a.high), b.value, Interval(b.low, b.high))
    return limits.low > least or limits.high < -least


def _line(context: Context, view: CellView) -> str:
    """A cell on comparable scales."""
    say, numbers = context.phrases.say, context.phrases.numbers
    unknown = say("word.unknown")
    score, effect = view.one("score_mean"), view.one("seat_w")
    shares = view.by_seat("seat_win_share")
    lift = unknown
    if shares and view.fair > 0:
        seat = max(shares, key=lambda place: shares[place].value)
        e = shares[seat]
        digits = digits_for(e.half_width / view.fair, 2)
        limits = numbers.interval(e.low / view.fair, e.high / view.fair, digits)
        lift = f"{numbers.number(e.value / view.fair, digits)} ({limits})"
    return say(
        "finding.players.cell",
        cell=view.label,
        lift=lift,
        w=unknown if effect is None else with_interval(_w_of(context, effect)),
        points=unknown if score is None else with_interval(number_of(context, score)),
    )


def _w_of(context: Context, e: Estimate) -> tuple[str, str]:
    numbers = context.phrases.numbers
    return numbers.number(e.value, 2), numbers.interval(e.low, e.high, 2)
