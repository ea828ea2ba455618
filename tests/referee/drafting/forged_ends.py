"""Forgeries of what stands at the end, and of the form of a trace, for either draft."""

from __future__ import annotations

from collections.abc import Iterator

from drafting.knowledge import words_of
from forging import Forgeries, Trace, another, changed, inserted, rows_with, seats, where, without

forgery = Forgeries()


@forgery("closed")
def another_number_of_rolls(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, len(trace) - 1, rolls=trace[-1]["rolls"] - 1)


@forgery("result")
def one_less_made(trace: Trace) -> Iterator[Trace]:
    word = words_of(trace).made
    for seat in seats(trace):
        made = list(trace[-1][word])
        made[seat] -= 1
        yield changed(trace, len(trace) - 1, **{word: made})


@forgery("result")
def a_draw_though_one_made_more(trace: Trace) -> Iterator[Trace]:
    scores, winners = trace[-1]["scores"], trace[-1]["winners"]
    level = [score == max(scores) for score in scores]
    if level != winners:
        yield changed(trace, len(trace) - 1, winners=level)


@forgery("rows")
def another_row_of_the_playout(trace: Trace) -> Iterator[Trace]:
    for column in trace[-1]["rows"]["games"]:
        is_rough = column == "lead_changes"  # counted only as a bound
        yield rows_with(trace, column, (lambda changes: changes + 50) if is_rough else another)


@forgery("closed")
def a_take_after_the_end(trace: Trace) -> Iterator[Trace]:
    yield [*trace, trace[where(trace, "pass", "pair")[0]]]


@forgery("close")
def no_end(trace: Trace) -> Iterator[Trace]:
    if trace[-1]["reason"] == "clock":
        yield trace[:-1]


@forgery("close")
def no_time_up(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "time_up"):
        if trace[index + 1]["event"] != "hire":
            yield without(trace, index)


@forgery("close")
def time_up_too_early(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll")[1:]:
        yield inserted(trace, index, {"event": "time_up"})


@forgery("close")
def a_take_after_time_up(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "time_up"):
        yield inserted(trace, index + 1, {"event": "pass", "seat": 0, "applications": 1})


@forgery("close")
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
