"""Forgeries of rolls, takes, applications and hires, for either draft."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from drafting.knowledge import (
    applications,
    dice_left,
    first_takes,
    has_work,
    is_blocked,
    makes,
    missing,
    processed,
    stations,
    things,
    with_die,
    words_of,
)
from forging import Forgeries, Trace, changed, inserted, seats, swapped, where, without

forgery = Forgeries()

# Rolls ----------------------------------------------------------------------------------------------------------------


@forgery("Zug")
def a_die_too_many(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll", "reroll"):
        for kind in words_of(trace).kinds:
            yield changed(trace, index, **{kind: [*trace[index][kind], trace[0]["dice"][kind]["faces"][0]]})


@forgery("Zug")
def a_die_too_few(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll", "reroll"):
        for kind in words_of(trace).kinds:
            yield changed(trace, index, **{kind: trace[index][kind][1:]})


@forgery("Zug")
def a_face_that_no_die_has(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll", "reroll"):
        for kind in words_of(trace).kinds:
            for face in (7, "pappe", True, 0):
                yield with_die(trace, index, kind, face)


@forgery("R3")
def a_roll_by_the_wrong_seat(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R3")
def a_roll_left_out(trace: Trace) -> Iterator[Trace]:
    rolls = where(trace, "roll")
    for one, other in pairwise(rolls):
        yield trace[:one] + trace[other:]


@forgery("R5")
def a_reroll_after_a_choice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reroll"):
        if trace[index + 1]["event"] == "pass":
            held = min(trace[index]["applications"] + 2, trace[0]["applications"]["limit"])
            yield swapped(changed(trace, index + 1, applications=held), index, index + 1)


@forgery("R5")
def a_reroll_without_applications(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll"):
        if applications(trace, index, trace[index]["seat"]) == 0:
            yield inserted(trace, index + 1, trace[index] | {"event": "reroll", "applications": 0})


@forgery("R5")
def a_reroll_that_costs_nothing(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reroll"):
        yield changed(trace, index, applications=trace[index]["applications"] + 1)


@forgery("R5")
def a_reroll_by_another_seat(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reroll"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R5")
def a_reroll_that_moves_the_clock(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reroll"):
        yield changed(trace, index, roll=trace[index]["roll"] + 1)


# Takes ----------------------------------------------------------------------------------------------------------------


@forgery("R3")
def seats_swapped(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, *words_of(trace).takes):
        if trace[index + 1]["event"] in words_of(trace).takes:
            yield swapped(trace, index, index + 1)


@forgery("R3")
def two_takes(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pass", *words_of(trace).takes[2:-1]):
        if trace[index + 1]["event"] in words_of(trace).takes:
            yield inserted(trace, index + 1, trace[index])


@forgery("R3")
def no_take(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pass"):
        yield without(trace, index)


@forgery("R3")
def a_die_taken_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pair"):
        pair, other = trace[index], trace[index + 1]
        if other["event"] == "pair" and pair["amount"] not in dice_left(trace, index + 1, "amount"):
            yield changed(trace, index + 1, amount=pair["amount"])
        if other["event"] == "pair" and pair["spent"] not in dice_left(trace, index + 1, "ingredient"):
            yield changed(trace, index + 1, spent=pair["spent"])


@forgery("R3")
def a_die_that_is_not_there(trace: Trace) -> Iterator[Trace]:
    for kind in words_of(trace).kinds[2:]:
        for index in where(trace, kind):
            for face in trace[0]["dice"][kind]["faces"]:
                if face not in dice_left(trace, index, kind):
                    yield changed(trace, index, **{kind: face})


@forgery("R1")
def a_joker_of_seven(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pair", amount="joker"):
        pieces, left = trace[index]["pieces"] + 1, trace[index]["missing"] - 1
        yield changed(trace, index, pieces=7, missing=max(0, left))
        yield changed(trace, index, pieces=pieces, missing=max(0, left))


@forgery("R1")
def a_joker_that_fills_too_little(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pair", amount="joker"):
        pieces, left = trace[index]["pieces"] - 1, trace[index]["missing"] + 1
        yield changed(trace, index, pieces=pieces, missing=left)


@forgery("R1")
def a_joker_where_nothing_is_missing(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, "pair"):
        pair = trace[index]
        for ingredient, left in missing(trace, index, pair["seat"], pair["station"]).items():
            if left == 0:
                fields = {"ingredient": ingredient, "spent": ingredient, "pieces": 0, "missing": 0}
                forged = with_die(with_die(trace, roll, "amount", "joker"), roll, "ingredient", ingredient)
                yield changed(forged, index, amount="joker", **fields)


@forgery("R1")
def a_joker_for_another_ingredient(trace: Trace) -> Iterator[Trace]:
    if trace[0]["joker_ingredient"] == "paired":
        for index in where(trace, "pair", amount="joker"):
            for face in dice_left(trace, index, "ingredient"):
                if face != trace[index]["ingredient"]:
                    yield changed(trace, index, spent=face)


@forgery("R2")
def an_amount_cut_to_fit(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, "pair"):
        pair = trace[index]
        if pair["missing"] == 0 and pair["amount"] in (1, 2, 3, 4):
            forged = with_die(trace, roll, "amount", pair["amount"] + 1)
            yield changed(forged, index, amount=pair["amount"] + 1)
            yield changed(forged, index, amount=pair["amount"] + 1, pieces=pair["amount"] + 1)


@forgery("R2")
def a_piece_lost(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pair"):
        pair = trace[index]
        if pair["amount"] != "joker":
            yield changed(trace, index, pieces=pair["pieces"] - 1, missing=pair["missing"] + 1)
            yield changed(trace, index, missing=pair["missing"] + 1)


@forgery("R2")
def an_ingredient_nobody_wants(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, "pair"):
        wanted = missing(trace, index, trace[index]["seat"], trace[index]["station"])
        for ingredient in trace[0]["ingredients"]:
            if ingredient not in wanted and trace[index]["amount"] in trace[roll]["amount"]:
                forged = with_die(trace, roll, "ingredient", ingredient)
                yield changed(forged, index, ingredient=ingredient, spent=ingredient)


@forgery("work")
def work_on_bronze(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, *words_of(trace).takes):
        seat = trace[index]["seat"]
        for station in stations(trace):
            thing = makes(trace, index, seat, station)
            if not has_work(trace, thing) and not is_blocked(trace, index, seat, station):
                ingredient = next(iter(things(trace)[thing]["needs"]))
                yield work(trace, roll, index, station, ingredient)


@forgery("work")
def work_done_twice(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, *words_of(trace).takes):
        seat = trace[index]["seat"]
        for station in stations(trace):
            for ingredient in processed(trace, index, seat, station):
                if not is_blocked(trace, index, seat, station):
                    yield work(trace, roll, index, station, ingredient)


@forgery("work")
def work_for_nothing(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, words_of(trace).worker):
        take = trace[index]
        wanted = missing(trace, index, take["seat"], take["station"])
        for ingredient in trace[0]["ingredients"]:
            if ingredient not in wanted:
                yield work(trace, roll, index, take["station"], ingredient)


@forgery("Zug")
def work_by_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, words_of(trace).worker):
        wanted = missing(trace, index, trace[index]["seat"], trace[index]["station"])
        for ingredient in wanted:
            if ingredient != trace[index]["ingredient"]:
                yield changed(trace, index, ingredient=ingredient)


def work(trace: Trace, roll: int, index: int, station: int, ingredient: str) -> Trace:
    """A take becomes this work."""
    kind = words_of(trace).worker
    worker = trace[0]["ingredients"][ingredient]
    take = {"event": kind, "seat": trace[index]["seat"], "station": station, kind: worker}
    forged = with_die(trace, roll, kind, worker)
    return [*forged[:index], take | {"ingredient": ingredient}, *forged[index + 1 :]]


# Applications ---------------------------------------------------------------------------------------------------------


@forgery("R4")
def a_pass_without_its_application(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pass"):
        held = trace[index]["applications"]
        if applications(trace, index, trace[index]["seat"]) < held:
            yield changed(trace, index, applications=held - 1)


@forgery("R4")
def a_pass_beyond_the_limit(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pass"):
        if trace[index]["applications"] == trace[0]["applications"]["limit"]:
            yield changed(trace, index, applications=trace[index]["applications"] + 1)


@forgery("R6")
def a_hire_for_nothing(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll"):
        seat = trace[index]["seat"]
        for station in stations(trace):
            thing = makes(trace, index, seat, station)
            if has_work(trace, thing) and not is_blocked(trace, index, seat, station):
                left = set(missing(trace, index, seat, station)) - processed(trace, index, seat, station)
                if (
                    left
                    and applications(trace, index, seat) < trace[0]["applications"][words_of(trace).helper]
                ):
                    yield inserted(trace, index + 1, _hire(seat, station, min(left)))


def _hire(seat: int, station: int, ingredient: str) -> dict[str, object]:
    return {"event": "hire", "seat": seat, "station": station, "ingredient": ingredient, "applications": 0}


@forgery("R6")
def a_hire_too_cheap(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "hire"):
        yield changed(trace, index, applications=trace[index]["applications"] + 1)


@forgery("R6")
def a_hire_on_bronze(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "hire"):
        seat = trace[index]["seat"]
        for station in stations(trace):
            thing = makes(trace, index, seat, station)
            if not has_work(trace, thing) and not is_blocked(trace, index, seat, station):
                ingredient = next(iter(things(trace)[thing]["needs"]))
                yield changed(trace, index, station=station, ingredient=ingredient)


@forgery("R6")
def a_hire_for_what_is_done(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "hire"):
        for ingredient in processed(trace, index, trace[index]["seat"], trace[index]["station"]):
            yield changed(trace, index, ingredient=ingredient)


@forgery("R6")
def a_hire_out_of_turn(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "hire"):
        seat, station = trace[index]["seat"], trace[index]["station"]
        for roll in where(trace[:index], "roll")[-1:]:
            begun = max(where(trace[:index], *words_of(trace).begins, seat=seat, station=station))
            there = applications(trace, roll, seat) >= trace[0]["applications"][words_of(trace).helper]
            if there and begun < roll and trace[roll]["seat"] != seat:
                yield inserted(without(trace, index), roll + 1, trace[index])


@forgery("close")
def last_hires_out_of_order(trace: Trace) -> Iterator[Trace]:
    for time_up in where(trace, "time_up"):
        for index in where(trace, "hire"):
            following = trace[index + 1]
            is_other = following["event"] == "hire" and following["seat"] != trace[index]["seat"]
            if index > time_up and is_other:
                yield swapped(trace, index, index + 1)
