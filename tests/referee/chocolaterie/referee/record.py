"""What the events look like that only chocolaterie has, and which rule one offends that comes at the wrong time."""

from __future__ import annotations

from collections.abc import Sequence

from drafting.record import SEAT_STATION, Record
from drafting.words import CHOCOLATERIE
from objections import Event

FIELDS: dict[str, tuple[str, ...]] = {
    "open": ("package",),
    "special": (*SEAT_STATION, "special"),
    "finish": (*SEAT_STATION, "variety", "refined", "points"),
    "pack": (*SEAT_STATION, "variety", "package", "bars"),
    "store": (*SEAT_STATION, "variety"),
    "full": ("seat", "package", "packages_full"),
    "bonus": ("seat", "package", "bars", "points"),
}
NUMBERS = {"package", "bars", "packages_full"}
UNEXPECTED = {"pack": "R9", "store": "R9", "full": "R11", "bonus": "R11", "open": "R11"}
TELLING = {"full", "bonus", "open"}


def reader(events: Sequence[Event]) -> Record:
    """A reader of a trace of chocolaterie."""
    return Record(events, CHOCOLATERIE, FIELDS, NUMBERS, UNEXPECTED, TELLING)
