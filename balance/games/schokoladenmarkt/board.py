"""The frame as tables: fields, corners and edges with their numbers, and which of them touch.

Fields, corners and edges are numbered from the top down, in each line from the left (A2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

ROWS = (4, 5, 6, 5, 4)
# A field's corners clockwise from its top: steps to the right in half fields, steps down in thirds of a line.
_CORNERS = ((0, 0), (1, 1), (1, 3), (0, 4), (-1, 3), (-1, 1))


@dataclass(frozen=True, slots=True)
class Board:
    """Who touches whom.

    Args:
        place: Centre of each field: half fields from the left, line.
        field_corners: The six corners of each field, clockwise from its top.
        corner_place: Place of each corner: half fields from the left, thirds of a line from the top.
        corner_fields: Fields of each corner, one to three.
        corner_edges: Edges of each corner, two or three.
        edge_corners: Both corners of each edge, the smaller number first.
        edge_fields: Fields of each edge, one at the coast and else two.
        field_fields: Neighbours of each field.
        coast: Edges of the coast in a ring, clockwise from the first corner.
    """

    place: Sequence[tuple[int, int]]
    field_corners: Sequence[tuple[int, ...]]
    corner_place: Sequence[tuple[int, int]]
    corner_fields: Sequence[tuple[int, ...]]
    corner_edges: Sequence[tuple[int, ...]]
    edge_corners: Sequence[tuple[int, int]]
    edge_fields: Sequence[tuple[int, ...]]
    field_fields: Sequence[tuple[int, ...]]
    coast: Sequence[int]


@cache
def board() -> Board:
    """The frame of the game: rows of 4, 5, 6, 5 and 4 fields."""
    place = [
        (2 * column + max(ROWS) - width + 1, line)
        for line, width in enumerate(ROWS)
        for column in range(width)
    ]
    spots = [[(x + right, 3 * line + down) for right, down in _CORNERS] for x, line in place]
    corners = sorted({spot for around in spots for spot in around}, key=lambda spot: (spot[1], spot[0]))
    number = {spot: corner for corner, spot in enumerate(corners)}
    field_corners = [tuple(number[spot] for spot in around) for around in spots]
    sides = [[tuple(sorted((around[i], around[(i + 1) % 6]))) for i in range(6)] for around in field_corners]
    edges = sorted({side for around in sides for side in around})
    edge_fields = [tuple(f for f, around in enumerate(sides) if edge in around) for edge in edges]
    pairs = [(edge[0], edge[1]) for edge in edges]
    return Board(
        place=place,
        field_corners=field_corners,
        corner_place=corners,
        corner_fields=[
            tuple(f for f, around in enumerate(field_corners) if c in around) for c in range(len(corners))
        ],
        corner_edges=[tuple(e for e, ends in enumerate(pairs) if c in ends) for c in range(len(corners))],
        edge_corners=pairs,
        edge_fields=edge_fields,
        field_fields=[
            tuple(sorted({o for ends in edge_fields if f in ends for o in ends} - {f}))
            for f in range(len(place))
        ],
        coast=_ring(pairs, edge_fields),
    )


def _ring(pairs: Sequence[tuple[int, int]], edge_fields: Sequence[tuple[int, ...]]) -> list[int]:
    """The edges of the coast, one after the other, to the right from the top."""
    left = {edge for edge, fields in enumerate(edge_fields) if len(fields) == 1}
    corner, ring = 0, []
    edge = max(edge for edge in left if corner in pairs[edge])
    while left:
        ring.append(edge)
        left.remove(edge)
        corner = sum(pairs[edge]) - corner
        edge = next((other for other in left if corner in pairs[other]), edge)
    return ring


def spread(n: int, over: Sequence[int]) -> list[int]:
    """So many of a ring, evenly spread: number k is at ⌊k · length / n⌋ (A3)."""
    return [over[k * len(over) // n] for k in range(n)]
