"""Confidence sequences of means of block sums: intervals that hold at every look together.

Everything is an array operation, so that one call serves many series at one look, or many looks of one series.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.stats.distributions import two_sided_z

ALPHA = 0.01
"""Chance of a false FAIL, and of a false PASS, of a whole sequence of looks."""

FIRST_LOOK = 20
"""Blocks before the first look: fewer say too little about the spread between blocks."""

MOST_BLOCKS = 400
WHOLE_DEALS = 300
"""Playouts that are whole deals of 2 to 6 seats."""

Floats = NDArray[np.float64]


def block_size(games: int) -> int:
    """The smallest multiple of 300 playouts that gives at most 400 blocks."""
    return WHOLE_DEALS * max(1, math.ceil(games / (WHOLE_DEALS * MOST_BLOCKS)))


def mixture_rho2(horizon: float, *, alpha: float = ALPHA) -> float:
    """Variance ρ² of the mixing distribution that makes the sequence tightest around `horizon` playouts.

    Formula: ρ² = (−2 ln a + ln(−2 ln a + 1))/t*, a = 2α.

    Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, Annals of Statistics 52:2613 (asymptotic confidence
    sequences); Robbins 1970, Annals of Mathematical Statistics 41:1397 (the mixture).

    Raises:
        ValueError: If the horizon is not above 0.
    """
    if horizon <= 0:
        raise ValueError(f"a horizon of {horizon} playouts")
    log = -2 * math.log(2 * alpha)
    return (log + math.log(log + 1)) / horizon


def unit_half_width(n: Any, rho2: Any, level: float) -> Floats:
    """Half-width of the sequence after n playouts for a standard deviation of 1.

    Formula: h = √(2(nρ² + 1)/(n²ρ²) · ln(√(nρ² + 1)/a)), a two-sided.

    Source: as for `mixture_rho2`.

    Args:
        n: Playouts so far, a number or an array.
        rho2: From `mixture_rho2`.
        level: a, e.g. 2α, or 2α over a family.
    """
    scaled = np.asarray(n, np.float64) * rho2 + 1
    inner = 2 * scaled / (np.square(np.asarray(n, np.float64)) * rho2)
    return np.asarray(np.sqrt(inner * (0.5 * np.log(scaled) - math.log(level))))


@dataclass(frozen=True, slots=True)
class Look:
    """What block sums say at a look; every field has the shape of the totals.

    Args:
        n: Playouts.
        mean: Mean of a playout.
        variance: Of a playout, between blocks, with its floor.
        inside: Half-width for "it is inside the tolerance", at 2α.
        outside: Half-width for "it is outside", at 2α over the family.
    """

    n: Any
    mean: Floats
    variance: Floats
    inside: Floats
    outside: Floats


def look(
    totals: Any,
    squares: Any,
    n_blocks: Any,
    *,
    block: int,
    horizon: Any,
    family: int,
    scale: Any = 1,
    error: Any = 0.0,
    alpha: float = ALPHA,
) -> Look:
    """Means of block sums with a confidence sequence.

    Formula: n = B·m, d = ΣS/n, σ² = Σ(S − m·d)²/(B − 1)/m, floored to (nσ² + c)/(n + c) with c = 2 ln(1/α); half-widths
    σ·`unit_half_width` at 2α and at 2α/M, ρ² of 2α for both. With the standard error of a mean that was measured
    before, √(h² + z²·error²).

    Conditions: blocks independent; about 20 of them before the first look, since the sequence is asymptotic. Blocks
    of whole deals make rotated line-ups independent too.

    Source: as for `mixture_rho2`.

    Args:
        totals: ΣS, the sum of all block sums; whole numbers, any shape.
        squares: ΣS², likewise.
        n_blocks: B, at least 2; broadcasts against the totals.
        block: m, playouts of a block.
        horizon: t*, playouts around which the sequence shall be tightest.
        family: M, series of which any may fail.
        scale: What a sum is divided by: 60 for wins in sixtieths.
        error: Standard error of what is compared with, 0 if it was played with the same chance.
        alpha: α.

    Raises:
        ValueError: If there are fewer than two blocks, or no series.
    """
    blocks = np.asarray(n_blocks)
    if (blocks < 2).any() or family < 1:
        raise ValueError("a spread between blocks needs two of them, and a family a member")
    n = blocks * block
    # ΣS² − (ΣS)²/B in whole numbers as far as possible: the difference of large sums would lose its digits in floats
    spread = (blocks * np.asarray(squares) - np.square(np.asarray(totals))).astype(np.float64)
    unit = np.asarray(scale, np.float64)
    variance = np.maximum(spread, 0.0) / blocks / (blocks - 1) / block / np.square(unit)
    c = 2 * math.log(1 / alpha)
    floored = (n * variance + c) / (n + c)
    rho2 = mixture_rho2(1.0, alpha=alpha) / np.asarray(horizon, np.float64)
    half = [_half_width(n, floored, rho2, 2 * alpha / members, error) for members in (1, family)]
    return Look(n, np.asarray(totals) / n / unit, floored, half[0], half[1])


def _half_width(n: Any, variance: Floats, rho2: Any, level: float, error: Any) -> Floats:
    own = np.sqrt(variance) * unit_half_width(n, rho2, level)
    return np.asarray(np.hypot(own, two_sided_z(level) * np.asarray(error, np.float64)))
