"""When a gate stops and what it says then; how many games it plans; what is planted to see it do so."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from balance.core.metric import Part, Tally
from balance.metrics.series import Series
from balance.stats.sequences import FIRST_LOOK
from balance.verdict.planting import Plant, planted_rise
from balance.verdict.tolerances import Check, Moments, fixed_size, plan
from balance.verdict.weighing import OPEN, SUSPECTED, UNDERPOWERED, Scale, overall

BLOCK = 300
SHARE = Moments(n=60_000, total=15_000 * 60, squares=15_000 * 3600, per_unit=1, divisor=60, is_share=True)
POINTS = Moments(n=60_000, total=60_000 * 40, squares=60_000 * 1700, per_unit=1, divisor=1, is_share=False)
KNOWN = [[SHARE, SHARE, POINTS]]
DRIFT = Check("seat_win_share", 0, 0, None, None, "drift", 0.03, "fail", plus=0, minus=None, step=0.03)
OTHER = replace(DRIFT, seat=1, plus=1)
MAX = Check("score_mean", 0, None, None, None, "max", 45.0, "fail", plus=2, minus=None, step=5.0)
PAIR = Check("seat_spread", 0, 0, 1, None, "max", 0.1, "fail", plus=0, minus=1, step=0.1)


def weighed(asked: list[Check], drift: tuple[float, float, float], blocks: int, noise: float = 0.0) -> Scale:
    """A scale that saw blocks in which the three series moved by so much a playout, and fluctuated by the noise."""
    scale = Scale(asked, KNOWN, BLOCK)
    before = np.array([75 * 60, 75 * 60, 300 * 40])
    unit = np.array([60, 60, 1]) * BLOCK
    for number in range(blocks):
        moved = np.round((np.array(drift) + noise * (-1) ** number) * unit).astype(np.int64)
        scale.add([before + moved], [before])
        if scale.is_decided():
            break
    return scale


def verdicts(scale: Scale, at_end: bool = True) -> list[tuple[str, str]]:
    return [(found.verdict, found.label) for found in scale.findings(at_end=at_end)]


def test_nothing_is_decided_before_twenty_blocks() -> None:
    assert weighed([DRIFT], (0.5, 0, 0), 100).n_blocks == FIRST_LOOK
    assert not weighed([DRIFT], (0.5, 0, 0), FIRST_LOOK - 1).is_decided()


def test_one_outside_fails_and_stops_whatever_the_others_do() -> None:
    scale = weighed([DRIFT, OTHER], (0.005, 0.2, 0), 60, noise=0.04)
    assert scale.n_blocks == FIRST_LOOK
    assert verdicts(scale, at_end=False) == [("INCONCLUSIVE", OPEN), ("FAIL", "")]
    assert overall(scale.findings(at_end=False)) == ("FAIL", "")


def test_all_must_be_inside_to_pass() -> None:
    assert verdicts(weighed([DRIFT, OTHER], (0, 0, 0), 60)) == [("PASS", ""), ("PASS", "")]
    scale = weighed([DRIFT, OTHER], (0, 0.0299, 0), 60)
    assert scale.n_blocks == 60
    assert verdicts(scale) == [("PASS", ""), ("INCONCLUSIVE", SUSPECTED)]
    assert overall(scale.findings(at_end=True)) == ("INCONCLUSIVE", SUSPECTED)


def test_an_open_end_is_suspected_or_underpowered() -> None:
    assert verdicts(weighed([DRIFT], (0.0, 0, 0), FIRST_LOOK, noise=0.1)) == [("INCONCLUSIVE", UNDERPOWERED)]
    assert verdicts(weighed([MAX], (0, 0, 4.999), FIRST_LOOK, noise=0.5)) == [("INCONCLUSIVE", UNDERPOWERED)]


def test_a_warning_neither_stops_nor_counts_and_a_failure_of_it_stays() -> None:
    warn = replace(OTHER, level="warn")
    scale = weighed([DRIFT, warn], (0, 0.2, 0), 60)
    assert verdicts(scale) == [("PASS", ""), ("FAIL", "")]
    assert overall(scale.findings(at_end=True)) == ("PASS", "")
    assert weighed([DRIFT, warn], (0, 0.0299, 0), 60).n_blocks == 60


def test_a_bound_is_held_against_the_mean_itself() -> None:
    (found,) = weighed([MAX], (0, 0, 1), 60).findings(at_end=True)
    assert (found.verdict, found.value, found.before, found.after) == ("PASS", 41.0, 40.0, 41.0)
    assert verdicts(weighed([MAX], (0, 0, 9), 60)) == [("FAIL", "")]
    low = replace(MAX, bound="min", limit=35.0)
    assert verdicts(weighed([low], (0, 0, 0), 60)) == [("PASS", "")]
    assert verdicts(weighed([low], (0, 0, -9), 60)) == [("FAIL", "")]


def test_a_pair_of_seats_is_held_on_both_sides() -> None:
    for first, second, verdict in ((0, 0, "PASS"), (0.2, 0, "FAIL"), (0, 0.2, "FAIL"), (0.2, 0.2, "PASS")):
        assert verdicts(weighed([PAIR], (first, second, 0), 60)) == [(verdict, "")]


def test_games_follow_from_tolerance_and_variance() -> None:
    assert SHARE.mean == 0.25 and POINTS.mean == 40 and POINTS.variance == 100
    one_point = replace(DRIFT, limit=0.01, step=0.01)
    assert fixed_size(one_point, KNOWN[0]) == 90_118  # 4 players, two samples
    assert fixed_size(replace(one_point, bound="max"), KNOWN[0]) == 45_059  # against a known number
    assert fixed_size(replace(PAIR, step=0.01), KNOWN[0]) == 120_157  # V = 0.25 + 0.25 − 0
    assert fixed_size(replace(MAX, step=1.0), KNOWN[0]) == math.ceil(24.0313 * 100)
    size = plan(2 * 90_118)
    assert (size.block, size.n_blocks, size.games) == (600, 301, 180_600)
    assert plan(1).games == FIRST_LOOK * 300


def test_the_variance_of_rotated_deals_is_that_of_their_means() -> None:
    """Deals of 2 playouts that always share 60 sixtieths have no variance, whoever wins."""
    assert Moments(1000, 500 * 60, 500 * 3600, 2, 60, True).variance == 0
    spread = Moments(1000, 500 * 60, 250 * 120**2, 2, 60, True)
    assert spread.mean == 0.5 and spread.variance == pytest.approx(0.5)


SERIES = [
    Series(
        "seat_win_share", seat, None, Part(Tally("seats", "share", ("seat",), "playout"), (seat,)), 60, True
    )
    for seat in range(4)
] + [Series("score_mean", 0, None, Part(Tally("seats", "score", ("seat",), "playout"), (0,)), 1, False)]


def played(n: int = 4000) -> np.ndarray:
    winners = np.arange(n) * 7 % 4
    values = np.zeros((5, n), np.int64)
    values[winners, np.arange(n)] = 60
    values[4] = np.arange(n) % 50
    return values


@pytest.mark.parametrize("rise", [0.06, 0.3, -0.06])
def test_a_planted_share_rises_by_just_so_much_and_wins_stay_whole(rise: float) -> None:
    values = played()
    before = values.copy()
    plant = Plant(SERIES, 0, rise, 1)
    grown = np.concatenate([plant.grow(values[:, :1100]), plant.grow(values[:, 1100:])], axis=1)
    assert (values == before).all()
    assert grown[0].mean() / 60 - values[0].mean() / 60 == pytest.approx(rise, abs=1e-3)
    if rise > 0:
        assert (grown[:4].sum(axis=0) == 60).all()
    assert (grown[4] == values[4]).all()
    again = Plant(SERIES, 0, rise, 1).grow(values)
    assert (again == grown).all()


def test_a_planted_mean_rises_by_just_so_much() -> None:
    values = played()
    grown = Plant(SERIES, 4, 0.3, 1).grow(values)
    assert (grown[4] - values[4]).mean() == pytest.approx(0.3, abs=1e-3)
    assert set((grown[4] - values[4]).tolist()) == {0, 1}
    assert (Plant(SERIES, 4, 2.0, 1).grow(values)[4] == values[4] + 2).all()


def test_what_is_planted_lies_twice_outside_if_it_can() -> None:
    assert planted_rise(DRIFT, KNOWN[0], 4) == 0.06
    assert planted_rise(replace(DRIFT, limit=0.45), KNOWN[0], 4) is None
    nearly = [replace(SHARE, total=58_000 * 60)]
    assert planted_rise(DRIFT, nearly, 4) == -0.06
    assert planted_rise(MAX, KNOWN[0], 4) == 15.0
    assert planted_rise(replace(MAX, bound="min", limit=30.0), KNOWN[0], 4) == -20.0
    assert planted_rise(PAIR, KNOWN[0], 4) == pytest.approx(0.3 * 0.75)
