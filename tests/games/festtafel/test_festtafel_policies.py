"""Shipped policies do what their sentence says."""

from __future__ import annotations

import numpy as np
import pytest
from seated import Seats, personas, seats, wins_among

from balance.games.festtafel import GAME


def alone(policy: str) -> Seats:
    """One of it among greedy, in 1,000 playouts."""
    return seats(GAME.slug, policy, others="greedy", deals=250)


def share_of(seated: Seats, tier: str) -> float:
    """Share of a tier among its dishes."""
    dishes = GAME.rules_model().dishes
    made = sum(seated.mean(f"made_{name}") for name, dish in dishes.items() if dish.tier == tier)
    return made / seated.mean("dishes")


def company(seated: Seats) -> float:
    """Dishes of others on the table of one of its dishes, at the end, on average."""
    own = seated.rows["served_table"].astype(np.int64)
    whole = seated.all["served_table"].reshape(len(own), -1, own.shape[1]).sum(axis=1)
    return float((own * (whole - own)).sum() / own.sum())


def test_bronze_rush_cooks_bronze_fast_and_much() -> None:
    rush, greedy = alone("bronze_rush"), alone("greedy")
    assert share_of(rush, "bronze") > share_of(greedy, "bronze") + 0.03
    assert rush.mean("dishes") > 1.005 * greedy.mean("dishes")


def test_gold_hoarder_cooks_gold() -> None:
    hoarder, greedy = alone("gold_hoarder"), alone("greedy")
    assert share_of(hoarder, "gold") > 2 * share_of(greedy, "gold")
    assert hoarder.mean("points_gold") > 1.3 * greedy.mean("points_gold")


def test_host_fills_tables_and_grants_others_their_bonus() -> None:
    host, greedy = alone("host"), alone("greedy")
    assert host.mean("tables_filled") > 1.15 * greedy.mean("tables_filled")
    assert host.mean("bonus_given") > 1.15 * greedy.mean("bonus_given")


def test_spoiler_sits_down_with_others_and_leaves_holes() -> None:
    spoiler, greedy = alone("spoiler"), alone("greedy")
    assert company(spoiler) > 1.02 * company(greedy)
    assert spoiler.games["left"].sum(axis=1).mean() > 1.1 * greedy.games["left"].sum(axis=1).mean()


def test_loner_serves_where_nobody_else_does() -> None:
    loner, greedy = alone("loner"), alone("greedy")
    assert company(loner) < 0.97 * company(greedy)
    assert loner.mean("bonus_given") < greedy.mean("bonus_given")


@pytest.mark.parametrize("name", personas(GAME))
def test_a_persona_still_beats_chance(name: str) -> None:
    assert wins_among(GAME, name, "random", 2, 200, 4)[0] > 0.9
