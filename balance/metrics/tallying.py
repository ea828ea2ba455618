"""Tallies over chunks: integer histograms, exact, in memory that does not grow with the playouts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.core.errors import RunError
from balance.core.metric import CellFacts, Histogram, Tallied, Tally
from balance.metrics.rows import Ints, Rows

if TYPE_CHECKING:
    import polars as pl

_DENSE = 1 << 18  # bins counted at once in an array; a wider range of values goes to a dictionary
_KNOWN_PARTS = {
    "seat",
    "policy",
    "before",
    "end_reason",
    "decided",
}  # whose parts are known before any row is seen

Label = tuple[Any, ...]


class Counts:
    """A growing histogram: a dense run of bins, and a dictionary for values far apart."""

    def __init__(self) -> None:
        self._low = 0
        self._bins: Ints = np.zeros(0, np.int64)
        self._far: dict[int, int] = {}

    def add_bins(self, low: int, bins: Ints) -> None:
        """Add the counts of consecutive values from `low` on."""
        filled = np.flatnonzero(bins)
        if not len(filled):
            return
        bins = bins[filled[0] : filled[-1] + 1]
        low += int(filled[0])
        if not len(self._bins):
            self._low, self._bins = low, bins.copy()
            return
        start, end = min(low, self._low), max(low + len(bins), self._low + len(self._bins))
        if end - start > _DENSE:
            values = np.flatnonzero(bins)
            self.add_values(values + low, bins[values])
            return
        if end - start > len(self._bins):
            grown = np.zeros(end - start, np.int64)
            grown[self._low - start : self._low - start + len(self._bins)] = self._bins
            self._low, self._bins = start, grown
        self._bins[low - self._low : low - self._low + len(bins)] += bins

    def add_values(self, values: Ints, counts: Ints) -> None:
        """Add counts of values anywhere."""
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            self._far[value] = self._far.get(value, 0) + count

    def histogram(self) -> Histogram:
        """All that was added."""
        counts = dict(self._far)
        for index in np.flatnonzero(self._bins).tolist():
            value = self._low + index
            counts[value] = counts.get(value, 0) + int(self._bins[index])
        values = sorted(counts)
        return Histogram(np.array(values, np.int64), np.array([counts[v] for v in values], np.int64))


class WholeUnits:
    """Feeds whole units only: rows of a begun deal wait for the next chunk, for a run ends anywhere.

    Args:
        facts: Of the cell; its `n` is not used.
    """

    def __init__(self, facts: CellFacts) -> None:
        self._facts = facts
        self._waiting: tuple[pl.DataFrame, pl.DataFrame] | None = None
        self._next = 0
        self.seen = 0

    def rows(self, games: pl.DataFrame, seats: pl.DataFrame) -> Rows | None:
        """The rows that are complete with a chunk of both tables, shapes (k, …) and (k · n_seats, …).

        Raises:
            RunError: If tables or chunks do not belong together, or lack a column.
        """
        if not games.height:
            return None
        first, last = int(games["playout"][0]), int(games["playout"][-1])
        if first < self._next:
            raise RunError(f"cell {self._facts.key}: playout {first} comes a second time or out of order")
        self.seen += games.height
        self._next = last + 1
        if self._facts.rotate:
            games, seats = self._whole_deals(games, seats)
        return Rows(self._facts, games, seats) if games.height else None

    def _whole_deals(self, games: pl.DataFrame, seats: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Rows of complete deals, with what waited; a deal that the chunk only begins waits in its turn."""
        n = self._facts.n_seats
        if self._waiting is not None:
            games, seats = self._waiting[0].vstack(games), self._waiting[1].vstack(seats)
            self._waiting = None
        deals = games["deal"].to_numpy()
        if (games["playout"].to_numpy() // n != deals).any():
            raise RunError(f"cell {self._facts.key}: deals are not {n} playouts in a row")
        deal, sizes = np.unique(deals, return_counts=True)
        open_rows = int(sizes[-1]) if sizes[-1] < n and self._next // n == deal[-1] else 0
        if open_rows:
            self._waiting = (games.tail(open_rows), seats.tail(open_rows * n))
            games, seats = games.head(-open_rows), seats.head(-open_rows * n)
        whole = np.repeat(sizes == n, sizes)[: games.height]
        if not whole.all():  # a chunk is missing: the deals at its edges stay incomplete
            games, seats = games.filter(whole), seats.filter(np.repeat(whole, n))
        return games, seats


class Tallier:
    """Counts chunk after chunk; the result does not depend on where chunks were cut.

    Where the line-up rotates only whole deals count; what is never completed is left out of everything.

    Args:
        facts: Of the cell; its `n` is not used.
        tallies: What to count; equal ones are counted once.
    """

    def __init__(self, facts: CellFacts, tallies: Iterable[Tally]) -> None:
        self._facts = facts
        self._units = WholeUnits(facts)
        self._counts: dict[Tally, dict[Label, Counts]] = {tally: {} for tally in tallies}
        self._counted = 0

    @property
    def facts(self) -> CellFacts:
        """Facts of the cell with the number of playouts that count."""
        return replace(self._facts, n=self._counted)

    @property
    def left_out(self) -> int:
        """Playouts seen that belong to no whole deal (yet)."""
        return self._units.seen - self._counted

    def add(self, games: pl.DataFrame, seats: pl.DataFrame) -> None:
        """Count a chunk of both tables, shapes (k, …) and (k · n_seats, …); chunks come in playout order.

        Raises:
            RunError: If tables or chunks do not belong together, or lack a column.
        """
        rows = self._units.rows(games, seats)
        if rows is not None:
            self.add_rows(rows)

    def add_rows(self, rows: Rows) -> None:
        """Count rows of whole units."""
        self._counted += rows.n_playouts
        for tally, parts in self._counts.items():
            _count(rows, tally, parts)

    def result(self) -> Tallied:
        """The histograms so far; more chunks may follow."""
        return {
            tally: {label: counts.histogram() for label, counts in sorted(parts.items(), key=_in_order)}
            for tally, parts in self._counts.items()
        }


def _in_order(part: tuple[Label, Counts]) -> tuple[str, ...]:
    return tuple(f"{value:020d}" if isinstance(value, int) else str(value) for value in part[0])


def _count(rows: Rows, tally: Tally, parts: dict[Label, Counts]) -> None:
    """Add a chunk's values to the counts of each part of a tally's split."""
    by_unit = tally.by[-1:] == ("decided",)
    by = tally.by[:-1] if by_unit else tally.by
    if tally.per == "row":
        values = _weighed(rows, tally)
        codes, labels = _split(rows, tally, by)
    else:
        sums = unit_sums(rows, tally, by)
        labels, values = list(sums), np.concatenate(list(sums.values()))
        codes = None if len(labels) == 1 else np.repeat(np.arange(len(labels)), len(values) // len(labels))
    if by_unit:
        decided = _decided(rows, tally)
        most = rows.facts.per_unit
        repeated = np.tile(decided, len(values) // len(decided))
        codes = repeated if codes is None else codes * (most + 1) + repeated
        labels = [(*label, number) for label in labels for number in range(most + 1)]
    _add(parts, labels, codes, values)


def unit_sums(rows: Rows, tally: Tally, by: tuple[str, ...]) -> dict[Label, Ints]:
    """What each unit of a chunk counts, shape (units,), for each part of a split that is known beforehand.

    Args:
        rows: Of whole units.
        tally: One that counts playouts or deals.
        by: Columns that split it, `decided` not among them.

    Raises:
        ValueError: If the tally counts rows, or a column's parts are known only once it is seen.
    """
    if tally.per == "row":
        raise ValueError("rows are no units")
    if not set(by) <= _KNOWN_PARTS:
        raise ValueError(f"a sum a {tally.per} can be split by {', '.join(sorted(_KNOWN_PARTS))} only")
    values = _weighed(rows, tally)
    codes, labels = _split(rows, tally, by)
    groups = [values if codes is None else values * (codes == code) for code in range(len(labels))]
    return {
        label: rows.sums(tally.table, group, tally.per) for label, group in zip(labels, groups, strict=True)
    }


def _weighed(rows: Rows, tally: Tally) -> Ints:
    """A tally's value of each row."""
    if tally.contrast == "moments":
        values = rows.moments(tally.column)
    elif tally.contrast:
        values = rows.contrast(tally.column, tally.contrast, before=tally.before)
    else:
        values = rows.column(tally.table, tally.column)
    if tally.plus:
        values = values + rows.column(tally.table, tally.plus)
    return values * _outcome_weights(rows, tally) if tally.weight else values


def _split(rows: Rows, tally: Tally, by: tuple[str, ...]) -> tuple[Ints | None, list[Label]]:
    """Code of each row's part of the split, None if there is one part only, and the parts' labels."""
    codes: Ints | None = None
    names: list[list[Any]] = []
    for name in by:
        code, distinct = rows.codes(tally.table, name)
        codes = code if codes is None else codes * len(distinct) + code
        names.append(distinct)
    return codes, list(product(*names))


def _outcome_weights(rows: Rows, tally: Tally) -> Ints:
    if tally.table != "seats":
        raise ValueError("only seats win or lose: an outcome weighs rows of the table seats")
    share = rows.column("seats", "share")
    if tally.weight == "won":
        return share
    n = rows.facts.n_seats
    win = rows.sums("seats", share, "playout")  # a whole win, or 0 in a truncated playout
    return np.repeat(win, n) - share


def _decided(rows: Rows, tally: Tally) -> Ints:
    """Decided playouts of each unit of a tally."""
    decided = rows.column("games", "decided")
    if tally.per == "deal":
        return rows.sums("games", decided, "deal")
    return np.repeat(decided, rows.facts.n_seats) if (tally.table, tally.per) == ("seats", "row") else decided


def _add(parts: dict[Label, Counts], labels: list[Label], codes: Ints | None, values: Ints) -> None:
    low = int(values.min())
    width = int(values.max()) - low + 1
    if width * len(labels) > _DENSE:
        for code, label in enumerate(labels):
            mine = values if codes is None else values[codes == code]
            if len(mine):
                distinct, counts = np.unique(mine, return_counts=True)
                parts.setdefault(label, Counts()).add_values(distinct, counts)
        return
    index = values - low if codes is None else codes * width + (values - low)
    bins = np.bincount(index, minlength=width * len(labels)).reshape(len(labels), width)
    for label, part in zip(labels, bins, strict=True):
        if part.any():
            parts.setdefault(label, Counts()).add_bins(low, part)
