import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.report.numbers import JOINER, MINUS, THIN, Numbers, digits_for, round_steps

DE, EN = Numbers("de"), Numbers("en")


def plain(text):
    return text.replace(JOINER, "")


@pytest.mark.parametrize(
    ("value", "digits", "german", "english"),
    [
        (1234567.5, 1, "1.234.567,5", "1,234,567.5"),
        (-0.04, 1, "0,0", "0.0"),
        (-2.5, 1, f"{MINUS}2,5", f"{MINUS}2.5"),
        (math.nan, 2, "–", "–"),
        (math.inf, 2, "–", "–"),
        (48, 0, "48", "48"),
    ],
)
def test_numbers_are_written_as_people_of_the_language_do(value, digits, german, english):
    assert DE.number(value, digits) == german
    assert EN.number(value, digits) == english


def test_shares_and_intervals():
    assert DE.percent(0.2714) == f"27,1{THIN}%"
    assert EN.percent(0.2714) == "27.1%"
    assert plain(DE.percent_interval(0.263, 0.279)) == f"26,3–27,9{THIN}%"
    assert plain(EN.percent_interval(0.263, 0.279)) == "26.3–27.9%"
    assert EN.interval(-0.3, 0.5, 1) == f"{MINUS}0.3 to 0.5"
    assert DE.interval(-0.3, 0.5, 1) == f"{MINUS}0,3 bis 0,5"
    assert EN.interval(-math.inf, math.inf) == "open"
    assert DE.interval(-math.inf, math.inf) == "offen"
    assert plain(EN.interval(3, math.inf)) == "3–∞"
    assert EN.signed(2.04, 1) == "+2.0"
    assert EN.signed(0.04, 1) == "0.0"


def test_p_values_are_never_zero():
    assert DE.p_value(0.0) == "< 0,001"
    assert EN.p_value(0.0499) == "= 0.050"
    assert EN.p_value(0.43) == "= 0.43"


def test_half_an_interval_is_rounded_up():
    assert EN.give_or_take(0.0011, 2) == "0.01"
    assert EN.give_or_take(0.81, 1) == "0.9"
    assert EN.give_or_take(0.8, 1) == "0.8"


@pytest.mark.parametrize(("half", "digits"), [(0.8, 1), (0.08, 2), (0.008, 3), (3, 1), (math.inf, 1), (0, 1)])
def test_an_interval_tells_how_many_digits_are_worth_printing(half, digits):
    assert digits_for(half) == digits


@given(low=st.floats(-1e4, 1e4), width=st.floats(1e-2, 1e6), about=st.integers(1, 8))
def test_round_places_lie_inside_and_evenly(low, width, about):
    places, digits = round_steps(low, low + width, about)
    assert len(places) <= about + 2
    assert all(low - 1e-6 * width <= place <= low + width * (1 + 1e-6) for place in places)
    steps = [b - a for a, b in itertools.pairwise(places)]
    assert all(math.isclose(step, steps[0], rel_tol=1e-6) for step in steps)
    assert digits >= 0


def test_a_single_place_is_its_own_scale():
    assert round_steps(5.0, 5.0) == ([5.0], 1)
