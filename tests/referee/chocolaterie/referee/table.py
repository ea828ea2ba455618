"""The table as a referee sees it: stations, dice, packages, applications and scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Setup = Mapping[str, Any]
Face = str | int


@dataclass
class Station:
    """One station of a seat and what it makes."""

    variety: str = ""
    missing: dict[str, int] = field(default_factory=dict)
    raw: set[str] = field(default_factory=set)  # still to be processed
    refined: bool = False
    waits: bool = False  # finished, its bar still here
    idle: bool = True

    def begin(self, variety: str, needs: Mapping[str, int], *, devices: bool) -> None:
        """Make a variety from nothing."""
        self.variety, self.missing = variety, dict(needs)
        self.raw = set(needs) if devices else set()
        self.refined = self.waits = self.idle = False

    @property
    def is_done(self) -> bool:
        """Whether all is delivered and processed."""
        return not self.idle and not self.waits and not self.raw and not any(self.missing.values())


@dataclass
class Package:
    """An open or full package: its variety, and whose bars lie in it."""

    variety: str = ""
    owners: Counter[int] = field(default_factory=Counter)

    @property
    def bars(self) -> int:
        """Bars in it."""
        return self.owners.total()


@dataclass
class Seat:
    """What a player has, and everything counted about it."""

    stations: list[Station]
    applications: int = 0
    score: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def bars(self) -> int:
        """Finished bars."""
        return self.counts["bars"]

    @property
    def waiting(self) -> int:
        """Finished bars still on their stations."""
        return sum(station.waits for station in self.stations)


class Table:
    """All of it; knows the variant and changes only as it is told.

    Args:
        setup: The `setup` event.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.n = int(setup["n_seats"])
        self.seats = [Seat([Station() for _ in setup["stations"]]) for _ in range(self.n)]
        self.packages: list[Package] = []
        self.packages_full = 0
        self.dice: dict[str, Counter[Face]] = {}
        self.rolls = 0
        self.takes_in_roll = 0
        self.is_over = False  # the last package is full
        self.is_closing = False  # the clock has run out

    @property
    def has_packages(self) -> bool:
        """Whether bars are packed at all (R15)."""
        return bool(self.setup["packages"]["enabled"])

    @property
    def waits(self) -> bool:
        """Whether finished bars may stay on their stations (R9)."""
        return bool(self.setup["packing"] == "may_wait")

    def tier(self, variety: str) -> Mapping[str, Any]:
        """Bonus and devices of a variety's tier."""
        found: Mapping[str, Any] = self.setup["tiers"][self.setup["varieties"][variety]["tier"]]
        return found

    def begin(self, seat: int, station: int, variety: str) -> None:
        """Let a station make a variety from nothing."""
        needs = self.setup["varieties"][variety]["needs"]
        self.seats[seat].stations[station].begin(variety, needs, devices=self.tier(variety)["devices"])

    def order(self, first: int) -> list[int]:
        """All seats from one on."""
        return [(first + step) % self.n for step in range(self.n)]

    def leaders(self) -> frozenset[int]:
        """Seats with the highest score."""
        best = max(seat.score for seat in self.seats)
        return frozenset(index for index, seat in enumerate(self.seats) if seat.score == best)

    def is_full(self, package: Package) -> bool:
        """Whether nothing more goes in."""
        return bool(package.bars >= self.setup["packages"]["size"])

    def takes(self, package: Package, variety: str) -> bool:
        """Whether a package takes a bar of this variety (R10)."""
        if self.is_full(package):
            return False
        if package.bars:
            return package.variety == variety
        begun = any(
            other.variety == variety and other.bars and not self.is_full(other) for other in self.packages
        )
        return bool(self.setup["second_package_of_variety"]) or not begun

    def throw(self, dice: Mapping[str, Iterable[Face]]) -> None:
        """All dice lie as they are given; those before are gone."""
        self.dice = {kind: Counter(faces) for kind, faces in dice.items()}

    def spend(self, kind: str, face: Face) -> bool:
        """Take a die; whether it was there."""
        there = self.dice[kind][face] > 0
        self.dice[kind][face] -= there
        return there

    def winners(self) -> list[bool]:
        """By seat: whether it wins (R14)."""
        results = [(seat.score, seat.bars) for seat in self.seats]
        return [result == max(results) for result in results]
