"""Play the scenarios beside this file, uncompiled, and print as JSON what is wrong with each; run as a script.

With `--flip` every expectation is falsified in turn; what is printed then are those that nobody missed.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from pydantic import ValidationError
from table import KINDS, RefusedError, Table, rules_model

from balance.core.kernel import COMPILED
from balance.games.chocolaterie import kernel, layout
from balance.games.chocolaterie.layout import Count
from balance.games.chocolaterie.rules import problems, supply

SCENARIOS = Path(__file__).with_name("scenarios.yaml")
WHOLE = {"missing", "processed", "dice", "needs"}  # maps that are compared as a whole
END = ("clock", "supply")


def play(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """What comes out of a scenario, as plain data."""
    try:
        model = rules_model(scenario.get("rules", {}))
        if faults := [problem for problem in problems(model) if problem.level == "error"]:
            return {"refused": True, "says": faults[0].text}
        when, _, number = str(scenario["when"]).partition(" ")
        table = Table(model, scenario.get("given", {}), scenario.get("wishes", []))
        if when == "rules":
            return variant(table)
        rows = ask(table, when, int(number) if number else 0, every_point="course" in scenario["then"])
    except (RefusedError, ValidationError) as error:
        return {"refused": True, "says": str(error)}
    if table.wishes:
        return {"refused": True, "says": f"nobody asked for {[wish[3].string for wish in table.wishes]}"}
    return view(table) | rows


def ask(table: Table, when: str, seat: int, *, every_point: bool) -> dict[str, Any]:
    """Let the kernels do what the scenario is about."""
    arguments = (table.rules, table.line_ups[0], table.state, table.trace)
    with table.scripted(every_point=every_point):
        if when == "start":
            kernel.set_up(*arguments, 0, 0)
        elif when == "game":
            return game(table)
        else:
            table.lay()
        if when == "take":
            kernel.take(*arguments, seat, 0, 0)
            kernel.decision_point(*arguments, seat, 0, 0)
        elif when == "point":
            kernel.decision_point(*arguments, seat, 0, 0)
        elif when == "roll":
            kernel.play_roll(*arguments, 0, 0)
        elif when == "offers":
            takes = sorted(text for text in table.takes(seat) if text != "passes")
            return {
                "takes": takes,
                "passes": "passes" in table.takes(seat),
                "hires": sorted(table.hires(seat)),
            }
    return {}


def game(table: Table) -> dict[str, Any]:
    """Play on from the given table to the end; the rows."""
    n_seats = table.rules.n_seats
    games = np.zeros(1, layout.GAME_ROW).view(np.recarray)
    seats = np.zeros(n_seats, layout.SEAT_ROW).view(np.recarray)

    def lay(_rules: Any, _line_up: Any, state: Any, *_: Any) -> None:
        table.state = state
        table.lay()

    real, kernel.set_up = kernel.set_up, lay
    try:
        kernel.play(table.rules, table.line_ups, table.scratch, table.trace, 0, 0, games[0], seats)
    finally:
        kernel.set_up = real
    row = games[0]
    return {
        "winners": [seat for seat in range(n_seats) if row.winners >> seat & 1],
        "shares": [int(seat.share) for seat in seats],
        "ranks": [int(seat.rank) for seat in seats],
        "end": END[row.end_reason],
        "margin": int(row.margin),
        "fault": int(row.fault),
        "lead_changes": int(row.lead_changes),
        "takes_last_roll": int(row.takes_last_roll),
        "length": int(row.length),
    }


def variant(table: Table) -> dict[str, Any]:
    """What the rules come to before anything is played."""
    rules, names = table.rules, table.names
    return {
        "rolls": int(rules.n_rolls),
        "supply": int(supply(table.model)),
        "open": int(rules.n_open),
        "size": int(rules.package_size),
        "stations": [names.tiers[tier] for tier in rules.start_tier[: rules.n_stations]],
        "dice": {kind: int(rules[f"n_{kind}_dice"]) for kind in KINDS},
        "faces": {
            kind: [names.of_face(kind, face) for face in rules[f"{kind}_face"][: rules[f"n_{kind}_faces"]]]
            for kind in KINDS
        },
        "applications": [int(rules.application_limit), int(rules.master_cost)],
        "bonus": dict(zip(names.tiers, map(int, rules.bonus), strict=False)),
        "refinement": int(rules.refinement),
        "varieties": {
            name: {
                "points": int(rules.points[variety]),
                "tier": names.tiers[rules.tier[variety]],
                "special": names.specials[rules.special[variety]] if rules.special[variety] >= 0 else None,
                "needs": amounts(table, rules.need[variety]),
                "devices": [n for i, n in enumerate(names.ingredients) if rules.to_process[variety] >> i & 1],
            }
            for variety, name in enumerate(names.varieties)
        },
    }


def amounts(table: Table, pieces: Any) -> dict[str, int]:
    """Pieces by ingredient, those of none left out."""
    return {name: int(n) for name, n in zip(table.names.ingredients, pieces, strict=False) if n}


def view(table: Table) -> dict[str, Any]:
    """The table as plain data."""
    state, rules, names = table.state, table.rules, table.names
    packages = [
        {names.varieties[state.package_variety[slot]]: [int(n) for n in state.bars[slot][: rules.n_seats]]}
        if state.package_variety[slot] != layout.NONE
        else "empty"
        for slot in range(state.n_slots)
    ]
    return {
        "seats": {seat: view_seat(table, seat) for seat in range(rules.n_seats)},
        "packages": packages,
        "full": int(state.n_full),
        "over": END[state.end_reason] if state.is_over else False,
        "dice": {
            "amount": left(table, "amount", state.amounts_left),
            "ingredient": left(table, "ingredient", state.ingredients_left),
            "device": left(table, "device", state.devices_left),
            "special": left(table, "special", state.specials_left),
        },
        "roll": int(state.roll),
        "leaders": [seat for seat in range(rules.n_seats) if state.leaders >> seat & 1],
        "course": table.course,
        "thrown": table.thrown,
    }


def left(table: Table, kind: str, counts: Any) -> list[int | str]:
    """The faces that are still on the table."""
    if kind == "device":
        faces = range(len(table.names.ingredients))
        return [table.names.of_face(kind, face) for face in faces for _ in range(counts[face])]
    faces = range(layout.AMOUNTS) if kind == "amount" else range(len(counts))
    return [table.names.of_face(kind, face) for face in faces for _ in range(counts[face])]


def view_seat(table: Table, seat: int) -> dict[str, Any]:
    """What a seat has."""
    state, names = table.state, table.names
    tally = state.tally[seat]
    bonus = {f"bonus_{tier}": int(n) for tier, n in zip(names.tiers, state.points_bonus[seat], strict=False)}
    return {
        "score": int(state.score[seat]),
        "points": dict(zip(names.tiers, map(int, state.points_tier[seat]), strict=False))
        | bonus
        | {"refined": int(state.points_refined[seat])},
        "applications": int(state.applications[seat]),
        **{count.name.lower(): int(tally[count]) for count in Count if count.name != "APPLICATIONS"},
        "stations": {
            station: {
                "variety": names.varieties[state.variety[seat, station]],
                "missing": amounts(table, state.missing[seat, station]),
                "processed": [
                    n for i, n in enumerate(names.ingredients) if state.processed[seat, station] >> i & 1
                ],
                "refined": bool(state.refined[seat, station]),
                "waiting": bool(state.waiting[seat, station]),
            }
            for station in range(table.rules.n_stations)
        },
    }


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


def check(scenario: Mapping[str, Any]) -> str:
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


def flips(scenario: Mapping[str, Any]) -> str:
    """Expectations of a scenario that may be falsified unnoticed."""
    outcome = play(scenario)
    unnoticed = [
        path for path, false in flipped(scenario["then"]) if not any(differences(false, copy.copy(outcome)))
    ]
    return ", ".join(unnoticed)


if __name__ == "__main__":
    assert not COMPILED, "scenarios are played with NUMBA_DISABLE_JIT=1"
    examine = flips if "--flip" in sys.argv else check
    scenarios = yaml.safe_load(SCENARIOS.read_text(encoding="utf-8"))
    print(json.dumps({scenario["name"]: examine(scenario) for scenario in scenarios}))
