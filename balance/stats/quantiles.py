"""Quantiles from integer histograms, with limits that assume nothing about the distribution."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from balance.stats.distributions import binomial_quantile
from balance.stats.estimate import Interval


def quantile_ranks(n: int, q: float, *, alpha: float = 0.05) -> tuple[int, int]:
    """Ranks of the order statistics that enclose the q-quantile of the population.

    Formula: l = binom.ppf(α/2, n, q), u = binom.ppf(1 − α/2, n, q) + 1, counted from 1; rank 0 or n + 1 is
    unbounded.

    Source: Conover 1999, Practical Nonparametric Statistics, 3.2.

    Conditions: independent values; ties only make it wider than needed.

    Raises:
        ValueError: If there is no value, or q is not between 0 and 1.
    """
    if n < 1:
        raise ValueError("no playouts: nothing can be estimated")
    if not 0 < q < 1:
        raise ValueError(f"a quantile lies between 0 and 1, not at {q}")
    return binomial_quantile(alpha / 2, n, q), binomial_quantile(1 - alpha / 2, n, q) + 1


def quantile(
    values: NDArray[np.int64], counts: NDArray[np.int64], q: float, *, repeats: int = 1, alpha: float = 0.05
) -> tuple[int, Interval]:
    """A quantile and its interval by ranks.

    Formula: the value is the smallest v with F(v) ≥ q; the interval goes from the l-th to the u-th smallest
    value, l and u from `quantile_ranks`. With deals as the unit, ranks are found for n/r values and each
    stands for r equal ones: from the ((l − 1)·r + 1)-th to the (u·r)-th value.

    Source: as `quantile_ranks`. The widening for deals is the worst case, playouts of a deal that are all
    alike; by it the interval never promises too much.

    Conditions: independent values, or whole deals of `repeats` playouts each.

    Args:
        values: Distinct values, ascending, shape (k,).
        counts: How often each occurred, shape (k,).
        q: The quantile, between 0 and 1.
        repeats: r, playouts of a deal; 1 if playouts are independent.
        alpha: 1 − confidence.

    Raises:
        ValueError: If there is no value, or q is not between 0 and 1.
    """
    cumulated = np.cumsum(counts)
    n = int(cumulated[-1]) if len(counts) else 0
    low_rank, high_rank = quantile_ranks(n // repeats, q, alpha=alpha)

    def at(rank: int) -> int:
        return int(values[np.searchsorted(cumulated, rank)])

    low = float(at((low_rank - 1) * repeats + 1)) if low_rank >= 1 else -math.inf
    high = float(at(high_rank * repeats)) if high_rank * repeats <= n else math.inf
    rank = max(1, math.ceil(q * n - 1e-9))  # 0.95 · 20 shall be rank 19, whatever its last digit
    return at(rank), Interval(low, high)
