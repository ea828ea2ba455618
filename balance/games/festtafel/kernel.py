"""festtafel played to its end: set-up, rolls, decision points, takes, scoring. The rule numbers are RULES.md's."""

from __future__ import annotations

from balance.core.chance import begin_streams, key_of
from balance.core.kernel import kernel
from balance.core.layout import Records
from balance.games.draft.course import begin_course, begin_phase, note_decision, note_scores, write_course
from balance.games.draft.dice import spend_device, spend_pair
from balance.games.draft.events import emit
from balance.games.draft.layout import (
    JOKER,
    NONE,
    STATIONS,
    TIERS,
    ZERO,
    Trace,
)
from balance.games.draft.phases import Decision
from balance.games.draft.standing import next_seat, note_leaders, rank_of, share_win, write_result
from balance.games.draft.stations import begin_station, deliver, draw_in_tier, process
from balance.games.draft.takes import ingredient_of, pick_amount, spent_of, station_of, take_of
from balance.games.festtafel.choose import (
    choose_dish,
    choose_place,
    choose_tier,
    wants_reroll,
    weigh_hire,
    weigh_takes,
)
from balance.games.festtafel.layout import (
    DRAWN_DISHES,
    N_COUNTS,
    Count,
    Event,
    Fault,
    GameRow,
    NewDish,
    Policies,
    Rules,
    SeatRow,
    Source,
    State,
    Take,
)
from balance.games.festtafel.moves import finish, serve, take_penalties, throw
from balance.games.festtafel.places import count_holes, lay_banquet


@kernel()
def set_up(rules: Rules, line_up: Policies, state: State, trace: Trace) -> None:
    """The banquet empty, every station with a dish (R8); nothing is on the table before."""
    if rules.has_banquet == 1:
        lay_banquet(rules, state)
    for seat in range(rules.n_seats):
        for station in range(rules.n_stations):
            tier = rules.start_tier[station]
            if rules.start_chosen == 1:
                dish = choose_dish(rules, line_up, state, seat, tier)
            else:
                key = key_of(state, Source.START)
                dish = draw_in_tier(rules, tier, key, seat * STATIONS + station)
            begin_station(rules, state, seat, station, dish)
            emit(trace, Event.START, seat, station, dish, ZERO, ZERO, ZERO, ZERO)
    state.leaders = (1 << rules.n_seats) - 1
    begin_course(state)


@kernel()
def new_dish(rules: Rules, line_up: Policies, state: State, seat: int, station: int) -> int:
    """What comes onto a freed station (R7); a seat's n-th dish of a tier is the same whatever happened before."""
    if rules.new_dish == NewDish.FREE:
        return choose_dish(rules, line_up, state, seat, NONE)
    tier = rules.tier[state.making[seat, station]]
    if rules.new_dish == NewDish.TIER_FREE:
        tier = choose_tier(rules, line_up, state, seat)
    index = (seat * TIERS + tier) * DRAWN_DISHES + state.n_drawn[seat, tier]
    state.n_drawn[seat, tier] += 1
    return draw_in_tier(rules, tier, key_of(state, Source.DISH), index)


@kernel(once=True)
def clear_station(
    rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int, station: int
) -> None:
    """A finished dish is served, and its station begins anew unless the last roll is over (R7, R9, R19)."""
    state.is_clearing = 0
    if rules.has_banquet == 1:
        form = rules.form[state.making[seat, station]]
        place = choose_place(rules, line_up, state, seat, form)
        serve(rules, state, trace, seat, station, place)
    if state.roll < rules.n_rolls:
        dish = new_dish(rules, line_up, state, seat, station)
        state.waiting[seat, station] = 0
        begin_station(rules, state, seat, station, dish)
        emit(trace, Event.REFILL, seat, station, dish, ZERO, ZERO, ZERO, ZERO)


@kernel(once=True)
def decide(rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int) -> bool:
    """One decision of a seat: hire the sous-chef; False if it does not want to or cannot (R6)."""
    if state.applications[seat] < rules.master_cost:
        return False
    if not weigh_hire(rules, line_up, state, seat):
        return False
    ingredient = ingredient_of(state.best_option)
    station = station_of(state.best_option)
    state.applications[seat] -= rules.master_cost
    state.tally[seat, Count.HIRES] += 1
    note_decision(state, Decision.HIRE)
    process(state, seat, station, ingredient)
    emit(trace, Event.HIRE, seat, station, ingredient, state.applications[seat], ZERO, ZERO, ZERO)
    finish(rules, state, trace, seat, station)
    return True


@kernel(inline=True)
def has_decision(rules: Rules, state: State, seat: int) -> bool:
    """Whether a decision point of this seat can hold anything; most do not."""
    return bool(state.applications[seat] >= rules.master_cost or state.is_clearing == 1)


@kernel()
def decision_point(rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int) -> None:
    """A seat decides until it wants nothing; after each dish that leaves a station all do, from its owner on (R6)."""
    n_left = 1
    while True:
        if state.is_clearing == 1:
            seat = state.clearing_seat
            n_left = rules.n_seats
            clear_station(rules, line_up, state, trace, seat, state.clearing_station)
        elif n_left == 0:
            break
        elif not decide(rules, line_up, state, trace, seat):
            seat = next_seat(rules, seat)
            n_left -= 1


@kernel(once=True)
def take(rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int) -> None:
    """A seat takes one thing from the roll, or passes (R3, R4)."""
    if state.is_weighed == 0:
        weigh_takes(rules, line_up, state, seat)
    state.is_weighed = 0
    option = state.best_option
    spent = spent_of(option)
    ingredient = ingredient_of(option)
    station = station_of(option)
    kind = take_of(option)
    state.n_acted += 1
    state.n_plies += 1
    if kind == Take.PASS:
        state.tally[seat, Count.PASSES] += 1
        note_decision(state, Decision.PASS)
        if state.applications[seat] < rules.application_limit:
            state.applications[seat] += 1
        emit(trace, Event.PASS, seat, state.applications[seat], ZERO, ZERO, ZERO, ZERO, ZERO)
        return
    if kind == Take.COOK:
        state.tally[seat, Count.COOKS] += 1
        note_decision(state, Decision.DEVICE)
        spend_device(state, ingredient)
        process(state, seat, station, ingredient)
        emit(trace, Event.COOK, seat, station, ingredient, ZERO, ZERO, ZERO, ZERO)
    else:
        missing = state.missing[seat, station, ingredient]
        amount = JOKER
        if kind == Take.PAIR:
            amount = pick_amount(rules, line_up, state, seat, missing)
            spent = ingredient
        state.tally[seat, Count.PAIRS] += 1
        pieces = amount
        if amount == JOKER:
            state.tally[seat, Count.JOKERS] += 1
            pieces = min(rules.joker, missing)
        note_decision(state, Decision.JOKER if amount == JOKER else Decision.PAIR)
        state.used[ingredient] += pieces
        spend_pair(rules, state, amount, spent)
        deliver(state, seat, station, ingredient, pieces, Fault.OVERFILLED)
        emit(trace, Event.PAIR, seat, station, ingredient, amount, spent, pieces, missing - pieces)
    finish(rules, state, trace, seat, station)


@kernel(once=True)
def play_roll(rules: Rules, line_up: Policies, state: State, trace: Trace) -> None:
    """One roll: the active seat may reroll as often as it can pay, then each in turn takes or passes (R3–R6)."""
    seat = state.roll % rules.n_seats
    state.active = seat
    state.reroll = 0
    state.n_acted = 0
    begin_phase(rules, state)
    emit(trace, Event.ROLL, seat, state.roll, ZERO, ZERO, ZERO, ZERO, ZERO)
    throw(rules, state, trace)
    while state.n_acted < rules.n_seats:
        if has_decision(rules, state, seat):
            decision_point(rules, line_up, state, trace, seat)
        may_reroll = state.n_acted == 0 and state.applications[seat] > 0
        if may_reroll and wants_reroll(rules, line_up, state, seat):
            state.applications[seat] -= 1
            state.tally[seat, Count.REROLLS] += 1
            note_decision(state, Decision.REROLL)
            state.reroll += 1
            state.is_weighed = 0
            emit(trace, Event.REROLL, seat, state.roll, state.applications[seat], ZERO, ZERO, ZERO, ZERO)
            throw(rules, state, trace)
            continue
        take(rules, line_up, state, trace, seat)
        if has_decision(rules, state, seat):
            decision_point(rules, line_up, state, trace, seat)
        if state.has_scored:
            note_scores(rules, state)
            note_leaders(rules, state)
        seat = next_seat(rules, seat)


@kernel()
def close_counts(rules: Rules, state: State, seat: int) -> None:
    """Counts that only the end can tell, and a look for what cannot be: the fault is reported."""
    state.tally[seat, Count.APPLICATIONS] = state.applications[seat]
    turns = state.tally[seat, Count.PAIRS] + state.tally[seat, Count.COOKS]
    state.tally[seat, Count.TURNS] = turns + state.tally[seat, Count.PASSES]
    points = 0
    for tier in range(rules.n_tiers):
        points += state.points_tier[seat, tier]
    for table in range(rules.n_tables):
        points += state.points_bonus[seat, table] + state.points_penalty[seat, table]
    if points != state.score[seat]:
        state.fault = Fault.POINTS
    if not 0 <= state.applications[seat] <= rules.application_limit:
        state.fault = Fault.APPLICATIONS
    dishes = state.tally[seat, Count.SERVED] + state.tally[seat, Count.ASIDE]
    if rules.has_banquet == 1 and dishes != state.tally[seat, Count.DISHES]:
        state.fault = Fault.DISHES


@kernel()
def write_game(rules: Rules, state: State, row: GameRow, playout: int, deal: int) -> None:
    """The playout's row, but for its winners."""
    write_result(rules, state, row, playout, deal)
    row.rerolls = 0
    for seat in range(rules.n_seats):
        row.rerolls += state.tally[seat, Count.REROLLS]
    row.cells = 0
    row.cells_left = 0
    row.tables_full = 0
    row.holes = 0
    for ingredient in range(rules.n_ingredients):
        row.used[ingredient] = state.used[ingredient]
    if rules.has_banquet == 0:
        return
    for table in range(rules.n_tables):
        row.cells += rules.n_cells[table]
        row.cells_left += state.n_free[table]
        row.left[table] = state.n_free[table]
        row.full[table] = 1 if state.n_free[table] == 0 else 0
        row.tables_full += row.full[table]
    row.holes = count_holes(rules, state, NONE)
    for tier in range(rules.n_tiers):
        row.holes_tier[tier] = count_holes(rules, state, tier)


@kernel()
def write_seat(rules: Rules, line_up: Policies, state: State, row: SeatRow, playout: int, seat: int) -> None:
    """A seat's row, but for its share of the win."""
    row.playout = playout
    row.seat = seat
    row.policy = line_up.policy[seat]
    row.score = state.score[seat]
    row.rank = rank_of(rules, state, Count.DISHES, seat)
    for tier in range(rules.n_tiers):
        row.points_tier[tier] = state.points_tier[seat, tier]
        row.aside_tier[tier] = state.aside[seat, tier]
    for table in range(rules.n_tables):
        row.points_bonus[table] = state.points_bonus[seat, table]
        row.points_penalty[table] = state.points_penalty[seat, table]
        row.served_table[table] = state.served[table, seat]
    for dish in range(rules.n_dishes):
        row.made[dish] = state.made[seat, dish]
    for count in range(N_COUNTS):
        row.tally[count] = state.tally[seat, count]


@kernel(once=True)
def play(
    rules: Rules,
    line_ups: Records,
    scratch: Records,
    trace: Trace,
    seed: int,
    playout: int,
    game_row: GameRow,
    seat_rows: Records,
) -> None:
    """Play one playout to its end and write its rows; deterministic in (rules, line_ups, seed, playout).

    Args:
        rules: One `layout.RULES` record.
        line_ups: `layout.POLICIES`, shape (1,), or (n_seats,) for a rotated line-up.
        scratch: `layout.STATE`, shape (2,): the table, and an empty one that stays all zero.
        trace: One `layout.TRACE` record; off in production.
        seed: The experiment's seed.
        playout: Number of the playout.
        game_row: One `layout.GAME_ROW` record, overwritten.
        seat_rows: `layout.SEAT_ROW`, shape (n_seats,), overwritten.
    """
    line_up = line_ups[playout % len(line_ups)]
    deal = playout // len(line_ups)
    scratch[0] = scratch[1]
    state = scratch[0]
    begin_streams(state, seed, deal)
    set_up(rules, line_up, state, trace)
    while state.roll < rules.n_rolls:
        play_roll(rules, line_up, state, trace)
        state.roll += 1
    emit(trace, Event.TIME_UP, NONE, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)
    for step in range(
        rules.n_seats
    ):  # the clock has run out: hire once more, serve every finished dish (R12)
        seat = (state.active + step) % rules.n_seats
        decision_point(rules, line_up, state, trace, seat)
    if rules.has_banquet == 1:
        take_penalties(rules, state, trace)
    note_scores(rules, state)
    note_leaders(rules, state)
    for seat in range(rules.n_seats):
        close_counts(rules, state, seat)
        write_seat(rules, line_up, state, seat_rows[seat], playout, seat)
    write_game(rules, state, game_row, playout, deal)
    game_row.winners = share_win(seat_rows)
    write_course(rules, state, game_row.winners, game_row)
    emit(trace, Event.OVER, NONE, state.end_reason, game_row.winners, ZERO, ZERO, ZERO, ZERO)
    for seat in range(rules.n_seats):
        dishes = state.tally[seat, Count.DISHES]
        emit(trace, Event.RESULT, seat, state.score[seat], dishes, ZERO, ZERO, ZERO, ZERO)


@kernel(entry=True)
def batch(
    rules: Rules,
    line_ups: Records,
    scratch: Records,
    trace: Trace,
    seed: int,
    first: int,
    games: Records,
    seats: Records,
) -> None:
    """Play `len(games)` playouts from number `first` on; `seats` has a row a playout and seat."""
    n_seats = rules.n_seats
    for k in range(len(games)):
        rows = seats[k * n_seats : (k + 1) * n_seats]
        play(rules, line_ups, scratch, trace, seed, first + k, games[k], rows)
