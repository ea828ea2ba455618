"""Two samples that were played with the same chance: differences unit by unit, from exact integer sums."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from balance.stats.differences import bonett_price
from balance.stats.distributions import t_quantile, t_tails
from balance.stats.estimate import Interval
from balance.stats.means import UNBOUNDED, alike_p
from balance.stats.sizes import POWER

_N_COLUMNS = 4
Ints = NDArray[np.int64]


def _nothing() -> list[list[int]]:
    return [[0] * _N_COLUMNS for _ in range(_N_COLUMNS)]


@dataclass(slots=True)
class PairSums:
    """Sums over units of y and x in two samples, and of their products: (y_a, x_a, y_b, x_b).

    Args:
        n: Units.
        sums: Σ of each of the four.
        products: Σ of each product of two, symmetric, shape (4, 4).
    """

    n: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * _N_COLUMNS)
    products: list[list[int]] = field(default_factory=_nothing)

    def add(self, y_a: Ints, x_a: Ints, y_b: Ints, x_b: Ints) -> None:
        """Add units; four arrays of shape (units,), the same unit at the same place."""
        columns = (y_a, x_a, y_b, x_b)
        self.n += len(y_a)
        for row, left in enumerate(columns):
            self.sums[row] += int(left.sum())
            for column, right in enumerate(columns[: row + 1]):
                product = int(left @ right)
                self.products[row][column] += product
                if column != row:
                    self.products[column][row] += product


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The difference of two quotients Σy/Σx.

    Args:
        a: The first.
        b: The second.
        variance: Of what one unit adds to b − a.
        a_variance: Of what one unit adds to a.
        b_variance: Of what one unit adds to b.
        n: Units.
    """

    a: float
    b: float
    variance: float
    a_variance: float
    b_variance: float
    n: int

    @property
    def difference(self) -> float:
        """Second minus first."""
        return self.b - self.a

    @property
    def gain(self) -> float:
        """How many times as many games two samples of their own would need: (v_a + v_b)/v of the difference.

        Infinite where no unit differs at all; NaN where nothing varies.
        """
        alone = self.a_variance + self.b_variance
        if self.variance > 0:
            return alone / self.variance
        return math.inf if alone > 0 else math.nan


def paired_difference(sums: PairSums, scale_a: int = 1, scale_b: int = 1) -> PairedDifference:
    """The difference of two quotients r = Σy/(scale·Σx) of paired units, and how much units vary in it.

    Formula: each unit's value is linearised, z = n·(y_b − r_b·x_b)/Σx_b − n·(y_a − r_a·x_a)/Σx_a, whose mean
    is 0; the variance is Σz²/(n − 1). Where x is the same in every unit z is the unit's own difference minus
    the mean one, and nothing is approximate.

    Source: ratio estimators of one sample, Cochran 1977, Sampling Techniques, ch. 6.7 (difference of ratios).

    Conditions: independent units (deals where the line-up rotates); y and x of a unit may hang together in
    any way, and a's with b's. Sums are whole numbers, so that two equal samples differ by exactly 0.

    Args:
        sums: Of all units.
        scale_a: What the first quotient is divided by.
        scale_b: The same of the second.

    Raises:
        ValueError: If there is no unit, or nothing to take a quotient of.
    """
    y_a, x_a, y_b, x_b = sums.sums
    if sums.n < 1 or x_a <= 0 or x_b <= 0:
        raise ValueError("no playouts: nothing can be compared")
    p = sums.products
    # u = y_b·X_b − Y_b·x_b and v = y_a·X_a − Y_a·x_a in whole numbers
    uu = x_b**2 * p[2][2] - 2 * x_b * y_b * p[2][3] + y_b**2 * p[3][3]
    vv = x_a**2 * p[0][0] - 2 * x_a * y_a * p[0][1] + y_a**2 * p[1][1]
    uv = x_b * x_a * p[2][0] - x_b * y_a * p[2][1] - y_b * x_a * p[3][0] + y_b * y_a * p[3][1]
    own_b = Fraction(uu, x_b**4 * scale_b**2)
    own_a = Fraction(vv, x_a**4 * scale_a**2)
    both = Fraction(uv, x_b**2 * x_a**2 * scale_a * scale_b)
    factor = sums.n * sums.n / (sums.n - 1) if sums.n > 1 else math.nan
    return PairedDifference(
        y_a / (scale_a * x_a),
        y_b / (scale_b * x_b),
        float(own_b - 2 * both + own_a) * factor,
        float(own_a) * factor,
        float(own_b) * factor,
        sums.n,
    )


def paired_share(found: PairedDifference, *, alpha: float = 0.05) -> Interval:
    """Interval of the difference of two shares of the same deals.

    Formula: `bonett_price` with S = n·d and Q = (n − 1)·v + n·d², which are Σd_i and Σd_i².

    Source: Bonett and Price 2012.

    Conditions: as for `bonett_price`; x is 1 in every unit. For a share of things, some in each unit, take
    `paired_mean`: its differences are so small that two units of ±1 would widen the interval too much.

    Args:
        found: The difference.
        alpha: 1 − confidence.
    """
    n, d = found.n, found.difference
    if n == 1:
        return Interval(-1.0, 1.0)
    return bonett_price(n, n * d, (n - 1) * found.variance + n * d * d, alpha=alpha)


def paired_mean(found: PairedDifference, *, alpha: float = 0.05) -> Interval:
    """Interval of the difference of two means (or ratios) of the same deals.

    Formula: d ± t_{n−1,1−α/2} · √(v/n).

    Source: Student 1908, the paired t interval.

    Conditions: independent units, enough of them for the mean difference to be normal (30 do unless
    differences are rare and large). If all units differ by the same the interval has no width: data cannot tell
    a constant from exceptions rarer than about 3/n. So few of them that chance makes them all alike (`alike_p`
    above α) bound nothing, nor does one unit.

    Args:
        found: The difference.
        alpha: 1 − confidence.
    """
    if found.n == 1 or (found.variance <= 0 and alike_p(found.n) > alpha):
        return UNBOUNDED
    half = t_quantile(1 - alpha / 2, found.n - 1) * math.sqrt(found.variance / found.n)
    return Interval(found.difference - half, found.difference + half)


def rarest_seen(n: int, *, power: float = POWER) -> int:
    """In one of how many units something may happen so that n units show it at least once.

    Formula: ⌊1/p⌋ with 1 − (1 − p)^n = power.

    Source: the binomial distribution; Hanley and Lippman-Hand 1983, JAMA 249:1743 (the rule of three).

    Conditions: independent units; 0 where even what happens in every second unit may be missed.
    """
    rarest = int(-1 / math.expm1(math.log1p(-power) / n))
    return rarest if rarest > 1 else 0


def paired_p(found: PairedDifference, *, is_share: bool) -> float:
    """How probable a difference at least as large is if in truth there is none.

    Formula: P(|t_{n−1}| > |d|/√(v/n)), or `alike_p` where every unit differs by the same; for a share the
    smallest α at which `paired_share` excludes 0, z = |m|·√((n + 2)/v′) with that interval's m and v′ against the
    normal distribution.

    Source: as the two intervals.

    Conditions: as theirs. 1 where nothing differs at all.

    Args:
        found: The difference.
        is_share: Whether `paired_share` is its interval.
    """
    n, d = found.n, found.difference
    if n == 1 or d == 0:
        return 1.0
    if not is_share:
        if found.variance <= 0:
            return alike_p(n)
        return t_tails(d / math.sqrt(found.variance / n), n - 1)
    mean = n * d / (n + 2)
    variance = ((n - 1) * found.variance + n * d * d + 2) / (n + 2) - mean * mean
    return math.erfc(abs(mean) * math.sqrt((n + 2) / variance) / math.sqrt(2))
