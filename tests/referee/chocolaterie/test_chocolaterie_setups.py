"""What a variant leads to: rolls, packages, dice and amounts, derived here a second time."""

from __future__ import annotations

from typing import Any

import pytest
from chocolaterie.referee import judge
from chocolaterie.referee.box import expected_setup, supply
from chocolaterie.variants import GAME
from drafting.box import rolls, scaled
from playing import setting, trace


def check(rules: dict[str, Any]) -> None:
    played = setting(GAME, rules, ["random"] * rules.get("players", 4), 3)
    assert judge(trace(played, 0), rules) == []


def test_the_printed_game_in_the_texts_own_numbers() -> None:
    assert [(rolls("short", n), rolls("long", n)) for n in range(2, 7)] == [
        (48, 72),
        (48, 72),
        (48, 72),
        (50, 75),
        (48, 72),
    ]
    assert [supply("short", n, 2) for n in range(2, 7)] == [4, 6, 8, 10, 12]
    assert [supply("long", n, 2) for n in range(2, 7)] == [6, 9, 12, 15, 18]
    assert [scaled(5, 0.5), scaled(3, 1.5), scaled(1, 0.5), scaled(25, 0.58)] == [3, 5, 1, 15]
    dice = [expected_setup({"players": n})["dice"] for n in range(2, 7)]
    assert [[part["number"] for part in kinds.values()] for kinds in dice] == [
        [2, 2, 1, 1],
        [3, 3, 2, 2],
        [4, 4, 2, 2],
        [5, 5, 3, 3],
        [6, 6, 3, 3],
    ]
    assert [expected_setup({"players": n})["applications"]["limit"] for n in range(2, 7)] == [4, 3, 3, 3, 3]


@pytest.mark.parametrize("players", range(2, 7))
def test_clocks(players: int) -> None:
    for clock in ("short", "long", *range(1, 9), 24, 30, 42, 53, 66):
        check({"players": players, "clock": clock, "dice": {"amount": 0, "special": 0}})


def test_amounts_are_scaled_as_written() -> None:
    """0.58 · 25 is 14.5 and rounds to 15, though the nearest binary fractions say less."""
    names = [f"zutat_{number}" for number in range(8)]
    rules: dict[str, Any] = {
        "clock": 1,
        "players": 2,
        "ingredients": {name: {} for name in names},
        "tiers": {"bronze": {"bonus": 1, "devices": False}},
        "stations": {"bronze": 1},
        "dice": {"device": 0},
        "varieties": {
            f"sorte_{first}": {
                "tier": "bronze",
                "points": 1,
                "needs": {name: min(99, first + at) for at, name in enumerate(names)},
            }
            for first in range(1, 100, 8)
        },
    }
    for percent in range(50, 201, 4):
        check(rules | {"amount_scale": percent / 100})
