"""Forgeries of the result, for all games whose most points win and whose level winners share."""

from __future__ import annotations

from collections.abc import Iterator

from forging import Forgeries, Trace, another, changed, rows_with, seats

forgery = Forgeries()


@forgery("result")
def a_point_more(trace: Trace) -> Iterator[Trace]:
    for seat in seats(trace):
        scores = list(trace[-1]["scores"])
        scores[seat] += 1
        yield changed(trace, len(trace) - 1, scores=scores)


@forgery("result")
def another_winner(trace: Trace) -> Iterator[Trace]:
    winners = trace[-1]["winners"]
    if not all(winners):
        yield changed(trace, len(trace) - 1, winners=[not wins for wins in winners])
        yield changed(trace, len(trace) - 1, winners=winners[1:] + winners[:1])


@forgery("result")
def one_winner_of_a_draw(trace: Trace) -> Iterator[Trace]:
    winners = trace[-1]["winners"]
    if sum(winners) > 1:
        first = winners.index(True)
        yield changed(trace, len(trace) - 1, winners=[seat == first for seat in seats(trace)])


@forgery("rows")
def another_row_of_a_seat(trace: Trace) -> Iterator[Trace]:
    for seat in seats(trace):
        for column in trace[-1]["rows"]["seats"][seat]:
            yield rows_with(trace, column, another, seat)
