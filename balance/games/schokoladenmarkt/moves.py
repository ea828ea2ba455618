"""What can happen on the table of schokoladenmarkt: cards, pieces, production, the market. Nobody decides here.

The rule numbers are those of RULES.md.
"""

from __future__ import annotations

from enum import IntEnum

from balance.core.bits import lowest
from balance.core.kernel import kernel
from balance.games.schokoladenmarkt.layout import (
    BITS,
    CORNER_WORD,
    EACH,
    EDGE_WORD,
    GUARD,
    INGREDIENTS,
    KINDS,
    MOST,
    NONE,
    ONE,
    PAGE,
    RAWS,
    WORDS,
    ZERO,
    Action,
    Card,
    Cost,
    Count,
    Event,
    Fault,
    Reward,
    Rules,
    State,
    Trace,
)
from balance.games.schokoladenmarkt.roads import cut_road, grow_road

KIND_BITS = 3  # of an index pile · 8 + kind
KIND_MASK = 7


@kernel()
def write_event(
    trace: Trace, event: IntEnum | int, seat: int, a: int, b: int, c: int, d: int, e: int
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
    trace.n_events += 1


@kernel()
def emit(trace: Trace, event: IntEnum | int, seat: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Tell an event if anyone listens; nobody does in production."""
    if trace.is_on:
        write_event(trace, event, seat, a, b, c, d, e)


# sets of bits


@kernel()
def nth(bits: int, n: int) -> int:
    """The number of the n-th bit that is set, from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


# cards


@kernel()
def n_of(pile: int, kind: int) -> int:
    """Cards of a kind in a pile."""
    return (pile >> (kind * BITS)) & MOST


@kernel()
def holds(pile: int, cost: int) -> bool:
    """Whether a pile holds at least so many of each kind: no guard bit falls."""
    return ((pile | GUARD) - cost) & GUARD == GUARD


@kernel()
def at_least(pile: int, each: int) -> int:
    """Guard bits of the kinds of which a pile holds at least so many."""
    return ((pile | GUARD) - each) & GUARD


@kernel()
def kind_of(guard: int) -> int:
    """The kind of a guard bit's number."""
    return guard // BITS


@kernel()
def move_cards(state: State, seat: int, pile: int, cards: int, n: int) -> None:
    """So many cards come from the bank to a hand; the other way round if both are negative."""
    state.hand[seat, pile] += cards
    state.bank[pile] -= cards
    state.n_hand[seat, pile] += n


@kernel()
def pass_cards(state: State, giver: int, taker: int, pile: int, kind: int, n: int) -> None:
    """Cards of a kind go from one hand to another."""
    cards = n << (kind * BITS)
    state.hand[giver, pile] -= cards
    state.n_hand[giver, pile] -= n
    state.hand[taker, pile] += cards
    state.n_hand[taker, pile] += n


@kernel()
def pay(rules: Rules, state: State, seat: int, cost: int) -> None:
    """Raw materials go back to the bank."""
    move_cards(state, seat, RAWS, -rules.cost[cost], -rules.n_cost[cost])


# roads and buildings


@kernel()
def connects(state: State, seat: int, corner: int, word: int, bit: int) -> bool:
    """Whether a road of the seat may go on from a corner: an own building, or an own road and no foreign building."""
    owner = state.corner_owner[corner]
    return bool(owner == seat or (owner == NONE and state.reach[seat, word] & bit != 0))


@kernel()
def lay_road(rules: Rules, state: State, trace: Trace, seat: int, edge: int) -> None:
    """A road lies on an edge; what it leads to is open to its owner now."""
    state.edge_owner[edge] = seat
    state.open_edges[rules.edge_word[edge]] &= ~rules.edge_bit[edge]
    state.n_roads[seat] += 1
    for end in range(2):
        corner = rules.edge_corner[edge, end]
        state.reach[seat, rules.corner_word[corner]] |= rules.corner_bit[corner]
        owner = state.corner_owner[corner]
        if owner in (NONE, seat):
            for word in range(WORDS):
                state.frontier[seat, word] |= rules.spokes[corner, word]
    if state.n_roads[seat] >= rules.least_road:
        grow_road(rules, state, seat, edge)
        award_road(rules, state, trace)


@kernel()
def award_road(rules: Rules, state: State, trace: Trace) -> None:
    """The longest road is taken only by exceeding; after a cut, ties leave it with nobody (R17)."""
    holder = state.road_holder
    best = rules.least_road - 1
    leader = NONE
    for seat in range(rules.n_seats):
        if state.length[seat] > best:
            best = state.length[seat]
            leader = seat
        elif state.length[seat] == best and best >= rules.least_road:
            leader = NONE
    if holder != NONE and state.length[holder] == best and best >= rules.least_road:
        leader = holder
    if leader == holder:
        return
    if holder != NONE:
        state.score[holder] -= rules.points_road
    if leader != NONE:
        state.score[leader] += rules.points_road
    state.road_holder = leader
    emit(
        trace,
        Event.LONGEST_ROAD,
        leader,
        state.length[leader] if leader != NONE else ZERO,
        ZERO,
        ZERO,
        ZERO,
        ZERO,
    )


@kernel()
def settle(rules: Rules, state: State, trace: Trace, seat: int, corner: int) -> None:
    """A settlement stands on a corner; it may cut roads of others."""
    state.corner_owner[corner] = seat
    state.corner_level[corner] = 1
    state.building[seat, state.n_buildings[seat]] = corner
    state.n_buildings[seat] += 1
    state.n_settlements[seat] += 1
    state.score[seat] += rules.points_settlement
    for word in range(WORDS):
        state.free[word] &= ~rules.near[corner, word]
        state.frontier[seat, word] |= rules.spokes[corner, word]
    add_yield(rules, state, seat, corner, rules.yield_settlement)
    open_harbour(rules, state, seat, state.harbour[corner])
    word = rules.corner_word[corner]
    bit = rules.corner_bit[corner]
    for other in range(rules.n_seats):
        if other != seat and state.reach[other, word] & bit:
            cut(rules, state, other, corner)
            if state.length[other] > 0:
                cut_road(rules, state, other)
                award_road(rules, state, trace)


@kernel()
def cut(rules: Rules, state: State, seat: int, corner: int) -> None:
    """A foreign building stands at a corner of the seat's roads: edges that led on only from there are lost to it."""
    for slot in range(3):
        edge = rules.corner_edge[corner, slot]
        if edge == NONE:
            continue
        far = rules.edge_corner[edge, 0] + rules.edge_corner[edge, 1] - corner
        if not connects(state, seat, far, rules.corner_word[far], rules.corner_bit[far]):
            state.frontier[seat, rules.edge_word[edge]] &= ~rules.edge_bit[edge]


@kernel()
def add_yield(rules: Rules, state: State, seat: int, corner: int, more: int) -> None:
    """A building yields so many more raw materials on each of its fields; jungle and desert yield none."""
    for slot in range(3):
        field = rules.corner_field[corner, slot]
        if field == NONE:
            continue
        kind = rules.land_raw[state.land[field]]
        if kind != NONE:
            state.field_yield[field, seat] += more
            state.income[seat, kind] += more * rules.pips[state.number[field]]


@kernel()
def open_harbour(rules: Rules, state: State, seat: int, harbour: int) -> None:
    """A building at a harbour: better rates from now on; 2:1 harbours never serve ingredients."""
    if harbour == 1:
        for kind in range(KINDS):
            lower_rate(state, seat, RAWS, kind, rules.rate_any)
            lower_rate(state, seat, INGREDIENTS, kind, rules.rate_any)
    elif harbour > 1:
        lower_rate(state, seat, RAWS, harbour - 2, rules.rate_special)


@kernel()
def lower_rate(state: State, seat: int, pile: int, kind: int, rate: int) -> None:
    """The bank takes so many of a kind for another, if it took more."""
    more = n_of(state.rate[seat, pile], kind) - rate
    if more > 0:
        state.rate[seat, pile] -= more << (kind * BITS)


@kernel()
def raise_city(rules: Rules, state: State, seat: int, corner: int) -> None:
    """A settlement becomes a city; its sites stay (R7)."""
    state.corner_level[corner] = 2
    state.n_settlements[seat] -= 1
    state.n_cities[seat] += 1
    state.score[seat] += rules.points_city - rules.points_settlement
    add_yield(rules, state, seat, corner, rules.yield_city - rules.yield_settlement)


@kernel()
def can_site(rules: Rules, state: State, seat: int, corner: int, slot: int) -> bool:
    """Whether a production site fits a field of an own building: in stock, and none of it yet (R7)."""
    field = rules.corner_field[corner, slot]
    if field == NONE:
        return False
    kind = rules.land_ingredient[state.land[field]]
    if kind == NONE or state.site_stock[kind] == 0:
        return False
    if rules.site_per_player:
        return bool(state.field_sites[field, seat] == 0)
    return bool((state.corner_sites[corner] >> slot) & 1 == 0)


@kernel()
def place_site(rules: Rules, state: State, seat: int, corner: int, slot: int) -> None:
    """A production site stands on a field beside an own building."""
    field = rules.corner_field[corner, slot]
    kind = rules.land_ingredient[state.land[field]]
    state.corner_sites[corner] |= 1 << slot
    state.field_sites[field, seat] += 1
    state.site_stock[kind] -= 1
    state.income[seat, 8 + kind] += rules.yield_site * rules.pips[state.number[field]]
    state.tally[seat, Count.SITES] += 1


# production


@kernel()
def produce(rules: Rules, state: State, trace: Trace, number: int) -> None:
    """Everybody gets what the fields of a number yield, but for the robber's field."""
    touched = 0
    field = state.first_field[number]
    while field != NONE:
        raw = rules.land_raw[state.land[field]]
        ingredient = rules.land_ingredient[state.land[field]]
        is_blocked = field == state.robber
        for seat in range(rules.n_seats):
            cards = state.field_yield[field, seat]
            ingredients = state.field_sites[field, seat] * rules.yield_site
            if is_blocked:
                state.tally[seat, Count.RAW_BLOCKED] += cards
                state.tally[seat, Count.INGREDIENTS_BLOCKED] += ingredients
                continue
            if cards:
                state.owed[raw, seat] += cards
                touched |= 1 << raw
            if ingredients:
                state.owed[8 + ingredient, seat] += ingredients
                touched |= 256 << ingredient
        field = state.next_field[field]
    while touched:
        hand_out(rules, state, trace, lowest(touched))
        touched &= touched - 1


@kernel()
def hand_out(rules: Rules, state: State, trace: Trace, owed: int) -> None:
    """Pay a kind to all who are owed; too few for several: nobody gets any, or in seat order (R8)."""
    pile = owed >> KIND_BITS
    kind = owed & KIND_MASK
    in_bank = n_of(state.bank[pile], kind)
    total = 0
    n_owed = 0
    for seat in range(rules.n_seats):
        total += state.owed[owed, seat]
        n_owed += 1 if state.owed[owed, seat] else 0
    left = in_bank
    if total > in_bank:
        state.n_short[pile] += 1
        emit(trace, Event.SHORT, NONE, pile, kind, total, in_bank, ZERO)
        by_seat = pile == INGREDIENTS and rules.short_by_seat == 1
        left = in_bank if n_owed == 1 or by_seat else 0
    seat = state.active
    for _ in range(rules.n_seats):
        n = state.owed[owed, seat]
        if n:
            got = min(n, left)
            left -= got
            state.owed[owed, seat] = 0
            state.tally[seat, Count.RAW_SHORT + pile] += n - got
            state.tally[seat, Count.RAW_PRODUCED + pile] += got
            if got:
                move_cards(state, seat, pile, got << (kind * BITS), got)
                emit(trace, Event.GAIN, seat, pile, kind, got, ZERO, ZERO)
        seat = seat + 1 if seat + 1 < rules.n_seats else 0


# the market


@kernel()
def draw_card(rules: Rules, state: State, trace: Trace, seat: int, event: int) -> None:
    """The next development card, if one is left; it cannot be played in this turn (R16)."""
    if state.deck_next == rules.n_deck:
        return
    card = state.deck[state.deck_next]
    state.deck_next += 1
    state.cards[seat, card] += 1
    state.new_cards[seat, card] += 1
    state.tally[seat, Count.CARDS] += 1
    if card == Card.VICTORY_POINT:
        state.score[seat] += rules.points_card
    emit(trace, event, seat, card, ZERO, ZERO, ZERO, ZERO)


@kernel()
def can_make(rules: Rules, state: State, seat: int, variety: int) -> bool:
    """Whether a seat has the ingredients of a variety that is not in the bottom row."""
    is_open = state.row[variety] < rules.bottom
    return bool(is_open and holds(state.hand[seat, INGREDIENTS], rules.recipe[variety]))


@kernel()
def pay_chips(rules: Rules, state: State, trace: Trace, seat: int, row: int) -> None:
    """The victory points of a row, as far as there are chips (R11, R16)."""
    points = rules.reward[row, Reward.POINTS]
    if rules.chips_limited == 1:
        points = min(points, state.chips_left)
    if points == 0:
        return
    state.chips_left -= points
    state.chips[seat] += points
    state.score[seat] += points
    state.tally[seat, Count.REWARD_POINTS] += points
    emit(trace, Event.REWARD_POINTS, seat, points, ZERO, ZERO, ZERO, ZERO)


@kernel()
def award_army(rules: Rules, state: State, trace: Trace, seat: int) -> None:
    """The largest army goes to whoever exceeds its holder (R17)."""
    holder = state.army_holder
    knights = state.knights[seat]
    if holder == seat or knights < rules.least_army:
        return
    if holder != NONE:
        if knights <= state.knights[holder]:
            return
        state.score[holder] -= rules.points_army
    state.score[seat] += rules.points_army
    state.army_holder = seat
    emit(trace, Event.LARGEST_ARMY, seat, knights, ZERO, ZERO, ZERO, ZERO)


# what is allowed


@kernel()
def road_spots(state: State, seat: int, word: int) -> int:
    """Edges, as bits of a word, on which the seat may build a road."""
    return int(state.open_edges[word] & state.frontier[seat, word])


@kernel()
def can_lay_road(rules: Rules, state: State, seat: int) -> bool:
    """Whether the seat has a road left and an edge for it (R2)."""
    has_edge = road_spots(state, seat, ZERO) | road_spots(state, seat, ONE)
    return bool(has_edge != 0 and state.n_roads[seat] < rules.n_roads)


@kernel()
def settlement_spots(state: State, seat: int, word: int) -> int:
    """Corners, as bits of a word, on which the seat may build a settlement."""
    return int(state.free[word] & state.reach[seat, word])


@kernel()
def can_pay(rules: Rules, state: State, seat: int, cost: int) -> bool:
    """Whether a seat holds the raw materials of a cost."""
    return holds(state.hand[seat, RAWS], rules.cost[cost])


@kernel()
def can_settle(rules: Rules, state: State, seat: int) -> bool:
    """Whether the seat has a settlement left and a corner for it."""
    has_corner = settlement_spots(state, seat, ZERO) | settlement_spots(state, seat, ONE)
    return bool(has_corner != 0 and state.n_settlements[seat] < rules.n_settlements)


@kernel()
def can_raise(rules: Rules, state: State, seat: int) -> bool:
    """Whether the seat has a city left and a settlement for it."""
    return bool(state.n_cities[seat] < rules.n_cities and state.n_settlements[seat] > 0)


@kernel()
def has_site_spot(rules: Rules, state: State, seat: int) -> bool:
    """Whether a production site fits anywhere."""
    for index in range(state.n_buildings[seat]):
        for slot in range(3):
            if can_site(rules, state, seat, state.building[seat, index], slot):
                return True
    return False


@kernel()
def corner_at(word: int, bits: int) -> int:
    """The corner of the lowest bit of a word."""
    return word * CORNER_WORD + lowest(bits)


@kernel()
def edge_at(word: int, bits: int) -> int:
    """The edge of the lowest bit of a word."""
    return word * EDGE_WORD + lowest(bits)


@kernel()
def playable(rules: Rules, state: State, seat: int, card: int) -> bool:
    """Whether a development card may be played now, as far as the card itself goes (R12, R16, R18)."""
    if state.cards[seat, card] <= state.new_cards[seat, card]:
        return False
    if card == Card.ROAD_BUILDING:
        return can_lay_road(rules, state, seat)
    if card == Card.YEAR_OF_PLENTY:
        return bool(at_least(state.bank[RAWS], EACH) != 0)
    return True


@kernel()
def actions(rules: Rules, state: State, seat: int) -> int:
    """What a seat can do now, a bit for each Action but domestic trade; before the dice only cards."""
    can = 1
    if state.has_played == 0:
        for card in range(4):
            if playable(rules, state, seat, card):
                can |= 1 << (Action.PLAY + card)
    if state.has_rolled == 0:
        return can
    if state.n_hand[seat, RAWS] > 0:
        if can_pay(rules, state, seat, Cost.ROAD) and can_lay_road(rules, state, seat):
            can |= 1 << Action.ROAD
        if can_pay(rules, state, seat, Cost.SETTLEMENT) and can_settle(rules, state, seat):
            can |= 1 << Action.SETTLEMENT
        if can_pay(rules, state, seat, Cost.CITY) and can_raise(rules, state, seat):
            can |= 1 << Action.CITY
        if can_pay(rules, state, seat, Cost.DEVELOPMENT) and state.deck_next < rules.n_deck:
            can |= 1 << Action.DEVELOPMENT
        if can_pay(rules, state, seat, Cost.SITE) and has_site_spot(rules, state, seat):
            can |= 1 << Action.SITE
        if can_trade(rules, state, seat, RAWS):
            can |= 1 << Action.MARITIME
    if state.n_hand[seat, INGREDIENTS] > 0:
        for variety in range(rules.n_varieties):
            if can_make(rules, state, seat, variety):
                can |= 1 << Action.CHOCOLATE
        if can_trade(rules, state, seat, INGREDIENTS):
            can |= 1 << Action.MARITIME
    return can


@kernel()
def can_trade(rules: Rules, state: State, seat: int, pile: int) -> bool:
    """Whether the seat has enough of a kind for the bank, and the bank another kind of the pile."""
    gives = at_least(state.hand[seat, pile], state.rate[seat, pile])
    gets = at_least(state.bank[pile], EACH)
    both = gives | gets
    return bool(gives and gets and both & (both - 1))


@kernel()
def cards_in(rules: Rules, state: State, pile: int) -> int:
    """All cards of a pile, at the bank and in hands; packed."""
    cards = state.bank[pile]
    for seat in range(rules.n_seats):
        cards += state.hand[seat, pile]
    return int(cards)


@kernel()
def check(rules: Rules, state: State) -> None:
    """Look for what cannot be; the fault is reported and nothing of it is counted."""
    for pile in range(2):
        if cards_in(rules, state, pile) != rules.bank[pile]:
            state.fault = Fault.CARDS
    sites = 0
    chips = state.chips_left
    n_cards = rules.n_deck - state.deck_next
    for seat in range(rules.n_seats):
        sites += state.tally[seat, Count.SITES]
        chips += state.chips[seat]
        n_cards += state.tally[seat, Count.CARDS_PLAYED]
        for card in range(5):
            n_cards += state.cards[seat, card]
        if (
            state.n_roads[seat] > rules.n_roads
            or state.n_settlements[seat] > rules.n_settlements
            or state.n_cities[seat] > rules.n_cities
        ):
            state.fault = Fault.PIECES
    for kind in range(rules.n_ingredients):
        sites += state.site_stock[kind] - rules.site_stock[kind]
    if sites != 0:
        state.fault = Fault.SITES
    for variety in range(rules.n_varieties):
        if not 0 <= state.row[variety] <= rules.bottom:
            state.fault = Fault.MARKET
    if chips != rules.n_chips_vp:
        state.fault = Fault.CHIPS
    if n_cards != rules.n_deck:
        state.fault = Fault.DECK
