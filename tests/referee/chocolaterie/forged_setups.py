"""Forgeries of what stands before the first roll, and of what stands at the end."""

from __future__ import annotations

from collections.abc import Iterator

from chocolaterie.knowledge import forgery
from forging import Trace, changed, inserted, setup_with, where, without

# The set-up -----------------------------------------------------------------------------------------------------------


@forgery("R8")
def a_dearer_refinement(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, 0, refinement=trace[0]["refinement"] + 1)


@forgery("Pakete")
def a_higher_bonus(trace: Trace) -> Iterator[Trace]:
    for tier, part in trace[0]["tiers"].items():
        yield setup_with(trace, "tiers", **{tier: part | {"bonus": part["bonus"] + 1}})


@forgery("A3")
def a_package_more(trace: Trace) -> Iterator[Trace]:
    if trace[0]["packages"]["enabled"]:
        yield setup_with(trace, "packages", supply=trace[0]["packages"]["supply"] + 1)


@forgery("A3")
def packages_of_five(trace: Trace) -> Iterator[Trace]:
    yield setup_with(trace, "packages", size=5)


@forgery("Pakete")
def a_package_less_open(trace: Trace) -> Iterator[Trace]:
    if trace[0]["packages"]["enabled"]:
        yield setup_with(trace, "packages", open=trace[0]["packages"]["open"] - 1)


@forgery("R15")
def packages_in_a_game_without(trace: Trace) -> Iterator[Trace]:
    if not trace[0]["packages"]["enabled"]:
        yield setup_with(trace, "packages", supply=12, open=6)


@forgery("R9")
def another_switch(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, 0, packing={"at_once": "may_wait", "may_wait": "at_once"}[trace[0]["packing"]])


@forgery("R11")
def a_package_not_laid_out(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "open")[:1]:
        yield without(trace, index)


# The end --------------------------------------------------------------------------------------------------------------


@forgery("R12")
def another_reason(trace: Trace) -> Iterator[Trace]:
    other = {"clock": "supply", "supply": "clock"}
    yield changed(trace, len(trace) - 1, reason=other[trace[-1]["reason"]])


@forgery("R12")
def play_goes_on_after_the_last_package(trace: Trace) -> Iterator[Trace]:
    if trace[-1]["reason"] == "supply":
        for event in ({"event": "pass", "seat": 0, "applications": 1}, {"event": "time_up"}):
            yield inserted(trace, len(trace) - 1, event)
