"""Plays a draft again, event by event, as far as both drafts go the same way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from objections import BrokenOffError, Event, Objection

from .points import DecisionPoints, turn
from .record import Record
from .table import Station, Table

AnyTable = TypeVar("AnyTable", bound=Table)


def judge_with(record: Record, referee: Callable[[], Draft[Any]]) -> list[Objection]:
    """Everything that the rules have against a trace, in the order of its events.

    Args:
        record: The trace, of which nothing has been read.
        referee: Reads its set-up and makes the referee.
    """
    try:
        referee().play()
        record.at += 1
        record.want(record.at == len(record.events), record.words.closed, "events after the end")
    except BrokenOffError:
        pass
    return record.objections


class Draft(ABC, Generic[AnyTable]):
    """The table beside the trace of any draft.

    Args:
        record: The trace, its set-up read.
        setup: The set-up.
        table: The table, empty.
    """

    def __init__(self, record: Record, setup: Mapping[str, Any], table: AnyTable) -> None:
        self.record, self.setup, self.table = record, setup, table
        self.words = record.words
        self.points = DecisionPoints(table.n, table.leaders, self._busy)
        self.takes: dict[str, Callable[[Station, Event], None]] = {
            "pair": self._pair,
            self.words.worker: self._work,
        }

    # What a game does its own way

    def _busy(self) -> Collection[int]:
        """Seats that may not let their decision point go by."""
        return ()

    @abstractmethod
    def _finished(self, seat: int, index: int) -> None:
        """What becomes of something that has just been finished."""

    @abstractmethod
    def _check_end(self, event: Event) -> None:
        """Object to what the last event says."""

    def _lay_out(self) -> None:
        """What is told before the first stations."""

    def _settle(self) -> None:
        """What is told between the last decision point and the end."""

    def _worth(self, seat: int, index: int) -> dict[str, Any]:
        """What `finish` says about what it is worth."""
        return {"points": self.table.thing(self.table.seats[seat].stations[index].makes)["points"]}

    # The course of a playout

    def play(self) -> None:
        """The whole playout after its set-up."""
        words = self.words
        self._lay_out()
        for seat in range(self.table.n):
            for station, tier in enumerate(self.setup["stations"]):
                event = self.record.read(words.start, "start")
                self.record.wants(event, words.start, seat=seat, station=station)
                thing = self._thing(event)
                if self.table.thing(thing)["tier"] != tier:
                    self.record.object(words.start, f"{thing} on a {tier} station")
                self.table.begin(seat, station, thing)
        for number in range(self.setup["rolls"]):
            self._roll(number)
            if self.table.is_over:
                break
        else:
            self.record.read(words.close, "time_up")
            self._close()
        self.points.elapse()
        self._settle()
        self._check_end(self.record.read(words.closed if self.table.is_over else words.close, "end"))

    def _thing(self, event: Event) -> str:
        thing = event[self.words.thing]
        if thing not in self.setup[self.words.things]:
            self.record.stop("Ziel", f"no {self.words.thing} {thing!r}")
        return str(thing)

    def _close(self) -> None:
        """After the clock: each seat may hire."""
        self.table.is_closing = True
        self.points.elapse()
        self.points.follow(*self.table.order(self.table.rolls - 1))
        self._decide()

    # Rolls

    def _roll(self, number: int) -> None:
        order = self.table.order(number)
        event = self.record.read(self.words.clock, "roll")
        self.record.wants(event, "R3", roll=number, seat=order[0])
        self.table.begin_roll()
        self._throw(event)
        self._ponder(order[0])
        while not self.table.is_over and self.record.next == "reroll":
            self._reroll(number, order[0])
        for index, seat in enumerate(order):
            if self.table.is_over:
                return
            self._take(seat, order[index + 1 :])

    def _throw(self, event: Event) -> None:
        for kind in self.words.kinds:
            dice = self.setup["dice"][kind]
            self.record.want(len(event[kind]) == dice["number"], "Zug", f"{len(event[kind])} {kind} dice")
            for face in event[kind]:
                known = type(face) is not bool and face in dice["faces"]
                self.record.want(known, "Zug", f"{face!r} is on no {kind} die")
        self.table.throw({kind: event[kind] for kind in self.words.kinds})

    def _ponder(self, active: int) -> None:
        """The decision point of the active seat after it has thrown."""
        self.points.elapse()
        self.points.follow(active)
        self._decide()

    def _reroll(self, number: int, active: int) -> None:
        event = self.record.read("R5", "reroll")
        self.record.wants(event, "R5", roll=number, seat=active)
        self._pay(active, 1, event, "R5")
        self.table.seats[active].counts["rerolls"] += 1
        self.table.done["reroll", self.table.sixth] += 1
        self._throw(event)
        self._ponder(active)

    def _pay(self, seat: int, price: int, event: Event, rule: str) -> None:
        there = self.table.seats[seat].applications
        self.record.want(there >= price, rule, f"{there} applications, {price} are to be paid")
        self.table.seats[seat].applications = max(0, there - price)
        self.record.wants(event, rule, applications=self.table.seats[seat].applications)

    # Takes

    def _take(self, seat: int, after: Sequence[int]) -> None:
        event = self.record.read("R3", *self.words.takes)
        if event["seat"] != seat:
            self.record.stop("R3", f"seat {event['seat']} takes, it is the turn of seat {seat}")
        self.points.elapse()
        self.points.follow(*turn(seat, after))
        counts = self.table.seats[seat].counts
        self.table.takes_in_roll += 1
        counts["turns"] += 1
        counts["passes" if event["event"] == "pass" else f"{event['event']}s"] += 1
        kind = "joker" if event.get("amount") == "joker" else str(event["event"])
        self.table.done[kind, self.table.sixth] += 1
        if event["event"] == "pass":
            self._pass(seat, event)
        else:
            self.takes[event["event"]](self._station(event), event)
            self._finish(seat, event["station"])
        if not self.table.is_over:
            self._decide()

    def _station(self, event: Event) -> Station:
        station = self.table.seats[event["seat"]].stations[event["station"]]
        if station.waits or station.idle:
            self.record.stop(self.words.new, f"nothing is made on station {event['station']}")
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
            self.record.stop("R2", f"{station.makes} wants no {ingredient}")
        room = station.missing[ingredient]
        pieces = min(self.setup["joker"], room) if is_joker else amount
        self.record.want(room > 0, "R1" if is_joker else "R2", f"no {ingredient} is missing")
        self.record.want(pieces <= room, "R2", f"{pieces} {ingredient} where {room} are missing")
        station.missing[ingredient] = max(0, room - pieces)
        self.table.used[ingredient] += pieces
        rule = "R1" if is_joker else "R2"
        self.record.wants(event, rule, pieces=pieces, missing=station.missing[ingredient])

    def _work(self, station: Station, event: Event) -> None:
        worker, ingredient = event[self.words.worker], event["ingredient"]
        self._spend(self.words.worker, worker)
        right = self.setup["ingredients"].get(ingredient)
        self.record.want(right == worker, "Zug", f"{worker} does not work on {ingredient}")
        self._process(station, ingredient, self.words.work)

    def _process(self, station: Station, ingredient: str, rule: str) -> None:
        missing = station.missing.get(ingredient)
        if not self.table.needs_work(station.makes):
            self.record.object(rule, f"{station.makes} is of a tier without {self.words.workers}")
        elif missing is None:
            self.record.object(rule, f"{station.makes} wants no {ingredient}")
        else:
            self.record.want(ingredient in station.raw, rule, f"{ingredient} is processed already")
            early = self.words.works_on_all and missing > 0
            self.record.want(not early, rule, f"{missing} {ingredient} are still missing")
        station.raw.discard(ingredient)

    def _pass(self, seat: int, event: Event) -> None:
        player = self.table.seats[seat]
        player.applications = min(player.applications + 1, self.setup["applications"]["limit"])
        self.record.wants(event, "R4", applications=player.applications)

    # Decision points

    def _decide(self) -> None:
        """Everything that happens at decision points until something else comes."""
        while not self.table.is_over and self._act():
            pass

    def _act(self) -> bool:
        """What comes next, if it happens at a decision point."""
        if self.record.next != "hire":
            return False
        event = self.record.read("R6", "hire")
        seat = event["seat"]
        self._visit(seat)
        self._pay(seat, self.setup["applications"][self.words.helper], event, "R6")
        self.table.seats[seat].counts["hires"] += 1
        self.table.done["hire", self.table.sixth] += 1
        self._process(self._station(event), event["ingredient"], "R6")
        self._finish(seat, event["station"])
        return True

    def _visit(self, seat: int) -> None:
        if not self.points.visit(seat):
            rule = self.words.close if self.table.is_closing else "R6"
            self.record.object(rule, f"seat {seat} has no decision point now")

    # Stations

    def _finish(self, seat: int, index: int) -> None:
        """Something is finished if all is there; then it has to be said."""
        player = self.table.seats[seat]
        station = player.stations[index]
        if not station.is_done:
            return
        event, part = self.record.read("Zug", "finish"), self.table.thing(station.makes)
        worth = self._worth(seat, index)
        right = {"seat": seat, "station": index, self.words.thing: station.makes}
        self.record.wants(event, self.words.finish, **right, **worth)
        player.score += worth["points"]
        player.made += 1
        player.counts[f"made_{station.makes}"] += 1
        player.counts[f"points_{part['tier']}"] += part["points"]
        station.waits = True
        self._finished(seat, index)

    def _begin(self, seat: int, index: int) -> None:
        """The station begins anew."""
        event = self.record.read(self.words.new, self.words.begin)
        self.record.wants(event, self.words.new, seat=seat, station=index)
        self.table.begin(seat, index, self._thing(event))
