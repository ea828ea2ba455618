"""Shipped policies do what their sentence says, and expert wins."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from balance.config.experiment import Cell
from balance.core.tuned import read_tuned
from balance.engine.tuning import wins
from balance.engine.worker import play_rows, prepare
from balance.games.festtafel import GAME
from balance.games.festtafel.compiling import column_names

DEALS = 250
TABLE = 4
PERSONAS = [preset.name for preset in GAME.presets if preset.name not in ("random", "greedy", "expert")]


class Seats:
    """What a policy did alone among greedy, in the same deals, from every seat: 1,000 playouts."""

    def __init__(self, policy: str) -> None:
        rules = GAME.rules_model(players=TABLE)
        own, others = GAME.policy(policy, TABLE), GAME.policy("greedy", TABLE)
        setting = prepare(GAME, Cell("base", (), rules, TABLE, (own, *(others,) * 3), True, 0), 8)
        self.games, self.all = play_rows(setting, 0, DEALS * TABLE)
        self.rows = self.all[self.all["policy"] == 0]
        self.names = column_names(rules)

    def count(self, name: str) -> float:
        """Mean of a count of its seats."""
        field = next(field for field, names in self.names.items() if name in names)
        return float(self.rows[field][:, self.names[field].index(name)].mean())

    def share_of(self, tier: str) -> float:
        """Share of a tier among its dishes."""
        dishes = GAME.rules_model().dishes
        made = sum(self.count(f"made_{name}") for name, dish in dishes.items() if dish.tier == tier)
        return made / self.count("dishes")

    def company(self) -> float:
        """Dishes of others on the table of one of its dishes, at the end, on average."""
        own = self.rows["served_table"].astype(np.int64)
        whole = self.all["served_table"].reshape(-1, TABLE, own.shape[1]).sum(axis=1)
        return float((own * (whole - own)).sum() / own.sum())


seats = cache(Seats)


def test_bronze_rush_cooks_bronze_fast_and_much() -> None:
    rush, greedy = seats("bronze_rush"), seats("greedy")
    assert rush.share_of("bronze") > greedy.share_of("bronze") + 0.03
    assert rush.count("dishes") > 1.005 * greedy.count("dishes")


def test_gold_hoarder_cooks_gold() -> None:
    hoarder, greedy = seats("gold_hoarder"), seats("greedy")
    assert hoarder.share_of("gold") > 2 * greedy.share_of("gold")
    assert hoarder.count("points_gold") > 1.3 * greedy.count("points_gold")


def test_host_fills_tables_and_grants_others_their_bonus() -> None:
    host, greedy = seats("host"), seats("greedy")
    assert host.count("tables_filled") > 1.15 * greedy.count("tables_filled")
    assert host.count("bonus_given") > 1.15 * greedy.count("bonus_given")


def test_spoiler_sits_down_with_others_and_leaves_holes() -> None:
    spoiler, greedy = seats("spoiler"), seats("greedy")
    assert spoiler.company() > 1.02 * greedy.company()
    assert spoiler.games["left"].sum(axis=1).mean() > 1.1 * greedy.games["left"].sum(axis=1).mean()


def test_loner_serves_where_nobody_else_does() -> None:
    loner, greedy = seats("loner"), seats("greedy")
    assert loner.company() < 0.97 * greedy.company()
    assert loner.count("bonus_given") < greedy.count("bonus_given")


@pytest.mark.parametrize("name", PERSONAS)
def test_a_persona_still_beats_chance(name: str) -> None:
    rules = GAME.rules_model(players=2)
    won = wins(GAME, rules, GAME.policy(name, 2), GAME.policy("random", 2), 4, 0, 200)
    assert won.mean() / 120 > 0.9


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
        assert record["rules_version"] == GAME.rules_version
        for won in record["wins"]:
            value, low, high = won["win_share"]
            assert low < value < high
            assert low > 1 / won["players"]
