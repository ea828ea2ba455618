"""The table as a trace describes it, event after event: what a telling has to know to say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Object = Mapping[str, Any]

ACTIONS = ("steal", "garnish")
JOKER = "joker"


class Table:
    """Everything that lies on the table after the events so far.

    Args:
        setup: The first object of a trace.

    Attributes:
        cakes: By seat: ingredients and jokers in the order in which they came.
        actions: By seat.
        scores: Rounds won by seat.
        hidden: Wedges face down.
        race: Number of the round.
        turn: Number of the turn of the whole playout, −1 before the first.
        seat: Whose turn it is.
        seen: Places of the pantry whose wedge has been turned back.
        n_flips: Flips of this turn.
        is_drawn: Whether Zuckerbäcker has turned up what is being decided about.
        was_seen: Whether the wedge of the last flip had been turned back before.
    """

    def __init__(self, setup: Object) -> None:
        n_seats = setup["n_seats"]
        self.setup = setup
        self.cakes: list[list[str]] = [[] for _ in range(n_seats)]
        self.actions: list[list[str]] = [[] for _ in range(n_seats)]
        self.scores = [0] * n_seats
        self.hidden = 0
        self.race = 0
        self.turn = -1
        self.seat = 0
        self.seen: set[int] = set()
        self.n_flips = 0
        self.is_drawn = False
        self.was_seen = False

    def follow(self, item: Object) -> None:
        """Let one event happen."""
        if (step := _STEPS.get(item["event"])) is not None:
            step(self, item)

    def _round(self, item: Object) -> None:
        self.race, self.hidden = item["round"], item["hidden"]
        self.cakes = [[] for _ in self.cakes]
        self.actions = [[] for _ in self.actions]
        self.seen.clear()

    def _turn(self, item: Object) -> None:
        self.turn += 1
        self.seat = item["seat"]
        self.n_flips = 0
        self.is_drawn = False

    def _flip(self, item: Object) -> None:
        self.is_drawn = False
        self._turn_up([item["place"]])

    def _draw(self, item: Object) -> None:
        self.is_drawn = True
        self._turn_up(item["places"])

    def _turn_up(self, places: list[int]) -> None:
        self.was_seen = places[0] in self.seen
        self.seen.difference_update(places)
        self.hidden -= len(places)
        self.n_flips += len(places)

    def _take(self, item: Object) -> None:
        self.cakes[item["seat"]].append(item["wedge"])

    def _keep(self, item: Object) -> None:
        actions = self.actions[item["seat"]]
        if item["replaced"] is not None:
            actions.remove(item["replaced"])
            self.hidden += 1
            if self.setup["action_swap"] == "in_place":
                self.seen.add(item["place"])
        actions.append(item["wedge"])

    def _back(self, item: Object) -> None:
        self.hidden += 1
        self.seen.add(item["place"])

    def _bust(self, item: Object) -> None:
        kept = self.setup["bust_keeps_jokers"]
        cake = self.cakes[item["seat"]]
        self.cakes[item["seat"]] = [wedge for wedge in cake if kept and wedge == JOKER]

    def _shuffle(self, item: Object) -> None:
        self.hidden = item["hidden"]
        self.seen.clear()

    def _steal(self, item: Object) -> None:
        wedge, held = item["wedge"], self.actions if item["wedge"] in ACTIONS else self.cakes
        held[item["from"]].remove(wedge)
        held[item["seat"]].append(wedge)
        spent = "steal" if item["by"] == "steal" else item["replaced"]
        if spent is not None:
            self.actions[item["seat"]].remove(spent)

    def _round_end(self, item: Object) -> None:
        if item["winner"] is not None:
            self.scores[item["winner"]] += 1


_STEPS: Mapping[str, Callable[[Table, Object], None]] = {
    "round": Table._round,
    "turn": Table._turn,
    "flip": Table._flip,
    "draw": Table._draw,
    "take": Table._take,
    "keep": Table._keep,
    "back": Table._back,
    "bust": Table._bust,
    "shuffle": Table._shuffle,
    "steal": Table._steal,
    "round_end": Table._round_end,
}
