"""The simulator plays by the rules: the referee has nothing against any of its traces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playing import policy, setting, trace
from schokoladenmarkt.referee import judge
from schokoladenmarkt.variants import GAME
from shards import judge_shard, judge_shards

SWITCHED: dict[str, dict[str, Any]] = {
    "printed": {},
    "two piles short": {"resources": 6, "hand_limit": 4, "start_sites": 4},
    "seat order": {"shortage": "seat_order", "third_road": False, "market": {"chips": 2}},
    "last row pays nothing": {"bottom_row": "last_reward", "reward_resource": "random"},
    "one site a player": {"site_density": "per_player", "vp_chips_limited": False},
    "few pieces": {"pieces": {"roads": 5, "cities": 1}, "longest_road": 3, "largest_army": 2},
}
LINE_UPS = [["random"], [preset.name for preset in GAME.presets]]


@pytest.mark.parametrize("players", range(2, 5))
@pytest.mark.parametrize("variant", SWITCHED)
def test_nothing_against_a_playout_of(variant: str, players: int) -> None:
    rules = {"turn_limit": 120, **SWITCHED[variant], "players": players}
    for number, names in enumerate(LINE_UPS):
        line_up = [names[(players + seat) % len(names)] for seat in range(players)]
        played = setting(GAME, rules, line_up, seed=number, rotate=len(names) > 1)
        for playout in range(2):
            events = trace(played, playout)
            assert judge(events, rules) == []
    assert json.loads(json.dumps(events)) == events


def test_nothing_against_traders() -> None:
    rules = {"players": 3}
    names = [policy(GAME, name, 3, trade=1000) for name in ("greedy", "expert", "hoarder")]
    played = setting(GAME, rules, names, seed=2)
    traded = 0
    for playout in range(4):
        events = trace(played, playout)
        assert judge(events, rules) == []
        traded += sum(event["event"] == "domestic" for event in events)
    assert traded > 0


def test_nothing_against_some_variants() -> None:
    assert judge_shard("schokoladenmarkt", shard=1000, variants_of_shard=25, playouts=2) == 50


@pytest.mark.slow
def test_nothing_against_any_variant() -> None:
    assert judge_shards("schokoladenmarkt", shards=10, variants_of_shard=125, playouts=4) >= 5_000
