"""Differences of two samples that share their chance."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng  # noqa: TID251  # a yardstick, not a playout

from balance.stats.differences import crossing_p
from balance.stats.estimate import Interval
from balance.stats.means import UNBOUNDED, mean_interval, ratio_interval
from balance.stats.paired import (
    PairedDifference,
    PairSums,
    paired_difference,
    paired_mean,
    paired_p,
    paired_share,
    rarest_seen,
)

CASES = json.loads(Path(__file__).with_name("oracles.json").read_text())["diff_paired_bonett_price"]["cases"]


def sums_of(*columns: Any) -> PairSums:
    arrays = [np.array(column, np.int64) for column in columns]
    sums = PairSums()
    half = len(arrays[0]) // 2
    sums.add(*(array[:half] for array in arrays))
    sums.add(*(array[half:] for array in arrays))
    return sums


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_shares_of_single_playouts_get_bonett_and_prices_interval(case: dict[str, Any]) -> None:
    n, total, moved = case["n"], round(case["sum_d"]), round(case["sum_d2"])
    worse = (moved - total) // 2
    a = [1] * worse + [0] * (n - worse)
    b = [0] * worse + [1] * (moved - worse) + [0] * (n - moved)
    found = paired_difference(sums_of(a, [1] * n, b, [1] * n))
    assert found.difference == pytest.approx(case["estimate"], abs=1e-12)
    assert paired_share(found, alpha=case["alpha"]) == pytest.approx(tuple(case["ci"]), abs=1e-9)


def test_a_mean_difference_is_the_paired_t_interval() -> None:
    from scipy import stats

    rng = default_rng(1)
    a = rng.integers(0, 40, 60)
    b = a + rng.integers(-3, 6, 60)
    ones = np.ones(60, np.int64)
    found = paired_difference(sums_of(a, ones, b, ones), 2, 2)
    test = stats.ttest_rel(b / 2, a / 2)
    assert paired_mean(found) == pytest.approx(tuple(test.confidence_interval()))
    assert paired_p(found, is_share=False) == pytest.approx(test.pvalue)
    assert found.a_variance == pytest.approx(np.var(a / 2, ddof=1))
    assert found.gain == pytest.approx(
        (np.var(a, ddof=1) + np.var(b, ddof=1)) / np.var(b - a, ddof=1), rel=1e-9
    )


def test_swapping_the_sides_turns_the_sign_and_nothing_else() -> None:
    rng = default_rng(2)
    x_a, x_b = rng.integers(1, 9, 200), rng.integers(1, 9, 200)
    y_a, y_b = rng.binomial(x_a, 0.4), rng.binomial(x_b, 0.5)
    there = paired_difference(sums_of(y_a, x_a, y_b, x_b), 1, 1)
    back = paired_difference(sums_of(y_b, x_b, y_a, x_a), 1, 1)
    assert there.difference == -back.difference
    assert there.variance == back.variance
    for interval in (paired_share, paired_mean):
        low, high = interval(there)
        assert interval(back) == Interval(-high, -low)
    for is_share in (True, False):
        assert paired_p(there, is_share=is_share) == paired_p(back, is_share=is_share)


def test_equal_samples_differ_by_exactly_nothing() -> None:
    rng = default_rng(3)
    x = rng.integers(1, 90, 500)
    y = rng.integers(0, 7, 500)
    found = paired_difference(sums_of(y, x, y, x))
    assert (found.difference, found.variance, found.gain) == (0, 0, math.inf)
    assert paired_mean(found) == (0, 0)
    low, high = paired_share(found)
    assert low == -high < 0, "never seen is not never"
    assert paired_p(found, is_share=True) == paired_p(found, is_share=False) == 1


def test_one_unit_bounds_nothing_and_none_is_refused() -> None:
    found = paired_difference(sums_of([1], [1], [0], [1]))
    assert paired_share(found) == (-1, 1)
    assert paired_mean(found) == UNBOUNDED
    assert paired_p(found, is_share=True) == 1
    for nothing in (PairSums(), sums_of([0, 0], [0, 0], [1, 1], [1, 1])):
        with pytest.raises(ValueError, match="nothing can be compared"):
            paired_difference(nothing)


@pytest.mark.parametrize(("n", "is_bounded"), [(2, False), (5, False), (6, True), (40, True)])
def test_few_units_that_differ_by_the_same_are_chance(n: int, is_bounded: bool) -> None:
    ones = [1] * n
    found = paired_difference(sums_of([3] * n, ones, [4] * n, ones))
    limits = paired_mean(found)
    assert limits == ((1, 1) if is_bounded else UNBOUNDED)
    assert paired_p(found, is_share=False) == 2 ** (1 - n)
    assert (paired_p(found, is_share=False) <= 0.05) == is_bounded
    assert mean_interval(n, 3 * n, 9 * n) == ((3, 3) if is_bounded else UNBOUNDED)
    assert ratio_interval(n, 3 * n, n, 9 * n, 3 * n, n) == ((3, 3) if is_bounded else UNBOUNDED)


@pytest.mark.parametrize("n", [8, 100, 3000])
def test_how_rare_a_change_may_be_to_be_seen(n: int) -> None:
    rarest = rarest_seen(n)
    assert 1 - (1 - 1 / rarest) ** n >= 0.99 > 1 - (1 - 1 / (rarest + 1)) ** n
    assert rarest_seen(2) == 0, "what happens in every second game may be missed"


def test_p_is_alpha_where_the_interval_touches_nothing() -> None:
    found = PairedDifference(0.4, 0.42, 0.11, 0.24, 0.24, 900)
    p = paired_p(found, is_share=True)
    assert paired_share(found, alpha=p).low == pytest.approx(0, abs=1e-12)
    assert crossing_p(0.02, Interval(0.0, 0.05)) == pytest.approx(0.05)
    assert crossing_p(-0.02, Interval(-0.05, 0.0)) == pytest.approx(0.05)
    assert crossing_p(0.02, Interval(-0.01, 0.05)) > 0.05
    assert crossing_p(0.0, Interval(-1, 1)) == crossing_p(1.0, UNBOUNDED) == 1
    assert crossing_p(1.0, Interval(1.0, 2.0)) == 0
