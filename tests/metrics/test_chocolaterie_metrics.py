"""The game's own metrics, by hand, and which of them a variant has."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.chocolaterie import GAME
from balance.games.chocolaterie.compiling import column_names
from balance.games.chocolaterie.layout import GAME_ROW, SEAT_ROW
from balance.games.chocolaterie.metrics import METRICS
from balance.metrics import CellMeasures, measure_cell

PLAYOUTS = 4


@pytest.fixture
def measured(make_facts: Any, make_frames: Any) -> Any:
    """Four playouts of two seats under given rules; columns that are not given are 0."""

    def measure(
        rules: dict[str, Any], games: dict[str, list[Any]] | None = None, seats: dict[str, Any] | None = None
    ) -> CellMeasures:
        model = GAME.rules_model.model_validate(rules | {"players": 2})
        names = column_names(model)
        facts = make_facts(2, rules=model)
        columns = [column for field in SEAT_ROW.names for column in names.get(field, (field,))]
        common = {"playout", "seat", "policy", "score", "rank", "share"}
        zeros = {column: [(0, 0)] * PLAYOUTS for column in columns if column not in common}
        own = {name: [0] * PLAYOUTS for name in GAME_ROW.names[GAME_ROW.names.index("fault") + 1 :]}
        frames = make_frames(facts, [1, 2, 3, 1], own | (games or {}), zeros | (seats or {}))
        return measure_cell(facts, METRICS, [frames])

    return measure


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
    about = {"storeroom_share", "packages_full_mean", "bars_unfilled_mean", "supply_end_share"}
    assert not metrics & about
    assert metrics == {spec.name for spec in METRICS} - about
    assert not any(item and "bonus" in item for item in values(cell, "points_mean"))
