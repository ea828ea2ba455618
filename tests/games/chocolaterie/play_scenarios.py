"""Play the scenarios beside this file, uncompiled, and print as JSON what is wrong with each; run as a script.

`draft/scenarios.py` holds what comes of them to what is expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from scenarios import main
from scripted import RefusedError, rules_model
from table import Table

from balance.games.chocolaterie import GAME, kernel, layout
from balance.games.chocolaterie.layout import Count
from balance.games.chocolaterie.rules import problems, supply

SCENARIOS = Path(__file__).with_name("scenarios.yaml")
END = ("clock", "supply")


def play(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """What comes out of a scenario, as plain data."""
    try:
        model = rules_model(GAME, scenario.get("rules", {}))
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
        return {"refused": True, "says": f"nobody asked for {[wish[2].string for wish in table.wishes]}"}
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
    row, seats = table.play_on()
    return {
        "winners": [seat for seat in range(len(seats)) if row.winners >> seat & 1],
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
    rules = table.rules
    return {
        "rolls": int(rules.n_rolls),
        "supply": int(supply(table.model)),
        "open": int(rules.n_open),
        "size": int(rules.package_size),
        "stations": [table.tiers[tier] for tier in rules.start_tier[: rules.n_stations]],
        "dice": {kind: int(rules[f"n_{kind}_dice"]) for kind in Table.kinds},
        "faces": {
            kind: [table.of_face(kind, face) for face in rules[f"{kind}_face"][: rules[f"n_{kind}_faces"]]]
            for kind in Table.kinds
        },
        "applications": [int(rules.application_limit), int(rules.master_cost)],
        "bonus": dict(zip(table.tiers, map(int, rules.bonus), strict=False)),
        "refinement": int(rules.refinement),
        "varieties": {
            name: {
                "points": int(rules.points[variety]),
                "tier": table.tiers[rules.tier[variety]],
                "special": table.specials[rules.special[variety]] if rules.special[variety] >= 0 else None,
                "needs": table.needs(rules.need[variety]),
                "devices": [n for i, n in enumerate(table.ingredients) if rules.to_process[variety] >> i & 1],
            }
            for variety, name in enumerate(table.varieties)
        },
    }


def view(table: Table) -> dict[str, Any]:
    """The table as plain data."""
    state, rules = table.state, table.rules
    packages = [
        {table.varieties[state.package_variety[slot]]: [int(n) for n in state.bars[slot][: rules.n_seats]]}
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
            "amount": table.left("amount", state.amounts_left),
            "ingredient": table.left("ingredient", state.ingredients_left),
            "device": table.left("device", state.devices_left),
            "special": table.left("special", state.specials_left),
        },
        "roll": int(state.roll),
        "leaders": [seat for seat in range(rules.n_seats) if state.leaders >> seat & 1],
        "course": table.course,
        "thrown": table.thrown,
    }


def view_seat(table: Table, seat: int) -> dict[str, Any]:
    """What a seat has."""
    state = table.state
    tally = state.tally[seat]
    bonus = {f"bonus_{tier}": int(n) for tier, n in zip(table.tiers, state.points_bonus[seat], strict=False)}
    return {
        "score": int(state.score[seat]),
        "points": dict(zip(table.tiers, map(int, state.points_tier[seat]), strict=False))
        | bonus
        | {"refined": int(state.points_refined[seat])},
        "applications": int(state.applications[seat]),
        **{count.name.lower(): int(tally[count]) for count in Count if count.name != "APPLICATIONS"},
        "stations": {
            station: {
                "variety": table.varieties[state.variety[seat, station]],
                "missing": table.needs(state.missing[seat, station]),
                "processed": [
                    n for i, n in enumerate(table.ingredients) if state.processed[seat, station] >> i & 1
                ],
                "refined": bool(state.refined[seat, station]),
                "waiting": bool(state.waiting[seat, station]),
            }
            for station in range(table.rules.n_stations)
        },
    }


if __name__ == "__main__":
    main(SCENARIOS, play)
