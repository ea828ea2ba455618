"""What a forger has to know about the banquet, which a trace tells in pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from drafting.forged import forgeries_of
from drafting.words import FESTTAFEL
from forging import Trace, changed, where

from .referee.shapes import Cell, Shape, cells_of, cornered, moved, ways

forgery = forgeries_of(FESTTAFEL)


def has_banquet(trace: Trace) -> bool:
    """Whether there is one."""
    return bool(trace[0]["banquet"]["enabled"])


def by_shape(trace: Trace) -> bool:
    """Whether dishes cover cells in their own form."""
    return bool(trace[0]["fit"] == "polyomino")


def all_cells(trace: Trace, table: str) -> Shape:
    """The cells of a table."""
    return cells_of(trace[0]["banquet"]["tables"][table]["shape"])


def free_cells(trace: Trace, index: int, table: str) -> set[Cell]:
    """Those that are free before an event."""
    served = (trace[at]["cells"] for at in where(trace[:index], "serve", table=table))
    return set(all_cells(trace, table)) - {(y, x) for cells in served for y, x in cells}


def owners(trace: Trace, index: int, table: str) -> Counter[int]:
    """Dishes of each seat on a table before an event."""
    return Counter(trace[at]["seat"] for at in where(trace[:index], "serve", table=table))


def shape_of(trace: Trace, dish: str) -> Shape:
    """A dish as it is drawn."""
    return cells_of(trace[0]["dishes"][dish]["shape"])


def mirrored_only(trace: Trace, dish: str) -> frozenset[Shape]:
    """Forms that a dish has only if it is mirrored."""
    shape = shape_of(trace, dish)
    return ways(shape, True) - ways(shape, False)


def lying(forms: frozenset[Shape], cells: Shape) -> Iterator[Shape]:
    """Places at which one of these forms lies on some of these cells."""
    for form in sorted(forms, key=sorted):
        for y, x in sorted(cells):
            place = moved(form, y, x)
            if place <= cells:
                yield place


def is_form_of(trace: Trace, dish: str, cells: set[Cell]) -> bool:
    """Whether cells have the form of a dish as it may be laid."""
    return cornered(cells) in ways(shape_of(trace, dish), bool(trace[0]["mirror"]))


def laid(trace: Trace, index: int, cells: Shape | set[Cell]) -> Trace:
    """With a dish served on other cells."""
    return changed(trace, index, cells=[[y, x] for y, x in sorted(cells)])


def before_time_up(trace: Trace, *kinds: str) -> list[int]:
    """Events of these kinds while the clock runs."""
    return [index for index in where(trace, *kinds) if index < where(trace, "time_up")[0]]


def after_time_up(trace: Trace, *kinds: str) -> list[int]:
    """Events of these kinds after the clock has run out."""
    return [index for index in where(trace, *kinds) if index > where(trace, "time_up")[0]]
