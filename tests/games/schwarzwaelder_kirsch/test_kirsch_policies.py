"""Shipped policies do what their sentence says."""

from __future__ import annotations

import pytest
from seated import Seats, personas, seats, wins_among

from balance.games.schwarzwaelder_kirsch import GAME

DEALS = 300


def among_greedy(policy: str) -> Seats:
    """One of it among greedy."""
    return seats(GAME.slug, policy, others="greedy", players=3, deals=DEALS)


def per_turn(seated: Seats, count: str) -> float:
    return seated.ratio(count, "turns")


def test_greedy_turns_up_three_at_most() -> None:
    # Two more where Zuckerbäcker is used as the third, once a round at most.
    assert 2 < per_turn(among_greedy("greedy"), "flips") < 3


def test_careful_stops_early_so_as_to_lose_nothing() -> None:
    careful, greedy, expert = (among_greedy(name) for name in ("careful", "greedy", "expert"))
    assert per_turn(careful, "flips") < 0.8 * per_turn(greedy, "flips")
    assert per_turn(careful, "busts") < 0.4 * per_turn(greedy, "busts") < 0.4 * per_turn(expert, "busts")
    assert per_turn(careful, "lost") < 0.25 * per_turn(greedy, "lost")


def test_gambler_goes_on_whatever_it_costs() -> None:
    gambler, expert = among_greedy("gambler"), among_greedy("expert")
    assert per_turn(gambler, "busts") > 0.9
    assert per_turn(gambler, "busts") > 1.1 * per_turn(expert, "busts")


def test_thief_takes_from_others() -> None:
    thief, expert = among_greedy("thief"), among_greedy("expert")
    assert per_turn(thief, "steals") > 2.5 * per_turn(expert, "steals")
    assert per_turn(thief, "stolen") > 2.5 * per_turn(expert, "stolen")


def test_hoarder_keeps_actions_and_parts_with_none_but_to_win() -> None:
    hoarder, expert = among_greedy("hoarder"), among_greedy("expert")
    assert per_turn(hoarder, "actions") > 1.4 * per_turn(expert, "actions")
    assert per_turn(hoarder, "steals") < 0.1 * per_turn(expert, "steals")
    assert hoarder.mean("score") > 1  # it still garnishes


@pytest.mark.parametrize("name", personas(GAME))
def test_a_persona_still_beats_chance(name: str) -> None:
    """More than two thirds of the games of two, by three standard errors."""
    assert wins_among(GAME, name, "random", 2, 400, 4)[1] > 2 / 3
