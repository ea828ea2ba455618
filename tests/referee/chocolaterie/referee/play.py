"""Plays a trace again, event by event, and says what it has against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drafting.play import Draft, judge_with
from drafting.record import Record
from drafting.table import Station
from objections import Event, Objection

from .record import reader
from .rows import check_end
from .setup import check_setup
from .table import Package, Table


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
        self.takes["special"] = self._special

    def _busy(self) -> set[int]:
        """Seats that may not let their decision point go by: after the clock every bar is packed (R13)."""
        if not (self.table.is_closing and self.table.has_packages):
            return set()
        return {index for index, seat in enumerate(self.table.seats) if seat.waiting}

    def _lay_out(self) -> None:
        for number in range(self.setup["packages"]["open"]):
            self._open(number)

    def _open(self, number: int) -> None:
        event = self.record.read("R11", "open")
        self.record.wants(event, "R11", package=number)
        self.table.packages.append(Package())

    def _special(self, station: Station, event: Event) -> None:
        self._spend("special", event["special"])
        wanted, place = self.table.thing(station.makes)["special"], (event["seat"], event["station"])
        self.record.want(event["special"] == wanted, "R8", f"{station.makes} wants {wanted}")
        self.record.want(place not in self.table.refined, "R8", f"station {place[1]} is refined already")
        self.table.refined.add(place)

    # Decision points

    def _act(self) -> bool:
        leaving = {"pack", "store"} if self.table.has_packages else {"choose"}
        if self.table.waits and self.record.next in leaving:
            event = self.record.events[self.record.at + 1]
            self._leave(event.get("seat"), event.get("station"), asked=True)
            return True
        return super()._act()

    def _close(self) -> None:
        """After the clock: each seat may hire, and packs (R13)."""
        self.table.is_closing = True
        self.points.elapse()
        steps = self.table.order(self.table.rolls - 1)
        if not self.table.has_packages:  # bars leave unseen, each with a round of decision points of its own
            steps *= 1 + 2 * sum(seat.waiting for seat in self.table.seats)
            for station in (station for player in self.table.seats for station in player.stations):
                if station.waits:
                    station.leave()
        self.points.follow(*steps)
        self._decide()
        if not self.table.is_over:
            waiting = sum(seat.waiting for seat in self.table.seats)
            self.record.want(waiting == 0, "R13", f"{waiting} finished bars are not packed")

    # Bars

    def _worth(self, seat: int, index: int) -> dict[str, Any]:
        refined = (seat, index) in self.table.refined
        extra = self.setup["refinement"] if refined else 0
        self.table.seats[seat].counts["refined"] += refined
        self.table.seats[seat].counts["points_refined"] += extra
        return {"refined": refined, "points": super()._worth(seat, index)["points"] + extra}

    def _finished(self, seat: int, index: int) -> None:
        if not self.table.waits or (self.table.is_closing and not self.table.has_packages):
            self._leave(seat, index)

    def _leave(self, seat: Any, index: Any, *, asked: bool = False) -> None:
        """A bar leaves its station; `asked` if its owner chose the moment."""
        if self.table.has_packages:
            event = self.record.read("R9", "pack", "store")
        if asked:
            self._visit(seat)
        station = self.table.seats[seat].stations[index]
        if not station.waits:
            self.record.stop("R9", f"no finished bar waits on station {index} of seat {seat}")
        if self.table.has_packages:
            self.record.wants(event, "R9", seat=seat, station=index, variety=station.makes)
            (self._pack if event["event"] == "pack" else self._store)(event)
        station.leave()
        if self.table.is_over:
            return
        if not self.table.is_closing:
            self._begin(seat, index)
        self.points.left(seat)

    def _store(self, event: Event) -> None:
        variety = event["variety"]
        room = any(self.table.takes(package, variety) for package in self.table.packages)
        by_choice = self.setup["storeroom_by_choice"]
        self.record.want(by_choice or not room, "R10", f"a package takes {variety}")
        self.table.seats[event["seat"]].counts["stored"] += 1

    def _pack(self, event: Event) -> None:
        seat, number, variety = event["seat"], event["package"], event["variety"]
        if number >= len(self.table.packages):
            self.record.stop("R10", f"package {number} is not open")
        package = self.table.packages[number]
        self.record.want(self.table.takes(package, variety), "R10", f"package {number} takes no {variety}")
        package.variety = package.variety or variety
        package.owners[seat] += 1
        self.record.wants(event, "R10", bars=package.bars)
        self.table.seats[seat].counts["packed"] += 1
        if self.table.is_full(package):
            self._fill(seat, number)

    def _fill(self, seat: int, number: int) -> None:
        """The package just packed is full: bonuses, and a new one while there are any (R11)."""
        table, package = self.table, self.table.packages[number]
        event = self.record.read("R11", "full")
        table.packages_full += 1
        table.seats[seat].counts["packages_filled"] += 1
        self.record.wants(event, "R11", seat=seat, package=number, packages_full=table.packages_full)
        tier = self.setup["varieties"][package.variety]["tier"]
        each = self.setup["tiers"][tier]["bonus"]
        for owner, bars in sorted(package.owners.items()):
            event = self.record.read("R11", "bonus")
            self.record.wants(event, "R11", seat=owner, package=number, bars=bars, points=each * bars)
            table.seats[owner].score += each * bars
            table.seats[owner].counts[f"points_bonus_{tier}"] += each * bars
            table.seats[seat].counts["bonus_given"] += each * bars * (owner != seat)
        table.is_over = table.packages_full == self.setup["packages"]["supply"]
        if len(table.packages) < self.setup["packages"]["supply"]:
            self._open(len(table.packages))

    def _check_end(self, event: Event) -> None:
        check_end(self.record, self.table, event, self.points.lead_changes())
