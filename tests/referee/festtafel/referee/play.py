"""Plays a trace again, event by event, and says what it has against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drafting.play import Draft, judge_with
from drafting.record import Record
from objections import Event, Objection

from .record import reader
from .rows import check_end
from .setup import check_setup
from .shapes import Shape
from .table import DiningTable, Table


def judge(events: Sequence[Event], rules: Mapping[str, Any] | None = None) -> list[Objection]:
    """Everything that the rules have against a trace, in the order of its events; empty if nothing.

    Args:
        events: The objects of a trace as docs/trace.md describes them.
        rules: The `rules:` section it was played with, if the set-up is to be derived from it: a key left out is as
            printed, a map replaces the printed one.
    """
    record = reader(events)
    return judge_with(record, lambda: Referee(record, check_setup(record, rules)))


class Referee(Draft[Table]):
    """The table beside the trace.

    Args:
        record: The trace, its set-up read.
        setup: The set-up.
    """

    def __init__(self, record: Record, setup: Mapping[str, Any]) -> None:
        super().__init__(record, setup, Table(setup))

    # Dishes

    def _finished(self, seat: int, index: int) -> None:
        """A finished dish is served at once, then its station is refilled, before anything else (R9)."""
        station = self.table.seats[seat].stations[index]
        dish = station.makes
        if self.table.has_banquet:
            event = self.record.read("R9", "serve", "aside")
            self.record.wants(event, "R9", seat=seat, station=index, dish=dish)
            (self._serve if event["event"] == "serve" else self._put_aside)(seat, dish, event)
        station.leave()
        if not self.table.is_closing:
            self._begin(seat, index)
            if self.setup["new_dish"] == "tier_fixed":
                tiers = [self.table.thing(name)["tier"] for name in (dish, station.makes)]
                self.record.want(tiers[0] == tiers[1], "R7", f"{tiers[1]} after {tiers[0]}")
        self.points.left(seat)

    def _put_aside(self, seat: int, dish: str, event: Event) -> None:
        room = [name for name, table in self.table.banquet.items() if self.table.fits(dish, table)]
        by_choice = self.setup["sideboard_by_choice"]
        self.record.want(by_choice or not room, "R9", f"{dish} fits on {', '.join(room)}")
        counts = self.table.seats[seat].counts
        counts["aside"] += 1
        counts[f"aside_{self.table.thing(dish)['tier']}"] += 1

    def _serve(self, seat: int, dish: str, event: Event) -> None:
        name = event["table"]
        table = self.table.banquet.get(name)
        if table is None:
            self.record.stop("R9", f"no table {name!r}")
            return
        place = self._place(event, table)
        if self.table.by_shape:
            self.record.want(self.table.has_form(dish, place), "R9", f"{dish} has another shape")
        else:
            first = sorted(table.free)[: len(self.table.shapes[dish])]
            self.record.want(place == {*first}, "A5", f"not the first {len(first)} cells that are free")
            self.record.want(len(place) == len(self.table.shapes[dish]), "A5", f"{len(place)} cells")
        table.free -= place
        table.owners[seat] += 1
        self.record.wants(event, "R9", free=len(table.free))
        counts = self.table.seats[seat].counts
        counts["served"] += 1
        counts[f"served_{name}"] += 1
        if table.is_full:
            self._fill(seat, name, table)

    def _place(self, event: Event, table: DiningTable) -> Shape:
        """The cells that a dish covers; each must be free, and told once, in reading order."""
        told = event["cells"]
        if not isinstance(told, list) or not all(
            isinstance(cell, list) and [type(number) for number in cell] == [int, int] for cell in told
        ):
            self.record.stop("trace", f"cells of serve are {told!r}")
        cells = [(row, column) for row, column in told]
        place = frozenset(cells)
        if not place:
            self.record.stop("R9", "a dish on no cell")
        self.record.want(cells == sorted(place), "trace", "cells out of order")
        self.record.want(place <= table.cells, "R9", "cells beyond the table")
        taken = (place & table.cells) - table.free
        self.record.want(not taken, "R9", f"cells that are covered already: {sorted(taken)}")
        return place

    def _fill(self, seat: int, name: str, table: DiningTable) -> None:
        """The table is full: it pays now, each dish once (R11)."""
        event = self.record.read("R11", "full")
        self.record.wants(event, "R11", seat=seat, table=name)
        counts = self.table.seats[seat].counts
        counts["tables_filled"] += 1
        for owner, points in self._told("bonus", "R11", name, table, table.bonus):
            self.table.seats[owner].score += points
            self.table.seats[owner].counts[f"points_bonus_{name}"] += points
            counts["bonus_filled" if owner == seat else "bonus_given"] += points

    def _settle(self) -> None:
        """Tables that are half empty cost points (R10)."""
        for name, table in self.table.banquet.items():
            if self.table.costs(table) and table.penalty:
                for owner, points in self._told("penalty", "R10", name, table, table.penalty):
                    self.table.seats[owner].score -= points
                    self.table.seats[owner].counts[f"points_penalty_{name}"] -= points

    def _told(self, kind: str, rule: str, name: str, table: DiningTable, each: int) -> list[tuple[int, int]]:
        """An event for each seat with dishes on a table: seats and what their dishes are worth."""
        points = []
        for owner, dishes in sorted(table.owners.items()):
            is_stray = kind == "penalty" and self.record.next not in ("penalty", "end")
            event = self.record.read(self.words.close if is_stray else rule, kind)
            right = {"seat": owner, "table": name, "dishes": dishes, "points": each * dishes}
            self.record.wants(event, rule, **right)
            points.append((owner, each * dishes))
        return points

    def _check_end(self, event: Event) -> None:
        check_end(self.record, self.table, event, self.points.lead_changes())
