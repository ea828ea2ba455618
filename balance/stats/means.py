"""Intervals of means and ratios of means, from exact integer sums."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from balance.stats.distributions import t_quantile
from balance.stats.estimate import Interval

UNBOUNDED = Interval(-math.inf, math.inf)
LEAST_UNITS = 30
"""Units from which on a sum below a ratio is steady; two games of one kind would bound what they tell by nothing."""


def alike_p(n: int) -> float:
    """How probable it is that n units all differ in one direction if each direction is as likely.

    Formula: 2^(1 − n).

    Source: the sign test, Arbuthnott 1710; Conover 1999, Practical Nonparametric Statistics, ch. 3.4.

    Conditions: independent units. It stands in for t where all units are alike, so that nothing is known of
    how much they vary.
    """
    return 2.0 ** (1 - n)


def mean_interval(n: int, total: int, squares: int, *, scale: int = 1, alpha: float = 0.05) -> Interval:
    """Student's t interval of a mean from sums.

    Formula: x̄ ± t_{n−1,1−α/2} · s/√n with s² = (n·S2 − S1²)/(n(n − 1)), computed in integers without
    cancellation.

    Source: Student 1908.

    Conditions: independent values, n large enough for the mean to be normal (30 do unless the values are very
    skewed). Rotated playouts of a deal are not independent: there a value is the sum over the deal and n
    counts deals (the cluster interval with equal clusters). A single value bounds nothing: −∞ … ∞. If all
    values are equal the interval is that value: data cannot tell a constant from exceptions rarer than about
    3/n. Five that are equal or fewer bound nothing either (`alike_p` above α).

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
    if n == 1 or (n * squares == total * total and alike_p(n) > alpha):
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
    nothing, nor do five or fewer whose ratios are all the same.

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
    residual = part2 * whole**2 - 2 * part * whole * product + part**2 * whole2
    if n == 1 or (residual == 0 and alike_p(n) > alpha):
        return UNBOUNDED
    error = math.sqrt(n / (n - 1) * (residual / whole**2)) / whole
    half = t_quantile(1 - alpha / 2, n - 1) * error
    return Interval(part / whole - half, part / whole + half)


def ratio_difference(
    y1: NDArray[np.int64],
    x1: NDArray[np.int64],
    y2: NDArray[np.int64],
    x2: NDArray[np.int64],
    counts: NDArray[np.int64],
    *,
    alpha: float = 0.05,
) -> tuple[float, Interval]:
    """Difference of two ratios Σy/Σx of the same playouts or deals, with a t interval.

    Formula: d = Σy₁/Σx₁ − Σy₂/Σx₂ = r₁ − r₂, linearised values z = n·((y₁ − r₁·x₁)/Σx₁ − (y₂ − r₂·x₂)/Σx₂),
    whose mean is 0; d ± t_{n−1,1−α/2} · √(Σz²/(n − 1)/n).

    Source: ratio estimators, Cochran 1977, Sampling Techniques, ch. 6.

    Conditions: independent units; the four numbers of one unit may hang together in any way; enough units for
    both sums of x to be steady. NaN without limits where fewer than 30 units add to one of them.

    Args:
        y1: Part of the first ratio, one a distinct unit.
        x1: Its whole.
        y2: Part of the second ratio.
        x2: Its whole.
        counts: How often each unit occurred.
        alpha: 1 − confidence.
    """
    n = int(counts.sum())
    if min(int(counts[x1 > 0].sum()), int(counts[x2 > 0].sum())) < LEAST_UNITS:
        return math.nan, UNBOUNDED
    whole1, whole2 = int((x1 * counts).sum()), int((x2 * counts).sum())
    r1, r2 = int((y1 * counts).sum()) / whole1, int((y2 * counts).sum()) / whole2
    z = n * ((y1 - r1 * x1) / whole1 - (y2 - r2 * x2) / whole2)
    half = t_quantile(1 - alpha / 2, n - 1) * math.sqrt(float((counts * z * z).sum()) / (n - 1) / n)
    return r1 - r2, Interval(r1 - r2 - half, r1 - r2 + half)
