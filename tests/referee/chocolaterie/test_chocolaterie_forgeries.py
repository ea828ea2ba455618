"""A referee is worth what it notices: every kind of forgery of a valid trace has to be objected to, by its rule."""

from __future__ import annotations

from typing import Any

import pytest
from chocolaterie import forged_bars, forged_setups, forged_takes
from chocolaterie.knowledge import forgery
from chocolaterie.referee import judge
from chocolaterie.variants import GAME
from drafting.forged import MODULES as SHARED
from playing import Playouts

VARIANTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "printed, two": ({"players": 2}, ["random", "greedy"]),
    "printed, four": ({"players": 4}, ["greedy"] * 4),
    "draws": ({"players": 4, "clock": 16}, ["random"] * 4),
    "full packages": (
        {"players": 3, "amount_scale": 0.5, "packages": {"size": 2, "supply": 6}},
        ["greedy"] * 3,
    ),
    "end of the supply": (
        {"players": 3, "clock": "long", "amount_scale": 0.55, "packages": {"supply": 5}},
        ["greedy"] * 3,
    ),
    "one package of a variety": (
        {"players": 4, "amount_scale": 0.6, "second_package_of_variety": False},
        ["greedy", "random", "greedy", "greedy"],
    ),
    "bars wait": (
        {"players": 3, "clock": 30, "amount_scale": 0.5, "packing": "may_wait"},
        ["random", "greedy", "random"],
    ),
    "many masters": (
        {
            "players": 6,
            "clock": 6,
            "applications": {"limit": 5, "master": 1},
            "dice": {"amount": 1, "device": 0, "special": 0},
        },
        ["random"] * 6,
    ),
    "without packages": (
        {"players": 2, "packages": {"enabled": False}, "joker_ingredient": "any"},
        ["random", "greedy"],
    ),
}
MODULES = (forged_bars, forged_setups, forged_takes, *SHARED)
PLAYED = Playouts(GAME, VARIANTS, seed=11)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_forged_is_fine_before(variant: str) -> None:
    for playout in range(3):
        assert judge(PLAYED(variant, playout), PLAYED.rules[variant]) == []


def test_there_are_forgeries_of_many_kinds() -> None:
    assert len(forgery) >= 40
    assert {forger.__module__ for _, forger in forgery.values()} == {it.__name__ for it in MODULES}


@pytest.mark.parametrize("name", forgery)
def test_a_forgery_is_noticed(name: str) -> None:
    forgery.try_one(name, judge, PLAYED, PLAYED.rules)
