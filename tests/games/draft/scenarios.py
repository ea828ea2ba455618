"""What is expected of a scenario, held against what came of it; and whether every expectation can fail."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from balance.core.kernel import COMPILED

Play = Callable[[Mapping[str, Any]], dict[str, Any]]

WHOLE = {"missing", "processed", "dice", "needs"}
"""Maps that are compared as a whole."""


def differences(expected: Any, actual: Any, path: str = "") -> Iterator[str]:
    """Where what came out is not what was expected; of maps only what is named counts."""
    if isinstance(expected, Mapping) and isinstance(actual, Mapping) and path.rsplit(".", 1)[-1] not in WHOLE:
        for key, value in expected.items():
            if key not in actual:
                yield f"{path}.{key}: expected {value}, there is nothing"
            else:
                yield from differences(value, actual[key], f"{path}.{key}")
    elif path == ".says":
        if expected not in actual:
            yield f"says '{actual}' and not '{expected}'"
    elif expected != actual or type(expected) is not type(actual):
        yield f"{path.lstrip('.')}: expected {expected}, came to {actual}"


def check(play: Play, scenario: Mapping[str, Any]) -> str:
    """What is wrong with a scenario, empty if nothing is."""
    outcome = play(scenario)
    if "refused" in outcome and not scenario["then"].get("refused"):
        return f"refused: {outcome['says']}"
    return "\n".join(differences(scenario["then"], outcome))


def flipped(expected: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The expectation with one leaf falsified, for each leaf."""
    if isinstance(expected, Mapping) and expected:
        for key, value in expected.items():
            for where, false in flipped(value, f"{path}.{key}"):
                yield where, {**expected, key: false}
        return
    false: Any
    if isinstance(expected, bool):
        false = not expected
    elif isinstance(expected, int):
        false = expected + 1
    elif isinstance(expected, list):
        false = [*expected[:-1], "something else"]
    elif isinstance(expected, Mapping):
        false = {"something": "else"}
    else:
        false = f"{expected} not"
    yield path, false


def flips(play: Play, scenario: Mapping[str, Any]) -> str:
    """Expectations of a scenario that may be falsified unnoticed."""
    outcome = play(scenario)
    unnoticed = [
        path for path, false in flipped(scenario["then"]) if not any(differences(false, copy.copy(outcome)))
    ]
    return ", ".join(unnoticed)


def main(path: Path, play: Play) -> None:
    """Print as JSON what is wrong with each scenario of a file, or with `--flip` what nobody misses."""
    assert not COMPILED, "scenarios are played with NUMBA_DISABLE_JIT=1"
    examine = flips if "--flip" in sys.argv else check
    scenarios = yaml.safe_load(path.read_text(encoding="utf-8"))
    print(json.dumps({scenario["name"]: examine(play, scenario) for scenario in scenarios}))
