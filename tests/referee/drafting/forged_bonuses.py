"""Forgeries of a bonus for what is full, for either draft."""

from __future__ import annotations

from collections.abc import Iterator

from drafting.knowledge import words_of
from forging import Forgeries, Trace, changed, inserted, seats, swapped, where

forgery = Forgeries()


@forgery("R11")
def a_bonus_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bonus"):
        yield inserted(trace, index + 1, trace[index])


@forgery("R11")
def a_bonus_for_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bonus"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R11")
def a_bonus_too_high(trace: Trace) -> Iterator[Trace]:
    made = words_of(trace).made
    for index in where(trace, "bonus"):
        yield changed(trace, index, points=trace[index]["points"] + 1)
        yield changed(trace, index, **{made: trace[index][made] + 1})


@forgery("R11")
def bonuses_out_of_order(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bonus"):
        if trace[index + 1]["event"] == "bonus":
            yield swapped(trace, index, index + 1)
