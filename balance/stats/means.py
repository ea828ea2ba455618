"""Intervals of means and ratios of means, from exact integer sums."""

from __future__ import annotations

import math

from balance.stats.distributions import t_quantile
from balance.stats.estimate import Interval

UNBOUNDED = Interval(-math.inf, math.inf)


def mean_interval(n: int, total: int, squares: int, *, scale: int = 1, alpha: float = 0.05) -> Interval:
    """Student's t interval of a mean from sums.

    Formula: x̄ ± t_{n−1,1−α/2} · s/√n with s² = (n·S2 − S1²)/(n(n − 1)), computed in integers without
    cancellation.

    Source: Student 1908.

    Conditions: independent values, n large enough for the mean to be normal (30 do unless the values are very
    skewed). Rotated playouts of a deal are not independent: there a value is the sum over the deal and n
    counts deals (the cluster interval with equal clusters). A single value bounds nothing: −∞ … ∞. If all
    values are equal the interval is that value: data cannot tell a constant from exceptions rarer than about
    3/n.

    Args:
        n: Number of values.
        total: S1, their sum.
        squares: S2, the sum of their squares.
        scale: What a value is divided by, e.g. the seats it was summed over.
        alpha: 1 − confidence.

    Raises:
        ValueError: If there is no value.
    """
    if n < 1:
        raise ValueError("no playouts: nothing can be estimated")
    if n == 1:
        return UNBOUNDED
    error = math.sqrt((n * squares - total * total) / (n * (n - 1)) / n)
    half = t_quantile(1 - alpha / 2, n - 1) * error
    return Interval((total / n - half) / scale, (total / n + half) / scale)


def ratio_interval(
    n: int, part: int, whole: int, part2: int, product: int, whole2: int, *, alpha: float = 0.05
) -> Interval:
    """Student's t interval of a ratio Σy/Σx of two sums over playouts or deals.

    Formula: r = Σy/Σx, r ± t_{n−1,1−α/2} · √(n/(n − 1) · Σ(y − r·x)²) / Σx.

    Source: ratio estimator, Cochran 1977, Sampling Techniques, ch. 6.

    Conditions: independent units, x and y of one unit may hang together in any way; enough units for the sum
    of x to be steady (30). With x the same in every unit this is the t interval of the mean. One unit bounds
    nothing.

    Args:
        n: Units with x > 0.
        part: Σy.
        whole: Σx.
        part2: Σy².
        product: Σxy.
        whole2: Σx².
        alpha: 1 − confidence.

    Raises:
        ValueError: If there is no unit with x > 0.
    """
    if n < 1 or whole <= 0:
        raise ValueError("nothing to take a mean over")
    if n == 1:
        return UNBOUNDED
    residual = part2 * whole**2 - 2 * part * whole * product + part**2 * whole2
    error = math.sqrt(n / (n - 1) * (residual / whole**2)) / whole
    half = t_quantile(1 - alpha / 2, n - 1) * error
    return Interval(part / whole - half, part / whole + half)
