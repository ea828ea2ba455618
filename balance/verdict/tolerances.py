"""What the gates of a config ask of each series, and how many playouts that takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from balance.config.experiment import Experiment
from balance.metrics.rows import Ints
from balance.metrics.series import SPREAD, SPREAD_OF, Series
from balance.stats.sequences import FIRST_LOOK, block_size
from balance.stats.sizes import games_needed
from balance.verdict.sampling import GatedCell

Bound = Literal["drift", "min", "max"]
BOUNDS: tuple[Bound, ...] = ("drift", "min", "max")

SHARE_STEP = 0.01
"""How near to a `min` or `max` a share may lie and still be told from it, if its gate names no drift: 1 pp."""

SPREAD_STEP = 20
"""How near another mean may: its standard deviation divided by this."""

MOST_PLAYOUTS = 20_000_000
"""Playouts a cell beyond which a tolerance is refused."""


@dataclass(frozen=True, slots=True)
class Moments:
    """What is known about a series before it is judged.

    Args:
        n: Playouts.
        total: Sum of what they count.
        squares: Sum of the squares of what a unit counts.
        per_unit: Playouts of a unit.
        divisor: As in `Series`.
        is_share: As in `Series`.
    """

    n: int
    total: int
    squares: int
    per_unit: int
    divisor: int
    is_share: bool

    @property
    def mean(self) -> float:
        """Mean of a playout."""
        return self.total / self.n / self.divisor

    @property
    def variance(self) -> float:
        """Variance of a playout; of a rotated line-up, that of a deal's mean times its playouts."""
        units = self.n // self.per_unit
        spread = (units * self.squares - self.total**2) / units**2
        return max(0.0, spread / self.per_unit / self.divisor**2)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is judged: a series, or the difference of two seats, against one bound.

    Args:
        metric: Name of the gate.
        cell: Number of the cell.
        seat: Seat, from 0, or None.
        other: The seat it is held against, for `seat_spread`.
        item: As in `Measure`.
        bound: Which bound.
        limit: Its value.
        level: Whether a breach fails or only warns.
        plus: Number of the series within its cell.
        minus: Number of the series that is subtracted, None for none.
        step: What is to be told apart: no drift from the tolerance, or the blessed mean from a `min` or `max`.
    """

    metric: str
    cell: int
    seat: int | None
    other: int | None
    item: str | None
    bound: Bound
    limit: float
    level: Literal["fail", "warn"]
    plus: int
    minus: int | None
    step: float

    @property
    def range(self) -> tuple[float, float]:
        """Where the drift, or the mean, has to lie."""
        if self.bound == "drift":
            return -self.limit, self.limit
        if self.bound == "min":
            return self.limit, math.inf
        return (-self.limit if self.minus is not None else -math.inf), self.limit

    def of(self, sums: Ints) -> Ints:
        """Its numbers among those of its cell's series, shape (series, …) to (…)."""
        found: Ints = sums[self.plus] if self.minus is None else sums[self.plus] - sums[self.minus]
        return found


def checks(
    experiment: Experiment, cells: Sequence[GatedCell], moments: Sequence[Sequence[Moments]]
) -> list[Check]:
    """Everything that the gates ask, cell by cell in the order of the gates.

    Args:
        experiment: The experiment.
        cells: Its cells.
        moments: Of each cell's series.
    """
    return [
        check
        for number, cell in enumerate(cells)
        for metric, gate in experiment.gates.items()
        for bound in BOUNDS
        if bound in gate
        for check in _checks(number, cell.series, moments[number], metric, gate, bound)
    ]


def _checks(
    cell: int,
    series: Sequence[Series],
    moments: Sequence[Moments],
    metric: str,
    gate: Mapping[str, Any],
    bound: Bound,
) -> Iterator[Check]:
    wanted = SPREAD_OF if metric == SPREAD else metric
    numbers = [number for number, each in enumerate(series) if each.metric == wanted]
    pairs = combinations(numbers, 2) if metric == SPREAD else ((number, None) for number in numbers)
    for plus, minus in pairs:
        yield Check(
            metric,
            cell,
            series[plus].seat,
            None if minus is None else series[minus].seat,
            series[plus].item,
            bound,
            gate[bound],
            gate["level"],
            plus,
            minus,
            gate.get("drift") or _step(moments[plus], None if minus is None else moments[minus], gate[bound]),
        )


def _step(known: Moments, other: Moments | None, limit: float) -> float:
    """How far the blessed mean lies from a bound, or as near as it may lie to be told from it."""
    nearest = SHARE_STEP if known.is_share else math.sqrt(known.variance) / SPREAD_STEP or 1.0
    mean = known.mean if other is None else abs(known.mean - other.mean)
    return max(nearest, abs(limit - mean))


def fixed_size(check: Check, moments: Sequence[Moments]) -> int:
    """n_fix: playouts that a test of fixed size needs to tell no drift from one of the tolerance.

    V is p(1 − p) for a share, pᵢ + pⱼ − (pᵢ − pⱼ)² for the difference of two seats' and the variance otherwise; twice
    that for a drift, since both sides vary.

    Args:
        check: What is judged.
        moments: Of its cell's series.
    """
    plus = moments[check.plus]
    if check.minus is not None:
        other = moments[check.minus]
        variance = plus.mean + other.mean - (plus.mean - other.mean) ** 2
    else:
        variance = plus.mean * (1 - plus.mean) if plus.is_share else plus.variance
    return max(1, games_needed(check.step, variance * (2 if check.bound == "drift" else 1)))


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played of each cell.

    Args:
        block: Playouts of a block.
        n_blocks: Blocks.
    """

    block: int
    n_blocks: int

    @property
    def games(self) -> int:
        """Playouts."""
        return self.block * self.n_blocks


def plan(games: int) -> Plan:
    """Blocks that hold at least so many playouts, and enough of them for a first look."""
    block = block_size(games)
    return Plan(block, max(FIRST_LOOK, math.ceil(games / block)))
