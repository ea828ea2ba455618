"""The simulator plays by the rules: the referee has nothing against any of its traces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playing import setting, trace
from schwarzwaelder_kirsch.referee import judge
from schwarzwaelder_kirsch.variants import GAME
from shards import judge_shards

SWITCHED: dict[str, dict[str, Any]] = {
    "printed": {},
    "one or the other": {"turn": "flip_or_action"},
    "ingredients end the safe flip": {"first_flip": "ingredient_only", "bust_keeps_jokers": True},
    "exchanges shuffled": {"action_swap": "shuffled", "decorator": "round"},
    "full before": {"eighth_same_turn": False, "full_cake_busts": False},
    "one profession": {"professions": "per_game", "profession_tiles": 2, "tiebreak_rounds": 1},
    "no professions": {"professions": "off", "kinds": 8},
}
LINE_UPS = [["random"], [preset.name for preset in GAME.presets]]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variant", SWITCHED)
def test_nothing_against_a_playout_of(variant: str, players: int) -> None:
    rules = {"turn_limit": 80, **SWITCHED[variant], "players": players}
    for number, names in enumerate(LINE_UPS):
        line_up = [names[seat % len(names)] for seat in range(players)]
        played = setting(GAME, rules, line_up, seed=number, rotate=len(names) > 1)
        for playout in range(2):
            events = trace(played, playout)
            assert judge(events, rules) == []
    assert json.loads(json.dumps(events)) == events


@pytest.mark.slow
def test_nothing_against_any_variant() -> None:
    assert judge_shards("schwarzwaelder_kirsch", shards=6, variants_of_shard=80, playouts=5) >= 2_400
