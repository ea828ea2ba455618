"""What the boxes of the drafts have in common: clock, amounts, dice and applications that a variant's `rules:` lead to.

Written down from the rule texts, as the rest of the referees; nothing is asked of the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Any

CLOCKS = {"short": 48, "long": 72}
SMALL_DICE = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}


def rounded(number: Decimal) -> int:
    """Rounded half up."""
    return int(number.quantize(Decimal(1), ROUND_HALF_UP))


def scaled(pieces: int, scale: float) -> int:
    """An amount times a factor, rounded half up, at least 1; the factor is what was written, exactly."""
    return max(1, rounded(pieces * Decimal(str(scale))))


def scaled_needs(recipe: Mapping[str, int], scale: float) -> dict[str, int]:
    """All amounts of a recipe times a factor."""
    return {key: scaled(pieces, scale) for key, pieces in recipe.items()}


def rolls(clock: str | int, players: int) -> int:
    """The clock rounded up to full rounds."""
    asked = Decimal(CLOCKS.get(clock, clock) if isinstance(clock, str) else clock)
    return int((asked / players).to_integral_value(ROUND_CEILING)) * players


def for_players(count: Mapping[str, int] | int | None, players: int, printed: int) -> int:
    """A number that may be given by player count, or left as printed."""
    if count is None:
        return printed
    return count if isinstance(count, int) else count[str(players)]


def dice(given: Mapping[str, Any], players: int, faces: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """`dice` of the set-up.

    Args:
        given: The section `dice` of `rules:`.
        players: Number of players.
        faces: Kind of dice to its printed faces; the first is ingredients, those after it are the small dice.
    """
    printed = {"amount": [1, 2, 3, 4, 5, "joker"], **faces}
    numbers = (players, players, *[SMALL_DICE[players]] * 2)
    return {
        kind: {
            "number": for_players(given.get(kind), players, number),
            "faces": given.get("faces", {}).get(kind) or list(printed[kind]),
        }
        for kind, number in zip(printed, numbers, strict=False)
    }


def applications(given: Mapping[str, Any], players: int, helper: str) -> dict[str, int]:
    """`applications` of the set-up: the limit, and what the helper costs."""
    hand = 4 if players == 2 else 3
    return {key: for_players(given.get(key), players, hand) for key in ("limit", helper)}


def station_tiers(stations: Mapping[str, int]) -> list[str]:
    """The tier with which each station of a seat starts."""
    return [tier for tier, n in stations.items() for _ in range(n)]
