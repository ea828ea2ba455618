"""A referee is worth what it notices: every kind of forgery of a valid trace has to be objected to, by its rule."""

from __future__ import annotations

from typing import Any

import forged_results
import pytest
from playing import Playouts
from schwarzwaelder_kirsch import forged_actions, forged_flips, forged_races
from schwarzwaelder_kirsch.knowledge import forgery
from schwarzwaelder_kirsch.referee import judge
from schwarzwaelder_kirsch.variants import GAME

VARIANTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "printed, three": ({}, ["expert", "greedy", "random"]),
    "small cakes, four": ({"players": 4, "goal": 4}, ["random"] * 4),
    "small pantry, two": (
        {"players": 2, "goal": 4, "kinds": {"schokolade": 3, "kakao": 3, "mehl": 2}, "turn_limit": 60},
        ["random", "random"],
    ),
    "a profession for all rounds": (
        {"players": 3, "goal": 5, "professions": "per_game", "decorator": "round", "action_swap": "shuffled"},
        ["random"] * 3,
    ),
    "every other switch": (
        {
            "players": 3,
            "goal": 4,
            "turn": "flip_or_action",
            "first_flip": "ingredient_only",
            "bust_keeps_jokers": True,
            "eighth_same_turn": False,
            "full_cake_busts": False,
            "turn_limit": 150,
        },
        ["random", "expert", "random"],
    ),
    "short rounds, six": (
        {"players": 6, "goal": 6, "turn_limit": 30, "tiebreak_rounds": 2, "professions": "off"},
        ["random"] * 6,
    ),
    "everything in the cakes": (
        {
            "players": 2,
            "goal": 6,
            "kinds": {"mehl": 2, "kakao": 2, "eier": 2},
            "wedges": {"jokers": 3, "steal": 2, "garnish": 1},
            "turn_limit": 40,
        },
        ["random"] * 2,
    ),
}
MODULES = (forged_actions, forged_flips, forged_races, forged_results)
PLAYED = Playouts(GAME, VARIANTS, seed=11)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_forged_is_fine_before(variant: str) -> None:
    for playout in range(3):
        assert judge(PLAYED(variant, playout), PLAYED.rules[variant]) == []


def test_there_are_forgeries_of_many_kinds() -> None:
    assert len(forgery) >= 80
    assert {forger.__module__ for _, forger in forgery.values()} == {it.__name__ for it in MODULES}


@pytest.mark.parametrize("name", forgery)
def test_a_forgery_is_noticed(name: str) -> None:
    forgery.try_one(name, judge, PLAYED, PLAYED.rules)
