"""Shipped policies do what their sentence says, and expert wins."""

from __future__ import annotations

import pytest
from seated import Seats, seats

from balance.core.tuned import read_tuned
from balance.engine.tuning import wins
from balance.games.schwarzwaelder_kirsch import GAME

DEALS = 300
PERSONAS = [preset.name for preset in GAME.presets if preset.name not in ("random", "greedy", "expert")]


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


@pytest.mark.parametrize("name", PERSONAS)
def test_a_persona_still_beats_chance(name: str) -> None:
    """More than two thirds of the games of two, by three standard errors."""
    rules = GAME.rules_model(players=2)
    won = wins(GAME, rules, GAME.policy(name, 2), GAME.policy("random", 2), 4, 0, 400) / 120
    assert won.mean() - 3 * won.std() / len(won) ** 0.5 > 2 / 3


@pytest.mark.parametrize("players", range(GAME.seats[0], GAME.seats[2] + 1))
def test_expert_wins_more_than_greedy(players: int) -> None:
    """One expert among greedy wins more than its share, by three standard errors."""
    rules = GAME.rules_model(players=players)
    won = wins(GAME, rules, GAME.policy("expert", players), GAME.policy("greedy", players), 77, 0, 400) / 60
    assert won.mean() - 3 * won.std() / len(won) ** 0.5 > 1


def test_expert_is_recorded_for_every_player_count() -> None:
    records = read_tuned(GAME.package)["expert"]
    assert [players for record in records for players in record["players"]] == [2, 3, 4, 5, 6]
    for record in records:
        for won in record["wins"]:
            value, low, high = won["win_share"]
            assert low < value < high
            assert low > 1 / won["players"]
