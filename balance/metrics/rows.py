"""A chunk of the two tables as aligned integer arrays: row p of `games`, rows p·n … of `seats`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from balance.core.errors import RunError
from balance.core.metric import CONTRAST_BITS, CONTRAST_OFFSET, MOMENT_BITS, MOMENT_LIMIT, CellFacts
from balance.core.tables import SHARE_UNIT
from balance.stats.seats import pack

if TYPE_CHECKING:
    import polars as pl

Ints = NDArray[np.int64]


class Rows:
    """The rows of whole units, checked for order, columns converted once.

    Args:
        facts: Of the cell.
        games: Table `games`, in playout order.
        seats: Table `seats` of the same playouts, by playout and seat.

    Raises:
        RunError: If the tables do not belong together or are out of order.
    """

    def __init__(self, facts: CellFacts, games: pl.DataFrame, seats: pl.DataFrame) -> None:
        self.facts = facts
        self.n_playouts = games.height
        self._frames = {"games": games, "seats": seats}
        self._columns: dict[tuple[str, str], Ints] = {}
        self._codes: dict[tuple[str, str], tuple[Ints, list[Any]]] = {}
        self._check()

    def _check(self) -> None:
        n = self.facts.n_seats
        fits = self._frames["seats"].height == self.n_playouts * n
        if fits and self.n_playouts:
            playouts = self.column("games", "playout")
            of_seats = self.column("seats", "playout").reshape(-1, n)
            seats = self.column("seats", "seat").reshape(-1, n)
            ordered = bool((np.diff(playouts) > 0).all())
            fits = ordered and bool((of_seats == playouts[:, None]).all() and (seats == np.arange(n)).all())
        if not fits:
            raise RunError(f"cell {self.facts.key}: the rows of games and seats do not belong together")

    def column(self, table: Literal["games", "seats"], name: str) -> Ints:
        """A column's integers, one a row of the table; derived ones included (see `Tally`).

        Raises:
            RunError: If the column is missing or holds no integers.
        """
        if ("+" in name or "*" in name) and name not in self._frames[table].columns:
            first, *others = (self._term(table, part) for part in name.split("+"))
            return sum(others, first)
        if "?" in name:
            what, _, where = name.partition("?")
            return self.column(table, what) * (self.column(table, where) > 0)
        key = (table, name)
        if key not in self._columns:
            self._columns[key] = self._derive(table, name) if key in _DERIVED else self._stored(table, name)
        return self._columns[key]

    def _term(self, table: Literal["games", "seats"], term: str) -> Ints:
        """A column, or a whole number of times a column."""
        factor, times, name = term.rpartition("*")
        return self.column(table, name) * int(factor) if times else self.column(table, name)

    def _stored(self, table: str, name: str) -> Ints:
        frame = self._frames[table]
        if name not in frame.columns:
            raise RunError(f"cell {self.facts.key}: table {table} has no column {name}")
        values: NDArray[Any] = frame.get_column(name).to_numpy()
        if values.dtype.kind not in "iub":
            raise RunError(f"cell {self.facts.key}: column {name} of {table} holds no whole numbers")
        return np.asarray(values, np.int64)

    def _derive(self, table: str, name: str) -> Ints:
        if name == "one":
            return np.ones(self.n_playouts * (self.facts.n_seats if table == "seats" else 1), np.int64)
        winners = self.column("games", "winners")
        shares = shares_of_masks(self.facts.n_seats)
        if len(winners) and not 0 <= winners.min() <= winners.max() < len(shares):
            raise RunError(f"cell {self.facts.key}: winners beyond seat {self.facts.n_seats - 1}")
        if name == "share":
            return shares[winners].reshape(-1)
        if name == "decided":
            return np.asarray(winners != 0, np.int64)
        if name == "outcomes":
            turns = self.column("games", "playout") % self.facts.per_unit
            return winners << (self.facts.n_seats * turns)
        if name == "tied":
            return np.asarray((shares > 0).sum(axis=1) > 1, np.int64)[winners]
        return pack(shares)[winners]

    def contrast(self, name: str, kind: Literal["share", "score"], *, before: bool) -> Ints:
        """Each seat's part of a packed contrast (see `Tally`), one a row of `seats`.

        Raises:
            RunError: If a score is too large to be packed.
        """
        n = self.facts.n_seats
        values = self.column("seats", name).reshape(-1, n)
        side = np.sign(n * values - values.sum(axis=1, keepdims=True))
        if before:
            side = np.roll(side, 1, axis=1)
        decided = self.column("games", "winners") != 0
        side = (side * decided[:, None]).reshape(-1)
        if kind == "share":
            outcome = self.column("seats", "share")
        else:
            outcome = self.column("seats", "score") + CONTRAST_OFFSET
            most = (1 << CONTRAST_BITS[0]) // (n * n)
            if len(outcome) and not 0 <= outcome.min() <= outcome.max() < most:
                raise RunError(f"cell {self.facts.key}: scores beyond {most - CONTRAST_OFFSET - 1}")
        packed = outcome + (1 << CONTRAST_BITS[0])
        return np.where(side > 0, packed, np.where(side < 0, packed << sum(CONTRAST_BITS[:2]), 0))

    def moments(self, name: str) -> Ints:
        """Each seat's part of packed co-moments (see `Tally`), one a row of `seats`; 0 in truncated playouts.

        Raises:
            RunError: If a value is too large to be packed, or negative.
        """
        n = self.facts.n_seats
        values = self.column("seats", name).reshape(-1, n)
        if values.size and not 0 <= values.min() <= values.max() < MOMENT_LIMIT:
            raise RunError(f"cell {self.facts.key}: {name} beyond {MOMENT_LIMIT - 1}, or below 0")
        share = self.column("seats", "share").reshape(-1, n)
        apart = n * values - values.sum(axis=1, keepdims=True)
        of_share = (n * share - share.sum(axis=1, keepdims=True)) * share
        low, middle = MOMENT_BITS
        packed = (apart * share << (low + middle)) + (of_share << low) + apart * values
        decided = self.column("games", "winners") != 0
        return np.asarray(packed * decided[:, None], np.int64).reshape(-1)

    def codes(self, table: Literal["games", "seats"], name: str) -> tuple[Ints, list[Any]]:
        """A column as codes 0 … and what they stand for, one a row of the table.

        Raises:
            RunError: If a text is none of the cell's policies or end reasons.
        """
        key = (table, name)
        if key not in self._codes:
            self._codes[key] = self._code(table, name)
        return self._codes[key]

    def _code(self, table: Literal["games", "seats"], name: str) -> tuple[Ints, list[Any]]:
        if name == "seat":
            labels = list(range(self.facts.n_seats))
            return np.tile(np.arange(self.facts.n_seats), self.n_playouts), labels
        if name == "before":  # the policy of the seat before
            codes, labels = self.codes("seats", "policy")
            return np.roll(codes.reshape(-1, self.facts.n_seats), 1, axis=1).reshape(-1), labels
        if name in ("policy", "end_reason"):
            texts = self.facts.policies if name == "policy" else self.facts.end_reasons
            return self._code_texts(table, name, list(dict.fromkeys(texts)))
        values = self.column(table, name)
        distinct, codes = np.unique(values, return_inverse=True)
        return codes.astype(np.int64, copy=False), distinct.tolist()

    def _code_texts(self, table: str, name: str, labels: Sequence[str]) -> tuple[Ints, list[Any]]:
        series = self._frames[table].get_column(name)
        codes = np.full(len(series), -1, np.int64)
        for code, label in enumerate(labels):
            codes[(series == label).to_numpy()] = code
        if (codes < 0).any():
            stranger = series.to_list()[int(np.argmin(codes))]
            raise RunError(
                f"cell {self.facts.key}: column {name} holds '{stranger}', which the cell does not know"
            )
        return codes, list(labels)

    def sums(self, table: Literal["games", "seats"], values: Ints, per: Literal["playout", "deal"]) -> Ints:
        """A value a row summed over the rows of each playout or deal, shape (units,)."""
        width = self.facts.n_seats if table == "seats" else 1
        if per == "deal":
            width *= self.facts.per_unit
        parts = values.reshape(-1, width)
        total = parts[:, 0].copy()
        for index in range(1, width):  # a handful of strided additions beats a sum along a short axis
            total += parts[:, index]
        return total


_DERIVED = {
    *(("games", name) for name in ("shares", "outcomes", "tied", "decided", "one")),
    *(("seats", name) for name in ("share", "one")),
}


def shares_of_masks(n_seats: int) -> Ints:
    """Shares in sixtieths of each seat for each winner mask, shape (2^n_seats, n_seats)."""
    masks = np.arange(1 << n_seats)
    wins = (masks[:, None] >> np.arange(n_seats)) & 1
    level = np.maximum(wins.sum(axis=1), 1)
    return np.asarray(wins * (SHARE_UNIT // level)[:, None], np.int64)
