"""A referee is worth what it notices: every kind of forgery of a valid trace has to be objected to, by its rule."""

from __future__ import annotations

from typing import Any

import pytest
from drafting.forged import MODULES as SHARED
from festtafel import forged_banquets, forged_dishes, forged_setups
from festtafel.knowledge import forgery
from festtafel.referee import judge
from festtafel.variants import GAME
from forging import rows_with
from playing import Playouts

SMALL_TABLES = {
    "lang": {"shape": "###/##.", "bonus": {"short": 2, "long": 9}},
    "breit": {"shape": "####", "bonus": 3, "penalty": 2},
    "eng": {"cells": {3: 3, 5: 7}, "bonus": 1},
}
VARIANTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "printed, two": ({"players": 2}, ["random", "greedy"]),
    "printed, four": ({"players": 4}, ["greedy"] * 4),
    "draws": ({"players": 4, "clock": 16}, ["random"] * 4),
    "full tables": (
        {"players": 3, "amount_scale": 0.5, "banquet": {"penalty": 0, "tables": SMALL_TABLES}},
        ["host", "greedy", "spoiler"],
    ),
    "long, half empty": (
        {"players": 3, "clock": "long", "half_empty": "at_most_half", "new_dish": "free", "mirror": True},
        ["expert", "loner", "random"],
    ),
    "cells": (
        {"players": 3, "clock": 30, "amount_scale": 0.5, "fit": "cells", "new_dish": "tier_fixed"},
        ["greedy", "random", "bronze_rush"],
    ),
    "sideboard by choice": (
        {"players": 2, "amount_scale": 0.6, "sideboard_by_choice": True, "start_dishes": "chosen"},
        ["random", "gold_hoarder"],
    ),
    "many hires": (
        {
            "banquet": {"penalty": 0},
            "players": 6,
            "clock": 18,
            "amount_scale": 0.5,
            "stations": {"silver": 4},
            "new_dish": "tier_fixed",
            "applications": {"limit": 9, "sous_chef": 1},
            "dice": {"amount": 6, "cook": 0},
        },
        ["random"] * 6,
    ),
    "without a banquet": (
        {"players": 2, "clock": 30, "banquet": {"enabled": False}, "joker_ingredient": "any"},
        ["random", "greedy"],
    ),
}
MODULES = (forged_banquets, forged_dishes, forged_setups, *SHARED)
UNCOUNTED = {"drama", "decisive"}
"""Columns about every moment of a playout; the tests of the drafts' course work them out."""
PLAYED = Playouts(GAME, VARIANTS, seed=11)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_forged_is_fine_before(variant: str) -> None:
    for playout in range(3):
        assert judge(PLAYED(variant, playout), PLAYED.rules[variant]) == []


def test_there_are_forgeries_of_many_kinds() -> None:
    assert len(forgery) >= 120
    assert {forger.__module__ for _, forger in forgery.values()} == {it.__name__ for it in MODULES}


@pytest.mark.parametrize("name", forgery)
def test_a_forgery_is_noticed(name: str) -> None:
    forgery.try_one(name, judge, PLAYED, PLAYED.rules)


@pytest.mark.parametrize("variant", ["draws", "cells", "without a banquet"])
def test_every_column_is_counted_again(variant: str) -> None:
    trace = PLAYED(variant, 0)
    rows = trace[-1]["rows"]
    for seat in (None, 0):
        for column in rows["games"] if seat is None else rows["seats"][seat]:
            if column in UNCOUNTED:
                continue
            forged = rows_with(trace, column, lambda it: f"{it}!" if isinstance(it, str) else it + 50, seat)
            found = judge(forged, PLAYED.rules[variant])
            assert [objection.rule for objection in found] == ["rows"], (column, seat)
