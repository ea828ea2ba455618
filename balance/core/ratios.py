"""Ways to measure things of which each playout has another number: rounds, turns, tiles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from balance.core.courses import Parts, Shares
from balance.core.gauges import ALPHA, QUANTILES, estimate, power_sums, share_of_things
from balance.core.metric import CellFacts, Histogram, Part, Quotient, Reading, Tallied, Tally
from balance.stats.estimate import Estimate
from balance.stats.means import UNBOUNDED, ratio_interval
from balance.stats.multiple import holm
from balance.stats.quantiles import quantile
from balance.stats.shares import ratio_p


@dataclass(frozen=True, slots=True)
class Ratios:
    """How much of something falls to each of some things, e.g. turns to a round; unlike a share it may exceed 1.

    Args:
        table: The columns' table.
        columns: In a cell, by item (None: no item): what is counted, and the things it is divided by.
    """

    table: Literal["games", "seats"]
    columns: Shares
    procedure: str = "ratio_t"

    def _three(self, facts: CellFacts, part: str, whole: str) -> tuple[Tally, Tally, Tally]:
        names = (part, whole, f"{part}+{whole}")
        a, b, c = (Tally(self.table, name, per=facts.unit) for name in names)
        return a, b, c

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Part, whole and their sum of every item."""
        return tuple(tally for pair in self.columns(facts).values() for tally in self._three(facts, *pair))

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """In the order of the items; NaN without limits where there is nothing to divide by."""
        for item, pair in self.columns(facts).items():
            part, whole, both = (tallied[tally][()] for tally in self._three(facts, *pair))
            n, x1, x2 = power_sums(whole)
            _, y1, y2 = power_sums(part)
            product = (power_sums(both)[2] - y2 - x2) // 2
            value, limits = math.nan, UNBOUNDED
            if x1:
                value = y1 / x1
                limits = ratio_interval(n, y1, x1, y2, product, x2, alpha=ALPHA)
            yield Reading(estimate(facts, self.procedure, value, limits), item=item)

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """One an item."""
        for item, pair in self.columns(facts).items():
            part, whole, _ = self._three(facts, *pair)
            yield Quotient(Part(part), whole=Part(whole), item=item)


@dataclass(frozen=True, slots=True)
class SeatParts:
    """Shares of things by seat: how many of those that a playout has are the seat's.

    Args:
        part: Column of `seats` that counts the seat's.
        whole: Column of `seats` that counts all of the playout's.
    """

    part: str
    whole: str
    procedure: str = "ratio_share"

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Part, whole and their sum, split by seat."""
        per: Literal["row", "deal"] = "deal" if facts.rotate else "row"
        names = (self.part, self.whole, f"{self.part}+{self.whole}")
        return tuple(Tally("seats", name, ("seat",), per) for name in names)

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """Seat by seat."""
        for seat in range(facts.n_seats):
            histograms = [tallied[tally][(seat,)] for tally in self.tallies(facts)]
            yield Reading(share_of_things(facts, self.procedure, *histograms), seat)


@dataclass(frozen=True, slots=True)
class Leads:
    """Shares of things minus what they would be if all seats were alike: 1 / number of seats.

    Args:
        parts: The shares.
    """

    parts: Parts
    procedure: str = "ratio_share"

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Those of the shares."""
        return self.parts.tallies(facts)

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """In the order of the items."""
        fair = 1 / facts.n_seats
        for reading in self.parts.read(facts, tallied):
            e = reading.estimate
            yield replace(
                reading, estimate=replace(e, value=e.value - fair, low=e.low - fair, high=e.high - fair)
            )


@dataclass(frozen=True, slots=True)
class FairTests:
    """For each share of things, p of the hypothesis that it is 1 / number of seats, by Holm's method for all.

    Args:
        parts: The shares.
    """

    parts: Parts
    procedure: str = "ratio_p"

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Those of the shares."""
        return self.parts.tallies(facts)

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """In the order of the items; a p value has no interval."""
        tallies = iter(self.parts.tallies(facts))
        items = list(self.parts.shares(facts))
        plain = []
        for _ in items:
            part, whole, both = (tallied[next(tallies)][()] for _ in range(3))
            _, x1, x2 = power_sums(whole)
            _, y1, y2 = power_sums(part)
            product = (power_sums(both)[2] - y2 - x2) // 2
            plain.append(ratio_p(y1, x1, y2, product, x2, fair=facts.n_seats))
        for item, p in zip(items, holm(plain), strict=True):
            value = Estimate(p, math.nan, math.nan, facts.n, 1 - ALPHA, self.procedure)
            yield Reading(value, item=item)


@dataclass(frozen=True, slots=True)
class PooledQuantiles:
    """Quantiles of things of which each playout has several, a column each; 0 stands for one it does not have.

    Args:
        columns: In a cell, the columns of `games`.
    """

    columns: Callable[[CellFacts], tuple[str, ...]]
    procedure: str = "ranks"

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """The distribution of each column."""
        return tuple(Tally("games", column) for column in self.columns(facts))

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """Quantiles upwards, of all columns together; things of one playout count as one for the limits.

        None where no playout has any.
        """
        counts: dict[int, int] = {}
        for tally in self.tallies(facts):
            for value, count in _pairs(tallied[tally][()]):
                if value:
                    counts[value] = counts.get(value, 0) + count
        n = sum(counts.values())
        if n == 0:
            return
        whole = _histogram(counts)
        repeats = min(n, facts.per_unit * max(1, round(n / facts.n)))
        for item, q in QUANTILES.items():
            value, limits = quantile(whole.values, whole.counts, q, repeats=repeats, alpha=ALPHA)
            yield Reading(estimate(facts, self.procedure, value, limits), item=item)


def _pairs(histogram: Histogram) -> Iterator[tuple[int, int]]:
    return zip(histogram.values.tolist(), histogram.counts.tolist(), strict=True)


def _histogram(counts: Mapping[int, int]) -> Histogram:
    ordered = sorted(counts.items())
    values = np.array([value for value, _ in ordered], np.int64)
    return Histogram(values, np.array([count for _, count in ordered], np.int64))
