"""What is expected of a scenario, held against what came of it; and whether every expectation can fail.

Run by a game's script with `--flip` every expectation is falsified in turn; what is printed then are those that nobody
missed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from balance.core.game import Game
from balance.core.kernel import COMPILED

Play = Callable[[Mapping[str, Any]], dict[str, Any]]


class RefusedError(Exception):
    """The rules do not allow what a seat wishes."""


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Maps merge, anything else replaces, null removes."""
    result = dict(base)
    for key, value in over.items():
        if value is None and key in base:
            del result[key]
        elif isinstance(value, Mapping) and isinstance(base.get(key), Mapping):
            result[key] = merged(base[key], value)
        else:
            result[key] = value
    return result


def rules_model(game: Game, over: Mapping[str, Any], players: int = 2) -> Any:
    """The printed game with a scenario's own rules over it."""
    return game.rules_model.model_validate(merged(game.rules_model(players=players).model_dump(), over))


def differences(expected: Any, actual: Any, whole: Collection[str], path: str = "") -> Iterator[str]:
    """Where what came out is not what was expected; of maps only what is named counts.

    Args:
        expected: What must come of it.
        actual: What came of it.
        whole: Names of maps that are compared as a whole.
        path: Where these two stand.
    """
    if isinstance(expected, Mapping) and isinstance(actual, Mapping) and path.rsplit(".", 1)[-1] not in whole:
        for key, value in expected.items():
            if key not in actual:
                yield f"{path}.{key}: expected {value}, there is nothing"
            else:
                yield from differences(value, actual[key], whole, f"{path}.{key}")
    elif path == ".says":
        if expected not in actual:
            yield f"says '{actual}' and not '{expected}'"
    elif expected != actual or type(expected) is not type(actual):
        yield f"{path.lstrip('.')}: expected {expected}, came to {actual}"


def check(play: Play, scenario: Mapping[str, Any], whole: Collection[str]) -> str:
    """What is wrong with a scenario, empty if nothing is."""
    outcome = play(scenario)
    if "refused" in outcome and not scenario["then"].get("refused"):
        return f"refused: {outcome['says']}"
    return "\n".join(differences(scenario["then"], outcome, whole))


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


def flips(play: Play, scenario: Mapping[str, Any], whole: Collection[str]) -> str:
    """Expectations of a scenario that may be falsified unnoticed."""
    outcome = play(scenario)
    falsified = flipped(scenario["then"])
    return ", ".join(path for path, false in falsified if not any(differences(false, outcome, whole)))


def main(path: Path, play: Play, whole: Collection[str]) -> None:
    """Print as JSON what is wrong with each scenario of a file, or with `--flip` what nobody misses."""
    assert not COMPILED, "scenarios are played with NUMBA_DISABLE_JIT=1"
    examine = flips if "--flip" in sys.argv else check
    scenarios = yaml.safe_load(path.read_text(encoding="utf-8"))
    print(json.dumps({scenario["name"]: examine(play, scenario, whole) for scenario in scenarios}))
