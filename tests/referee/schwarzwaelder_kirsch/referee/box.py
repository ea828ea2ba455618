"""What is in the box: the printed values, and the set-up that a variant's `rules:` lead to.

Everything here is written down from the rule text, its readings and assumptions; nothing is asked of the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

INGREDIENTS = (
    *("mehl", "eier", "zucker", "butter", "sahne", "kirschen", "kirschwasser", "schokolade", "kakao"),
    *("vanille", "mandeln", "backpulver"),
)
PRINTED_KINDS = 9
PRINTED_INGREDIENTS = 36
TWICE = ("schokolade", "kakao")
"""What Chocolatière may have two of."""
ACTIONS = ("steal", "garnish")
JOKER = "joker"
PROFESSIONS = ("chocolatiere", "zuckerbaecker", "dekorateur", "patissier")

SWITCHES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "professions": ("R8", ("per_round", "per_game", "off")),
    "turn": ("R1", ("flip_and_action", "flip_or_action")),
    "first_flip": ("R2", ("any", "ingredient_only")),
    "bust_keeps_jokers": ("R2", (False, True)),
    "action_swap": ("R4", ("in_place", "shuffled")),
    "eighth_same_turn": ("R6", (True, False)),
    "full_cake_busts": ("R7", (True, False)),
    "decorator": ("R8c", ("once", "round")),
}
"""Key to its reading and its values, the default first."""

RULE_OF = {
    "order": "R10",
    "goal": "Spielende",
    "kinds": "A1",
    "jokers": "48",
    "steal": "A2",
    "garnish": "A2",
    "wedges": "48",
    "profession_tiles": "A3",
    "tiebreak_rounds": "R10",
    "turn_limit": "R11",
    **{key: rule for key, (rule, _) in SWITCHES.items()},
}
"""Rule that a part of the set-up stands for; `48` is the sentence that counts the wedges."""


def spread(kinds: int) -> dict[str, int]:
    """The printed ingredients over so many kinds; the first kinds have what is left over (A1)."""
    counts = dict.fromkeys(INGREDIENTS[:kinds], 0)
    for wedge in range(PRINTED_INGREDIENTS):
        counts[INGREDIENTS[wedge % kinds]] += 1
    return counts


def tiles(rules: Mapping[str, Any], players: int) -> dict[str, int]:
    """Tiles of each profession (A3)."""
    given = rules.get("profession_tiles")
    if rules.get("professions") == "off":
        number = 0
    elif given is None:
        number = 2 if players >= 5 else 1
    else:
        number = given if isinstance(given, int) else given[str(players)]
    return dict.fromkeys(PROFESSIONS, number)


def expected_setup(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The variant's part of `setup`.

    Args:
        rules: The `rules:` section; a key left out is as printed, a map that is there replaces the printed one.
    """
    players, kinds = rules.get("players", 3), rules.get("kinds", PRINTED_KINDS)
    if isinstance(kinds, int):
        kinds = spread(kinds)
    others = {"jokers": 4, "steal": 4, "garnish": 4} | rules.get("wedges", {})
    return {
        "n_seats": players,
        "order": list(range(players)),
        "goal": rules.get("goal", 8),
        "kinds": kinds,
        **others,
        "wedges": sum(kinds.values()) + sum(others.values()),
        "profession_tiles": tiles(rules, players),
        "tiebreak_rounds": rules.get("tiebreak_rounds", 5),
        "turn_limit": rules.get("turn_limit", 2000),
        **{key: rules.get(key, values[0]) for key, (_, values) in SWITCHES.items()},
    }
