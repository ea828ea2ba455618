"""Ways to measure how a game goes on from its first phase to its last."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from balance.core.gauges import ALPHA, QUANTILES, estimate, power_sums, share_of_things
from balance.core.metric import CellFacts, Part, Quotient, Reading, Tallied, Tally
from balance.stats.means import LEAST_UNITS, UNBOUNDED, ratio_interval
from balance.stats.quantiles import quantile

Shares = Callable[[CellFacts], Mapping[Any, tuple[str, str]]]
"""In a cell, by item (None: no item): the column that counts a kind of thing, and the one that counts all of them."""


ROUND = "round"
"""Stands before the number of a moment that is a round, not a phase of the game."""


def parted(item: str) -> tuple[str, str, int] | None:
    """What an item `<what>@<phase>` or `<what>@round<n>` is of: the what, `phase` or `round`, and its number."""
    what, at, when = item.rpartition("@")
    number = when.removeprefix(ROUND)
    if not at or not number.isdecimal():
        return None
    return what, "phase" if number == when else ROUND, int(number)


def over_phases(phases: Mapping[int, Mapping[str, str]]) -> dict[str, tuple[str, str]]:
    """Shares of several kinds in each phase of a game, as `Parts` takes them; items are called `<kind>@<phase>`.

    Args:
        phases: By phase, from 1, the columns of its kinds; together they are all things of the phase.
    """
    return {
        f"{kind}@{phase}": (part, "+".join(columns.values()))
        for phase, columns in phases.items()
        for kind, part in columns.items()
    }


@dataclass(frozen=True, slots=True)
class Parts:
    """Shares of things, an item each; the figure kind `mix` draws those of `over_phases`.

    Args:
        table: The columns' table.
        shares: What is counted, and among what.
    """

    table: Literal["games", "seats"]
    shares: Shares
    procedure: str = "ratio_share"

    def _three(self, facts: CellFacts, part: str, whole: str) -> tuple[Tally, Tally, Tally]:
        columns = (part, whole, f"{part}+{whole}")
        a, b, c = (Tally(self.table, column, per=facts.unit) for column in columns)
        return a, b, c

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Part, whole and their sum of every item."""
        return tuple(tally for pair in self.shares(facts).values() for tally in self._three(facts, *pair))

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """In the order of the items."""
        for item, pair in self.shares(facts).items():
            histograms = [tallied[tally][()] for tally in self._three(facts, *pair)]
            yield Reading(share_of_things(facts, self.procedure, *histograms), item=item)

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """One share an item."""
        for item, pair in self.shares(facts).items():
            part, whole, _ = self._three(facts, *pair)
            yield Quotient(Part(part), whole=Part(whole), is_share=True, item=item)


@dataclass(frozen=True, slots=True)
class MeansOf(Parts):
    """Means over some of all playouts, or over the turns or things of them, an item each.

    Its pairs of columns are a sum, and over how many it is taken: 0 of a playout that does not count, or the
    playout's turns. The figure kind `lines` draws items that are called `<what>@round<n>`. Where fewer units
    count than `LEAST_UNITS`, they bound nothing.
    """

    procedure: str = "ratio_t"

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """In the order of the items; NaN where nothing counts. `n` is the playouts that do."""
        for item, pair in self.shares(facts).items():
            part, whole, both = (tallied[tally][()] for tally in self._three(facts, *pair))
            n, whole1, whole2 = power_sums(whole)
            _, part1, part2 = power_sums(part)
            n -= int(whole.counts[whole.values == 0].sum())
            limits = UNBOUNDED
            if n >= LEAST_UNITS:
                product = (power_sums(both)[2] - part2 - whole2) // 2
                limits = ratio_interval(n, part1, whole1, part2, product, whole2, alpha=ALPHA)
            value, counted = (part1 / whole1 if whole1 else math.nan), min(whole1, facts.n)
            yield Reading(estimate(facts, self.procedure, value, limits, n=counted), item=item)

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """None: which playouts last so long depends on the rules, so that two variants' are no pairs."""
        return iter(())


@dataclass(frozen=True, slots=True)
class MeanByEnd:
    """Mean of a column of `games` over the playouts that ended for each reason.

    Args:
        column: The column.
    """

    column: str
    procedure: str = "ratio_t"

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Sum, number and both together of each reason."""
        by = ("end_reason",)
        return (
            Tally("games", self.column, by, facts.unit),
            Tally("games", "one", by, facts.unit),
            Tally("games", f"{self.column}+one", by, facts.unit),
        )

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """One mean a reason that occurred."""
        part, whole, both = (tallied[tally] for tally in self.tallies(facts))
        for reason in facts.end_reasons:
            label = (reason,)
            if label not in whole:
                continue
            n, x1, x2 = power_sums(whole[label])
            _, y1, y2 = power_sums(part[label])
            if not x1:
                continue
            product = (power_sums(both[label])[2] - y2 - x2) // 2
            n -= int(whole[label].counts[whole[label].values == 0].sum())
            limits = ratio_interval(n, y1, x1, y2, product, x2, alpha=ALPHA)
            yield Reading(estimate(facts, self.procedure, y1 / x1, limits, n=x1), item=reason)


@dataclass(frozen=True, slots=True)
class QuantilesOver:
    """Quantiles of columns of `games` that belong to the phases of a game; items are called `q50@3`.

    Args:
        columns: Column of each phase, from 1; a value below 0 says that the playout ended before.
    """

    columns: Callable[[CellFacts], Mapping[int, str]]
    procedure: str = "ranks"

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """The distribution of each phase."""
        return tuple(Tally("games", column) for column in self.columns(facts).values())

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """Phase by phase, quantiles upwards; none of a phase that no playout reached."""
        for phase, column in self.columns(facts).items():
            whole = tallied[Tally("games", column)][()]
            kept = whole.values >= 0
            values, counts = whole.values[kept], whole.counts[kept]
            n = int(counts.sum())
            if n < facts.per_unit:
                continue
            for item, q in QUANTILES.items():
                value, limits = quantile(values, counts, q, repeats=facts.per_unit, alpha=ALPHA)
                yield Reading(estimate(facts, self.procedure, value, limits, n=n), item=f"{item}@{phase}")
