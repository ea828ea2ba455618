"""Shapes drawn in YAML as rows of text: read, measured, turned. Pure and without numbers of any variant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

CELL, GAP = "#", "."

Place = tuple[int, int]
"""Row and column of a cell, from 0."""
Cells = tuple[Place, ...]
"""Cells in reading order."""


def cells_of(rows: Sequence[str]) -> Cells:
    """The cells of a drawing, moved so that the first row and the first column that have any are 0."""
    return _moved(
        (row, column) for row, text in enumerate(rows) for column, sign in enumerate(text) if sign == CELL
    )


def _moved(cells: Iterable[Place]) -> Cells:
    """Cells in reading order, up against the top and the left."""
    found = sorted(cells)
    if not found:
        return ()
    top, left = found[0][0], min(column for _, column in found)
    return tuple((row - top, column - left) for row, column in found)


def drawn(cells: Iterable[Place]) -> tuple[str, ...]:
    """Cells as rows of text."""
    found = set(cells)
    height = max((row for row, _ in found), default=-1) + 1
    width = max((column for _, column in found), default=-1) + 1
    return tuple(
        "".join(CELL if (row, column) in found else GAP for column in range(width)) for row in range(height)
    )


def n_pieces(cells: Iterable[Place]) -> int:
    """Number of parts that do not touch along a side; 1 for a whole shape."""
    left, pieces = set(cells), 0
    while left:
        pieces += 1
        edge = [left.pop()]
        while edge:
            row, column = edge.pop()
            beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & left
            left -= beside
            edge += beside
    return pieces


def turns(cells: Cells, *, mirror: bool) -> tuple[Cells, ...]:
    """The different ways to lay a shape: as drawn, turned by quarters, and the same mirrored if that is allowed."""
    found: dict[Cells, None] = {}
    shape = _moved(cells)
    for side in (shape, _moved((row, -column) for row, column in shape)) if mirror else (shape,):
        turned = side
        for _ in range(4):
            found.setdefault(turned)
            turned = _moved((column, -row) for row, column in turned)
    return tuple(found)


def rows_for(n_cells: int) -> tuple[str, ...]:
    """The table that nobody drew: rows as wide as the root of its cells, rounded up, the last one shorter (A3)."""
    width = isqrt(n_cells - 1) + 1
    return drawn(divmod(cell, width) for cell in range(n_cells))
