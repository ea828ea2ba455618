"""Play the scenarios beside this file, uncompiled, and print as JSON what is wrong with each; run as a script."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from island import Table, rules_model
from scenarios import RefusedError, main

SCENARIOS = Path(__file__).with_name("scenarios.yaml")
WHOLE = {"hand", "cards"}  # maps that are compared as a whole


def play(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """What comes out of a scenario, as plain data."""
    table = Table(
        rules_model(scenario.get("rules", {})),
        scenario.get("given", {}),
        scenario.get("wishes", ()),
        scenario.get("dice", ()),
        scenario.get("policies"),
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


if __name__ == "__main__":
    main(SCENARIOS, play, WHOLE)
