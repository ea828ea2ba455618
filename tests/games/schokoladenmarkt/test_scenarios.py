"""Every scenario of scenarios.yaml: a table, moves, what must come of them, and the rule that says so."""

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
RULES = ROOT / "balance" / "games" / "schokoladenmarkt" / "RULES.md"
SCENARIOS = yaml.safe_load((HERE / "scenarios.yaml").read_text(encoding="utf-8"))
NAMES = [scenario["name"] for scenario in SCENARIOS]
ELSEWHERE = {"A4", "A5", "R20", "R29", "R30", "R31"}  # held by test_islands, test_trading and the contract


def played(*flags: str) -> dict[str, str]:
    """What one process that plays all scenarios uncompiled finds wrong with each."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(HERE / "play_scenarios.py"), *flags]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
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
    """All that RULES.md numbers."""
    assert len(set(NAMES)) == len(NAMES)
    numbered = set(re.findall(r"\*\*([RA]\d+) –", RULES.read_text(encoding="utf-8")))
    assert {f"R{n}" for n in range(1, 32)} | {"A1", "A2", "A3", "A4", "A5"} <= numbered
    covered = {number for scenario in SCENARIOS for number in str(scenario["rule"]).split(", ")} - {"base"}
    assert numbered - covered == ELSEWHERE
    assert covered - numbered == set()


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
    assert any(scenario.get("rules", {}).get(switch) == value for scenario in SCENARIOS)
