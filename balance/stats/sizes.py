"""How many playouts a question needs, and what a number of playouts can see."""

from __future__ import annotations

import math

from balance.stats.distributions import chi_square_quantile, noncentrality, normal_quantile

ALPHA, POWER = 0.01, 0.99


def _constant(alpha: float, power: float) -> float:
    if not (0 < alpha < 1 and 0 < power < 1):
        raise ValueError("alpha and power lie between 0 and 1")
    return (-normal_quantile(alpha / 2) + normal_quantile(power)) ** 2


def even_share_variance(n_seats: int) -> float:
    """Variance p(1 − p) of a seat's win share in one playout where all seats are equal and nobody ties."""
    if n_seats < 2:
        raise ValueError(f"{n_seats} seats cannot be compared")
    return (n_seats - 1) / n_seats**2


def games_needed(delta: float, variance: float, *, alpha: float = ALPHA, power: float = POWER) -> int:
    """Playouts that show a difference δ.

    Formula: n = ⌈(z_{1−α/2} + z_power)² · V/δ²⌉, 24.031·V/δ² at α = 1% two-sided and power 99%.

    Source: Lachin 1981, Controlled Clinical Trials 2:93.

    Conditions: V is the variance of one playout's value against a known number, twice that for two samples of
    n each (then n counts one of them), or the variance of the differences where both play the same chance.

    Raises:
        ValueError: If δ is not above 0 or V below 0.
    """
    if delta <= 0 or variance < 0:
        raise ValueError("the difference must be above 0 and the variance not below")
    return math.ceil(_constant(alpha, power) * variance / delta**2)


def smallest_difference(n: int, variance: float, *, alpha: float = ALPHA, power: float = POWER) -> float:
    """The smallest difference that n playouts show: `games_needed` solved for δ.

    Formula: δ = (z_{1−α/2} + z_power) · √(V/n).

    Source and conditions: as `games_needed`.

    Raises:
        ValueError: If there is no playout or V is below 0.
    """
    if n < 1 or variance < 0:
        raise ValueError("at least one playout and a variance not below 0 are needed")
    return math.sqrt(_constant(alpha, power) * variance / n)


def seat_test_games(w: float, n_seats: int, *, alpha: float = ALPHA, power: float = POWER) -> int:
    """Playouts after which the test of equal seats finds an effect of size w.

    Formula: n = ⌈λ/w²⌉ with λ so that P(χ²_{k−1}(λ) > χ²_{k−1,1−α}) = power.

    Source: Cohen 1988, Statistical Power Analysis, ch. 7.

    Raises:
        ValueError: If w is not above 0 or there is a single seat.
    """
    if w <= 0 or n_seats < 2:
        raise ValueError("w must be above 0 and the seats at least 2")
    df = n_seats - 1
    return math.ceil(noncentrality(chi_square_quantile(1 - alpha, df), df, 1 - power) / w**2)
