"""What can happen on the table of festtafel: dice, finished dishes, tables that fill. Nobody decides here.

The rule numbers are those of RULES.md.
"""

from __future__ import annotations

from balance.core.kernel import kernel
from balance.games.draft.dice import tell_devices, tell_pairs, throw_devices, throw_pairs
from balance.games.draft.events import emit
from balance.games.draft.layout import NONE, ZERO, Trace
from balance.games.draft.stations import is_complete
from balance.games.festtafel.layout import Count, Event, Rules, Source, State
from balance.games.festtafel.places import cover, table_of


@kernel()
def throw(rules: Rules, state: State, trace: Trace) -> None:
    """All dice, at the addresses of this roll and reroll."""
    throw_pairs(rules, state, Source.AMOUNT, Source.INGREDIENT)
    throw_devices(rules, state, Source.COOK)
    if trace.is_on:
        tell_pairs(rules, state, trace, Event.DIE, Source.AMOUNT, Source.INGREDIENT)
        tell_devices(rules, state, trace, Event.DIE, Source.COOK)


@kernel(inline=True)
def finish(rules: Rules, state: State, trace: Trace, seat: int, station: int) -> None:
    """If all is delivered and processed a dish is finished; its points count from now on (R9, R14)."""
    if not is_complete(state, seat, station):
        return
    dish = state.making[seat, station]
    points = rules.points[dish]
    state.points_tier[seat, rules.tier[dish]] += points
    state.score[seat] += points
    state.has_scored = 1
    state.tally[seat, Count.DISHES] += 1
    state.made[seat, dish] += 1
    state.waiting[seat, station] = 1
    state.is_clearing = 1
    state.clearing_seat = seat
    state.clearing_station = station
    emit(trace, Event.FINISH, seat, station, dish, points, ZERO, ZERO, ZERO)


@kernel()
def serve(rules: Rules, state: State, trace: Trace, seat: int, station: int, place: int) -> None:
    """A finished dish comes to a place on the banquet, with NONE onto the sideboard (R9); a full table pays (R11)."""
    dish = state.making[seat, station]
    if place == NONE:
        state.tally[seat, Count.ASIDE] += 1
        state.aside[seat, rules.tier[dish]] += 1
        emit(trace, Event.ASIDE, seat, station, dish, ZERO, ZERO, ZERO, ZERO)
        return
    table = table_of(place)
    left = state.n_free[table] - rules.n_covered[rules.form[dish]]
    emit(trace, Event.SERVE, seat, station, dish, table, left, ZERO, ZERO)
    state.n_served[table] += 1
    state.served[table, seat] += 1
    state.tally[seat, Count.SERVED] += 1
    cover(rules, state, trace, place, rules.form[dish])
    if left == 0:
        pay(rules, state, trace, seat, table)


@kernel()
def pay(rules: Rules, state: State, trace: Trace, server: int, table: int) -> None:
    """A full table pays its owners at once, for each own dish (R11)."""
    state.has_scored = 1
    state.tally[server, Count.TABLES_FILLED] += 1
    emit(trace, Event.FULL, server, table, ZERO, ZERO, ZERO, ZERO, ZERO)
    for seat in range(rules.n_seats):
        dishes = state.served[table, seat]
        if dishes > 0:
            bonus = rules.bonus[table] * dishes
            state.points_bonus[seat, table] += bonus
            state.score[seat] += bonus
            state.tally[server, Count.BONUS_FILLED if seat == server else Count.BONUS_GIVEN] += bonus
            emit(trace, Event.BONUS, seat, table, dishes, bonus, ZERO, ZERO, ZERO)


@kernel()
def take_penalties(rules: Rules, state: State, trace: Trace) -> None:
    """At the end every dish on a half-empty table costs its owner points (R10, R11)."""
    for table in range(rules.n_tables):
        covered = rules.n_cells[table] - state.n_free[table]
        is_spared = rules.at_most_half == 1 and 2 * covered > rules.n_cells[table]
        if state.n_free[table] == 0 or is_spared:
            continue
        for seat in range(rules.n_seats):
            dishes = state.served[table, seat]
            points = rules.penalty[table] * dishes
            if points > 0:
                state.points_penalty[seat, table] -= points
                state.score[seat] -= points
                emit(trace, Event.PENALTY, seat, table, dishes, points, ZERO, ZERO, ZERO)
