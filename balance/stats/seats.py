"""Seats against each other: win shares, their spread, the test of equal seats and the size of its effect.

Everything starts from one table: how often each combination of the seats' shares occurred.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from balance.stats.differences import bonett_price
from balance.stats.distributions import chi_square_tail, noncentrality
from balance.stats.estimate import Interval
from balance.stats.shares import goodman, pseudo_variance

WIN = 60  # a whole win, in the unit of shares: the least number that 1 to 6 level winners share evenly
_BITS = (
    10  # of a packed seat; 6 seats fill the 60 bits a mask may have, a deal of 6 playouts sums to 360 at most
)
LEAST_EXPECTED = 5  # decided playouts a seat below which χ² is no approximation


def pack(shares: NDArray[np.int64]) -> NDArray[np.int64]:
    """Shares of all seats as one integer a row; packed integers of up to 17 playouts may be added.

    Args:
        shares: In sixtieths, shape (rows, seats).

    Returns:
        Shape (rows,).
    """
    weights = np.int64(1) << (_BITS * np.arange(shares.shape[1], dtype=np.int64))
    return shares @ weights


def unpack(packed: NDArray[np.int64], n_seats: int) -> NDArray[np.int64]:
    """Undo `pack`: shape (rows,) to (rows, n_seats)."""
    shifts = _BITS * np.arange(n_seats, dtype=np.int64)
    return (packed[:, None] >> shifts) & ((1 << _BITS) - 1)


@dataclass(frozen=True, slots=True)
class WinShares:
    """How often each combination of shares occurred.

    Args: shares: Sixtieths of the win of each seat, summed over the playouts of a unit, shape (k, seats). A
        truncated playout adds nothing. counts: Units with these shares, shape (k,). per_unit: Playouts of a
        unit: 1, or those of a deal.
    """

    shares: NDArray[np.int64]
    counts: NDArray[np.int64]
    per_unit: int = 1

    @property
    def n_seats(self) -> int:
        """Number of seats."""
        return int(self.shares.shape[1])

    @property
    def n_units(self) -> int:
        """Independent units."""
        return int(self.counts.sum())

    @property
    def decided(self) -> int:
        """Playouts that somebody won."""
        return int(self.counts @ self.shares.sum(axis=1)) // WIN

    def sums(self, values: NDArray[np.int64]) -> tuple[float, float]:
        """Sum and sum of squares of a unit's mean value, given in sixtieths a unit, shape (k,)."""
        scale = WIN * self.per_unit
        return int(self.counts @ values) / scale, int(self.counts @ values**2) / scale**2

    def share(self, seat: int) -> float:
        """A seat's share of all playouts."""
        return self.sums(self.shares[:, seat])[0] / self.n_units


def seat_shares(table: WinShares, *, alpha: float = 0.05) -> list[Interval]:
    """Intervals of all seats' win shares that hold together: `goodman` on units.

    Raises:
        ValueError: If there is no playout.
    """
    sums = [table.sums(column) for column in table.shares.T]
    totals, squares = [total for total, _ in sums], [square for _, square in sums]
    return goodman(table.n_units, totals, squares, alpha=alpha)


def largest_variance(table: WinShares) -> float:
    """Variance of a unit's mean share, of the seat where it is largest; never 0 (`pseudo_variance`)."""
    return max(pseudo_variance(table.n_units, *table.sums(column))[1] for column in table.shares.T)


def seat_spread(table: WinShares, *, alpha: float = 0.05) -> tuple[float, Interval]:
    """Largest minus smallest win share, with an interval that allows for having picked the two.

    Formula: max_i p_i − min_i p_i is the largest of all differences p_i − p_j. Each of the k(k − 1)/2 pairs
    gets the Bonett–Price interval of its differences W_i − W_j with z_{1−α/(k(k−1))}; all hold together with
    probability 1 − α, and while they do the true spread lies between the largest lower and the largest upper
    limit.

    Source: Goodman 1964, Annals of Mathematical Statistics 35:716 (all contrasts at once); Bonett and Price
    2012 for one.

    Conditions: as for `bonett_price`. The value is biased upwards in small samples, as every maximum is; the
    interval covers at least as often as promised.

    Raises:
        ValueError: If there is no playout.
    """
    pairs = list(combinations(range(table.n_seats), 2))
    low = high = 0.0
    for first, second in pairs:
        total, squares = table.sums(table.shares[:, first] - table.shares[:, second])
        limits = bonett_price(table.n_units, total, squares, alpha=alpha, family=len(pairs))
        low = max(low, limits.low, -limits.high)
        high = max(high, limits.high, -limits.low)
    shares = [table.share(seat) for seat in range(table.n_seats)]
    return max(shares) - min(shares), Interval(low, high)


@dataclass(frozen=True, slots=True)
class SeatTest:
    """The test of equal seats.

    Args:
        statistic: X²/deff, to be held against χ² with `df` degrees of freedom.
        df: Seats − 1.
        p: P(χ²_df > statistic); NaN if there are too few playouts to tell.
        deff: Design effect: below 1 by ties, above 1 where playouts of a deal are alike.
        n: Decided playouts.
        w: Effect size √(X²/n); NaN if nothing was decided.
    """

    statistic: float
    df: int
    p: float
    deff: float
    n: int
    w: float


def seat_equality(table: WinShares) -> SeatTest:
    """Test whether all seats win equally often.

    Formula: over the N decided playouts, X² = N·k·Σ(p_i − 1/k)²; deff = k/(k − 1) · Σ_units Σ_i (D_i −
    M/k)²/N, D_i the wins of seat i and M the decided playouts of a unit; X²/deff ~ χ²_{k−1}. For single
    playouts deff is (ΣE[W_i²]/k − 1/k²)/((1/k)(1 − 1/k)).

    Source: Rao and Scott 1981, Journal of the American Statistical Association 76:221, first order.

    Conditions: decided playouts only; at least 5 of them a seat, otherwise p is NaN. With deals as the unit
    and more than 2 seats the correction is exact if all contrasts of seats have the same design effect, and
    close otherwise.
    """
    seats, n = table.n_seats, table.decided
    if n == 0:
        return SeatTest(math.nan, seats - 1, math.nan, math.nan, 0, math.nan)
    decided = table.shares.sum(axis=1)
    totals = table.counts @ table.shares
    # k·D − M in whole numbers, so that equal seats give exactly 0
    off = seats * totals - int(table.counts @ decided)
    x2 = float((off.astype(np.float64) ** 2).sum()) / (WIN**2 * seats * n)
    residuals = (seats * table.shares - decided[:, None]) ** 2
    deff = int(table.counts @ residuals.sum(axis=1)) / (WIN**2 * seats * (seats - 1) * n)
    statistic = (
        x2 / deff if x2 > 0 else 0.0
    )  # deff is 0 only where every unit was shared evenly, and then X² is too
    enough = n >= LEAST_EXPECTED * seats
    p = chi_square_tail(statistic, seats - 1) if enough else math.nan
    return SeatTest(statistic, seats - 1, p, deff, n, math.sqrt(x2 / n))


def unbiased_w(w: float, statistic: float, df: int) -> float:
    """The effect size without what chance adds to it: seats that are equal in truth have a w above 0 in any sample.

    Formula: w·√max(0, 1 − (k − 1)/(X²/deff)), which is √max(0, (X² − (k − 1)·deff)/N): equal seats have X² = (k −
    1)·deff on average.

    Source: Bergsma 2013, Journal of the Korean Statistical Society 42:323, for φ²; k − 1 degrees of freedom.

    Conditions: as for `seat_equality`. φ² is unbiased before it is cut off at 0.

    Args:
        w: Effect size.
        statistic: X²/deff.
        df: k − 1.
    """
    if statistic <= df:
        return 0.0
    return w * math.sqrt(1 - df / statistic)


def effect_size(table: WinShares, *, alpha: float = 0.05) -> tuple[SeatTest, Interval]:
    """How unequal the seats are, across player counts: w, the coefficient of variation of the win shares.

    Formula: w = √(X²/N); limits w = √(λ·deff/N), λ from P(χ²_{k−1}(λ) ≤ X²/deff) = 1 − α/2 and α/2.

    Source: Cohen 1988, Statistical Power Analysis, ch. 7; Steiger 2004, Psychological Methods 9:164 for the
    interval.

    Conditions: as for `seat_equality`. Below 5 decided playouts a seat the interval is all that is possible,
    0 … √(k − 1). If X² is smaller than chance alone makes it, the interval shrinks to 0 … 0: a known weakness
    of inverting a noncentral distribution, to be read as "nothing seen".
    """
    test = seat_equality(table)
    if math.isnan(test.p):
        return test, Interval(0.0, math.sqrt(test.df))
    scale = test.deff / test.n
    low, high = (noncentrality(test.statistic, test.df, p) for p in (1 - alpha / 2, alpha / 2))
    return test, Interval(math.sqrt(low * scale), min(math.sqrt(high * scale), math.sqrt(test.df)))


def largest_deviation(table: WinShares, *, alpha: float = 0.05) -> tuple[float, Interval]:
    """How far the seat furthest from an even share is from it, among decided playouts.

    Formula: max_i |p_i − 1/k|. Each d_i = W_i − M/k (M = 1 if decided, otherwise 0), as a mean over units,
    gets the Bonett–Price interval with z_{1−α/(2k)}; the largest |d_i| lies between the largest of their
    distances from 0 and the largest of their far ends. All is divided by the decided share.

    Source: as `seat_spread`.

    Conditions: as for `bonett_price`; the decided share counts as known. NaN if nothing was decided.
    """
    seats, n = table.n_seats, table.decided
    if n == 0:
        return math.nan, Interval(0.0, 1 - 1 / seats)
    decided_share = n / (table.n_units * table.per_unit)
    decided = table.shares.sum(axis=1)
    value = low = high = 0.0
    for column in table.shares.T:
        total, squares = table.sums(seats * column - decided)  # whole numbers: k times the deviation
        limits = bonett_price(table.n_units, total / seats, squares / seats**2, alpha=alpha, family=seats)
        value = max(value, abs(total) / seats / table.n_units)
        low = max(low, limits.low, -limits.high)
        high = max(high, abs(limits.low), abs(limits.high))
    most = 1 - 1 / seats
    return value / decided_share, Interval(low / decided_share, min(most, high / decided_share))
