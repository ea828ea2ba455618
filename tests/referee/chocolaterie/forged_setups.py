"""Forgeries of what stands before the first roll, and of what stands at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from chocolaterie.knowledge import forgery
from forging import Trace, changed, inserted, rows_with, seats, setup_with, swapped, where, without

# The set-up -----------------------------------------------------------------------------------------------------------


def _setup(name: str, rule: str, alter: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    def forge(trace: Trace) -> Iterator[Trace]:
        yield changed(trace, 0, **alter(trace[0]))

    forge.__name__ = name
    forgery(rule)(forge)


_setup("a_roll_too_few", "Schichtzeit", lambda it: {"rolls": it["rolls"] - 1})
_setup("a_round_too_many", "Schichtzeit", lambda it: {"rolls": it["rolls"] + it["n_seats"]})
_setup("seats_in_reverse", "R3", lambda it: {"order": it["order"][::-1]})
_setup("a_larger_joker", "R1", lambda it: {"joker": it["joker"] + 1})
_setup("a_dearer_refinement", "R8", lambda it: {"refinement": it["refinement"] + 1})
_setup("a_tier_less", "Ziel", lambda it: {"stations": [*it["stations"][1:], "platinum"]})


@forgery("Zug")
def a_die_more_for_everybody(trace: Trace) -> Iterator[Trace]:
    for kind in ("amount", "ingredient", "device", "special"):
        dice = trace[0]["dice"][kind]
        yield setup_with(trace, "dice", **{kind: dice | {"number": dice["number"] + 1}})


@forgery("Zug")
def a_six_for_the_joker(trace: Trace) -> Iterator[Trace]:
    dice = trace[0]["dice"]["amount"]
    yield setup_with(trace, "dice", amount=dice | {"faces": [*dice["faces"][:-1], 6]})


@forgery("Zug")
def devices_exchanged(trace: Trace) -> Iterator[Trace]:
    one, other, *_ = trace[0]["ingredients"]
    devices = trace[0]["ingredients"]
    yield setup_with(trace, "ingredients", **{one: devices[other], other: devices[one]})


@forgery("Pakete")
def a_higher_bonus(trace: Trace) -> Iterator[Trace]:
    for tier, part in trace[0]["tiers"].items():
        yield setup_with(trace, "tiers", **{tier: part | {"bonus": part["bonus"] + 1}})


@forgery("A1")
def another_recipe(trace: Trace) -> Iterator[Trace]:
    for name, part in trace[0]["varieties"].items():
        first = next(iter(part["recipe"]))
        more = part["recipe"] | {first: part["recipe"][first] + 3}
        if trace[0]["amount_scale"] == 1:
            yield setup_with(trace, "varieties", **{name: part | {"recipe": more, "needs": more}})


@forgery("A1")
def other_points(trace: Trace) -> Iterator[Trace]:
    for name, part in trace[0]["varieties"].items():
        yield setup_with(trace, "varieties", **{name: part | {"points": part["points"] + 1}})


@forgery("A4")
def an_amount_not_scaled(trace: Trace) -> Iterator[Trace]:
    for name, part in trace[0]["varieties"].items():
        if part["needs"] != part["recipe"]:
            yield setup_with(trace, "varieties", **{name: part | {"needs": part["recipe"]}})


@forgery("R4")
def more_applications(trace: Trace) -> Iterator[Trace]:
    yield setup_with(trace, "applications", limit=trace[0]["applications"]["limit"] + 1)


@forgery("R4")
def a_cheaper_master(trace: Trace) -> Iterator[Trace]:
    yield setup_with(trace, "applications", master=trace[0]["applications"]["master"] - 1)


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


@forgery("R16")
def a_gold_variety_on_a_bronze_station(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "start", station=0):
        yield changed(trace, index, variety="schokoladentorte")


@forgery("R16")
def an_empty_station(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "start"):
        yield without(trace, index)


@forgery("R16")
def starts_out_of_order(trace: Trace) -> Iterator[Trace]:
    one, other, *_ = where(trace, "start")
    yield swapped(trace, one, other)


# The end --------------------------------------------------------------------------------------------------------------


@forgery("R12")
def another_reason(trace: Trace) -> Iterator[Trace]:
    other = {"clock": "supply", "supply": "clock"}
    yield changed(trace, len(trace) - 1, reason=other[trace[-1]["reason"]])


@forgery("R12")
def another_number_of_rolls(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, len(trace) - 1, rolls=trace[-1]["rolls"] - 1)


@forgery("R14")
def a_point_more(trace: Trace) -> Iterator[Trace]:
    for seat in seats(trace):
        scores = list(trace[-1]["scores"])
        scores[seat] += 1
        yield changed(trace, len(trace) - 1, scores=scores)


@forgery("R14")
def a_bar_less(trace: Trace) -> Iterator[Trace]:
    for seat in seats(trace):
        bars = list(trace[-1]["bars"])
        bars[seat] -= 1
        yield changed(trace, len(trace) - 1, bars=bars)


@forgery("R14")
def another_winner(trace: Trace) -> Iterator[Trace]:
    winners = trace[-1]["winners"]
    if not all(winners):
        yield changed(trace, len(trace) - 1, winners=[not wins for wins in winners])
        yield changed(trace, len(trace) - 1, winners=winners[1:] + winners[:1])


@forgery("R14")
def a_draw_though_one_has_more_bars(trace: Trace) -> Iterator[Trace]:
    scores, winners = trace[-1]["scores"], trace[-1]["winners"]
    level = [score == max(scores) for score in scores]
    if level != winners:
        yield changed(trace, len(trace) - 1, winners=level)


@forgery("R14")
def one_winner_of_a_draw(trace: Trace) -> Iterator[Trace]:
    winners = trace[-1]["winners"]
    if sum(winners) > 1:
        first = winners.index(True)
        yield changed(trace, len(trace) - 1, winners=[seat == first for seat in seats(trace)])


@forgery("rows")
def another_row_of_the_playout(trace: Trace) -> Iterator[Trace]:
    for column, value in trace[-1]["rows"]["games"].items():
        if column == "lead_changes":
            yield rows_with(trace, column, lambda changes: changes + 50)
        elif isinstance(value, bool):
            yield rows_with(trace, column, lambda flag: not flag)
        else:
            yield rows_with(trace, column, lambda it: it + 1 if isinstance(it, int) else f"{it}!")


@forgery("rows")
def another_row_of_a_seat(trace: Trace) -> Iterator[Trace]:
    for seat in seats(trace):
        for column in trace[-1]["rows"]["seats"][seat]:
            yield rows_with(trace, column, lambda it: f"{it}!" if isinstance(it, str) else it + 1, seat)


@forgery("R12")
def a_take_after_the_end(trace: Trace) -> Iterator[Trace]:
    yield [*trace, trace[where(trace, "pass", "pair")[0]]]


@forgery("R13")
def no_end(trace: Trace) -> Iterator[Trace]:
    if trace[-1]["reason"] == "clock":
        yield trace[:-1]


@forgery("R12")
def play_goes_on_after_the_last_package(trace: Trace) -> Iterator[Trace]:
    if trace[-1]["reason"] == "supply":
        for event in ({"event": "pass", "seat": 0, "applications": 1}, {"event": "time_up"}):
            yield inserted(trace, len(trace) - 1, event)


@forgery("R13")
def no_time_up(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "time_up"):
        yield without(trace, index)


@forgery("R13")
def time_up_too_early(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll")[1:]:
        yield inserted(trace, index, {"event": "time_up"})


@forgery("R13")
def a_take_after_time_up(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "time_up"):
        yield inserted(trace, index + 1, {"event": "pass", "seat": 0, "applications": 1})


@forgery("R13")
def a_roll_after_time_up(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "time_up"):
        yield inserted(trace, index + 1, trace[where(trace, "roll")[0]])


@forgery("trace")
def a_field_gone(trace: Trace) -> Iterator[Trace]:
    for index, event in enumerate(trace):
        for field in list(event)[1:3]:
            kept = {key: value for key, value in event.items() if key != field}
            yield [*trace[:index], kept, *trace[index + 1 :]]


@forgery("trace")
def a_seat_that_is_not_there(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "pair", "pass", "hire", "roll", "finish", "bonus"):
        for seat in (-1, len(seats(trace)), True):
            yield changed(trace, index, seat=seat)
