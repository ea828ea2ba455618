"""Forgeries of finished bars, packages and bonuses."""

from __future__ import annotations

from collections.abc import Iterator

from chocolaterie.knowledge import forgery, packed
from drafting.words import CHOCOLATERIE
from forging import Trace, changed, inserted, seats, where, without


@forgery("Zug")
def a_bar_not_finished(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish"):
        yield without(trace, index)


@forgery("Zug")
def a_bar_finished_too_early(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pair"):
        take = trace[index]
        if take["missing"] and trace[0]["packing"] == "at_once":
            fields = {"seat": take["seat"], "station": take["station"], "variety": "vollmilch"}
            yield inserted(trace, index + 1, {"event": "finish", **fields, "refined": False, "points": 4})


@forgery("R8")
def other_points_for_a_bar(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish"):
        yield changed(trace, index, points=trace[index]["points"] + 1)


@forgery("R8")
def a_refinement_forgotten(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish", refined=True):
        yield changed(trace, index, refined=False, points=trace[index]["points"] - trace[0]["refinement"])


@forgery("R8")
def a_refinement_for_nothing(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish", refined=False):
        yield changed(trace, index, refined=True, points=trace[index]["points"] + trace[0]["refinement"])


@forgery("R8")
def another_bar_than_was_made(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish"):
        for variety in trace[0]["varieties"]:
            if variety != trace[index]["variety"]:
                yield changed(trace, index, variety=variety)


# Packing --------------------------------------------------------------------------------------------------------------


@forgery("R9")
def a_bar_not_packed(trace: Trace) -> Iterator[Trace]:
    if trace[0]["packing"] == "at_once":
        for index in where(trace, "pack", "store"):
            yield without(trace, index)


@forgery("R9")
def a_bar_packed_later(trace: Trace) -> Iterator[Trace]:
    if trace[0]["packing"] == "at_once":
        for index in where(trace, "pack"):
            if trace[index + 2]["event"] in CHOCOLATERIE.takes:
                block = trace[index : index + 2]
                yield inserted(without(trace, index, index + 1), index + 1, *block)


@forgery("R9")
def a_bar_packed_before_it_is_finished(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pack"):
        if trace[0]["packing"] == "may_wait" and trace[index + 1]["event"] == "choose":
            yield inserted(trace, index + 2, trace[index])


def _into(trace: Trace, index: int, package: int) -> Trace:
    held = packed(trace, index).get(package, ("", 0))[1]
    return changed(trace, index, package=package, bars=held + 1)


@forgery("R10")
def a_bar_among_others(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pack"):
        for package, (variety, bars) in packed(trace, index).items():
            if bars and variety != trace[index]["variety"]:
                yield _into(trace, index, package)


@forgery("R10")
def a_fifth_bar(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pack"):
        for package, (_, bars) in packed(trace, index).items():
            if bars == trace[0]["packages"]["size"]:
                yield _into(trace, index, package)


@forgery("R10")
def a_package_that_is_not_open(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pack"):
        yield _into(trace, index, len(packed(trace, index)))


@forgery("R10")
def a_second_package_of_a_variety(trace: Trace) -> Iterator[Trace]:
    if not trace[0]["second_package_of_variety"]:
        for index in where(trace, "pack"):
            for package, (_, bars) in packed(trace, index).items():
                if not bars and trace[index]["bars"] > 1:
                    yield _into(trace, index, package)


@forgery("R10")
def bars_miscounted(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pack"):
        yield changed(trace, index, bars=trace[index]["bars"] + 1)


@forgery("R9")
def another_bar_packed(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pack", "store"):
        for variety in trace[0]["varieties"]:
            if variety != trace[index]["variety"]:
                yield changed(trace, index, variety=variety)


@forgery("R10")
def stored_though_a_package_takes_it(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pack"):
        if not trace[0]["storeroom_by_choice"]:
            kept = {key: trace[index][key] for key in ("seat", "station", "variety")}
            yield [*trace[:index], {"event": "store", **kept}, *trace[index + 1 :]]


@forgery("R10")
def packed_though_no_package_takes_it(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "store"):
        if not trace[0]["storeroom_by_choice"]:
            for package in packed(trace, index):
                held = packed(trace, index)[package][1]
                event = trace[index] | {"event": "pack", "package": package, "bars": held + 1}
                yield [*trace[:index], event, *trace[index + 1 :]]


@forgery("R9")
def a_package_in_a_game_without(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "choose"):
        if not trace[0]["packages"]["enabled"]:
            yield inserted(trace, index, trace[index] | {"event": "pack", "package": 0, "bars": 1})


@forgery("R9")
def nothing_chosen(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "choose"):
        if trace[index - 1]["event"] == "finish" or trace[0]["packages"]["enabled"]:
            yield without(trace, index)


@forgery("R9")
def chosen_for_another_station(trace: Trace) -> Iterator[Trace]:
    if trace[0]["packages"]["enabled"]:
        for index in where(trace, "choose"):
            yield changed(trace, index, station=(trace[index]["station"] + 1) % 4)
            yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("Ziel")
def a_variety_nobody_knows(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "choose", "start"):
        yield changed(trace, index, variety="marzipan")


# Full packages --------------------------------------------------------------------------------------------------------


def _after(trace: Trace, index: int) -> list[int]:
    """Bonuses and the new package after `full`."""
    return [
        at
        for at in range(index + 1, len(trace))
        if all(event["event"] in ("bonus", "open") for event in trace[index + 1 : at + 1])
    ]


@forgery("R11")
def a_full_package_overlooked(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "full"):
        yield without(trace, index, *_after(trace, index))


@forgery("R11")
def full_too_early(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pack"):
        pack = trace[index]
        if pack["bars"] < trace[0]["packages"]["size"]:
            full = {"event": "full", "seat": pack["seat"], "package": pack["package"], "packages_full": 1}
            yield inserted(trace, index + 1, full)


@forgery("R11")
def full_packages_miscounted(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "full"):
        yield changed(trace, index, packages_full=trace[index]["packages_full"] + 1)


@forgery("R11")
def filled_by_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "full"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R11")
def a_bonus_too_few(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bonus"):
        yield without(trace, index)


@forgery("R11")
def a_bonus_too_many(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bonus"):
        for seat in seats(trace):
            if not where(trace[index - 6 : index + 6], "bonus", seat=seat):
                if seat > trace[index]["seat"] and trace[index + 1]["event"] != "bonus":
                    yield inserted(trace, index + 1, trace[index] | {"seat": seat})
                if seat < trace[index]["seat"] and trace[index - 1]["event"] == "full":
                    yield inserted(trace, index, trace[index] | {"seat": seat})


@forgery("R11")
def a_package_not_replaced(trace: Trace) -> Iterator[Trace]:
    for full in where(trace, "full"):
        for index in _after(trace, full):
            if trace[index]["event"] == "open":
                yield without(trace, index)


@forgery("R11")
def a_package_beyond_the_supply(trace: Trace) -> Iterator[Trace]:
    for full in where(trace, "full"):
        opened = len(packed(trace, full))
        if opened == trace[0]["packages"]["supply"] and trace[full + 1 :][0]["event"] == "bonus":
            at = _after(trace, full)[-1] + 1
            if trace[at]["event"] != "end":
                yield inserted(trace, at, {"event": "open", "package": opened})


# After the clock ------------------------------------------------------------------------------------------------------


@forgery("R13")
def a_waiting_bar_forgotten(trace: Trace) -> Iterator[Trace]:
    for time_up in where(trace, "time_up"):
        for index in where(trace, "pack", "store"):
            if index > time_up and trace[0]["packing"] == "may_wait":
                following = trace[index + 1]["event"]
                if following in ("end", "hire", "pack", "store"):
                    yield without(trace, index)


@forgery("R13")
def a_new_bar_begun_after_time_up(trace: Trace) -> Iterator[Trace]:
    for time_up in where(trace, "time_up"):
        for index in where(trace, "pack", "store"):
            if index > time_up and trace[index + 1]["event"] != "full":
                choice = {key: trace[index][key] for key in ("seat", "station", "variety")}
                yield inserted(trace, index + 1, {"event": "choose", **choice})
