"""What procedures answer where there is little or nothing to go by."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from balance.stats import seats
from balance.stats.differences import bonett_price
from balance.stats.distributions import binomial_quantile, noncentrality, two_sided_z
from balance.stats.estimate import Estimate, Interval, finite_or_none
from balance.stats.means import LEAST_UNITS, UNBOUNDED, mean_interval, ratio_difference, ratio_interval
from balance.stats.multiple import benjamini_hochberg, holm
from balance.stats.quantiles import quantile, quantile_ranks
from balance.stats.seats import WinShares, pack, unpack
from balance.stats.shares import EVERYTHING, clopper_pearson, goodman, ratio_share, wilson
from balance.stats.sizes import (
    even_share_variance,
    games_needed,
    seat_test_games,
    smallest_difference,
)

NO_PLAYOUTS = WinShares(np.zeros((0, 3), np.int64), np.zeros(0, np.int64))


def table(rows: list[list[int]], counts: list[int], per_unit: int = 1) -> WinShares:
    return WinShares(np.array(rows, np.int64), np.array(counts, np.int64), per_unit)


def test_no_playouts_are_refused() -> None:
    for refused in (
        lambda: wilson(0, 0),
        lambda: goodman(0, [0, 0]),
        lambda: clopper_pearson(0, 0),
        lambda: bonett_price(0, 0, 0),
        lambda: mean_interval(0, 0, 0),
        lambda: ratio_interval(0, 0, 0, 0, 0, 0),
        lambda: ratio_share(0, 0, 0, 0, 0, 0),
        lambda: quantile_ranks(0, 0.5),
        lambda: quantile(np.zeros(0, np.int64), np.zeros(0, np.int64), 0.5),
        lambda: seats.seat_shares(NO_PLAYOUTS),
        lambda: seats.seat_spread(NO_PLAYOUTS),
        lambda: smallest_difference(0, 1),
    ):
        with pytest.raises(ValueError, match=r"no playouts|nothing to take|at least one playout"):
            refused()


def test_one_playout_bounds_nothing() -> None:
    assert wilson(1, 1) == EVERYTHING
    assert wilson(1, 0.5, 0.25) == EVERYTHING
    assert bonett_price(1, 1, 1) == Interval(-1, 1)
    assert mean_interval(1, 7, 49) == UNBOUNDED
    assert ratio_interval(1, 3, 5, 9, 15, 25) == UNBOUNDED
    assert ratio_share(1, 3, 5, 9, 15, 25) == EVERYTHING
    assert quantile(np.array([7]), np.array([1]), 0.5) == (7, UNBOUNDED)
    one = table([[60, 0, 0]], [1])
    assert seats.seat_shares(one) == [EVERYTHING] * 3
    assert seats.seat_spread(one) == (1, Interval(0, 1))
    test, limits = seats.effect_size(one)
    assert (test.n, test.w) == (1, pytest.approx(math.sqrt(2)))
    assert math.isnan(test.p)
    assert limits == (0, pytest.approx(math.sqrt(2)))
    assert seats.largest_deviation(one) == (pytest.approx(2 / 3), pytest.approx((0, 2 / 3)))


def test_equal_values() -> None:
    assert mean_interval(50, 50 * 48, 50 * 48 * 48) == Interval(48, 48)
    value, limits = quantile(np.array([48]), np.array([50]), 0.5)
    assert (value, limits) == (48, Interval(48, 48))
    low, high = wilson(50, 0)
    assert low == 0
    assert high == pytest.approx(0.0713476, abs=1e-6), "never seen in 50 is not never"
    assert wilson(50, 50)[1] == 1
    low, high = bonett_price(50, 0, 0)
    assert low < 0 < high


def test_share_of_nothing_seen_keeps_its_upper_limit() -> None:
    # 50 playouts with 20 bars each, none of them stored: as if a playout were one thing
    assert ratio_share(50, 0, 1000, 0, 0, 20000) == pytest.approx(wilson(50, 0))
    assert ratio_share(50, 1000, 1000, 20000, 20000, 20000) == pytest.approx(wilson(50, 50))


def test_all_truncated() -> None:
    cut_off = table([[0, 0, 0]], [40])
    assert cut_off.decided == 0
    assert all(limits.low == 0 and 0 < limits.high < 0.2 for limits in seats.seat_shares(cut_off))
    spread, limits = seats.seat_spread(cut_off)
    assert spread == 0
    assert limits.low == 0 < limits.high
    test, limits = seats.effect_size(cut_off)
    assert math.isnan(test.p) and math.isnan(test.w) and math.isnan(test.statistic)
    assert (test.n, limits) == (0, Interval(0, math.sqrt(2)))
    deviation, limits = seats.largest_deviation(cut_off)
    assert math.isnan(deviation)
    assert limits == Interval(0, 1 - 1 / 3)


def test_all_tied() -> None:
    level = table([[20, 20, 20]], [40])
    test, limits = seats.effect_size(level)
    assert (test.statistic, test.p, test.w, test.deff) == (0, 1, 0, 0)
    assert limits == Interval(0, 0)
    assert seats.seat_spread(level)[0] == 0
    assert seats.largest_deviation(level)[0] == 0


def test_one_seat_wins_all() -> None:
    test, limits = seats.effect_size(table([[60, 0]], [1000]))
    assert (test.w, limits.high) == (1, 1)
    assert test.p < 1e-100
    spread, limits = seats.seat_spread(table([[60, 0]], [1000]))
    assert spread == 1
    assert limits.low > 0.99


def test_what_chance_adds_to_w_is_taken_away() -> None:
    for rows, counts in (([[60, 0], [0, 60]], [530, 470]), ([[60, 0], [30, 30], [0, 60]], [430, 200, 370])):
        test = seats.seat_equality(table(rows, counts))
        squared = test.w**2 - test.df * test.deff / test.n
        assert seats.unbiased_w(test.w, test.statistic, test.df) == pytest.approx(math.sqrt(squared))
    assert seats.unbiased_w(0.01, 0.5, 3) == 0


def test_few_decided_playouts_give_no_p() -> None:
    assert math.isnan(seats.seat_equality(table([[60, 0], [0, 60]], [6, 3])).p)
    assert not math.isnan(seats.seat_equality(table([[60, 0], [0, 60]], [6, 4])).p)


def test_repeating_a_deal_adds_nothing() -> None:
    # Two playouts of a deal that always end alike are worth one.
    single = table([[60, 0], [0, 60], [30, 30]], [50, 40, 10])
    doubled = table([[120, 0], [0, 120], [60, 60]], [50, 40, 10], per_unit=2)
    assert seats.seat_shares(doubled) == seats.seat_shares(single)
    assert seats.seat_spread(doubled) == seats.seat_spread(single)
    (value, limits), (again, limits_again) = map(seats.largest_deviation, (single, doubled))
    assert (again, *limits_again) == pytest.approx((value, *limits))
    one, one_limits = seats.effect_size(single)
    two, two_limits = seats.effect_size(doubled)
    assert (two.n, two.deff) == (2 * one.n, pytest.approx(2 * one.deff))
    assert (two.statistic, two.p, two.w) == pytest.approx((one.statistic, one.p, one.w))
    assert two_limits == pytest.approx(one_limits)


def test_quantile_of_deals_counts_deals() -> None:
    values = np.arange(1, 101)
    single = quantile(values, np.ones(100, np.int64), 0.5)
    doubled = quantile(values, np.full(100, 2), 0.5, repeats=2)
    assert doubled == single


def test_small_samples_do_not_bound_outer_quantiles() -> None:
    _, limits = quantile(np.arange(1, 21), np.ones(20, np.int64), 0.05)
    assert limits.low == -math.inf
    assert limits.high < 20


def test_binomial_quantile_is_that_of_scipy_stats() -> None:
    for n in (1, 2, 5, 20, 71, 400, 30_000, 1_000_000):
        for q in (0.001, 0.05, 0.25, 0.5, 0.75, 0.95):
            for p in (1e-4, 0.005, 0.025, 0.5, 0.975, 0.995):
                assert binomial_quantile(p, n, q) == stats.binom.ppf(p, n, q)


def test_noncentrality_inverts_the_distribution() -> None:
    for x in (1e-9, 0.3, 2.0, 17.0, 400.0, 9e4, 4e6):
        for df in (1, 3, 5):
            for p in (0.025, 0.5, 0.975):
                found = noncentrality(x, df, p)
                below = stats.ncx2.cdf(x, df, found) if found else stats.chi2.cdf(x, df)
                assert below == pytest.approx(p, abs=1e-6) if found else below <= p
    assert noncentrality(0.0, 3, 0.025) == 0


def test_packed_shares_come_back() -> None:
    shares = np.array([[60, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 360], [30, 30, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6]])
    assert (unpack(pack(shares), 6) == shares).all()
    assert (unpack(pack(shares) + pack(shares[::-1]), 6) == shares + shares[::-1]).all()


def test_impossible_questions_are_refused() -> None:
    for refused in (
        lambda: two_sided_z(0),
        lambda: two_sided_z(0.05, 0),
        lambda: quantile_ranks(10, 1),
        lambda: holm([0.1, math.nan]),
        lambda: benjamini_hochberg([1.1]),
        lambda: games_needed(0, 0.25),
        lambda: games_needed(0.01, 0.25, power=1),
        lambda: even_share_variance(1),
        lambda: seat_test_games(0, 4),
        lambda: clopper_pearson(10, 11),
    ):
        with pytest.raises(ValueError, match=r"between|family|above|compared|lie"):
            refused()


def test_json_knows_neither_infinity_nor_nan() -> None:
    assert [finite_or_none(x) for x in (0.5, math.inf, -math.inf, math.nan)] == [0.5, None, None, None]
    assert Estimate(1, -math.inf, math.inf, 1).half_width == math.inf
    assert Estimate(0.5, 0.25, 0.75, 9).half_width == 0.25


@pytest.mark.parametrize("few", [0, 1, 2, LEAST_UNITS - 1])
def test_few_units_on_one_side_of_a_difference_say_nothing(few: int) -> None:
    """Two games whose winner had more of something are no proof, whatever they agree on."""
    won, nothing, counts = np.array([1, 0]), np.array([0, 0]), np.array([few, 5000])
    with_it, everybody = np.array([1, 0]), np.array([1, 1])
    for side in ((won, with_it, nothing, everybody), (nothing, everybody, won, with_it)):
        value, limits = ratio_difference(*side, counts)
        assert math.isnan(value)
        assert limits == UNBOUNDED
        value, limits = ratio_difference(*side, counts + LEAST_UNITS - few)
        assert abs(value) == 1
        assert limits != UNBOUNDED
