"""The table as a referee sees it: bank, hands, pieces, market; it changes only as it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from objections import Setup

from . import roads
from .box import RAWS
from .island import FRAME, Island


class Building(NamedTuple):
    """A settlement or city.

    Args:
        seat: Whose it is.
        is_city: Whether it is a city.
    """

    seat: int
    is_city: bool


@dataclass
class Seat:
    """What a player has, and everything counted about it."""

    hand: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)  # development cards
    had: Counter[str] = field(default_factory=Counter)  # of them, when the turn began
    knights: int = 0
    chips: int = 0
    founded: list[int] = field(default_factory=list)  # corners
    counts: Counter[str] = field(default_factory=Counter)


class Table:
    """All of it.

    Args:
        setup: The `setup` event.
        island: The island.
        robber: The field it stands on.
    """

    def __init__(self, setup: Setup, island: Island, robber: int) -> None:
        self.setup, self.island, self.robber = setup, island, robber
        self.n = int(setup["n_seats"])
        self.ingredients = tuple(setup["ingredients"])
        self.of_landscape = {part["landscape"]: name for name, part in setup["ingredients"].items()}
        self.bank = Counter(dict.fromkeys(RAWS, setup["resources"]))
        self.bank.update({name: part["cards"] for name, part in setup["ingredients"].items()})
        self.sites_left = Counter({name: part["sites"] for name, part in setup["ingredients"].items()})
        self.deck = Counter(setup["development"])
        self.chips = int(setup["market"]["chips"])
        self.rows = {name: part["start_row"] for name, part in setup["market"]["varieties"].items()}
        self.rows_at: dict[int, dict[str, int]] = {}  # after so many rounds
        self.seats = [Seat() for _ in range(self.n)]
        self.roads: dict[int, int] = {}  # edge to seat
        self.buildings: dict[int, Building] = {}  # by corner
        self.sites: dict[tuple[int, int], int] = {}  # (corner, field) to seat
        self.road_holder: int | None = None
        self.army_holder: int | None = None
        self.lengths = dict.fromkeys(range(self.n), 0)
        self.counts: Counter[str] = Counter()

    # Piles

    def pile(self, kind: str) -> str:
        """The pile a card belongs to, empty if there is no such card."""
        if kind in RAWS:
            return "raw"
        return "ingredients" if kind in self.ingredients else ""

    def pile_of(self, seat: int, pile: str) -> int:
        """Cards of a pile in a hand."""
        kinds = RAWS if pile == "raw" else self.ingredients
        return sum(self.seats[seat].hand[kind] for kind in kinds)

    def can_pay(self, seat: int, cost: Mapping[str, int]) -> bool:
        """Whether a hand holds all of it."""
        return all(self.seats[seat].hand[kind] >= n for kind, n in cost.items())

    def give(self, seat: int, kind: str, n: int = 1) -> None:
        """Cards from the bank to a hand; back if n is negative."""
        self.bank[kind] -= n
        self.seats[seat].hand[kind] += n

    # The board

    def buildings_of(self, seat: int) -> list[int]:
        """Corners of a seat's buildings."""
        return [corner for corner, building in self.buildings.items() if building.seat == seat]

    def used(self, seat: int, piece: str) -> int:
        """Roads, settlements or cities of a seat on the board."""
        if piece == "roads":
            return list(self.roads.values()).count(seat)
        return list(self.buildings.values()).count(Building(seat, piece == "cities"))

    def is_foreign(self, corner: int, seat: int) -> bool:
        """Whether somebody else's building stands there."""
        return corner in self.buildings and self.buildings[corner].seat != seat

    def joins(self, seat: int, edge: int) -> bool:
        """Whether a free edge continues a seat's buildings or roads, and not through a foreign building."""
        if edge in self.roads:
            return False
        for corner in FRAME.edges[edge]:
            if corner in self.buildings:
                if self.buildings[corner].seat == seat:
                    return True
            elif any(self.roads.get(other) == seat for other in FRAME.edges_at[corner]):
                return True
        return False

    def has_room(self, seat: int) -> bool:
        """Whether a road is left and an edge for it."""
        left = self.used(seat, "roads") < self.setup["pieces"]["roads"]
        return left and any(self.joins(seat, edge) for edge in range(len(FRAME.edges)))

    def has_road_at(self, seat: int, corner: int) -> bool:
        """Whether one of its roads ends there."""
        return any(self.roads.get(edge) == seat for edge in FRAME.edges_at[corner])

    def is_apart(self, corner: int) -> bool:
        """The distance rule: nothing stands there, nor on the next corners."""
        return not any(it in self.buildings for it in (corner, *FRAME.beside[corner]))

    def what_grows(self, place: int) -> str | None:
        """The ingredient of a field."""
        return self.of_landscape.get(self.island.landscapes[place])

    def is_site_free(self, seat: int, corner: int, place: int) -> bool:
        """Whether a building may get a production site on a field, those in stock left aside (R7)."""
        if self.setup["site_density"] == "per_player":
            return all((whose, there) != (seat, place) for (_, there), whose in self.sites.items())
        return (corner, place) not in self.sites

    def yields(self, place: int) -> Iterator[tuple[int, str, int]]:
        """What a field yields on its number: (seat, kind, cards)."""
        amounts, raw, ingredient = (
            self.setup["yields"],
            self.island.raw(place),
            self.what_grows(place),
        )
        for corner in FRAME.corners[place]:
            building = self.buildings.get(corner)
            if building and raw:
                yield building.seat, raw, amounts["city" if building.is_city else "settlement"]
            if building and ingredient and (corner, place) in self.sites:
                yield building.seat, ingredient, amounts["site"]

    # Points

    def compare_roads(self) -> int | None:
        """Measure all roads; who holds the longest now."""
        for seat in range(self.n):
            own = [FRAME.edges[edge] for edge, whose in self.roads.items() if whose == seat]
            foreign = {corner for corner in self.buildings if self.is_foreign(corner, seat)}
            self.lengths[seat] = roads.longest(own, foreign)
        return roads.holder(self.road_holder, self.lengths, self.setup["longest_road"])

    def points(self, seat: int) -> dict[str, int]:
        """Points by source, as the rows call them."""
        worth, own = self.setup["points"], self.seats[seat]
        return {
            "points_settlements": worth["settlement"] * self.used(seat, "settlements"),
            "points_cities": worth["city"] * self.used(seat, "cities"),
            "points_market": own.chips,
            "points_longest_road": worth["longest_road"] * (self.road_holder == seat),
            "points_largest_army": worth["largest_army"] * (self.army_holder == seat),
            "points_cards": worth["card"] * own.cards["victory_point"],
        }

    def score(self, seat: int) -> int:
        """All its points, hidden ones included (R13)."""
        return sum(self.points(seat).values())

    def leaders(self) -> frozenset[int]:
        """Seats with the highest score."""
        scores = [self.score(seat) for seat in range(self.n)]
        return frozenset(seat for seat, score in enumerate(scores) if score == max(scores))

    def has_won(self, seat: int) -> bool:
        """Whether it has enough points, in its turn."""
        return bool(self.score(seat) >= self.setup["victory_points"])

    def rate(self, seat: int, kind: str) -> int:
        """Fewest cards of a kind for which the bank gives one."""
        rates = self.setup["maritime"]
        harbours = {
            kind for corner in self.buildings_of(seat) for kind in self.island.harbours.get(corner, ())
        }
        offers = [rates["bank"]]
        offers += [rates["any"]] if "any" in harbours else []
        offers += [rates["special"]] if kind in harbours else []
        return int(min(offers))
