"""What is in the box: the printed values, and the set-up that a variant's `rules:` lead to.

Everything here is written down from the rule text, its readings and assumptions; nothing is asked of the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any

from drafting.box import applications, dice, rolls, scaled, scaled_needs, station_tiers

from .shapes import as_rows

LONG_FROM = 60
"""A clock of so many rolls lays the long banquet (A2)."""

INGREDIENTS = {
    "mehl": "baeckerin",
    "gemuese": "gemuesekoch",
    "kaese": "kaesemeisterin",
    "fleisch": "grillmeister",
    "obst": "patissier",
    "gewuerze": "sauciere",
}
TIERS = {"bronze": {"cooks": False}, "silver": {"cooks": True}, "gold": {"cooks": True}}
STATIONS = {"bronze": 3, "silver": 2, "gold": 1}
DISHES = """
pfannkuchen     bronze  3 3 . . . 3 . ##
kaesebrot       bronze  3 3 . 3 . . . #
salat           bronze  3 . 4 . . . 2 ##
obstsalat       bronze  3 . . . . 4 2 #
bratwurst       bronze  4 . . . 4 . 3 ##
gemuesesuppe    bronze  4 . 4 . . . 3 ##
pizza           silver  8 3 2 2 . . 2 ##/##
flammkuchen     silver  7 3 . 2 3 . . ###
burger          silver  8 2 2 2 3 . . ###/.#.
gulasch         silver  7 . 2 . 3 . 3 ###
obstkuchen      silver  7 3 . . . 3 2 ##/#.
auflauf         silver  7 . 3 3 . . 2 ##/#.
festbraten      gold   14 . 5 . 5 4 4 ###/##.
lasagne         gold   15 4 4 4 4 . 3 ###/##.
hochzeitstorte  gold   13 5 . 4 . 5 3 ###/#..
schlemmerplatte gold   15 4 4 4 4 3 . ###/##.
"""
BONUSES = {"familientisch": 2, "stammtisch": 2, "kindertisch": 3, "gartentisch": 3, "ehrentisch": 4}
CELLS = {
    "short": {
        2: (2, 2, 4, 4, 5),
        3: (5, 5, 7, 7, 8),
        4: (7, 7, 10, 10, 13),
        5: (10, 10, 13, 13, 15),
        6: (12, 12, 16, 16, 20),
    },
    "long": {
        2: (4, 4, 5, 5, 6),
        3: (8, 8, 11, 11, 14),
        4: (12, 12, 17, 17, 21),
        5: (17, 17, 23, 23, 27),
        6: (21, 21, 28, 28, 36),
    },
}
SWITCHES = {
    "joker_ingredient": "paired",
    "new_dish": "tier_free",
    "start_dishes": "random",
    "mirror": False,
    "sideboard_by_choice": False,
    "half_empty": "not_full",
    "fit": "polyomino",
}


def _printed_dishes() -> dict[str, dict[str, Any]]:
    dishes = {}
    for line in DISHES.split("\n"):
        if line:
            name, tier, points, *pieces, shape = line.split()
            needs = {key: int(n) for key, n in zip(INGREDIENTS, pieces, strict=True) if n != "."}
            dishes[name] = {
                "tier": tier,
                "points": int(points),
                "needs": needs,
                "shape": shape.split("/"),
            }
    return dishes


def _printed_tables(players: int, length: str) -> dict[str, dict[str, Any]]:
    cells = dict(zip(BONUSES, CELLS[length][players], strict=True))
    return {name: {"cells": cells[name], "bonus": bonus} for name, bonus in BONUSES.items()}


def length_of(clock: str | int) -> str:
    """Which banquet a clock lays (A2)."""
    if isinstance(clock, str):
        return clock
    return "long" if clock >= LONG_FROM else "short"


def square(cells: int) -> list[str]:
    """So many cells as nearly a square, the last row shorter and left-aligned (A3)."""
    width = isqrt(cells - 1) + 1
    rows = ["#" * min(width, cells - start) for start in range(0, cells, width)]
    return [row.ljust(width, ".") for row in rows]


def here(value: Any, players: int, length: str) -> Any:
    """What holds for this number of players and length of a value that may be given by either or both."""
    while isinstance(value, Mapping):
        keys = {str(key): part for key, part in value.items()}
        value = keys.get(str(players), keys.get(length))
    return value


def expected_setup(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The variant's part of `setup`.

    Args:
        rules: The `rules:` section; a key left out is as printed, a map that is there replaces the printed one.
    """
    players, clock = rules.get("players", 4), rules.get("clock", "short")
    scale = rules.get("amount_scale", 1.0)
    ingredients = INGREDIENTS
    if "ingredients" in rules:
        ingredients = {name: part.get("cook") for name, part in rules["ingredients"].items()}
    faces = {"ingredient": list(ingredients), "cook": [cook for cook in ingredients.values() if cook]}
    return {
        "n_seats": players,
        "order": list(range(players)),
        "clock": clock,
        "length": length_of(clock),
        "rolls": rolls(clock, players),
        "stations": station_tiers(rules.get("stations", STATIONS)),
        "tiers": rules.get("tiers", TIERS),
        "ingredients": ingredients,
        "amount_scale": scale,
        "dishes": {name: _dish(part, scale) for name, part in rules.get("dishes", _printed_dishes()).items()},
        "dice": dice(rules.get("dice", {}), players, faces),
        "joker": rules.get("joker", 6),
        "applications": applications(rules.get("applications", {}), players, "sous_chef"),
        "banquet": _banquet(rules.get("banquet", {}), players, length_of(clock)),
        **{key: rules.get(key, printed) for key, printed in SWITCHES.items()},
    }


def _dish(part: Mapping[str, Any], scale: float) -> dict[str, Any]:
    shape = as_rows(part["shape"])
    return {
        "tier": part["tier"],
        "points": part["points"],
        "recipe": part["needs"],
        "needs": scaled_needs(part["needs"], scale),
        "cells": sum(row.count("#") for row in shape),
        "shape": shape,
    }


def _banquet(banquet: Mapping[str, Any], players: int, length: str) -> dict[str, Any]:
    enabled = banquet.get("enabled", True)
    tables = banquet.get("tables", _printed_tables(players, length)) if enabled else {}
    laid = {}
    for name, part in tables.items():
        values = {key: here(value, players, length) for key, value in part.items()}
        drawn, penalty = values.get("shape"), values.get("penalty")
        if penalty is None:
            penalty = here(banquet.get("penalty", 1), players, length)
        shape = as_rows(drawn) if drawn else square(scaled(values["cells"], banquet.get("scale", 1.0)))
        cells = sum(row.count("#") for row in shape)
        laid[name] = {"cells": cells, "shape": shape, "bonus": values["bonus"], "penalty": penalty}
    return {"enabled": enabled, "tables": laid}


RULE_OF = {
    "order": "R3",
    "rolls": "Kochzeit",
    "clock": "Kochzeit",
    "length": "A2",
    "stations": "Ziel",
    "tiers": "Zug",
    "ingredients": "Zug",
    "amount_scale": "A6",
    "dishes": "A1",
    "dice": "Zug",
    "joker": "R1",
    "applications": "R4",
    "banquet": "A2",
    "joker_ingredient": "R1",
    "new_dish": "R7",
    "start_dishes": "R8",
    "mirror": "R9",
    "sideboard_by_choice": "R9",
    "half_empty": "R10",
    "fit": "A5",
}
"""Rule that a part of the set-up stands for."""
