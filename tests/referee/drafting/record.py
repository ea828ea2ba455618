"""What the events look like that both drafts have, and which rule one offends that comes at the wrong time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import objections
from objections import Event

from .words import Words

SEAT_STATION = ("seat", "station")
NUMBERS = {"roll", "seat", "station", "applications", "pieces", "missing", "points"}
UNEXPECTED = {"hire": "R6", "reroll": "R5", "finish": "Zug"}


class Record(objections.Record):
    """A reader of one trace.

    Args:
        events: All events.
        words: What the game calls its things.
        fields: Fields of the events that only this game has, and of those that have other fields there.
        numbers: Those of these fields that hold numbers from 0 on.
        unexpected: Event of this game to the rule against it where it cannot come.
        telling: Events that say more by coming than the missing next thing, or end, does.
    """

    def __init__(
        self,
        events: Sequence[Event],
        words: Words,
        fields: Mapping[str, tuple[str, ...]],
        numbers: Collection[str],
        unexpected: Mapping[str, str],
        telling: Collection[str],
    ) -> None:
        shared: dict[str, tuple[str, ...]] = {
            "start": (*SEAT_STATION, words.thing),
            "roll": ("roll", "seat", *words.kinds),
            "reroll": ("roll", "seat", "applications", *words.kinds),
            "pair": (*SEAT_STATION, "ingredient", "amount", "spent", "pieces", "missing"),
            words.worker: (*SEAT_STATION, words.worker, "ingredient"),
            "pass": ("seat", "applications"),
            "hire": (*SEAT_STATION, "ingredient", "applications"),
            "finish": (*SEAT_STATION, words.thing, "points"),
            words.begin: (*SEAT_STATION, words.thing),
            "time_up": (),
            "end": ("reason", "rolls", "scores", words.made, "winners", "rows"),
        }
        super().__init__(events, shared | dict(fields), NUMBERS | {*numbers})
        self.words, self.telling = words, telling
        self.unexpected = {**UNEXPECTED, "time_up": words.close, words.begin: words.new, **unexpected}

    def rule_against(self, kind: str, rule: str, kinds: Collection[str]) -> str:
        """The rule that an event offends which comes where others are wanted."""
        wanted = {self.words.begin, "end"}.intersection(kinds)
        foremost = rule in ("R3", self.words.clock) or (kind in self.telling and wanted)
        return self.unexpected.get(kind, rule) if foremost else rule
