"""Quantiles and tails, all from `scipy.special`: importing `scipy.stats` would cost most of a second."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any


def _special() -> Any:
    """`scipy.special`, imported on first use: `check` and shell completion load these modules without it."""
    return import_module("scipy.special")


def normal_quantile(p: float) -> float:
    """Quantile z with Φ(z) = p."""
    return float(_special().ndtri(p))


def two_sided_z(alpha: float, family: int = 1) -> float:
    """Quantile z of a two-sided interval, Bonferroni over `family` intervals: z_{1−α/(2·family)}.

    Raises:
        ValueError: If α is not between 0 and 1, or the family is empty.
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1, not {alpha}")
    if family < 1:
        raise ValueError(f"a family of {family} intervals")
    return -normal_quantile(alpha / (2 * family))


def t_quantile(p: float, df: int) -> float:
    """Quantile p of Student's t with `df` degrees of freedom."""
    return float(_special().stdtrit(df, p))


def t_tails(t: float, df: int) -> float:
    """P(|t_df| > |t|), both tails of Student's t."""
    return float(2 * _special().stdtr(df, -abs(t)))


def chi_square_tail(x: float, df: int) -> float:
    """P(χ²_df > x)."""
    return float(_special().chdtrc(df, x))


def chi_square_quantile(p: float, df: int) -> float:
    """Quantile x with P(χ²_df ≤ x) = p."""
    return float(_special().chdtri(df, 1 - p))


def beta_quantile(p: float, a: float, b: float) -> float:
    """Quantile p of the beta distribution with parameters a and b."""
    return float(_special().betaincinv(a, b, p))


def noncentrality(x: float, df: int, p: float) -> float:
    """λ ≥ 0 with P(χ²_df(λ) ≤ x) = p; 0 if already the central distribution has less than p below x.

    Formula: `scipy.special.chndtrinc`. Where no λ exists it returns NaN or a denormal: that is λ = 0. A NaN
    anywhere else would be a failure of the inversion and is not passed on.

    Raises:
        ArithmeticError: If the inversion failed.
    """
    if x <= 0 or float(_special().chdtr(df, x)) <= p:
        return 0.0
    found = float(_special().chndtrinc(x, df, p))
    if not math.isfinite(found):
        raise ArithmeticError(f"no noncentrality found for x={x}, df={df}, p={p}")
    return found


def binomial_quantile(p: float, n: int, q: float) -> int:
    """Smallest k with P(Bin(n, q) ≤ k) ≥ p, what `scipy.stats.binom.ppf` gives.

    `bdtrik` inverts to a real k; the two loops settle the last step on the distribution itself.
    """
    start = float(_special().bdtrik(p, n, q))
    k = min(n, max(0, math.ceil(start))) if math.isfinite(start) else 0
    while k > 0 and float(_special().bdtr(k - 1, n, q)) >= p:
        k -= 1
    while k < n and float(_special().bdtr(k, n, q)) < p:
        k += 1
    return k
