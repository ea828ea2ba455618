"""Where dishes may lie, held against trying every cell: all shapes of up to 5 cells, on random tables.

Kernels that only kernels call have no way in from Python; `test_festtafel_uncompiled.py` runs this file without numba.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from balance.core.layout import new_record
from balance.games.draft.layout import NONE
from balance.games.festtafel import layout, places
from balance.games.festtafel.compiling import compile_rules, table_bit, table_step
from balance.games.festtafel.drawing import Cells, cells_of, drawn, n_pieces, rows_for, turns
from balance.games.festtafel.rules import Rules

Place = tuple[int, int]


@cache
def polyominoes(size: int) -> tuple[Cells, ...]:
    """Every shape of so many cells, each as it lies: turned and mirrored ones are shapes of their own."""
    if size == 1:
        return (((0, 0),),)
    found = set()
    for shape in polyominoes(size - 1):
        for row, column in shape:
            for beside in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if beside not in shape:
                    found.add(cells_of(drawn_at({*shape, beside})))
    return tuple(sorted(found))


def drawn_at(cells: set[Place]) -> tuple[str, ...]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return drawn((row - top, column - left) for row, column in cells)


def in_one_piece(rng: random.Random, n_cells: int, width: int) -> set[Place]:
    """A table grown cell by cell."""
    cells = {(0, 0)}
    while len(cells) < n_cells:
        row, column = rng.choice(sorted(cells))
        step = rng.choice(((-1, 0), (1, 0), (0, -1), (0, 1)))
        if 0 <= column + step[1] < width:
            cells.add((row + step[0], column + step[1]))
    return cells


def rules_with(table: set[Place], shapes: tuple[Cells, ...], mirror: bool) -> Any:
    """Compiled rules with one table and a dish for each shape."""
    dishes = {
        f"dish_{number}": {"tier": "bronze", "points": 1, "needs": {"mehl": 1}, "shape": list(drawn(shape))}
        for number, shape in enumerate(shapes)
    }
    printed = Rules().model_dump()
    printed["dishes"] = dishes
    printed["stations"] = {"bronze": 1}
    printed["mirror"] = mirror
    printed["banquet"]["tables"] = {"table": {"bonus": 1, "shape": list(drawn_at(table))}}
    return compile_rules(Rules.model_validate(printed))


def found_places(rules: Any, state: Any, table: Cells, form: int) -> set[Cells]:
    """What the masks say, as sets of covered cells."""
    step = table_step(table)
    found = set()
    for turn in range(rules.n_turns[0, form]):
        for word in range(rules.n_words[0]):
            mask = int(places.places(rules, state, 0, form, turn, word))
            while mask:
                first = word * layout.WORD + int(places.lowest(mask))
                mask &= mask - 1
                offsets = rules.offset[0, form, turn, : rules.n_covered[form]]
                cells = tuple(sorted(divmod(first + int(offset), step) for offset in offsets))
                assert cells not in found, "found twice"
                found.add(cells)
    return found


def tried_places(free: set[Place], ways: tuple[Cells, ...]) -> set[Cells]:
    """Every way, its first cell put on each free cell in turn."""
    found = set()
    for way in ways:
        first = way[0]
        for row, column in free:
            down, right = row - first[0], column - first[1]
            cells = tuple(sorted((r + down, c + right) for r, c in way))
            if set(cells) <= free:
                found.add(cells)
    return found


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize(
    ("n_cells", "width"),
    [(3, 3), (9, 3), (20, 6), (36, 6), (50, 7), (59, 59), (61, 61), (130, 11), (110, 80)],
)
def test_masks_find_every_place_and_no_other(n_cells: int, width: int, mirror: bool) -> None:
    rng = random.Random(n_cells * 2 + mirror)
    shapes = [shape for size in range(1, 6) for shape in polyominoes(size)]
    assert [len(polyominoes(size)) for size in range(1, 6)] == [1, 2, 6, 19, 63]
    cells = cells_of(drawn_at(in_one_piece(rng, n_cells, width)))
    for start in range(0, len(shapes), layout.SHAPES):
        batch = tuple(shapes[start : start + layout.SHAPES])
        rules = rules_with(set(cells), batch, mirror)
        state = new_record(layout.STATE)
        places.lay_banquet(rules, state)
        free = set(cells)
        for _ in range(2):
            for form, shape in enumerate(batch):
                expected = tried_places(free, turns(shape, mirror=mirror))
                assert found_places(rules, state, cells, form) == expected
                assert bool(places.fits(rules, state, 0, form)) == bool(expected)
            for cell in rng.sample(sorted(free), len(free) // 3):
                free.discard(cell)
                bit = table_bit(cells, *cell)
                state.free[0, bit // layout.WORD] &= ~(1 << bit % layout.WORD)
            state.n_free[0] = len(free)


def test_shapes_turn_as_they_should() -> None:
    def ways(text: str, mirror: bool) -> int:
        return len(turns(cells_of(text.split("/")), mirror=mirror))

    assert [ways(text, False) for text in ("#", "##", "##/##", "##/#.", "###/.#.", "###/##.")] == [
        *(1, 2, 1, 4, 4, 4)
    ]
    assert (ways("###/##.", True), ways("##./.##", False), ways("##./.##", True)) == (8, 2, 4)


@pytest.mark.parametrize("n_cells", range(1, 41))
def test_a_table_nobody_drew_is_almost_a_square(n_cells: int) -> None:
    """A3: rows as wide as the root, rounded up; the last row is shorter and begins on the left."""
    rows = rows_for(n_cells)
    width = int(np.ceil(np.sqrt(n_cells)))
    assert sum(row.count("#") for row in rows) == n_cells
    assert all(row == "#" * width for row in rows[:-1])
    assert rows[-1] == "#" * rows[-1].count("#") + "." * rows[-1].count(".")
    assert n_pieces(cells_of(rows)) == 1


def test_holes_are_what_no_dish_could_cover() -> None:
    """R21: in a row of three and a lone cell, a dish of two reaches the three, none of its size the lone one."""
    rules = rules_with({(0, column) for column in range(6)}, (((0, 0), (0, 1)),), False)
    state = new_record(layout.STATE)
    places.lay_banquet(rules, state)
    state.free[0, 0] = 0b100111
    state.n_free[0] = 4
    places.note_table(rules, state, 0)
    assert places.count_holes(rules, state, NONE) == 1
    state.free[0, 0] = 0b100101
    state.n_free[0] = 3
    places.note_table(rules, state, 0)
    assert places.count_holes(rules, state, NONE) == 3
