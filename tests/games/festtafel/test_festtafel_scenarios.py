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
PATHS = (str(ROOT), str(HERE.parent / "draft"))
RULES = ROOT / "balance" / "games" / "festtafel" / "RULES.md"
SCENARIOS = yaml.safe_load((HERE / "scenarios.yaml").read_text(encoding="utf-8"))
NAMES = [scenario["name"] for scenario in SCENARIOS]
SWITCH = re.compile(r"`rules\.(\w+): ([\w |]+)`")


def played(*flags: str) -> dict[str, str]:
    """What one process that plays all scenarios uncompiled finds wrong with each."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(PATHS)}
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
    assert {f"R{n}" for n in range(1, 22)} | {f"A{n}" for n in range(1, 8)} <= numbered
    covered = {scenario["rule"] for scenario in SCENARIOS}
    assert numbered - covered == set()
    assert covered - numbered == set()


def test_every_value_of_a_switch_has_a_scenario() -> None:
    """The first value is the default, which the others stand beside."""
    switches = {key: values.split(" | ") for key, values in SWITCH.findall(RULES.read_text(encoding="utf-8"))}
    assert {
        "joker_ingredient",
        "new_dish",
        "start_dishes",
        "mirror",
        "sideboard_by_choice",
        "half_empty",
    } <= (switches.keys())
    for key, (_, *others) in switches.items():
        for value in others:
            wanted = yaml.safe_load(value)
            assert any(scenario.get("rules", {}).get(key) == wanted for scenario in SCENARIOS), (key, value)
