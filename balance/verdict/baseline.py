"""A baseline: what was blessed, block by block, and everything that must be the same to be held against it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.core.errors import BalanceError
from balance.core.exit_codes import ExitCode
from balance.metrics.rows import Ints
from balance.verdict.tolerances import Moments


class BaselineError(BalanceError):
    """A baseline is missing, damaged or of something else."""

    exit_code = ExitCode.BASELINE


@dataclass(frozen=True, slots=True)
class StoredSeries:
    """A series of the blessed sample.

    Args:
        metric: Name of the metric.
        seat: As in `Measure`.
        item: As in `Measure`.
        divisor: What a playout's number is divided by.
        is_share: Whether its mean lies between 0 and 1.
        squares: Sum of the squares of what the units count.
        sums: Sum of each block, shape (blocks,).
    """

    metric: str
    seat: int | None
    item: str | None
    divisor: int
    is_share: bool
    squares: int
    sums: Ints

    @property
    def address(self) -> tuple[str, int | None, str | None]:
        """What it is of, within its cell."""
        return self.metric, self.seat, self.item


@dataclass(frozen=True, slots=True)
class StoredCell:
    """A cell of the blessed sample.

    Args:
        key: Its key.
        settings: Swept keys and their values.
        rules: Resolved rules.
        line_up: Name of each seat's policy.
        policies: Kind and weights of each policy.
        rotate: Whether the line-up rotates.
        winners: How often each set of winners (bit s is seat s) occurred.
        lengths: How often each length did.
        scores: How often each score did, seat by seat.
        digests: 8 hex digits a block.
        series: In the order of the metrics.
    """

    key: str
    settings: Mapping[str, Any]
    rules: Mapping[str, Any]
    line_up: tuple[str, ...]
    policies: Mapping[str, Mapping[str, Any]]
    rotate: bool
    winners: Mapping[int, int]
    lengths: Mapping[int, int]
    scores: tuple[Mapping[int, int], ...]
    digests: tuple[str, ...]
    series: tuple[StoredSeries, ...]

    @property
    def n_seats(self) -> int:
        """Number of players."""
        return len(self.line_up)

    def moments(self, games: int) -> list[Moments]:
        """What is known about each series.

        Args:
            games: Playouts of the cell.
        """
        per_unit = self.n_seats if self.rotate else 1
        return [
            Moments(games, int(each.sums.sum()), each.squares, per_unit, each.divisor, each.is_share)
            for each in self.series
        ]

    @property
    def sums(self) -> Ints:
        """Sums of all series, shape (series, blocks)."""
        return np.array([each.sums for each in self.series], np.int64).reshape(len(self.series), -1)


@dataclass(frozen=True, slots=True)
class Blessing:
    """A sample that was accepted once: who, why, and what it measured.

    Args:
        reason: Why, as given.
        author: Who, None outside git.
        commit: The commit it was accepted on, None outside git.
        package: Version of this package.
        rules_version: Version of the game's rules.
        games: Playouts of a cell.
        values: Mean of each series and its standard error, by `series_name`.
    """

    reason: str
    author: str | None
    commit: str | None
    package: str
    rules_version: int
    games: int
    values: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Everything in a baseline file.

    Args:
        game: Slug of the game.
        seed: Seed of all chance.
        chance: Version of the chance scheme.
        sources: Digest of all sources that decide how the game is played.
        block: Playouts of a block.
        n_blocks: Blocks of each cell.
        gates: The gates as they were when it was accepted.
        blessing: The acceptance.
        cells: The cells.
        history: Earlier acceptances, the first one first.
    """

    game: str
    seed: int
    chance: int
    sources: str
    block: int
    n_blocks: int
    gates: Mapping[str, Mapping[str, Any]]
    blessing: Blessing
    cells: tuple[StoredCell, ...]
    history: tuple[Blessing, ...]

    @property
    def games(self) -> int:
        """Playouts of each cell."""
        return self.block * self.n_blocks


def series_name(cell: str, metric: str, seat: int | None, item: str | None) -> str:
    """What a series is called in the history: `base seat_win_share seat 0`."""
    words = [cell, metric]
    words += [item] if item is not None else []
    words += [f"seat {seat}"] if seat is not None else []
    return " ".join(words)


def headline_values(cells: Sequence[StoredCell], block: int) -> dict[str, tuple[float, float]]:
    """The mean of every series of a sample and its standard error between blocks, to 6 decimals."""
    return {
        series_name(cell.key, each.metric, each.seat, each.item): _mean(each, block)
        for cell in cells
        for each in cell.series
    }


def _mean(series: StoredSeries, block: int) -> tuple[float, float]:
    means = series.sums / block / series.divisor
    return round(float(means.mean()), 6), round(float(means.std(ddof=1)) / math.sqrt(len(means)), 6)
