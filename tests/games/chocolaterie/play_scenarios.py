"""Play the scenarios beside this file, uncompiled, and print as JSON what is wrong with each; run as a script.

`draft/scripted.py` plays them, `scenarios.py` holds what comes of them to what is expected.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scenarios import main
from scripted import WHOLE, play
from table import Table

from balance.games.chocolaterie import GAME, layout
from balance.games.chocolaterie.layout import Count
from balance.games.chocolaterie.rules import supply

SCENARIOS = Path(__file__).with_name("scenarios.yaml")


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
        "over": GAME.end_reasons[state.end_reason] if state.is_over else False,
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
    main(SCENARIOS, lambda scenario: play(scenario, GAME, Table, variant, view), WHOLE)
