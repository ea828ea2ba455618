"""A trace as it is read: one event after the other, its fields checked, and what is to be said against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]

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


@dataclass(frozen=True)
class Objection:
    """Something that the rules do not allow, or want and miss.

    Args:
        event: Number of the event, from 0; the number of events if one is missing at the end.
        rule: Number of the reading (R…) or assumption (A…), section of the rule text, or `trace` for its form.
        text: What is wrong.
    """

    event: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"event {self.event}, {self.rule}: {self.text}"


class BrokenOffError(Exception):
    """Nothing that follows can be judged."""


def same(one: Any, other: Any) -> bool:
    """Equal and of the same kind, as JSON has them; fractions up to the last digits."""
    if isinstance(one, float):
        return type(other) in (int, float) and abs(one - other) < 1e-9
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


class Record:
    """A reader of one trace.

    Args:
        events: All events.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self.events, self.at = events, -1
        self.objections: list[Objection] = []
        self.limits: dict[str, int] = {}  # field to the number of things it can name

    @property
    def next(self) -> str:
        """Kind of the event to come, empty if there is none."""
        return str(self.events[self.at + 1].get("event")) if self.at + 1 < len(self.events) else ""

    def read(self, rule: str, *kinds: str) -> Event:
        """The next event, which has to be one of these.

        Raises:
            BrokenOffError: If it is not, or is malformed.
        """
        kind, self.at = self.next, self.at + 1
        if kind not in kinds:
            wanted = " or ".join(kinds)
            foremost = rule in ("R3", "Schichtzeit") or (kind in TELLING and "choose" in kinds)
            against = UNEXPECTED.get(kind, rule) if foremost else rule
            self.stop(against, f"{kind or 'nothing'} where {rule} wants {wanted}")
        event = self.events[self.at]
        for field in FIELDS[kind]:
            if field not in event:
                self.stop("trace", f"{kind} without {field}")
            if field in NUMBERS and kind != "end":
                number = event[field]
                if type(number) is not int or number < 0 or number >= self.limits.get(field, number + 1):
                    self.stop("trace", f"{field} of {kind} is {number!r}")
        return event

    def object(self, rule: str, text: str) -> None:
        """Say something against the event read last."""
        self.objections.append(Objection(self.at, rule, text))

    def stop(self, rule: str, text: str) -> None:
        """Say it, and that nothing after it can be judged.

        Raises:
            BrokenOffError: Always.
        """
        self.object(rule, text)
        raise BrokenOffError

    def want(self, holds: bool, rule: str, text: str) -> bool:
        """Object unless it holds; whether it does."""
        if not holds:
            self.object(rule, text)
        return holds

    def wants(self, event: Event, rule: str, **fields: Any) -> None:
        """Object to every field that is not as it should be."""
        for field, right in fields.items():
            if not same(right, event[field]):
                self.object(rule, f"{field} of {event['event']} is {event[field]!r}, not {right!r}")
