"""A referee is worth what it notices: every kind of forgery of a valid trace has to be objected to, by its rule."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playouts, policy
from schokoladenmarkt import forged_buildings, forged_islands, forged_markets, forged_turns
from schokoladenmarkt.knowledge import forgery
from schokoladenmarkt.referee import judge
from schokoladenmarkt.variants import GAME

from balance.core.game import Policy

TRADER = policy(GAME, "greedy", 3, trade=1000)
VARIANTS: dict[str, tuple[dict[str, Any], list[str | Policy]]] = {
    "nearly as printed, three": ({"players": 3, "victory_points": 11}, ["expert", "greedy", "random"]),
    "traders": ({"players": 3, "victory_points": 8}, [TRADER] * 3),
    "everything short, four": (
        {
            "resources": 6,
            "hand_limit": 4,
            "turn_limit": 110,
            "pieces": {"roads": 5, "settlements": 4, "cities": 1},
            "longest_road": 4,
            "largest_army": 1,
            "development": {"knight": 3, "year_of_plenty": 1, "monopoly": 1, "victory_point": 1},
            "victory_points": 25,
        },
        ["random"] * 4,
    ),
    "every other switch": (
        {
            "players": 2,
            "third_road": False,
            "bottom_row": "last_reward",
            "reward_resource": "random",
            "site_density": "per_player",
            "shortage": "seat_order",
            "vp_chips_limited": False,
            "turn_limit": 90,
            "victory_points": 20,
            "costs": {"site": {"wood": 1}},
        },
        ["random"] * 2,
    ),
    "won at once": ({"players": 2, "victory_points": 3}, ["random"] * 2),
    "cheap": (
        {
            "players": 3,
            "victory_points": 20,
            "turn_limit": 80,
            "costs": {
                "road": {"brick": 1},
                "settlement": {"wood": 1},
                "city": {"ore": 1},
                "development": {"wool": 1},
            },
            "longest_road": 3,
            "largest_army": 2,
        },
        ["random"] * 3,
    ),
}
MODULES = (forged_buildings, forged_islands, forged_markets, forged_turns)


played = Playouts(GAME, VARIANTS, seed=11)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_forged_is_fine_before(variant: str) -> None:
    for playout in range(3):
        assert judge(played(variant, playout), VARIANTS[variant][0]) == []


def test_there_are_forgeries_of_many_kinds() -> None:
    assert len(forgery) >= 150
    assert {forger.__module__ for _, forger in forgery.values()} == {it.__name__ for it in MODULES}


@pytest.mark.parametrize("name", forgery)
def test_a_forgery_is_noticed(name: str) -> None:
    forgery.try_one(name, judge, played, played.rules)
