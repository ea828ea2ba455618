"""Variants so small that what must come out can be calculated.

Chance has one outcome for ever at a seed; what is estimated must lie within 3.29 standard errors, a 99.9% interval.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from balance.core.game import Policy
from balance.core.layout import new_record
from balance.games.chocolaterie import GAME, kernel, layout
from balance.games.chocolaterie.compiling import compile_policies, compile_rules
from balance.games.chocolaterie.layout import Count

N = 200_000
Z = 3.29
CALM = {
    "application": 0,
    "reroll": 0,
    "pace": 100_000,
}  # takes whatever it can, never rerolls, never gives up


def play(playouts: int, rules: dict[str, Any], kind: Any = "weighted", **weights: int) -> tuple[Any, Any]:
    """Rows of playouts of one tiny variety; seats' rows have the shape (playouts, seats)."""
    tiny = {
        "stations": {"bronze": 1},
        "varieties": {"plain": {"tier": "bronze", "points": 1, "needs": {"milch": 1}, "special": None}},
        "packages": {"enabled": False},
    }
    model = GAME.rules_model.model_validate(tiny | rules)
    assert [problem for problem in GAME.problems(model) if problem.level == "error"] == []
    every = {weight.name: weight.default for weight in GAME.weights} | weights
    line_up = [Policy("test", kind, every)] * model.players
    games = np.zeros(playouts, layout.GAME_ROW)
    seats = np.zeros(playouts * model.players, layout.SEAT_ROW)
    kernel.batch(
        compile_rules(model),
        compile_policies(model, line_up, False),
        np.zeros(2, layout.STATE),
        new_record(layout.TRACE),
        1,
        0,
        games,
        seats,
    )
    assert not games["fault"].any()
    return games, seats.reshape(playouts, model.players)


def variety(**needs: int) -> dict[str, Any]:
    return {"plain": {"tier": "bronze", "points": 1, "needs": needs, "special": None}}


def dice(amount: Sequence[int | str], ingredient: Sequence[str] = ("milch",)) -> dict[str, Any]:
    """As many amount and ingredient dice as players, with these faces; no others."""
    faces = {"amount": list(amount), "ingredient": list(ingredient)}
    return {"device": 0, "special": 0, "faces": faces}


def assert_share(hits: Any, expected: Fraction | float) -> None:
    """A share of N playouts within its 99.9% interval."""
    assert abs(np.mean(hits) - float(expected)) <= Z * math.sqrt(expected * (1 - expected) / len(hits))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("clock", [1, 7, 48])
def test_a_bar_a_take(players: int, clock: int) -> None:
    """One piece a bar, and every pair is that piece: as many bars as rolls for everybody, so all are level."""
    games, seats = play(5, {"players": players, "clock": clock, "dice": dice([1])}, **CALM)
    rolls = -(-clock // players) * players
    assert (seats["score"] == rolls).all()
    assert (seats["tally"][..., Count.BARS] == rolls).all()
    assert (seats["share"] == 60 // players).all()
    assert (games["length"] == rolls).all()
    assert not games["margin"].any()


@pytest.mark.parametrize("pieces", [1, 2, 3, 5])
def test_pieces_make_a_bar(pieces: int) -> None:
    """One piece a take: ⌊rolls / pieces⌋ bars."""
    _, seats = play(5, {"players": 2, "varieties": variety(milch=pieces), "dice": dice([1])}, **CALM)
    assert (seats["score"] == 48 // pieces).all()


@pytest.mark.parametrize(("joker", "pieces", "takes"), [(6, 6, 1), (6, 7, 2), (2, 7, 4), (99, 99, 1)])
def test_jokers_make_a_bar(joker: int, pieces: int, takes: int) -> None:
    """Nothing but jokers: ⌈pieces / joker⌉ takes a bar."""
    rules = {"players": 2, "varieties": variety(milch=pieces), "dice": dice(["joker"]), "joker": joker}
    _, seats = play(5, rules, **CALM)
    assert (seats["score"] == 48 // takes).all()


@pytest.mark.parametrize(
    ("players", "supply", "size"), [(2, 4, 4), (3, 5, 4), (4, 7, 3), (6, 8, 5), (5, 7, 1)]
)
def test_the_supply_ends_after_its_last_bar(players: int, supply: int, size: int) -> None:
    """A bar a take into one package at a time: bar number supply · size is the end, within a roll if need be."""
    packages = {"supply": supply, "size": size}
    rules = {"players": players, "dice": dice([1]), "packages": packages, "second_package_of_variety": False}
    games, seats = play(5, rules, **CALM)
    full_rolls, rest = divmod(supply * size, players)
    acted = [(seat - full_rolls) % players < rest for seat in range(players)]
    bars = [full_rolls + has_acted for has_acted in acted]
    assert seats["tally"][..., Count.BARS].tolist() == [bars] * 5
    assert seats["score"].tolist() == [[(1 + 2) * n for n in bars]] * 5  # all lie in full packages of bronze
    assert (games["length"] == full_rolls + (rest > 0)).all()
    assert (games["takes_last_roll"] == (rest or players)).all()
    assert (games["end_reason"] == layout.End.SUPPLY).all()
    assert (games["packages_full"] == supply).all()


def test_refined_bars_pay_more() -> None:
    """Two dice of each kind, two players, a special a bar: whoever refines has 1 + 2 points every other roll."""
    plain = {"plain": {"tier": "bronze", "points": 1, "needs": {"milch": 1}, "special": "chili"}}
    only = dice([1]) | {"special": 2, "faces": {"amount": [1], "ingredient": ["milch"], "special": ["chili"]}}
    _, seats = play(5, {"players": 2, "varieties": plain, "dice": only}, refine=9000, **CALM)
    assert (seats["score"] == 24 * 3).all()
    assert (seats["points_refined"] == 24 * 2).all()


def last_station_standing(first: Sequence[int], second: Sequence[int]) -> tuple[int, int]:
    """Bars of two seats after two rolls of two amount dice; bars of two pieces; the larger one that fits is taken."""
    missing, bars = [2, 2], [0, 0]
    for active, rolled in ((0, first), (1, second)):
        left = sorted(rolled, reverse=True)
        for seat in (active, 1 - active):
            amount = next((amount for amount in left if amount <= missing[seat]), None)
            if amount is None:
                continue
            left.remove(amount)
            missing[seat] -= amount
            if missing[seat] == 0:
                missing[seat], bars[seat] = 2, bars[seat] + 1
    return bars[0], bars[1]


def test_two_rolls_of_two_amount_dice() -> None:
    """All 16 outcomes counted by hand against 200,000 playouts: wins, draws, and every pair of bars."""
    throws = list(itertools.product((1, 2), repeat=2))
    chance: dict[tuple[int, int], Fraction] = {}
    for first, second in itertools.product(throws, throws):
        bars = last_station_standing(first, second)
        chance[bars] = chance.get(bars, Fraction(0)) + Fraction(1, 16)
    assert sum(chance.values()) == 1
    assert len(chance) > 3
    rules = {"players": 2, "clock": 2, "varieties": variety(milch=2), "dice": dice([1, 2])}
    games, seats = play(N, rules, **CALM)
    score = seats["score"]
    for bars, expected in chance.items():
        assert_share((score == bars).all(axis=1), expected)
    assert_share(games["winners"] == 1, sum(p for (one, two), p in chance.items() if one > two))
    assert_share(games["winners"] == 2, sum(p for (one, two), p in chance.items() if one < two))
    assert_share(games["winners"] == 3, sum(p for (one, two), p in chance.items() if one == two))


@pytest.mark.parametrize("stations", [1, 4])
def test_random_draws_evenly(stations: int) -> None:
    """A pass and one pair a station: bars are binomial, and both seats independent, for whom the dice hold enough."""
    rolls = 4
    rules = {"players": 2, "clock": rolls, "stations": {"bronze": stations}, "dice": dice([1])}
    games, seats = play(N, rules, "random")
    p = Fraction(stations, stations + 1)
    chance = [math.comb(rolls, k) * p**k * (1 - p) ** (rolls - k) for k in range(rolls + 1)]
    for seat in range(2):
        for bars, expected in enumerate(chance):
            assert_share(seats["score"][:, seat] == bars, expected)
    assert_share(games["winners"] == 3, sum(expected**2 for expected in chance))


def test_start_varieties_are_drawn_evenly_and_independently() -> None:
    """Only one of four bronze varieties can be made from what the dice show: a seat in four has it at the start.

    Whoever starts with another one is never finished.
    """
    names = ("a", "b", "c", "d")
    needs = {name: {"milch": 1} if name == "c" else {"zucker": 1} for name in names}
    varieties = {
        name: {"tier": "bronze", "points": 1, "needs": needs[name], "special": None} for name in names
    }
    rules = {"players": 3, "clock": 1, "varieties": varieties, "dice": dice([1])}
    _, seats = play(N, rules, **CALM)
    made = seats["score"] > 0
    for seat in range(3):
        assert_share(made[:, seat], Fraction(1, 4))
    for one, two in itertools.combinations(range(3), 2):
        assert_share(made[:, one] & made[:, two], Fraction(1, 16))
    assert_share(made.all(axis=1), Fraction(1, 64))


def test_the_active_player_may_choose_first() -> None:
    """A silver bar of one piece and one device, two rolls, one device die that shows the right device half of the time.

    Seat 0 takes the device in roll 0 if it is the right one, else a piece; seat 1 a piece. In roll 1 seat 1 takes the
    right device and is finished; seat 0 is finished by a piece if its device came in roll 0, else it finds it gone.
    """
    silver = {"plain": {"tier": "silver", "points": 1, "needs": {"milch": 1}, "special": None}}
    faces = {"amount": [1], "ingredient": ["milch"], "device": ["ruehrkessel", "zuckermuehle"]}
    rules = {
        "players": 2,
        "clock": 2,
        "stations": {"silver": 1},
        "varieties": silver,
        "dice": {"amount": 2, "ingredient": 2, "device": 1, "special": 0, "faces": faces},
        "applications": {"limit": 4, "master": 4},
    }
    _, seats = play(N, rules, process=5000, **CALM)
    right = Fraction(1, 2)
    assert_share(seats["score"][:, 0] == 1, right)
    assert_share(seats["score"][:, 1] == 1, right)
    assert_share((seats["score"] == 1).all(axis=1), right * right)
