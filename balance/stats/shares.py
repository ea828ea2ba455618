"""Intervals of a share, by counts and sums of squares: ties, several shares at once, deals as the unit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from balance.stats.distributions import beta_quantile, two_sided_z
from balance.stats.estimate import Interval

EVERYTHING = Interval(0.0, 1.0)


def pseudo_variance(n: int, total: float, squares: float) -> tuple[float, float]:
    """Mean and variance of values in [0, 1] after adding one 0 and one 1, so that neither is ever certain.

    Formula: m = (S1 + 1)/(n + 2), v = (S2 + 1)/(n + 2) − m².

    Raises:
        ValueError: If there is no value.
    """
    if n < 1:
        raise ValueError("no playouts: nothing can be estimated")
    mean = (total + 1) / (n + 2)
    return mean, (squares + 1) / (n + 2) - mean * mean


def wilson(
    n: int, total: float, squares: float | None = None, *, alpha: float = 0.05, family: int = 1
) -> Interval:
    """Wilson interval of a mean of values in [0, 1], ties and deals included.

    Formula: m = (S1 + 1)/(n + 2), v = (S2 + 1)/(n + 2) − m², deff = v/(m(1 − m)), n_eff = n/deff, p = S1/n,
    and (p + z²/2n_eff ± z √(p(1 − p)/n_eff + z²/4n_eff²)) / (1 + z²/n_eff). Where every value is 0 or 1, deff
    = 1 and this is the ordinary Wilson interval.

    Source: Wilson 1927; Newcombe 1998, Statistics in Medicine 17:857; design effect as in Kish 1965.

    Conditions: independent values. Rotated playouts of a deal are not, so there a value is the mean over the
    deal and n counts deals. A single value says nothing about the spread: 0 … 1.

    Args:
        n: Number of values.
        total: S1, their sum.
        squares: S2, the sum of their squares; without it every value is 0 or 1.
        alpha: 1 − confidence.
        family: Intervals that shall hold together (Bonferroni).

    Raises:
        ValueError: If there is no value.
    """
    mean, variance = pseudo_variance(n, total, total if squares is None else squares)
    if n == 1:
        return EVERYTHING
    z2 = two_sided_z(alpha, family) ** 2
    n_eff = n * mean * (1 - mean) / variance
    p = total / n
    centre = p + z2 / (2 * n_eff)
    half = math.sqrt(z2 * (p * (1 - p) / n_eff + z2 / (4 * n_eff * n_eff)))
    scale = 1 + z2 / n_eff
    return Interval(max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale))


def clopper_pearson(n: int, k: int, *, alpha: float = 0.05) -> Interval:
    """Exact interval of a share of which every value is 0 or 1: it covers at least as often as it says, at any n.

    Formula: l = B_{α/2}(k, n − k + 1), u = B_{1−α/2}(k + 1, n − k), quantiles of the beta distribution; 0 where
    k = 0, 1 where k = n.

    Source: Clopper and Pearson 1934, Biometrika 26:404.

    Conditions: independent values without ties. It is wider than `wilson`, which covers as often as it says on
    average over shares; so this one is for judging procedures: how often an interval held the truth.

    Args:
        n: Number of values.
        k: Those that are 1.
        alpha: 1 − confidence.

    Raises:
        ValueError: If there is no value, or k is none of 0 … n.
    """
    if n < 1:
        raise ValueError("no playouts: nothing can be estimated")
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} values lie outside what is between 0 and all")
    low = beta_quantile(alpha / 2, k, n - k + 1) if k > 0 else 0.0
    high = beta_quantile(1 - alpha / 2, k + 1, n - k) if k < n else 1.0
    return Interval(low, high)


def goodman(
    n: int, totals: Sequence[float], squares: Sequence[float] | None = None, *, alpha: float = 0.05
) -> list[Interval]:
    """Intervals of k shares that hold all together with probability 1 − α.

    Formula: the Wilson interval above, with z_{1−α/(2k)}.

    Source: Goodman 1965, Technometrics 7:247, with the tie-aware limits.

    Conditions: as for `wilson`; the shares may depend on one another in any way.

    Args:
        n: Number of values behind each share.
        totals: S1 of each share.
        squares: S2 of each share; without it every value is 0 or 1.
        alpha: 1 − simultaneous confidence.

    Raises:
        ValueError: If there is no value.
    """
    family = len(totals)
    each = totals if squares is None else squares
    return [
        wilson(n, total, square, alpha=alpha, family=family)
        for total, square in zip(totals, each, strict=True)
    ]


def ratio_share(
    n: int, part: int, whole: int, part2: int, product: int, whole2: int, *, alpha: float = 0.05
) -> Interval:
    """Interval of a share Σy/Σx of things of which each playout has another number x, y of them counted.

    Formula: r = Σy/Σx, linearised values z = r + (y − r·x)·n/Σx, whose mean is r; then the Wilson interval of
    z with S1 = n·r and S2 = n·r² + (n/Σx)²·Σ(y − r·x)².

    Source: ratio estimator, Cochran 1977, Sampling Techniques, ch. 6; limits as in `wilson`.

    Conditions: 0 ≤ y ≤ x; things of one playout (or deal) may hang together in any way, playouts (or deals)
    do not. Wider than needed below some hundreds of them.

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
    if n < 1 or whole < 1:
        raise ValueError("nothing to take a share of")
    ratio = part / whole
    # Exact in integers: the difference of large sums would lose its digits in floats.
    residual = part2 * whole**2 - 2 * part * whole * product + part**2 * whole2
    squares = n * ratio**2 + (n / whole) ** 2 * (residual / whole**2)
    return wilson(n, n * ratio, squares, alpha=alpha)


def ratio_p(part: int, whole: int, part2: int, product: int, whole2: int, *, fair: int) -> float:
    """How probable a share Σy/Σx of things at least as far from 1/m is, if 1/m is the truth; y of x things counted.

    Formula: z = Σ(m·y − x) / √Σ(m·y − x)², p = 2·(1 − Φ(|z|)), m = `fair`.

    Source: score test of a ratio's linearised values, whose mean is 0 under the hypothesis; Cochran 1977, ch. 6.

    Conditions: playouts (or deals) do not depend on one another; some hundreds of them. Several such p are adjusted
    by `holm`.

    Args:
        part: Σy.
        whole: Σx.
        part2: Σy².
        product: Σxy.
        whole2: Σx².
        fair: m.

    Returns:
        The p value; 1 where no playout differs from the hypothesis, so that nothing speaks against it.
    """
    squares = fair**2 * part2 - 2 * fair * product + whole2
    if squares <= 0:
        return 1.0
    return math.erfc(abs(fair * part - whole) / math.sqrt(2 * squares))
