"""Small pantries solved by full enumeration: every table that can be reached, and how likely each step is.

Written from RULES.md alone; nothing of the game's kernels is used. Nobody remembers anything here, so what lies face
down is known by number only, and the place of a wedge does not matter. Professions are off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, identity
from scipy.sparse.linalg import spsolve

STEAL, GARNISH = "steal", "garnish"
MOST_TABLES = 8_000


@dataclass(frozen=True)
class Pantry:
    """A variant small enough to be solved, and how all its seats play.

    Args:
        kinds: Wedges of each ingredient.
        flips: Seats that turn up so many wedges a turn and garnish when they can; 0: seats that draw lots.
    """

    kinds: tuple[int, ...]
    jokers: int = 0
    steal: int = 0
    garnish: int = 1
    goal: int = 2
    players: int = 2
    flips: int = 0
    acts_instead: bool = False
    ingredients_first: bool = False
    keeps_jokers: bool = False
    eighth_counts: bool = True
    full_busts: bool = True


@dataclass(frozen=True)
class Table:
    """Cakes as (kinds owned, jokers) by seat, actions by seat, and what matters of the turn."""

    seat: int
    cakes: tuple[tuple[frozenset[int], int], ...]
    actions: tuple[str | None, ...]
    n_flips: int = 0
    later: bool = False
    played: bool = False
    fresh: bool = False
    was_full: bool = False


Step = tuple[float, "Table | int"]
"""A probability, and the table it leads to or the seat that has won."""


def size(cake: tuple[frozenset[int], int]) -> int:
    return len(cake[0]) + cake[1]


def put(values: tuple, seat: int, value: object) -> tuple:
    return (*values[:seat], value, *values[seat + 1 :])


class Solver:
    """All tables of a pantry that can be reached, as a Markov chain."""

    def __init__(self, pantry: Pantry) -> None:
        self.pantry = pantry
        start = Table(0, ((frozenset(), 0),) * pantry.players, (None,) * pantry.players)
        self.numbers = {start: 0}
        self.steps: list[list[Step]] = []
        waiting = [start]
        for table in waiting:
            assert len(waiting) < MOST_TABLES, "too large a pantry to be solved"
            found = [step for step in self.steps_from(table) if step[0] > 0]
            assert abs(sum(p for p, _ in found) - 1) < 1e-12
            self.steps.append(found)
            for _, after in found:
                if isinstance(after, Table) and after not in self.numbers:
                    self.numbers[after] = len(self.numbers)
                    waiting.append(after)

    def solve(self) -> tuple[list[float], float]:
        """Chance of each place in the order of the round to win it, and the mean number of turns."""
        n = len(self.steps)
        rows, columns, chances = [], [], []
        wins = np.zeros((n, self.pantry.players))
        for row, found in enumerate(self.steps):
            for p, after in found:
                if isinstance(after, Table):
                    rows.append(row)
                    columns.append(self.numbers[after])
                    chances.append(p)
                else:
                    wins[row, after] += p
        system = identity(n, format="csc") - coo_array((chances, (rows, columns)), shape=(n, n)).tocsc()
        shares = [float(spsolve(system, wins[:, seat])[0]) for seat in range(self.pantry.players)]
        begins = np.zeros(n)  # steps that begin a turn, from each table
        for row, (table, found) in enumerate(zip(self.numbers, self.steps, strict=True)):
            begins[row] = sum(
                p for p, after in found if isinstance(after, Table) and after.seat != table.seat
            )
        return shares, 1.0 + float(spsolve(system, begins)[0])

    # the rules

    def hidden(self, table: Table) -> dict[object, int]:
        """Wedges face down: those of the box without what lies before the seats."""
        pantry = self.pantry
        left: dict[object, int] = dict(enumerate(pantry.kinds))
        left |= {"joker": pantry.jokers, STEAL: pantry.steal, GARNISH: pantry.garnish}
        for kinds, jokers in table.cakes:
            left["joker"] -= jokers
            for kind in kinds:
                left[kind] -= 1
        for action in table.actions:
            if action is not None:
                left[action] -= 1
        assert min(left.values()) >= 0
        return {face: n for face, n in left.items() if n}

    def turn_over(self, table: Table) -> Table:
        seat = (table.seat + 1) % self.pantry.players
        return Table(seat, table.cakes, table.actions, was_full=size(table.cakes[seat]) == self.pantry.goal)

    def steps_from(self, table: Table) -> Iterator[Step]:
        """All that may come next, with its chance."""
        options = list(self.options(table))
        if self.pantry.flips:
            options = [self.planned(table, options)]
        for option in options:
            for p, after in self.outcomes(table, option):
                yield p / len(options), after

    def options(self, table: Table) -> Iterator[tuple]:
        """What a seat may do (R1, R5, R6, R12)."""
        pantry, seat = self.pantry, table.seat
        own, action = table.cakes[seat], table.actions[seat]
        is_full = size(own) == pantry.goal
        hidden = self.hidden(table)
        acts = not table.played and not table.fresh and (not pantry.acts_instead or not table.n_flips)
        if acts and action == GARNISH and is_full and (pantry.eighth_counts or table.was_full):
            yield ("garnish",)
        if acts and action == STEAL and not is_full:
            for other, (kinds, jokers) in enumerate(table.cakes):
                if other != seat:
                    yield from (("steal", other, kind) for kind in kinds - own[0])
                    if jokers:
                        yield ("steal", other, "joker")
        flips = bool(hidden) and not (pantry.acts_instead and table.played)
        if flips:
            yield ("flip",)
        if table.n_flips or not flips:
            yield ("stop",)

    def planned(self, table: Table, options: list[tuple]) -> tuple:
        """What a seat does that counts its flips."""
        if ("garnish",) in options:
            return ("garnish",)
        if ("flip",) in options and table.n_flips < self.pantry.flips:
            return ("flip",)
        return ("stop",)

    def outcomes(self, table: Table, option: tuple) -> Iterator[Step]:
        seat = table.seat
        if option[0] == "garnish":
            yield 1.0, seat
        elif option[0] == "stop":
            yield 1.0, self.turn_over(table)
        elif option[0] == "steal":
            _, other, face = option
            cakes = put(table.cakes, other, self.without(table.cakes[other], face))
            cakes = put(cakes, seat, self.plus(cakes[seat], face))
            yield (
                1.0,
                Table(
                    seat,
                    cakes,
                    put(table.actions, seat, None),
                    table.n_flips,
                    table.later,
                    True,
                    False,
                    table.was_full,
                ),
            )
        else:
            hidden = self.hidden(table)
            total = sum(hidden.values())
            for face, n in hidden.items():
                for p, after in self.flipped(table, face):
                    yield p * n / total, after

    @staticmethod
    def plus(cake: tuple[frozenset[int], int], face: object) -> tuple[frozenset[int], int]:
        return (cake[0], cake[1] + 1) if face == "joker" else (cake[0] | {face}, cake[1])

    @staticmethod
    def without(cake: tuple[frozenset[int], int], face: object) -> tuple[frozenset[int], int]:
        return (cake[0], cake[1] - 1) if face == "joker" else (cake[0] - {face}, cake[1])

    def flipped(self, table: Table, face: object) -> Iterator[Step]:
        """What a wedge brings (R2, R3, R4, R7)."""
        pantry, seat = self.pantry, table.seat
        own, action = table.cakes[seat], table.actions[seat]
        n_flips = min(table.n_flips + 1, pantry.flips or 1)
        if face in (STEAL, GARNISH):
            later = table.later or not pantry.ingredients_first
            turned_back = Table(
                seat, table.cakes, table.actions, n_flips, later, table.played, table.fresh, table.was_full
            )
            kept = Table(
                seat,
                table.cakes,
                put(table.actions, seat, face),
                n_flips,
                later,
                table.played,
                True,
                table.was_full,
            )
            if pantry.flips:  # keeps the first it finds; there is but one sort where flips are counted
                yield 1.0, kept if action is None else turned_back
            else:
                yield 0.5, turned_back
                yield 0.5, kept
            return
        if face in own[0]:
            if table.later and (pantry.full_busts or size(own) < pantry.goal):
                cake = (frozenset(), own[1] if pantry.keeps_jokers else 0)
                yield 1.0, self.turn_over(Table(seat, put(table.cakes, seat, cake), table.actions))
            else:
                yield 1.0, self.turn_over(table)
            return
        cake = own if size(own) == pantry.goal else self.plus(own, face)
        yield (
            1.0,
            Table(
                seat,
                put(table.cakes, seat, cake),
                table.actions,
                n_flips,
                True,
                table.played,
                table.fresh,
                table.was_full,
            ),
        )
