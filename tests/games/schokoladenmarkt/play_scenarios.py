"""Play the scenarios beside this file, uncompiled, and print as JSON what is wrong with each; run as a script.

With `--flip` every expectation is falsified in turn; what is printed then are those that nobody missed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from island import RefusedError, Table, rules_model

from balance.core.kernel import COMPILED

SCENARIOS = Path(__file__).with_name("scenarios.yaml")
WHOLE = {"hand", "cards"}  # maps that are compared as a whole


def play(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """What comes out of a scenario, as plain data."""
    table = Table(
        rules_model(scenario.get("rules", {})),
        scenario.get("given", {}),
        scenario.get("wishes", ()),
        scenario.get("dice", ()),
    )
    try:
        with table.scripted():
            for move in scenario.get("when", ()):
                table.do(move)
    except RefusedError as error:
        return {"refused": True, "says": str(error)}
    view = table.view()
    if table.wishes or table.dice:
        return {"refused": True, "says": f"nobody asked for {table.wishes} {table.dice}"}
    return view


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """What is not as expected; maps may hold more than is expected."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping) and path.rpartition(".")[2] not in WHOLE:
        for key, value in expected.items():
            where = f"{path}.{key}" if path else str(key)
            if key not in found:
                yield f"{where}: nothing, not {value} ({found.get('says', '')})"
            else:
                yield from differences(value, found[key], where)
    elif expected != found:
        yield f"{path}: {found}, not {expected}"


def flipped(expected: Any) -> Iterator[Any]:
    """The expectation with one of its values falsified, each in turn."""
    if isinstance(expected, Mapping) and expected:
        for key, value in expected.items():
            if key in WHOLE:
                yield {**expected, key: {**value, "nonsense": 1}}
            else:
                for other in flipped(value):
                    yield {**expected, key: other}
    elif isinstance(expected, bool):
        yield not expected
    elif isinstance(expected, int):
        yield expected + 1
    else:
        yield "nonsense"


def main() -> None:
    """Print what is wrong with each scenario, or what nobody missed."""
    assert not COMPILED, "scenarios need NUMBA_DISABLE_JIT=1"
    wrong = {}
    for scenario in yaml.safe_load(SCENARIOS.read_text(encoding="utf-8")):
        found = play(scenario)
        if "--flip" in sys.argv:
            unnoticed = [
                str(then) for then in flipped(scenario["then"]) if not list(differences(then, found))
            ]
            wrong[scenario["name"]] = "; ".join(unnoticed)
        else:
            wrong[scenario["name"]] = "; ".join(differences(scenario["then"], found))
    print(json.dumps(wrong))


if __name__ == "__main__":
    main()
