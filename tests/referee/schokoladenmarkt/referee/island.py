"""The island: its frame of fields, corners and edges, and whether it is laid out as the rules want it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from objections import BrokenOffError, Event, same

from .box import BARE, COAST, RAW_OF, RED
from .record import Record

LINES = (4, 5, 6, 5, 4)  # fields from the top line down (A2)
N_FIELDS = sum(LINES)
AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))  # corners of a field, clockwise from its top


class Frame:
    """Fields, corners and edges by their numbers, drawn on paper: half a field is 1 wide and 2 high."""

    def __init__(self) -> None:
        widest = max(LINES)
        centres = [(widest - n + 2 * place, 3 * line) for line, n in enumerate(LINES) for place in range(n)]
        around = [[(x + dx, y + dy) for dx, dy in AROUND] for x, y in centres]
        points = sorted({point for points in around for point in points}, key=lambda point: point[::-1])
        number = {point: at for at, point in enumerate(points)}
        self.corners = [[number[point] for point in points] for points in around]
        self.n_corners = len(points)
        sides = Counter(
            (min(pair), max(pair))
            for six in self.corners
            for pair in zip(six, [*six[1:], six[0]], strict=True)
        )
        self.edges = sorted(sides)
        self._coast = {edge for edge, n in sides.items() if n == 1}

    @cached_property
    def edges_at(self) -> list[list[int]]:
        """Edges of each corner."""
        return [
            [number for number, edge in enumerate(self.edges) if corner in edge]
            for corner in range(self.n_corners)
        ]

    @cached_property
    def beside(self) -> list[list[int]]:
        """Corners one edge away from each corner."""
        return [[sum(self.edges[it]) - corner for it in edges] for corner, edges in enumerate(self.edges_at)]

    @cached_property
    def fields_at(self) -> list[list[int]]:
        """Fields of each corner, by their numbers."""
        return [
            [field for field, six in enumerate(self.corners) if corner in six]
            for corner in range(self.n_corners)
        ]

    @cached_property
    def next_to(self) -> list[set[int]]:
        """Fields that share an edge with each field."""
        return [
            {other for other, six in enumerate(self.corners) if len(set(six) & set(own)) == 2}
            for own in self.corners
        ]

    @cached_property
    def ring(self) -> list[int]:
        """Edges of the coast, clockwise from the one right of corner 0."""
        here, edge = 0, (0, self.corners[0][1])
        ring: list[int] = []
        while not ring or self.edges.index(edge) != ring[0]:
            ring.append(self.edges.index(edge))
            here = sum(edge) - here
            edge = next(self.edges[it] for it in self.edges_at[here] if self._goes_on(it, ring[-1]))
        return ring

    def _goes_on(self, edge: int, before: int) -> bool:
        return edge != before and self.edges[edge] in self._coast

    def spread(self, n: int) -> list[int]:
        """Edges of n harbours (A3)."""
        return [self.ring[COAST * k // n] for k in range(n)]


FRAME = Frame()


class Island:
    """What lies where.

    Args:
        board: The event `board`.
    """

    def __init__(self, board: Event) -> None:
        self.landscapes = [str(field["landscape"]) for field in board["fields"]]
        self.numbers = [field["number"] for field in board["fields"]]
        self.harbours: dict[int, set[str]] = {}  # of each corner that has one
        for harbour in board["harbours"]:
            for corner in FRAME.edges[harbour["edge"]]:
                self.harbours.setdefault(corner, set()).add(str(harbour["kind"]))

    def raw(self, field: int) -> str | None:
        """The raw material that a field yields."""
        return RAW_OF.get(self.landscapes[field])


def check_island(record: Record, setup: Mapping[str, Any]) -> tuple[Island, int]:
    """Read `board` and object to what is wrong with it; the island and where the robber stands.

    Raises:
        BrokenOffError: If nothing can be played on it.
    """
    board = record.read("landscapes", "board")
    try:
        corners = [list(field["corners"]) for field in board["fields"]]
        record.want(same(corners, FRAME.corners), "A2", "other corners")
        record.want(same(board["edges"], [list(edge) for edge in FRAME.edges]), "A2", "other edges")
        _check_fields(record, setup, board["fields"])
        _check_harbours(record, setup, board["harbours"])
        island = Island(board)
    except (KeyError, TypeError, IndexError) as error:
        record.stop("trace", f"board is malformed: {type(error).__name__}: {error}")
    robber = int(board["robber"])
    record.want(island.landscapes[robber] == "desert", "robber", "the robber does not start on a desert")
    if record.objections:
        raise BrokenOffError
    return island, robber


def _check_fields(record: Record, setup: Mapping[str, Any], fields: Sequence[Event]) -> None:
    laid = Counter(field["landscape"] for field in fields)
    right = +Counter(setup["landscapes"])
    record.want(laid == right, "landscapes", f"laid out are {dict(laid)}")
    jungle = sorted(field["number"] for field in fields if field["landscape"] == "jungle")
    record.want(jungle == sorted(setup["jungle_numbers"]), "A2", f"jungle fields carry {jungle}")
    chips = sorted(field["number"] for field in fields if field["landscape"] not in BARE)
    record.want(chips == sorted(setup["chips"]), "chips", f"chips are {chips}")
    desert = all(field["number"] is None for field in fields if field["landscape"] == "desert")
    record.want(desert, "chips", "a number on a desert")
    _check_red(record, [field["landscape"] for field in fields], [field["number"] for field in fields])


def _check_red(record: Record, landscapes: Sequence[str], numbers: Sequence[int | None]) -> None:
    """Red chips not beside one another, and on different landscapes where that is possible (R20, R29)."""
    with_chip = [field for field, landscape in enumerate(landscapes) if landscape not in BARE]
    red = [field for field in with_chip if numbers[field] in RED]
    apart = all(other not in FRAME.next_to[field] for field in red for other in red)
    differ = len({landscapes[field] for field in red}) == len(red)
    if not apart:
        record.want(not _fits(with_chip, len(red), None), "R20", f"red chips beside one another: {red}")
    elif not differ:
        possible = _fits(with_chip, len(red), landscapes)
        record.want(not possible, "R20", f"red chips on the same landscape: {red}")


def _fits(fields: Sequence[int], n: int, landscapes: Sequence[str] | None) -> bool:
    """Whether n of these fields are not beside one another, nor of the same of these landscapes."""
    if n == 0:
        return True
    for at, field in enumerate(fields[: len(fields) - n + 1]):
        rest = [
            other
            for other in fields[at + 1 :]
            if other not in FRAME.next_to[field]
            and (landscapes is None or landscapes[other] != landscapes[field])
        ]
        if len(rest) >= n - 1 and _fits(rest, n - 1, landscapes):
            return True
    return False


def _check_harbours(record: Record, setup: Mapping[str, Any], harbours: Sequence[Event]) -> None:
    edges = [harbour["edge"] for harbour in harbours]
    right = sorted(setup["harbour_edges"])
    record.want(same(sorted(edges), right), "A3", f"harbours on edges {edges}, not {right}")
    kinds = Counter(harbour["kind"] for harbour in harbours)
    record.want(kinds == Counter(setup["harbour_kinds"]), "R30", f"harbours are {dict(kinds)}")
