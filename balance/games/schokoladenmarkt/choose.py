"""How a seat of schokoladenmarkt decides: the single choices; `weigh.py` has the turn as a whole.

`random` keeps one of all options, each with the same chance, by draws from the seat's own stream. A weighted policy
gives every option its worth in thousandths of a point and takes the best; of equals the first (weights: policies.py).
"""

from __future__ import annotations

from balance.core.chance import draw, stream
from balance.core.kernel import kernel
from balance.games.schokoladenmarkt.layout import (
    BITS,
    CORNERS,
    EACH,
    FIELDS,
    INGREDIENTS,
    KINDS,
    NONE,
    NOTHING,
    RAWS,
    WORDS,
    Kind,
    Policies,
    Rules,
    Source,
    State,
    Weight,
)
from balance.games.schokoladenmarkt.moves import (
    at_least,
    can_site,
    corner_at,
    edge_at,
    n_of,
    road_spots,
    settlement_spots,
)

_THOUSAND = 1000
SLOT = 4  # stride of an option that is a corner and one of its fields


@kernel()
def noise(state: State, seat: int, faces: int, seed: int, deal: int) -> int:
    """The seat's next own draw, 0 … faces − 1; the dice never notice."""
    state.n_draws[seat] += 1
    return draw(stream(seed, deal, Source.SEAT + seat), state.n_draws[seat], faces)


@kernel()
def begin_choice(state: State) -> None:
    """No option has been weighed yet."""
    state.n_options = 0
    state.best_value = NOTHING
    state.best_option = NONE


@kernel()
def is_random(line_up: Policies, seat: int) -> bool:
    """Whether the seat draws instead of weighing."""
    return bool(line_up.kind[seat] == Kind.RANDOM)


@kernel()
def keep_at_random(state: State, seat: int, option: int, seed: int, deal: int) -> None:
    """One more option: each of all so far is kept with the same chance."""
    state.n_options += 1
    if state.n_options == 1 or noise(state, seat, state.n_options, seed, deal) == 0:
        state.best_option = option


@kernel()
def keep_best(state: State, option: int, worth: int) -> None:
    """One more option: the one of most worth is kept, of equals the first."""
    if worth > state.best_value:
        state.best_value = worth
        state.best_option = option


# what things are worth


@kernel()
def weight(line_up: Policies, seat: int, name: int) -> int:
    """A weight of the seat's policy."""
    return int(line_up.weight[seat, name])


@kernel()
def income_worth(line_up: Policies, state: State, seat: int, index: int, pips: int) -> int:
    """Worth of so many more pips of a kind (pile · 8 + kind); the more of it the seat has, the less."""
    name = Weight.PIP if index < 8 else Weight.INGREDIENT
    more = pips * weight(line_up, seat, name) * line_up.demand[index]
    return int(more // (_THOUSAND + weight(line_up, seat, Weight.SPREAD) * state.income[seat, index]))


@kernel()
def corner_worth(rules: Rules, line_up: Policies, state: State, seat: int, corner: int) -> int:
    """Worth of what a settlement would yield here: raw materials, room for sites, a harbour."""
    worth = 0
    for slot in range(3):
        field = rules.corner_field[corner, slot]
        if field == NONE:
            continue
        land = state.land[field]
        pips = rules.pips[state.number[field]]
        raw = rules.land_raw[land]
        if raw != NONE:
            worth += income_worth(line_up, state, seat, raw, pips * rules.yield_settlement)
        ingredient = rules.land_ingredient[land]
        if ingredient != NONE and state.site_stock[ingredient] > 0:
            worth += income_worth(line_up, state, seat, 8 + ingredient, pips * rules.yield_site)
    harbour = state.harbour[corner]
    if harbour == 1:
        worth += weight(line_up, seat, Weight.HARBOUR)
    elif harbour > 1:
        worth += weight(line_up, seat, Weight.HARBOUR) * state.income[seat, harbour - 2] // 8
    return worth


@kernel()
def leads_to(rules: Rules, line_up: Policies, state: State, seat: int, edge: int) -> int:
    """Worth of the best corner for a settlement that a road on this edge reaches, or the next one beyond; or NOTHING.

    Corners that own roads reach already do not count.
    """
    best = NOTHING
    for end in range(2):
        corner = rules.edge_corner[edge, end]
        word = rules.corner_word[corner]
        if (state.reach[seat, word] & rules.corner_bit[corner]) or state.corner_owner[corner] != NONE:
            continue
        best = max(best, 0)
        if state.free[word] & rules.corner_bit[corner]:
            best = max(best, corner_worth(rules, line_up, state, seat, corner))
        for slot in range(3):
            other = rules.corner_edge[corner, slot]
            if other == NONE or state.edge_owner[other] != NONE:
                continue
            far = rules.edge_corner[other, 0] + rules.edge_corner[other, 1] - corner
            far_word = rules.corner_word[far]
            if (
                state.free[far_word] & rules.corner_bit[far]
                and state.reach[seat, far_word] & rules.corner_bit[far] == 0
            ):
                best = max(best, corner_worth(rules, line_up, state, seat, far) // 2)
    return best


@kernel()
def road_worth(rules: Rules, line_up: Policies, state: State, seat: int, edge: int) -> int:
    """Worth of a road: where it leads, and how near it brings the longest road."""
    target = leads_to(rules, line_up, state, seat, edge)
    if target == NOTHING:
        return 0
    worth = target * weight(line_up, seat, Weight.ROAD) // _THOUSAND
    holder = state.road_holder
    if holder != seat:
        wanted = rules.least_road if holder == NONE else max(rules.least_road, state.length[holder] + 1)
        own = max(state.length[seat], min(state.n_roads[seat], rules.least_road - 1) - 1)
        missing = max(1, wanted - own)
        worth += rules.points_road * weight(line_up, seat, Weight.LONGEST) // (missing * missing)
    return worth


# where pieces go


@kernel()
def choose_start(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> int:
    """A corner for a first settlement."""
    begin_choice(state)
    for corner in range(CORNERS):
        if state.free[rules.corner_word[corner]] & rules.corner_bit[corner] == 0:
            continue
        if is_random(line_up, seat):
            keep_at_random(state, seat, corner, seed, deal)
        else:
            keep_best(state, corner, corner_worth(rules, line_up, state, seat, corner))
    return int(state.best_option)


@kernel()
def choose_start_road(
    rules: Rules, line_up: Policies, state: State, seat: int, corner: int, seed: int, deal: int
) -> int:
    """An edge beside a first settlement."""
    begin_choice(state)
    for slot in range(3):
        edge = rules.corner_edge[corner, slot]
        if edge == NONE or state.edge_owner[edge] != NONE:
            continue
        if is_random(line_up, seat):
            keep_at_random(state, seat, edge, seed, deal)
        else:
            keep_best(state, edge, road_worth(rules, line_up, state, seat, edge))
    return int(state.best_option)


@kernel()
def choose_road(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> int:
    """An edge for a road; its worth stands in `state.best_value`."""
    begin_choice(state)
    for word in range(WORDS):
        spots = road_spots(state, seat, word)
        while spots:
            edge = edge_at(word, spots)
            spots &= spots - 1
            if is_random(line_up, seat):
                keep_at_random(state, seat, edge, seed, deal)
            else:
                keep_best(state, edge, road_worth(rules, line_up, state, seat, edge))
    return int(state.best_option)


@kernel()
def choose_settlement(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> int:
    """A corner for a settlement."""
    begin_choice(state)
    for word in range(WORDS):
        spots = settlement_spots(state, seat, word)
        while spots:
            corner = corner_at(word, spots)
            spots &= spots - 1
            if is_random(line_up, seat):
                keep_at_random(state, seat, corner, seed, deal)
            else:
                keep_best(state, corner, corner_worth(rules, line_up, state, seat, corner))
    return int(state.best_option)


@kernel()
def choose_city(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> int:
    """A settlement that becomes a city: the one whose fields yield most."""
    begin_choice(state)
    for index in range(state.n_buildings[seat]):
        corner = state.building[seat, index]
        if state.corner_level[corner] != 1:
            continue
        if is_random(line_up, seat):
            keep_at_random(state, seat, corner, seed, deal)
            continue
        worth = 0
        for slot in range(3):
            field = rules.corner_field[corner, slot]
            if field != NONE and rules.land_raw[state.land[field]] != NONE:
                pips = rules.pips[state.number[field]] * (rules.yield_city - rules.yield_settlement)
                worth += income_worth(line_up, state, seat, rules.land_raw[state.land[field]], pips)
        keep_best(state, corner, worth)
    return int(state.best_option)


@kernel()
def choose_site(
    rules: Rules, line_up: Policies, state: State, seat: int, barred: int, seed: int, deal: int
) -> int:
    """A building and field for a production site, as corner · 4 + its field's place; not on barred fields (a mask)."""
    begin_choice(state)
    for index in range(state.n_buildings[seat]):
        corner = state.building[seat, index]
        for slot in range(3):
            field = rules.corner_field[corner, slot]
            if not can_site(rules, state, seat, corner, slot) or (barred >> field) & 1:
                continue
            option = corner * SLOT + slot
            if is_random(line_up, seat):
                keep_at_random(state, seat, option, seed, deal)
                continue
            kind = 8 + rules.land_ingredient[state.land[field]]
            pips = rules.pips[state.number[field]] * rules.yield_site
            keep_best(state, option, income_worth(line_up, state, seat, kind, pips))
    return int(state.best_option)


# cards


@kernel()
def choose_resource(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> int:
    """A raw material from the bank, or NONE if it has none (R3, R16): what the seat's plan lacks most."""
    begin_choice(state)
    for kind in range(KINDS):
        if n_of(state.bank[RAWS], kind) == 0:
            continue
        if is_random(line_up, seat):
            keep_at_random(state, seat, kind, seed, deal)
            continue
        held = n_of(state.hand[seat, RAWS], kind)
        lacks = n_of(state.plan[seat, RAWS], kind) - held
        keep_best(state, kind, lacks * _THOUSAND + line_up.demand[kind] // (1 + held))
    return int(state.best_option)


@kernel()
def choose_monopoly(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> int:
    """A raw material that all others give: the one they have most of (R12)."""
    begin_choice(state)
    for kind in range(5):
        if is_random(line_up, seat):
            keep_at_random(state, seat, kind, seed, deal)
            continue
        others = 0
        for other in range(rules.n_seats):
            others += n_of(state.hand[other, RAWS], kind) if other != seat else 0
        keep_best(state, kind, others)
    return int(state.best_option)


@kernel()
def choose_discard(line_up: Policies, state: State, seat: int, pile: int, seed: int, deal: int) -> int:
    """A card that is lost to a 7: at random any card, else of what there is most beyond the plan."""
    hand = state.hand[seat, pile]
    if is_random(line_up, seat):
        left = noise(state, seat, state.n_hand[seat, pile], seed, deal)
        kind = 0
        while left >= n_of(hand, kind):
            left -= n_of(hand, kind)
            kind += 1
        return kind
    begin_choice(state)
    for kind in range(KINDS):
        held = n_of(hand, kind)
        if held:
            spare = held - n_of(state.plan[seat, pile], kind)
            keep_best(state, kind, spare * _THOUSAND + held)
    return int(state.best_option)


# the robber


@kernel()
def threat(line_up: Policies, state: State, seat: int, other: int, leader: int) -> int:
    """How much it is worth to hurt another seat, in thousandths: the leader more than others."""
    extra = weight(line_up, seat, Weight.DENY) if state.score[other] == leader else 0
    return _THOUSAND + extra


@kernel()
def leading_score(rules: Rules, state: State, seat: int) -> int:
    """The highest score of the other seats."""
    leader = 0
    for other in range(rules.n_seats):
        if other != seat:
            leader = max(leader, state.score[other])
    return leader


@kernel()
def choose_robber(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> int:
    """Another field for the robber: where it hurts others most, the leader above all."""
    begin_choice(state)
    leader = leading_score(rules, state, seat)
    for field in range(FIELDS):
        if field == state.robber:
            continue
        if is_random(line_up, seat):
            keep_at_random(state, seat, field, seed, deal)
            continue
        pips = rules.pips[state.number[field]]
        worth = 0
        for other in range(rules.n_seats):
            loss = state.field_yield[field, other] * weight(line_up, seat, Weight.PIP)
            loss += (
                state.field_sites[field, other] * rules.yield_site * weight(line_up, seat, Weight.INGREDIENT)
            )
            if other == seat:
                worth -= 2 * _THOUSAND * pips * loss
            else:
                worth += pips * loss * threat(line_up, state, seat, other, leader)
        keep_best(state, field, worth)
    return int(state.best_option)


@kernel()
def is_beside(rules: Rules, state: State, seat: int, field: int) -> bool:
    """Whether a seat has a building at a field."""
    for around in range(6):
        if state.corner_owner[rules.field_corner[field, around]] == seat:
            return True
    return False


@kernel()
def choose_victim(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> int:
    """A seat beside the robber that has cards, or NONE: the leader, else who has most."""
    begin_choice(state)
    leader = leading_score(rules, state, seat)
    for victim in range(rules.n_seats):
        n_cards = state.n_hand[victim, RAWS] + state.n_hand[victim, INGREDIENTS]
        if victim == seat or n_cards == 0 or not is_beside(rules, state, victim, state.robber):
            continue
        if is_random(line_up, seat):
            keep_at_random(state, seat, victim, seed, deal)
        else:
            keep_best(state, victim, n_cards * threat(line_up, state, seat, victim, leader))
    return int(state.best_option)


@kernel()
def choose_pile(line_up: Policies, state: State, seat: int, victim: int, seed: int, deal: int) -> int:
    """The pile of a victim that a thief draws from."""
    begin_choice(state)
    for pile in range(2):
        if state.n_hand[victim, pile] == 0:
            continue
        if is_random(line_up, seat):
            keep_at_random(state, seat, pile, seed, deal)
        else:
            name = Weight.CARD_COST if pile == RAWS else Weight.INGREDIENT_COST
            keep_best(state, pile, weight(line_up, seat, name))
    return int(state.best_option)


# the market


@kernel()
def missing(hand: int, cost: int) -> int:
    """Cards that a pile lacks for a cost."""
    lacks = 0
    for kind in range(KINDS):
        lacks += max(0, n_of(cost, kind) - n_of(hand, kind))
    return lacks


@kernel()
def choose_rise(
    rules: Rules, line_up: Policies, state: State, seat: int, barred: int, seed: int, deal: int
) -> int:
    """A variety below the top that rises, other than the barred one (R10): the one the seat can make soonest."""
    begin_choice(state)
    for variety in range(rules.n_varieties):
        if variety == barred or state.row[variety] == 0:
            continue
        if is_random(line_up, seat):
            keep_at_random(state, seat, variety, seed, deal)
            continue
        worth = 0
        for other in range(rules.n_seats):
            lacks = missing(state.hand[other, INGREDIENTS], rules.recipe[variety])
            share = _THOUSAND // (1 + lacks)
            worth += share * _THOUSAND if other == seat else -share * weight(line_up, seat, Weight.RAISE)
        keep_best(state, variety, worth)
    return int(state.best_option)


@kernel()
def choose_gift(state: State, seat: int, pile: int, seed: int, deal: int) -> int:
    """At random: a kind that the bank takes now, told by the seat's rates."""
    begin_choice(state)
    gives = at_least(state.hand[seat, pile], state.rate[seat, pile])
    gets = at_least(state.bank[pile], EACH)
    for kind in range(KINDS):
        guard = 128 << (kind * BITS)
        if gives & guard and gets & ~guard:
            keep_at_random(state, seat, kind, seed, deal)
    return int(state.best_option)


@kernel()
def choose_wanted(state: State, seat: int, pile: int, given: int, seed: int, deal: int) -> int:
    """At random: another kind of the pile that the bank has."""
    begin_choice(state)
    for kind in range(KINDS):
        if kind != given and n_of(state.bank[pile], kind) > 0:
            keep_at_random(state, seat, kind, seed, deal)
    return int(state.best_option)


@kernel()
def choose_chocolate(state: State, seat: int, can: int, n: int, seed: int, deal: int) -> int:
    """At random: one of the varieties whose bits are set."""
    begin_choice(state)
    for variety in range(n):
        if can >> variety & 1:
            keep_at_random(state, seat, variety, seed, deal)
    return int(state.best_option)
