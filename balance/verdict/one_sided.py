"""What was measured on one side of a comparison only, so that nobody takes its absence for no change."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from balance.core.metric import MetricSpec
from balance.metrics import CellMeasures

SideLetter = Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class OneSided:
    """A metric, or one item of it, that only one of two cells has.

    Args:
        metric: Name of the metric.
        cell: Key of the pair of cells.
        item: Variety, source of points, policy …; None for the whole metric.
        side: The side that has it.
    """

    metric: str
    cell: str
    item: str | None
    side: SideLetter


def one_sided(cell: str, specs: Iterable[MetricSpec], a: CellMeasures, b: CellMeasures) -> Iterator[OneSided]:
    """What one of two cells has a value of and the other has not; seats are no items, for tables differ in size.

    Args:
        cell: Key of the pair.
        specs: The metrics that both are compared by.
        a: The first cell.
        b: The second.
    """
    for spec in specs:
        if spec.unit == "p":
            continue
        ours, theirs = _items(spec.name, a), _items(spec.name, b)
        sides: tuple[tuple[SideLetter, dict[str | None, None], dict[str | None, None]], ...] = (
            ("a", ours, theirs),
            ("b", theirs, ours),
        )
        for side, has, other in sides:
            if has and not other:
                yield OneSided(spec.name, cell, None, side)
            elif has:
                yield from (OneSided(spec.name, cell, item, side) for item in has if item not in other)


def _items(metric: str, cell: CellMeasures) -> dict[str | None, None]:
    """The items of which a cell has a value."""
    return {found.item: None for found in cell.of(metric) if math.isfinite(found.estimate.value)}
