"""The founding phase: three settlements each, starting raw materials, the first production sites."""

from __future__ import annotations

from itertools import count

from .island import FRAME
from .record import Record
from .table import Building, Table

AFTER_THIRD = ("found_site", "found")


class Builder:
    """Places pieces and keeps the longest road.

    Args:
        record: The trace.
        table: The table.
    """

    def __init__(self, record: Record, table: Table) -> None:
        self.record, self.table, self.setup = record, table, table.setup

    def check_longest(self) -> None:
        """After a road or a settlement: who holds the longest road is told if it has changed (R17)."""
        table = self.table
        now = table.compare_roads()
        if now != table.road_holder:
            event = self.record.read("R17", "longest_road")
            length = 0 if now is None else table.lengths[now]
            self.record.wants(event, "R17", seat=now, length=length)
            table.road_holder = now

    def lay_road(self, seat: int, edge: int) -> None:
        """A road joins what the seat has."""
        if self.table.used(seat, "roads") >= self.setup["pieces"]["roads"]:
            self.record.stop("pieces", f"seat {seat} has no road left")
        if not self.table.joins(seat, edge):
            self.record.stop("roads", f"no road of seat {seat} can be laid on edge {edge}")
        self.table.roads[edge] = seat
        self.check_longest()

    def settle(self, seat: int, corner: int) -> None:
        """A settlement is placed."""
        if self.table.used(seat, "settlements") >= self.setup["pieces"]["settlements"]:
            self.record.stop("pieces", f"seat {seat} has no settlement left")
        if not self.table.is_apart(corner):
            self.record.stop("distance", f"corner {corner} or one beside it is not free")
        self.table.buildings[corner] = Building(seat, is_city=False)

    def place_site(self, seat: int, corner: int, place: int, rule: str) -> None:
        """A production site is placed."""
        table, ingredient = self.table, self.table.what_grows(place)
        if corner not in table.buildings or table.buildings[corner].seat != seat:
            self.record.stop(rule, f"seat {seat} has no building at corner {corner}")
        if place not in FRAME.fields_at[corner]:
            self.record.stop(rule, f"field {place} is not beside corner {corner}")
        if ingredient is None:
            self.record.stop("sites", f"nothing grows on {table.island.landscapes[place]}")
            raise AssertionError
        if table.sites_left[ingredient] < 1:
            self.record.stop("sites", f"no production site for {ingredient} is left")
        if not table.is_site_free(seat, corner, place):
            self.record.stop("R7", f"there is a production site on field {place}")
        table.sites_left[ingredient] -= 1
        table.sites[corner, place] = seat


class Founding(Builder):
    """All of it, before the first turn."""

    def play(self) -> None:
        """Three rounds, the second one in reverse."""
        seats = range(self.table.n)
        for number, order in enumerate((seats, reversed(seats), seats)):
            for seat in order:
                corner = self._found(number, seat)
                if number == 1:
                    self._draw_cards(seat, corner)
                if number == 2:
                    self._place_sites(seat)

    def _found(self, number: int, seat: int) -> int:
        event = self.record.read_of(seat, "founding", "found")
        self.record.wants(event, "founding", round=number)
        corner = int(event["corner"])
        self.settle(seat, corner)
        self.table.seats[seat].founded.append(corner)
        self.check_longest()
        if number < 2 or self.setup["third_road"]:
            event = self.record.read_of(seat, "R5" if number == 2 else "founding", "found_road")
            if event["edge"] not in FRAME.edges_at[corner]:
                self.record.stop("founding", f"edge {event['edge']} is not beside corner {corner}")
            self.lay_road(seat, event["edge"])
        elif self.record.next == "found_road":
            self.record.read("R5", *AFTER_THIRD)
        return corner

    def _draw_cards(self, seat: int, corner: int) -> None:
        for place in FRAME.fields_at[corner]:
            kind = self.table.island.raw(place)
            if kind is None or self.table.bank[kind] == 0:
                continue
            event = self.record.read_of(seat, "R25", "found_card")
            self.record.wants(event, "R25", kind=kind)
            self.table.give(seat, kind)

    def _place_sites(self, seat: int) -> None:
        done: set[int] = set()
        for number in count():
            if self.record.next != "found_site" or number == self.setup["start_sites"]:
                break
            event = self.record.read_of(seat, "R6", "found_site")
            if event["field"] in done:
                self.record.stop("R6", f"two production sites on field {event['field']}")
            self.place_site(seat, event["corner"], event["field"], "R6")
            done.add(event["field"])
        if len(done) < self.setup["start_sites"] and self._is_suitable(seat, done):
            self.record.read("R19", "found_site")

    def _is_suitable(self, seat: int, done: set[int]) -> bool:
        """Whether there is another field for a production site."""
        return any(
            place not in done
            and self.table.sites_left[self.table.what_grows(place) or ""] > 0
            and self.table.is_site_free(seat, corner, place)
            for corner in self.table.seats[seat].founded
            for place in FRAME.fields_at[corner]
        )
