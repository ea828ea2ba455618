"""Development cards that are played."""

from __future__ import annotations

from objections import Event

from .box import RAWS
from .moves import Moves
from .record import Record
from .table import Table


class Cards(Moves):
    """Those of one turn.

    Args:
        record: The trace.
        table: The table.
        seat: Whose turn it is.
    """

    def __init__(self, record: Record, table: Table, seat: int) -> None:
        super().__init__(record, table, seat)
        self.has_played = False

    def play_card(self, event: Event) -> bool:
        """A card is played; whether the seat has won by it."""
        if event["seat"] != self.seat:
            self.record.stop("turn", f"a card of seat {event['seat']} in turn of {self.seat}")
        if self.has_played:
            self.record.stop("R18", "a second development card in one turn")
        card = event["card"]
        effects = {
            "knight": self._knight,
            "road_building": self._build_roads,
            "year_of_plenty": self._take,
            "monopoly": self._monopolise,
        }
        if card not in effects:
            self.record.stop("cards", f"{card} is nothing to be played")
        if self.own.had[card] < 1:
            self.record.stop("cards", f"seat {self.seat} had no {card} when its turn began")
        self.has_played = True
        self.own.cards[card] -= 1
        self.own.counts["cards_played"] += 1
        return effects[card]()

    def _knight(self) -> bool:
        table = self.table
        self.own.knights += 1
        army = table.army_holder
        most = self.setup["largest_army"] - 1 if army is None else table.seats[army].knights
        if army != self.seat and self.own.knights > most:
            event = self.record.read_of(self.seat, "army", "largest_army")
            self.record.wants(event, "army", knights=self.own.knights)
            table.army_holder = self.seat
        if self.has_won():
            return True
        self.move_robber()
        return False

    def _build_roads(self) -> bool:
        if not self.table.has_room(self.seat):
            self.record.stop("cards", "no road can be built")
        for _ in range(2):
            if self.table.has_room(self.seat):
                event = self.record.read_of(self.seat, "cards", "free_road")
                self.lay_road(self.seat, event["edge"])
                if self.has_won():
                    return True
        return False

    def _take(self) -> bool:
        n = min(2, sum(self.table.bank[kind] for kind in RAWS))
        if n == 0:
            self.record.stop("R26", "the bank has no raw material")
        for _ in range(n):
            event = self.record.read_of(self.seat, "cards", "take")
            self.draw_raw(event["kind"], "R12")
        return False

    def draw_raw(self, kind: str, rule: str) -> None:
        """The seat gets a raw material from the bank."""
        if kind not in RAWS:
            self.record.stop(rule, f"{kind} is no raw material")
        if self.table.bank[kind] < 1:
            self.record.stop("bank", f"the bank has no {kind}")
        self.table.give(self.seat, kind)

    def _monopolise(self) -> bool:
        event = self.record.read_of(self.seat, "cards", "monopoly")
        kind = event["kind"]
        if kind not in RAWS:
            self.record.stop("R12", f"{kind} is no raw material")
        for seat in self.in_order()[1:]:
            self.own.hand[kind] += self.table.seats[seat].hand[kind]
            self.table.seats[seat].hand[kind] = 0
        return False
