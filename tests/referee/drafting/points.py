"""Decision points of the drafts: who may do something besides taking now.

To decline leaves no event, so the referee does not know at which decision point the play stands; it keeps every place
at which it can stand, and what each of them means for the count of lead changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

COUNT = -1
"""Among the steps to come: compare the leaders with those before."""

Leaders = frozenset[int]


class Place(NamedTuple):
    """Where the play can stand.

    Args:
        round: Seats whose decision point after something left its station is still to come, or has just come.
        steps: Seats with another decision point after those, and `COUNT`.
        leaders: Leaders when they were compared last.
        changes: Lead changes until then.
    """

    round: tuple[int, ...]
    steps: tuple[int, ...]
    leaders: Leaders
    changes: int

    def compared(self, leaders: Leaders) -> Place:
        """After leaders were compared."""
        return self._replace(leaders=leaders, changes=self.changes + (leaders != self.leaders))


class DecisionPoints:
    """All places at which the play can stand.

    Args:
        n_seats: Number of seats.
        leaders: Tells who leads at this moment.
        unskippable: Tells whose decision point cannot go by with nothing done.
    """

    def __init__(
        self, n_seats: int, leaders: Callable[[], Leaders], unskippable: Callable[[], Collection[int]]
    ) -> None:
        self.n_seats, self.leaders, self.unskippable = n_seats, leaders, unskippable
        self.places = {Place((), (), frozenset(range(n_seats)), 0)}

    def elapse(self) -> None:
        """All decision points so far are over."""
        self.places = {self._elapsed(place) for place in self.places}

    def _elapsed(self, place: Place) -> Place:
        for step in place.steps:
            if step == COUNT:
                place = place.compared(self.leaders())
        return place._replace(round=(), steps=())

    def follow(self, *steps: int) -> None:
        """These come next, after what is left of a round."""
        self.places = {place._replace(steps=steps) for place in self.places}

    def left(self, owner: int) -> None:
        """Something finished has left its station: a decision point of every seat from its owner on."""
        seats = tuple((owner + step) % self.n_seats for step in range(self.n_seats))
        self.places = {place._replace(round=seats) for place in self.places}

    def visit(self, seat: int) -> bool:
        """A seat does something at a decision point; whether it can have one."""
        found = {reached for place in self.places for reached in self._reach(place, seat)}
        self.places = found or self.places
        return bool(found)

    def _reach(self, place: Place, seat: int) -> Iterator[Place]:
        held = self.unskippable()
        for index, there in enumerate(place.round):
            if there == seat:
                yield place._replace(round=place.round[index:])
            elif there in held:
                return
        place = place._replace(round=())
        for index, step in enumerate(place.steps):
            if step == seat:
                yield place._replace(steps=place.steps[index:])
            elif step == COUNT:
                place = place.compared(self.leaders())
            elif step in held:
                return

    def lead_changes(self) -> Collection[int]:
        """How many there can have been, the comparison at the very end included."""
        return {self._elapsed(place).compared(self.leaders()).changes for place in self.places}


def turn(seat: int, after: Sequence[int]) -> tuple[int, ...]:
    """Steps after a seat's take: its decision point, the comparison, the decision point of the next seat if any."""
    return (seat, COUNT, *after[:1])
