"""What a forger has to know about the table of schokoladenmarkt, which a trace tells in pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from forging import Event, Forgeries, Trace

RAWS = ("brick", "wood", "wool", "grain", "ore")
CARDS = ("knight", "road_building", "year_of_plenty", "monopoly", "victory_point")
COST_OF = {
    "road": "road",
    "settlement": "settlement",
    "city": "city",
    "site": "site",
    "buy": "development",
}

forgery = Forgeries()


class Scene:
    """The table before an event, as far as the trace has told it."""

    def __init__(self, setup: Event, board: Event) -> None:
        self.setup = setup
        self.fields: list[Event] = board["fields"]
        self.edges: list[list[int]] = board["edges"]
        self.harbours: list[Event] = board["harbours"]
        self.robber = int(board["robber"])
        n = setup["n_seats"]
        self.seat = -1
        self.turn = -1
        self.rolled = 0  # in this turn
        self.played = 0  # development cards in this turn
        self.ingredients = list(setup["ingredients"])
        self.bank = Counter(dict.fromkeys(RAWS, setup["resources"]))
        self.bank.update({name: part["cards"] for name, part in setup["ingredients"].items()})
        self.hands: list[Counter[str]] = [Counter() for _ in range(n)]
        self.deck = Counter(setup["development"])
        self.cards: list[Counter[str]] = [Counter() for _ in range(n)]
        self.fresh: list[str] = []  # cards got in this turn
        self.knights = [0] * n
        self.chips = [0] * n
        self.roads: dict[int, int] = {}
        self.buildings: dict[int, int] = {}
        self.cities: set[int] = set()
        self.sites: dict[tuple[int, int], int] = {}
        self.sites_left = Counter({name: part["sites"] for name, part in setup["ingredients"].items()})
        self.rows = {name: part["start_row"] for name, part in setup["market"]["varieties"].items()}
        self.holders: dict[str, int | None] = {"longest_road": None, "largest_army": None}

    # What lies where

    @property
    def hand(self) -> Counter[str]:
        """Of the seat whose turn it is."""
        return self.hands[self.seat]

    @property
    def others(self) -> list[int]:
        """All seats but the one whose turn it is."""
        return [seat for seat in range(len(self.hands)) if seat != self.seat]

    def edges_at(self, corner: int) -> list[int]:
        """Edges of a corner."""
        return [number for number, edge in enumerate(self.edges) if corner in edge]

    def beside(self, corner: int) -> list[int]:
        """Corners one edge away."""
        return [sum(self.edges[edge]) - corner for edge in self.edges_at(corner)]

    def corners(self) -> range:
        """All corners."""
        return range(1 + max(max(edge) for edge in self.edges))

    def is_apart(self, corner: int) -> bool:
        """Whether nothing stands there and beside it."""
        return not any(it in self.buildings for it in (corner, *self.beside(corner)))

    def has_road_at(self, corner: int, seat: int) -> bool:
        """Whether a road of the seat ends there."""
        return any(self.roads.get(edge) == seat for edge in self.edges_at(corner))

    def joins(self, edge: int, seat: int) -> bool:
        """Whether a road might be laid there."""
        return edge not in self.roads and any(
            self.buildings.get(corner, seat) == seat
            and (corner in self.buildings or self.has_road_at(corner, seat))
            for corner in self.edges[edge]
        )

    def own(self, seat: int) -> list[int]:
        """Corners of a seat's buildings."""
        return [corner for corner, whose in self.buildings.items() if whose == seat]

    def used(self, piece: str, seat: int) -> int:
        """Pieces of a seat on the board."""
        if piece == "roads":
            return list(self.roads.values()).count(seat)
        return sum((corner in self.cities) == (piece == "cities") for corner in self.own(seat))

    def grows(self, field: int) -> str | None:
        """The ingredient of a field."""
        landscape = self.fields[field]["landscape"]
        parts = self.setup["ingredients"].items()
        return next((name for name, part in parts if part["landscape"] == landscape), None)

    def can_pay(self, event: str) -> bool:
        """Whether the seat whose turn it is can pay for what an event brings."""
        cost = self.setup["costs"][COST_OF[event]]
        return all(self.hand[kind] >= n for kind, n in cost.items())

    def pile(self, kind: str) -> str:
        """The pile a card belongs to."""
        return "raw" if kind in RAWS else "ingredients"

    def score(self, seat: int) -> int:
        """Points of a seat."""
        worth = self.setup["points"]
        cities = self.used("cities", seat)
        points = worth["settlement"] * self.used("settlements", seat) + worth["city"] * cities
        points += sum(worth[what] for what, holder in self.holders.items() if holder == seat)
        return int(points + self.chips[seat] + worth["card"] * self.cards[seat]["victory_point"])

    # What happens

    def see(self, event: Event) -> None:
        """An event happens."""
        known = getattr(self, f"_see_{event['event']}", None)
        if known:
            known(**{key: value for key, value in event.items() if key != "event"})
        if event["event"] in COST_OF:
            for kind, n in self.setup["costs"][COST_OF[event["event"]]].items():
                self._move(self.seat, kind, -n)

    def _move(self, seat: int, kind: str, n: int = 1) -> None:
        self.bank[kind] -= n
        self.hands[seat][kind] += n

    def _see_found(self, seat: int, corner: int, **_: Any) -> None:
        self.buildings[corner] = seat

    _see_settlement = _see_found

    def _see_found_road(self, seat: int, edge: int) -> None:
        self.roads[edge] = seat

    _see_road = _see_free_road = _see_reward_road = _see_found_road

    def _see_found_site(self, seat: int, corner: int, field: int) -> None:
        self.sites[corner, field] = seat
        self.sites_left[self.grows(field) or ""] -= 1

    _see_site = _see_found_site

    def _see_found_card(self, seat: int, kind: str) -> None:
        self._move(seat, kind)

    _see_take = _see_reward_resource = _see_found_card

    def _see_turn(self, seat: int, turn: int) -> None:
        self.seat, self.turn, self.rolled, self.played, self.fresh = seat, turn, 0, 0, []

    def _see_roll(self, dice: list[int], **_: Any) -> None:
        self.rolled = sum(dice)

    def _see_gain(self, seat: int, kind: str, cards: int) -> None:
        self._move(seat, kind, cards)

    def _see_discard(self, seat: int, kind: str) -> None:
        self._move(seat, kind, -1)

    def _see_robber(self, field: int, **_: Any) -> None:
        self.robber = field

    def _see_steal(self, seat: int, victim: int, kind: str) -> None:
        self._move(victim, kind, -1)
        self._move(seat, kind)

    def _see_city(self, corner: int, **_: Any) -> None:
        self.cities.add(corner)

    def _see_buy(self, seat: int, card: str) -> None:
        self.deck[card] -= 1
        self.cards[seat][card] += 1
        self.fresh.append(card)

    _see_reward_card = _see_buy

    def _see_play(self, seat: int, card: str) -> None:
        self.cards[seat][card] -= 1
        self.played += 1
        self.knights[seat] += card == "knight"

    def _see_monopoly(self, seat: int, kind: str) -> None:
        for other in self.others:
            n = self.hands[other][kind]
            self._move(other, kind, -n)
            self._move(seat, kind, n)

    def _see_maritime(self, seat: int, gives: str, cards: int, gets: str) -> None:
        self._move(seat, gives, -cards)
        self._move(seat, gets)

    def _see_domestic(self, seat: int, other: int, gives: str, gets: str) -> None:
        self._see_steal(other, seat, gives)
        self._see_steal(seat, other, gets)

    def _see_chocolate(self, seat: int, variety: str, **_: Any) -> None:
        for kind, n in self.setup["market"]["varieties"][variety]["cost"].items():
            self._move(seat, kind, -n)

    def _see_reward_points(self, seat: int, points: int) -> None:
        self.chips[seat] += points

    def _see_fall(self, variety: str, row: int, **_: Any) -> None:
        self.rows[variety] = row

    _see_rise = _see_fall

    def _see_longest_road(self, seat: int | None, **_: Any) -> None:
        self.holders["longest_road"] = seat

    def _see_largest_army(self, seat: int, **_: Any) -> None:
        self.holders["largest_army"] = seat


def scenes(trace: Trace, *kinds: str) -> Iterator[tuple[int, Event, Scene]]:
    """Events of these kinds with the table before each; the table changes as the iteration goes on."""
    scene = Scene(trace[0], trace[1])
    for index, event in enumerate(trace):
        if event["event"] in kinds:
            yield index, event, scene
        scene.see(event)


def ends(trace: Trace) -> Iterator[tuple[int, Scene]]:
    """Where a turn is over in which the seat might have done more: numbers of the turns that follow, and the table."""
    for index, _, scene in scenes(trace, "turn"):
        if scene.turn >= 0:
            yield index, scene


def after(trace: Trace, index: int, *kinds: str) -> int:
    """Number of the first event from one on that is none of these."""
    while trace[index]["event"] in kinds:
        index += 1
    return index
