"""What a metric is: which integer histograms it needs, how they become estimates. One spec is all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from balance.stats.estimate import Estimate

Unit = Literal["share", "difference", "points", "rolls", "count", "p", "w", "r"]
"""What a value counts; a `difference` is one of shares, written in percentage points."""


@dataclass(frozen=True, slots=True)
class Tally:
    """An integer histogram of one column of a table, whole or split.

    Columns that no table holds, computed on the way: `shares` (games: the shares of all seats packed into one
    integer, see `balance.stats.seats.unpack`), `outcomes` (games: the winners, moved on by a table's width with
    each playout of a deal, so that a deal's sum tells the winners of each), `share` (seats: the seat's own, in
    sixtieths), `tied` (games: 1 where more than one seat won), `decided` (games: 1 where somebody won), `one`
    (1 in every row). `a+3*b` is a sum of columns, `a?b` is a where b is above 0, and 0 elsewhere.

    Args: table: `games` (a row a playout) or `seats` (a row a playout and seat). column: The integer column.
        by: Columns that split it, e.g. `("seat",)`; `before` is the policy of the seat before; `decided`, the
        number of playouts of the unit that were not truncated, can stand last. per: Unit that is counted: a
        row, or the sum over the rows of a playout or deal. A unit without rows in a part of a split counts
        there as 0. Deals exist only where the line-up rotates. plus: Another column of the table that is
        added; the square of a sum tells how two
        columns move together. weight: `won` multiplies each row with its seat's share in sixtieths, `lost`
        with what its share lacks to a whole win; both are 0 in truncated playouts. contrast: seats above and
        below their table's average, packed with what they came to (`unpack_contrast`), or the co-moments of
        the column and the shares of the win within the table (`unpack_moments`). before: Seats are sorted by
        what the seat before them has.
    """

    table: Literal["games", "seats"]
    column: str
    by: tuple[str, ...] = ()
    per: Literal["row", "playout", "deal"] = "row"
    plus: str = ""
    weight: Literal["", "won", "lost"] = ""
    contrast: Literal["", "share", "score", "moments"] = ""
    before: bool = False


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts of integer values, exact and independent of order.

    Args:
        values: Distinct values, ascending, shape (k,).
        counts: How often each occurred, shape (k,).
    """

    values: NDArray[np.int64]
    counts: NDArray[np.int64]


CONTRAST_OFFSET = 1000
"""Added to every score in a packed contrast, so that negative ones fit too."""
CONTRAST_BITS = (18, 8, 18, 8)
"""Widths of a packed contrast: sum and number above the average, sum and number below, from the lowest bit on."""


def unpack_contrast(values: NDArray[np.int64], kind: Literal["share", "score"]) -> list[NDArray[np.int64]]:
    """Sum and number of the seats above their table's average, then of those below, each shape (k,).

    Args:
        values: Packed contrasts, sums over a playout or deal.
        kind: As in `Tally.contrast`.
    """
    parts, shift = [], 0
    for width in CONTRAST_BITS:
        parts.append((values >> shift) & ((1 << width) - 1))
        shift += width
    if kind == "score":
        parts[0] = parts[0] - CONTRAST_OFFSET * parts[1]
        parts[2] = parts[2] - CONTRAST_OFFSET * parts[3]
    return parts


MOMENT_BITS = (22, 17)
"""Widths of packed co-moments: of the column, of the shares; their product stands above and may be negative."""
MOMENT_LIMIT = 256
"""A column whose co-moments are packed holds numbers from 0 to below this."""


def unpack_moments(
    values: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Co-moments of a column x and of the shares w in sixtieths, within tables of k seats, each shape (k,).

    Args:
        values: Packed co-moments, sums over a playout or deal.

    Returns:
        k·Σxw − Σx·Σw, k·Σx² − (Σx)² and k·Σw² − (Σw)², each summed over the decided playouts of a unit.
    """
    low, middle = MOMENT_BITS
    return values >> (low + middle), values & ((1 << low) - 1), (values >> low) & ((1 << middle) - 1)


NOTHING = Histogram(np.zeros(0, np.int64), np.zeros(0, np.int64))


@dataclass(frozen=True, slots=True)
class CellFacts:
    """What a metric may know about a cell besides its tallies.

    Args:
        key: Key of the cell.
        n_seats: Number of players.
        n: Playouts.
        policies: Name of the policy of each seat of the line-up.
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

    @property
    def per_unit(self) -> int:
        """Playouts of an independent unit: a deal where the line-up rotates, otherwise a playout."""
        return self.n_seats if self.rotate else 1

    @property
    def n_units(self) -> int:
        """Independent units behind all estimates."""
        return self.n // self.per_unit

    @property
    def unit(self) -> Literal["playout", "deal"]:
        """Name of the unit, as `Tally.per` takes it."""
        return "deal" if self.rotate else "playout"


@dataclass(frozen=True, slots=True)
class Measure:
    """One estimate with its address.

    Args:
        metric: Name of the metric.
        cell: Key of the cell.
        seat: Seat from 0, or None for the whole table.
        item: Variety, source of points, policy, end reason …, or None.
        estimate: The number.
    """

    metric: str
    cell: str
    seat: int | None
    item: str | None
    estimate: Estimate


Tallied = Mapping[Tally, Mapping[tuple[Any, ...], Histogram]]
"""For each tally the histogram of each value of its `by` columns; values that never occurred are missing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One estimate of a metric, its name and cell still to be written on it.

    Args:
        estimate: The number.
        seat: As in `Measure`.
        item: As in `Measure`.
    """

    estimate: Estimate
    seat: int | None = None
    item: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What each unit counts in one part of a tally.

    Args:
        tally: One that counts playouts or deals, split only by columns whose values the cell knows.
        label: Values of its `by` columns.
    """

    tally: Tally
    label: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Quotient:
    """A reading as Σ part / (scale · Σ whole) over units: what a comparison deal by deal needs to know of it.

    Args:
        part: What a unit counts.
        scale: What it is divided by; for a share the most that a unit can count (of one thing).
        whole: How many things it counts them of; None for one a unit.
        is_share: Whether the quotient lies between 0 and 1.
        seat: As in `Measure`.
        item: As in `Measure`.
    """

    part: Part
    scale: int = 1
    whole: Part | None = None
    is_share: bool = False
    seat: int | None = None
    item: str | None = None


@runtime_checkable
class Divisible(Protocol):
    """A gauge whose readings are quotients of sums over units."""

    def quotients(self, facts: CellFacts) -> Iterable[Quotient]:
        """One for each reading that `read` gives, none where it has no meaning or another form."""


class Gauge(Protocol):
    """A way to measure; ready-made ones are in `balance.core.gauges`."""

    @property
    def procedure(self) -> str:
        """Name of the statistical procedure, defined in `balance.stats.procedures`."""

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Histograms it needs in a cell; none if the metric has no meaning there."""

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterable[Reading]:
        """Estimates from them."""


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric, whole: JSON, gates, report and docs read it here.

    Args: name: The name by which JSON and gates call it. unit: What its value counts. de: What it is, a short
        German title. en: The same in English. words: What it says, plain English for docs/metrics.md.
        formula: Plain formula for docs/metrics.md. gauge: How it is measured. conditions: When it exists and
        what it leaves out, for docs/metrics.md; what the procedure asks is said there. words_de: Words and
        conditions in German, for `balance explain`.
    """

    name: str
    unit: Unit
    de: str
    en: str
    words: str
    formula: str
    gauge: Gauge
    conditions: str = ""
    words_de: str = ""

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """Histograms it needs in a cell; none if it has no meaning there."""
        return self.gauge.tallies(facts)

    def measure(self, facts: CellFacts, tallied: Tallied) -> Iterator[Measure]:
        """Its estimates in a cell; none where it needs no tallies."""
        if self.gauge.tallies(facts):
            for reading in self.gauge.read(facts, tallied):
                yield Measure(self.name, facts.key, reading.seat, reading.item, reading.estimate)

    def quotients(self, facts: CellFacts) -> Iterator[Quotient]:
        """Its readings as quotients of sums over units; none where they are of another form."""
        if isinstance(self.gauge, Divisible) and self.gauge.tallies(facts):
            yield from self.gauge.quotients(facts)
