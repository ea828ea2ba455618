"""The table that a telling follows, event by event: who has what, what stands where, how the market stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

Object = Mapping[str, Any]


class Table:
    """What lies on the table after the events so far.

    Args:
        setup: The trace's first object.
        board: Its second.
    """

    def __init__(self, setup: Object, board: Object) -> None:
        self.setup = setup
        self.board = board
        seats = range(setup["n_seats"])
        self.turn = 0
        self.active = 0
        self.robber: int = board["robber"]
        self.buildings: dict[int, tuple[int, str]] = {}
        self.roads: dict[int, int] = {}
        self.sites: dict[int, list[int]] = {}
        self.hands: list[Counter[str]] = [Counter() for _ in seats]
        self.cards: list[Counter[str]] = [Counter() for _ in seats]
        self.knights = [0 for _ in seats]
        self.chips = [0 for _ in seats]
        self.rows = {name: part["start_row"] for name, part in setup["market"]["varieties"].items()}
        self.road: int | None = None
        self.army: int | None = None

    def follow(self, item: Object) -> None:
        """Let an event happen."""
        getattr(self, f"_{item['event']}", self._pass)(item)

    def score(self, seat: int) -> int:
        """Victory points, hidden cards included."""
        points = self.setup["points"]
        own = [kind for owner, kind in self.buildings.values() if owner == seat]
        total: int = sum(points[kind] for kind in own) + self.chips[seat]
        total += self.cards[seat]["victory_point"] * points["card"]
        total += points["longest_road"] * (self.road == seat) + points["largest_army"] * (self.army == seat)
        return total

    def is_ingredient(self, kind: str) -> bool:
        """Whether a card is an ingredient."""
        return kind in self.setup["ingredients"]

    # events

    def _pass(self, item: Object) -> None:
        """Nothing moves."""

    def _spend(self, seat: int, cost: Mapping[str, int]) -> None:
        self.hands[seat].subtract(cost)

    def _found(self, item: Object) -> None:
        self.buildings[item["corner"]] = (item["seat"], "settlement")

    def _found_road(self, item: Object) -> None:
        self.roads[item["edge"]] = item["seat"]

    _free_road = _reward_road = _found_road

    def _found_card(self, item: Object) -> None:
        self.hands[item["seat"]][item["kind"]] += 1

    _take = _reward_resource = _found_card

    def _found_site(self, item: Object) -> None:
        self.sites.setdefault(item["field"], []).append(item["seat"])

    def _turn(self, item: Object) -> None:
        self.turn, self.active = item["turn"], item["seat"]

    def _gain(self, item: Object) -> None:
        self.hands[item["seat"]][item["kind"]] += item["cards"]

    def _discard(self, item: Object) -> None:
        self.hands[item["seat"]][item["kind"]] -= 1

    def _robber(self, item: Object) -> None:
        self.robber = item["field"]

    def _steal(self, item: Object) -> None:
        self.hands[item["victim"]][item["kind"]] -= 1
        self.hands[item["seat"]][item["kind"]] += 1

    def _road(self, item: Object) -> None:
        self._spend(item["seat"], self.setup["costs"]["road"])
        self._found_road(item)

    def _settlement(self, item: Object) -> None:
        self._spend(item["seat"], self.setup["costs"]["settlement"])
        self._found(item)

    def _city(self, item: Object) -> None:
        self._spend(item["seat"], self.setup["costs"]["city"])
        self.buildings[item["corner"]] = (item["seat"], "city")

    def _site(self, item: Object) -> None:
        self._spend(item["seat"], self.setup["costs"]["site"])
        self._found_site(item)

    def _buy(self, item: Object) -> None:
        self._spend(item["seat"], self.setup["costs"]["development"])
        self._reward_card(item)

    def _reward_card(self, item: Object) -> None:
        self.cards[item["seat"]][item["card"]] += 1

    def _play(self, item: Object) -> None:
        self.cards[item["seat"]][item["card"]] -= 1
        self.knights[item["seat"]] += item["card"] == "knight"

    def _monopoly(self, item: Object) -> None:
        for hand in self.hands:
            if hand is not self.hands[item["seat"]]:
                self.hands[item["seat"]][item["kind"]] += hand[item["kind"]]
                hand[item["kind"]] = 0

    def _maritime(self, item: Object) -> None:
        hand = self.hands[item["seat"]]
        hand[item["gives"]] -= item["cards"]
        hand[item["gets"]] += 1

    def _domestic(self, item: Object) -> None:
        own, other = self.hands[item["seat"]], self.hands[item["other"]]
        own[item["gives"]] -= 1
        other[item["gives"]] += 1
        other[item["gets"]] -= 1
        own[item["gets"]] += 1

    def _chocolate(self, item: Object) -> None:
        self._spend(item["seat"], self.setup["market"]["varieties"][item["variety"]]["cost"])

    def _reward_points(self, item: Object) -> None:
        self.chips[item["seat"]] += item["points"]

    def _fall(self, item: Object) -> None:
        self.rows[item["variety"]] = item["row"]

    _rise = _fall

    def _longest_road(self, item: Object) -> None:
        self.road = item["seat"]

    def _largest_army(self, item: Object) -> None:
        self.army = item["seat"]
