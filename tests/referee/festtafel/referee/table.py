"""The table as a referee sees it, with the banquet that all serve on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import drafting.table
from drafting.table import Setup
from drafting.words import FESTTAFEL

from .shapes import Cell, Shape, cells_of, cornered, places, ways


@dataclass
class DiningTable:
    """A table of the banquet: its free cells, and whose dishes are on it."""

    cells: Shape
    bonus: int
    penalty: int
    free: set[Cell] = field(default_factory=set)
    owners: Counter[int] = field(default_factory=Counter)

    @property
    def is_full(self) -> bool:
        """Whether no cell is free."""
        return not self.free


class Table(drafting.table.Table):
    """All of it.

    Args:
        setup: The `setup` event.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, FESTTAFEL)
        self.banquet: dict[str, DiningTable] = {}
        for name, part in setup["banquet"]["tables"].items():
            cells = cells_of(part["shape"])
            self.banquet[name] = DiningTable(cells, part["bonus"], part["penalty"], set(cells))
        self.shapes = {name: cornered(cells_of(part["shape"])) for name, part in setup["dishes"].items()}
        self.mirror = bool(setup["mirror"])

    @property
    def has_banquet(self) -> bool:
        """Whether dishes are served at all (R13)."""
        return bool(self.setup["banquet"]["enabled"])

    @property
    def by_shape(self) -> bool:
        """Whether a dish covers cells in its own form (A5)."""
        return bool(self.setup["fit"] == "polyomino")

    def fits(self, dish: str, table: DiningTable) -> bool:
        """Whether a dish fits on a table (R9, A5)."""
        if not self.by_shape:
            return len(self.shapes[dish]) <= len(table.free)
        return any(True for _ in places(self.shapes[dish], table.free, self.mirror))

    def has_form(self, dish: str, cells: Shape) -> bool:
        """Whether cells have the form of a dish, turned and, where it is allowed, mirrored (R9)."""
        return cornered(cells) in ways(self.shapes[dish], self.mirror)

    def costs(self, table: DiningTable) -> bool:
        """Whether a table counts as half empty at the end (R10)."""
        if self.setup["half_empty"] == "at_most_half":
            return 2 * (len(table.cells) - len(table.free)) <= len(table.cells)
        return not table.is_full

    def holes(self, dishes: Mapping[str, Any]) -> int:
        """Free cells that none of these dishes can cover as the tables lie."""
        return sum(self._holes(table, dishes) for table in self.banquet.values())

    def _holes(self, table: DiningTable, dishes: Mapping[str, Any]) -> int:
        if not self.by_shape:
            return 0 if any(self.fits(dish, table) for dish in dishes) else len(table.free)
        left = set(table.free)
        for shape in {self.shapes[dish] for dish in dishes}:
            for place in places(shape, table.free, self.mirror):
                left -= place
        return len(left)
