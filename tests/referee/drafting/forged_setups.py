"""Forgeries of what stands before the first roll, for either draft."""

from __future__ import annotations

from collections.abc import Iterator

from drafting.knowledge import things, words_of
from forging import Forgeries, Trace, changed, setup_with, swapped, where, without

forgery = Forgeries()


forgery.of_setup("a_roll_too_few", "clock", lambda it: {"rolls": it["rolls"] - 1})
forgery.of_setup("a_round_too_many", "clock", lambda it: {"rolls": it["rolls"] + it["n_seats"]})
forgery.of_setup("seats_in_reverse", "R3", lambda it: {"order": it["order"][::-1]})
forgery.of_setup("a_larger_joker", "R1", lambda it: {"joker": it["joker"] + 1})
forgery.of_setup("a_tier_less", "Ziel", lambda it: {"stations": [*it["stations"][1:], "platinum"]})


@forgery("Zug")
def a_die_more_for_everybody(trace: Trace) -> Iterator[Trace]:
    for kind in words_of(trace).kinds:
        dice = trace[0]["dice"][kind]
        yield setup_with(trace, "dice", **{kind: dice | {"number": dice["number"] + 1}})


@forgery("Zug")
def a_six_for_the_joker(trace: Trace) -> Iterator[Trace]:
    dice = trace[0]["dice"]["amount"]
    yield setup_with(trace, "dice", amount=dice | {"faces": [*dice["faces"][:-1], 6]})


@forgery("Zug")
def workers_exchanged(trace: Trace) -> Iterator[Trace]:
    one, other, *_ = trace[0]["ingredients"]
    workers = trace[0]["ingredients"]
    yield setup_with(trace, "ingredients", **{one: workers[other], other: workers[one]})


@forgery("A1")
def another_recipe(trace: Trace) -> Iterator[Trace]:
    for name, part in things(trace).items():
        first = next(iter(part["recipe"]))
        more = part["recipe"] | {first: part["recipe"][first] + 3}
        if trace[0]["amount_scale"] == 1:
            yield setup_with(trace, words_of(trace).things, **{name: part | {"recipe": more, "needs": more}})


@forgery("A1")
def other_points(trace: Trace) -> Iterator[Trace]:
    for name, part in things(trace).items():
        yield setup_with(trace, words_of(trace).things, **{name: part | {"points": part["points"] + 1}})


@forgery("scaled")
def an_amount_not_scaled(trace: Trace) -> Iterator[Trace]:
    for name, part in things(trace).items():
        if part["needs"] != part["recipe"]:
            yield setup_with(trace, words_of(trace).things, **{name: part | {"needs": part["recipe"]}})


@forgery("R4")
def more_applications(trace: Trace) -> Iterator[Trace]:
    yield setup_with(trace, "applications", limit=trace[0]["applications"]["limit"] + 1)


@forgery("R4")
def a_cheaper_hire(trace: Trace) -> Iterator[Trace]:
    helper = words_of(trace).helper
    yield setup_with(trace, "applications", **{helper: trace[0]["applications"][helper] - 1})


@forgery("start")
def gold_on_a_bronze_station(trace: Trace) -> Iterator[Trace]:
    gold = [name for name, part in things(trace).items() if part["tier"] == "gold"]
    for index in where(trace, "start", station=0):
        yield changed(trace, index, **{words_of(trace).thing: gold[0]})


@forgery("start")
def an_empty_station(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "start"):
        yield without(trace, index)


@forgery("start")
def starts_out_of_order(trace: Trace) -> Iterator[Trace]:
    one, other, *_ = where(trace, "start")
    yield swapped(trace, one, other)
