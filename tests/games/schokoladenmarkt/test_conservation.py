"""After every ply every card, chip, site and piece is somewhere, and nowhere twice; the market's sum stays (R15)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from market_playouts import policy, setting, trace

from balance.games.schokoladenmarkt.layout import RAW
from balance.games.schokoladenmarkt.table import Table

Rules = dict[str, Any]


@st.composite
def variants(draw: st.DrawFn) -> Rules:
    """Rules with little of everything, so that all of it runs out, and any switches."""
    few: Rules = {
        "players": draw(st.integers(2, 4)),
        "turn_limit": draw(st.integers(1, 120)),
        "resources": draw(st.integers(3, 19)),
        "hand_limit": draw(st.integers(0, 9)),
        "victory_points": draw(st.integers(4, 15)),
        "bottom_row": draw(st.sampled_from(["below", "last_reward"])),
        "reward_resource": draw(st.sampled_from(["choice", "random"])),
        "site_density": draw(st.sampled_from(["per_building", "per_player"])),
        "shortage": draw(st.sampled_from(["base", "seat_order"])),
        "third_road": draw(st.booleans()),
        "vp_chips_limited": draw(st.booleans()),
        "pieces": {"roads": draw(st.integers(3, 15)), "settlements": draw(st.integers(3, 5))},
        "development": {"knight": draw(st.integers(0, 14)), "victory_point": draw(st.integers(0, 5))},
    }
    names = {"cocoa": "jungle", "sugar": "fields", "milk": "pasture", "hazelnut": "forest", "grapes": "hills"}
    few["ingredients"] = {
        name: {"landscape": land, "cards": draw(st.integers(1, 12)), "sites": draw(st.integers(0, 6))}
        for name, land in names.items()
    }
    return few


def check(table: Table) -> None:
    """Hold the table to what the box held."""
    setup = table.setup
    for kind in (*RAW, *setup["ingredients"]):
        total = setup["resources"] if kind in RAW else setup["ingredients"][kind]["cards"]
        hands = [hand[kind] for hand in table.hands]
        assert min(hands) >= 0
        assert sum(hands) <= total, kind
    lands = [field["landscape"] for field in table.board["fields"]]
    built = Counter(lands[field] for field, seats in table.sites.items() for _ in seats)
    assert all(built[part["landscape"]] <= part["sites"] for part in setup["ingredients"].values())
    owners = list(table.buildings.values())
    for seat in range(setup["n_seats"]):
        assert sum(owner == seat for owner in table.roads.values()) <= setup["pieces"]["roads"]
        assert owners.count((seat, "settlement")) <= setup["pieces"]["settlements"]
        assert owners.count((seat, "city")) <= setup["pieces"]["cities"]
        assert min(table.cards[seat].values(), default=0) >= 0
    assert not setup["vp_chips_limited"] or sum(table.chips) <= setup["market"]["chips"]
    assert all(1 <= row <= setup["market"]["n_rows"] for row in table.rows.values())


def follow(events: list[dict[str, Any]]) -> None:
    """Walk a trace; its end must be what the rows say."""
    table = Table(events[0], events[1])
    market = sum(table.rows.values())
    drawn = Counter[str]()
    for item in events[2:]:
        table.follow(item)
        check(table)
        if item["event"] in ("buy", "reward_card"):
            drawn[item["card"]] += 1
        if item["event"] != "market_die":
            assert sum(table.rows.values()) - market == (1 if item["event"] == "fall" else 0)
    assert not drawn - Counter(events[0]["development"])
    rows = events[-1]["rows"]["seats"]
    for seat, row in enumerate(rows):
        raw = sum(table.hands[seat][kind] for kind in RAW)
        assert (row["raw_left"], row["ingredients_left"]) == (raw, table.hands[seat].total() - raw)
        assert table.score(seat) == row["score"] == events[-1]["scores"][seat]


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(variants(), st.integers(0, 10**6), st.sampled_from(["random", "greedy", "mixed", "traders"]))
def test_everything_is_somewhere_after_every_ply(rules: Rules, seed: int, who: str) -> None:
    players = rules["players"]
    names = {"mixed": ["random", "greedy"] * 2, "traders": ["greedy"] * 4}.get(who, [who] * 4)[:players]
    trading = 1000 if who == "traders" else 0
    line_up = [policy(name, players, trade=trading) for name in names]
    follow(trace(setting(rules, line_up, seed), 0))


@pytest.mark.slow
@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(variants(), st.integers(0, 10**6), st.sampled_from(["random", "greedy"]))
def test_everything_is_somewhere_in_many_variants(rules: Rules, seed: int, who: str) -> None:
    players = rules["players"]
    follow(trace(setting(rules, [policy(who, players)] * players, seed), 0))
