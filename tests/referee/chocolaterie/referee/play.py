"""Plays a trace again, event by event, and says what it has against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from objections import BrokenOffError, Event, Objection

from .points import DecisionPoints, turn
from .record import DICE, Record
from .rows import check_end
from .setup import check_setup
from .table import Package, Station, Table

TAKES = ("pair", "device", "special", "pass")


def judge(events: Sequence[Event], rules: Mapping[str, Any] | None = None) -> list[Objection]:
    """Everything that the rules have against a trace, in the order of its events; empty if nothing.

    Args:
        events: The objects of a trace as docs/trace.md describes them.
        rules: The `rules:` section it was played with, if the set-up is to be derived from it: a key left out is as
            printed, a map replaces the printed one.
    """
    record = Record(events)
    try:
        setup = check_setup(record, rules)
        Referee(record, setup).play()
        record.at += 1
        record.want(record.at == len(events), "R12", "events after the end")
    except BrokenOffError:
        pass
    return record.objections


class Referee:
    """The table beside the trace.

    Args:
        record: The trace, its set-up read.
        setup: The set-up.
    """

    def __init__(self, record: Record, setup: Mapping[str, Any]) -> None:
        self.record, self.setup = record, setup
        self.table = Table(setup)
        self.points = DecisionPoints(self.table.n, self.table.leaders, self._busy)

    def _busy(self) -> set[int]:
        """Seats that may not let their decision point go by: after the clock every bar is packed (R13)."""
        if not (self.table.is_closing and self.table.has_packages):
            return set()
        return {index for index, seat in enumerate(self.table.seats) if seat.waiting}

    def play(self) -> None:
        """The whole playout after its set-up."""
        self._prepare()
        for number in range(self.setup["rolls"]):
            self._roll(number)
            if self.table.is_over:
                break
        else:
            self.record.read("R13", "time_up")
            self._close()
        self.points.elapse()
        event = self.record.read("R12" if self.table.is_over else "R13", "end")
        check_end(self.record, self.table, event, self.points.lead_changes())

    def _prepare(self) -> None:
        for number in range(self.setup["packages"]["open"]):
            self._open(number)
        for seat in range(self.table.n):
            for station, tier in enumerate(self.setup["stations"]):
                event = self.record.read("R16", "start")
                self.record.wants(event, "R16", seat=seat, station=station)
                variety = self._variety(event)
                if self.setup["varieties"][variety]["tier"] != tier:
                    self.record.object("R16", f"{variety} on a {tier} station")
                self.table.begin(seat, station, variety)

    def _open(self, number: int) -> None:
        event = self.record.read("R11", "open")
        self.record.wants(event, "R11", package=number)
        self.table.packages.append(Package())

    def _variety(self, event: Event) -> str:
        variety = event["variety"]
        if variety not in self.setup["varieties"]:
            self.record.stop("Ziel", f"no variety {variety!r}")
        return str(variety)

    # Rolls

    def _roll(self, number: int) -> None:
        order = self.table.order(number)
        event = self.record.read("Schichtzeit", "roll")
        self.record.wants(event, "R3", roll=number, seat=order[0])
        self.table.rolls, self.table.takes_in_roll = number + 1, 0
        self._throw(event)
        self.points.elapse()
        self.points.follow(order[0])
        self._decide()
        while not self.table.is_over and self.record.next == "reroll":
            self._reroll(number, order[0])
        for index, seat in enumerate(order):
            if self.table.is_over:
                return
            self._take(seat, order[index + 1 :])

    def _throw(self, event: Event) -> None:
        for kind in DICE:
            dice = self.setup["dice"][kind]
            self.record.want(len(event[kind]) == dice["number"], "Zug", f"{len(event[kind])} {kind} dice")
            for face in event[kind]:
                known = type(face) is not bool and face in dice["faces"]
                self.record.want(known, "Zug", f"{face!r} is on no {kind} die")
        self.table.throw({kind: event[kind] for kind in DICE})

    def _reroll(self, number: int, active: int) -> None:
        event = self.record.read("R5", "reroll")
        self.record.wants(event, "R5", roll=number, seat=active)
        self._pay(active, 1, event, "R5")
        self.table.seats[active].counts["rerolls"] += 1
        self._throw(event)
        self.points.elapse()
        self.points.follow(active)
        self._decide()

    def _pay(self, seat: int, price: int, event: Event, rule: str) -> None:
        there = self.table.seats[seat].applications
        self.record.want(there >= price, rule, f"{there} applications, {price} are to be paid")
        self.table.seats[seat].applications = max(0, there - price)
        self.record.wants(event, rule, applications=self.table.seats[seat].applications)

    # Takes

    def _take(self, seat: int, after: Sequence[int]) -> None:
        event = self.record.read("R3", *TAKES)
        if event["seat"] != seat:
            self.record.stop("R3", f"seat {event['seat']} takes, it is the turn of seat {seat}")
        self.points.elapse()
        self.points.follow(*turn(seat, after))
        counts = self.table.seats[seat].counts
        self.table.takes_in_roll += 1
        counts["turns"] += 1
        counts["passes" if event["event"] == "pass" else f"{event['event']}s"] += 1
        if event["event"] == "pass":
            self._pass(seat, event)
        else:
            station = self._station(event)
            {"pair": self._pair, "device": self._device, "special": self._special}[event["event"]](
                station, event
            )
            self._finish(seat, event["station"])
        if not self.table.is_over:
            self._decide()

    def _station(self, event: Event) -> Station:
        station = self.table.seats[event["seat"]].stations[event["station"]]
        if station.waits or station.idle:
            self.record.stop("R9", f"station {event['station']} is blocked")
        return station

    def _spend(self, kind: str, face: Any) -> None:
        self.record.want(self.table.spend(kind, face), "R3", f"no {kind} die shows {face!r} any more")

    def _pair(self, station: Station, event: Event) -> None:
        ingredient, amount, is_joker = event["ingredient"], event["amount"], event["amount"] == "joker"
        self._spend("amount", amount)
        self._spend("ingredient", event["spent"])
        self.table.seats[event["seat"]].counts["jokers"] += is_joker
        if not is_joker or self.setup["joker_ingredient"] == "paired":
            self.record.wants(event, "R1", spent=ingredient)
        if ingredient not in station.missing:
            self.record.stop("R2", f"{station.variety} wants no {ingredient}")
        room = station.missing[ingredient]
        pieces = min(self.setup["joker"], room) if is_joker else amount
        self.record.want(room > 0, "R1" if is_joker else "R2", f"no {ingredient} is missing")
        self.record.want(pieces <= room, "R2", f"{pieces} {ingredient} where {room} are missing")
        station.missing[ingredient] = max(0, room - pieces)
        rule = "R1" if is_joker else "R2"
        self.record.wants(event, rule, pieces=pieces, missing=station.missing[ingredient])

    def _device(self, station: Station, event: Event) -> None:
        self._spend("device", event["device"])
        ingredient = event["ingredient"]
        right = self.setup["ingredients"].get(ingredient)
        self.record.want(right == event["device"], "Zug", f"{event['device']} does not work on {ingredient}")
        self._process(station, ingredient, "R7")

    def _process(self, station: Station, ingredient: str, rule: str) -> None:
        if not self.table.tier(station.variety)["devices"]:
            self.record.object(rule, f"{station.variety} is of a tier without devices")
        elif ingredient not in station.missing:
            self.record.object(rule, f"{station.variety} wants no {ingredient}")
        else:
            self.record.want(ingredient in station.raw, rule, f"{ingredient} is processed already")
        station.raw.discard(ingredient)

    def _special(self, station: Station, event: Event) -> None:
        self._spend("special", event["special"])
        wanted = self.setup["varieties"][station.variety]["special"]
        self.record.want(event["special"] == wanted, "R8", f"{station.variety} wants {wanted}")
        self.record.want(not station.refined, "R8", f"station {event['station']} is refined already")
        station.refined = True

    def _pass(self, seat: int, event: Event) -> None:
        player = self.table.seats[seat]
        player.applications = min(player.applications + 1, self.setup["applications"]["limit"])
        self.record.wants(event, "R4", applications=player.applications)

    # Decision points

    def _decide(self) -> None:
        """Everything that happens at decision points until something else comes."""
        leaving = {"choose"} if not self.table.has_packages else {"pack", "store"}
        while not self.table.is_over:
            if self.record.next == "hire":
                self._hire()
            elif self.table.waits and self.record.next in leaving:
                event = self.record.events[self.record.at + 1]
                self._leave(event.get("seat"), event.get("station"), asked=True)
            else:
                return

    def _visit(self, seat: int) -> None:
        if not self.points.visit(seat):
            rule = "R13" if self.table.is_closing else "R6"
            self.record.object(rule, f"seat {seat} has no decision point now")

    def _hire(self) -> None:
        event = self.record.read("R6", "hire")
        seat = event["seat"]
        self._visit(seat)
        self._pay(seat, self.setup["applications"]["master"], event, "R6")
        self.table.seats[seat].counts["hires"] += 1
        self._process(self._station(event), event["ingredient"], "R6")
        self._finish(seat, event["station"])

    def _close(self) -> None:
        """After the clock: each seat may hire, and packs (R13)."""
        self.table.is_closing = True
        self.points.elapse()
        steps = self.table.order(self.table.rolls - 1)
        if not self.table.has_packages:  # bars leave unseen, each with a round of decision points of its own
            waiting = sum(seat.waiting for seat in self.table.seats)
            steps *= 1 + 2 * waiting
            for player in self.table.seats:
                for station in player.stations:
                    station.idle |= station.waits
                    station.waits = False
        self.points.follow(*steps)
        self._decide()
        if not self.table.is_over:
            waiting = sum(seat.waiting for seat in self.table.seats)
            self.record.want(waiting == 0, "R13", f"{waiting} finished bars are not packed")

    # Bars

    def _finish(self, seat: int, index: int) -> None:
        """A bar is finished if all is there; then it has to be said."""
        player = self.table.seats[seat]
        station = player.stations[index]
        if not station.is_done:
            return
        event = self.record.read("Zug", "finish")
        part = self.setup["varieties"][station.variety]
        extra = self.setup["refinement"] if station.refined else 0
        right = {"seat": seat, "station": index, "variety": station.variety, "refined": station.refined}
        self.record.wants(event, "R8", **right, points=part["points"] + extra)
        player.score += part["points"] + extra
        for count, number in (
            ("bars", 1),
            ("refined", int(station.refined)),
            (f"made_{station.variety}", 1),
            (f"points_{part['tier']}", part["points"]),
            ("points_refined", extra),
        ):
            player.counts[count] += number
        station.waits = True
        if not self.table.waits or (self.table.is_closing and not self.table.has_packages):
            self._leave(seat, index)

    def _leave(self, seat: Any, index: Any, *, asked: bool = False) -> None:
        """A bar leaves its station; `asked` if its owner chose the moment."""
        if self.table.has_packages:
            event = self.record.read("R9", "pack", "store")
        elif not self.table.is_closing:
            event = self.record.events[self.record.at + 1]
        if asked:
            self._visit(seat)
        station = self.table.seats[seat].stations[index]
        if not station.waits:
            self.record.stop("R9", f"no finished bar waits on station {index} of seat {seat}")
        if self.table.has_packages:
            self.record.wants(event, "R9", seat=seat, station=index, variety=station.variety)
            (self._pack if event["event"] == "pack" else self._store)(event)
        station.waits, station.idle = False, True
        if self.table.is_over:
            return
        if not self.table.is_closing:
            event = self.record.read("R9", "choose")
            self.record.wants(event, "R9", seat=seat, station=index)
            self.table.begin(seat, index, self._variety(event))
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
