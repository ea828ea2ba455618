"""The banquet as data that anybody can draw, and as shapes on a page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from balance.core.picture import (
    SMALL,
    WIDTH,
    Area,
    Label,
    Picture,
    Points,
    Shape,
    series,
    shelves,
    text_width,
)
from balance.core.telling import Phrases
from balance.core.texts import Lang
from balance.games.festtafel.drawing import CELL, Place
from balance.games.festtafel.scene import DiningTable, Scene, Served

PACKAGE = "balance.games.festtafel"

_UNIT = 20.0  # of a cell, where the widest table leaves room for it
_LINE, _HEAD = 17.0, 39.0  # the two lines above a table
_GAP = 16.0  # between tables
_EDGE = 0.06  # of a cell: what parts two dishes

Step = tuple[Place, Place]
"""From a corner of cells to the next one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Args:
        seat: Whose dish covers it; None while it is free.
        number: Which dish of the table, in the order of serving, from 0.
        dish: Its key.
    """

    seat: int | None = None
    number: int = 0
    dish: str = ""


Grid = tuple[tuple[Cell | None, ...], ...]
"""Rows of cells; None where the table has none."""


def grid(table: DiningTable) -> Grid:
    """The cells of a table and what lies on them."""
    covered = {
        place: Cell(served.seat, number, served.dish)
        for number, served in enumerate(table.dishes)
        for place in served.cells
    }
    return tuple(
        tuple(
            covered.get((row, column), Cell()) if sign == CELL else None for column, sign in enumerate(text)
        )
        for row, text in enumerate(table.shape)
    )


def final_banquet(trace: Iterable[Mapping[str, Any]]) -> dict[str, DiningTable]:
    """Every table as it stands after all events of a trace; empty without a banquet."""
    events = iter(trace)
    scene = Scene(next(events))
    for item in events:
        scene.follow(item)
    return scene.tables


def scene(trace: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What is drawn of a playout, as JSON has it: every table with its dishes, and which cost points.

    Args:
        trace: All events of a playout.

    Returns:
        The banquet; None if the playout had none.
    """
    tables = {name: asdict(table) for name, table in final_banquet(trace).items()}
    costly = sorted({item["table"] for item in trace if item["event"] == "penalty"})
    return {"tables": tables, "costly": costly} if tables else None


def pictures(scene: Mapping[str, Any], lang: Lang) -> tuple[Picture, ...]:
    """The banquet: each dish in the colour of its seat and with its number.

    Args:
        scene: What `scene` gave, or the same read from JSON.
        lang: Language.
    """
    words = Phrases(PACKAGE, lang)
    tables = {name: _table(data) for name, data in scene["tables"].items()}
    unit = min(_UNIT, WIDTH / max(_size(table)[0] for table in tables.values()))
    titles = {
        name: (words.name(name), _paid(words, table, name in scene["costly"]))
        for name, table in tables.items()
    }
    sizes = []
    for name, table in tables.items():
        columns, rows = _size(table)
        texts = (text_width(text, SMALL) for text in titles[name])
        sizes.append((min(max(unit * columns, *texts), WIDTH), _HEAD + unit * rows))
    places, height = shelves(sizes, WIDTH, _GAP)
    shapes: list[Shape] = []
    for (name, table), place in zip(tables.items(), places, strict=True):
        shapes += _shapes(titles[name], table, place, unit)
    return (Picture("", words.say("picture"), WIDTH, height, tuple(shapes)),)


def _table(data: Mapping[str, Any]) -> DiningTable:
    """A table that was data."""
    dishes = [
        Served(dish["seat"], dish["dish"], tuple((row, column) for row, column in dish["cells"]))
        for dish in data["dishes"]
    ]
    return DiningTable(**{**data, "dishes": dishes})


def _size(table: DiningTable) -> tuple[int, int]:
    """Columns and rows."""
    return max(len(row) for row in table.shape), len(table.shape)


def _paid(words: Phrases, table: DiningTable, is_costly: bool) -> str:
    """What a table pays each of its dishes, or costs it."""
    if not table.free:
        return words.say("picture_full", bonus=table.bonus)
    costs = words.say("picture_costs", penalty=table.penalty) if is_costly else ""
    return words.say("picture_open", free=table.free) + costs


def _shapes(
    title: tuple[str, str], table: DiningTable, place: tuple[float, float], unit: float
) -> Iterator[Shape]:
    """A table below its title: the free cells, then dish by dish."""
    left, top = place
    name, paid = title
    yield Label((left, top + 0.5 * _LINE), name, size=SMALL, is_bold=True)
    yield Label((left, top + 1.5 * _LINE), paid, "muted", SMALL)
    corner = (left, top + _HEAD)
    free: list[Place] = []
    dishes: dict[Cell, list[Place]] = {}
    for row, line in enumerate(grid(table)):
        for column, cell in enumerate(line):
            if cell is not None:
                (free if cell.seat is None else dishes.setdefault(cell, [])).append((row, column))
    if free:
        outlines = (outline for place in free for outline in _outlines([place], corner, unit))
        yield Area(tuple(outlines), "band", "rule")
    for cell, places in dishes.items():
        yield Area(tuple(_outlines(places, corner, unit)), series(cell.seat or 0))
    for cell, ((row, column), *_) in dishes.items():
        middle = (left + unit * (column + 0.5), corner[1] + unit * (row + 0.5))
        yield Label(middle, str((cell.seat or 0) + 1), "surface", 0.62 * unit, anchor="middle", is_bold=True)


def _outlines(places: Collection[Place], corner: tuple[float, float], unit: float) -> Iterator[Points]:
    """What goes round cells of one dish, a little within them; a part that touches no other has its own.

    Walked with the cells on the right, so that a hole runs the other way round and stays empty. Where two cells meet
    at a corner alone, the walk stays at its cell.
    """
    steps: dict[Step, None] = {}
    for row, column in places:
        corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            if steps.pop((end, start), True):  # a side that two cells share is no outline
                steps[start, end] = None
    while steps:
        yield tuple(_walk(steps, corner, unit))


def _walk(steps: dict[Step, None], corner: tuple[float, float], unit: float) -> Iterator[tuple[float, float]]:
    """The corners of one outline; its steps are taken out of those that are left."""
    taken = [next(iter(steps))]
    while True:
        (row, column), (below, beyond) = taken[-1]
        steps.pop(taken[-1])
        down, right = below - row, beyond - column
        ends = (
            (below + right, beyond - down),
            (below + down, beyond + right),
            (below - right, beyond + down),
        )
        ahead = [((below, beyond), end) for end in ends]
        step = next(step for step in ahead if step in steps or step == taken[0])
        if step == taken[0]:
            break
        taken.append(step)
    for before, after in zip([taken[-1], *taken[:-1]], taken, strict=True):
        inward = [_inward(before), _inward(after)]
        if inward[0] != inward[1]:  # straight on is no corner
            (row, column), _ = after
            yield (
                corner[0] + unit * (column + _EDGE * (inward[0][1] + inward[1][1])),
                corner[1] + unit * (row + _EDGE * (inward[0][0] + inward[1][0])),
            )


def _inward(step: Step) -> Place:
    """Rows down and columns right from a step to the cell on its right."""
    (row, column), (below, beyond) = step
    return beyond - column, row - below
