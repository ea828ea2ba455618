"""Ways to measure how a game goes on from its first phase to its last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from balance.core.gauges import ALPHA, QUANTILES, estimate, share_of_things
from balance.core.metric import CellFacts, Reading, Tallied, Tally
from balance.stats.quantiles import quantile


@dataclass(frozen=True, slots=True)
class Mix:
    """Shares of several kinds among all things of their group, e.g. of decisions in each phase of the game.

    Items are called `<kind>@<group>`; the figure kind `mix` draws them over the course of the game.

    Args:
        table: The columns' table.
        groups: By group (a phase, from 1), its columns by kind.
        flat: Whether there is one group only, whose items are called by their kind alone.
    """

    table: Literal["games", "seats"]
    groups: Callable[[CellFacts], Mapping[int, Mapping[str, str]]]
    flat: bool = False
    procedure: str = "ratio_share"

    def _three(self, facts: CellFacts, part: str, whole: str) -> tuple[Tally, Tally, Tally]:
        columns = (part, whole, f"{part}+{whole}")
        a, b, c = (Tally(self.table, column, per=facts.unit) for column in columns)
        return a, b, c

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Part, whole and their sum of every kind in every group."""
        found: list[Tally] = []
        for columns in self.groups(facts).values():
            whole = "+".join(columns.values())
            for part in columns.values():
                found += self._three(facts, part, whole)
        return tuple(found)

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """Group by group, kinds as they were named."""
        for group, columns in self.groups(facts).items():
            whole = "+".join(columns.values())
            for kind, part in columns.items():
                histograms = [tallied[tally][()] for tally in self._three(facts, part, whole)]
                name = kind if self.flat else f"{kind}@{group}"
                yield Reading(share_of_things(facts, self.procedure, *histograms), item=name)


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
