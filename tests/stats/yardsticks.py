"""Procedures that balance does not use, held against those it does: docs/coverage.md says why they are not used."""

from __future__ import annotations

import math
from collections.abc import Sequence

from balance.stats.distributions import chi_square_tail, two_sided_z
from balance.stats.estimate import Interval


def g_test(counts: Sequence[int]) -> tuple[float, float]:
    """Likelihood ratio test of equal seats: G = 2 Σ c ln(c/e) and its p."""
    expected = sum(counts) / len(counts)
    g = 2 * sum(count * math.log(count / expected) for count in counts if count)
    return g, chi_square_tail(g, len(counts) - 1)


def two_one_sided_tests(estimate: float, error: float, delta: float, alpha: float) -> tuple[float, Interval]:
    """Equivalence at a number of games that is fixed beforehand: p, and the interval that δ has to enclose."""
    half = two_sided_z(2 * alpha) * error
    distances = ((estimate + delta) / error, (delta - estimate) / error)
    return max(math.erfc(z / math.sqrt(2)) / 2 for z in distances), Interval(estimate - half, estimate + half)


def log_e_value(counts: dict[int, int], bound: float, stakes: Sequence[float], sign: int) -> float:
    """Bets against a mean of −1, 0 and 1: ln mean_j Π (1 + s·λ_j·(d − m)); s = −1 bets that the mean is below m."""
    logs = [
        sum(n * math.log1p(sign * stake * (value - bound)) for value, n in counts.items()) for stake in stakes
    ]
    top = max(logs)
    return top + math.log(sum(math.exp(log - top) for log in logs) / len(logs))
