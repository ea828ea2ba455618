"""What a variant leads to: wedges, kinds and tiles, derived here a second time."""

from __future__ import annotations

from typing import Any

import pytest
from playing import setting, trace
from schwarzwaelder_kirsch.referee import judge
from schwarzwaelder_kirsch.referee.box import expected_setup, spread
from schwarzwaelder_kirsch.variants import GAME


def check(rules: dict[str, Any]) -> None:
    played = setting(GAME, rules, ["random"] * rules.get("players", 3), 3)
    assert judge(trace(played, 0), rules) == []


def test_the_printed_game_in_the_texts_own_numbers() -> None:
    setup = expected_setup({})
    assert sum(setup["kinds"].values()) == 36
    assert (setup["jokers"], setup["steal"] + setup["garnish"], setup["wedges"]) == (4, 8, 48)
    assert (setup["goal"], setup["n_seats"]) == (8, 3)
    assert list(spread(9).values()) == [4] * 9
    assert sorted(spread(8).values()) == [4, 4, 4, 4, 5, 5, 5, 5]
    tiles = [set(expected_setup({"players": n})["profession_tiles"].values()) for n in range(2, 7)]
    assert tiles == [{1}, {1}, {1}, {2}, {2}]


@pytest.mark.parametrize("kinds", range(1, 13))
def test_numbers_of_kinds(kinds: int) -> None:
    goal = min(8, kinds + 2)
    check({"kinds": kinds, "goal": goal, "turn_limit": 30, **({} if kinds > 7 else {"professions": "off"})})


@pytest.mark.parametrize("players", range(2, 7))
def test_tiles(players: int) -> None:
    for tiles in (3, {str(players): 2}):
        check({"players": players, "profession_tiles": tiles, "turn_limit": 20})
