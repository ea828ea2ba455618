"""What several parts of a turn have in common: whose turn it is, cards that go back, the robber."""

from __future__ import annotations

from .founding import Builder
from .island import FRAME
from .record import Record
from .table import Table


class Moves(Builder):
    """A turn's common moves.

    Args:
        record: The trace.
        table: The table.
        seat: Whose turn it is.
    """

    def __init__(self, record: Record, table: Table, seat: int) -> None:
        super().__init__(record, table)
        self.seat, self.own = seat, table.seats[seat]

    def in_order(self) -> list[int]:
        """All seats from the one in turn."""
        return [(self.seat + after) % self.table.n for after in range(self.table.n)]

    def has_won(self) -> bool:
        """Whether the seat in turn has enough points (R13)."""
        return self.table.has_won(self.seat)

    def take_back(self, seat: int, kind: str, n: int, rule: str) -> None:
        """Cards go from a hand to the bank."""
        if self.table.seats[seat].hand[kind] < n:
            self.record.stop(rule, f"seat {seat} has not {n} {kind}")
        self.table.give(seat, kind, -n)

    def draw_card(self, card: str, rule: str) -> None:
        """The seat in turn gets a card of the deck."""
        if self.table.deck[card] < 1:
            self.record.stop(rule, f"no {card} is left in the deck")
        self.table.deck[card] -= 1
        self.own.cards[card] += 1
        self.own.counts["cards"] += 1

    def move_robber(self) -> None:
        """The robber moves and steals."""
        table = self.table
        event = self.record.read_of(self.seat, "robber", "robber")
        if event["field"] == table.robber:
            self.record.stop("robber", "the robber stays where it is")
        table.robber = int(event["field"])
        beside = {
            table.buildings[corner].seat
            for corner in FRAME.corners[table.robber]
            if corner in table.buildings
        }
        victims = {seat for seat in beside - {self.seat} if table.seats[seat].hand.total()}
        if victims:
            event = self.record.read_of(self.seat, "R23", "steal")
            victim, kind = event["victim"], event["kind"]
            if victim not in victims:
                self.record.stop("robber", f"nothing can be stolen from seat {victim}")
            if table.seats[victim].hand[kind] < 1:
                self.record.stop("robber", f"seat {victim} has no {kind}")
            table.seats[victim].hand[kind] -= 1
            self.own.hand[kind] += 1
            table.seats[victim].counts[f"{table.pile(kind)}_stolen"] += 1
