"""Two cells that were played with the same chance, measured together: deal by deal, in one pass over both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from balance.core.errors import RunError
from balance.core.metric import CellFacts, MetricSpec, Part, Quotient, Tally
from balance.metrics.cell import CellMeasures, Meter
from balance.metrics.rows import Ints, Rows
from balance.metrics.tallying import Label, WholeUnits, unit_sums
from balance.stats.paired import PairedDifference, PairSums, paired_difference

if TYPE_CHECKING:
    import polars as pl

    Tables = tuple[pl.DataFrame, pl.DataFrame]


@dataclass(frozen=True, slots=True)
class Address:
    """What an estimate is of, within a cell.

    Args:
        metric: Name of the metric.
        seat: As in `Measure`.
        item: As in `Measure`.
    """

    metric: str
    seat: int | None
    item: str | None


@dataclass(frozen=True, slots=True)
class PairMeasures:
    """Two cells of the same deals.

    Args:
        a: All that was measured in the first, over the deals that both have.
        b: The same of the second.
        differences: Of every estimate that is a quotient of sums over deals, and whether it is a share of deals (a
            share of things, some in each deal, is treated as a ratio).
    """

    a: CellMeasures
    b: CellMeasures
    differences: dict[Address, tuple[PairedDifference, bool]]


def measure_pair(
    a: CellFacts,
    b: CellFacts,
    specs: Iterable[MetricSpec],
    chunks: Iterable[tuple[Tables, Tables]],
) -> PairMeasures:
    """Measure two cells of the same deals in one pass; only playouts that both have count.

    Args:
        a: Facts of the first cell.
        b: Facts of the second; as many seats, and it rotates if the first does.
        specs: Metrics to measure.
        chunks: Tables `games` and `seats` of the same playouts in both cells, in playout order.

    Raises:
        RunError: If tables do not belong together, or lack a column.
        ValueError: If the cells cannot be paired, or there is no playout.
    """
    pair = _Pair(a, b, tuple(specs))
    for first, second in chunks:
        pair.add(first, second)
    return pair.result()


def deal_differences(
    a: CellFacts,
    b: CellFacts,
    specs: Iterable[MetricSpec],
    chunks: Iterable[tuple[Tables, Tables]],
) -> dict[Address, tuple[PairedDifference, bool]]:
    """The differences alone, of two cells that are measured already over the same playouts.

    Args and errors as `measure_pair`.
    """
    pair = _Pair(a, b, tuple(spec for spec in specs if any(spec.quotients(a))), is_measured=True)
    for first, second in chunks:
        pair.add(first, second)
    return pair.differences()


class _Pair:
    def __init__(
        self, a: CellFacts, b: CellFacts, specs: tuple[MetricSpec, ...], *, is_measured: bool = False
    ) -> None:
        if (a.n_seats, a.rotate) != (b.n_seats, b.rotate):
            raise ValueError("cells of other seats or another rotation share no deals")
        self._sides = (_Side(a, specs, is_measured), _Side(b, specs, is_measured))
        common = [address for address in self._sides[0].quotients if address in self._sides[1].quotients]
        self._sums = {address: PairSums() for address in common}

    def add(self, first: Tables, second: Tables) -> None:
        rows = [side.whole_rows(*tables) for side, tables in zip(self._sides, (first, second), strict=True)]
        if rows[0] is None or rows[1] is None:
            if rows[0] is not rows[1]:
                raise RunError("the two runs hold other playouts: play them again")
            return
        a, b = (_Units(found) for found in rows if found is not None)
        if not a.is_aligned(b):
            raise RunError("the two runs hold other playouts: play them again")
        for address, sums in self._sums.items():
            qa, qb = (side.quotients[address] for side in self._sides)
            sums.add(a.of(qa.part), a.of(qa.whole), b.of(qb.part), b.of(qb.whole))

    def differences(self) -> dict[Address, tuple[PairedDifference, bool]]:
        found = {}
        for address, sums in self._sums.items():
            qa, qb = (side.quotients[address] for side in self._sides)
            if sums.sums[1] > 0 and sums.sums[3] > 0:
                found[address] = (
                    paired_difference(sums, qa.scale, qb.scale),
                    qa.is_share and qa.whole is None,
                )
        return found

    def result(self) -> PairMeasures:
        a, b = (side.meter.measures() for side in self._sides)
        return PairMeasures(a, b, self.differences())


class _Side:
    """One of the two cells: its meter, and what of its metrics can be compared deal by deal."""

    def __init__(self, facts: CellFacts, specs: tuple[MetricSpec, ...], is_measured: bool) -> None:
        self.meter = Meter(facts, () if is_measured else specs)
        self.quotients: dict[Address, Quotient] = {
            Address(spec.name, quotient.seat, quotient.item): quotient
            for spec in specs
            for quotient in spec.quotients(facts)
        }
        self._units = WholeUnits(facts)

    def whole_rows(self, games: pl.DataFrame, seats: pl.DataFrame) -> Rows | None:
        rows = self._units.rows(games, seats)
        if rows is not None:
            self.meter.add_rows(rows)
        return rows


class _Units:
    """What the units of a chunk count; each tally is summed once."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._sums: dict[Tally, dict[Label, Ints]] = {}
        self._ones = np.ones(rows.n_playouts // rows.facts.per_unit, np.int64)

    def is_aligned(self, other: _Units) -> bool:
        """Whether both hold the same playouts."""
        own, others = (units._rows.column("games", "playout") for units in (self, other))
        return bool(np.array_equal(own, others))

    def of(self, part: Part | None) -> Ints:
        """Shape (units,); 1 each for no part."""
        if part is None:
            return self._ones
        tally = part.tally
        if tally not in self._sums:
            self._sums[tally] = unit_sums(self._rows, tally, tally.by)
        return self._sums[tally].get(part.label, np.zeros_like(self._ones))


def common_chunks(a: Iterable[Tables], b: Iterable[Tables], n: int) -> Iterator[tuple[Tables, Tables]]:
    """Chunks of two cells side by side, cut to the first n playouts; their boundaries are the same."""
    left = n
    for first, second in zip(a, b, strict=False):
        height = min(left, first[0].height, second[0].height)
        if height <= 0:
            return
        yield _cut(first, height), _cut(second, height)
        left -= height


def _cut(tables: Tables, height: int) -> Tables:
    games, seats = tables
    if games.height == height:
        return tables
    return games.head(height), seats.head(seats.height // games.height * height)
