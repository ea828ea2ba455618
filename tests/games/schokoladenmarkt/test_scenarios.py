"""Every scenario of scenarios.yaml: a table, moves, what must come of them, and the rule that says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_files import ScenarioFile

FILE = ScenarioFile("schokoladenmarkt", Path(__file__).with_name("play_scenarios.py"))
ELSEWHERE = {"A4", "A5", "R20", "R29", "R30", "R31"}  # held by test_islands, test_trading and the contract


@pytest.mark.parametrize("name", FILE.names)
def test_scenario(name: str) -> None:
    assert FILE.wrong(name) == ""


def test_every_expectation_can_fail() -> None:
    """Each of them, falsified, is noticed."""
    assert FILE.unnoticed() == {}


def test_every_reading_has_a_scenario() -> None:
    """All that RULES.md numbers."""
    assert len(set(FILE.names)) == len(FILE.names)
    assert {f"R{n}" for n in range(1, 32)} | {"A1", "A2", "A3", "A4", "A5"} <= FILE.numbered()
    covered = FILE.covered() - {"base"}
    assert FILE.numbered() - covered == ELSEWHERE
    assert covered <= FILE.numbered()


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("bottom_row", "last_reward"),
        ("reward_resource", "random"),
        ("third_road", False),
        ("site_density", "per_player"),
        ("shortage", "seat_order"),
        ("vp_chips_limited", False),
    ],
)
def test_every_switch_has_a_scenario(switch: str, value: object) -> None:
    assert FILE.sets(switch, value)
