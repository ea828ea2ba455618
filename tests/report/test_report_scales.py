import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.core.metric import Histogram
from balance.report.numbers import Numbers
from balance.report.scales import MOST_BINS, axis_around, axis_from_zero, bin_ticks, bins_of
from balance.report.views import merged, mode_of, quantiles_of

EN = Numbers("en")


def histogram(counts):
    values = sorted(counts)
    return Histogram(np.array(values, np.int64), np.array([counts[v] for v in values], np.int64))


counted = st.dictionaries(st.integers(-200, 3000), st.integers(1, 10**6), min_size=1, max_size=40).map(
    histogram
)


@given(found=st.lists(counted, min_size=1, max_size=4))
def test_every_playout_is_in_one_bin(found):
    bins = bins_of(found)
    assert 1 <= bins.count <= 2 * MOST_BINS
    for one in found:
        shares = bins.shares(one)
        assert len(shares) == bins.count == len(bins.starts)
        assert math.isclose(sum(shares), 1)
    ticks = bin_ticks(EN, bins, "{value}+")
    assert all(bins.starts[0] <= tick.at <= bins.end for tick in ticks)


def test_the_tail_is_gathered_and_said_to_be():
    many = histogram({**dict.fromkeys(range(30), 1000), 500: 1})
    bins = bins_of([many], least=1)
    assert bins.has_tail
    assert bins.end < 40
    assert bin_ticks(EN, bins, "{value}+")[-1].text == "29+"
    assert not bins_of([histogram({1: 5, 2: 5})]).has_tail


def test_a_scale_holds_every_finite_number_and_its_centre_is_in_the_middle():
    axis = axis_around(EN, [0.24, 0.31, math.nan, math.inf], "", centre=0.25, bounds=(0, 1), percent=True)
    assert axis.low < 0.2 and axis.high > 0.31
    assert (axis.low + axis.high) / 2 == pytest.approx(0.25)
    assert all(axis.low <= tick.at <= axis.high for tick in axis.ticks)
    assert axis_around(EN, [0.5], "", centre=0.5, least=0.1).low == pytest.approx(0.5 - 0.108)
    assert axis_around(EN, [0, 1], "", centre=0.25, bounds=(0, 1)).low == 0


def test_scales_without_numbers_are_scales_all_the_same():
    for axis in (axis_around(EN, [], ""), axis_around(EN, [math.nan], ""), axis_from_zero(EN, [], "")):
        assert axis.low < axis.high
    assert axis_from_zero(EN, [1.0], "", percent=True).high == 1.0


def test_quantiles_are_the_smallest_values_that_reach_them():
    assert quantiles_of(histogram({1: 1, 2: 1, 3: 1, 4: 1})) == (1, 1, 2, 3, 4)
    assert quantiles_of(histogram({7: 9})) == (7, 7, 7, 7, 7)
    assert all(math.isnan(q) for q in quantiles_of(None))
    assert mode_of(histogram({1: 1, 5: 3})) == (5, 0.75)


def test_merging_adds_counts():
    both = merged([histogram({1: 2, 3: 1}), histogram({3: 4, 9: 1})])
    assert dict(zip(both.values.tolist(), both.counts.tolist(), strict=True)) == {1: 2, 3: 5, 9: 1}
    assert merged([]) is None
