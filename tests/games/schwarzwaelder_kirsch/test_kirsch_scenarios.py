"""Every scenario of kirsch_scenarios.yaml: a table, what is done, what must come of it, and the rule that says so."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
RULES = ROOT / "balance" / "games" / "schwarzwaelder_kirsch" / "RULES.md"
SCENARIOS = yaml.safe_load((HERE / "kirsch_scenarios.yaml").read_text(encoding="utf-8"))
NAMES = [scenario["name"] for scenario in SCENARIOS]


def played(*flags: str) -> dict[str, str]:
    """What one process that plays all scenarios uncompiled finds wrong with each."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(HERE / "play_kirsch_scenarios.py"), *flags]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    return played()


@pytest.mark.parametrize("name", NAMES)
def test_scenario(name: str, outcomes: dict[str, str]) -> None:
    assert outcomes[name] == ""


def test_every_expectation_can_fail() -> None:
    """Each of them, falsified, is noticed."""
    assert {name: unnoticed for name, unnoticed in played("--flip").items() if unnoticed} == {}


def test_every_reading_has_a_scenario() -> None:
    """All that RULES.md numbers, and every value of its switches."""
    assert len(set(NAMES)) == len(NAMES)
    numbered = set(re.findall(r"\*\*([RA]\d+[a-d]?) –", RULES.read_text(encoding="utf-8")))
    assert {f"R{n}" for n in range(1, 22)} | {"R8a", "R8b", "R8c", "R8d", "A1", "A2", "A3", "A4"} == numbered
    covered = {number for scenario in SCENARIOS for number in scenario["rule"].split(", ")}
    assert numbered - covered == set()
    assert covered - numbered == set()


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
    assert any(scenario.get("rules", {}).get(switch) == value for scenario in SCENARIOS)
