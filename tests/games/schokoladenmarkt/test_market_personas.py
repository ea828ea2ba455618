"""Shipped policies do what their sentence says, one among three experts on the same deals, and expert wins."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from market_playouts import trace
from seated import Seats, personas, seats, wins_among

from balance.games.schokoladenmarkt import GAME
from balance.games.schokoladenmarkt.layout import Count
from balance.games.schokoladenmarkt.table import Table

TABLE = 4


def played(name: str) -> Seats:
    """The policy in every seat in turn, expert in the others."""
    return seats(GAME.slug, name, others="expert", deals=150)


def mean(name: str, count: Count) -> float:
    return float(played(name).rows["tally"][:, count].mean())


def points(name: str, *sources: str) -> float:
    return float(sum(played(name).rows[f"points_{source}"].mean() for source in sources))


def row_made(name: str) -> float:
    """Row, from 1, in which it makes its chocolates on average."""
    made = played(name).rows["made_row"].sum(axis=0)
    return float((made * np.arange(1, len(made) + 1)).sum() / made.sum())


def test_the_chocolatier_goes_to_the_market_first() -> None:
    for count in (Count.CHOCOLATES, Count.SITES, Count.INGREDIENTS_PRODUCED):
        assert mean("chocolatier", count) > 1.1 * mean("expert", count), count.name
    assert points("chocolatier", "market") > 1.4 * points("expert", "market")


def test_the_builder_builds_instead() -> None:
    assert mean("builder", Count.CHOCOLATES) < 0.8 * mean("expert", Count.CHOCOLATES)
    assert points("builder", "market") < 0.5 * points("expert", "market")
    assert points("builder", "settlements", "cities") > points("expert", "settlements", "cities")


def test_road_and_army_go_for_both() -> None:
    for count in (Count.ROADS, Count.LONGEST, Count.KNIGHTS):
        assert mean("road_army", count) > 1.1 * mean("expert", count), count.name
    for source in ("longest_road", "largest_army"):
        assert points("road_army", source) > 1.15 * points("expert", source), source


@cache
def watched(name: str) -> tuple[float, float]:
    """Cocoa in its hand from the fifth round on, and share of its thefts from who leads among the others."""
    setting = played(name).setting
    cocoa, stolen = [], []
    for playout in range(48):
        events = trace(setting, playout)
        table, me = Table(events[0], events[1]), -playout % TABLE
        others = [seat for seat in range(TABLE) if seat != me]
        for item in events[2:]:
            if item["event"] == "turn" and item["turn"] >= 4 * TABLE:
                cocoa.append(table.hands[me]["cocoa"])
            elif item["event"] == "steal" and item["seat"] == me:
                stolen.append(table.score(item["victim"]) == max(map(table.score, others)))
            table.follow(item)
    return float(np.mean(cocoa)), float(np.mean(stolen))


def test_the_hoarder_hoards_cocoa_and_waits_for_good_rows() -> None:
    assert watched("hoarder")[0] > 1.2 * watched("expert")[0]
    assert row_made("hoarder") < row_made("expert") - 0.5
    assert mean("hoarder", Count.INGREDIENTS_DISCARDED) > 1.3 * mean("expert", Count.INGREDIENTS_DISCARDED)


def test_the_denier_robs_who_leads() -> None:
    assert watched("denier")[1] > 0.9
    assert watched("expert")[1] < 0.6


@pytest.mark.parametrize("name", personas(GAME))
def test_a_persona_still_beats_chance(name: str) -> None:
    """More than half of the games, by three standard errors, among three who draw lots; even would be a quarter."""
    assert wins_among(GAME, name, "random", TABLE, 60, 4)[1] > 0.5


@pytest.mark.parametrize(("who", "among", "least"), [("expert", "greedy", 0.4), ("greedy", "random", 0.6)])
def test_practice_and_thought_pay(who: str, among: str, least: float) -> None:
    """By three standard errors, in every seat in turn."""
    assert wins_among(GAME, who, among, TABLE, 200, 77)[1] > least
