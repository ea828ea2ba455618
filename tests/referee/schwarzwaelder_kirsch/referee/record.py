"""What the events of a schwarzwaelder_kirsch trace look like, and which rule one offends that comes untimely."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import objections
from objections import Event

SEEN = ("seat", "place", "wedge")
FIELDS: dict[str, tuple[str, ...]] = {
    "round": ("round", "first", "tie_break", "hidden"),
    "deal": ("seat", "profession"),
    "turn": ("turn", "seat"),
    "flip": SEEN,
    "draw": ("seat", "places", "wedges"),
    "take": (*SEEN, "profession", "cake"),
    "keep": (*SEEN, "replaced", "profession"),
    "back": SEEN,
    "bust": (*SEEN, "lost"),
    "shuffle": ("hidden",),
    "steal": ("seat", "from", "wedge", "by", "profession", "replaced", "cake"),
    "garnish": ("seat",),
    "stop": ("seat",),
    "spent": ("seat",),
    "round_end": ("round", "winner", "turns"),
    "end": ("reason", "rounds", "turns", "scores", "winners", "rows"),
}
NUMBERS = {"round", "first", "hidden", "seat", "turn", "place", "cake", "lost", "from", "turns"}

UNEXPECTED = {
    "deal": "R8",
    "turn": "R1",
    "stop": "R1",
    "bust": "R2",
    "take": "aufdecken",
    "keep": "R4",
    "shuffle": "R13",
    "spent": "R8b",
    "round_end": "R6",
    "round": "R10",
    "end": "R10",
}
"""Rule against an event that is no step of a turn."""


class Record(objections.Record):
    """A reader of one trace.

    Args:
        events: All events.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__(events, FIELDS, NUMBERS)

    def rule_against(self, kind: str, rule: str, kinds: Collection[str]) -> str:
        """The rule that an event offends which comes where others are wanted."""
        if "stop" in kinds:
            return UNEXPECTED.get(kind, rule)
        return "R8" if kind == "deal" and "turn" in kinds else rule

    def read(self, rule: str, *kinds: str) -> Event:
        """The next event, which has to be one of these.

        Raises:
            BrokenOffError: If it is not, or is malformed.
        """
        event = super().read(rule, *kinds)
        drawn = event.get("wedges")
        for name in [event.get("wedge", ""), *(drawn if isinstance(drawn, list) else ())]:
            if type(name) is not str:
                self.stop("trace", f"{event['event']} of {name!r}")
        return event
