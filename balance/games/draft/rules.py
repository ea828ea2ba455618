"""What the `rules:` sections of the drafts have in common: clock, faces of dice, checks of names and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from balance.core.game import Problem
from balance.core.rulebook import for_players
from balance.core.suggest import did_you_mean
from balance.games.draft.layout import AMOUNTS, DICE, REROLLS

CLOCK_ROLLS = {"short": 48, "long": 72}
MOST_ROLLS = 1000
MAX_AMOUNT = AMOUNTS - 1  # on the face of an amount die

Pieces = Annotated[int, Field(ge=1, le=99)]


def _is_amount(value: Any) -> Any:
    if value == "joker" or (
        isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_AMOUNT
    ):
        return value
    raise PydanticCustomError("amount_face", "must be joker or a number of pieces, 1 to 20")


AmountFace = Annotated[
    Any,
    BeforeValidator(_is_amount),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1, "maximum": MAX_AMOUNT}, {"const": "joker"}]}),
]
"""A number of pieces, or `joker`."""


def full_rounds(clock: Any, players: int) -> int:
    """Rolls that a clock gives, rounded up to full rounds."""
    rolls: int = dict(CLOCK_ROLLS).get(clock) or clock
    return -(-rolls // players) * players


def scaled(amount: int, scale: float) -> int:
    """An amount times a factor of the rules, rounded half up, at least 1."""
    return max(1, floor(Fraction(str(scale)) * amount + Fraction(1, 2)))


def unknown(path: tuple[str, ...], what: str, name: str, known: Iterable[str]) -> Problem:
    """A name at a path below `rules` that nothing has."""
    return Problem(("rules", *path), f"unknown {what} '{name}'", did_you_mean(name, known))


def check_limits(limits: Iterable[tuple[str, int, int]]) -> Iterator[Problem]:
    """More of something than records hold.

    Args:
        limits: Key below `rules`, how many there are, and how many there may be.
    """
    for key, count, limit in limits:
        if not 1 <= count <= limit:
            yield Problem(("rules", key), f"{count} {key}", f"from 1 to {limit} can be played")


def check_clock(clock: Any) -> Iterator[Problem]:
    """A clock of no rolls, or of too many."""
    if clock not in CLOCK_ROLLS and not 1 <= clock <= MOST_ROLLS:
        yield Problem(
            ("rules", "clock"), f"a clock of {clock} rolls", f"from 1 to {MOST_ROLLS} can be played"
        )


def check_owners(owners: Mapping[str, str | None], key: str) -> Iterator[Problem]:
    """Two ingredients with one owner.

    Args:
        owners: Ingredient to what works on it, or None.
        key: What that is called, e.g. `device`.
    """
    seen: dict[str, str] = {}
    for name, owner in owners.items():
        if owner is None:
            continue
        if owner in seen:
            path = ("rules", "ingredients", name, key)
            yield Problem(path, f"{key} '{owner}' already works on '{seen[owner]}'")
        seen[owner] = name


def check_dice(
    dice: Mapping[str, Mapping[Any, int]],
    faces: Mapping[str, Sequence[str] | None],
    known: Mapping[str, Sequence[str]],
    players: int,
) -> Iterator[Problem]:
    """Dice without a number, too many of them, and faces that show what is not there.

    Args:
        dice: Kind of die to their number by player count.
        faces: Kind of die to its faces as written; None for each thing once.
        known: Kind of die to what it can show; a kind that is missing here shows numbers.
        players: Player count.
    """
    for kind, counts in dice.items():
        path = ("rules", "dice", kind)
        if str(players) not in counts:
            yield Problem(path, f"no number of {kind} dice for {players} players")
        elif counts[str(players)] > DICE:
            yield Problem(path, f"{counts[str(players)]} {kind} dice", f"up to {DICE} can be played")
    for kind, names in known.items():
        for face in faces.get(kind) or ():
            if face not in names:
                yield unknown(("dice", "faces", kind), kind, face, names)
        if for_players(dice[kind], players) and not names:
            yield Problem(("rules", "dice", kind), f"{kind} dice, but no {kind} they could show")


def check_applications(
    limit: Mapping[Any, int], cost: Mapping[Any, int], key: str, person: str, players: int
) -> Iterator[Problem]:
    """Applications that nobody could hold, and a helping hand that nobody could pay.

    Args:
        limit: Most that a seat may hold, by player count.
        cost: What the helping hand costs, by player count.
        key: Key of the cost.
        person: Who that is, in a message.
        players: Player count.
    """
    for name, counts in (("limit", limit), (key, cost)):
        path = ("rules", "applications", name)
        if str(players) not in counts:
            yield Problem(path, f"no number for {players} players")
        elif counts[str(players)] >= REROLLS:
            yield Problem(path, f"{counts[str(players)]} applications", f"up to {REROLLS - 1} can be played")
    most, price = for_players(limit, players), for_players(cost, players)
    if price < 1:
        yield Problem(("rules", "applications", key), f"a {person} for nothing", "she costs at least 1")
    elif price > most:
        yield Problem(
            ("rules", "applications", key),
            f"a {person} costs {price} applications and nobody may hold more than {most}: she is never hired",
            level="warning",
        )
