"""schokoladenmarkt played to its end: turns, dice, robber, building, chocolate, victory. Rule numbers: RULES.md."""

from __future__ import annotations

from balance.core.chance import draw, stream
from balance.core.kernel import kernel
from balance.core.layout import Records
from balance.core.tables import SHARE_UNIT
from balance.games.schokoladenmarkt.choose import (
    choose_discard,
    choose_monopoly,
    choose_pile,
    choose_resource,
    choose_rise,
    choose_road,
    choose_robber,
    choose_victim,
)
from balance.games.schokoladenmarkt.layout import (
    BITS,
    KINDS,
    MOMENTS,
    N_CARDS,
    N_COUNTS,
    NONE,
    ONE,
    RAWS,
    ROUNDS_APART,
    ZERO,
    Action,
    Card,
    Count,
    End,
    Event,
    Fault,
    GameRow,
    Policies,
    Reward,
    Rules,
    SeatRow,
    Source,
    State,
    Trace,
)
from balance.games.schokoladenmarkt.moves import (
    award_army,
    can_lay_road,
    check,
    draw_card,
    emit,
    lay_road,
    move_cards,
    n_of,
    pass_cards,
    pay,
    pay_chips,
    place_site,
    produce,
    raise_city,
    settle,
)
from balance.games.schokoladenmarkt.roads import cut_road
from balance.games.schokoladenmarkt.setup import set_up
from balance.games.schokoladenmarkt.weigh import choose_action

SEVEN = 7
DIE = 6


@kernel()
def check_victory(rules: Rules, state: State) -> None:
    """The game ends when the seat in turn has enough points; others win only in their own turn (R13)."""
    if state.is_over == 0 and state.score[state.active] >= rules.victory_points:
        state.is_over = 1
        state.end_reason = End.VICTORY
        state.winner = state.active


@kernel()
def discard(rules: Rules, line_up: Policies, state: State, trace: Trace, seed: int, deal: int) -> None:
    """Every pile beyond the limit loses half, rounded down; in seat order from the seat in turn."""
    seat = state.active
    for _ in range(rules.n_seats):
        for pile in range(2):
            n = state.n_hand[seat, pile] // 2 if state.n_hand[seat, pile] > rules.hand_limit else 0
            state.tally[seat, Count.RAW_DISCARDED + pile] += n
            for _ in range(n):
                kind = choose_discard(line_up, state, seat, pile, seed, deal)
                move_cards(state, seat, pile, -(ONE << (kind * BITS)), -ONE)
                emit(trace, Event.DISCARD, seat, pile, kind, ZERO, ZERO, ZERO)
        seat = seat + 1 if seat + 1 < rules.n_seats else 0


@kernel()
def move_robber(rules: Rules, line_up: Policies, state: State, trace: Trace, seed: int, deal: int) -> None:
    """The robber goes elsewhere; the thief draws from one pile of a victim beside it."""
    seat = state.active
    state.robber = choose_robber(rules, line_up, state, seat, seed, deal)
    emit(trace, Event.ROBBER, seat, state.robber, ZERO, ZERO, ZERO, ZERO)
    victim = choose_victim(rules, line_up, state, seat, seed, deal)
    if victim == NONE:
        return
    pile = choose_pile(line_up, state, seat, victim, seed, deal)
    left = draw(stream(seed, deal, Source.THEFT), state.n_thefts, state.n_hand[victim, pile])
    state.n_thefts += 1
    kind = 0
    while left >= n_of(state.hand[victim, pile], kind):
        left -= n_of(state.hand[victim, pile], kind)
        kind += 1
    pass_cards(state, victim, seat, pile, kind, ONE)
    state.tally[victim, Count.RAW_STOLEN + pile] += 1
    emit(trace, Event.STEAL, seat, victim, pile, kind, ZERO, ZERO)


@kernel()
def throw_dice(rules: Rules, line_up: Policies, state: State, trace: Trace, seed: int, deal: int) -> None:
    """Two dice: production, or the robber."""
    key = stream(seed, deal, Source.DICE)
    first = 1 + draw(key, 2 * state.turn, DIE)
    second = 1 + draw(key, 2 * state.turn + 1, DIE)
    state.has_rolled = 1
    emit(trace, Event.ROLL, state.active, first, second, ZERO, ZERO, ZERO)
    if first + second == SEVEN:
        state.n_sevens += 1
        discard(rules, line_up, state, trace, seed, deal)
        move_robber(rules, line_up, state, trace, seed, deal)
    else:
        produce(rules, state, trace, first + second)


@kernel()
def free_road(
    rules: Rules, line_up: Policies, state: State, trace: Trace, event: int, seed: int, deal: int
) -> None:
    """A road that costs nothing, placed at once; lost if no edge or no piece is left (R2)."""
    seat = state.active
    if can_lay_road(rules, state, seat):
        edge = choose_road(rules, line_up, state, seat, seed, deal)
        emit(trace, event, seat, edge, ZERO, ZERO, ZERO, ZERO)
        lay_road(rules, state, trace, seat, edge)
        state.tally[seat, Count.REWARD_ROADS] += 1 if event == Event.REWARD_ROAD else 0


@kernel()
def take_resource(
    rules: Rules, line_up: Policies, state: State, trace: Trace, event: int, seed: int, deal: int
) -> None:
    """A raw material from the bank, if it has any: of the seat's choice, or as a reward drawn by lot (R3, R16)."""
    seat = state.active
    if event == Event.REWARD_RESOURCE and rules.reward_random:
        n = 0
        for kind in range(KINDS):
            n += 1 if n_of(state.bank[RAWS], kind) > 0 else 0
        if n == 0:
            return
        left = draw(stream(seed, deal, Source.REWARD), state.n_drawn, n)
        state.n_drawn += 1
        kind = 0
        while n_of(state.bank[RAWS], kind) == 0 or left > 0:
            left -= 1 if n_of(state.bank[RAWS], kind) > 0 else 0
            kind += 1
    else:
        kind = choose_resource(rules, line_up, state, seat, seed, deal)
        if kind == NONE:
            return
    move_cards(state, seat, RAWS, ONE << (kind * BITS), ONE)
    emit(trace, event, seat, kind, ZERO, ZERO, ZERO, ZERO)
    state.tally[seat, Count.REWARD_RESOURCES] += 1 if event == Event.REWARD_RESOURCE else 0


@kernel()
def play_card(
    rules: Rules, line_up: Policies, state: State, trace: Trace, card: int, seed: int, deal: int
) -> None:
    """One development card a turn (R18)."""
    seat = state.active
    state.has_played = 1
    state.cards[seat, card] -= 1
    state.tally[seat, Count.CARDS_PLAYED] += 1
    emit(trace, Event.PLAY, seat, card, ZERO, ZERO, ZERO, ZERO)
    if card == Card.KNIGHT:
        state.knights[seat] += 1
        award_army(rules, state, trace, seat)
        check_victory(rules, state)
        if state.is_over == 0:
            move_robber(rules, line_up, state, trace, seed, deal)
    elif card == Card.ROAD_BUILDING:
        for _ in range(2):
            if state.is_over == 0:
                free_road(rules, line_up, state, trace, Event.FREE_ROAD, seed, deal)
                check_victory(rules, state)
    elif card == Card.YEAR_OF_PLENTY:
        for _ in range(2):
            take_resource(rules, line_up, state, trace, Event.TAKE, seed, deal)
    else:
        kind = choose_monopoly(rules, line_up, state, seat, seed, deal)
        for other in range(rules.n_seats):
            n = n_of(state.hand[other, RAWS], kind)
            if other != seat and n > 0:
                pass_cards(state, other, seat, RAWS, kind, n)
        emit(trace, Event.MONOPOLY, seat, kind, ZERO, ZERO, ZERO, ZERO)


@kernel()
def make_chocolate(
    rules: Rules, line_up: Policies, state: State, trace: Trace, variety: int, seed: int, deal: int
) -> None:
    """Ingredients back, reward, the bar falls, the die, a bar rises (R4, R10, R15)."""
    seat = state.active
    row = state.row[variety]
    emit(trace, Event.CHOCOLATE, seat, variety, row, ZERO, ZERO, ZERO)
    move_cards(state, seat, ONE, -rules.recipe[variety], -rules.n_recipe[variety])
    state.tally[seat, Count.CHOCOLATES] += 1
    state.made[seat, variety] += 1
    state.made_row[seat, row] += 1
    pay_chips(rules, state, trace, seat, row)
    for _ in range(rules.reward[row, Reward.CARDS]):
        state.tally[seat, Count.REWARD_CARDS] += 1 if state.deck_next < rules.n_deck else 0
        draw_card(rules, state, trace, seat, Event.REWARD_CARD)
    for _ in range(rules.reward[row, Reward.RESOURCES]):
        take_resource(rules, line_up, state, trace, Event.REWARD_RESOURCE, seed, deal)
    for _ in range(rules.reward[row, Reward.ROADS]):
        free_road(rules, line_up, state, trace, Event.REWARD_ROAD, seed, deal)
    check_victory(rules, state)
    if state.is_over:
        return
    state.row[variety] += 1
    emit(trace, Event.FALL, NONE, variety, state.row[variety], ZERO, ZERO, ZERO)
    face = 1 + draw(stream(seed, deal, Source.MARKET), state.n_made, rules.n_market_faces)
    state.n_made += 1
    emit(trace, Event.MARKET_DIE, NONE, face, ZERO, ZERO, ZERO, ZERO)
    rising = rules.variety_of_face[face]
    if rising == NONE or state.row[rising] == 0:
        rising = choose_rise(rules, line_up, state, seat, rising, seed, deal)
    if rising != NONE:
        state.row[rising] -= 1
        emit(trace, Event.RISE, seat, rising, state.row[rising], ZERO, ZERO, ZERO)


@kernel()
def trade(rules: Rules, state: State, trace: Trace) -> None:
    """Cards go to the bank, or to another seat, for one other card (R22)."""
    seat = state.active
    pile = state.pile
    give = state.give
    get = state.get
    if state.action == Action.MARITIME:
        rate = n_of(state.rate[seat, pile], give)
        move_cards(state, seat, pile, -(rate << (give * BITS)), -rate)
        move_cards(state, seat, pile, ONE << (get * BITS), ONE)
        state.tally[seat, Count.RAW_TRADED + pile] += rate
        emit(trace, Event.MARITIME, seat, pile, give, rate, get, ZERO)
    else:
        state.n_trades += 1
        state.tally[seat, Count.DOMESTIC_TRADES] += 1
        pass_cards(state, seat, state.goal, pile, give, ONE)
        pass_cards(state, state.goal, seat, state.place, get, ONE)
        emit(trace, Event.DOMESTIC, seat, state.goal, pile, give, state.place, get)


@kernel()
def build(rules: Rules, state: State, trace: Trace) -> None:
    """Pay for a piece or a card and place it."""
    seat = state.active
    place = state.place
    action = state.action
    pay(rules, state, seat, action - 1)
    if action == Action.ROAD:
        emit(trace, Event.ROAD, seat, place, ZERO, ZERO, ZERO, ZERO)
        lay_road(rules, state, trace, seat, place)
    elif action == Action.SETTLEMENT:
        emit(trace, Event.SETTLEMENT, seat, place, ZERO, ZERO, ZERO, ZERO)
        settle(rules, state, trace, seat, place)
    elif action == Action.CITY:
        emit(trace, Event.CITY, seat, place, ZERO, ZERO, ZERO, ZERO)
        raise_city(rules, state, seat, place)
    elif action == Action.DEVELOPMENT:
        draw_card(rules, state, trace, seat, Event.BUY)
    else:
        field = rules.corner_field[place, state.slot]
        emit(trace, Event.SITE, seat, place, field, ZERO, ZERO, ZERO)
        place_site(rules, state, seat, place, state.slot)


@kernel(once=True)
def take_turn(rules: Rules, line_up: Policies, state: State, trace: Trace, seed: int, deal: int) -> None:
    """A card if wanted, the dice, then anything in any order (R9, R18)."""
    seat = state.turn % rules.n_seats
    state.active = seat
    state.has_rolled = 0
    state.has_played = 0
    state.n_trades = 0
    for card in range(N_CARDS):
        state.new_cards[seat, card] = 0
    emit(trace, Event.TURN, seat, state.turn, ZERO, ZERO, ZERO, ZERO)
    check_victory(rules, state)
    while state.is_over == 0:
        choose_action(rules, line_up, state, seat, seed, deal)
        action = state.action
        if action == Action.END:
            if state.has_rolled:
                break
            throw_dice(rules, line_up, state, trace, seed, deal)
        elif action <= Action.SITE:
            build(rules, state, trace)
        elif action == Action.CHOCOLATE:
            make_chocolate(rules, line_up, state, trace, state.goal, seed, deal)
        elif action == Action.MARITIME or action == Action.DOMESTIC:  # noqa: PLR1714  # a kernel
            trade(rules, state, trace)
        else:
            play_card(rules, line_up, state, trace, action - Action.PLAY, seed, deal)
        check_victory(rules, state)


@kernel()
def note_turn(rules: Rules, state: State) -> None:
    """After a turn: who leads, and where the market's bars stand."""
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
    for variety in range(rules.n_varieties):
        state.row_sum[variety] += state.row[variety] + 1
        state.blocked[variety] += 1 if state.row[variety] == rules.bottom else 0
    span = ROUNDS_APART * rules.n_seats
    moment = state.turn // span - 1
    if moment * span + span == state.turn and 0 <= moment < MOMENTS:
        for variety in range(rules.n_varieties):
            state.row_at[moment, variety] = state.row[variety] + 1


@kernel()
def write_seat(rules: Rules, line_up: Policies, state: State, row: SeatRow, playout: int, seat: int) -> None:
    """A seat's row."""
    row.playout = playout
    row.seat = seat
    row.policy = line_up.policy[seat]
    row.score = state.score[seat]
    row.rank = 1
    for other in range(rules.n_seats):
        is_ahead = state.score[other] > state.score[seat] or other == state.winner
        if is_ahead and other != seat and seat != state.winner:  # noqa: PLR1714  # a kernel
            row.rank += 1
    row.share = SHARE_UNIT if seat == state.winner else 0
    row.points_settlements = state.n_settlements[seat] * rules.points_settlement
    row.points_cities = state.n_cities[seat] * rules.points_city
    row.points_market = state.chips[seat]
    row.points_longest_road = rules.points_road if state.road_holder == seat else 0
    row.points_largest_army = rules.points_army if state.army_holder == seat else 0
    row.points_cards = state.cards[seat, Card.VICTORY_POINT] * rules.points_card
    buildings = row.points_settlements + row.points_cities
    others = row.points_longest_road + row.points_largest_army + row.points_cards
    if buildings + row.points_market + others != row.score:
        state.fault = Fault.POINTS
    cut_road(rules, state, seat)
    state.tally[seat, Count.SETTLEMENTS] = state.n_settlements[seat]
    state.tally[seat, Count.CITIES] = state.n_cities[seat]
    state.tally[seat, Count.ROADS] = state.n_roads[seat]
    state.tally[seat, Count.LONGEST] = state.length[seat]
    state.tally[seat, Count.KNIGHTS] = state.knights[seat]
    for pile in range(2):
        state.tally[seat, Count.RAW_LEFT + pile] = state.n_hand[seat, pile]
    for count in range(N_COUNTS):
        row.tally[count] = state.tally[seat, count]
    for variety in range(rules.n_varieties):
        row.made[variety] = state.made[seat, variety]
    for place in range(rules.n_rows):
        row.made_row[place] = state.made_row[seat, place]


@kernel()
def write_game(rules: Rules, state: State, row: GameRow, playout: int, deal: int) -> None:
    """The playout's row."""
    best = state.score[0]
    second = -1
    for seat in range(1, rules.n_seats):
        if state.score[seat] > best:
            second = best
            best = state.score[seat]
        else:
            second = max(second, state.score[seat])
    row.playout = playout
    row.deal = deal
    row.n_seats = rules.n_seats
    row.length = state.turn
    row.end_reason = state.end_reason
    row.truncated = 1 if state.winner == NONE else 0
    row.winners = 1 << state.winner if state.winner != NONE else 0
    row.margin = best - second
    row.lead_changes = state.lead_changes
    row.sevens = state.n_sevens
    row.deck_left = rules.n_deck - state.deck_next
    row.chips_left = state.chips_left
    row.short_raw = state.n_short[0]
    row.short_ingredients = state.n_short[1]
    row.market_decided = 0
    if state.winner != NONE:
        own = state.score[state.winner] - state.chips[state.winner]
        for seat in range(rules.n_seats):
            if seat != state.winner and state.score[seat] - state.chips[seat] >= own:
                row.market_decided = 1
    for variety in range(rules.n_varieties):
        row.blocked[variety] = state.blocked[variety]
        row.row_sum[variety] = state.row_sum[variety]
        row.row_end[variety] = state.row[variety] + 1
        for moment in range(MOMENTS):
            row.row_at[moment * rules.n_varieties + variety] = state.row_at[moment, variety]
    for moment in range(MOMENTS):
        row.reached[moment] = 1 if state.row_at[moment, 0] > 0 else 0
    row.fault = state.fault


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
    set_up(rules, line_up, state, trace, seed, deal)
    state.end_reason = End.TURN_LIMIT
    while state.is_over == 0 and state.turn < rules.turn_limit:
        take_turn(rules, line_up, state, trace, seed, deal)
        state.turn += 1
        note_turn(rules, state)
    check(rules, state)
    for seat in range(rules.n_seats):
        write_seat(rules, line_up, state, seat_rows[seat], playout, seat)
    write_game(rules, state, game_row, playout, deal)
    emit(trace, Event.OVER, NONE, state.end_reason, state.winner, ZERO, ZERO, ZERO)
    for seat in range(rules.n_seats):
        emit(trace, Event.RESULT, seat, state.score[seat], ZERO, ZERO, ZERO, ZERO)


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
