"""Contrasts within tables, mixes and courses, worked out by hand.

Three playouts of three seats and one that was cut off:

playout  bars    average  above  below   winners  scores
0        3 1 2   2        seat 0 seat 1  0        10 6 4
1        0 3 0   1        seat 1 0 and 2 0, 1     8 8 2
2        2 2 2   2        nobody nobody  2        1 2 9
3        9 0 0   3        (cut off)               5 5 5
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from balance.core.contrasts import Contrast, Correlation
from balance.core.courses import MeanByEnd, MeansOf, Parts, QuantilesOver, over_phases, parted
from balance.core.errors import RunError
from balance.core.metric import MetricSpec
from balance.metrics import measure_cell

WINNERS = [0b001, 0b011, 0b100, 0]
SEATS = {
    "bars": [(3, 1, 2), (0, 3, 0), (2, 2, 2), (9, 0, 0)],
    "score": [(10, 6, 4), (8, 8, 2), (1, 2, 9), (5, 5, 5)],
}
GAMES = {
    "pair_1": [3, 1, 0, 2],
    "pass_1": [1, 1, 0, 0],
    "pair_2": [2, 0, 0, 0],
    "pass_2": [0, 4, 0, 0],
    "lead_1": [0, 2, 5, 1],
    "lead_2": [4, -1, 6, -1],
}


def measure(gauge: Any, make_facts: Any, make_frames: Any, **more: Any) -> dict[str | None, Any]:
    spec = MetricSpec("m", "share", de="m", en="m", words="m", formula="m", gauge=gauge)
    facts = make_facts(3)
    cell = measure_cell(facts, [spec], [make_frames(facts, WINNERS, GAMES, {**SEATS, **more})])
    return {measure.item: measure.estimate for measure in cell.of("m")}


def test_win_share_of_seats_above_and_below_their_table(make_facts: Any, make_frames: Any) -> None:
    def value(side: Any) -> Any:
        return measure(Contrast("bars", side=side), make_facts, make_frames)[None]

    more, less, both = value("more"), value("less"), value("difference")
    assert more.value == pytest.approx((1 + 0.5) / 2), "seat 0 won alone, seat 1 shared a win"
    assert less.value == pytest.approx((0 + 0.5 + 0) / 3)
    assert both.value == pytest.approx(0.75 - 1 / 6)
    # linearised by hand: playouts 0 and 1 deviate, the others count on neither side
    z = [4 * ((1 - 0.75) / 2 - (0 - 1 / 6) / 3), 4 * ((0.5 - 0.75) / 2 - (0.5 - 2 / 6) / 3), 0, 0]
    half = 3.182446305284263 * math.sqrt(sum(value * value for value in z) / 3 / 4)
    assert (both.low, both.high) == pytest.approx((both.value - half, both.value + half))
    assert (both.n, both.method) == (4, "ratio_difference")


def test_what_the_seat_before_has(make_facts: Any, make_frames: Any) -> None:
    got = measure(Contrast("bars", outcome="score", before=True), make_facts, make_frames)[None]
    # playout 0: seat 1 sits behind the seat above, seat 2 behind the one below; playout 1: 2 behind, 0 and 1
    assert got.value == pytest.approx((6 + 2) / 2 - (4 + 8 + 8) / 3)


def test_negative_scores_can_be_contrasted_and_impossible_ones_are_refused(
    make_facts: Any, make_frames: Any
) -> None:
    low = {"score": [(-10, 6, -4), (8, -8, 2), (1, 2, 9), (5, 5, 5)]}
    got = measure(Contrast("bars", outcome="score"), make_facts, make_frames, **low)[None]
    assert got.value == pytest.approx((-10 - 8) / 2 - (6 + 8 + 2) / 3)
    huge = {"score": [(10**6, 6, 4)] * 4}
    with pytest.raises(RunError, match="scores beyond"):
        measure(Contrast("bars", outcome="score"), make_facts, make_frames, **huge)


def test_nobody_above(make_facts: Any, make_frames: Any) -> None:
    got = measure(Contrast("bars"), make_facts, make_frames, bars=[(2, 2, 2)] * 4)[None]
    assert math.isnan(got.value)
    assert (got.low, got.high) == (-math.inf, math.inf)


def test_how_closely_winning_goes_with_more_of_something(make_facts: Any, make_frames: Any) -> None:
    got = measure(Correlation("bars"), make_facts, make_frames)[None]
    # deviations from the table's average: bars, then shares of the win, of the three decided playouts
    bars = [(1, -1, 0), (-1, 2, -1), (0, 0, 0)]
    wins = [(2 / 3, -1 / 3, -1 / 3), (1 / 6, 1 / 6, -1 / 3), (-1 / 3, -1 / 3, 2 / 3)]
    c = [sum(x * y for x, y in zip(xs, ys, strict=True)) for xs, ys in zip(bars, wins, strict=True)]
    a, b = ([sum(x * x for x in xs) for xs in part] for part in (bars, wins))
    r = sum(c) / math.sqrt(sum(a) * sum(b))
    assert got.value == pytest.approx(r)
    n = 4  # the one that was cut off counts as a unit that says nothing
    scale = math.sqrt(sum(a) * sum(b))
    z = [n * (p / scale - r / 2 * (x / sum(a) + y / sum(b))) for p, x, y in zip(c, a, b, strict=True)]
    half = 3.182446305284263 * math.sqrt(sum(v * v for v in z) / (n - 1) / n) / (1 - r * r)
    assert (got.low, got.high) == pytest.approx(tuple(math.tanh(math.atanh(r) + s * half) for s in (-1, 1)))
    level = measure(Correlation("bars"), make_facts, make_frames, bars=[(2, 2, 2)] * 4)[None]
    assert math.isnan(level.value) and (level.low, level.high) == (-1, 1)
    for refused in (-1, 256):
        with pytest.raises(RunError, match="beyond 255, or below 0"):
            measure(Correlation("bars"), make_facts, make_frames, bars=[(refused, 2, 2)] * 4)


def test_co_moments_of_the_largest_numbers_and_of_whole_deals(make_facts: Any, make_frames: Any) -> None:
    """Six seats, rotated: nothing spills from one packed number into the next."""
    spec = MetricSpec("m", "r", de="m", en="m", words="m", formula="m", gauge=Correlation("bars"))
    facts = make_facts(6, ["p"] * 6, rotate=True)
    for most, sign in ((255, 1), (0, -1)):
        bars = [tuple(most if seat == p % 6 else 255 - most for seat in range(6)) for p in range(12)]
        frames = make_frames(facts, [1 << p % 6 for p in range(12)], {}, {"bars": bars})
        (got,) = measure_cell(facts, [spec], [frames]).measures
        assert got.estimate.value == pytest.approx(sign)
        assert got.estimate.method == "within_correlation, by deal"


def test_items_of_a_course() -> None:
    assert parted("alpenmilch@round15") == ("alpenmilch", "round", 15)
    assert parted("q50@3") == ("q50", "phase", 3)
    assert parted("alpenmilch") is None
    assert parted("a@b") is None


def test_means_over_the_playouts_that_last_so_long(make_facts: Any, make_frames: Any) -> None:
    gauge = MeansOf("games", lambda _: {"a@round5": ("row_5", "reached_5"), "b": ("none", "none")})
    spec = MetricSpec("m", "count", de="m", en="m", words="m", formula="m", gauge=gauge)
    facts = make_facts(3)

    def means(times: int) -> list[Any]:
        games = {"row_5": [3, 0, 8, 0], "reached_5": [1, 0, 1, 0], "none": [0, 0, 0, 0]}
        frames = make_frames(
            facts,
            WINNERS * times,
            {key: column * times for key, column in games.items()},
            {key: rows * times for key, rows in SEATS.items()},
        )
        return [measure.estimate for measure in measure_cell(facts, [spec], [frames]).of("m")]

    few, never = means(14)
    assert (few.value, few.n, few.method, few.high) == (5.5, 28, "ratio_t", math.inf)
    assert math.isnan(never.value) and (never.low, never.high, never.n) == (-math.inf, math.inf, 0)
    enough, _ = means(15)
    assert (enough.value, enough.n) == (5.5, 30)
    # t with 29 degrees of freedom; each of the 30 is 2.5 from the mean
    assert enough.high == pytest.approx(5.5 + 2.045229642 * math.sqrt(30 / 29) * 2.5 / math.sqrt(30))
    assert list(spec.quotients(facts)) == [], "which playouts count depends on the rules"


def test_neighbours_need_three_seats(make_facts: Any) -> None:
    assert Contrast("bars", before=True).tallies(make_facts(2)) == ()
    assert len(Contrast("bars", before=True).tallies(make_facts(3))) == 1


def test_shares_in_each_phase(make_facts: Any, make_frames: Any) -> None:
    columns = {phase: {"pair": f"pair_{phase}", "pass": f"pass_{phase}"} for phase in (1, 2)}
    got = measure(Parts("games", lambda _: over_phases(columns)), make_facts, make_frames)
    assert list(got) == ["pair@1", "pass@1", "pair@2", "pass@2"]
    assert got["pair@1"].value == pytest.approx(6 / 8)
    assert got["pass@2"].value == pytest.approx(4 / 6)
    assert 0 <= got["pair@2"].low < 2 / 6 < got["pair@2"].high <= 1


def test_quantiles_of_each_phase_leave_out_who_did_not_reach_it(make_facts: Any, make_frames: Any) -> None:
    got = measure(QuantilesOver(lambda _: {1: "lead_1", 2: "lead_2"}), make_facts, make_frames)
    assert [got[f"q50@{phase}"].value for phase in (1, 2)] == [1, 4]
    assert (got["q50@1"].n, got["q95@2"].n, got["q95@2"].value) == (4, 2, 6)


def test_sums_and_multiples_of_columns(make_facts: Any, make_frames: Any) -> None:
    left = {"left": ("10*one+-1*pair_1+-1*pair_2", "10*one")}
    got = measure(Parts("games", lambda _: left), make_facts, make_frames)["left"]
    assert got.value == pytest.approx((40 - 6 - 2) / 40)


def test_means_by_the_reason_of_the_end(make_facts: Any, make_frames: Any) -> None:
    GAMES["end_reason"] = ["clock", "supply", "clock", "clock"]  # type: ignore[assignment]
    GAMES["length"] = [30, 21, 28, 12]
    got = measure(MeanByEnd("length"), make_facts, make_frames)
    assert {reason: (e.value, e.n) for reason, e in got.items()} == {"clock": (70 / 3, 3), "supply": (21, 1)}
    deviations = [30 - 70 / 3, 28 - 70 / 3, 12 - 70 / 3]
    half = 4.302652729749462 * math.sqrt(sum(value * value for value in deviations) / 2 / 3)
    assert got["clock"].high == pytest.approx(70 / 3 + half)
    assert got["supply"].high == math.inf, "one playout bounds nothing"
