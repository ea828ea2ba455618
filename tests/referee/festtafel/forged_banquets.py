"""Forgeries of full tables, bonuses, penalties and what comes after the clock."""

from __future__ import annotations

from collections.abc import Iterator

from festtafel.knowledge import after_time_up, before_time_up, forgery, free_cells, has_banquet, owners
from forging import Trace, changed, inserted, seats, swapped, where, without

PAYING = ("bonus", "penalty")


def _after(trace: Trace, index: int) -> list[int]:
    """Bonuses after `full`."""
    return [at for at in where(trace, "bonus", table=trace[index]["table"]) if at > index]


@forgery("R11")
def a_full_table_overlooked(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "full"):
        yield without(trace, index, *_after(trace, index))


@forgery("R11")
def full_too_early(trace: Trace) -> Iterator[Trace]:
    for index in before_time_up(trace, "serve"):
        if trace[index]["free"]:
            full = {"event": "full", "seat": trace[index]["seat"], "table": trace[index]["table"]}
            yield inserted(trace, index + 1, full)


@forgery("R11")
def filled_by_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "full"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R11")
def another_table_full(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "full", "bonus"):
        for table in trace[0]["banquet"]["tables"]:
            if table != trace[index]["table"]:
                yield changed(trace, index, table=table)


@forgery("R11")
def a_bonus_too_few(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bonus"):
        yield without(trace, index)


@forgery("R11")
def no_bonus_for_anybody(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "full"):
        yield without(trace, *_after(trace, index))


@forgery("R11")
def a_bonus_for_nothing(trace: Trace) -> Iterator[Trace]:
    for index in before_time_up(trace, "bonus"):
        there = owners(trace, index, trace[index]["table"])
        for seat in seats(trace):
            if seat not in there and trace[index + 1]["event"] != "bonus":
                yield inserted(trace, index + 1, trace[index] | {"seat": seat})


@forgery("R11")
def a_bonus_once_for_several_dishes(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bonus"):
        dishes = trace[index]["dishes"]
        if dishes > 1 and trace[index]["points"]:
            yield changed(trace, index, points=trace[index]["points"] // dishes)


@forgery("R11")
def a_table_that_pays_again(trace: Trace) -> Iterator[Trace]:
    for index in before_time_up(trace, "full"):
        told = [index, *_after(trace, index)]
        yield inserted(trace, told[-1] + 1, *(trace[at] for at in told))


# Penalties ------------------------------------------------------------------------------------------------------------


@forgery("R10")
def a_penalty_forgotten(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "penalty"):
        yield without(trace, index)


@forgery("R10")
def no_penalty_at_all(trace: Trace) -> Iterator[Trace]:
    if where(trace, "penalty"):
        yield without(trace, *where(trace, "penalty"))


@forgery("R10")
def a_penalty_on_a_full_table(trace: Trace) -> Iterator[Trace]:
    last = len(trace) - 1
    for table in trace[0]["banquet"]["tables"]:
        for seat, dishes in owners(trace, last, table).items():
            if not free_cells(trace, last, table) and not where(trace, "penalty"):
                fields = {"seat": seat, "table": table, "dishes": dishes, "points": dishes}
                yield inserted(trace, last, {"event": "penalty", **fields})


@forgery("R10")
def a_penalty_on_a_table_more_than_half_full(trace: Trace) -> Iterator[Trace]:
    last = len(trace) - 1
    for table, part in trace[0]["banquet"]["tables"].items():
        left = len(free_cells(trace, last, table))
        if trace[0]["half_empty"] == "at_most_half" and 0 < 2 * left < part["cells"]:
            for seat, dishes in sorted(owners(trace, last, table).items()):
                fields = {"seat": seat, "table": table, "dishes": dishes, "points": dishes}
                yield inserted(trace, where(trace, "time_up")[0] + 1, {"event": "penalty", **fields})


@forgery("R10")
def a_penalty_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "penalty"):
        yield inserted(trace, index + 1, trace[index])


@forgery("R10")
def a_penalty_for_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "penalty"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R10")
def a_penalty_too_high(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "penalty"):
        yield changed(trace, index, points=trace[index]["points"] + 1)
        yield changed(trace, index, dishes=trace[index]["dishes"] + 1)


@forgery("R10")
def a_penalty_on_another_table(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "penalty"):
        for table in trace[0]["banquet"]["tables"]:
            if table != trace[index]["table"]:
                yield changed(trace, index, table=table)


@forgery("R10")
def penalties_out_of_order(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "penalty"):
        if trace[index + 1]["event"] == "penalty":
            yield swapped(trace, index, index + 1)


@forgery("R10")
def a_penalty_before_the_end(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "penalty"):
        yield inserted(trace, where(trace, "roll")[-1], trace[index])


@forgery("R10")
def a_penalty_in_a_game_without(trace: Trace) -> Iterator[Trace]:
    if not has_banquet(trace):
        fields = {"seat": 0, "table": "stammtisch", "dishes": 1, "points": 1}
        yield inserted(trace, len(trace) - 1, {"event": "penalty", **fields})


# After the clock ------------------------------------------------------------------------------------------------------


@forgery("R12")
def a_station_refilled_after_time_up(trace: Trace) -> Iterator[Trace]:
    for index in after_time_up(trace, "serve", "aside"):
        if trace[index + 1]["event"] != "full" and not where(trace, "penalty"):
            kept = {key: trace[index][key] for key in ("seat", "station", "dish")}
            yield inserted(trace, index + 1, {"event": "refill", **kept})


@forgery("R9")
def a_last_dish_kept_back(trace: Trace) -> Iterator[Trace]:
    for index in after_time_up(trace, "serve", "aside"):
        yield without(trace, index)


@forgery("R12")
def time_up_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "time_up"):
        if trace[index + 1]["event"] == "end":
            yield inserted(trace, index, trace[index])
