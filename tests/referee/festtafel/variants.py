"""Variants of festtafel that hypothesis invents."""

from __future__ import annotations

from typing import Any

import drafting.variants as drafts
from drafting.words import FESTTAFEL
from hypothesis import strategies as st
from playing import Rules, game_of

from .referee.shapes import as_rows

GAME = game_of("festtafel")
LENGTHS = ("short", "long")
MOST_CELLS = 45
"""Of a dish or table that hypothesis draws; a word of the simulator's masks holds 60."""


@st.composite
def variants(draw: st.DrawFn) -> Rules:
    """Any `rules:` section; short clocks mostly, so that many can be played."""
    players = draw(st.integers(2, 6))
    rules: Rules = {"players": players, "clock": draw(drafts.clocks())}
    if draw(st.booleans()):  # plenty, so that tables fill
        rules |= {"amount_scale": 0.5}
    optional: dict[str, st.SearchStrategy[Any]] = {
        **drafts.shared(players, FESTTAFEL),
        "new_dish": st.sampled_from(["tier_free", "tier_fixed", "free"]),
        "start_dishes": st.sampled_from(["random", "chosen"]),
        "mirror": st.booleans(),
        "sideboard_by_choice": st.booleans(),
        "half_empty": st.sampled_from(["not_full", "at_most_half"]),
        "fit": st.sampled_from(["polyomino", "cells"]),
        "banquet": banquets(players),
    }
    for key, values in optional.items():
        if draw(st.booleans()):
            rules[key] = draw(values)
    if draw(st.booleans()):
        shape = st.fixed_dictionaries({"shape": shapes(draw(st.sampled_from([3, 5, 8])))})
        rules |= draw(drafts.things(FESTTAFEL, st.just({}), shape, lambda name: f"koch_{name}"))
    faces = drafts.faces(rules, GAME.rules_model(), "cook")
    if draw(st.booleans()) or not all(faces.values()):
        rules["dice"] = draw(drafts.dice(players, faces))
    return rules


@st.composite
def shapes(draw: st.DrawFn, most: int) -> Any:
    """Cells that touch along their sides, as rows or as one text, with something empty around them now and then."""
    cells = {(0, 0)}
    for _ in range(draw(st.integers(1, most)) - 1):
        y, x = draw(st.sampled_from(sorted(cells)))
        down, right = draw(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]))
        cells.add((y + down, x + right))
    top, left = min(y for y, _ in cells), min(x for _, x in cells)
    width = max(x for _, x in cells) - left + 1
    rows = [
        "".join(".#"[(top + y, left + x) in cells] for x in range(width))
        for y in range(max(y for y, _ in cells) - top + 1)
    ]
    return draw(st.sampled_from([rows, as_rows(rows), [f".{row}." for row in rows]]))


def _given(players: int, values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A value; or by player count, by length, or by player count for each length."""
    by_length = st.fixed_dictionaries(dict.fromkeys(LENGTHS, values))
    return st.one_of(
        values,
        values.map(lambda value: {str(players): value}),
        by_length,
        by_length.map(lambda part: {length: {str(players): value} for length, value in part.items()}),
    )


@st.composite
def banquets(draw: st.DrawFn, players: int) -> Rules:
    """Sections `banquet`."""
    part: Rules = {}
    if draw(st.integers(0, 5)) == 5:
        part["enabled"] = False
    if draw(st.booleans()):
        part["penalty"] = draw(_given(players, st.integers(0, 3)))
    if draw(st.booleans()):
        part["scale"] = draw(st.integers(1, 20)) / 10
    if draw(st.booleans()):
        names = ["ehrentisch", *(f"tisch_{number}" for number in range(draw(st.integers(0, 6))))]
        part["tables"] = {name: draw(tables(players)) for name in names}
    return part


@st.composite
def tables(draw: st.DrawFn, players: int) -> Rules:
    """A table, drawn or as nearly a square."""
    table: Rules = {"bonus": draw(_given(players, st.integers(0, 5)))}
    most = draw(st.sampled_from([4, 12, MOST_CELLS]))
    if draw(st.booleans()):
        table["shape"] = draw(_given(players, shapes(most)))
    else:
        table["cells"] = draw(_given(players, st.integers(1, most)))
    if draw(st.booleans()):
        table["penalty"] = draw(_given(players, st.integers(0, 4)))
    return table
