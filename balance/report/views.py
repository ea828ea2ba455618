"""One cell as the report asks about it. What was not measured is None or empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite, nan

import numpy as np

from balance.core.metric import CellFacts, Histogram, Tally
from balance.metrics import LENGTHS, MARGINS, SCORES, CellMeasures
from balance.report.facts import CellRecord
from balance.report.panels import Quantiles
from balance.report.phrases import Phrases
from balance.stats.estimate import Estimate

LONGEST_SHORT = 18
"""Signs by which short names must differ: a figure may cut what follows."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell's record and what was measured in it.

    Args:
        record: From the manifest.
        measured: Its estimates and histograms.
        label: Its name in the reader's language.
        short: The same without what its settings are called; unlike that of any other cell.
    """

    record: CellRecord
    measured: CellMeasures
    label: str
    short: str

    @property
    def facts(self) -> CellFacts:
        """What the metrics knew about it."""
        return self.measured.facts

    def one(self, metric: str, item: str | None = None) -> Estimate | None:
        """The estimate of a metric for the whole table."""
        for measure in self.measured.of(metric):
            if measure.seat is None and measure.item == item:
                return measure.estimate
        return None

    def by_seat(self, metric: str) -> dict[int, Estimate]:
        """A metric's estimates a seat, in the order of seats."""
        found = {
            measure.seat: measure.estimate
            for measure in self.measured.of(metric)
            if measure.seat is not None and measure.item is None
        }
        return dict(sorted(found.items()))

    def by_item(self, metric: str) -> dict[str, Estimate]:
        """A metric's estimates an item, in the order they were made."""
        return {
            measure.item: measure.estimate
            for measure in self.measured.of(metric)
            if measure.seat is None and measure.item is not None
        }

    def scores(self, seat: int) -> Histogram | None:
        """Final scores of a seat."""
        return self._histogram(SCORES.tally(), seat)

    def margins(self) -> Histogram | None:
        """Leads of the first over the second."""
        return self._histogram(MARGINS.tally())

    def lengths(self) -> Histogram | None:
        """Lengths of playouts."""
        return self._histogram(LENGTHS.tally())

    def _histogram(self, tally: Tally, *part: int) -> Histogram | None:
        """None if no metric needed it, or nothing was counted."""
        if tally not in self.measured.tallied:
            return None
        histogram = self.measured.histogram(tally, *part)
        return histogram if int(histogram.counts.sum()) > 0 else None

    @property
    def truncated(self) -> float:
        """Share of playouts without a result; 0 if it was not measured."""
        estimate = self.one("truncated_share")
        return estimate.value if estimate is not None and isfinite(estimate.value) else 0.0

    @property
    def fair(self) -> float:
        """What a seat would win if all were equal: an even part of the decided playouts."""
        return (1 - self.truncated) / self.facts.n_seats


def merged(histograms: Sequence[Histogram]) -> Histogram | None:
    """The sum of histograms; None if there is nothing in any."""
    filled = [h for h in histograms if len(h.values)]
    if not filled:
        return None
    values, places = np.unique(np.concatenate([h.values for h in filled]), return_inverse=True)
    counts = np.zeros(len(values), np.int64)
    np.add.at(counts, places, np.concatenate([h.counts for h in filled]))
    return Histogram(values, counts)


def mode_of(histogram: Histogram) -> tuple[int, float]:
    """The most frequent value and its share."""
    place = int(np.argmax(histogram.counts))
    return int(histogram.values[place]), float(histogram.counts[place] / histogram.counts.sum())


def quantiles_of(histogram: Histogram | None) -> Quantiles:
    """The smallest values that reach 5, 25, 50, 75 and 95% of all; not numbers where nothing was counted."""
    if histogram is None:
        return (nan, nan, nan, nan, nan)
    sums = np.cumsum(histogram.counts)
    ranks = [max(1, ceil(q * int(sums[-1]) - 1e-9)) for q in QUANTILES]
    a, b, c, d, e = (float(histogram.values[np.searchsorted(sums, rank)]) for rank in ranks)
    return (a, b, c, d, e)


def views_of(
    records: Sequence[CellRecord], measured: Sequence[CellMeasures], phrases: Phrases
) -> tuple[CellView, ...]:
    """Cells in the order of the manifest; those that were not measured are left out."""
    by_key = {cell.facts.key: cell for cell in measured}
    found = [record for record in records if record.key in by_key]
    shorts = [phrases.short_cell(record) for record in found]
    if len({short[:LONGEST_SHORT] for short in shorts}) < len(shorts):
        shorts = [f"{place}: {short}" for place, short in enumerate(shorts, 1)]
    return tuple(
        CellView(record, by_key[record.key], phrases.cell(record), short)
        for record, short in zip(found, shorts, strict=True)
    )
