"""What a variant leads to: rolls, tables, shapes and dice, derived here a second time."""

from __future__ import annotations

from typing import Any

import pytest
from drafting.box import rolls
from festtafel.referee import judge
from festtafel.referee.box import expected_setup, square
from festtafel.referee.shapes import as_rows, cells_of, places, ways
from festtafel.variants import GAME
from playing import setting, trace


def check(rules: dict[str, Any]) -> None:
    played = setting(GAME, rules, ["random"] * rules.get("players", 4), 3)
    assert judge(trace(played, 0), rules) == []


def test_the_printed_game_in_the_texts_own_numbers() -> None:
    assert [(rolls("short", n), rolls("long", n)) for n in (2, 5)] == [(48, 72), (50, 75)]
    setups = {
        (n, it): expected_setup({"players": n, "clock": it}) for n in range(2, 7) for it in ("short", "long")
    }
    cells = {
        key: sum(table["cells"] for table in setup["banquet"]["tables"].values())
        for key, setup in setups.items()
    }
    ends = [cells[2, "short"], cells[6, "short"], cells[2, "long"], cells[6, "long"]]
    assert ends == [17, 76, 24, 134]
    assert [setups[n, "short"]["dice"]["cook"]["number"] for n in range(2, 7)] == [1, 2, 2, 3, 3]
    dishes = setups[2, "short"]["dishes"].values()
    ranges = {"bronze": (2, 2, 3, 4, 1, 2), "silver": (3, 4, 7, 8, 3, 4), "gold": (4, 5, 13, 15, 4, 5)}
    for dish in dishes:
        few, many, low, high, small, large = ranges[dish["tier"]]
        assert few <= len(dish["needs"]) <= many
        assert low <= dish["points"] <= high
        assert small <= dish["cells"] <= large
    for setup in setups.values():  # A4: every dish fits some table of its own unmirrored
        tables = [cells_of(table["shape"]) for table in setup["banquet"]["tables"].values()]
        for dish in dishes:
            assert any(any(places(cells_of(dish["shape"]), table, False)) for table in tables)


def test_shapes_by_hand() -> None:
    assert square(5) == ["###", "##."]
    assert square(1) == ["#"]
    assert square(13) == ["####", "####", "####", "#..."]
    assert as_rows("..../.##/.#.") == ["##", "#."]
    turned = {
        drawing: len(ways(cells_of(drawing.split("/")), False)) for drawing in ("#", "##", "##/#.", "###/#..")
    }
    assert turned == {"#": 1, "##": 2, "##/#.": 4, "###/#..": 4}
    assert len(ways(cells_of(["###", "#.."]), True)) == 8
    assert len(list(places(cells_of(["##", "#."]), cells_of(["##", "##"]), False))) == 4


@pytest.mark.parametrize("players", range(2, 7))
def test_clocks_and_lengths(players: int) -> None:
    for clock in ("short", "long", 1, 2, 7, 24, 53, 59, 60, 66):
        check({"players": players, "clock": clock, "dice": {"amount": 0, "cook": 0}})


@pytest.mark.parametrize("scale", [0.1, 0.25, 0.5, 0.65, 1.5, 2.5])
def test_tables_are_scaled_as_written(scale: float) -> None:
    """0.65 · 10 is 6.5 and rounds to 7, whatever the nearest binary fraction says."""
    for players in range(2, 7):
        check({"players": players, "clock": 2, "banquet": {"scale": scale}})


def test_values_by_players_and_length() -> None:
    by_length = {"short": {"2": 1, "3": 4}, "long": 7}
    table = {"bonus": by_length, "penalty": {"3": 5, "2": 0}, "cells": {"short": 9, "long": {"2": 3, "3": 8}}}
    tables = {"eigen": table, "ring": {"bonus": 1, "shape": {"2": ["###", "#.#", "###"], "3": "##/.#"}}}
    for players in (2, 3):
        for clock in (4, "long"):
            banquet = {"penalty": {"short": 2, "long": 3}, "tables": tables}
            check({"players": players, "clock": clock, "banquet": banquet, "dice": {"amount": 0}})
