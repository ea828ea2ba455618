"""What a trace tells adds up to the rows of the tables: every count of every seat, and where the market stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from market_playouts import policy, setting, trace

from balance.games.schokoladenmarkt.layout import RAW, ROUNDS
from balance.games.schokoladenmarkt.table import Table

Item = Mapping[str, Any]
FEW = {"resources": 7, "ingredients": {"cocoa": {"landscape": "jungle", "cards": 3, "sites": 9}}}
NAMES = {"sugar": "fields", "milk": "pasture", "hazelnut": "forest", "grapes": "hills"}
FEW["ingredients"] |= {name: {"landscape": land, "cards": 2, "sites": 5} for name, land in NAMES.items()}
# of the events that are counted for a seat as they come: column and what one of them counts
COUNTED = {
    "buy": ("cards", None),
    "reward_card": ("reward_cards", None),
    "play": ("cards_played", None),
    "chocolate": ("chocolates", None),
    "reward_points": ("reward_points", "points"),
    "reward_resource": ("reward_resources", None),
    "reward_road": ("reward_roads", None),
    "domestic": ("domestic_trades", None),
}
BY_PILE = {"gain": "produced", "discard": "discarded", "steal": "stolen", "maritime": "traded"}


def pile(kind: str) -> str:
    return "raw" if kind in RAW else "ingredients"


class Count:
    """Counts a playout's events into columns."""

    def __init__(self, events: list[Item]) -> None:
        self.setup, self.board = events[0], events[1]
        self.table = Table(events[0], events[1])
        self.games: Counter[str] = Counter()
        self.seats: list[Counter[str]] = [Counter() for _ in range(self.setup["n_seats"])]
        self.turns = 0
        self.leaders = set(range(self.setup["n_seats"]))
        self.owed: Counter[str] = Counter()  # of kinds that the bank lacks in this roll
        for item in events[2:-1]:
            if item["event"] == "turn" and item["turn"]:
                self._end_turn()
            if item["event"] not in ("gain", "short"):
                self._settle_shortage()
            self._note(item)
            self.table.follow(item)
        self._settle_shortage()
        self._end_turn()

    def _note(self, item: Item) -> None:
        event = item["event"]
        if event in COUNTED:
            column, amount = COUNTED[event]
            self.seats[item["seat"]][column] += item[amount] if amount else 1
        if event in BY_PILE:
            whose = item["victim"] if event == "steal" else item["seat"]
            kind = item["gives"] if event == "maritime" else item["kind"]
            self.seats[whose][f"{pile(kind)}_{BY_PILE[event]}"] += item.get("cards", 1)
        if event == "reward_card":
            self.seats[item["seat"]]["cards"] += 1
        if event == "chocolate":
            self.seats[item["seat"]][f"made_{item['variety']}"] += 1
            self.seats[item["seat"]][f"made_in_row_{item['row']}"] += 1
        if event == "roll":
            self._roll(sum(item["dice"]))
        if event == "short":
            self.games[f"short_{pile(item['kind'])}"] += 1
            self.owed[item["kind"]] += item["owed"]
        if event == "gain" and item["kind"] in self.owed:
            self.owed[item["kind"]] -= item["cards"]
        if event == "play" and item["card"] == "knight":
            self.seats[item["seat"]]["knights"] += 1

    def _roll(self, number: int) -> None:
        if number == 7:
            self.games["sevens"] += 1
            return
        field = self.board["fields"][self.table.robber]
        if field["number"] != number:
            return
        yields = self.setup["yields"]
        for corner in field["corners"]:
            if corner in self.table.buildings and field["landscape"] in self.setup["raw_of"]:
                seat, kind = self.table.buildings[corner]
                self.seats[seat]["raw_blocked"] += yields[kind]
        for seat in self.table.sites.get(self.table.robber, ()):
            self.seats[seat]["ingredients_blocked"] += yields["site"]

    def _settle_shortage(self) -> None:
        for kind, lost in self.owed.items():
            self.games[f"lost_{pile(kind)}"] += lost
        self.owed.clear()

    def _end_turn(self) -> None:
        table, n_seats = self.table, self.setup["n_seats"]
        self.turns += 1
        scores = [table.score(seat) for seat in range(n_seats)]
        leaders = {seat for seat in range(n_seats) if scores[seat] == max(scores)}
        self.games["lead_changes"] += leaders != self.leaders
        self.leaders = leaders
        for variety, row in table.rows.items():
            self.games[f"row_sum_{variety}"] += row
            self.games[f"blocked_{variety}"] += row == self.setup["market"]["bottom_row"]
        rounds, rest = divmod(self.turns, n_seats)
        if not rest and rounds in ROUNDS:
            self.games[f"reached_{rounds}"] = 1
            for variety, row in table.rows.items():
                self.games[f"row_at_{rounds}_{variety}"] = row


@pytest.mark.parametrize(
    ("who", "rules"),
    [
        ("greedy", {"players": 4}),
        ("random", {"players": 4}),
        ("expert", {"players": 3}),
        ("greedy", {"players": 2, **FEW, "turn_limit": 70}),
        ("random", {"players": 4, **FEW, "shortage": "seat_order", "hand_limit": 3}),
    ],
    ids=["greedy", "random", "expert", "few of everything", "few, in seat order"],
)
def test_traces_add_up_to_rows(who: str, rules: dict[str, Any]) -> None:
    players = rules["players"]
    played = setting(rules, [policy(who, players, trade=1000)] * players, 17)
    seen: Counter[str] = Counter()
    for playout in range(6):
        events = trace(played, playout)
        counted, rows = Count(events), events[-1]["rows"]
        games, seats, setup = rows["games"], rows["seats"], events[0]
        assert counted.turns == games["length"]
        for column in ("lead_changes", "sevens", "short_raw", "short_ingredients"):
            assert games[column] == counted.games[column], (playout, column)
        varieties = setup["market"]["varieties"]
        for name in varieties:
            columns = [
                f"row_sum_{name}",
                f"blocked_{name}",
                *(f"row_at_{rounds}_{name}" for rounds in ROUNDS),
            ]
            for column in (*columns, *(f"reached_{rounds}" for rounds in ROUNDS)):
                assert games[column] == counted.games[column], (playout, column)
            assert games[f"row_end_{name}"] == counted.table.rows[name]
        for seat, row in enumerate(seats):
            own = counted.seats[seat]
            names = [column for column, _ in COUNTED.values()] + ["knights"]
            names += [
                f"{p}_{what}" for p in ("raw", "ingredients") for what in (*BY_PILE.values(), "blocked")
            ]
            names += [f"made_{name}" for name in varieties] + [
                f"made_in_row_{place + 1}" for place in range(len(setup["market"]["rows"]))
            ]
            for column in names:
                assert row[column] == own[column], (playout, seat, column)
            seen.update(own)
        for p in ("raw", "ingredients"):
            assert sum(row[f"{p}_short"] for row in seats) == counted.games[f"lost_{p}"], (playout, p)
        drawn = sum(row["cards"] for row in seats)
        assert games["deck_left"] == len(setup["development"]) - drawn
        assert games["chips_left"] == setup["market"]["chips"] - sum(row["points_market"] for row in seats)
        best, second = sorted((row["score"] for row in seats), reverse=True)[:2]
        assert games["margin"] == best - second
        others = [row["score"] - row["points_market"] for row in seats if not row["win_share"]]
        winner = [row["score"] - row["points_market"] for row in seats if row["win_share"]]
        assert games["market_decided"] == bool(winner and max(others) >= winner[0])
    assert seen["chocolates"] and seen["raw_blocked"] and seen["raw_traded"], "nothing happened"


def test_shortages_come_up() -> None:
    """Otherwise the comparison above would compare nothing with nothing."""
    played = setting({"players": 4, **FEW}, [policy("greedy", 4)] * 4, 17)
    games = trace(played, 0)[-1]["rows"]["games"]
    assert games["short_raw"] > 0 and games["short_ingredients"] > 0
