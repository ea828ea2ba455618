"""What the events of a schokoladenmarkt trace look like, and which rule one offends that comes untimely."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import objections
from objections import Event

PLACED = ("seat", "corner", "field")
FIELDS: dict[str, tuple[str, ...]] = {
    "board": ("fields", "edges", "harbours", "robber"),
    "found": ("seat", "corner", "round"),
    "found_road": ("seat", "edge"),
    "found_card": ("seat", "kind"),
    "found_site": PLACED,
    "turn": ("seat", "turn"),
    "roll": ("seat", "dice"),
    "gain": ("seat", "kind", "cards"),
    "short": ("kind", "owed", "bank"),
    "discard": ("seat", "kind"),
    "robber": ("seat", "field"),
    "steal": ("seat", "victim", "kind"),
    "road": ("seat", "edge"),
    "settlement": ("seat", "corner"),
    "city": ("seat", "corner"),
    "buy": ("seat", "card"),
    "site": PLACED,
    "play": ("seat", "card"),
    "free_road": ("seat", "edge"),
    "take": ("seat", "kind"),
    "monopoly": ("seat", "kind"),
    "maritime": ("seat", "gives", "cards", "gets"),
    "domestic": ("seat", "other", "gives", "gets"),
    "chocolate": ("seat", "variety", "row"),
    "reward_points": ("seat", "points"),
    "reward_card": ("seat", "card"),
    "reward_resource": ("seat", "kind"),
    "reward_road": ("seat", "edge"),
    "fall": ("variety", "row"),
    "market_die": ("face",),
    "rise": ("seat", "variety", "row"),
    "longest_road": ("seat?", "length"),
    "largest_army": ("seat", "knights"),
    "end": ("reason", "turns", "scores", "winners", "rows"),
}
NUMBERS = {
    *(
        "robber",
        "seat",
        "victim",
        "other",
        "corner",
        "edge",
        "field",
        "round",
        "turn",
        "cards",
        "owed",
        "bank",
    ),
    *("points", "row", "face", "length", "knights"),
}
NAMES = ("kind", "card", "gives", "gets", "variety")

UNEXPECTED = {
    "found": "founding",
    "found_road": "founding",
    "found_card": "R25",
    "found_site": "R6",
    "turn": "turn",
    "roll": "turn",
    "gain": "production",
    "short": "R8",
    "discard": "seven",
    "robber": "robber",
    "steal": "robber",
    "free_road": "cards",
    "take": "cards",
    "monopoly": "cards",
    "reward_points": "R11",
    "reward_card": "R16",
    "reward_resource": "R16",
    "reward_road": "R2",
    "fall": "R15",
    "market_die": "R15",
    "rise": "R15",
    "longest_road": "R17",
    "largest_army": "army",
    "end": "R13",
}
"""Rule against an event that nothing has led to."""


class Record(objections.Record):
    """A reader of one trace.

    Args:
        events: All events.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__(events, FIELDS, NUMBERS)

    def rule_against(self, kind: str, rule: str, kinds: Collection[str]) -> str:
        """The rule that an event offends which comes where others are wanted."""
        return UNEXPECTED.get(kind, rule) if kind == "discard" or "turn" in kinds else rule

    def read(self, rule: str, *kinds: str) -> Event:
        """The next event, which has to be one of these.

        Raises:
            BrokenOffError: If it is not, or is malformed.
        """
        event = super().read(rule, *kinds)
        for field in NAMES:
            if field in event and type(event[field]) is not str:
                self.stop("trace", f"{field} of {event['event']} is {event[field]!r}")
        return event

    def read_of(self, seat: int, rule: str, *kinds: str) -> Event:
        """The next event, which has to be one of these and of this seat.

        Raises:
            BrokenOffError: If it is not.
        """
        event = self.read(rule, *kinds)
        if event["seat"] != seat:
            self.stop(rule, f"{event['event']} of seat {event['seat']}, not {seat}")
        return event
