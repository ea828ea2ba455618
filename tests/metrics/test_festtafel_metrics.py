"""The game's own metrics, by hand, and which of them a variant has."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from balance.games.festtafel import GAME
from balance.metrics import CellMeasures

OFF = {"banquet": {**GAME.rules_model().banquet.model_dump(), "enabled": False}}
TABLES = ("familientisch", "stammtisch", "kindertisch", "gartentisch", "ehrentisch")


@pytest.fixture
def measured(measure_own: Any) -> Any:
    """Four playouts of two seats under given rules; columns that are not given are 0."""
    return partial(measure_own, GAME)


def values(cell: CellMeasures, metric: str, seat: int | None = None) -> dict[str | None, float]:
    return {m.item: m.estimate.value for m in cell.of(metric) if m.seat == seat}


def test_points_by_source_and_what_the_banquet_brings(measured: Any) -> None:
    points = {
        "points_bronze": [(8, 4), (6, 6), (0, 3), (1, 0)],
        "points_bonus_ehrentisch": [(4, 8), (0, 0), (0, 4), (0, 0)],
        "points_bonus_stammtisch": [(2, 0), (0, 2), (0, 0), (0, 0)],
        "points_penalty_kindertisch": [(0, -1), (-2, 0), (0, 0), (0, -1)],
    }
    cell = measured({}, seats=points)
    mean = values(cell, "points_mean")
    assert list(mean) == [
        *("points_bronze", "points_silver", "points_gold"),
        *(f"points_bonus_{table}" for table in TABLES),
        *(f"points_penalty_{table}" for table in TABLES),
    ]
    assert (mean["points_bronze"], mean["points_bonus_ehrentisch"]) == (28 / 8, 16 / 8)
    assert mean["points_penalty_kindertisch"] == -4 / 8
    assert values(cell, "banquet_points_mean") == {"banquet_bonus": 20 / 8, "banquet_penalty": -4 / 8}
    assert values(cell, "banquet_points_mean", 0) == {"banquet_bonus": 6 / 4, "banquet_penalty": -2 / 4}
    assert values(cell, "banquet_points_mean", 1) == {"banquet_bonus": 14 / 4, "banquet_penalty": -2 / 4}


def test_dishes_tiers_and_sideboard(measured: Any) -> None:
    cell = measured(
        {},
        seats={
            "made_salat": [(2, 0), (1, 1), (0, 0), (0, 0)],
            "made_pizza": [(0, 1), (0, 0), (2, 0), (0, 0)],
            "dishes": [(4, 4), (2, 2), (2, 2), (3, 1)],
            "aside": [(1, 0), (0, 1), (1, 1), (1, 0)],
            "aside_silver": [(1, 0), (0, 0), (1, 0), (0, 0)],
        },
    )
    assert values(cell, "dishes_mean") == {None: 20 / 4}
    made = values(cell, "dish_mean")
    assert list(made) == list(GAME.rules_model().dishes)
    assert (made["salat"], made["pizza"], made["lasagne"]) == (1, 3 / 4, 0)
    assert values(cell, "dish_share")["salat"] == pytest.approx(4 / 20)
    tiers = values(cell, "tier_dishes_share")
    assert tiers == {"bronze": pytest.approx(4 / 20), "silver": pytest.approx(3 / 20), "gold": 0}
    assert values(cell, "sideboard_share") == {None: pytest.approx(5 / 20)}
    assert values(cell, "sideboard_mean") == {"bronze": 0, "silver": 2 / 4, "gold": 0}


def test_tables_cells_and_holes(measured: Any) -> None:
    cell = measured(
        {},
        games={
            "cells": [17] * 4,
            "cells_left": [3, 0, 1, 0],
            "cells_left_ehrentisch": [2, 0, 1, 0],
            "full_ehrentisch": [0, 1, 0, 1],
            "tables_full": [3, 5, 4, 5],
            "holes": [1, 0, 1, 0],
            "holes_gold": [3, 0, 1, 0],
        },
        seats={"served_ehrentisch": [(2, 1), (1, 1), (0, 3), (2, 2)]},
    )
    assert values(cell, "covered_share") == {None: pytest.approx(64 / 68)}
    assert values(cell, "cells_left_mean") == dict.fromkeys(TABLES, 0) | {"ehrentisch": 3 / 4}
    assert values(cell, "table_full_share") == dict.fromkeys(TABLES, 0) | {"ehrentisch": 2 / 4}
    assert values(cell, "tables_full_mean") == {None: 17 / 4}
    assert values(cell, "holes_mean") == {None: 2 / 4, "bronze": 0, "silver": 0, "gold": 4 / 4}
    assert values(cell, "table_dishes_mean")["ehrentisch"] == 12 / 4


def test_who_fills_and_who_profits(measured: Any) -> None:
    cell = measured(
        {},
        seats={
            "tables_filled": [(2, 1), (1, 3), (0, 4), (3, 2)],
            "bonus_filled": [(4, 2), (3, 6), (0, 8), (6, 4)],
            "bonus_given": [(4, 0), (0, 8), (0, 4), (0, 0)],
        },
    )
    assert values(cell, "tables_filled_mean") == {None: 16 / 8}
    assert values(cell, "tables_filled_mean", 0) == {None: 6 / 4}
    assert values(cell, "tables_filled_mean", 1) == {None: 10 / 4}
    assert values(cell, "fill_bonus_mean") == {"own": 33 / 8, "others": 16 / 8}


def test_what_is_taken_left_and_delivered(measured: Any) -> None:
    cell = measured(
        {},
        games={
            "length": [48] * 4,
            "pair_1": [10, 12, 8, 10],
            "joker_6": [2, 0, 4, 2],
            "device_2": [6, 6, 6, 6],
            "used_mehl": [20, 22, 18, 20],
            "drama": [100, 0, 50, 0],
            "decisive": [500, 1000, 0, 500],
        },
        seats={
            "pairs": [(6, 6), (6, 6), (6, 6), (6, 6)],
            "cooks": [(3, 3), (2, 4), (6, 0), (3, 3)],
            "jokers": [(1, 1), (0, 0), (2, 2), (1, 1)],
            "passes": [(2, 2), (1, 0), (0, 1), (0, 0)],
            "hires": [(1, 0), (1, 0), (0, 0), (1, 1)],
            "applications": [(1, 3), (0, 0), (4, 0), (0, 0)],
        },
    )
    # two amount and two ingredient dice and one cook die, 48 rolls: 12 pairs and 6 cooks are taken from each playout
    left = values(cell, "dice_left_share")
    assert left == {
        "die_amount": pytest.approx(1 - 12 / 96),
        "die_ingredient": pytest.approx(1 - 12 / 96),
        "die_cook": pytest.approx(1 - 6 / 48),
    }
    assert values(cell, "pieces_used_mean")["mehl"] == 20
    assert values(cell, "takes_mean") == {"pair": 6, "cook": 3}
    assert values(cell, "jokers_mean") == {None: 1}
    assert values(cell, "passes_mean") == {None: 6 / 8}
    assert values(cell, "hires_mean") == {None: 4 / 8}
    assert values(cell, "applications_left_mean") == {None: 1}
    assert values(cell, "drama_mean") == {None: pytest.approx(0.0375)}
    assert values(cell, "decisive_mean") == {None: 0.5}
    assert values(cell, "decision_mix")["pair@1"] == 1


def test_without_a_banquet_nothing_about_it_is_measured(measured: Any) -> None:
    metrics = {measure.metric for measure in measured(OFF).measures}
    assert metrics.isdisjoint(
        {
            "sideboard_share",
            "sideboard_mean",
            "covered_share",
            "banquet_points_mean",
            "table_full_share",
            "tables_full_mean",
            "cells_left_mean",
            "holes_mean",
            "table_dishes_mean",
            "tables_filled_mean",
            "fill_bonus_mean",
        }
    )
    assert {"dishes_mean", "dish_mean", "points_mean", "takes_mean"} <= metrics
