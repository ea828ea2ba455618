"""Shapes as sets of cells: how they are drawn, turned, mirrored and laid."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache

Cell = tuple[int, int]
Shape = frozenset[Cell]


def cells_of(rows: Sequence[str]) -> Shape:
    """The cells of a drawing: row and column."""
    return frozenset((y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#")


def moved(shape: Collection[Cell], down: int, right: int) -> Shape:
    """As it lies elsewhere."""
    return frozenset((y + down, x + right) for y, x in shape)


def cornered(shape: Collection[Cell]) -> Shape:
    """Moved into the upper left corner."""
    return moved(shape, -min(y for y, _ in shape), -min(x for _, x in shape))


def as_rows(drawing: str | Sequence[str]) -> list[str]:
    """A drawing without what is empty around it, its rows of one length."""
    rows = drawing.split("/") if isinstance(drawing, str) else drawing
    shape = cornered(cells_of(rows))
    height, width = 1 + max(y for y, _ in shape), 1 + max(x for _, x in shape)
    return ["".join(".#"[(y, x) in shape] for x in range(width)) for y in range(height)]


@cache
def ways(shape: Shape, mirror: bool) -> frozenset[Shape]:
    """All ways to turn a shape by quarters, and to mirror it if that is allowed (R9), each in the upper left corner."""
    found = set()
    for start in {shape, frozenset((y, -x) for y, x in shape)} if mirror else {shape}:
        turned = start
        for _ in range(4):
            turned = frozenset((x, -y) for y, x in turned)
            found.add(cornered(turned))
    return frozenset(found)


def places(shape: Shape, free: Collection[Cell], mirror: bool) -> Iterator[Shape]:
    """All places where a shape covers only free cells."""
    free = free if isinstance(free, (set, frozenset)) else set(free)
    for way in ways(shape, mirror):
        first = min(way)
        for y, x in free:
            place = moved(way, y - first[0], x - first[1])
            if place <= free:
                yield place


def is_one_piece(shape: Collection[Cell]) -> bool:
    """Whether all cells touch along their sides."""
    left = set(shape)
    edge = {left.pop()} if left else set()
    while edge:
        near = {cell for y, x in edge for cell in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1))}
        edge = near & left
        left -= edge
    return not left
