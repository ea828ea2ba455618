"""Every scenario of kirsch_scenarios.yaml: a table, what is done, what must come of it, and the rule that says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_files import ScenarioFile

FILE = ScenarioFile(
    "schwarzwaelder_kirsch", Path(__file__).with_name("play_kirsch_scenarios.py"), "kirsch_scenarios.yaml"
)


@pytest.mark.parametrize("name", FILE.names)
def test_scenario(name: str) -> None:
    assert FILE.wrong(name) == ""


def test_every_expectation_can_fail() -> None:
    """Each of them, falsified, is noticed."""
    assert FILE.unnoticed() == {}


def test_every_reading_has_a_scenario() -> None:
    """All that RULES.md numbers, and every value of its switches."""
    assert len(set(FILE.names)) == len(FILE.names)
    lettered = {"R8a", "R8b", "R8c", "R8d"}
    assert {f"R{n}" for n in range(1, 22)} | lettered | {"A1", "A2", "A3", "A4"} == FILE.numbered()
    assert FILE.covered() == FILE.numbered()


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("turn", "flip_or_action"),
        ("first_flip", "ingredient_only"),
        ("bust_keeps_jokers", True),
        ("action_swap", "shuffled"),
        ("eighth_same_turn", False),
        ("full_cake_busts", False),
        ("professions", "off"),
        ("decorator", "round"),
        ("tiebreak_rounds", 0),
        ("turn_limit", 20),
    ],
)
def test_every_switch_has_a_scenario(switch: str, value: object) -> None:
    assert FILE.sets(switch, value)
