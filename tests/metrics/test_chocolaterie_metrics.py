"""The game's own metrics, by hand, and which of them a variant has."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from balance.games.chocolaterie import GAME
from balance.games.chocolaterie.metrics import METRICS
from balance.metrics import CellMeasures


@pytest.fixture
def measured(measure_own: Any) -> Any:
    """Four playouts of two seats under given rules; columns that are not given are 0."""
    return partial(measure_own, GAME)


def values(cell: CellMeasures, metric: str) -> dict[str | None, float]:
    assert all(measure.seat is None for measure in cell.of(metric))
    return {measure.item: measure.estimate.value for measure in cell.of(metric)}


def test_points_by_source(measured: Any) -> None:
    points = {
        "points_bronze": [(8, 4), (6, 6), (0, 3), (1, 0)],
        "points_gold": [(0, 15), (0, 0), (0, 0), (0, 0)],
        "points_bonus_gold": [(0, 0), (0, 0), (4, 8), (0, 0)],
        "points_refined": [(2, 2), (2, 0), (0, 2), (0, 0)],
    }
    cell = measured({}, seats=points)
    mean = values(cell, "points_mean")
    assert list(mean) == [
        "points_bronze",
        "points_silver",
        "points_gold",
        "points_bonus_bronze",
        "points_bonus_silver",
        "points_bonus_gold",
        "points_refined",
    ]
    assert mean["points_bronze"] == 28 / 8
    assert mean["points_gold"] == 15 / 8
    assert mean["points_bonus_gold"] == 12 / 8
    assert mean["points_refined"] == 8 / 8
    won, lost = values(cell, "points_winner_mean"), values(cell, "points_other_mean")
    assert won["points_bronze"] == (8 + 6 + 1.5 + 1) / 4
    assert lost["points_bronze"] == (4 + 6 + 1.5 + 0) / 4
    assert (won["points_gold"], lost["points_gold"]) == (0, 15 / 4)


def test_bars_and_packages(measured: Any) -> None:
    cell = measured(
        {},
        games={
            "packages_full": [4, 3, 4, 4],
            "bars_unfilled": [0, 2, 1, 0],
            "end_reason": ["supply", "clock", "clock", "supply"],
        },
        seats={
            "made_nougat": [(1, 0), (2, 1), (0, 0), (0, 0)],
            "bars": [(3, 4), (5, 2), (4, 4), (1, 2)],
            "stored": [(1, 0), (1, 0), (0, 2), (0, 0)],
            "refined": [(1, 1), (1, 1), (1, 0), (0, 0)],
        },
    )
    assert values(cell, "bars_mean") == {None: 25 / 4}
    made = values(cell, "variety_bars_mean")
    assert list(made) == list(GAME.rules_model().varieties)
    assert (made["nougat"], made["trueffel"]) == (1, 0)
    assert values(cell, "storeroom_share") == {None: pytest.approx(4 / 25)}
    assert values(cell, "refined_share") == {None: pytest.approx(5 / 25)}
    assert values(cell, "packages_full_mean") == {None: 15 / 4}
    assert values(cell, "bars_unfilled_mean") == {None: 3 / 4}
    assert values(cell, "supply_end_share") == {None: 2 / 4}


def test_what_seats_do(measured: Any) -> None:
    cell = measured(
        {},
        seats={
            "pairs": [(20, 18), (22, 20), (19, 21), (20, 20)],
            "devices": [(3, 3), (2, 2), (3, 1), (0, 2)],
            "specials": [(1, 0), (0, 0), (0, 0), (1, 0)],
            "passes": [(2, 2), (1, 0), (0, 1), (0, 0)],
            "rerolls": [(0, 1), (0, 0), (1, 0), (0, 0)],
            "hires": [(1, 0), (1, 0), (0, 0), (1, 1)],
        },
    )
    assert values(cell, "takes_mean") == {"pair": 20, "device": 2, "special": 2 / 8}
    assert values(cell, "passes_mean") == {None: 6 / 8}
    assert values(cell, "rerolls_mean") == {None: 2 / 8}
    assert values(cell, "hires_mean") == {None: 4 / 8}


def test_bonus_given_and_got(measured: Any) -> None:
    cell = measured(
        {},
        seats={
            "points_bonus_bronze": [(4, 4), (0, 8), (2, 6), (0, 0)],
            "points_bonus_gold": [(0, 0), (8, 8), (0, 0), (0, 0)],
            "bonus_given": [(4, 0), (0, 8), (6, 0), (0, 0)],
        },
    )
    assert values(cell, "bonus_given_share") == {None: pytest.approx(18 / 40)}


def test_what_is_used_and_left(measured: Any) -> None:
    """Two players throw 2 amount, 2 ingredient, 1 device and 1 special dice in each of 48 rolls."""
    cell = measured(
        {},
        games={
            "pair_1": [30, 20, 30, 20],
            "joker_6": [10, 10, 0, 0],
            "device_2": [12, 12, 24, 0],
            "used_milch": [40, 44, 36, 40],
        },
        seats={"jokers": [(2, 3), (1, 0), (0, 0), (1, 1)], "applications": [(3, 1), (0, 0), (2, 2), (4, 0)]},
    )
    left = values(cell, "dice_left_share")
    assert left["die_amount"] == left["die_ingredient"] == pytest.approx(1 - 120 / (4 * 96))
    assert left["die_device"] == pytest.approx(1 - 48 / (4 * 48))
    assert left["die_special"] == 1
    used = values(cell, "pieces_used_mean")
    assert (used["milch"], used["zucker"]) == (40, 0)
    assert values(cell, "jokers_mean") == {None: 1}
    assert values(cell, "applications_left_mean") == {None: 12 / 8}
    mix = values(cell, "decision_mix")
    assert mix["pair@1"] == 1
    assert mix["device@2"] == 1
    assert values(cell, "help_over_mean")["reroll@3"] == 0


def test_the_course_of_the_game(measured: Any) -> None:
    cell = measured(
        {},
        games={
            "drama": [100, 0, 50, 50],
            "decisive": [1000, 500, 0, 900],
            "unequal_takes": [1, 0, 0, 0],
            "lead_6": [4, 2, 0, -1],
            "end_reason": ["supply", "clock", "clock", "clock"],
            "length": [40, 48, 48, 48],
        },
    )
    assert values(cell, "drama_mean") == {None: pytest.approx(0.05)}
    assert values(cell, "decisive_mean") == {None: pytest.approx(0.6)}
    assert values(cell, "unequal_takes_share") == {None: 0.25}
    assert values(cell, "lead_over")["q50@6"] == 2
    assert values(cell, "length_by_end_mean") == {"clock": 48, "supply": 40}


def test_varieties_of_winners_and_of_those_who_make_more(measured: Any) -> None:
    """Winners are seat 0, seat 1, both, seat 0."""
    cell = measured(
        {},
        seats={
            "made_nougat": [(2, 0), (1, 1), (0, 2), (1, 0)],
            "bars": [(4, 4), (4, 4), (4, 4), (4, 4)],
            "refined": [(1, 0), (1, 0), (0, 0), (0, 0)],
        },
    )
    assert values(cell, "variety_share")["nougat"] == pytest.approx(7 / 32)
    assert values(cell, "variety_winner_bars_mean")["nougat"] == (2 + 1 + 1 + 1) / 4
    assert values(cell, "variety_other_bars_mean")["nougat"] == (0 + 1 + 1 + 0) / 4
    assert values(cell, "variety_more_win_share")["nougat"] == pytest.approx((1 + 0.5 + 1) / 3)
    assert values(cell, "variety_less_win_share")["nougat"] == pytest.approx((0 + 0.5 + 0) / 3)
    assert values(cell, "variety_lift")["nougat"] == pytest.approx(2 / 3)
    assert values(cell, "refined_lift") == {None: pytest.approx(1 / 2 - 1 / 2)}


def test_a_designers_variety_and_tier_are_measured(measured: Any) -> None:
    platinum = {"tier": "platin", "points": 20, "needs": {"milch": 9}}
    tiers = {"platin": {"bonus": 5, "devices": True}, "bronze": {"bonus": 2, "devices": False}}
    varieties = {"mondlicht": platinum, "vollmilch": {"tier": "bronze", "points": 4, "needs": {"milch": 3}}}
    cell = measured(
        {"tiers": tiers, "varieties": varieties}, seats={"made_mondlicht": [(1, 0), (0, 0), (0, 0), (0, 0)]}
    )
    assert values(cell, "variety_bars_mean") == {"mondlicht": 1 / 4, "vollmilch": 0}
    assert "points_bonus_platin" in values(cell, "points_mean")


def test_without_packages_nothing_is_said_about_them(measured: Any) -> None:
    cell = measured({"packages": {"enabled": False}})
    metrics = {measure.metric for measure in cell.measures}
    about = {
        "bonus_given_share",
        "bars_stored_mean",
        "storeroom_share",
        "packages_full_mean",
        "bars_unfilled_mean",
        "supply_end_share",
    }
    assert not metrics & about
    assert metrics == {spec.name for spec in METRICS} - about - {"neighbour_effect"}, (
        "two seats have no third"
    )
    assert not any(item and "bonus" in item for item in values(cell, "points_mean"))
