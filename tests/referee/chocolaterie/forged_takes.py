"""Forgeries of takes that only chocolaterie has."""

from __future__ import annotations

from collections.abc import Iterator

from chocolaterie.knowledge import forgery
from drafting.knowledge import first_takes, is_blocked, since, stations, with_die
from drafting.words import CHOCOLATERIE
from forging import Trace, changed, where


@forgery("R8")
def a_special_that_is_not_wanted(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, "special"):
        for special in trace[0]["specials"]:
            if special != trace[index]["special"]:
                yield changed(with_die(trace, roll, "special", special), index, special=special)


@forgery("R8")
def refined_twice(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, *CHOCOLATERIE.takes):
        seat = trace[index]["seat"]
        for station in stations(trace):
            for take in since(trace, index, seat, station, "special"):
                if not is_blocked(trace, index, seat, station):
                    forged = with_die(trace, roll, "special", take["special"])
                    yield [*forged[:index], take, *forged[index + 1 :]]


@forgery("R9")
def a_take_for_a_blocked_station(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pair", "device", "special"):
        seat = trace[index]["seat"]
        for station in stations(trace):
            if is_blocked(trace, index, seat, station):
                yield changed(trace, index, station=station)
