"""chocolaterie played to its end: set-up, rolls, decision points, takes, scoring. The rule numbers are RULES.md's."""

from __future__ import annotations

from balance.core.chance import begin_streams, draw, key_of
from balance.core.kernel import kernel
from balance.core.layout import Records
from balance.games.chocolaterie.choose import (
    choose_package,
    choose_variety,
    pick_amount,
    wants_packing,
    wants_reroll,
    weigh_hire,
    weigh_takes,
)
from balance.games.chocolaterie.layout import (
    JOKER,
    N_COUNTS,
    NONE,
    STATIONS,
    ZERO,
    Count,
    Event,
    Fault,
    GameRow,
    Policies,
    Rules,
    SeatRow,
    Source,
    State,
    Take,
    Trace,
)
from balance.games.chocolaterie.moves import (
    fill_station,
    finish,
    note_packages,
    open_package,
    pack,
    spend_special,
    throw,
)
from balance.games.draft.course import (
    begin_course,
    begin_phase,
    note_decision,
    note_scores,
    write_course,
)
from balance.games.draft.dice import spend_device, spend_pair
from balance.games.draft.events import emit
from balance.games.draft.phases import Decision
from balance.games.draft.standing import next_seat, note_leaders, rank_of, share_win, write_result
from balance.games.draft.stations import deliver, process
from balance.games.draft.takes import ingredient_of, spent_of, station_of, take_of


@kernel()
def draw_variety(rules: Rules, state: State, tier: int, seat: int, station: int) -> int:
    """A start variety: drawn within its tier, independently, repeats allowed (R16)."""
    n_in_tier = ZERO
    for variety in range(rules.n_varieties):
        if rules.tier[variety] == tier:
            n_in_tier += 1
    pick = draw(key_of(state, Source.START), seat * STATIONS + station, n_in_tier)
    for variety in range(rules.n_varieties):
        if rules.tier[variety] == tier:
            if pick == 0:
                return variety
            pick -= 1
    return NONE


@kernel()
def set_up(rules: Rules, line_up: Policies, state: State, trace: Trace) -> None:
    """Packages open, every station with a variety; the table is empty before."""
    if rules.has_packages == 1:
        state.n_slots = min(rules.n_open, rules.supply)
        for slot in range(state.n_slots):
            open_package(state, trace, slot)
    note_packages(rules, state)
    for seat in range(rules.n_seats):
        for station in range(rules.n_stations):
            tier = rules.start_tier[station]
            if rules.start_chosen == 1:
                variety = choose_variety(rules, line_up, state, seat, tier)
            else:
                variety = draw_variety(rules, state, tier, seat, station)
            fill_station(rules, state, seat, station, variety)
            emit(trace, Event.START, seat, station, variety, ZERO, ZERO, ZERO, ZERO)
    state.leaders = (1 << rules.n_seats) - 1
    begin_course(state)


@kernel(once=True)
def clear_station(
    rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int, station: int
) -> None:
    """A finished bar leaves its station, which begins anew unless the end has come (R9, R10, R12, R13)."""
    state.is_clearing = 0
    state.waiting[seat, station] = 0
    if rules.has_packages == 1:
        variety = state.variety[seat, station]
        slot = choose_package(rules, line_up, state, seat, variety)
        pack(rules, state, trace, seat, station, slot)
    if state.is_over == 0 and state.roll < rules.n_rolls:
        variety = choose_variety(rules, line_up, state, seat, NONE)
        fill_station(rules, state, seat, station, variety)
        emit(trace, Event.CHOOSE, seat, station, variety, ZERO, ZERO, ZERO, ZERO)


@kernel(once=True)
def decide(rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int) -> bool:
    """One decision of a seat: pack a bar that waits, or hire the master; False if it wants neither (R6, R9, R13)."""
    if rules.may_wait == 1:
        is_last = state.roll == rules.n_rolls
        for station in range(rules.n_stations):
            variety = state.variety[seat, station]
            if state.waiting[seat, station] == 1 and (
                is_last or wants_packing(rules, line_up, state, seat, variety)
            ):
                state.is_clearing = 1
                state.clearing_seat = seat
                state.clearing_station = station
                return True
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
    can_hire = state.applications[seat] >= rules.master_cost
    return bool(can_hire or state.is_clearing == 1 or rules.may_wait == 1)


@kernel()
def decision_point(rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int) -> None:
    """A seat decides until it wants nothing; after each bar that leaves a station all do, from its owner on (R6)."""
    n_left = 1
    while state.is_over == 0:
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
    if kind == Take.DEVICE:
        state.tally[seat, Count.DEVICES] += 1
        note_decision(state, Decision.DEVICE)
        spend_device(state, ingredient)
        process(state, seat, station, ingredient)
        emit(trace, Event.DEVICE, seat, station, ingredient, ZERO, ZERO, ZERO, ZERO)
    elif kind == Take.SPECIAL:
        state.tally[seat, Count.SPECIALS] += 1
        note_decision(state, Decision.SPECIAL)
        spend_special(state, ingredient)
        state.refined[seat, station] = 1
        state.stale[seat] |= 1 << station
        state.outdated[seat] |= 1 << station
        emit(trace, Event.SPECIAL, seat, station, ingredient, ZERO, ZERO, ZERO, ZERO)
        return
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
        if state.is_over == 1:
            break
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
        if state.is_over == 1:
            break
        seat = next_seat(rules, seat)


@kernel()
def check(rules: Rules, state: State, seat: int) -> None:
    """Look for what cannot be: the fault is reported and nothing of it is counted."""
    points = state.points_refined[seat]
    for tier in range(rules.n_tiers):
        points += state.points_tier[seat, tier] + state.points_bonus[seat, tier]
    if points != state.score[seat]:
        state.fault = Fault.POINTS
    if not 0 <= state.applications[seat] <= rules.application_limit:
        state.fault = Fault.APPLICATIONS
    if state.n_opened > max(rules.supply, 0) or state.n_full > rules.supply:
        state.fault = Fault.PACKAGES
    bars = (
        state.tally[seat, Count.PACKED] + state.tally[seat, Count.STORED] + state.tally[seat, Count.WAITING]
    )
    if rules.has_packages == 1 and bars != state.tally[seat, Count.BARS]:
        state.fault = Fault.BARS


@kernel()
def write_game(rules: Rules, state: State, row: GameRow, playout: int, deal: int) -> None:
    """The playout's row; call after its seats' rows."""
    write_result(rules, state, row, playout, deal)
    row.supply = rules.supply if rules.has_packages == 1 else 0
    row.packages_full = state.n_full
    row.bars_unfilled = 0
    for slot in range(state.n_slots):
        row.bars_unfilled += state.n_bars[slot]
    row.rerolls = 0
    for seat in range(rules.n_seats):
        row.rerolls += state.tally[seat, Count.REROLLS]
    for ingredient in range(rules.n_ingredients):
        row.used[ingredient] = state.used[ingredient]


@kernel()
def write_seat(rules: Rules, line_up: Policies, state: State, row: SeatRow, playout: int, seat: int) -> None:
    """A seat's row, but for its share of the win."""
    row.playout = playout
    row.seat = seat
    row.policy = line_up.policy[seat]
    row.score = state.score[seat]
    row.rank = rank_of(rules, state, Count.BARS, seat)
    row.share = 0
    for tier in range(rules.n_tiers):
        row.points_tier[tier] = state.points_tier[seat, tier]
        row.points_bonus[tier] = state.points_bonus[seat, tier]
    for variety in range(rules.n_varieties):
        row.made[variety] = state.made[seat, variety]
    row.points_refined = state.points_refined[seat]
    for count in range(N_COUNTS):
        row.tally[count] = state.tally[seat, count]


@kernel()
def close_counts(rules: Rules, state: State, seat: int) -> None:
    """Counts that only the end can tell."""
    for station in range(rules.n_stations):
        state.tally[seat, Count.WAITING] += state.waiting[seat, station]
    state.tally[seat, Count.APPLICATIONS] = state.applications[seat]
    turns = state.tally[seat, Count.PAIRS] + state.tally[seat, Count.DEVICES]
    state.tally[seat, Count.TURNS] = (
        turns + state.tally[seat, Count.SPECIALS] + state.tally[seat, Count.PASSES]
    )


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
    while state.is_over == 0 and state.roll < rules.n_rolls:
        play_roll(rules, line_up, state, trace)
        state.roll += 1
    if state.is_over == 0:
        emit(trace, Event.TIME_UP, NONE, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)
    for step in range(rules.n_seats):  # the clock has run out: hire once more, pack every finished bar (R13)
        seat = (state.active + step) % rules.n_seats
        decision_point(rules, line_up, state, trace, seat)
    note_scores(rules, state)
    note_leaders(rules, state)
    for seat in range(rules.n_seats):
        close_counts(rules, state, seat)
        check(rules, state, seat)
        write_seat(rules, line_up, state, seat_rows[seat], playout, seat)
    write_game(rules, state, game_row, playout, deal)
    winners = share_win(seat_rows)
    game_row.winners = winners
    write_course(rules, state, winners, game_row)
    emit(trace, Event.OVER, NONE, state.end_reason, winners, ZERO, ZERO, ZERO, ZERO)
    for seat in range(rules.n_seats):
        emit(
            trace,
            Event.RESULT,
            seat,
            state.score[seat],
            state.tally[seat, Count.BARS],
            ZERO,
            ZERO,
            ZERO,
            ZERO,
        )


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
