"""The simulator plays by the rules: the referee has nothing against any of its traces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from chocolaterie_referee import judge
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from traces import line_ups, policy, setting, trace, variants

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
        line_up = [policy(names[seat % len(names)]) for seat in range(players)]
        played = setting(rules, line_up, seed=number, rotate=len(names) > 1)
        for playout in range(3):
            events = trace(played, playout)
            assert judge(events, rules) == []
    assert json.loads(json.dumps(events)) == events


@pytest.mark.slow
@settings(
    max_examples=1000,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(st.data())
def test_nothing_against_any_variant(data: st.DataObject) -> None:
    rules = data.draw(variants())
    line_up = data.draw(line_ups(rules["players"]))
    seed, rotate = data.draw(st.integers(0, 2**63 - 1)), data.draw(st.booleans())
    played = setting(rules, line_up, seed, rotate=rotate)
    for playout in range(20):
        found = judge(trace(played, playout), rules)
        assert found == [], f"playout {playout} with {rules}, seed {seed}: {found[0]}"
