"""A trace as a referee reads it: one event after the other, its fields checked, and what is to be said against it.

Nothing here knows a game; each referee says what its events look like.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]
Setup = Mapping[str, Any]

SETUP_FIELDS = (
    *("trace_version", "game", "rules_version", "seed", "playout", "deal", "cell", "n_seats", "order"),
    "policies",
)
"""What `setup` of every game has."""


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
        fields: Fields of each kind of event but `setup`; one that may be null ends in `?`.
        numbers: Those of them that hold numbers from 0 on.
    """

    def __init__(
        self, events: Sequence[Event], fields: Mapping[str, tuple[str, ...]], numbers: Collection[str]
    ) -> None:
        self.events, self.at = events, -1
        self.fields, self.numbers = fields, numbers
        self.objections: list[Objection] = []
        self.limits: dict[str, int] = {}  # field to the number of things it can name

    @property
    def next(self) -> str:
        """Kind of the event to come, empty if there is none."""
        return str(self.events[self.at + 1].get("event")) if self.at + 1 < len(self.events) else ""

    def read_setup(self, fields: Collection[str]) -> Setup:
        """The first event, which has to have these fields besides those of every game.

        Raises:
            BrokenOffError: If it has not.
        """
        kind, self.at = self.next, self.at + 1
        if kind != "setup":
            self.stop("trace", f"{kind or 'nothing'} where a trace begins with its setup")
        lacking = [key for key in (*SETUP_FIELDS, *fields) if key not in self.events[0]]
        if lacking:
            self.stop("trace", f"setup without {', '.join(lacking)}")
        return self.events[0]

    def check_setup(
        self,
        game: str,
        rule_of: Mapping[str, str],
        rule_of_order: str,
        check_whole: Callable[[Setup], None],
        expected: Callable[[], Mapping[str, Any]] | None,
    ) -> Setup:
        """Read the set-up and object to what is wrong with it.

        Args:
            game: The game.
            rule_of: Field, besides those of every game, to the rule it stands for.
            rule_of_order: The rule by which seats follow one another.
            check_whole: Objects to what does not fit in it.
            expected: What the variant leads to, if it is known.

        Raises:
            BrokenOffError: If nothing can be played with it.
        """
        setup = self.read_setup(rule_of)
        try:
            self.wants_setup(game, rule_of_order)
            check_whole(setup)
            if expected:
                self.wants_variant(expected(), rule_of)
        except (KeyError, TypeError, AttributeError) as error:
            self.stop("trace", f"setup is malformed: {type(error).__name__}: {error}")
        return setup

    def read(self, rule: str, *kinds: str) -> Event:
        """The next event, which has to be one of these.

        Raises:
            BrokenOffError: If it is not, or is malformed.
        """
        kind, self.at = self.next, self.at + 1
        if kind not in kinds:
            wanted = " or ".join(kinds)
            self.stop(
                self.rule_against(kind, rule, kinds), f"{kind or 'nothing'} where {rule} wants {wanted}"
            )
        event = self.events[self.at]
        for written in self.fields[kind]:
            field = written.removesuffix("?")
            if field not in event:
                self.stop("trace", f"{kind} without {field}")
            is_null = field != written and event[field] is None
            if field in self.numbers and kind != "end" and not is_null:
                number = event[field]
                if type(number) is not int or number < 0 or number >= self.limits.get(field, number + 1):
                    self.stop("trace", f"{field} of {kind} is {number!r}")
        return event

    def rule_against(self, kind: str, rule: str, kinds: Collection[str]) -> str:
        """The rule that an event offends which comes where others are wanted."""
        return rule

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

    def wants_setup(self, game: str, rule_of_order: str) -> None:
        """Object to what is wrong with the set-up of any game; who is asked first is a rule of the game."""
        setup = self.events[0]
        n = setup["n_seats"]
        self.want(setup["trace_version"] == 1 and setup["game"] == game, "trace", "another trace")
        self.want(2 <= n <= 6, "Ziel", f"{n} players")
        self.want(len(setup["policies"]) == n, "trace", "not one policy a seat")
        self.want(setup["deal"] in (setup["playout"], setup["playout"] // n), "trace", "another deal")
        self.want(same(setup["order"], list(range(n))), rule_of_order, f"order is {setup['order']}")

    def wants_variant(self, right: Mapping[str, Any], rule_of: Mapping[str, str]) -> None:
        """Object to every part of the set-up that is not as the variant's `rules:` lead to."""
        for key, value in right.items():
            if not same(value, self.events[0][key]):
                self.object(rule_of.get(key, "Ziel"), f"{key} is {self.events[0][key]!r}, not {value!r}")

    def wants_row(self, row: Mapping[str, Any], right: Mapping[str, Any], whose: str) -> None:
        """Object to every column of a row that is not as it was counted."""
        for column, value in right.items():
            if column not in row:
                self.object("rows", f"{whose}: no {column}")
            elif not same(value, row[column]):
                self.object("rows", f"{whose}: {column} is {row[column]!r}, not {value!r}")
