"""The table as a referee sees it: the pantry, cakes, actions and professions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .box import ACTIONS, JOKER, TWICE

Setup = Mapping[str, Any]


class Pantry:
    """Wedges that lie face down: those nobody has seen since the last shuffle, and those at numbered places.

    Args:
        wedges: All of them, none of which anybody has seen.
    """

    def __init__(self, wedges: Counter[str]) -> None:
        self.unseen = Counter(wedges)
        self.places: list[
            str | None
        ] = []  # by number: the wedge face down there, None where it lies open or is gone

    @property
    def hidden(self) -> int:
        """Wedges that lie face down."""
        return self.unseen.total() + sum(wedge is not None for wedge in self.places)

    def is_new(self, place: int) -> bool:
        """Whether a place has not been turned up since the last shuffle."""
        return place >= len(self.places)

    def turn_up(self, place: int, wedge: str) -> str:
        """Turn a wedge up; what is wrong with it, empty if nothing is."""
        if place > len(self.places):
            return f"place {place}, the next one is {len(self.places)}"
        if self.is_new(place):
            if self.unseen[wedge] == 0:
                return f"no {wedge} can lie there"
            self.unseen[wedge] -= 1
            self.places.append(None)
            return ""
        there, self.places[place] = self.places[place], None
        if there is None:
            return f"nothing lies face down at place {place}"
        return "" if there == wedge else f"{there} lies at place {place}"

    def turn_back(self, place: int, wedge: str) -> None:
        """A wedge lies face down where all have seen it."""
        self.places[place] = wedge

    def shuffle(self, *back: str) -> None:
        """Mix all that lies face down with what comes back."""
        self.unseen.update(back)
        self.unseen.update(wedge for wedge in self.places if wedge is not None)
        self.places = []


class Card(NamedTuple):
    """An action somebody holds.

    Args:
        name: Steal or garnish.
        is_fresh: Whether it was turned up in this turn.
        origin: How it was gained.
    """

    name: str
    is_fresh: bool
    origin: str


Hand = tuple[Card, ...]


@dataclass
class Seat:
    """What a player has, and everything counted about it.

    `hands` holds every hand it can be: of two alike a trace does not tell which one is replaced or taken away.
    """

    cake: Counter[str] = field(default_factory=Counter)
    hands: set[Hand] = field(default_factory=lambda: {()})
    places: int = 1  # for actions
    profession: str = ""
    is_used: bool = False
    behind: int = 0  # in this round, at most
    won_with: list[frozenset[str]] = field(default_factory=list)  # possible origins of each garnish card
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def size(self) -> int:
        """Ingredients and jokers of its cake."""
        return self.cake.total()

    @property
    def held(self) -> list[str]:
        """Names of its actions."""
        return sorted(card.name for card in next(iter(self.hands)))

    def has(self, profession: str) -> bool:
        """Whether it has this profession and may use it."""
        return self.profession == profession and not self.is_used

    def use(self) -> None:
        """Its profession is used up."""
        self.is_used = True
        self.counts[f"used_{self.profession}"] += 1

    def lacks(self, wedge: str) -> bool:
        """Whether the cake can have this one without any profession."""
        return wedge == JOKER or self.cake[wedge] == 0

    def may_double(self, wedge: str) -> bool:
        """Whether Chocolatière lets it have a second one (R8a)."""
        return wedge in TWICE and self.cake[wedge] == 1 and self.has("chocolatiere")

    # Actions

    def rest(self) -> None:
        """All its actions may be played from now on."""
        self.hands = {tuple(card._replace(is_fresh=False) for card in hand) for hand in self.hands}

    def gain(self, card: Card) -> None:
        """Another action is the one gained last."""
        self.hands = {(*hand, card) for hand in self.hands}

    def drop(self, name: str) -> None:
        """An action of this name goes, any of them."""
        self.hands = {
            (*hand[:at], *hand[at + 1 :])
            for hand in self.hands
            for at, card in enumerate(hand)
            if card.name == name
        }

    def play(self, name: str) -> frozenset[str]:
        """Play the action of this name that may be and was gained first; its possible origins, none if none may be."""
        left, origins = set(), set()
        for hand in self.hands:
            playable = [at for at, card in enumerate(hand) if card.name == name and not card.is_fresh]
            if playable:
                left.add((*hand[: playable[0]], *hand[playable[0] + 1 :]))
                origins.add(hand[playable[0]].origin)
        self.hands = left or self.hands
        return frozenset(origins)


class Table:
    """All of it; knows the variant and changes only as it is told.

    Args:
        setup: The `setup` event.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.n = int(setup["n_seats"])
        self.wedges = Counter({**setup["kinds"], JOKER: setup["jokers"], **{it: setup[it] for it in ACTIONS}})
        self.pantry = Pantry(self.wedges)
        self.seats = [Seat() for _ in range(self.n)]
        self.rounds_won = [0] * self.n
        self.turns: list[int] = []  # of each round
        self.counts: Counter[str] = Counter()

    def is_full(self, seat: Seat) -> bool:
        """Whether a cake is complete."""
        return bool(seat.size >= self.setup["goal"])

    def clear(self) -> None:
        """A new round: all wedges go back into the pantry (R9)."""
        self.pantry = Pantry(self.wedges)
        for seat in self.seats:
            seat.cake, seat.hands, seat.places, seat.behind = Counter(), {()}, 1, 0

    def leaders(self) -> frozenset[int]:
        """Seats that have won most rounds."""
        best = max(self.rounds_won)
        return frozenset(seat for seat, won in enumerate(self.rounds_won) if won == best)

    def is_level(self) -> bool:
        """Whether nobody alone has won most rounds."""
        return len(self.leaders()) > 1
