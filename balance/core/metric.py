"""What a metric is: which integer histograms it needs and how it turns them into estimates. One spec is all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from balance.stats.estimate import Estimate

Unit = Literal["share", "points", "rolls", "count", "p", "w"]


@dataclass(frozen=True, slots=True)
class Tally:
    """An integer histogram of one column of a table, split by another.

    Args:
        table: `games` (a row a playout) or `seats` (a row a playout and seat).
        column: The integer column; `winners` is the bitmask, `share` a seat's part of the win in sixtieths.
        by: Columns that split it, e.g. `("seat",)` or `("policy",)`.
        per: Unit that is counted: a row, or the rows of a deal summed.
    """

    table: Literal["games", "seats"]
    column: str
    by: tuple[str, ...] = ()
    per: Literal["row", "deal"] = "row"


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts of integer values, exact and independent of order.

    Args:
        values: Distinct values, ascending, shape (k,).
        counts: How often each occurred, shape (k,).
    """

    values: NDArray[np.int64]
    counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CellFacts:
    """What a metric may know about a cell besides its tallies.

    Args:
        key: Key of the cell.
        n_seats: Number of players.
        n: Playouts.
        policies: Name of each policy of the line-up.
        rotate: Whether the line-up rotates, so that the deal is the unit of chance.
        rules: The game's rules model.
        end_reasons: Texts of the codes in `end_reason`.
    """

    key: str
    n_seats: int
    n: int
    policies: tuple[str, ...]
    rotate: bool
    rules: Any
    end_reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """One estimate with its address.

    Args:
        metric: Name of the metric.
        cell: Key of the cell.
        seat: Seat from 0, or None.
        item: Variety, source of points, policy, end reason …, or None.
        estimate: The number.
    """

    metric: str
    cell: str
    seat: int | None
    item: str | None
    estimate: Estimate


Tallied = Mapping[Tally, Mapping[tuple[Any, ...], Histogram]]
"""For each tally the histogram of each value of its `by` columns."""


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric, whole: JSON, gates, report and docs read it here.

    Args:
        name: The name by which JSON and gates call it.
        unit: What its value counts.
        de: What it is, a short German title.
        en: The same in English.
        formula: Plain formula for docs/metrics.md.
        tallies: Histograms it needs in a cell.
        measure: Estimates from them.
    """

    name: str
    unit: Unit
    de: str
    en: str
    formula: str
    tallies: Callable[[CellFacts], tuple[Tally, ...]]
    measure: Callable[[CellFacts, Tallied], Iterable[Measure]]
