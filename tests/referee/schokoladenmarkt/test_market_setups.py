"""What a variant leads to: island, harbours, market and box, derived here a second time."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playing import setting, trace
from schokoladenmarkt.referee import judge
from schokoladenmarkt.referee.box import expected_setup
from schokoladenmarkt.referee.island import FRAME
from schokoladenmarkt.referee.roads import holder, longest
from schokoladenmarkt.variants import GAME


def check(rules: dict[str, Any]) -> None:
    played = setting(GAME, {"turn_limit": 20, **rules}, ["random"] * rules.get("players", 4), 3)
    assert judge(trace(played, 0), {"turn_limit": 20, **rules}) == []


def test_the_printed_game_in_the_texts_own_numbers() -> None:
    setup = expected_setup({})
    ingredients = setup["ingredients"].values()
    assert sum(part["cards"] for part in ingredients) == 60
    assert sum(part["sites"] for part in ingredients) == 29
    assert (setup["market"]["chips"], setup["victory_points"]) == (28, 13)
    assert (len(setup["development"]), len(setup["chips"])) == (25, 18)
    assert sum(setup["landscapes"].values()) == 24
    rewards = [tuple(row.values()) for row in setup["market"]["rows"]]
    assert rewards[0] == (2, 0, 0, 0)
    assert rewards[1] == (1, 1, 0, 0)
    assert rewards[-1] == (0, 0, 1, 0)
    assert expected_setup({"bottom_row": "last_reward"})["market"]["n_rows"] == 7


def test_the_frame_of_a2() -> None:
    assert (len(FRAME.corners), FRAME.n_corners, len(FRAME.edges), len(FRAME.ring)) == (24, 66, 89, 34)
    assert Counter(map(len, FRAME.edges_at)) == {2: 20, 3: 46}
    assert len(set(FRAME.ring)) == 34
    assert len(FRAME.next_to[12]) == 6


def test_the_longest_road_of_the_rules_own_figures() -> None:
    hexagon = [(corner, (corner + 1) % 6) for corner in range(6)]
    tail = [(0, 10), (10, 11)]
    assert longest([], ()) == 0
    assert longest(hexagon, ()) == 6
    assert longest(hexagon + tail, ()) == 8
    assert longest([*hexagon, *tail, (3, 13)], ()) == 8
    assert longest([*hexagon, (0, 3)], ()) == 7
    assert longest([(0, 1), (1, 2), (1, 3), (3, 4)], ()) == 3
    assert longest([(0, 1), (1, 2), (2, 3)], {2}) == 2
    assert longest(hexagon, {0}) == 6
    assert longest(hexagon, {0, 3}) == 3


def test_who_holds_the_longest_road() -> None:
    assert holder(None, {0: 4, 1: 3}, 5) is None
    assert holder(None, {0: 5, 1: 3}, 5) == 0
    assert holder(None, {0: 5, 1: 5}, 5) is None
    assert holder(1, {0: 5, 1: 5}, 5) == 1
    assert holder(1, {0: 6, 1: 5}, 5) == 0
    assert holder(1, {0: 6, 1: 5, 2: 6}, 5) is None
    assert holder(1, {0: 4, 1: 4, 2: 3}, 5) is None


@pytest.mark.parametrize("harbours", range(10))
def test_harbours_spread_over_the_coast(harbours: int) -> None:
    any_kind = dict.fromkeys(("brick", "wood", "wool", "grain", "ore"), 0) | {"any": harbours}
    check({"board": {"harbours": any_kind}})


@pytest.mark.parametrize("red", range(9))
def test_red_chips_where_they_are_many(red: int) -> None:
    check({"board": {"chips": [6] * red + [3] * (18 - red)}})


def test_a_sixth_variety() -> None:
    market = expected_setup({})["market"]
    six = market["varieties"] | {"marzipan": {"cost": {"cocoa": 1}, "start_row": 1, "number": 6}}
    check({"market": {"varieties": six}})
