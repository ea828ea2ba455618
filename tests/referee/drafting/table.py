"""The table of a draft as a referee sees it: stations, dice, applications and scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .words import Words

Setup = Mapping[str, Any]
Face = str | int


@dataclass
class Station:
    """One station of a seat and what it makes."""

    makes: str = ""
    missing: dict[str, int] = field(default_factory=dict)
    raw: set[str] = field(default_factory=set)  # still to be processed
    waits: bool = False  # finished, and still here
    idle: bool = True

    def begin(self, thing: str, needs: Mapping[str, int], *, workers: bool) -> None:
        """Make something from nothing."""
        self.makes, self.missing = thing, dict(needs)
        self.raw = set(needs) if workers else set()
        self.waits = self.idle = False

    def leave(self) -> None:
        """Stand empty."""
        self.waits, self.idle = False, True

    @property
    def is_done(self) -> bool:
        """Whether all is delivered and processed."""
        return not self.idle and not self.waits and not self.raw and not any(self.missing.values())


@dataclass
class Seat:
    """What a player has, and everything counted about it."""

    stations: list[Station]
    applications: int = 0
    score: int = 0
    made: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def waiting(self) -> int:
        """Finished things still on their stations."""
        return sum(station.waits for station in self.stations)


class Table:
    """What both drafts have on the table; knows the variant and changes only as it is told.

    Args:
        setup: The `setup` event.
        words: What the game calls its things.
    """

    def __init__(self, setup: Setup, words: Words) -> None:
        self.setup, self.words = setup, words
        self.n = int(setup["n_seats"])
        self.seats = [Seat([Station() for _ in setup["stations"]]) for _ in range(self.n)]
        self.dice: dict[str, Counter[Face]] = {}
        self.rolls = 0
        self.takes_in_roll = 0
        self.done: Counter[tuple[str, int]] = Counter()  # kinds of decisions, by sixth of the clock
        self.used: Counter[str] = Counter()  # pieces delivered, by ingredient
        self.leads: dict[int, int] = {}  # by sixth of the clock
        self.is_over = False  # something has ended it before the clock
        self.is_closing = False  # the clock has run out

    def thing(self, name: str) -> Mapping[str, Any]:
        """What the set-up says about something that a station makes."""
        found: Mapping[str, Any] = self.setup[self.words.things][name]
        return found

    def tier(self, name: str) -> Mapping[str, Any]:
        """What the set-up says about its tier."""
        found: Mapping[str, Any] = self.setup["tiers"][self.thing(name)["tier"]]
        return found

    def needs_work(self, name: str) -> bool:
        """Whether its ingredients have to be processed."""
        return bool(self.tier(name)[self.words.workers])

    def begin(self, seat: int, station: int, name: str) -> None:
        """Let a station make something from nothing."""
        needs = self.thing(name)["needs"]
        self.seats[seat].stations[station].begin(name, needs, workers=self.needs_work(name))

    def order(self, first: int) -> list[int]:
        """All seats from one on."""
        return [(first + step) % self.n for step in range(self.n)]

    def leaders(self) -> frozenset[int]:
        """Seats with the highest score."""
        best = max(seat.score for seat in self.seats)
        return frozenset(index for index, seat in enumerate(self.seats) if seat.score == best)

    @property
    def sixth(self) -> int:
        """Which sixth of the clock the roll belongs to, from 1."""
        return 1 + 6 * (self.rolls - 1) // int(self.setup["rolls"])

    def begin_roll(self) -> None:
        """The next roll begins."""
        if self.rolls:
            self.leads[self.sixth] = self.lead()
        self.rolls, self.takes_in_roll = self.rolls + 1, 0

    def lead(self) -> int:
        """How far the first is ahead of the second."""
        first, second, *_ = sorted((seat.score for seat in self.seats), reverse=True)
        return first - second

    def throw(self, dice: Mapping[str, Iterable[Face]]) -> None:
        """All dice lie as they are given; those before are gone."""
        self.dice = {kind: Counter(faces) for kind, faces in dice.items()}

    def spend(self, kind: str, face: Face) -> bool:
        """Take a die; whether it was there."""
        there = self.dice[kind][face] > 0
        self.dice[kind][face] -= there
        return there

    def results(self) -> list[tuple[int, int]]:
        """By seat: what decides who wins: points, then finished things."""
        return [(seat.score, seat.made) for seat in self.seats]

    def winners(self) -> list[bool]:
        """By seat: whether it wins."""
        results = self.results()
        return [result == max(results) for result in results]
