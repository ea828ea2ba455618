"""What the events of a chocolaterie trace look like, and which rule one offends that comes at the wrong time."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import objections
from objections import Event

SEAT_STATION = ("seat", "station")
DICE = ("amount", "ingredient", "device", "special")
FIELDS: dict[str, tuple[str, ...]] = {
    "open": ("package",),
    "start": (*SEAT_STATION, "variety"),
    "roll": ("roll", "seat", *DICE),
    "reroll": ("roll", "seat", "applications", *DICE),
    "pair": (*SEAT_STATION, "ingredient", "amount", "spent", "pieces", "missing"),
    "device": (*SEAT_STATION, "device", "ingredient"),
    "special": (*SEAT_STATION, "special"),
    "pass": ("seat", "applications"),
    "hire": (*SEAT_STATION, "ingredient", "applications"),
    "finish": (*SEAT_STATION, "variety", "refined", "points"),
    "pack": (*SEAT_STATION, "variety", "package", "bars"),
    "store": (*SEAT_STATION, "variety"),
    "full": ("seat", "package", "packages_full"),
    "bonus": ("seat", "package", "bars", "points"),
    "choose": (*SEAT_STATION, "variety"),
    "time_up": (),
    "end": ("reason", "rolls", "scores", "bars", "winners", "rows"),
}
NUMBERS = {"package", "roll", "seat", "station", "applications", "pieces", "missing", "points", "bars"}
NUMBERS |= {"packages_full"}

UNEXPECTED = {
    "hire": "R6",
    "reroll": "R5",
    "finish": "Zug",
    "pack": "R9",
    "store": "R9",
    "choose": "R9",
    "full": "R11",
    "bonus": "R11",
    "open": "R11",
    "time_up": "R13",
}
"""Rule against an event that cannot come now."""
TELLING = {"full", "bonus", "open"}
"""Events that say more by coming than a missing choice does."""


class Record(objections.Record):
    """A reader of one trace.

    Args:
        events: All events.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__(events, FIELDS, NUMBERS)

    def rule_against(self, kind: str, rule: str, kinds: Collection[str]) -> str:
        """The rule that an event offends which comes where others are wanted."""
        foremost = rule in ("R3", "Schichtzeit") or (kind in TELLING and "choose" in kinds)
        return UNEXPECTED.get(kind, rule) if foremost else rule
