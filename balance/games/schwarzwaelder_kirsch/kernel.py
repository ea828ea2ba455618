"""schwarzwaelder_kirsch played to its end: rounds, turns, what a flip brings. The rule numbers are RULES.md's."""

from __future__ import annotations

from balance.core.chance import begin_streams, draw, key_of
from balance.core.kernel import kernel
from balance.core.layout import Records
from balance.core.tables import SHARE_UNIT
from balance.games.schwarzwaelder_kirsch.choose import (
    choose_action,
    choose_drawn,
    is_full,
    may_have,
    note_threat,
    wants_double,
    weigh_turn,
)
from balance.games.schwarzwaelder_kirsch.layout import (
    CHOCOLATIERE,
    DEKORATEUR,
    FACES,
    FROM_DRAW,
    FROM_FLIP,
    FROM_SEEN,
    GARNISH,
    JOKER,
    N_COUNTS,
    N_ORIGINS,
    N_PROFESSIONS,
    NONE,
    ONE,
    PART,
    PART_BITS,
    PATISSIER,
    ROUNDS,
    SEATS,
    STEAL,
    WEDGES,
    ZERO,
    Count,
    End,
    Event,
    Fault,
    GameRow,
    Keep,
    Option,
    Policies,
    Rules,
    SeatRow,
    Source,
    State,
    Trace,
)
from balance.games.schwarzwaelder_kirsch.moves import (
    add_wedge,
    bust,
    emit,
    find_action,
    gain_action,
    lift_action,
    mix_in,
    owns,
    pick_place,
    play_steal,
    remove_action,
    shuffle,
    take_wedge,
    turn_back,
    turn_up,
    use_tile,
)

# Setting up a round --------------------------------------------------------------------------------------------------


@kernel()
def deal_tiles(rules: Rules, state: State, trace: Trace) -> None:
    """Each seat gets one of the mixed profession tiles (R8, A3)."""
    dealt = 0  # mask of tiles that are gone
    key = key_of(state, Source.PROFESSION)
    for seat in range(rules.n_seats):
        pick = draw(key, state.race * SEATS + seat, rules.n_tiles - seat)
        for tile in range(rules.n_tiles):
            if (dealt >> tile) & 1:
                continue
            if pick == 0:
                dealt |= 1 << tile
                state.profession[seat] = rules.tile[tile]
                break
            pick -= 1
        state.is_used[seat] = 0
        emit(trace, Event.PROFESSION, seat, state.profession[seat], ZERO, ZERO, ZERO, ZERO, ZERO)


@kernel()
def set_up(rules: Rules, state: State, trace: Trace) -> None:
    """All wedges in the pantry, all cakes empty, professions dealt (R8, R9)."""
    for wedge in range(rules.n_wedges):
        state.pool[wedge] = rules.deck[wedge]
    state.n_pool = rules.n_wedges
    for face in range(FACES):
        state.hidden[face] = rules.n_faces[face]
    state.shuffles = 0
    state.n_numbered = 0
    state.seen = 0
    state.n_seen = 0
    for seat in range(rules.n_seats):
        state.owned[seat] = 0
        state.doubled[seat] = 0
        state.jokers[seat] = 0
        state.cake[seat] = 0
        state.n_actions[seat] = 0
        state.n_places[seat] = 1
        state.known[seat] = 0
        state.behind[seat] = 0
    state.turn = 0
    state.winner = NONE
    state.first = state.race % rules.n_seats
    is_tiebreak = 1 if state.race >= rules.n_seats else 0
    emit(trace, Event.ROUND, state.first, state.race, is_tiebreak, rules.n_wedges, ZERO, ZERO, ZERO)
    if rules.n_tiles == 0:
        for seat in range(rules.n_seats):
            state.profession[seat] = NONE
            state.is_used[seat] = 1
        return
    if rules.deals_each_round == 1 or state.race == 0:
        deal_tiles(rules, state, trace)
    for seat in range(rules.n_seats):
        state.had[seat, state.profession[seat]] += 1


# What a flip brings --------------------------------------------------------------------------------------------------


@kernel()
def give_back(
    rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int, place: int, face: int
) -> None:
    """A wedge that was turned up is turned back in place (R2, R4, R7, R8b)."""
    turn_back(rules, line_up, state, place, face)
    emit(trace, Event.BACK, seat, place, face, ZERO, ZERO, ZERO, ZERO)


@kernel()
def put_in_cake(state: State, trace: Trace, seat: int, place: int, face: int) -> None:
    """An ingredient or joker joins the cake, with Chocolatière's help if it is there already (R8a)."""
    helps = NONE
    if owns(state, seat, face):
        use_tile(state, seat)
        helps = CHOCOLATIERE
    add_wedge(state, seat, face)
    state.is_later = 1
    state.tally[seat, Count.TAKEN] += 1
    emit(trace, Event.TAKE, seat, place, face, state.cake[seat], helps, ZERO, ZERO)


@kernel()
def keep_action(
    rules: Rules,
    line_up: Policies,
    state: State,
    trace: Trace,
    seat: int,
    place: int,
    face: int,
    origin: int,
    how: int,
) -> None:
    """An action is refused, kept, or replaces one, which goes face down in its place (R4, R8c)."""
    if how == Keep.REFUSE:
        state.tally[seat, Count.REFUSED] += 1
        give_back(rules, line_up, state, trace, seat, place, face)
        return
    replaced = NONE
    helps = NONE
    if how >= Keep.REPLACE:
        replaced = remove_action(state, seat, how - Keep.REPLACE)
    elif how == Keep.DECORATE:
        use_tile(state, seat)
        state.n_places[seat] = 2
        helps = DEKORATEUR
    gain_action(state, seat, face, ONE, origin)
    state.tally[seat, Count.ACTIONS] += 1
    emit(trace, Event.KEEP, seat, place, face, replaced, helps, ZERO, ZERO)
    if replaced == NONE:
        return
    if rules.swap_shuffles == 1:
        mix_in(state, replaced)
        shuffle(rules, state, trace)
    else:
        turn_back(rules, line_up, state, place, replaced)


@kernel()
def resolve_flip(
    rules: Rules,
    line_up: Policies,
    state: State,
    trace: Trace,
    seat: int,
    place: int,
    face: int,
    was_seen: int,
) -> None:
    """A single wedge was turned up (R2, R3, R4, R7)."""
    if face >= STEAL:
        if rules.ingredients_first == 0:
            state.is_later = 1
        how = choose_action(line_up, state, seat, face)
        origin = FROM_SEEN if was_seen == 1 else FROM_FLIP
        keep_action(rules, line_up, state, trace, seat, place, face, origin, how)
        return
    is_duplicate = owns(state, seat, face)
    if may_have(rules, state, seat, face) and (
        not is_duplicate or wants_double(rules, line_up, state, seat, face)
    ):
        put_in_cake(state, trace, seat, place, face)
        return
    if is_duplicate and state.is_later == 1 and (rules.full_busts == 1 or not is_full(rules, state, seat)):
        bust(rules, state, trace, seat, place, face)
        return
    give_back(rules, line_up, state, trace, seat, place, face)
    state.is_later = 1  # R7: the turn goes on if this was no duplicate
    if is_duplicate:
        state.is_over = 1
        state.tally[seat, Count.SAFE] += 1


@kernel()
def find_place(state: State, seat: int) -> int:
    """A place that the seat does not remember; where it remembers all, the first of them."""
    place = pick_place(state, seat)
    if place == NONE:
        place = 0
        while (state.seen >> place) & 1 == 0:
            place += 1
    return place


@kernel()
def draw_two(rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int) -> None:
    """Zuckerbäcker turns up two wedges and takes one of them (R8b, R16)."""
    use_tile(state, seat)
    place = find_place(state, seat)
    face = turn_up(state, place)
    place2 = NONE
    face2 = NONE
    state.n_flips += 1
    state.tally[seat, Count.FLIPS] += 1
    if state.n_pool + state.n_seen > 0:
        place2 = find_place(state, seat)
        face2 = turn_up(state, place2)
        state.n_flips += 1
        state.tally[seat, Count.FLIPS] += 1
    emit(trace, Event.DRAW, seat, place, face, place2, face2, ZERO, ZERO)
    if rules.ingredients_first == 0:
        state.is_later = 1
    choice = choose_drawn(rules, line_up, state, seat, face, face2)
    if choice <= Keep.REFUSE:
        if face >= STEAL or face2 >= STEAL:
            state.tally[seat, Count.REFUSED] += 1
        give_back(rules, line_up, state, trace, seat, place, face)
        if face2 != NONE:
            give_back(rules, line_up, state, trace, seat, place2, face2)
        if choice == NONE:
            state.is_over = 1
            emit(trace, Event.SPENT, seat, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)
        return
    if choice >= PART:
        place, place2 = place2, place
        face, face2 = face2, face
    if face2 != NONE:
        give_back(rules, line_up, state, trace, seat, place2, face2)
    if face >= STEAL:
        keep_action(rules, line_up, state, trace, seat, place, face, FROM_DRAW, choice % PART)
    else:
        put_in_cake(state, trace, seat, place, face)


# A turn, a round -----------------------------------------------------------------------------------------------------


@kernel()
def win_round(rules: Rules, state: State, trace: Trace, seat: int) -> None:
    """The seat garnishes: the round is over and won (R6)."""
    slot = find_action(state, seat, GARNISH)
    origin = state.origin[seat, slot]
    emit(trace, Event.GARNISH, seat, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)
    state.is_over = 1
    state.winner = seat
    state.score[seat] += 1
    state.points[seat, origin] += 1
    state.tally[seat, Count.BEHIND] += state.behind[seat]
    state.won_place[(seat - state.first) % rules.n_seats] += 1
    if state.race >= rules.n_seats:
        state.tally[seat, Count.TIEBREAKS_WON] += 1
    if rules.n_tiles > 0:
        state.won[seat, state.profession[seat]] += 1
        state.won_used[seat, state.profession[seat]] += state.is_used[seat]


@kernel()
def do(rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int, option: int) -> None:
    """What a seat has decided to do in its turn."""
    kind = option >> (2 * PART_BITS)
    about = (option >> PART_BITS) % PART
    what = option % PART
    if kind == Option.FLIP:
        place = what
        if place == WEDGES:
            place = find_place(state, seat)
        was_seen = 1 if place < state.n_numbered else 0
        face = turn_up(state, place)
        state.n_flips += 1
        state.tally[seat, Count.FLIPS] += 1
        emit(trace, Event.FLIP, seat, place, face, ZERO, ZERO, ZERO, ZERO)
        resolve_flip(rules, line_up, state, trace, seat, place, face, was_seen)
    elif kind == Option.STEAL:
        play_steal(rules, state, trace, seat, about, what)
    elif kind == Option.GARNISH:
        win_round(rules, state, trace, seat)
    elif kind == Option.DRAW:
        draw_two(rules, line_up, state, trace, seat)
    elif kind == Option.ROB:
        use_tile(state, seat)
        take_wedge(rules, state, trace, seat, about, what, PATISSIER)
    elif kind == Option.LIFT:
        lift_action(rules, state, trace, seat, about, what)
    else:
        state.is_over = 1
        emit(trace, Event.STOP, seat, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)


@kernel()
def play_turn(rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int) -> None:
    """One turn of a seat, from its first decision to its last (R1)."""
    emit(trace, Event.TURN, seat, state.turn, ZERO, ZERO, ZERO, ZERO, ZERO)
    state.n_flips = 0
    state.is_later = 0
    state.n_played = 0
    state.is_over = 0
    state.was_full = 1 if is_full(rules, state, seat) else 0
    state.tally[seat, Count.TURNS] += 1
    note_threat(rules, line_up, state, seat)
    while state.is_over == 0:
        weigh_turn(rules, line_up, state, seat)
        do(rules, line_up, state, trace, seat, state.best_option)
    for slot in range(state.n_actions[seat]):
        state.is_fresh[seat, slot] = 0
    best = 0
    for other in range(rules.n_seats):
        best = max(best, state.cake[other])
    for other in range(rules.n_seats):
        state.behind[other] = max(state.behind[other], best - state.cake[other])


@kernel()
def play_round(rules: Rules, line_up: Policies, state: State, trace: Trace) -> None:
    """One race for a garnished cake; a round that reaches its limit is won by nobody (R11)."""
    set_up(rules, state, trace)
    while state.winner == NONE and state.turn < rules.turn_limit:
        play_turn(rules, line_up, state, trace, (state.first + state.turn) % rules.n_seats)
        state.turn += 1
    state.n_turns += state.turn
    state.round_turns[state.race] = state.turn
    if state.winner == NONE:
        state.n_stalled += 1
    check(rules, state)
    emit(trace, Event.WON, state.winner, state.race, state.turn, ZERO, ZERO, ZERO, ZERO)
    state.race += 1
    note_leaders(rules, state)


@kernel()
def check(rules: Rules, state: State) -> None:
    """Look for what cannot be: every wedge of the box is in the pantry or before a seat."""
    found = state.n_pool + state.n_seen
    for face in range(FACES):
        found -= state.hidden[face]
        n = state.hidden[face]
        for seat in range(rules.n_seats):
            if face < JOKER:
                n += ((state.owned[seat] >> face) & 1) + ((state.doubled[seat] >> face) & 1)
            elif face == JOKER:
                n += state.jokers[seat]
            for slot in range(state.n_actions[seat]):
                n += 1 if state.action[seat, slot] == face else 0
        if n != rules.n_faces[face]:
            state.fault = Fault.WEDGES
    if found != 0:
        state.fault = Fault.WEDGES
    for seat in range(rules.n_seats):
        cake = state.jokers[seat]
        for kind in range(rules.n_kinds):
            cake += ((state.owned[seat] >> kind) & 1) + ((state.doubled[seat] >> kind) & 1)
        if cake != state.cake[seat] or cake > rules.goal:
            state.fault = Fault.CAKE


# The playout ---------------------------------------------------------------------------------------------------------


@kernel()
def n_leaders(rules: Rules, state: State) -> int:
    """Seats that have won most rounds."""
    best = 0
    n = 0
    for seat in range(rules.n_seats):
        if state.score[seat] > best:
            best = state.score[seat]
            n = 0
        if state.score[seat] == best:
            n += 1
    return n


@kernel()
def note_leaders(rules: Rules, state: State) -> None:
    """Count a change of the set of leaders after each round; the set before the first is everyone (R18)."""
    best = 0
    leaders = 0
    for seat in range(rules.n_seats):
        if state.score[seat] > best:
            best = state.score[seat]
            leaders = 0
        if state.score[seat] == best:
            leaders |= 1 << seat
    if leaders != state.leaders:
        state.lead_changes += 1
        state.leaders = leaders


@kernel()
def write_seat(rules: Rules, line_up: Policies, state: State, row: SeatRow, playout: int, seat: int) -> None:
    """A seat's row, but for its share of the win."""
    row.playout = playout
    row.seat = seat
    row.policy = line_up.policy[seat]
    row.score = state.score[seat]
    row.rank = 1
    for other in range(rules.n_seats):
        if state.score[other] > state.score[seat]:
            row.rank += 1
    row.share = 0
    row.rounds = state.race
    points = 0
    for origin in range(N_ORIGINS):
        row.points_origin[origin] = state.points[seat, origin]
        points += state.points[seat, origin]
    if points != state.score[seat]:
        state.fault = Fault.POINTS
    for count in range(N_COUNTS):
        row.tally[count] = state.tally[seat, count]
    for profession in range(N_PROFESSIONS):
        row.had[profession] = state.had[seat, profession]
        row.used[profession] = state.used[seat, profession]
        row.won[profession] = state.won[seat, profession]
        row.won_used[profession] = state.won_used[seat, profession]


@kernel()
def write_game(rules: Rules, state: State, row: GameRow, playout: int, n_winners: int) -> None:
    """The playout's row but for its winners; call after its seats' rows."""
    best = 0
    second = 0
    for seat in range(rules.n_seats):
        if state.score[seat] > best:
            second = best
            best = state.score[seat]
        else:
            second = max(second, state.score[seat])
    row.playout = playout
    row.deal = state.deal
    row.n_seats = rules.n_seats
    row.length = state.n_turns
    row.end_reason = End.ROUNDS
    if state.race > rules.n_seats:
        row.end_reason = End.TIEBREAK
    if n_winners > 1:
        row.end_reason = End.DRAWN
    row.truncated = 0
    row.margin = best - second
    row.lead_changes = state.lead_changes
    row.fault = state.fault
    row.rounds = state.race
    row.tiebreak_rounds = state.race - rules.n_seats
    row.stalled_rounds = state.n_stalled
    row.shuffles = state.n_shuffles
    for place in range(SEATS):
        row.won_place[place] = state.won_place[place]
    for race in range(ROUNDS):
        row.round_turns[race] = state.round_turns[race]


@kernel()
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
    scratch[0] = scratch[1]
    state = scratch[0]
    state.deal = playout // len(line_ups)
    begin_streams(state, seed, state.deal)
    state.leaders = (1 << rules.n_seats) - 1
    for _ in range(rules.n_seats):
        play_round(rules, line_up, state, trace)
    n_winners = n_leaders(rules, state)
    while n_winners > 1 and state.race < rules.n_seats + rules.tiebreak_rounds:  # R10
        play_round(rules, line_up, state, trace)
        n_winners = n_leaders(rules, state)
    winners = 0
    for seat in range(rules.n_seats):
        write_seat(rules, line_up, state, seat_rows[seat], playout, seat)
        if seat_rows[seat].rank == 1:
            winners |= 1 << seat
            seat_rows[seat].share = SHARE_UNIT // n_winners
    write_game(rules, state, game_row, playout, n_winners)
    game_row.winners = winners
    emit(trace, Event.OVER, NONE, game_row.end_reason, winners, ZERO, ZERO, ZERO, ZERO)
    for seat in range(rules.n_seats):
        emit(trace, Event.RESULT, seat, state.score[seat], ZERO, ZERO, ZERO, ZERO, ZERO)


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
