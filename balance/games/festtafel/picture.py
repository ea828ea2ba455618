"""The banquet as data that anybody can draw, and as shapes on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    rectangle,
    series,
    shelves,
    text_width,
)
from balance.core.telling import Phrases
from balance.core.texts import Lang
from balance.games.festtafel.drawing import CELL
from balance.games.festtafel.scene import DiningTable, Scene, Served

PACKAGE = "balance.games.festtafel"

_UNIT = 20.0  # of a cell, where the widest table leaves room for it
_LINE, _HEAD = 17.0, 39.0  # the two lines above a table
_GAP = 16.0  # between tables
_EDGE = 0.06  # of a cell: what parts two dishes
_BRIDGES = ((0, 1), (1, 0), (1, 1))  # rows down, columns right: neighbours that may be of the same dish


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
    found: dict[tuple[int, int], list[Points]] = {}
    middles: dict[tuple[int, int], tuple[float, float]] = {}
    cells = grid(table)
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell is None:
                continue
            at = (left + unit * column, top + _HEAD + unit * row)
            key = (-1, 0) if cell.seat is None else (cell.seat, cell.number)
            joined = [
                cell.seat is not None and _cell(cells, row + down, column + right) == cell
                for down, right in _BRIDGES
            ]
            found.setdefault(key, []).extend(_outlines(at, unit, joined))
            middles.setdefault(key, (at[0] + unit / 2, at[1] + unit / 2))
    for (seat, number), outlines in found.items():
        yield Area(tuple(outlines), "band" if seat < 0 else series(seat), "rule" if seat < 0 else "")
        if seat >= 0:
            yield Label(
                middles[seat, number], str(seat + 1), "surface", 0.62 * unit, anchor="middle", is_bold=True
            )


def _cell(cells: Grid, row: int, column: int) -> Cell | None:
    """A cell, None beyond the table."""
    inside = row < len(cells) and column < len(cells[row])
    return cells[row][column] if inside else None


def _outlines(at: tuple[float, float], unit: float, joined: Sequence[bool]) -> Iterator[Points]:
    """A cell a little smaller than its place, with bridges to the cells of the same dish."""
    (x, y), edge = at, _EDGE * unit
    inner = unit - 2 * edge
    yield rectangle(x + edge, y + edge, inner, inner)
    right, below, across = joined
    if right:
        yield rectangle(x + unit / 2, y + edge, unit, inner)
    if below:
        yield rectangle(x + edge, y + unit / 2, inner, unit)
    if right and below and across:
        yield rectangle(x + unit / 2, y + unit / 2, unit, unit)
