"""What is in the box: the printed values, and the set-up that a variant's `rules:` lead to.

Everything here is written down from the rule text, its readings and assumptions; nothing is asked of the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RAWS = ("brick", "wood", "wool", "grain", "ore")
RAW_OF = {"forest": "wood", "pasture": "wool", "fields": "grain", "hills": "brick", "mountains": "ore"}
LANDSCAPES = {
    "forest": 4,
    "pasture": 4,
    "fields": 4,
    "hills": 3,
    "mountains": 3,
    "jungle": 5,
    "desert": 1,
}
BARE = ("jungle", "desert")
"""Landscapes on which no number chip lies."""
CHIPS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
RED = (6, 8)
JUNGLE_NUMBERS = [4, 5, 9, 10, 11]
COAST = 34  # edges
HARBOURS = {"any": 4, **dict.fromkeys(RAWS, 1)}
INGREDIENTS = {
    "cocoa": {"landscape": "jungle", "cards": 18, "sites": 9},
    "sugar": {"landscape": "fields", "cards": 14, "sites": 7},
    "milk": {"landscape": "pasture", "cards": 10, "sites": 5},
    "hazelnut": {"landscape": "forest", "cards": 10, "sites": 5},
    "grapes": {"landscape": "hills", "cards": 8, "sites": 3},
}
DEVELOPMENT = {"knight": 14, "road_building": 2, "year_of_plenty": 2, "monopoly": 2, "victory_point": 5}
COSTS = {
    "road": {"brick": 1, "wood": 1},
    "settlement": {"brick": 1, "wood": 1, "wool": 1, "grain": 1},
    "city": {"grain": 2, "ore": 3},
    "development": {"wool": 1, "grain": 1, "ore": 1},
    "site": {"ore": 1, "wood": 1},
}
PARTS: dict[str, dict[str, Any]] = {
    "pieces": {"roads": 15, "settlements": 5, "cities": 4},
    "costs": COSTS,
    "points": {"settlement": 1, "city": 2, "longest_road": 2, "largest_army": 2, "card": 1},
    "yields": {"settlement": 1, "city": 2, "site": 1},
    "maritime": {"bank": 4, "any": 3, "special": 2},
}
"""Sections in which a key that is left out is as printed."""
NUMBERS = {
    "victory_points": 13,
    "turn_limit": 400,
    "hand_limit": 7,
    "longest_road": 5,
    "largest_army": 3,
    "start_sites": 2,
    "resources": 19,
}
SWITCHES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "third_road": ("R5", (True, False)),
    "bottom_row": ("R1", ("below", "last_reward")),
    "reward_resource": ("R3", ("choice", "random")),
    "site_density": ("R7", ("per_building", "per_player")),
    "shortage": ("R8", ("base", "seat_order")),
    "vp_chips_limited": ("R11", (True, False)),
}
"""Key to its reading and its values, the default first."""
REWARDS = ("points", "cards", "resources", "roads")
ROWS = ("2 0 0 0", "1 1 0 0", "1 0 1 0", "1 0 0 0", "0 1 0 0", "0 0 0 1", "0 0 1 0")
CHIPS_IN_STOCK = 28
VARIETIES = """
alpenmilch       1 1 1 . . 5 1
voll_nuss        1 1 1 1 . 4 2
trauben_nuss     1 1 1 1 1 3 3
dunkle_voll_nuss 2 1 . 1 . 4 4
edel_bitter      2 1 . . . 5 5
"""

RULE_OF = {
    "order": "founding",
    "victory_points": "end",
    "turn_limit": "R14",
    "hand_limit": "seven",
    "longest_road": "R17",
    "largest_army": "army",
    "start_sites": "R6",
    "landscapes": "landscapes",
    "raw_of": "production",
    "chips": "chips",
    "jungle_numbers": "A2",
    "harbour_edges": "A3",
    "harbour_kinds": "A3",
    "resources": "bank",
    "ingredients": "sites",
    "development": "cards",
    "pieces": "pieces",
    "costs": "costs",
    "points": "end",
    "yields": "production",
    "maritime": "trade",
    "market": "A1",
    **{key: rule for key, (rule, _) in SWITCHES.items()},
}
"""Rule that a part of the set-up stands for."""


def _printed_varieties() -> dict[str, dict[str, Any]]:
    varieties = {}
    for line in VARIETIES.strip().split("\n"):
        name, *cards, row, number = line.split()
        cost = {key: int(n) for key, n in zip(INGREDIENTS, cards, strict=True) if n != "."}
        varieties[name] = {"cost": cost, "start_row": int(row), "number": int(number)}
    return varieties


def printed_rows() -> list[dict[str, int]]:
    """What each row pays, from the top."""
    return [dict(zip(REWARDS, map(int, row.split()), strict=True)) for row in ROWS]


def _market(part: Mapping[str, Any], *, has_row_below: bool) -> dict[str, Any]:
    """The section `market` as it is played."""
    rows = [dict.fromkeys(REWARDS, 0) | row for row in part.get("rows", printed_rows())]
    n_rows = len(rows) + has_row_below
    return {
        "rows": rows,
        "n_rows": n_rows,
        "bottom_row": n_rows,
        "varieties": {
            name: {"number": None, **variety}
            for name, variety in part.get("varieties", _printed_varieties()).items()
        },
        "chips": part.get("chips", CHIPS_IN_STOCK),
    }


def expected_setup(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The variant's part of `setup`.

    Args:
        rules: The `rules:` section; a key left out is as printed. Maps of named things (ingredients, varieties, what
            something costs) replace the printed ones, others are laid over them.
    """
    players, board = rules.get("players", 4), rules.get("board", {})
    harbours = HARBOURS | board.get("harbours", {})
    kinds = [kind for kind, n in harbours.items() for _ in range(n)]
    development = DEVELOPMENT | rules.get("development", {})
    switches = {key: rules.get(key, values[0]) for key, (_, values) in SWITCHES.items()}
    return {
        "n_seats": players,
        "order": list(range(players)),
        **{key: rules.get(key, printed) for key, printed in NUMBERS.items()},
        **switches,
        "landscapes": LANDSCAPES | board.get("landscapes", {}),
        "raw_of": RAW_OF,
        "chips": board.get("chips", CHIPS),
        "jungle_numbers": board.get("jungle_numbers", JUNGLE_NUMBERS),
        "harbour_kinds": kinds,
        "ingredients": rules.get("ingredients", INGREDIENTS),
        "development": [card for card, n in development.items() for _ in range(n)],
        **{key: printed | rules.get(key, {}) for key, printed in PARTS.items()},
        "market": _market(rules.get("market", {}), has_row_below=switches["bottom_row"] == "below"),
    }
