"""How closely two numbers go together within tables."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from balance.stats.distributions import t_quantile
from balance.stats.estimate import Interval

ANYTHING = Interval(-1.0, 1.0)


def within_correlation(
    product: NDArray[np.int64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    counts: NDArray[np.int64],
    *,
    alpha: float = 0.05,
) -> tuple[float, Interval]:
    """Pearson's correlation of two numbers of seats, both taken from their table's average.

    Formula: r = Σc/√(Σa·Σb), where a unit counts c = Σ(x − x̄)(y − ȳ), a = Σ(x − x̄)², b = Σ(y − ȳ)² with the
    averages of its own table. Its linearised value is z = n·(c/√(Σa·Σb) − r/2·(a/Σa + b/Σb)), whose mean is 0,
    and s = √(Σz²/(n − 1)/n). The limits are tanh(atanh r ± t_{n−1,1−α/2} · s/(1 − r²)), Fisher's transformation
    with this standard error.

    Source: linearised ratios, Cochran 1977, Sampling Techniques, ch. 6; Fisher 1921, Metron 1:3.

    Conditions: independent units, a playout or deal each; its seats may hang together in any way, and do: one
    wins. Enough units for the sums to be steady (30). Only one of k seats wins, so that |r| stays well below
    1. NaN between −1 and 1 where one of the two never differs between seats, or there is one unit only.

    Args:
        product: c of each distinct unit, up to a factor that all three share.
        first: a of it.
        second: b of it.
        counts: How often each unit occurred.
        alpha: 1 − confidence.
    """
    n = int(counts.sum())
    total_a, total_b = int((first * counts).sum()), int((second * counts).sum())
    if n < 2 or not total_a or not total_b:
        return math.nan, ANYTHING
    scale = math.sqrt(total_a) * math.sqrt(total_b)
    r = int((product * counts).sum()) / scale
    if abs(r) >= 1 - 1e-12:
        return round(r), Interval(round(r), round(r))
    z = n * (product / scale - r / 2 * (first / total_a + second / total_b))
    error = math.sqrt(float((counts * z * z).sum()) / (n - 1) / n)
    half = t_quantile(1 - alpha / 2, n - 1) * error / (1 - r * r)
    return r, Interval(math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half))
