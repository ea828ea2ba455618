"""What is in the box: the printed values, and the set-up that a variant's `rules:` lead to.

Everything here is written down from the rule text, its readings and assumptions; nothing is asked of the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from drafting.box import applications, dice, rolls, rounded, scaled_needs, station_tiers

PACKAGES_A_PLAYER = {"short": 2, "long": 3}

INGREDIENTS = {
    "kakaobohnen": "roestofen",
    "milch": "ruehrkessel",
    "zucker": "zuckermuehle",
    "nuesse": "nussknacker",
    "kakaobutter": "temperiermaschine",
    "fruechte": "doerrofen",
}
SPECIALS = ["vanille", "chili", "meersalz", "karamell", "minze", "kaffee"]
TIERS = {
    "bronze": {"bonus": 2, "devices": False},
    "silver": {"bonus": 3, "devices": True},
    "gold": {"bonus": 4, "devices": True},
}
STATIONS = {"bronze": 2, "silver": 1, "gold": 1}
RECIPES = """
vollmilch         bronze  4 karamell  3 4 2 . . .
erdbeer_milch     bronze  4 vanille   . 4 . . . 5
zartbitter        bronze  3 chili     5 . 3 . . .
weisse_haselnuss  bronze  3 meersalz  . . . 4 4 .
trueffel          silver  7 kaffee    4 4 . . 4 .
nougat            silver  7 meersalz  4 . 4 5 . .
fruchtpralinen    silver  8 minze     4 . 3 . 3 5
schokoladentorte  gold   15 vanille   5 5 4 . 4 5
schoko_goldbarren gold   14 karamell  6 . 5 5 5 .
"""
SWITCHES = {
    "joker_ingredient": "paired",
    "packing": "at_once",
    "storeroom_by_choice": False,
    "second_package_of_variety": True,
    "start_varieties": "random",
}


def _printed_varieties() -> dict[str, dict[str, Any]]:
    varieties = {}
    for line in RECIPES.split("\n"):
        if line:
            name, tier, points, special, *pieces = line.split()
            needs = {key: int(n) for key, n in zip(INGREDIENTS, pieces, strict=True) if n != "."}
            varieties[name] = {"tier": tier, "points": int(points), "special": special, "needs": needs}
    return varieties


def supply(clock: str | int, players: int, open_extra: int) -> int:
    """Packages of a game in which nobody has said how many (A3)."""
    a_player = PACKAGES_A_PLAYER[clock] if isinstance(clock, str) else Decimal(clock) / 24
    return max(rounded(Decimal(players * a_player)), players + open_extra)


def expected_setup(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The variant's part of `setup`.

    Args:
        rules: The `rules:` section; a key left out is as printed, a map that is there replaces the printed one.
    """
    players, clock = rules.get("players", 4), rules.get("clock", "short")
    scale = rules.get("amount_scale", 1.0)
    ingredients = INGREDIENTS
    if "ingredients" in rules:
        ingredients = {name: part.get("device") for name, part in rules["ingredients"].items()}
    specials = rules.get("specials", SPECIALS)
    varieties = {
        name: {
            "tier": part["tier"],
            "points": part["points"],
            "special": part.get("special"),
            "recipe": part["needs"],
            "needs": scaled_needs(part["needs"], scale),
        }
        for name, part in rules.get("varieties", _printed_varieties()).items()
    }
    faces = {
        "ingredient": list(ingredients),
        "device": [device for device in ingredients.values() if device],
        "special": specials,
    }
    return {
        "n_seats": players,
        "order": list(range(players)),
        "clock": clock,
        "rolls": rolls(clock, players),
        "stations": station_tiers(rules.get("stations", STATIONS)),
        "tiers": rules.get("tiers", TIERS),
        "ingredients": ingredients,
        "specials": specials,
        "amount_scale": scale,
        "varieties": varieties,
        "dice": dice(rules.get("dice", {}), players, faces),
        "joker": rules.get("joker", 6),
        "refinement": rules.get("refinement", 2),
        "applications": applications(rules.get("applications", {}), players, "master"),
        "packages": _packages(rules.get("packages", {}), clock, players),
        **{key: rules.get(key, printed) for key, printed in SWITCHES.items()},
    }


def _packages(packages: Mapping[str, Any], clock: str | int, players: int) -> dict[str, Any]:
    enabled, extra = packages.get("enabled", True), packages.get("open_extra", 2)
    given = packages.get("supply")
    total = supply(clock, players, extra) if given is None else given
    return {
        "enabled": enabled,
        "size": packages.get("size", 4),
        "supply": total if enabled else 0,
        "open_extra": extra,
        "open": players + extra if enabled else 0,
    }


RULE_OF = {
    "order": "R3",
    "rolls": "Schichtzeit",
    "clock": "Schichtzeit",
    "stations": "Ziel",
    "tiers": "Pakete",
    "ingredients": "Zug",
    "specials": "Zug",
    "amount_scale": "A4",
    "varieties": "A1",
    "dice": "Zug",
    "joker": "R1",
    "refinement": "R8",
    "applications": "R4",
    "packages": "A3",
    "joker_ingredient": "R1",
    "packing": "R9",
    "storeroom_by_choice": "R10",
    "second_package_of_variety": "R10",
    "start_varieties": "R16",
}
"""Rule that a part of the set-up stands for."""
