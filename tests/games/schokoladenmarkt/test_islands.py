"""Islands are legal and evenly drawn (A2, A3, A4, R20, R29, R30)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from market_playouts import policy, setting, tables_at_the_end
from scipy.stats import chisquare, kstest

from balance.games.schokoladenmarkt import layout
from balance.games.schokoladenmarkt.board import board
from balance.games.schokoladenmarkt.layout import DESERT, JUNGLE
from balance.games.schokoladenmarkt.rules import Rules

RARE = 1e-4  # a chance below it is a fault
ADJACENT = np.zeros((24, 24), bool)
for _field, _others in enumerate(board().field_fields):
    ADJACENT[_field, list(_others)] = True


def islands(playouts: int, seed: int = 3, **rules: Any) -> Any:
    """States after one turn."""
    return tables_at_the_end(
        setting({"players": 3, "turn_limit": 1, **rules}, [policy("random", 3)] * 3, seed), playouts
    )


def check_legal(states: Any) -> None:
    """Every landscape and chip is there, red chips apart and on different landscapes (R20)."""
    land, number = states["land"], states["number"]
    printed = Rules().board
    counts = [getattr(printed.landscapes, name) for name in layout.LANDSCAPES]
    assert all((np.sort(land, axis=1) == np.repeat(np.arange(7), counts)).all(axis=1)), (
        "a landscape too many or too few"
    )
    assert (number[land == DESERT] == 0).all()
    jungle = np.sort(number[land == JUNGLE].reshape(len(states), -1), axis=1)
    assert (jungle == sorted(printed.jungle_numbers)).all()
    chips = np.sort(number[land < JUNGLE].reshape(len(states), -1), axis=1)
    assert (chips == sorted(printed.chips)).all()
    red = np.isin(number, (6, 8)) & (land < JUNGLE)
    assert (red.sum(axis=1) == 4).all()
    touching = (red[:, :, None] & red[:, None, :] & ADJACENT).any(axis=(1, 2))
    assert not touching.any(), "red chips beside one another"
    lands = np.sort(land[red].reshape(-1, 4), axis=1)
    assert (np.diff(lands, axis=1) > 0).all(), "two red chips on one landscape"
    harbours = np.sort(states["harbour"], axis=1)
    assert (harbours == np.repeat(np.arange(7), [66 - 18, 8, 2, 2, 2, 2, 2])).all()


def check_even(states: Any) -> None:
    """Each field gets each landscape, and each harbour place each kind, in proportion."""
    n, land = len(states), states["land"]
    counts = np.array([[(land[:, field] == kind).sum() for kind in range(7)] for field in range(24)])
    shares = np.array([4, 4, 4, 3, 3, 5, 1]) / 24
    for field in range(24):
        assert chisquare(counts[field], n * shares).pvalue > RARE, field
    first = board().edge_corners[board().coast[0]][0]
    kinds = np.bincount(states["harbour"][:, first], minlength=7)[1:]
    assert chisquare(kinds, n * np.array([4, 1, 1, 1, 1, 1]) / 9).pvalue > RARE
    number = states["number"]
    blacks = [2, 3, 4, 5, 9, 10, 11, 12]
    on_forest = [(number[land == 0] == chip).sum() for chip in blacks]
    printed = Rules().board.chips
    share = np.array([printed.count(chip) for chip in blacks])
    assert chisquare(on_forest, share / share.sum() * sum(on_forest)).pvalue > RARE
    deck = states["deck"][:, 0]
    assert chisquare(np.bincount(deck, minlength=5), n * np.array([14, 2, 2, 2, 5]) / 25).pvalue > RARE


def ranks_of_red(states: Any) -> list[float]:
    """Where the red layout stands among all that are allowed on its island, 0 to 1: even if each is as likely."""
    places = []
    for state in states:
        land, number = state["land"], state["number"]
        fields = np.flatnonzero(land < JUNGLE)
        red = tuple(field for field in fields if number[field] in (6, 8))
        allowed = [
            four
            for four in combinations(fields.tolist(), 4)
            if len({land[field] for field in four}) == 4 and not ADJACENT[np.ix_(four, four)].any()
        ]
        rank = allowed.index(tuple(map(int, red)))
        places.append((rank + 0.5) / len(allowed))
    return places


def test_islands_are_legal_and_even() -> None:
    states = islands(3000)
    check_legal(states)
    check_even(states)
    assert len({state.tobytes() for state in states["land"][:100]}) == 100


def test_red_chips_are_even_over_all_allowed_layouts() -> None:
    states = islands(150)
    assert kstest(ranks_of_red(states), "uniform").pvalue > RARE
    number, land = states["number"], states["land"]
    sixes = [
        (number[i][land[i] < JUNGLE] == 6).argmax() < (number[i][land[i] < JUNGLE] == 8).argmax()
        for i in range(150)
    ]
    assert 45 < sum(sixes) < 105


def test_where_no_layout_exists_landscapes_repeat_and_chips_touch() -> None:
    """R29: five red chips cannot lie on five landscapes without hills and mountains; nine cannot lie apart."""
    chips = [6, 6, 8, 8, 6, 2, 3, 3, 4, 4, 5, 5, 9, 9, 10, 10, 11, 12]
    land = {"forest": 9, "pasture": 9, "fields": 0, "hills": 0, "mountains": 0}
    states = islands(40, board={"chips": chips, "landscapes": land})
    red = np.isin(states["number"], (6, 8)) & (states["land"] < JUNGLE)
    assert (red.sum(axis=1) == 5).all()
    assert not (red[:, :, None] & red[:, None, :] & ADJACENT).any()
    crowded = islands(10, board={"chips": [6] * 18})
    assert ((crowded["number"] == 6) & (crowded["land"] < JUNGLE)).sum(axis=1).tolist() == [18] * 10


def layouts(fields: list[int], n: int) -> list[tuple[int, ...]]:
    """All ways to lay n chips apart on some of these fields, in order."""
    if n == 0:
        return [()]
    return [
        (field, *rest)
        for at, field in enumerate(fields)
        for rest in layouts([other for other in fields[at + 1 :] if not ADJACENT[field, other]], n - 1)
    ]


def test_red_chips_are_apart_wherever_a_layout_exists_and_even_over_rare_ones() -> None:
    """R29: eight red chips of eighteen fit apart in few ways of 43,758, or in none."""
    states = islands(200, board={"chips": [6] * 4 + [8] * 4 + [3] * 10})
    places, sixes = [], []
    for number, state in enumerate(states):
        within = number * 0.618 % 1  # layouts are few: a place within its step makes the ranks even
        fields = np.flatnonzero(state["land"] < JUNGLE)
        red = fields[np.isin(state["number"][fields], (6, 8))]
        allowed = layouts(fields.tolist(), 8)
        assert len(red) == 8
        assert ADJACENT[np.ix_(red, red)].any() == (not allowed)
        if allowed:
            places.append((allowed.index(tuple(red.tolist())) + within) / len(allowed))
            sixes.append(np.flatnonzero(state["number"][red] == 6).sum())
    assert len(places) > 20
    assert kstest(places, "uniform").pvalue > RARE
    assert min(sixes) < 14 < max(sixes)


@pytest.mark.slow
def test_a_hundred_thousand_islands() -> None:
    for part in range(10):
        states = islands(10_000, seed=100 + part)
        check_legal(states)
        check_even(states)


@pytest.mark.slow
def test_red_chips_are_even_on_many_islands() -> None:
    assert kstest(ranks_of_red(islands(1500, seed=9)), "uniform").pvalue > RARE
