"""Telling what happens, if anyone listens."""

from __future__ import annotations

from enum import IntEnum

from balance.core.kernel import kernel
from balance.games.draft.layout import PAGE, Trace


@kernel()
def write_event(
    trace: Trace, event: IntEnum | int, seat: int, a: int, b: int, c: int, d: int, e: int, f: int
) -> None:
    """Count an event and write it if it lies on the page that is wanted."""
    index = trace.n_events - trace.first
    if 0 <= index < PAGE:
        trace.row[index, 0] = event
        trace.row[index, 1] = seat
        trace.row[index, 2] = a
        trace.row[index, 3] = b
        trace.row[index, 4] = c
        trace.row[index, 5] = d
        trace.row[index, 6] = e
        trace.row[index, 7] = f
    trace.n_events += 1


@kernel(inline=True)
def emit(
    trace: Trace, event: IntEnum | int, seat: int, a: int, b: int, c: int, d: int, e: int, f: int
) -> None:
    """Tell an event if anyone listens; nobody does in production."""
    if trace.is_on:
        write_event(trace, event, seat, a, b, c, d, e, f)
