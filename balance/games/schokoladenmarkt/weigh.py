"""What a seat of schokoladenmarkt does next in its turn.

`random` draws among the kinds of action that are possible, then among the ways to do it. A weighted policy values all
its goals, a piece or card to pay for or a chocolate to make, whether it can pay or not. The best of them, later ones
discounted, is its plan; it does what is worth most now, less what that takes away from the plan, and trades for what
a goal lacks.
"""

from __future__ import annotations

from balance.core.bits import count_bits
from balance.core.kernel import kernel
from balance.games.schokoladenmarkt.choose import (
    SLOT,
    begin_choice,
    choose_chocolate,
    choose_city,
    choose_gift,
    choose_road,
    choose_settlement,
    choose_site,
    choose_wanted,
    is_random,
    keep_best,
    leading_score,
    missing,
    noise,
    weight,
)
from balance.games.schokoladenmarkt.layout import (
    INGREDIENTS,
    KINDS,
    N_COSTS,
    NONE,
    NOTHING,
    ONE,
    RAWS,
    TWO,
    ZERO,
    Action,
    Card,
    Cost,
    Policies,
    Reward,
    Rules,
    State,
    Weight,
)
from balance.games.schokoladenmarkt.moves import (
    actions,
    can_lay_road,
    can_make,
    can_raise,
    can_settle,
    can_trade,
    holds,
    n_of,
    nth,
    playable,
)

_THOUSAND = 1000
WAYS = 36  # of two dice
MAX_TRADES = 8  # domestic ones a turn, so that bots come to an end


@kernel(apart=True)
def choose_action(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> None:
    """What the seat does next, and with what: `state.action`, `place`, `slot`, `pile`, `give`, `get`, `goal`."""
    if is_random(line_up, seat):
        draw_action(rules, line_up, state, seat, seed, deal)
    elif state.has_rolled == 0:
        begin_choice(state)
        keep_best(state, Action.END, ZERO)
        if state.has_played == 0 and playable(rules, state, seat, Card.KNIGHT):
            keep_best(state, Action.PLAY, blocked_worth(rules, line_up, state, seat))
        state.action = state.best_option
    else:
        weigh_action(rules, line_up, state, seat, seed, deal)


@kernel()
def draw_action(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> None:
    """One of the possible kinds of action, each with the same chance, and one way to do it."""
    can = actions(rules, state, seat)
    n = count_bits(can)
    state.action = nth(can, noise(state, seat, n, seed, deal)) if n > 1 else 0
    action = state.action
    if action == Action.ROAD:
        state.place = choose_road(rules, line_up, state, seat, seed, deal)
    elif action == Action.SETTLEMENT:
        state.place = choose_settlement(rules, line_up, state, seat, seed, deal)
    elif action == Action.CITY:
        state.place = choose_city(rules, line_up, state, seat, seed, deal)
    elif action == Action.SITE:
        option = choose_site(rules, line_up, state, seat, ZERO, seed, deal)
        state.place = option // SLOT
        state.slot = option % SLOT
    elif action == Action.CHOCOLATE:
        makes = 0
        for variety in range(rules.n_varieties):
            if can_make(rules, state, seat, variety):
                makes |= 1 << variety
        state.goal = choose_chocolate(state, seat, makes, rules.n_varieties, seed, deal)
    elif action == Action.MARITIME:
        both = can_trade(rules, state, seat, RAWS) and can_trade(rules, state, seat, INGREDIENTS)
        is_raw = can_trade(rules, state, seat, RAWS)
        state.pile = noise(state, seat, TWO, seed, deal) if both else (ZERO if is_raw else INGREDIENTS)
        state.give = choose_gift(state, seat, state.pile, seed, deal)
        state.get = choose_wanted(state, seat, state.pile, state.give, seed, deal)


# goals


@kernel()
def blocked_worth(rules: Rules, line_up: Policies, state: State, seat: int) -> int:
    """Worth of driving the robber away from own fields."""
    field = state.robber
    pips = rules.pips[state.number[field]]
    loss = state.field_yield[field, seat] * weight(line_up, seat, Weight.PIP)
    loss += state.field_sites[field, seat] * rules.yield_site * weight(line_up, seat, Weight.INGREDIENT)
    return int(pips * loss)


@kernel()
def army_worth(rules: Rules, line_up: Policies, state: State, seat: int) -> int:
    """Worth of one more knight on the way to the largest army."""
    holder = state.army_holder
    if holder == seat:
        return weight(line_up, seat, Weight.ARMY) // 8
    wanted = rules.least_army if holder == NONE else max(rules.least_army, state.knights[holder] + 1)
    lacks = max(1, wanted - state.knights[seat])
    return int(rules.points_army * weight(line_up, seat, Weight.ARMY) // (lacks * lacks))


@kernel()
def reward_worth(rules: Rules, line_up: Policies, state: State, seat: int, row: int, road: int) -> int:
    """Worth of what a row of the market pays."""
    points = rules.reward[row, Reward.POINTS]
    if rules.chips_limited:
        points = min(points, state.chips_left)
    worth = points * weight(line_up, seat, Weight.MARKET)
    if state.deck_next < rules.n_deck:
        worth += rules.reward[row, Reward.CARDS] * weight(line_up, seat, Weight.CARD)
    worth += rules.reward[row, Reward.RESOURCES] * weight(line_up, seat, Weight.CARD_COST)
    return int(worth + rules.reward[row, Reward.ROADS] * max(0, road))


@kernel()
def weigh_goals(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> None:
    """Worth of every goal before its cost, and where it would stand; NOTHING where it is out of reach."""
    ahead = max(leading_score(rules, state, seat), state.score[seat])
    horizon = max(0, _THOUSAND * (rules.victory_points - ahead) // rules.victory_points)
    for goal in range(N_COSTS):
        state.goal_worth[goal] = NOTHING
    if can_lay_road(rules, state, seat):
        state.goal_place[Cost.ROAD] = choose_road(rules, line_up, state, seat, seed, deal)
        state.goal_worth[Cost.ROAD] = state.best_value
    if can_settle(rules, state, seat):
        state.goal_place[Cost.SETTLEMENT] = choose_settlement(rules, line_up, state, seat, seed, deal)
        points = rules.points_settlement * weight(line_up, seat, Weight.SETTLEMENT)
        state.goal_worth[Cost.SETTLEMENT] = points + state.best_value * horizon // _THOUSAND
        state.goal_worth[Cost.ROAD] //= 2  # a corner waits already
    if can_raise(rules, state, seat):
        state.goal_place[Cost.CITY] = choose_city(rules, line_up, state, seat, seed, deal)
        points = (rules.points_city - rules.points_settlement) * weight(line_up, seat, Weight.CITY)
        state.goal_worth[Cost.CITY] = points + state.best_value * horizon // _THOUSAND
    if state.deck_next < rules.n_deck:
        worth = weight(line_up, seat, Weight.CARD) + army_worth(rules, line_up, state, seat) // 2
        state.goal_worth[Cost.DEVELOPMENT] = worth
    option = choose_site(rules, line_up, state, seat, ZERO, seed, deal)
    if option != NONE:
        state.goal_place[Cost.SITE] = option // SLOT
        state.goal_slot[Cost.SITE] = option % SLOT
        state.goal_worth[Cost.SITE] = state.best_value * horizon // _THOUSAND
    for variety in range(rules.n_varieties):
        row = state.row[variety]
        worth = NOTHING
        if row < rules.bottom:
            worth = reward_worth(rules, line_up, state, seat, row, state.goal_worth[Cost.ROAD])
            if state.n_hand[seat, INGREDIENTS] <= rules.hand_limit:
                worth -= weight(line_up, seat, Weight.TIMING)
        state.goal_worth[N_COSTS + variety] = worth


@kernel()
def goal_pile(goal: int) -> int:
    """The pile a goal is paid from."""
    return RAWS if goal < N_COSTS else INGREDIENTS


@kernel()
def goal_cost(rules: Rules, goal: int) -> int:
    """What a goal costs, packed."""
    return int(rules.cost[goal] if goal < N_COSTS else rules.recipe[goal - N_COSTS])


@kernel()
def goal_cards(rules: Rules, goal: int) -> int:
    """How many cards a goal costs."""
    return int(rules.n_cost[goal] if goal < N_COSTS else rules.n_recipe[goal - N_COSTS])


@kernel()
def card_cost(line_up: Policies, seat: int, pile: int) -> int:
    """What a card of a pile is worth in the hand."""
    return weight(line_up, seat, Weight.CARD_COST if pile == RAWS else Weight.INGREDIENT_COST)


@kernel()
def delay(rules: Rules, state: State, seat: int, pile: int, cost: int) -> int:
    """Own turns, in thousandths, until the dice bring what a cost lacks; what they never bring is traded for."""
    hand = state.hand[seat, pile]
    total = 1
    for kind in range(KINDS):
        total += state.income[seat, pile * 8 + kind]
    slowest = 0
    for kind in range(KINDS):
        lacks = n_of(cost, kind) - n_of(hand, kind)
        if lacks > 0:
            rate = n_of(state.rate[seat, pile], kind)
            pips = max(state.income[seat, pile * 8 + kind] * rate, total)
            slowest += lacks * WAYS * _THOUSAND * rate // (pips * rules.n_seats)
    return slowest


@kernel()
def weigh_action(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> None:
    """The action of most worth now."""
    weigh_goals(rules, line_up, state, seat, seed, deal)
    plan = make_plan(rules, line_up, state, seat)
    begin_choice(state)
    keep_best(state, Action.END, ZERO)
    state.give = NONE
    for goal in range(N_COSTS + rules.n_varieties):
        if state.goal_worth[goal] > NOTHING // 2:
            weigh_goal(rules, line_up, state, seat, goal, plan)
    if state.has_played == 0:
        weigh_cards(rules, line_up, state, seat, plan)
    trades = weight(line_up, seat, Weight.TRADE) > 0 and state.n_trades < MAX_TRADES
    if state.best_option == Action.END and trades and plan != NONE:
        seek_trade(rules, line_up, state, seat, plan)
    state.action = state.best_option


@kernel()
def make_plan(rules: Rules, line_up: Policies, state: State, seat: int) -> int:
    """The goal of most worth, later ones discounted; what it costs is kept from discards and trades."""
    best = NOTHING
    plan = NONE
    for goal in range(N_COSTS + rules.n_varieties):
        if state.goal_worth[goal] <= NOTHING // 2:
            continue
        pile = goal_pile(goal)
        worth = state.goal_worth[goal] - goal_cards(rules, goal) * card_cost(line_up, seat, pile)
        cost = goal_cost(rules, goal)
        if worth > 0 and not holds(state.hand[seat, pile], cost):
            turns = delay(rules, state, seat, pile, cost)
            worth = (
                worth * _THOUSAND // (_THOUSAND + turns * weight(line_up, seat, Weight.HURRY) // _THOUSAND)
            )
        if worth > best:
            best = worth
            plan = goal
    if plan != NONE:
        state.plan[seat, goal_pile(plan)] = goal_cost(rules, plan)
    return plan


@kernel()
def weigh_goal(rules: Rules, line_up: Policies, state: State, seat: int, goal: int, plan: int) -> None:
    """Reach a goal, or trade a card for it with the bank, less what that costs and takes from the plan."""
    pile = goal_pile(goal)
    cost = goal_cost(rules, goal)
    hand = state.hand[seat, pile]
    each = card_cost(line_up, seat, pile)
    worth = state.goal_worth[goal] - goal_cards(rules, goal) * each
    if plan != NONE and plan != goal and goal_pile(plan) == pile:  # noqa: PLR1714  # a kernel
        wanted = goal_cost(rules, plan)
        takes = missing(hand, wanted + cost) - missing(hand, cost) - missing(hand, wanted)
        worth -= max(0, takes) * weight(line_up, seat, Weight.PATIENCE)
    if holds(hand, cost):
        if worth > state.best_value:
            keep_best(state, min(goal, N_COSTS) + 1, worth)  # as Action numbers them
            state.goal = goal - N_COSTS
            state.place = state.goal_place[goal] if goal < N_COSTS else NONE
            state.slot = state.goal_slot[goal] if goal < N_COSTS else NONE
        return
    lacks = missing(hand, cost)
    give = NONE
    get = NONE
    n = 0
    price = 0
    most = 0
    for kind in range(KINDS):
        spare = n_of(hand, kind) - n_of(cost, kind)
        rate = n_of(state.rate[seat, pile], kind)
        if spare >= rate:
            n += spare // rate
            if spare * 8 - rate > most:
                most = spare * 8 - rate
                give = kind
                price = rate
        elif spare < 0:
            if n_of(state.bank[pile], kind) < -spare:
                return
            get = kind
    if n < lacks or give == NONE:
        return
    worth -= lacks * (price - 1) * each
    if worth > state.best_value:
        keep_best(state, Action.MARITIME, worth)
        state.pile = pile
        state.give = give
        state.get = get


@kernel()
def weigh_cards(rules: Rules, line_up: Policies, state: State, seat: int, plan: int) -> None:
    """Development cards that may be played now."""
    each = weight(line_up, seat, Weight.CARD_COST)
    if playable(rules, state, seat, Card.KNIGHT):
        worth = army_worth(rules, line_up, state, seat) + blocked_worth(rules, line_up, state, seat)
        keep_best(state, Action.PLAY, worth)
    if playable(rules, state, seat, Card.ROAD_BUILDING):
        keep_best(state, Action.PLAY + Card.ROAD_BUILDING, 2 * max(0, state.goal_worth[Cost.ROAD]))
    if playable(rules, state, seat, Card.YEAR_OF_PLENTY) and Cost.ROAD < plan < N_COSTS:
        lacks = missing(state.hand[seat, RAWS], rules.cost[plan])
        if 1 <= lacks <= 2:
            keep_best(state, Action.PLAY + Card.YEAR_OF_PLENTY, 2 * each)
    if playable(rules, state, seat, Card.MONOPOLY):
        most = 0
        for kind in range(5):
            others = 0
            for other in range(rules.n_seats):
                others += n_of(state.hand[other, RAWS], kind) if other != seat else 0
            most = max(most, others)
        keep_best(state, Action.PLAY + Card.MONOPOLY, (most - 3) * each)


# domestic trade


@kernel()
def keep_worth(line_up: Policies, state: State, seat: int, pile: int, kind: int, more: int) -> int:
    """Worth of the last card of a kind, with so many more of it: less the more there are, more if the plan lacks it."""
    held = n_of(state.hand[seat, pile], kind) + more
    each = card_cost(line_up, seat, pile)
    worth = each * line_up.demand[pile * 8 + kind] // (1 + held)
    if n_of(state.plan[seat, pile], kind) >= held:
        worth += each * _THOUSAND
    return int(worth)


@kernel()
def seek_trade(rules: Rules, line_up: Policies, state: State, seat: int, plan: int) -> None:
    """Offer a card for one that the plan lacks, to another seat that gains by it too (A5, R22).

    Nobody trades with a seat that is about to win.
    """
    if state.score[seat] >= rules.victory_points - 2:
        return
    pile = goal_pile(plan)
    cost = goal_cost(rules, plan)
    for kind in range(KINDS):
        if n_of(cost, kind) <= n_of(state.hand[seat, pile], kind):
            continue
        for other in range(rules.n_seats):
            trades = other != seat and weight(line_up, other, Weight.TRADE) > 0
            if trades and n_of(state.hand[other, pile], kind) > 0:
                weigh_offers(line_up, state, seat, other, pile, kind, cost)


@kernel()
def weigh_offers(
    line_up: Policies, state: State, seat: int, other: int, wanted_pile: int, kind: int, cost: int
) -> None:
    """What to offer another seat for a card: what the giver misses least, of what the other gains by."""
    gain = keep_worth(line_up, state, seat, wanted_pile, kind, ONE)
    asks = keep_worth(line_up, state, other, wanted_pile, kind, ZERO)
    for pile in range(2):
        for given in range(KINDS):
            own = n_of(state.hand[seat, pile], given)
            kept = n_of(cost, given) if pile == wanted_pile else 0
            if own <= kept or (pile == wanted_pile and given == kind):
                continue
            surplus = gain - keep_worth(line_up, state, seat, pile, given, ZERO)
            gets = keep_worth(line_up, state, other, pile, given, ONE)
            if surplus > max(0, state.best_value) and gets > asks:
                keep_best(state, Action.DOMESTIC, surplus)
                state.goal = other
                state.pile = pile
                state.give = given
                state.place = wanted_pile
                state.get = kind
