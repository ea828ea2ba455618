"""The table as a referee sees it, with packages and refined bars."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import drafting.table
from drafting.table import Setup
from drafting.words import CHOCOLATERIE


@dataclass
class Package:
    """An open or full package: its variety, and whose bars lie in it."""

    variety: str = ""
    owners: Counter[int] = field(default_factory=Counter)

    @property
    def bars(self) -> int:
        """Bars in it."""
        return self.owners.total()


class Table(drafting.table.Table):
    """All of it.

    Args:
        setup: The `setup` event.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, CHOCOLATERIE)
        self.packages: list[Package] = []
        self.packages_full = 0
        self.refined: set[tuple[int, int]] = set()  # stations

    @property
    def has_packages(self) -> bool:
        """Whether bars are packed at all (R15)."""
        return bool(self.setup["packages"]["enabled"])

    @property
    def waits(self) -> bool:
        """Whether finished bars may stay on their stations (R9)."""
        return bool(self.setup["packing"] == "may_wait")

    def begin(self, seat: int, station: int, name: str) -> None:
        """Let a station make a variety from nothing."""
        super().begin(seat, station, name)
        self.refined.discard((seat, station))

    def is_full(self, package: Package) -> bool:
        """Whether nothing more goes in."""
        return bool(package.bars >= self.setup["packages"]["size"])

    def takes(self, package: Package, variety: str) -> bool:
        """Whether a package takes a bar of this variety (R10)."""
        if self.is_full(package):
            return False
        if package.bars:
            return package.variety == variety
        begun = any(
            other.variety == variety and other.bars and not self.is_full(other) for other in self.packages
        )
        return bool(self.setup["second_package_of_variety"]) or not begun
