"""The board of schokoladenmarkt is laid out, and everybody founds three settlements."""

from __future__ import annotations

from balance.core.chance import draw, stream
from balance.core.kernel import kernel
from balance.games.schokoladenmarkt.chips import draw_red
from balance.games.schokoladenmarkt.choose import (
    SLOT,
    choose_site,
    choose_start,
    choose_start_road,
)
from balance.games.schokoladenmarkt.layout import (
    BITS,
    CORNERS,
    DESERT,
    EACH,
    EDGES,
    FIELDS,
    JUNGLE,
    NONE,
    NUMBERS,
    ONE,
    RAWS,
    WORDS,
    ZERO,
    Count,
    Event,
    Fault,
    Policies,
    Rules,
    Source,
    State,
    Trace,
)
from balance.games.schokoladenmarkt.moves import (
    emit,
    lay_road,
    move_cards,
    n_of,
    place_site,
    settle,
)


@kernel()
def shuffle(state: State, seed: int, deal: int, source: int, n: int) -> None:
    """Numbers 0 … n − 1 in random order, in `state.shuffled`."""
    key = stream(seed, deal, source)
    for index in range(n):
        state.shuffled[index] = index
    for index in range(n - 1, 0, -1):
        other = draw(key, index, index + 1)
        kept = state.shuffled[index]
        state.shuffled[index] = state.shuffled[other]
        state.shuffled[other] = kept


@kernel(apart=True)
def lay_board(rules: Rules, state: State, trace: Trace, seed: int, deal: int) -> None:
    """Landscapes, chips, harbours and development cards at random (A2, A3, A4)."""
    shuffle(state, seed, deal, Source.LAND, rules.n_tiles)
    robber = NONE
    for field in range(FIELDS):
        tile = state.shuffled[field]
        state.land[field] = rules.tile[tile]
        state.number[field] = rules.tile_number[tile]
        if rules.tile[tile] == DESERT and robber == NONE:
            robber = field
    state.robber = robber
    lay_chips(rules, state, seed, deal)
    for number in range(NUMBERS):
        state.first_field[number] = NONE
    for field in range(FIELDS - 1, -1, -1):
        number = state.number[field]
        state.next_field[field] = state.first_field[number]
        state.first_field[number] = field
        emit(trace, Event.FIELD, NONE, field, state.land[field], number, ZERO, ZERO)
    shuffle(state, seed, deal, Source.HARBOURS, rules.n_harbours)
    for harbour in range(rules.n_harbours):
        edge = rules.harbour_edge[harbour]
        kind = rules.harbour_kind[state.shuffled[harbour]]
        for end in range(2):
            state.harbour[rules.edge_corner[edge, end]] = kind
        emit(trace, Event.HARBOUR, NONE, edge, kind, ZERO, ZERO, ZERO)
    shuffle(state, seed, deal, Source.DECK, rules.n_deck)
    for card in range(rules.n_deck):
        state.deck[card] = rules.deck[state.shuffled[card]]


@kernel()
def lay_chips(rules: Rules, state: State, seed: int, deal: int) -> None:
    """Red chips first, not adjacent and on different landscapes where that is possible; the others at random (R20)."""
    fields = 0
    n_fields = 0
    for field in range(FIELDS):
        if rules.takes_chip[state.land[field]]:
            fields |= 1 << field
            n_fields += 1
    taken = draw_red(rules, state, fields, n_fields, seed, deal)
    shuffle(state, seed, deal, Source.CHIPS, rules.n_chips - rules.n_red)
    next_chip = 0
    for field in range(FIELDS):
        if (fields & ~taken) >> field & 1 == 1:
            state.number[field] = rules.chip[rules.n_red + state.shuffled[next_chip]]
            next_chip += 1


@kernel()
def clear(rules: Rules, state: State) -> None:
    """Everything is in the box; the state is all zero before."""
    for corner in range(CORNERS):
        state.corner_owner[corner] = NONE
    for edge in range(EDGES):
        state.edge_owner[edge] = NONE
    for word in range(WORDS):
        state.free[word] = rules.all_corners[word]
        state.open_edges[word] = rules.all_edges[word]
    for pile in range(2):
        state.bank[pile] = rules.bank[pile]
        for seat in range(rules.n_seats):
            state.rate[seat, pile] = EACH * rules.rate_bank
    for kind in range(rules.n_ingredients):
        state.site_stock[kind] = rules.site_stock[kind]
    for variety in range(rules.n_varieties):
        state.row[variety] = rules.start_row[variety]
    state.chips_left = rules.n_chips_vp
    state.road_holder = NONE
    state.army_holder = NONE
    state.winner = NONE


@kernel()
def found(
    rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int, turn: int, seed: int, deal: int
) -> None:
    """A first, second or third settlement with what belongs to it (R5, R6)."""
    corner = choose_start(rules, line_up, state, seat, seed, deal)
    if corner == NONE:
        state.fault = Fault.NO_PLACE
        state.is_over = 1
        return
    emit(trace, Event.FOUND, seat, corner, turn, ZERO, ZERO, ZERO)
    settle(rules, state, trace, seat, corner)
    count_start(rules, state, seat, corner, turn)
    if turn < 2 or rules.third_road == 1:
        edge = choose_start_road(rules, line_up, state, seat, corner, seed, deal)
        if edge != NONE:
            emit(trace, Event.FOUND_ROAD, seat, edge, ZERO, ZERO, ZERO, ZERO)
            lay_road(rules, state, trace, seat, edge)
    if turn == 1:
        for slot in range(3):
            field = rules.corner_field[corner, slot]
            kind = rules.land_raw[state.land[field]] if field != NONE else NONE
            if kind != NONE and n_of(state.bank[RAWS], kind) > 0:
                move_cards(state, seat, RAWS, ONE << (kind * BITS), ONE)
                emit(trace, Event.FOUND_CARD, seat, kind, ZERO, ZERO, ZERO, ZERO)
    if turn == 2:
        place_first_sites(rules, line_up, state, trace, seat, seed, deal)


@kernel()
def place_first_sites(
    rules: Rules, line_up: Policies, state: State, trace: Trace, seat: int, seed: int, deal: int
) -> None:
    """The first production sites, on different fields; what finds none is forfeited (R6, R19)."""
    barred = 0
    for _ in range(rules.start_sites):
        option = choose_site(rules, line_up, state, seat, barred, seed, deal)
        if option == NONE:
            break
        corner = option // SLOT
        field = rules.corner_field[corner, option % SLOT]
        barred |= 1 << field
        emit(trace, Event.FOUND_SITE, seat, corner, field, ZERO, ZERO, ZERO)
        place_site(rules, state, seat, corner, option % SLOT)


@kernel()
def count_start(rules: Rules, state: State, seat: int, corner: int, turn: int) -> None:
    """Pips and jungle fields of a first settlement."""
    for slot in range(3):
        field = rules.corner_field[corner, slot]
        if field == NONE:
            continue
        pips = rules.pips[state.number[field]]
        state.tally[seat, Count.START_PIPS] += pips
        state.tally[seat, Count.FIRST_PIPS] += pips if turn == 0 else 0
        if state.land[field] == JUNGLE:
            state.tally[seat, Count.START_JUNGLE] += 1


@kernel()
def set_up(rules: Rules, line_up: Policies, state: State, trace: Trace, seed: int, deal: int) -> None:
    """The board, then three rounds of settlements: there, back, and there again."""
    clear(rules, state)
    lay_board(rules, state, trace, seed, deal)
    for turn in range(3):
        for step in range(rules.n_seats):
            seat = rules.n_seats - 1 - step if turn == 1 else step
            if state.is_over == 0:
                found(rules, line_up, state, trace, seat, turn, seed, deal)
    state.leaders = (1 << rules.n_seats) - 1
