"""Every scenario of scenarios.yaml: a table, a move, what must come of it, and the rule that says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from scenario_files import ScenarioFile

FILE = ScenarioFile("festtafel", Path(__file__).with_name("play_scenarios.py"))
SWITCH = re.compile(r"`rules\.(\w+): ([\w |]+)`")


@pytest.mark.parametrize("name", FILE.names)
def test_scenario(name: str) -> None:
    assert FILE.wrong(name) == ""


def test_every_expectation_can_fail() -> None:
    """Each of them, falsified, is noticed."""
    assert FILE.unnoticed() == {}


def test_every_reading_has_a_scenario() -> None:
    """All that RULES.md numbers."""
    assert len(set(FILE.names)) == len(FILE.names)
    assert {f"R{n}" for n in range(1, 22)} | {f"A{n}" for n in range(1, 8)} <= FILE.numbered()
    assert FILE.covered() == FILE.numbered()


def test_every_value_of_a_switch_has_a_scenario() -> None:
    """The first value is the default, which the others stand beside."""
    switches = {key: values.split(" | ") for key, values in SWITCH.findall(FILE.rule_text)}
    assert {
        "joker_ingredient",
        "new_dish",
        "start_dishes",
        "mirror",
        "sideboard_by_choice",
        "half_empty",
    } <= switches.keys()
    for key, (_, *others) in switches.items():
        for value in others:
            assert FILE.sets(key, yaml.safe_load(value)), (key, value)
