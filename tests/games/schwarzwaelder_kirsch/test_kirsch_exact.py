"""Rounds of small pantries against their exact solution, and numbers that can be worked out by hand.

Chance has one outcome for ever at a seed; what is estimated must lie within 3.29 standard errors, a 99.9% interval.
"""

from __future__ import annotations

import math
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.core.layout import new_record
from balance.games.schwarzwaelder_kirsch import GAME, kernel, layout
from balance.games.schwarzwaelder_kirsch.compiling import compile_policies, compile_rules
from balance.games.schwarzwaelder_kirsch.rules import NAMES

sys.path.insert(0, str(Path(__file__).parent))
from enumeration import Pantry, Solver  # the module beside this one

Z = 3.29
FEW, MANY = 60_000, 1_000_000

PANTRIES = {
    "two kinds, one garnish": Pantry((2, 2)),
    "with a joker": Pantry((2, 2), jokers=1),
    "with a steal card": Pantry((2, 2), jokers=1, steal=1),
    "two steal cards and two garnish cards": Pantry((2, 1), jokers=1, steal=2, garnish=2),
    "three kinds": Pantry((2, 1, 1), jokers=1, steal=1),
    "three players": Pantry((2, 1), jokers=1, steal=1, goal=1, players=3),
    "an empty pantry": Pantry((1, 1), jokers=2, steal=1, garnish=1),
    "flips or an action": Pantry((2, 2), jokers=1, steal=1, acts_instead=True),
    "first ingredient": Pantry((2, 2), jokers=1, steal=2, ingredients_first=True),
    "jokers stay": Pantry((3, 2), jokers=2, keeps_jokers=True),
    "last ingredient before": Pantry((2, 2), jokers=1, steal=1, eighth_counts=False),
    "full cakes are safe": Pantry((3, 3), jokers=1, steal=1, full_busts=False),
    "one flip a turn": Pantry((2, 2), jokers=1, flips=1),
    "two flips a turn": Pantry((2, 2, 2), goal=3, flips=2),
    "three flips, three players": Pantry((3, 3), flips=3, players=3),
}


def play(over: dict[str, Any], name: str, playouts: int, **weights: int) -> tuple[Any, Any]:
    """Rows of playouts in which one policy plays all seats; seats' rows have the shape (playouts, seats)."""
    rules = GAME.rules_model.model_validate(over)
    errors = [problem.path[-1] for problem in GAME.problems(rules) if problem.level == "error"]
    assert errors == ["turn_limit"] * (
        rules.turn_limit == 1
    )  # single turns are looked at, though none can win
    shipped = GAME.policy(name, rules.players)
    policy = type(shipped)(name, shipped.kind, {**shipped.weights, **weights})
    games = np.zeros(playouts, layout.GAME_ROW)
    seats = np.zeros(playouts * rules.players, layout.SEAT_ROW)
    line_ups = compile_policies(rules, [policy] * rules.players, False)
    trace = new_record(layout.TRACE)
    kernel.batch(compile_rules(rules), line_ups, np.zeros(2, layout.STATE), trace, 11, 0, games, seats)
    assert not games["fault"].any()
    return games, seats.reshape(playouts, rules.players)


def rules_of(pantry: Pantry) -> dict[str, Any]:
    """The variant as a config has it."""
    return {
        "players": pantry.players,
        "goal": pantry.goal,
        "kinds": dict(zip(NAMES, pantry.kinds, strict=False)),
        "wedges": {"jokers": pantry.jokers, "steal": pantry.steal, "garnish": pantry.garnish},
        "professions": "off",
        "turn": "flip_or_action" if pantry.acts_instead else "flip_and_action",
        "first_flip": "ingredient_only" if pantry.ingredients_first else "any",
        "bust_keeps_jokers": pantry.keeps_jokers,
        "eighth_same_turn": pantry.eighth_counts,
        "full_cake_busts": pantry.full_busts,
        "tiebreak_rounds": 0,
        "turn_limit": 10_000,
    }


@cache
def solution(name: str) -> tuple[list[float], float]:
    return Solver(PANTRIES[name]).solve()


def hold(name: str, playouts: int) -> None:
    """Simulated shares of rounds won by each place, and the length of rounds, against the exact ones."""
    pantry = PANTRIES[name]
    shares, turns = solution(name)
    assert sum(shares) == pytest.approx(1)
    policy, weights = ("greedy", {"count": 1000 * pantry.flips}) if pantry.flips else ("random", {})
    games, _ = play(rules_of(pantry), policy, playouts, **weights)
    assert not games["stalled_rounds"].any()
    n = playouts * pantry.players
    for place, share in enumerate(shares):
        found = games["won_place"][:, place].sum() / n
        assert abs(found - share) <= Z * math.sqrt(share * (1 - share) / n), (name, place, found, share)
    lengths = games["round_turns"][:, : pantry.players]
    assert abs(lengths.mean() - turns) <= Z * lengths.std() / math.sqrt(n), (name, lengths.mean(), turns)


@pytest.mark.parametrize("name", PANTRIES)
def test_a_small_pantry_is_played_as_it_is_solved(name: str) -> None:
    hold(name, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", PANTRIES)
def test_a_small_pantry_at_a_million_playouts(name: str) -> None:
    hold(name, MANY)


def test_the_solution_can_be_worked_out_by_hand() -> None:
    """One ingredient, two garnish cards, goal 1, one flip a turn: three courses, each with 1/3. F is first, S second.

    F finds the ingredient, S garnish, F garnish; S has nothing to turn up; F garnishes in turn 5. Or F and S find
    garnish, and F the ingredient, which it garnishes at once, in turn 3. Or F finds garnish, S the ingredient; F turns
    garnish back, S finds it; F has nothing to turn up; S garnishes in turn 6.
    """
    shares, turns = Solver(Pantry((1,), goal=1, garnish=2, flips=1)).solve()
    assert shares == pytest.approx([2 / 3, 1 / 3])
    assert turns == pytest.approx((5 + 3 + 6) / 3)


def test_a_later_flip_busts_with_d_of_c() -> None:
    """Nine kinds of four and nothing but garnish besides; two flips a turn and nobody remembers.

    In the first turn the second flip is a duplicate with 3 of the other wedges, if the first was an ingredient.
    """
    n = 400_000
    over = {"players": 2, "turn_limit": 1, "tiebreak_rounds": 0, "professions": "off"}
    _, seats = play(over, "greedy", n, count=2000)
    busts = seats["tally"][:, 0, layout.Count.BUSTS]
    p = 36 / 48 * 3 / 47
    assert abs(busts.mean() - p) <= Z * math.sqrt(p * (1 - p) / n)
    assert not seats["tally"][:, 0, layout.Count.SAFE].any()


def test_a_first_flip_never_busts() -> None:
    games, seats = play({"players": 2, "turn_limit": 300}, "greedy", 2_000, count=1000)
    tally = seats["tally"]
    assert not tally[..., layout.Count.BUSTS].any()
    assert (tally[..., layout.Count.FLIPS] <= 2 * tally[..., layout.Count.TURNS]).all()  # Zuckerbäcker's two
    assert tally[..., layout.Count.SAFE].any()
    assert (games["length"] == tally[..., layout.Count.TURNS].sum(axis=1)).all()


def test_professions_are_dealt_evenly() -> None:
    """Each of four tiles as often as the others; with one of each nobody shares one in a round."""
    n = 100_000
    _, seats = play({"players": 4, "turn_limit": 1, "tiebreak_rounds": 0}, "greedy", n)
    had = seats["had"]
    assert (had.sum(axis=1) == 4).all()
    for seat in range(4):
        for profession in range(layout.N_PROFESSIONS):
            mean = had[:, seat, profession].mean()
            assert abs(mean - 1) <= Z * math.sqrt(4 * 3 / 16 / n)


def test_a_pantry_that_nobody_can_finish_stalls() -> None:
    """Six seats want two wedges each of nine that fill: rounds are won or reach their limit, and none is cut."""
    kinds = {"schokolade": 3, "mehl": 2}
    over = {"players": 6, "goal": 2, "kinds": kinds, "wedges": {"steal": 0}, "turn_limit": 40}
    games, seats = play(over, "random", 3_000)
    assert games["stalled_rounds"].any()
    assert not games["truncated"].any()
    assert (seats["score"].sum(axis=1) == games["rounds"] - games["stalled_rounds"]).all()
