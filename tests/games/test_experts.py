"""`expert` of every game was found by self-play for every player count, and wins."""

from __future__ import annotations

import pytest
from seated import wins_among

from balance.core.game import Game
from balance.core.tuned import read_tuned
from balance.games import GAMES

TABLES = [(game, players) for game in GAMES for players in range(game.seats[0], game.seats[2] + 1)]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda it: getattr(it, "slug", it))
def test_expert_wins_more_than_greedy(game: Game, players: int) -> None:
    """One expert among greedy wins more than its share, by three standard errors."""
    assert wins_among(game, "expert", "greedy", players, 400, 77)[1] > 1 / players


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_expert_is_recorded_for_every_player_count(game: Game) -> None:
    records = read_tuned(game.package)["expert"]
    recorded = [players for record in records for players in record["players"]]
    assert recorded == list(range(game.seats[0], game.seats[2] + 1))
    for record in records:
        assert record["rules_version"] == game.rules_version
        for won in record["wins"]:
            value, low, high = won["win_share"]
            assert low < value < high
            assert low > 1 / won["players"]
