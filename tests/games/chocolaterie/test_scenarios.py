"""Every scenario of scenarios.yaml: a table, a move, what must come of it, and the rule that says so."""

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
RULES = ROOT / "balance" / "games" / "chocolaterie" / "RULES.md"
SCENARIOS = yaml.safe_load((HERE / "scenarios.yaml").read_text(encoding="utf-8"))
NAMES = [scenario["name"] for scenario in SCENARIOS]


def played(*flags: str) -> dict[str, str]:
    """What one process that plays all scenarios uncompiled finds wrong with each."""
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(HERE.parent / "draft"))),
    }
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
    """All that RULES.md numbers, and every value of its switches."""
    assert len(set(NAMES)) == len(NAMES)
    numbered = set(re.findall(r"\*\*([RA]\d+) –", RULES.read_text(encoding="utf-8")))
    assert {f"R{n}" for n in range(1, 23)} | {"A1", "A2", "A3", "A4"} <= numbered
    covered = {number for scenario in SCENARIOS for number in scenario["rule"].split(", ")}
    assert numbered - covered == set()
    assert covered - numbered == set()


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
    assert any(scenario.get("rules", {}).get(switch) == value for scenario in SCENARIOS)
