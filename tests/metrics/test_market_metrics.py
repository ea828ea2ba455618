"""The metrics of schokoladenmarkt, by hand: four playouts of two seats, won by seat 0, 1, 0 and cut off."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from balance.games.schokoladenmarkt import GAME
from balance.games.schokoladenmarkt.metrics import METRICS
from balance.metrics import CellMeasures

WINNERS = (1, 2, 1, 0)
CHOCOLATES = ["alpenmilch", "voll_nuss", "trauben_nuss", "dunkle_voll_nuss", "edel_bitter"]


@pytest.fixture
def measured(measure_own: Any) -> Any:
    return partial(measure_own, GAME, winners=WINNERS)


def values(cell: CellMeasures, metric: str) -> dict[str | None, float]:
    assert all(measure.seat is None for measure in cell.of(metric))
    return {measure.item: measure.estimate.value for measure in cell.of(metric)}


def test_points_by_source_and_who_decides(measured: Any) -> None:
    seats = {
        "points_settlements": [(3, 2), (4, 1), (2, 2), (3, 3)],
        "points_cities": [(4, 2), (0, 8), (6, 2), (2, 2)],
        "points_market": [(3, 0), (1, 2), (2, 5), (0, 1)],
        "points_longest_road": [(2, 0), (0, 2), (0, 0), (0, 2)],
        "points_largest_army": [(0, 2), (2, 0), (2, 0), (0, 0)],
        "points_cards": [(1, 0), (0, 0), (1, 1), (0, 0)],
    }
    cell = measured({}, {"market_decided": [1, 0, 1, 0]}, seats)
    assert values(cell, "points_mean") == {
        "points_settlements": 20 / 8,
        "points_cities": 26 / 8,
        "points_market": 14 / 8,
        "points_longest_road": 6 / 8,
        "points_largest_army": 6 / 8,
        "points_cards": 3 / 8,
    }
    won, lost = values(cell, "points_winner_mean"), values(cell, "points_other_mean")
    assert (won["points_market"], lost["points_market"]) == ((3 + 2 + 2) / 3, (0 + 1 + 5) / 3)
    assert (won["points_cities"], lost["points_cities"]) == ((4 + 8 + 6) / 3, (2 + 0 + 2) / 3)
    assert values(cell, "market_decided_share") == {None: 2 / 4}


def test_chocolates_by_variety_and_row_and_what_they_pay(measured: Any) -> None:
    seats = {
        "chocolates": [(3, 0), (2, 3), (0, 0), (1, 1)],
        "made_alpenmilch": [(1, 0), (2, 0), (0, 0), (0, 0)],
        "made_edel_bitter": [(2, 0), (0, 3), (0, 0), (1, 1)],
        "made_in_row_5": [(3, 0), (2, 1), (0, 0), (0, 0)],
        "made_in_row_7": [(0, 0), (0, 2), (0, 0), (1, 1)],
        "reward_points": [(1, 0), (0, 2), (0, 0), (0, 0)],
        "reward_cards": [(2, 0), (0, 0), (0, 0), (0, 0)],
        "reward_resources": [(0, 0), (1, 1), (0, 0), (1, 1)],
        "reward_roads": [(0, 0), (1, 0), (0, 0), (0, 0)],
    }
    cell = measured({}, {}, seats)
    assert values(cell, "chocolates_mean") == {None: 10 / 4}
    made = dict.fromkeys(CHOCOLATES, 0.0) | {"alpenmilch": 3 / 4, "edel_bitter": 7 / 4}
    assert values(cell, "variety_chocolates_mean") == made
    rows = {f"row_{row}": 0.0 for row in range(1, 8)} | {"row_5": 6 / 4, "row_7": 4 / 4}
    assert values(cell, "row_chocolates_mean") == rows
    assert values(cell, "rewards_mean") == {
        "reward_points": 3 / 8,
        "reward_cards": 2 / 8,
        "reward_resources": 4 / 8,
        "reward_roads": 1 / 8,
    }
    share = values(cell, "variety_share")
    assert share == dict.fromkeys(CHOCOLATES, 0.0) | {"alpenmilch": 0.3, "edel_bitter": 0.7}
    # more Edel-Bitter than the other: seat 0 in the first playout, which it won; seat 1 in the second, likewise
    assert values(cell, "variety_more_win_share")["edel_bitter"] == 1
    assert values(cell, "variety_less_win_share")["edel_bitter"] == 0
    lift = values(cell, "variety_lift")
    assert (lift["edel_bitter"], lift["alpenmilch"]) == (1, 0)
    assert math.isnan(lift["voll_nuss"])


def test_rows_of_the_market_over_time(measured: Any) -> None:
    games = {
        "length": [40, 60, 50, 10],
        "blocked_edel_bitter": [4, 0, 10, 2],
        "row_sum_edel_bitter": [280, 360, 350, 50],
        "row_end_edel_bitter": [8, 6, 7, 5],
        "row_end_alpenmilch": [1, 2, 3, 4],
        "reached_5": [1, 1, 1, 1],
        "row_at_5_edel_bitter": [5, 6, 6, 5],
        "reached_25": [0, 1, 1, 0],
        "row_at_25_edel_bitter": [0, 6, 8, 0],
    }
    cell = measured({}, games)
    assert values(cell, "variety_blocked_share")["edel_bitter"] == 16 / 160
    assert values(cell, "row_mean")["edel_bitter"] == pytest.approx((280 + 360 + 350 + 50) / 160)
    end = values(cell, "row_end_mean")
    assert (end["edel_bitter"], end["alpenmilch"]) == (26 / 4, 10 / 4)
    over = {measure.item: measure.estimate for measure in cell.of("row_over_mean")}
    assert len(over) == 6 * 5
    first, later, never = (over[f"edel_bitter@round{rounds}"] for rounds in (5, 25, 30))
    assert (first.value, first.n) == (22 / 4, 4)
    assert (later.value, later.n) == (7, 2), "only two playouts last so long"
    assert math.isnan(never.value) and never.n == 0
    assert (later.low, later.high) == (-math.inf, math.inf), "so few bound nothing"


def test_cards_and_pieces(measured: Any) -> None:
    seats = {
        f"{pile}_{what}": [(first + scale, first), (0, 1), (2, 0), (0, 0)]
        for scale, pile in enumerate(("raw", "ingredients"), start=1)
        for first, what in enumerate(
            ("produced", "blocked", "short", "discarded", "stolen", "traded", "left"), start=1
        )
    }
    pieces = {
        "roads": [(8, 6), (7, 7), (5, 5), (4, 6)],
        "settlements": [(3, 2), (2, 2), (1, 4), (3, 3)],
        "cities": [(2, 0), (4, 0), (1, 1), (0, 0)],
        "sites": [(2, 2), (3, 2), (2, 2), (2, 3)],
        "cards": [(4, 0), (0, 0), (1, 1), (0, 0)],
    }
    games = {
        "short_raw": [0, 1, 0, 3],
        "short_ingredients": [2, 0, 0, 0],
        "chips_left": [25, 28, 20, 27],
        "deck_left": [21, 25, 23, 25],
    }
    trades = {"domestic_trades": [(1, 0), (0, 0), (2, 2), (0, 0)]}
    cell = measured({}, games, {**seats, **pieces, **trades})
    for first, metric in enumerate(
        ("produced", "blocked", "short", "discarded", "stolen", "traded", "left"), start=1
    ):
        got = values(cell, f"{metric}_mean")
        assert got == {"raw": (2 * first + 1 + 3) / 8, "ingredients": (2 * first + 2 + 3) / 8}, metric
    assert values(cell, "pieces_mean") == {
        "roads": 48 / 8,
        "settlements": 20 / 8,
        "cities": 8 / 8,
        "sites": 18 / 8,
        "cards": 6 / 8,
    }
    assert values(cell, "shortages_mean") == {"raw": 4 / 4, "ingredients": 2 / 4}
    assert values(cell, "chips_left_mean") == {None: 25}
    assert values(cell, "deck_left_mean") == {None: 94 / 4}
    assert values(cell, "domestic_trades_mean") == {None: 5 / 4}


def test_what_the_start_is_worth(measured: Any) -> None:
    seats = {
        "first_pips": [(12, 10), (10, 11), (8, 12), (13, 5)],
        "start_pips": [(30, 30), (28, 32), (31, 29), (40, 20)],
        "start_jungle": [(2, 1), (0, 2), (1, 1), (3, 0)],
    }
    cell = measured({}, {}, seats)
    won, lost = values(cell, "start_winner_mean"), values(cell, "start_other_mean")
    assert won == {"first_pips": 31 / 3, "start_pips": 93 / 3, "start_jungle": 5 / 3}
    assert lost == {"first_pips": 32 / 3, "start_pips": 87 / 3, "start_jungle": 2 / 3}
    assert values(cell, "start_more_win_share")["first_pips"] == pytest.approx(2 / 3)
    assert values(cell, "start_less_win_share")["first_pips"] == pytest.approx(1 / 3)
    lift = values(cell, "start_lift")
    assert lift["first_pips"] == pytest.approx(1 / 3)
    assert lift["start_jungle"] == 1, "in two decided playouts somebody had more jungle, and won"
    # winners have +1, +½ and −2 pips more than their table's average, the others as many fewer; so have they ±½ wins
    product, pips, wins = 2 * (1 * 0.5 + 0.5 * 0.5 - 2 * 0.5), 2 * (1 + 0.25 + 4), 3 * 2 * 0.25
    (first,) = [measure.estimate for measure in cell.of("first_pips_correlation")]
    assert first.value == pytest.approx(product / math.sqrt(pips * wins))
    assert (first.n, first.method) == (4, "within_correlation")
    assert -1 < first.low < first.value < first.high < 1
    assert values(cell, "start_pips_correlation")[None] == pytest.approx(
        2 * (0 + 2 * 0.5 + 1 * 0.5) / math.sqrt(2 * (0 + 4 + 1) * wins)
    )


def test_a_designers_variety_row_and_ingredient_are_measured(measured: Any) -> None:
    rules = {
        "market": {
            "varieties": {"meersalz": {"cost": {"cocoa": 1}, "start_row": 2}},
            "rows": [{"points": 1}, {"points": 2}, {"cards": 1}],
        },
    }
    cell = measured(rules, seats={"made_meersalz": [(1, 0)] * 4, "chocolates": [(1, 0)] * 4})
    assert values(cell, "variety_share")["meersalz"] == 1
    assert set(values(cell, "row_chocolates_mean")) == {"row_1", "row_2", "row_3"}
    assert "meersalz@round10" in values(cell, "row_over_mean")


def test_no_metric_of_the_game_is_untested() -> None:
    """Each name stands in a test above; the cards by pile are tested by their stems."""
    text = Path(__file__).read_text(encoding="utf-8")
    stems = {"produced", "blocked", "short", "discarded", "stolen", "traded", "left"}
    for spec in METRICS:
        assert f'"{spec.name}"' in text or spec.name.removesuffix("_mean") in stems, spec.name
