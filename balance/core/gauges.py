"""Ready-made ways to measure, for the generic metrics and a game's own, however chunks were cut.

Playouts of a rotated line-up share their deal; there every gauge counts deals (`CellFacts.unit`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from balance.core.metric import NOTHING, CellFacts, Histogram, Part, Quotient, Reading, Tallied, Tally
from balance.core.tables import SHARE_UNIT
from balance.stats.estimate import Estimate, Interval
from balance.stats.means import UNBOUNDED, mean_interval, ratio_interval
from balance.stats.procedures import BY_DEAL
from balance.stats.quantiles import quantile
from balance.stats.shares import EVERYTHING, ratio_share, wilson

LEVEL = 0.95
ALPHA = 1 - LEVEL
QUANTILES: Mapping[str, float] = {"q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95}

Columns = str | Callable[[CellFacts], Mapping[Any, str]]
"""A column, or the columns that exist in a cell by the item they are about (None: no item)."""


def estimate(
    facts: CellFacts, procedure: str, value: float, limits: Interval, *, n: int | None = None
) -> Estimate:
    """An estimate that says by which procedure and unit it was made; `n` is the cell's unless given."""
    method = procedure + BY_DEAL if facts.rotate else procedure
    return Estimate(value, limits.low, limits.high, facts.n if n is None else n, LEVEL, method)


def power_sums(histogram: Histogram) -> tuple[int, int, int]:
    """Number, sum and sum of squares of a histogram's values, exact: Python's integers do not overflow."""
    pairs = list(zip(histogram.values.tolist(), histogram.counts.tolist(), strict=True))
    return (
        sum(count for _, count in pairs),
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
    )


def share_estimate(facts: CellFacts, histogram: Histogram, *, weight: int = 1, family: int = 1) -> Estimate:
    """A share of playouts from what a unit counts, between 0 and `weight` a playout.

    Args:
        facts: Of the cell.
        histogram: Of units; those that counted 0 may be missing.
        weight: What a playout counts at most: 1, or a whole win of several seats in sixtieths.
        family: Shares whose intervals shall hold together; 1 is `wilson`, more is `goodman`.
    """
    _, total, squares = power_sums(histogram)
    scale = weight * facts.per_unit
    limits = wilson(facts.n_units, total / scale, squares / scale**2, alpha=ALPHA, family=family)
    procedure = "wilson" if family == 1 else "goodman"
    return estimate(facts, procedure, total / scale / facts.n_units, limits)


def items_of(columns: Columns, facts: CellFacts) -> Mapping[str | None, str]:
    """Columns of a cell by item."""
    return {None: columns} if isinstance(columns, str) else dict(columns(facts))


@dataclass(frozen=True, slots=True)
class Mean:
    """Means of integer columns with t intervals.

    The seats of a playout depend on one another, so a mean over seats counts sums of playouts (or deals).

    Args:
        table: The columns' table.
        columns: What is averaged.
        each: Average a playout's sum, or a seat.
        by_seat: Whether each seat gets its own mean too, behind that of all.
        unit: What a value is divided by, e.g. 1000 where a column holds thousandths.
    """

    table: Literal["games", "seats"]
    columns: Columns
    each: Literal["playout", "seat"] = "playout"
    by_seat: bool = False
    unit: int = 1
    procedure: str = "t"

    def _whole(self, facts: CellFacts, column: str) -> Tally:
        return Tally(self.table, column, per=facts.unit)

    def _split(self, facts: CellFacts, column: str) -> Tally:
        return Tally(self.table, column, ("seat",), "deal" if facts.rotate else "row")

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """One a column, and one by seat where seats are asked for."""
        columns = list(items_of(self.columns, facts).values())
        split = [self._split(facts, column) for column in columns] if self.by_seat else []
        return tuple([self._whole(facts, column) for column in columns] + split)

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """Of all seats first, then of each."""
        for item, column in items_of(self.columns, facts).items():
            scale = self.unit * facts.per_unit * (facts.n_seats if self.each == "seat" else 1)
            yield Reading(self._mean(facts, tallied[self._whole(facts, column)][()], scale), item=item)
            if self.by_seat:
                split = tallied[self._split(facts, column)]
                for seat in range(facts.n_seats):
                    yield Reading(self._mean(facts, split[(seat,)], self.unit * facts.per_unit), seat, item)

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """Of all seats first, then of each."""
        for item, column in items_of(self.columns, facts).items():
            scale = self.unit * facts.per_unit * (facts.n_seats if self.each == "seat" else 1)
            yield Quotient(Part(self._whole(facts, column)), scale, item=item)
            if self.by_seat:
                tally = Tally(self.table, column, ("seat",), facts.unit)
                for seat in range(facts.n_seats):
                    yield Quotient(Part(tally, (seat,)), self.unit * facts.per_unit, seat=seat, item=item)

    def _mean(self, facts: CellFacts, histogram: Histogram, scale: int) -> Estimate:
        n, total, squares = power_sums(histogram)
        limits = mean_interval(n, total, squares, scale=scale, alpha=ALPHA)
        return estimate(facts, self.procedure, total / n / scale, limits)


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Quantiles of an integer column (5, 25, 50, 75, 95%: items `q05` … `q95`) with limits by ranks.

    Args:
        table: The column's table; of `seats` each seat has its own quantiles.
        column: The column.
    """

    table: Literal["games", "seats"]
    column: str
    procedure: str = "ranks"

    def tally(self) -> Tally:
        """The distribution itself, which figures draw."""
        return Tally(self.table, self.column, ("seat",) if self.table == "seats" else ())

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """The distribution."""
        return (self.tally(),)

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """Seat by seat, quantiles upwards."""
        parts = tallied[self.tally()]
        for seat in range(facts.n_seats) if self.table == "seats" else (None,):
            histogram = parts[() if seat is None else (seat,)]
            for item, q in QUANTILES.items():
                value, limits = quantile(
                    histogram.values, histogram.counts, q, repeats=facts.per_unit, alpha=ALPHA
                )
                yield Reading(estimate(facts, self.procedure, value, limits), seat, item)


@dataclass(frozen=True, slots=True)
class PlayoutShare:
    """Share of playouts in which a column of `games` is 1 (it is 0 otherwise).

    Args:
        columns: The column, or several by item.
    """

    columns: Columns
    procedure: str = "wilson"

    def _tally(self, facts: CellFacts, column: str) -> Tally:
        return Tally("games", column, per=facts.unit)

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Playouts a unit where it is 1, one a column."""
        return tuple(self._tally(facts, column) for column in items_of(self.columns, facts).values())

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """One share a column."""
        for item, column in items_of(self.columns, facts).items():
            yield Reading(share_estimate(facts, tallied[self._tally(facts, column)][()]), item=item)

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """One share a column."""
        for item, column in items_of(self.columns, facts).items():
            yield Quotient(Part(self._tally(facts, column)), facts.per_unit, item=item, is_share=True)


@dataclass(frozen=True, slots=True)
class EndShare:
    """Share of playouts that ended for a reason.

    Args:
        reason: The reason, or empty for all of them, with intervals that hold together.
        only: Whether it has a meaning in a cell.
    """

    reason: str = ""
    only: Callable[[CellFacts], bool] = lambda _: True

    @property
    def procedure(self) -> str:
        """All reasons are a family, one is not."""
        return "wilson" if self.reason else "goodman"

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Playouts a unit for each reason."""
        return (Tally("games", "one", ("end_reason",), facts.unit),) if self.only(facts) else ()

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """In the order of the game's reasons; one that never came is 0, with its upper limit."""
        parts = tallied[self.tallies(facts)[0]]
        for reason in (self.reason,) if self.reason else facts.end_reasons:
            family = 1 if self.reason else len(facts.end_reasons)
            histogram = parts.get((reason,), NOTHING)
            value = share_estimate(facts, histogram, family=family)
            yield Reading(value, item=None if self.reason else reason)

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """In the order of the game's reasons."""
        (tally,) = self.tallies(facts)
        for reason in (self.reason,) if self.reason else facts.end_reasons:
            item = None if self.reason else reason
            yield Quotient(Part(tally, (reason,)), facts.per_unit, is_share=True, item=item)


def share_of_things(
    facts: CellFacts, procedure: str, part: Histogram, whole: Histogram, both: Histogram
) -> Estimate:
    """A share of things from histograms of part, whole and their sum; NaN between 0 and 1 if there was nothing."""
    n, whole1, whole2 = power_sums(whole)
    _, part1, part2 = power_sums(part)
    product = (power_sums(both)[2] - part2 - whole2) // 2
    n -= int(whole.counts[whole.values == 0].sum())
    value, limits = math.nan, EVERYTHING
    if whole1:
        value = part1 / whole1
        limits = ratio_share(n, part1, whole1, part2, product, whole2, alpha=ALPHA)
    return estimate(facts, procedure, value, limits)


@dataclass(frozen=True, slots=True)
class PartOfWhole:
    """Share of things, counted over all seats, that are of a certain kind.

    Args:
        part: Column of `seats` that counts the kind.
        whole: Column of `seats` that counts all things.
        only: Whether it has a meaning in a cell.
    """

    part: str
    whole: str
    only: Callable[[CellFacts], bool] = lambda _: True
    procedure: str = "ratio_share"

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Part, whole and their sum, by whose square the two are known to move together."""
        if not self.only(facts):
            return ()
        return (
            Tally("seats", self.part, per=facts.unit),
            Tally("seats", self.whole, per=facts.unit),
            Tally("seats", self.part, per=facts.unit, plus=self.whole),
        )

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """One share; NaN between 0 and 1 where there was nothing."""
        part, whole, both = (tallied[tally][()] for tally in self.tallies(facts))
        yield Reading(share_of_things(facts, self.procedure, part, whole, both))

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """One share."""
        part, whole, _ = self.tallies(facts)
        yield Quotient(Part(part), whole=Part(whole), is_share=True)


@dataclass(frozen=True, slots=True)
class OutcomeMean:
    """Means of columns of `seats` over winners, or over those who did not win, in decided playouts.

    A playout gives one value: its seats' values weighted by their shares of the win, or by what those lack to
    a whole one. So level winners count as one, not as several independent ones.

    Args:
        columns: What is averaged.
        outcome: Over whom.
    """

    columns: Columns
    outcome: Literal["won", "lost"]
    procedure: str = "ratio_t"

    def _tally(self, facts: CellFacts, column: str) -> Tally:
        return Tally("seats", column, ("decided",), facts.unit, weight=self.outcome)

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """One a column, split by how many playouts of the unit were decided."""
        return tuple(self._tally(facts, column) for column in items_of(self.columns, facts).values())

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """One mean an item; NaN without limits where no playout was decided."""
        for item, column in items_of(self.columns, facts).items():
            yield Reading(self._mean(facts, tallied[self._tally(facts, column)]), item=item)

    def _weight(self, facts: CellFacts) -> int:
        """What the winners of a decided playout weigh together, or the others."""
        return SHARE_UNIT * (1 if self.outcome == "won" else facts.n_seats - 1)

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """One mean an item."""
        decided = Part(Tally("games", "decided", per=facts.unit))
        for item, column in items_of(self.columns, facts).items():
            part = Part(Tally("seats", column, per=facts.unit, weight=self.outcome))
            yield Quotient(part, self._weight(facts), decided, item=item)

    def _mean(self, facts: CellFacts, parts: Mapping[tuple[int], Histogram]) -> Estimate:
        weight = self._weight(facts)
        n = part = whole = part2 = product = whole2 = decided = 0
        for (playouts,), histogram in parts.items():
            if playouts == 0:
                continue
            units, total, squares = power_sums(histogram)
            x = weight * playouts
            n, decided = n + units, decided + units * playouts
            part, part2 = part + total, part2 + squares
            whole, whole2, product = whole + units * x, whole2 + units * x * x, product + x * total
        value, limits = math.nan, UNBOUNDED
        if n:
            value = part / whole
            limits = ratio_interval(n, part, whole, part2, product, whole2, alpha=ALPHA)
        return estimate(facts, self.procedure, value, limits, n=decided)


@dataclass(frozen=True, slots=True)
class Custom:
    """Any other way to measure.

    Args:
        procedure: Name of the statistical procedure.
        needs: Histograms it needs in a cell.
        reading: Estimates from them.
        dividing: The same as quotients of sums over units, where they are that; none otherwise.
    """

    procedure: str
    needs: Callable[[CellFacts], tuple[Tally, ...]]
    reading: Callable[[CellFacts, Tallied], Iterable[Reading]]
    dividing: Callable[[CellFacts], Iterable[Quotient]] = lambda _: ()

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """As `needs` says."""
        return self.needs(facts)

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterable[Reading]:
        """As `reading` says."""
        return self.reading(facts, tallied)

    def quotients(self, facts: CellFacts) -> Iterable[Quotient]:
        """As `dividing` says."""
        return self.dividing(facts)
