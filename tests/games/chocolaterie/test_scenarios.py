"""Every scenario of scenarios.yaml: a table, a move, what must come of it, and the rule that says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_files import ScenarioFile

FILE = ScenarioFile("chocolaterie", Path(__file__).with_name("play_scenarios.py"))


@pytest.mark.parametrize("name", FILE.names)
def test_scenario(name: str) -> None:
    assert FILE.wrong(name) == ""


def test_every_expectation_can_fail() -> None:
    """Each of them, falsified, is noticed."""
    assert FILE.unnoticed() == {}


def test_every_reading_has_a_scenario() -> None:
    """All that RULES.md numbers, and every value of its switches."""
    assert len(set(FILE.names)) == len(FILE.names)
    assert {f"R{n}" for n in range(1, 23)} | {"A1", "A2", "A3", "A4"} <= FILE.numbered()
    assert FILE.covered() == FILE.numbered()


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("joker_ingredient", "any"),
        ("packing", "may_wait"),
        ("storeroom_by_choice", True),
        ("second_package_of_variety", False),
        ("start_varieties", "chosen"),
    ],
)
def test_every_switch_has_a_scenario(switch: str, value: object) -> None:
    assert FILE.sets(switch, value)
