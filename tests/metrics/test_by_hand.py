"""Generic metrics of small tables, worked out by hand.

Six playouts of three seats: two plain wins, two shared ones, one truncated, one more win.

playout  scores    winners  x by seat  bars    kind    length  leads  end
0        10 6 4    0        1 2 3      2 1 1   1 0 0   30      1      clock
1        8 8 2     0, 1     4 0 2      1 1 0   1 1 0   30      2      clock
2        5 9 7     1        0 6 0      0 2 1   0 1 0   28      0      supply
3        6 6 6     all      3 3 0      1 1 1   0 0 0   30      3      clock
4        3 1 2     (cut)    9 9 9      0 0 0   0 0 0   12      0      clock
5        4 5 12    2        1 1 5      1 0 3   0 0 3   26      1      supply
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from balance.core.gauges import Mean, OutcomeMean, PartOfWhole, PlayoutShare
from balance.core.metric import MetricSpec
from balance.metrics import GENERIC, SCORES, CellMeasures, measure_cell, records, visible_drift, widest
from balance.stats.estimate import Estimate
from balance.stats.shares import ratio_share, wilson

WINNERS = [0b001, 0b011, 0b010, 0b111, 0, 0b100]
GAMES = {
    "length": [30, 30, 28, 30, 12, 26],
    "end_reason": ["clock", "clock", "supply", "clock", "clock", "supply"],
    "margin": [4, 0, 2, 0, 1, 7],
    "lead_changes": [1, 2, 0, 3, 0, 1],
}
SEATS = {
    "score": [(10, 6, 4), (8, 8, 2), (5, 9, 7), (6, 6, 6), (3, 1, 2), (4, 5, 12)],
    "x": [(1, 2, 3), (4, 0, 2), (0, 6, 0), (3, 3, 0), (9, 9, 9), (1, 1, 5)],
    "bars": [(2, 1, 1), (1, 1, 0), (0, 2, 1), (1, 1, 1), (0, 0, 0), (1, 0, 3)],
    "kind": [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 3)],
}
T_5, T_4 = 2.5705818356363146, 2.776445105197793


def spec(name: str, gauge: Any) -> MetricSpec:
    return MetricSpec(name, "count", de=name, en=name, words=name, formula=name, gauge=gauge)


OWN = (
    spec("winner_x", OutcomeMean("x", "won")),
    spec("other_x", OutcomeMean("x", "lost")),
    spec("kind_share", PartOfWhole("kind", "bars")),
    spec("x_mean", Mean("seats", lambda _: {"of_x": "x"}, each="playout", by_seat=True)),
)


@pytest.fixture
def cell(make_facts: Callable[..., Any], make_frames: Callable[..., Any]) -> CellMeasures:
    facts = make_facts(3, ("a", "b", "b"))
    return measure_cell(facts, (*GENERIC, *OWN), [make_frames(facts, WINNERS, GAMES, SEATS)])


def found(cell: CellMeasures, metric: str) -> dict[tuple[int | None, str | None], Estimate]:
    return {(measure.seat, measure.item): measure.estimate for measure in cell.of(metric)}


def only(cell: CellMeasures, metric: str) -> Estimate:
    (measure,) = cell.of(metric)
    assert (measure.seat, measure.item) == (None, None)
    return measure.estimate


def limits(estimate: Estimate) -> tuple[float, float]:
    return estimate.low, estimate.high


def t_limits(values: Sequence[float], t: float) -> Any:
    n, mean = len(values), sum(values) / len(values)
    half = t * math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
    return pytest.approx((mean - half, mean + half))


def shares(values: Iterable[float], family: int = 1) -> Any:
    values = list(values)
    squares = sum(value * value for value in values)
    return pytest.approx(wilson(len(values), sum(values), squares, family=family))


def test_win_shares(cell: CellMeasures) -> None:
    got = found(cell, "seat_win_share")
    assert [got[(seat, None)].value for seat in range(3)] == pytest.approx([11 / 36, 11 / 36, 8 / 36])
    assert limits(got[(2, None)]) == shares([0, 0, 0, 1 / 3, 0, 1], family=3)
    assert {(e.n, e.level, e.method) for e in got.values()} == {(6, 0.95, "goodman")}


def test_spread(cell: CellMeasures) -> None:
    got = only(cell, "seat_spread")
    assert (got.value, got.n, got.method) == (pytest.approx(1 / 12), 6, "seat_pairs")
    # Seats 1 and 2 decide: differences 0, ½, 1, 0, 0, −1 and two pseudo-playouts
    mean, variance = 0.5 / 8, (2.25 + 2) / 8 - (0.5 / 8) ** 2
    z = 2.3939797998185104  # two-sided 5% over three pairs
    assert got.high == pytest.approx(mean + z * math.sqrt(variance / 8))
    assert got.low == 0


def test_size_and_test_of_the_seats_difference(cell: CellMeasures) -> None:
    w = only(cell, "seat_w")
    assert (w.value, w.n) == (pytest.approx(math.sqrt(0.02)), 5)
    assert limits(w) == (0, pytest.approx(math.sqrt(2))), "five decided playouts are too few for χ²"
    got = found(cell, "seat_equality")
    assert math.isnan(got[(None, None)].value)
    assert got[(None, "statistic")].value == pytest.approx(0.1 / 0.65)
    furthest = only(cell, "seat_deviation")
    assert (furthest.value, furthest.n, furthest.low) == (pytest.approx(1 / 15), 5, 0)


def test_equal_seats_with_enough_playouts(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(3)
    frames = [make_frames(facts, WINNERS, GAMES, SEATS, first=6 * index) for index in range(3)]
    got = found(measure_cell(facts, GENERIC, frames), "seat_equality")
    assert got[(None, "statistic")].value == pytest.approx(0.3 / 0.65)
    assert got[(None, None)].value == pytest.approx(math.exp(-0.15 / 0.65)), "χ² with 2 degrees of freedom"
    assert math.isnan(got[(None, None)].low)
    assert math.isnan(got[(None, None)].high)


def test_shares_of_playouts(cell: CellMeasures) -> None:
    tied, cut = only(cell, "tie_share"), only(cell, "truncated_share")
    assert (tied.value, cut.value) == pytest.approx((2 / 6, 1 / 6))
    assert limits(tied) == shares([0, 1, 0, 1, 0, 0])
    assert limits(cut) == shares([0, 0, 0, 0, 1, 0])
    ends = found(cell, "end_reason")
    assert [ends[(None, item)].value for item in ("clock", "supply")] == pytest.approx([4 / 6, 2 / 6])
    assert limits(ends[(None, "clock")]) == shares([1, 1, 0, 1, 1, 0], family=2)


def test_policies(cell: CellMeasures, make_facts: Any, make_frames: Any) -> None:
    got = found(cell, "policy_win_share")
    assert [got[(None, policy)].value for policy in "ab"] == pytest.approx([11 / 36, 19 / 72])
    assert limits(got[(None, "b")]) == shares([0, 0.25, 0.5, 1 / 3, 0, 0.5], family=2)
    facts = make_facts(3)
    alone = measure_cell(facts, GENERIC, [make_frames(facts, WINNERS, GAMES, SEATS)])
    assert alone.of("policy_win_share") == ()


def test_means(cell: CellMeasures) -> None:
    score = found(cell, "score_mean")
    assert score[(None, None)].value == pytest.approx(104 / 18)
    assert limits(score[(None, None)]) == t_limits([20 / 3, 18 / 3, 21 / 3, 18 / 3, 6 / 3, 21 / 3], T_5)
    assert [score[(seat, None)].value for seat in range(3)] == pytest.approx([6, 35 / 6, 5.5])
    assert limits(score[(0, None)]) == t_limits([10, 8, 5, 6, 3, 4], T_5)
    for metric, values in (("margin_mean", "margin"), ("length_mean", "length")):
        got = only(cell, metric)
        assert got.value == pytest.approx(sum(GAMES[values]) / 6)
        assert limits(got) == t_limits(GAMES[values], T_5)
    assert only(cell, "lead_changes_mean").value == pytest.approx(7 / 6)
    x = found(cell, "x_mean")
    assert x[(None, "of_x")].value == pytest.approx(58 / 6)
    assert limits(x[(None, "of_x")]) == t_limits([6, 6, 6, 6, 27, 7], T_5)
    assert x[(1, "of_x")].value == pytest.approx(21 / 6)


def test_quantiles(cell: CellMeasures) -> None:
    score = found(cell, "score")
    first = [score[(0, item)] for item in ("q05", "q25", "q50", "q75", "q95")]
    assert [estimate.value for estimate in first] == [3, 4, 5, 8, 10]
    assert limits(first[2]) == (3, 10), "ranks 1 and 6 of 6"
    assert first[0].low == -math.inf
    assert first[4].high == math.inf
    assert found(cell, "margin")[(None, "q50")].value == 1
    assert found(cell, "length")[(None, "q50")].value == 28
    histogram = cell.histogram(SCORES.tally(), 1)
    assert (histogram.values.tolist(), histogram.counts.tolist()) == ([1, 5, 6, 8, 9], [1, 1, 2, 1, 1])


def test_winners_and_others(cell: CellMeasures) -> None:
    won, lost = only(cell, "winner_x"), only(cell, "other_x")
    assert (won.value, won.n, won.method) == (pytest.approx(3.2), 5, "ratio_t")
    assert limits(won) == t_limits([1, 2, 6, 2, 5], T_4)
    assert lost.value == pytest.approx(1.5)
    assert limits(lost) == t_limits([2.5, 2, 0, 2, 1], T_4)


def test_part_of_whole(cell: CellMeasures) -> None:
    got = only(cell, "kind_share")
    assert (got.value, got.n) == (pytest.approx(7 / 16), 6)
    part, whole = [1, 2, 1, 0, 3], [4, 2, 3, 3, 4]  # the truncated playout has no bars
    product = sum(y * x for y, x in zip(part, whole, strict=True))
    squares = [sum(value * value for value in values) for values in (part, whole)]
    assert limits(got) == pytest.approx(ratio_share(5, 7, 16, squares[0], product, squares[1]))


def test_nothing_to_divide_by(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(2)
    nobody = {"x": [(1, 2)] * 4, "kind": [(0, 0)] * 4, "bars": [(0, 0)] * 4}
    cell = measure_cell(facts, (*GENERIC, *OWN[:3]), [make_frames(facts, [0] * 4, {}, nobody)])
    for metric, ends in (("winner_x", (-math.inf, math.inf)), ("kind_share", (0, 1)), ("seat_w", (0, 1))):
        got = only(cell, metric)
        assert math.isnan(got.value)
        assert limits(got) == ends
    assert only(cell, "truncated_share").value == 1
    assert [e.value for e in found(cell, "seat_win_share").values()] == [0, 0]
    plain = {(r["metric"], r["seat"], r["item"]): r for r in records([cell])}
    assert plain["winner_x", None, None] | {"method": ""} == {
        "metric": "winner_x",
        "cell": "base",
        "seat": None,
        "item": None,
        "value": None,
        "low": None,
        "high": None,
        "n": 0,
        "level": 0.95,
        "method": "",
    }


def test_deals_are_the_unit_of_rotated_line_ups(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(2, ("a", "b"), rotate=True)
    winners = [0b01, 0b01, 0b01, 0b10, 0b10, 0b10, 0b11, 0b01]
    scores = {"score": [(3, 1), (4, 1), (5, 2), (2, 6), (0, 1), (1, 3), (2, 2), (7, 3)]}
    more = make_frames(facts, [0b01], {}, {"score": [(90, 0)]}, first=8)
    tied = spec("tied", PlayoutShare("tied"))
    cell = measure_cell(facts, (*GENERIC, tied), [make_frames(facts, winners, {}, scores), more])
    assert (cell.facts.n, cell.left_out) == (8, 1), "half a deal counts nowhere"

    seat = found(cell, "seat_win_share")[(0, None)]
    assert (seat.value, seat.n, seat.method) == (pytest.approx(4.5 / 8), 8, "goodman, by deal")
    assert limits(seat) == shares([1, 0.5, 0, 0.75], family=2)
    policy = found(cell, "policy_win_share")[(None, "a")]
    assert policy.value == pytest.approx(4.5 / 8)
    assert limits(policy) == shares([0.5, 1, 0.5, 0.25], family=2)
    score = found(cell, "score_mean")
    t_3 = 3.182446305284263
    assert limits(score[(0, None)]) == t_limits([3.5, 3.5, 0.5, 4.5], t_3)
    assert limits(score[(None, None)]) == t_limits([9 / 4, 15 / 4, 5 / 4, 14 / 4], t_3)
    assert limits(only(cell, "tied")) == shares([0, 0, 0, 0.5])
    assert found(cell, "score")[(0, "q50")].value == 2
    assert found(cell, "end_reason")[(None, "supply")].value == 0


def test_precision_and_what_can_be_seen(cell: CellMeasures) -> None:
    widths = [(e.high - e.low) / 2 for e in found(cell, "seat_win_share").values()]
    assert widest(cell, "seat_win_share") == max(widths)
    assert widest(cell, "score") == math.inf
    assert widest(cell, "seat_equality") == math.inf, "a p value has no limits"
    with pytest.raises(KeyError):
        widest(cell, "no_such_metric")
    assert visible_drift(cell) == 1, "six playouts show nothing"


def test_visible_drift_of_many(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(2)
    cell = measure_cell(facts, GENERIC, [make_frames(facts, [1, 2] * 20_000, {}, {})])
    assert visible_drift(cell) == pytest.approx(math.sqrt(24.031341 * 0.5 / 40_000), rel=1e-4)


def test_the_same_policy_behind_different_ones(make_facts: Any, make_frames: Any) -> None:
    """Seats of a deal: a b b, b b a, b a b; b sits behind a and behind b, a behind b alone."""
    facts = make_facts(3, ("a", "b", "b"), rotate=True)
    scores = {"score": [(9, 1, 4), (2, 6, 9), (5, 9, 3), (9, 3, 4), (2, 6, 9), (5, 9, 1)]}
    cell = measure_cell(facts, GENERIC, [make_frames(facts, [1, 4, 2, 1, 4, 2], {}, scores)])
    got = {item: estimate for (_, item), estimate in found(cell, "policy_after_score_mean").items()}
    assert set(got) == {"a → b", "b → b"}
    # right behind a: 1, then (rotated) seat 0 behind seat 2, then seat 2 behind seat 1
    assert got["a → b"].value == pytest.approx((1 + 2 + 3 + 3 + 2 + 1) / 6)
    assert got["b → b"].value == pytest.approx((4 + 6 + 5 + 4 + 6 + 5) / 6)
    assert got["a → b"].method == "t, by deal"
    assert facts.n_seats == 3 and not measure_cell(
        make_facts(3, ("a", "b", "b")),
        GENERIC,
        [make_frames(make_facts(3, ("a", "b", "b")), WINNERS, GAMES, SEATS)],
    ).of("policy_after_score_mean")
