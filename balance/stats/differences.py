"""Intervals of differences: the same chance played twice, or two samples of their own."""

from __future__ import annotations

import math

from balance.stats.distributions import two_sided_z
from balance.stats.estimate import Interval


def bonett_price(n: int, total: float, squares: float, *, alpha: float = 0.05, family: int = 1) -> Interval:
    """Interval of the mean of paired differences in [−1, 1].

    Formula: m = S/(n + 2), v = (Q + 2)/(n + 2) − m², m ± z √(v/(n + 2)): one pseudo-playout of +1 and one of
    −1.

    Source: Bonett and Price 2012, Journal of Educational and Behavioral Statistics 37:479.

    Conditions: independent pairs; with rotated deals a value is the mean difference over the deal and n
    counts deals. A single pair says nothing: −1 … 1.

    Args:
        n: Number of pairs.
        total: S, sum of the differences.
        squares: Q, sum of their squares.
        alpha: 1 − confidence.
        family: Intervals that shall hold together (Bonferroni).

    Raises:
        ValueError: If there is no pair.
    """
    if n < 1:
        raise ValueError("no playouts: nothing can be estimated")
    if n == 1:
        return Interval(-1.0, 1.0)
    mean = total / (n + 2)
    variance = (squares + 2) / (n + 2) - mean * mean
    half = two_sided_z(alpha, family) * math.sqrt(variance / (n + 2))
    return Interval(max(-1.0, mean - half), min(1.0, mean + half))


def mover(a: float, a_limits: Interval, b: float, b_limits: Interval) -> Interval:
    """Interval of a − b from two independent estimates and their own intervals (MOVER).

    Formula: L = d − √((a − l_a)² + (u_b − b)²), U = d + √((u_a − a)² + (b − l_b)²), d = a − b. With Wilson
    limits this is Newcombe's method 10.

    Source: Newcombe 1998, Statistics in Medicine 17:873; Zou and Donner 2008, Statistics in Medicine 27:1693.

    Conditions: independent samples, both intervals at the level wanted.
    """
    difference = a - b
    below = math.hypot(a - a_limits.low, b_limits.high - b)
    above = math.hypot(a_limits.high - a, b - b_limits.low)
    return Interval(difference - below, difference + above)


def crossing_p(difference: float, limits: Interval, *, alpha: float = 0.05) -> float:
    """About how probable a difference is if in truth there is none, from its interval alone.

    Formula: z = z_{1−α/2} · |d|/a, a the arm of the interval that points towards 0; p = 2Φ(−z).

    Source: Altman and Bland 2011, BMJ 343:d2304, with the arm on the side of 0 because `mover` intervals are
    not symmetric.

    Conditions: exact only for normal intervals; used to order many differences, below α exactly where the
    interval excludes 0. 1 where there is no difference, or no limit on that side.
    """
    arm = difference - limits.low if difference > 0 else limits.high - difference
    if difference == 0 or not math.isfinite(arm):
        return 1.0
    if arm <= 0:
        return 0.0
    return math.erfc(two_sided_z(alpha) * abs(difference) / arm / math.sqrt(2))
