"""The simulator plays by the rules: the referee has nothing against any of its traces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from festtafel.referee import judge
from festtafel.variants import GAME
from playing import setting, trace
from shards import judge_shards

SWITCHED: dict[str, dict[str, Any]] = {
    "printed": {},
    "long": {"clock": "long"},
    "any_joker": {"joker_ingredient": "any", "mirror": True},
    "tier_fixed": {"new_dish": "tier_fixed", "start_dishes": "chosen"},
    "sideboard": {"sideboard_by_choice": True, "amount_scale": 0.5},
    "half_empty": {"half_empty": "at_most_half", "new_dish": "free"},
    "cells": {"fit": "cells", "amount_scale": 0.5, "banquet": {"scale": 0.6}},
    "without": {"banquet": {"enabled": False}},
}
LINE_UPS = (["random"], [preset.name for preset in GAME.presets])


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variant", SWITCHED)
def test_nothing_against_a_short_run(variant: str, players: int) -> None:
    rules = {"clock": 20, **SWITCHED[variant], "players": players}
    for number, names in enumerate(LINE_UPS):
        line_up = [names[(seat + players) % len(names)] for seat in range(players)]
        played = setting(GAME, rules, line_up, seed=number, rotate=len(names) > 1)
        for playout in range(2):
            events = trace(played, playout)
            assert judge(events, rules) == []
    assert json.loads(json.dumps(events)) == events


@pytest.mark.slow
def test_nothing_against_any_variant() -> None:
    assert judge_shards("festtafel", shards=10, variants_of_shard=100, playouts=10) >= 10_000
