"""Domestic trade is the bots' matter (A5): only those who want it trade, both give a card that they have."""

from __future__ import annotations

from typing import Any

from market_playouts import policy, setting, trace

from balance.games.schokoladenmarkt.table import Table


def trades(weights: list[int], playouts: int) -> list[dict[str, Any]]:
    """All domestic trades; each is checked against the hands before it."""
    played = setting({"players": 4}, [policy("greedy", 4, trade=weight) for weight in weights], 8)
    found = []
    for playout in range(playouts):
        events = trace(played, playout)
        table = Table(events[0], events[1])
        for item in events[2:]:
            if item["event"] == "domestic":
                assert item["seat"] == table.active != item["other"]
                assert table.hands[item["seat"]][item["gives"]] > 0
                assert table.hands[item["other"]][item["gets"]] > 0
                assert item["gives"] != item["gets"]
                found.append(item)
            table.follow(item)
    return found


def test_traders_trade_with_one_another() -> None:
    found = trades([1000] * 4, 8)
    assert len(found) > 20
    assert {item["seat"] for item in found} == {0, 1, 2, 3}


def test_nobody_trades_with_those_who_do_not() -> None:
    assert trades([0] * 4, 3) == []
    assert trades([1000, 0, 0, 0], 3) == []
    assert {frozenset((item["seat"], item["other"])) for item in trades([1000, 0, 1000, 0], 8)} == {
        frozenset({0, 2})
    }
