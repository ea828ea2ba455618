"""What the events look like that only festtafel has, and which rule one offends that comes at the wrong time."""

from __future__ import annotations

from collections.abc import Sequence

from drafting.record import SEAT_STATION, Record
from drafting.words import FESTTAFEL
from objections import Event

FIELDS: dict[str, tuple[str, ...]] = {
    "serve": (*SEAT_STATION, "dish", "table", "free", "cells"),
    "aside": (*SEAT_STATION, "dish"),
    "full": ("seat", "table"),
    "bonus": ("seat", "table", "dishes", "points"),
    "penalty": ("seat", "table", "dishes", "points"),
}
NUMBERS = {"free", "dishes"}
UNEXPECTED = {"serve": "R9", "aside": "R9", "full": "R11", "bonus": "R11", "penalty": "R10"}
TELLING = {"full", "bonus", "serve", "aside", "penalty"}


def reader(events: Sequence[Event]) -> Record:
    """A reader of a trace of festtafel."""
    return Record(events, FESTTAFEL, FIELDS, NUMBERS, UNEXPECTED, TELLING)
