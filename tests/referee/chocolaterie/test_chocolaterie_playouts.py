"""The simulator plays by the rules: the referee has nothing against any of its traces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from chocolaterie.referee import judge
from chocolaterie.variants import GAME
from playing import setting, trace
from shards import judge_shards

SWITCHED: dict[str, dict[str, Any]] = {
    "printed": {},
    "long": {"clock": "long"},
    "any_joker": {"joker_ingredient": "any"},
    "may_wait": {"packing": "may_wait", "amount_scale": 0.6},
    "storeroom": {"storeroom_by_choice": True, "amount_scale": 0.5},
    "one_package": {"second_package_of_variety": False, "amount_scale": 0.5},
    "chosen": {"start_varieties": "chosen"},
    "without": {"packages": {"enabled": False}},
    "small_packages": {"packages": {"size": 2}, "amount_scale": 0.5},
}
LINE_UPS = (["random"], ["greedy"], ["greedy", "random"])


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variant", SWITCHED)
def test_nothing_against_a_short_run(variant: str, players: int) -> None:
    rules = {"clock": 20, **SWITCHED[variant], "players": players}
    for number, names in enumerate(LINE_UPS):
        line_up = [names[seat % len(names)] for seat in range(players)]
        played = setting(GAME, rules, line_up, seed=number, rotate=len(names) > 1)
        for playout in range(2):
            events = trace(played, playout)
            assert judge(events, rules) == []
    assert json.loads(json.dumps(events)) == events


@pytest.mark.slow
def test_nothing_against_any_variant() -> None:
    assert judge_shards("chocolaterie", shards=4, variants_of_shard=100, playouts=10) >= 4_000
