"""What `expert` decides at two tables that differ in nothing but another seat's stations, uncompiled; prints JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scenarios import rules_model
from table import Table

from balance.core.game import Policy
from balance.games.chocolaterie import GAME, choose
from balance.games.chocolaterie.compiling import compile_policies
from balance.games.chocolaterie.layout import NONE
from balance.games.draft.takes import ingredient_of

# Seat 0 lacks the same of sugar and of milk for the same bar; of both one die lies there. Seat 1 finishes a bar with
# milk, or with sugar, or can use neither.
OWN = {"stations": {0: {"variety": "vollmilch", "missing": {"milch": 2, "zucker": 2}}}}
DICE = {"amount": [2, 2], "ingredient": ["milch", "zucker"]}
WANTS_MILK = {"stations": {0: {"variety": "erdbeer_milch", "missing": {"milch": 2}}}}
WANTS_SUGAR = {"stations": {0: {"variety": "zartbitter", "missing": {"zucker": 2}}}}
# Four stations of seat 1 that make what seat 0 would begin, or four that make something else.
CROWD, OTHERS = (
    {"stations": {station: {"variety": variety} for station in range(4)}}
    for variety in ("zartbitter", "nougat")
)


def laid(other: Mapping[str, Any], dice: Mapping[str, Any]) -> Table:
    """Two seats; the first one's stations are always the same."""
    rest = {station: {"variety": "weisse_haselnuss", "missing": {"nuesse": 4}} for station in range(4)}
    seats = {number: {"stations": rest | seat["stations"]} for number, seat in enumerate((OWN, other))}
    given = {"roll": 10, "dice": dice, "seats": seats, "packages": {"open": [{"zartbitter": [2, 0]}]}}
    table = Table(rules_model(GAME, {"players": 2}), given, [])
    with table.scripted():
        table.lay()
    return table


def taken(policy: Policy, other: Mapping[str, Any]) -> str:
    """The ingredient that seat 0 takes."""
    table = laid(other, DICE)
    line_up = compile_policies(table.model, (policy, policy), False)[0]
    choose.weigh_takes(table.rules, line_up, table.state, 0)
    return list(table.model.ingredients)[ingredient_of(table.state.best_option)]


def begun(policy: Policy, other: Mapping[str, Any]) -> str:
    """The variety with which seat 0 begins a free station."""
    table = laid(other, {})
    line_up = compile_policies(table.model, (policy, policy), False)[0]
    return table.varieties[choose.choose_variety(table.rules, line_up, table.state, 0, NONE)]


if __name__ == "__main__":
    expert = GAME.policy("expert", 2)
    blind = Policy("blind", "weighted", {**expert.weights, "deny": 0, "company": 0})
    found = {
        policy.name: {
            "takes": [taken(policy, other) for other in (WANTS_MILK, WANTS_SUGAR)],
            "begins": [begun(policy, other) for other in (CROWD, OTHERS)],
        }
        for policy in (expert, blind)
    }
    print(json.dumps(found))
