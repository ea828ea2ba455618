"""The metrics of schwarzwaelder_kirsch, by hand, and which of them a variant has."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from balance.games.schwarzwaelder_kirsch import GAME
from balance.games.schwarzwaelder_kirsch.metrics import FINDINGS
from balance.metrics import CellMeasures
from balance.stats.shares import ratio_p


@pytest.fixture
def measured(measure_own: Any) -> Any:
    """Four playouts of two seats under given rules; columns that are not given are 0."""
    return partial(measure_own, GAME)


def values(cell: CellMeasures, metric: str) -> dict[Any, float]:
    """Values by item, or by seat where there are seats."""
    return {
        measure.item if measure.seat is None else measure.seat: measure.estimate.value
        for measure in cell.of(metric)
    }


def test_rounds_by_seat_start_and_stall(measured: Any) -> None:
    games = {
        "rounds": [2, 2, 3, 3],
        "stalled_rounds": [0, 1, 0, 1],
        "won_from_place_1": [2, 1, 1, 0],
        "won_from_place_2": [0, 0, 2, 2],
        "length": [10, 20, 30, 40],
        "turns_round_1": [4, 9, 5, 20],
        "turns_round_2": [6, 11, 5, 10],
        "turns_round_3": [0, 0, 20, 10],
        "tiebreak_rounds": [0, 0, 1, 1],
    }
    seats = {"score": [(2, 0), (0, 1), (2, 1), (2, 0)], "rounds": [(2, 2), (2, 2), (3, 3), (3, 3)]}
    cell = measured({}, games, seats)
    assert values(cell, "stalled_share") == {None: 2 / 10}
    assert values(cell, "round_win_share") == {0: 6 / 10, 1: 2 / 10}
    assert values(cell, "start_win_share") == {"place_1": 4 / 10, "place_2": 4 / 10}
    assert values(cell, "round_turns_mean") == {None: 100 / 10}
    assert values(cell, "tiebreak_rounds_mean") == {None: 2 / 4}
    turns = values(cell, "round_turns")
    assert (turns["q05"], turns["q50"], turns["q95"]) == (4, 9, 20)


def test_professions(measured: Any) -> None:
    seats = {
        "had_patissier": [(2, 0), (1, 1), (2, 1), (0, 0)],
        "used_patissier": [(1, 0), (1, 0), (2, 0), (0, 0)],
        "won_as_patissier": [(2, 0), (0, 1), (1, 0), (0, 0)],
        "won_using_patissier": [(1, 0), (0, 0), (1, 0), (0, 0)],
        "had_chocolatiere": [(40, 0), (0, 40), (40, 0), (40, 0)],
        "won_as_chocolatiere": [(30, 0), (0, 28), (29, 0), (31, 0)],
    }
    cell = measured({}, {}, seats)
    assert values(cell, "profession_win_share")["patissier"] == 4 / 7
    assert values(cell, "profession_lead")["patissier"] == pytest.approx(4 / 7 - 1 / 2)
    assert values(cell, "profession_used_share")["patissier"] == 4 / 7
    assert values(cell, "used_win_share")["patissier"] == 2 / 4
    assert values(cell, "unused_win_share")["patissier"] == 2 / 3
    # 2·won − had by playout: 2, 0, −1, 0
    p = math.erfc(1 / math.sqrt(2 * 5))
    assert ratio_p(4, 7, 4 + 1 + 1, 4 + 2 + 3, 4 + 4 + 9, fair=2) == pytest.approx(p)
    # of Chocolatière 20, 16, 18, 22: of four hypotheses the least likely one, so times 4 by Holm's method
    least = math.erfc(76 / math.sqrt(2 * (400 + 256 + 324 + 484)))
    equality = values(cell, "profession_equality")
    assert 4 * least < 0.2
    assert equality["chocolatiere"] == pytest.approx(4 * least)
    assert equality["patissier"] == 1
    assert math.isnan(values(cell, "profession_win_share")["dekorateur"])


def test_busts_and_deficits(measured: Any) -> None:
    seats = {
        "turns": [(5, 5), (4, 6), (5, 5), (5, 5)],
        "flips": [(9, 11), (10, 10), (10, 10), (20, 20)],
        "busts": [(1, 0), (0, 3), (0, 0), (0, 0)],
        "lost": [(4, 0), (0, 6), (0, 0), (0, 0)],
        "score": [(2, 0), (0, 1), (1, 1), (0, 0)],
        "behind": [(3, 0), (0, 2), (4, 1), (0, 0)],
        "stolen": [(1, 0), (0, 2), (0, 0), (0, 1)],
    }
    cell = measured({}, {}, seats)
    assert values(cell, "bust_share") == {None: 4 / 40}
    assert values(cell, "lost_per_bust") == {None: 10 / 4}
    assert values(cell, "flips_per_turn") == {None: 100 / 40}
    assert values(cell, "behind_mean") == {None: 10 / 5}
    stolen = [measure for measure in cell.of("stolen_mean") if measure.seat is not None]
    assert [measure.estimate.value for measure in stolen] == [1 / 4, 3 / 4]


def test_without_professions_nothing_is_said_of_them(measured: Any) -> None:
    off = measured({"professions": "off"}, {}, {})
    assert not [m for m in off.measures if m.metric.startswith(("profession", "used", "unused"))]
    once = measured({"professions": "per_game"}, {}, {})
    assert {m.metric for m in once.measures} & {"used_win_share", "unused_win_share"} == set()
    assert once.of("profession_win_share")
    assert not measured({}, {}, {}).of("profession_game_share")


def test_a_profession_for_the_whole_game_wins_games_not_rounds(measured: Any) -> None:
    games = {"winners": [0b01, 0b10, 0b11, 0b01], "rounds": [2, 2, 3, 2]}
    seats = {
        "had_patissier": [(2, 0), (2, 0), (3, 0), (0, 2)],
        "had_chocolatiere": [(0, 2), (0, 0), (0, 3), (0, 0)],
        "lifted": [(1, 0), (0, 0), (2, 0), (0, 1)],
    }
    cell = measured({"professions": "per_game"}, games, seats)
    shares = values(cell, "profession_game_share")
    assert shares["patissier"] == pytest.approx((1 + 0 + 1 / 2 + 0) / 4)
    assert shares["chocolatiere"] == pytest.approx((0 + 1 / 2) / 2)
    assert math.isnan(shares["dekorateur"])
    assert values(cell, "profession_game_equality")["dekorateur"] == 1
    assert values(cell, "lifted_mean") == {None: 4 / 8}


def test_a_variant_of_scarce_wedges_is_asked_for_stalls_whether_it_has_any_or_not(measured: Any) -> None:
    """Five cakes of eight want 40 of 40 wedges that fill them."""
    said = {
        players: [rule.key for rule in FINDINGS if rule.metric == "stalled_share" and rule.only(facts)]
        for players in range(2, 7)
        for facts in [replace(measured({}, {}, {}).facts, rules=GAME.rules_model(players=players))]
    }
    assert said == {2: ["stalls"], 3: ["stalls"], 4: ["stalls"], 5: ["scarce"], 6: ["scarce"]}
    assert max(FINDINGS, key=lambda rule: rule.weight).key == "scarce"
