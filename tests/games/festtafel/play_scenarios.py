"""Play the scenarios beside this file, uncompiled, and print as JSON what is wrong with each; run as a script.

`draft/scripted.py` plays them, `scenarios.py` holds what comes of them to what is expected.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from festtafel_table import Table
from scenarios import main
from scripted import WHOLE, play

from balance.games.draft.layout import NONE
from balance.games.festtafel import GAME
from balance.games.festtafel.drawing import drawn
from balance.games.festtafel.layout import Count
from balance.games.festtafel.places import count_holes
from balance.games.festtafel.problems import problems
from balance.games.festtafel.rules import table_cells

SCENARIOS = Path(__file__).with_name("scenarios.yaml")


def variant(table: Table) -> dict[str, Any]:
    """What the rules come to before anything is played."""
    rules = table.rules
    cells = {name: table_cells(table.model, one) for name, one in table.model.banquet.tables.items()}
    return {
        "warnings": [".".join(problem.path) for problem in problems(table.model)],
        "rolls": int(rules.n_rolls),
        "stations": [table.tiers[tier] for tier in rules.start_tier[: rules.n_stations]],
        "dice": {kind: int(rules[f"n_{name}_dice"]) for kind, name in table.kinds.items()},
        "faces": {
            kind: [table.of_face(kind, face) for face in rules[f"{name}_face"][: rules[f"n_{name}_faces"]]]
            for kind, name in table.kinds.items()
        },
        "applications": [int(rules.application_limit), int(rules.master_cost)],
        "cells": {name: int(n) for name, n in zip(table.tables, rules.n_cells, strict=False)},
        "tables": {name: list(drawn(one)) for name, one in cells.items()},
        "bonus": {name: int(n) for name, n in zip(table.tables, rules.bonus, strict=False)},
        "penalty": {name: int(n) for name, n in zip(table.tables, rules.penalty, strict=False)},
        "dishes": {
            name: {
                "points": int(rules.points[dish]),
                "tier": table.tiers[rules.tier[dish]],
                "needs": table.needs(rules.need[dish]),
                "cooks": [n for i, n in enumerate(table.ingredients) if rules.to_process[dish] >> i & 1],
                "cells": int(rules.n_covered[rules.form[dish]]),
                "shape": list(table.model.dishes[name].shape),
            }
            for dish, name in enumerate(table.dishes)
        },
    }


def view(table: Table) -> dict[str, Any]:
    """The table as plain data."""
    state, rules = table.state, table.rules
    banquet: dict[str, Any] = {}
    if rules.has_banquet:
        shown = table.drawn_banquet()
        banquet = {
            name: {
                "rows": shown[name],
                "free": int(state.n_free[index]),
                "dishes": [int(n) for n in state.served[index][: rules.n_seats]],
            }
            for index, name in enumerate(table.tables)
        }
    return {
        "seats": {seat: view_seat(table, seat) for seat in range(rules.n_seats)},
        "banquet": banquet,
        "holes": int(count_holes(rules, state, NONE)) if rules.has_banquet else 0,
        "holes_of": {tier: int(count_holes(rules, state, index)) for index, tier in enumerate(table.tiers)}
        if rules.has_banquet
        else {},
        "dice": {
            "amount": table.left("amount", state.amounts_left),
            "ingredient": table.left("ingredient", state.ingredients_left[: rules.n_ingredients]),
            "cook": table.left("cook", state.devices_left[: rules.n_ingredients]),
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
    bonus = {f"bonus_{name}": int(n) for name, n in zip(table.tables, state.points_bonus[seat], strict=False)}
    lost = {
        f"penalty_{name}": int(n) for name, n in zip(table.tables, state.points_penalty[seat], strict=False)
    }
    return {
        "score": int(state.score[seat]),
        "points": dict(zip(table.tiers, map(int, state.points_tier[seat]), strict=False)) | bonus | lost,
        "applications": int(state.applications[seat]),
        **{count.name.lower(): int(tally[count]) for count in Count if count.name != "APPLICATIONS"},
        "stations": {
            station: {
                "dish": table.dishes[state.making[seat, station]],
                "missing": table.needs(state.missing[seat, station]),
                "processed": [
                    n for i, n in enumerate(table.ingredients) if state.processed[seat, station] >> i & 1
                ],
                "waiting": bool(state.waiting[seat, station]),
            }
            for station in range(table.rules.n_stations)
        },
    }


if __name__ == "__main__":
    main(SCENARIOS, lambda scenario: play(scenario, GAME, Table, variant, view), WHOLE)
