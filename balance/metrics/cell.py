"""A cell's tables become its estimates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.core.game import Game
from balance.core.metric import NOTHING, CellFacts, Histogram, Measure, MetricSpec, Tallied, Tally
from balance.metrics.course import COURSE_METRICS
from balance.metrics.neighbours import NEIGHBOUR_METRICS
from balance.metrics.rows import Rows
from balance.metrics.seats import SEAT_METRICS, win_shares
from balance.metrics.tallying import Tallier
from balance.stats.estimate import Estimate, finite_or_none
from balance.stats.seats import largest_variance
from balance.stats.sizes import ALPHA, POWER, smallest_difference

if TYPE_CHECKING:
    import polars as pl

GENERIC = SEAT_METRICS + NEIGHBOUR_METRICS + COURSE_METRICS
"""Metrics of every game, in the order of reports."""


def specs(game: Game) -> tuple[MetricSpec, ...]:
    """All metrics of a game: the generic ones, then `METRICS` of its module `metrics`.

    Raises:
        ValueError: If two metrics have one name.
    """
    found: tuple[MetricSpec, ...] = (*GENERIC, *game.module("metrics").METRICS)
    names = [spec.name for spec in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{game.slug}: two metrics are called {', '.join(twice)}")
    return found


@dataclass(frozen=True, slots=True)
class CellMeasures:
    """All that was measured in a cell.

    Args:
        facts: Of the cell; `n` is the number of playouts that count.
        measures: Estimates in the order of the metrics.
        tallied: The histograms behind them; figures draw them.
        left_out: Playouts of a deal that was never completed; they count nowhere.
    """

    facts: CellFacts
    measures: tuple[Measure, ...]
    tallied: Tallied
    left_out: int = 0

    def of(self, metric: str) -> tuple[Measure, ...]:
        """The estimates of one metric; none if it has no meaning in this cell."""
        return tuple(measure for measure in self.measures if measure.metric == metric)

    def histogram(self, tally: Tally, *part: Any) -> Histogram:
        """A histogram, e.g. `histogram(SCORES.tally(), seat)`; empty if nothing was counted in this part."""
        return self.tallied[tally].get(part, NOTHING)


class Meter:
    """Measures a cell chunk after chunk, so that playouts can be added until an interval is narrow enough.

    Args:
        facts: Of the cell; `n` is counted here, what is given does not matter.
        specs: Metrics to measure.
    """

    def __init__(self, facts: CellFacts, specs: Iterable[MetricSpec]) -> None:
        self._specs = tuple(specs)
        self._tallier = Tallier(facts, [tally for spec in self._specs for tally in spec.tallies(facts)])

    def add(self, games: pl.DataFrame, seats: pl.DataFrame) -> None:
        """Add a chunk of both tables; chunks come in playout order and may be cut anywhere.

        Raises:
            RunError: If tables or chunks do not belong together, or lack a column.
        """
        self._tallier.add(games, seats)

    def add_rows(self, rows: Rows) -> None:
        """Add rows of whole units, checked already."""
        self._tallier.add_rows(rows)

    def measures(self) -> CellMeasures:
        """Estimates from all chunks so far.

        Raises:
            ValueError: If no playout (of a rotated line-up: no whole deal) was added.
        """
        facts, tallied = self._tallier.facts, self._tallier.result()
        if not facts.n:
            raise ValueError(f"cell {facts.key}: no playouts to measure")
        measures = tuple(measure for spec in self._specs for measure in spec.measure(facts, tallied))
        return CellMeasures(facts, measures, tallied, self._tallier.left_out)


def measure_cell(
    facts: CellFacts, specs: Iterable[MetricSpec], chunks: Iterable[tuple[pl.DataFrame, pl.DataFrame]]
) -> CellMeasures:
    """Measure a cell: one pass over its chunks, memory independent of their number.

    Args:
        facts: Of the cell; `n` is counted here, what is given does not matter.
        specs: Metrics to measure.
        chunks: Tables `games` and `seats` of a chunk, in playout order.

    Raises:
        RunError: If tables or chunks do not belong together, or lack a column.
        ValueError: If there is no playout.
    """
    meter = Meter(facts, specs)
    for games, seats in chunks:
        meter.add(games, seats)
    return meter.measures()


def widest(cell: CellMeasures, metric: str) -> float:
    """Half-width of a metric's widest interval, what `precision` asks for; infinite if one has no limits.

    Raises:
        KeyError: If the metric has no estimate in this cell.
    """
    found = cell.of(metric)
    if not found:
        raise KeyError(metric)
    widths = [measure.estimate.half_width for measure in found]
    return math.inf if any(map(math.isnan, widths)) else max(widths)


def visible_drift(cell: CellMeasures, *, alpha: float = ALPHA, power: float = POWER) -> float:
    """The smallest drift of any seat's win share that shows against another run of as many playouts.

    Formula: `smallest_difference` over units with V = 2v, v the variance of the seat that varies most. Ties
    and rotated deals are in it. 1 means that nothing is visible.

    Args:
        cell: A measured cell.
        alpha: Two-sided.
        power: Probability to see it.
    """
    table = win_shares(cell.facts, cell.tallied)
    variance = 2 * largest_variance(table)
    return min(1.0, smallest_difference(table.n_units, variance, alpha=alpha, power=power))


def number_record(estimate: Estimate) -> dict[str, Any]:
    """An estimate as plain data for JSON; what is infinite or does not exist is None."""
    return {
        "value": finite_or_none(estimate.value),
        "low": finite_or_none(estimate.low),
        "high": finite_or_none(estimate.high),
        "n": estimate.n,
        "level": estimate.level,
        "method": estimate.method,
    }


def records(cells: Sequence[CellMeasures]) -> Iterator[dict[str, Any]]:
    """Every estimate as plain data for JSON; what is infinite or does not exist is None."""
    for cell in cells:
        for measure in cell.measures:
            yield {
                "metric": measure.metric,
                "cell": measure.cell,
                "seat": measure.seat,
                "item": measure.item,
                **number_record(measure.estimate),
            }
