"""Shipped policies do what their sentence says, foresight sees what it should, and expert wins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from seated import Seats, personas, seats, wins_among
from uncompiled import uncompiled

from balance.config.experiment import Cell
from balance.core.game import Policy
from balance.core.tuned import read_tuned
from balance.engine.worker import play_rows, prepare
from balance.games.chocolaterie import GAME
from balance.games.chocolaterie.compiling import column_names
from balance.games.chocolaterie.policies import FORESIGHT


def alone(policy: str) -> Seats:
    """One of it among greedy."""
    return seats(GAME.slug, policy, others="greedy")


def bars_of(seated: Seats, tier: str) -> float:
    """Mean of finished bars of a tier."""
    varieties = GAME.rules_model().varieties
    return sum(seated.mean(f"made_{name}") for name, variety in varieties.items() if variety.tier == tier)


def test_bronze_rush_makes_bronze() -> None:
    rush, greedy = alone("bronze_rush"), alone("greedy")
    assert bars_of(rush, "bronze") / rush.mean("bars") > 0.88
    assert bars_of(greedy, "bronze") / greedy.mean("bars") < 0.82
    assert bars_of(rush, "bronze") > 1.15 * bars_of(greedy, "bronze")


def test_gold_hoarder_makes_gold() -> None:
    hoarder, greedy = alone("gold_hoarder"), alone("greedy")
    assert bars_of(hoarder, "gold") > 1.6 * bars_of(greedy, "gold")
    assert bars_of(hoarder, "bronze") < 0.5 * bars_of(greedy, "bronze")


def test_packer_fills_packages() -> None:
    packer, greedy = alone("packer"), alone("greedy")
    assert packer.mean("packages_filled") > 1.1 * greedy.mean("packages_filled")
    assert packer.mean("packed") > greedy.mean("packed")


def test_refiner_refines() -> None:
    refiner, greedy = alone("refiner"), alone("greedy")
    assert refiner.ratio("refined", "bars") > 0.9
    assert refiner.mean("specials") > 1.3 * greedy.mean("specials")


def test_loner_feeds_nobody() -> None:
    loner, greedy = alone("loner"), alone("greedy")
    assert loner.mean("bonus_given") < 0.6 * greedy.mean("bonus_given")


def test_hurrier_ends_games_by_the_supply() -> None:
    hurriers, greedy = seats(GAME.slug, "hurrier"), alone("greedy")
    assert hurriers.games["packages_full"].mean() > 1 + greedy.games["packages_full"].mean()
    assert (hurriers.games["end_reason"] == 1).mean() > 0.05
    assert (greedy.games["end_reason"] == 1).mean() < 0.02


@pytest.mark.parametrize("name", personas(GAME))
def test_a_persona_still_beats_chance(name: str) -> None:
    assert wins_among(GAME, name, "random", 2, 200, 4)[0] > 0.8


def test_expert_looks_ahead() -> None:
    for record in read_tuned(GAME.package)["expert"]:
        assert any(record["weights"][weight] for weight in FORESIGHT)


def test_only_anothers_stations_change_what_expert_takes_and_begins() -> None:
    """The own stations, the dice and the packages are the same at both tables; without two weights it sees nothing."""
    found = uncompiled(Path(__file__).with_name("play_others.py"))
    assert found["expert"] == {"takes": ["milch", "zucker"], "begins": ["erdbeer_milch", "zartbitter"]}
    assert all(first == second for first, second in found["blind"].values())


def test_expert_denies_at_every_table() -> None:
    for record in read_tuned(GAME.package)["expert"]:
        assert record["weights"]["deny"] > 0


# Foresight -----------------------------------------------------------------------------------------------------------


def policy(**weights: int) -> Policy:
    """Greedy with weights of its own."""
    return Policy("own", "weighted", {**GAME.policy("greedy", 2).weights, **weights})


def compiled(own: Policy) -> Any:
    """One line-up of two such seats."""
    return GAME.module("compiling").compile_policies(GAME.rules_model(players=2), (own, own), False)[0]


def test_greedy_foresees_nothing_and_each_weight_of_foresight_does() -> None:
    assert compiled(policy()).foresees.tolist()[:2] == [0, 0]
    for name in FORESIGHT:
        assert compiled(policy(**{name: 10})).foresees[0] == 1


def test_without_weights_foresight_changes_nothing_but_hopeless_takes() -> None:
    """A weight of next to nothing switches it on; the choices stay those of greedy until the very end."""
    rules = GAME.rules_model(players=2)
    rows = []
    for own in (policy(), policy(restless=1)):
        setting = prepare(GAME, Cell("base", (), rules, 2, (own, own), False, 0), 3)
        rows.append(play_rows(setting, 0, 200))
    same = (rows[0][0]["margin"] == rows[1][0]["margin"]).mean()
    assert same > 0.6
    scores = [seats["score"].mean() for _, seats in rows]
    assert scores[1] >= scores[0] - 0.2


@pytest.mark.parametrize(
    ("weights", "column", "rises"),
    [
        ({"restless": 800}, "rerolls", True),
        ({"hope": 700}, "rerolls", True),
        ({"fade": 1000}, "passes", False),
        ({"feed": 3000}, "bonus_given", False),
        ({"own": 3000}, "packages_filled", True),
        ({"hurry": 4000}, "packed", True),
    ],
)
def test_a_weight_moves_what_it_says(weights: dict[str, int], column: str, rises: bool) -> None:
    rules = GAME.rules_model(players=2)
    place = column_names(rules)["tally"].index(column.lower())
    counts = []
    for own in (policy(), policy(**weights)):
        setting = prepare(GAME, Cell("base", (), rules, 2, (own, policy()), True, 0), 3)
        _, rows = play_rows(setting, 0, 400)
        counts.append(rows[rows["policy"] == 0]["tally"][:, place].astype(np.float64))
    change = counts[1] - counts[0]
    error = change.std() / len(change) ** 0.5
    assert (change.mean() if rises else -change.mean()) > 3 * error
