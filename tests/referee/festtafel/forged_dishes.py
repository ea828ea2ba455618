"""Forgeries of cooks, finished dishes and their places on the banquet."""

from __future__ import annotations

from collections.abc import Iterator

from drafting.forged_takes import work
from drafting.knowledge import first_takes, has_work, makes, missing, processed, stations
from drafting.words import FESTTAFEL
from festtafel.knowledge import (
    all_cells,
    before_time_up,
    by_shape,
    forgery,
    free_cells,
    has_banquet,
    is_form_of,
    laid,
    lying,
    mirrored_only,
    shape_of,
)
from festtafel.referee.shapes import cornered
from forging import Trace, changed, inserted, seats, swapped, where, without

# Cooks ----------------------------------------------------------------------------------------------------------------


@forgery("Zug")
def a_cook_before_all_is_delivered(trace: Trace) -> Iterator[Trace]:
    for roll, index in first_takes(trace, *FESTTAFEL.takes):
        seat = trace[index]["seat"]
        for station in stations(trace):
            if has_work(trace, makes(trace, index, seat, station)):
                for ingredient, left in missing(trace, index, seat, station).items():
                    if left and ingredient not in processed(trace, index, seat, station):
                        yield work(trace, roll, index, station, ingredient)


@forgery("R6")
def a_sous_chef_before_all_is_delivered(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "hire"):
        seat = trace[index]["seat"]
        for station in stations(trace):
            if has_work(trace, makes(trace, index, seat, station)):
                for ingredient, left in missing(trace, index, seat, station).items():
                    if left:
                        yield changed(trace, index, station=station, ingredient=ingredient)


# Finished dishes ------------------------------------------------------------------------------------------------------


@forgery("Zug")
def a_dish_not_finished(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish"):
        yield without(trace, index)


@forgery("Zug")
def a_dish_finished_too_early(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pair"):
        pair = trace[index]
        if pair["missing"]:
            fields = {"seat": pair["seat"], "station": pair["station"], "dish": "pfannkuchen", "points": 3}
            yield inserted(trace, index + 1, {"event": "finish", **fields})


@forgery("Ziel")
def other_points_for_a_dish(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish"):
        yield changed(trace, index, points=trace[index]["points"] + 1)


@forgery("Ziel")
def another_dish_than_was_made(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish"):
        for dish in trace[0]["dishes"]:
            if dish != trace[index]["dish"]:
                yield changed(trace, index, dish=dish)


@forgery("Ziel")
def finished_on_another_station(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "finish"):
        yield changed(trace, index, station=(trace[index]["station"] + 1) % len(stations(trace)))


@forgery("R9")
def a_dish_not_served(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve", "aside"):
        yield without(trace, index)


@forgery("R9")
def a_dish_served_later(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve", "aside"):
        if trace[index + 1]["event"] == "refill" and trace[index + 2]["event"] in FESTTAFEL.takes:
            yield inserted(without(trace, index, index + 1), index + 1, *trace[index : index + 2])


@forgery("R9")
def a_dish_served_twice(trace: Trace) -> Iterator[Trace]:
    for index in before_time_up(trace, "serve", "aside"):
        if trace[index + 1]["event"] == "refill":
            yield inserted(trace, index + 1, trace[index])
            yield inserted(trace, index + 2, trace[index])


@forgery("R9")
def another_dish_served(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve", "aside"):
        for dish in trace[0]["dishes"]:
            if dish != trace[index]["dish"]:
                yield changed(trace, index, dish=dish)


@forgery("R9")
def a_dish_in_anothers_colour(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve", "aside"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R9")
def served_in_a_game_without(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "refill"):
        if not has_banquet(trace):
            yield inserted(trace, index, trace[index] | {"event": "aside"})


# The sideboard --------------------------------------------------------------------------------------------------------


@forgery("R9")
def put_aside_though_it_fits(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        if not trace[0]["sideboard_by_choice"]:
            kept = {key: trace[index][key] for key in ("seat", "station", "dish")}
            yield [*trace[:index], {"event": "aside", **kept}, *trace[index + 1 :]]


@forgery("R9")
def served_though_it_fits_nowhere(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "aside"):
        if not trace[0]["sideboard_by_choice"] and by_shape(trace):
            form = frozenset({shape_of(trace, trace[index]["dish"])})
            for table in trace[0]["banquet"]["tables"]:
                left = len(free_cells(trace, index, table))
                for place in lying(form, all_cells(trace, table)):
                    cells = [list(cell) for cell in sorted(place)]
                    served = {"event": "serve", "table": table, "free": left, "cells": cells}
                    yield [*trace[:index], trace[index] | served, *trace[index + 1 :]]


# Places ---------------------------------------------------------------------------------------------------------------


@forgery("R9")
def on_another_dish(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        table, served = trace[index]["table"], trace[index]["cells"]
        free = free_cells(trace, index, table)
        for place in lying(frozenset({cornered([(y, x) for y, x in served])}), all_cells(trace, table)):
            if not place <= free:
                yield laid(trace, index, place)


@forgery("R9")
def beyond_the_edge(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        for far in (20, -9):
            yield laid(trace, index, {(y + far, x) for y, x in trace[index]["cells"]})
            yield laid(trace, index, {(y, x + far) for y, x in trace[index]["cells"]})


@forgery("R9")
def mirrored(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        if by_shape(trace) and not trace[0]["mirror"]:
            free = frozenset(free_cells(trace, index, trace[index]["table"]))
            for place in lying(mirrored_only(trace, trace[index]["dish"]), free):
                yield laid(trace, index, place)


@forgery("R9")
def in_another_form(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        served = {(y, x) for y, x in trace[index]["cells"]}
        for far in free_cells(trace, index, trace[index]["table"]) - served:
            other = served - {max(served)} | {far}
            if by_shape(trace) and not is_form_of(trace, trace[index]["dish"], other):
                yield laid(trace, index, other)


@forgery("R9")
def a_cell_too_few(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        cells = trace[index]["cells"]
        if by_shape(trace) and len(cells) > 1:
            yield changed(trace, index, cells=cells[1:], free=trace[index]["free"] + 1)


@forgery("R9")
def a_cell_too_many(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        served = {(y, x) for y, x in trace[index]["cells"]}
        for far in free_cells(trace, index, trace[index]["table"]) - served:
            if by_shape(trace):
                yield changed(laid(trace, index, served | {far}), index, free=trace[index]["free"] - 1)


@forgery("A5")
def not_the_first_free_cells(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        served = {(y, x) for y, x in trace[index]["cells"]}
        for far in free_cells(trace, index, trace[index]["table"]) - served:
            if not by_shape(trace):
                yield laid(trace, index, served - {min(served)} | {far})


@forgery("A5")
def a_larger_helping(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        free = sorted(free_cells(trace, index, trace[index]["table"]))
        more = len(trace[index]["cells"]) + 1
        if not by_shape(trace) and len(free) >= more:
            yield changed(laid(trace, index, {*free[:more]}), index, free=len(free) - more)


@forgery("R9")
def free_cells_miscounted(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        yield changed(trace, index, free=trace[index]["free"] + 1)


@forgery("R9")
def a_table_nobody_knows(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        yield changed(trace, index, table="katzentisch")


@forgery("R9")
def on_a_table_without_room(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        for table in trace[0]["banquet"]["tables"]:
            if not free_cells(trace, index, table):
                yield changed(trace, index, table=table, free=0)


@forgery("trace")
def cells_out_of_order(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        cells = trace[index]["cells"]
        if len(cells) > 1:
            yield changed(trace, index, cells=cells[::-1])
            yield changed(trace, index, cells=[cells[0], *cells])


@forgery("trace")
def cells_that_are_none(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        for cells in (7, [[0]], [[0, "1"]], [[True, 0]], None):
            yield changed(trace, index, cells=cells)


@forgery("R9")
def a_dish_on_no_cell(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "serve"):
        yield changed(trace, index, cells=[])


# Refilling ------------------------------------------------------------------------------------------------------------


@forgery("R7")
def nothing_refilled(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "refill"):
        yield without(trace, index)


@forgery("R7")
def another_station_refilled(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "refill"):
        yield changed(trace, index, station=(trace[index]["station"] + 1) % len(stations(trace)))
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R7")
def another_tier_though_it_is_fixed(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "refill"):
        if trace[0]["new_dish"] == "tier_fixed":
            tier = trace[0]["dishes"][trace[index]["dish"]]["tier"]
            for dish, part in trace[0]["dishes"].items():
                if part["tier"] != tier:
                    yield changed(trace, index, dish=dish)


@forgery("Ziel")
def a_dish_nobody_knows(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "refill", "start"):
        yield changed(trace, index, dish="schuhsohle")


@forgery("R7")
def a_take_between_dish_and_refill(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "refill"):
        if trace[index + 1]["event"] in FESTTAFEL.takes:
            yield swapped(trace, index, index + 1)
