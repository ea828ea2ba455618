"""Who leads and who wins, and what every row of a draft says."""

from __future__ import annotations

from typing import Any

from balance.core.kernel import kernel
from balance.core.layout import Records
from balance.core.tables import SHARE_UNIT

Rules = Any
State = Any
GameRow = Any


@kernel(inline=True)
def next_seat(rules: Rules, seat: int) -> int:
    """The seat whose turn it is after this one."""
    return 0 if seat + 1 == rules.n_seats else seat + 1


@kernel(inline=True)
def note_leaders(rules: Rules, state: State) -> None:
    """Count a change of the set of leaders since the last comparison; the set before the first is everyone."""
    state.has_scored = 0
    best = state.score[0]
    leaders = 1
    for seat in range(1, rules.n_seats):
        if state.score[seat] > best:
            best = state.score[seat]
            leaders = 0
        if state.score[seat] == best:
            leaders |= 1 << seat
    if leaders != state.leaders:
        state.lead_changes += 1
        state.leaders = leaders


@kernel()
def rank_of(rules: Rules, state: State, finished: int, seat: int) -> int:
    """One more than the seats before it: those with more points, or as many and more finished (a count's number)."""
    rank = 1
    for other in range(rules.n_seats):
        is_level = state.score[other] == state.score[seat]
        has_more = state.tally[other, finished] > state.tally[seat, finished]
        if state.score[other] > state.score[seat] or (is_level and has_more):
            rank += 1
    return rank


@kernel()
def share_win(seat_rows: Records) -> int:
    """The win in equal parts for all seats of rank 1; returns them as bits."""
    winners = 0
    n_winners = 0
    for seat in range(len(seat_rows)):
        if seat_rows[seat].rank == 1:
            winners |= 1 << seat
            n_winners += 1
    for seat in range(len(seat_rows)):
        seat_rows[seat].share = SHARE_UNIT // n_winners if seat_rows[seat].rank == 1 else 0
    return winners


@kernel()
def write_result(rules: Rules, state: State, row: GameRow, playout: int, deal: int) -> None:
    """What the row of every draft's playout says, but for the winners."""
    best = state.score[0]
    second = -(1 << 62)
    for seat in range(1, rules.n_seats):
        if state.score[seat] > best:
            second = best
            best = state.score[seat]
        else:
            second = max(second, state.score[seat])
    row.playout = playout
    row.deal = deal
    row.n_seats = rules.n_seats
    row.length = state.roll
    row.end_reason = state.end_reason
    row.truncated = 0
    row.margin = best - second
    row.lead_changes = state.lead_changes
    row.fault = state.fault
    row.takes_last_roll = state.n_acted
