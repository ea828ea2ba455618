"""How a seat of festtafel decides, beyond what all drafts have in common (`draft.options`); weights: policies.py."""

from __future__ import annotations

from balance.core.bits import count_bits, lowest
from balance.core.kernel import kernel
from balance.games.draft.layout import (
    COIN,
    INGREDIENTS,
    JOKER,
    NONE,
    ONE_OPTION,
    PER_WORK_BITS,
    RATE_BITS,
    ZERO,
    Kind,
)
from balance.games.draft.options import (
    NOTHING,
    ONE,
    THOUSAND,
    begin_choice,
    draw_option,
    hurried,
    noise,
    offer,
    time_left,
)
from balance.games.draft.takes import (
    draw_jokers,
    draw_pairs,
    keep_best,
    option_code,
    pairs_for,
    ranked,
    take_of,
    weigh_jokers,
    weigh_pairs,
)
from balance.games.festtafel.layout import PER_CELL_BITS, Policies, Rules, State, Take
from balance.games.festtafel.places import (
    place_code,
    places,
    table_of,
    turn_of,
    word_of,
)


@kernel(inline=True)
def table_worth(rules: Rules, line_up: Policies, state: State, seat: int, table: int, n_cells: int) -> int:
    """Worth of one more own dish of so many cells on a table: its bonus if that fills it, else the outlook on it."""
    own = state.served[table, seat]
    others = state.n_served[table] - own
    left = state.n_free[table] - n_cells
    worth = others * line_up.company[seat]
    if left == 0:
        gain = (own + 1) * THOUSAND - others * line_up.give[seat]
        return int(worth + rules.bonus[table] * gain + line_up.host[seat])
    takes = (rules.n_rolls - state.roll) * rules.n_seats
    chance = min(THOUSAND, (takes * line_up.per_cells[seat, left]) >> PER_CELL_BITS)
    hope = rules.bonus[table] * line_up.bonus[seat] * chance
    fear = rules.penalty[table] * line_up.penalty[seat] * (THOUSAND - chance)
    return int(worth + (hope - fear) // THOUSAND)


@kernel()
def outlook(rules: Rules, line_up: Policies, state: State, seat: int, form: int) -> int:
    """Worth of serving a shape where the seat would serve it now; 0 if it fits nowhere. Kept until a table changes."""
    if rules.has_banquet == 0:
        return 0
    if (state.is_seen[seat] >> form) & 1 == 0:
        tables = state.fitting[form]
        best = 0 if tables == 0 or rules.sideboard_by_choice == 1 else NOTHING
        for table in range(rules.n_tables):
            if (tables >> table) & 1:
                worth = table_worth(rules, line_up, state, seat, table, rules.n_covered[form])
                best = max(best, worth)
        state.outlook[seat, form] = best
        state.is_seen[seat] |= 1 << form
    return int(state.outlook[seat, form])


@kernel(inline=True)
def dish_rate(rules: Rules, line_up: Policies, state: State, seat: int, dish: int) -> int:
    """Worth of a dish, serving it included, for a unit of its work."""
    worth = rules.points[dish] * line_up.tier[seat, rules.tier[dish]]
    worth += outlook(rules, line_up, state, seat, rules.form[dish])
    return int((worth * line_up.per_work[seat, dish]) >> (PER_WORK_BITS - RATE_BITS))


@kernel(inline=True)
def view_station(rules: Rules, line_up: Policies, state: State, seat: int, station: int) -> None:
    """Work left on a station and the worth of a unit of it, which grows towards its end.

    The worth of the dish, serving it included, is kept until a table changes.
    """
    dish = state.making[seat, station]
    if (state.outdated[seat] >> station) & 1:
        state.outdated[seat] &= ~(1 << station)
        state.dish_rate[seat, station] = dish_rate(rules, line_up, state, seat, dish)
    work = state.n_missing[seat, station] * line_up.piece[seat]
    work += state.n_open[seat, station] * line_up.gap[seat]
    work += state.n_unprocessed[seat, station] * line_up.process[seat]
    done = line_up.total_work[seat, dish] - work
    share_done = (done * line_up.per_work[seat, dish]) >> (PER_WORK_BITS - RATE_BITS)
    growth = ONE + share_done * line_up.finish[seat] // THOUSAND
    state.work[seat, station] = work
    state.rate[seat, station] = (state.dish_rate[seat, station] * growth) >> RATE_BITS


@kernel(inline=True)
def ready(rules: Rules, state: State, seat: int, station: int) -> int:
    """Ingredients of a station that are completely delivered and still want their cook (R15)."""
    to_do = rules.to_process[state.making[seat, station]] & ~state.processed[seat, station]
    return int(to_do & ~state.open_mask[seat, station])


@kernel()
def draw_take(rules: Rules, state: State, seat: int) -> None:
    """Keep one of all options of a roll at random, passing included (R1–R4, R15)."""
    begin_choice(state)
    draw_option(state, seat, option_code(Take.PASS, ZERO, ZERO, ZERO), ONE_OPTION)
    for station in range(rules.n_stations):
        if state.waiting[seat, station]:
            continue
        draw_pairs(rules, state, Take.PAIR, seat, station)
        if rules.joker_any == 1 and state.amounts_left[JOKER] > 0:
            draw_jokers(rules, state, Take.JOKER, seat, station)
        cooks = ready(rules, state, seat, station) & state.device_mask
        while cooks != 0:
            draw_option(state, seat, option_code(Take.COOK, station, lowest(cooks), ZERO), ONE_OPTION)
            cooks &= cooks - 1


@kernel(apart=True)
def weigh_takes(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """Go through every option of a roll, passing included; the best stands in `state.best_option` (R1–R4, R15)."""
    if line_up.kind[seat] == Kind.RANDOM:
        draw_take(rules, state, seat)
        return
    stale = state.stale[seat]
    while stale != 0:
        view_station(rules, line_up, state, seat, lowest(stale))
        stale &= stale - 1
    state.stale[seat] = 0
    time = time_left(rules, line_up, state, seat)
    pairs = ZERO
    cooks = ZERO
    for station in range(rules.n_stations):
        if state.waiting[seat, station]:
            continue
        state.rate_now[station] = hurried(state.rate[seat, station], state.work[seat, station], time)
        pairs |= pairs_for(state, seat, station)
        cooks |= (ready(rules, state, seat, station) & state.device_mask) << (INGREDIENTS * station)
    has_room = state.applications[seat] < rules.application_limit
    worth = line_up.application[seat] if has_room else 0
    best = ranked(worth, option_code(Take.PASS, ZERO, ZERO, ZERO))
    best = weigh_pairs(rules, line_up, state, Take.PAIR, seat, pairs, best)
    if rules.joker_any == 1 and state.amounts_left[JOKER] > 0:
        best = weigh_jokers(rules, line_up, state, Take.JOKER, seat, best)
    while cooks != 0:
        bit = lowest(cooks)
        cooks &= cooks - 1
        station = bit // INGREDIENTS
        worth = (line_up.process[seat] * state.rate_now[station]) >> RATE_BITS
        best = max(best, ranked(worth, option_code(Take.COOK, station, bit % INGREDIENTS, ZERO)))
    keep_best(state, best)


@kernel()
def wants_reroll(rules: Rules, line_up: Policies, state: State, seat: int) -> bool:
    """Whether the active seat spends an application on new dice (R5)."""
    if line_up.kind[seat] == Kind.RANDOM:
        return noise(state, seat, COIN) == 0
    weigh_takes(rules, line_up, state, seat)
    state.is_weighed = 1
    return bool(state.best_value < line_up.reroll[seat])


@kernel(apart=True)
def weigh_hire(rules: Rules, line_up: Policies, state: State, seat: int) -> bool:
    """Whether the seat hires the sous-chef; where she works stands in `state.best_option` (R6)."""
    begin_choice(state)
    worth = line_up.application[seat] * rules.master_cost
    offer(line_up, state, seat, option_code(Take.PASS, ZERO, ZERO, ZERO), ONE_OPTION, worth)
    time = time_left(rules, line_up, state, seat)
    for station in range(rules.n_stations):
        if state.waiting[seat, station] or state.n_unprocessed[seat, station] == 0:
            continue
        view_station(rules, line_up, state, seat, station)
        rate = hurried(state.rate[seat, station], state.work[seat, station], time)
        to_do = ready(rules, state, seat, station)
        while to_do != 0:
            option = option_code(Take.COOK, station, lowest(to_do), ZERO)
            to_do &= to_do - 1
            worth = (line_up.process[seat] * rate) >> RATE_BITS
            offer(line_up, state, seat, option, ONE_OPTION, worth)
    return bool(take_of(state.best_option) == Take.COOK)


@kernel(apart=True)
def choose_dish(rules: Rules, line_up: Policies, state: State, seat: int, tier: int) -> int:
    """What a free station makes next, of a tier or, with NONE, of any (R7, R8): most worth for its work."""
    begin_choice(state)
    time = time_left(rules, line_up, state, seat)
    for dish in range(rules.n_dishes):
        if tier in (NONE, rules.tier[dish]):
            rate = dish_rate(rules, line_up, state, seat, dish)
            worth = hurried(rate, line_up.total_work[seat, dish], time)
            offer(line_up, state, seat, dish, ONE_OPTION, worth)
    return int(state.best_option)


@kernel(apart=True)
def choose_tier(rules: Rules, line_up: Policies, state: State, seat: int) -> int:
    """The tier from which a free station's next dish is drawn (R7): the one whose dishes are worth most on average."""
    begin_choice(state)
    time = time_left(rules, line_up, state, seat)
    for tier in range(rules.n_tiers):
        n_dishes = rules.n_in_tier[tier]
        total = 0
        if line_up.kind[seat] == Kind.WEIGHTED:
            for number in range(n_dishes):
                dish = rules.in_tier[tier, number]
                rate = dish_rate(rules, line_up, state, seat, dish)
                total += hurried(rate, line_up.total_work[seat, dish], time)
        offer(line_up, state, seat, tier, min(1, n_dishes), total // max(1, n_dishes))
    return int(state.best_option)


@kernel(apart=True)
def choose_place(rules: Rules, line_up: Policies, state: State, seat: int, form: int) -> int:
    """Where a finished dish is served; NONE for the sideboard (R9)."""
    if state.fitting[form] == 0:
        return NONE
    if line_up.kind[seat] == Kind.RANDOM:
        return draw_place(rules, line_up, state, seat, form)
    best = NONE
    best_worth = ZERO if rules.sideboard_by_choice == 1 else NOTHING
    for table in range(rules.n_tables):
        if (state.fitting[form] >> table) & 1:
            worth = table_worth(rules, line_up, state, seat, table, rules.n_covered[form])
            if worth > best_worth:
                best_worth = worth
                best = table
    if best == NONE or rules.fits_by_count == 1:
        return NONE if best == NONE else place_code(best, ZERO, ZERO, ZERO)
    return best_place(rules, line_up, state, seat, best, form)


@kernel()
def draw_place(rules: Rules, line_up: Policies, state: State, seat: int, form: int) -> int:
    """Any place of all, each with the same chance; by number alone (A5) a table is one place."""
    begin_choice(state)
    if rules.sideboard_by_choice == 1:
        draw_option(state, seat, NONE, ONE_OPTION)
    for table in range(rules.n_tables):
        if (state.fitting[form] >> table) & 1 == 0:
            continue
        if rules.fits_by_count == 1:
            draw_option(state, seat, place_code(table, ZERO, ZERO, ZERO), ONE_OPTION)
            continue
        for turn in range(rules.n_turns[table, form]):
            for word in range(rules.n_words[table]):
                n = count_bits(places(rules, state, table, form, turn, word))
                draw_option(state, seat, place_code(table, turn, word, ZERO), n)
    place = state.best_option
    if place == NONE or rules.fits_by_count == 1:
        return int(place)
    found = places(rules, state, table_of(place), form, turn_of(place), word_of(place))
    for _ in range(noise(state, seat, count_bits(found))):
        found &= found - 1
    return int(place + lowest(found))


@kernel()
def best_place(rules: Rules, line_up: Policies, state: State, seat: int, table: int, form: int) -> int:
    """The place on a table that leaves the free cells most useful, to a spoiler least so; of equals the first.

    A free cell with none beside it is lone: only a dish of one cell fits there. Where a table needs several words each
    of them is looked at by itself.
    """
    others = state.n_served[table] - state.served[table, seat]
    per_lone = others * line_up.spoil[seat] - line_up.hole[seat]
    edge = line_up.edge[seat]
    step = rules.step[table]
    best = NONE
    best_worth = NOTHING
    for turn in range(rules.n_turns[table, form]):
        for word in range(rules.n_words[table]):
            found = places(rules, state, table, form, turn, word)
            all_free = state.free[table, word]
            covered = rules.covered[table, form, turn]
            while found != 0:
                bit = lowest(found)
                found &= found - 1
                free = all_free & ~(covered << bit)
                right, below = free >> 1, free >> step
                lone = free & ~(right | (free << 1) | below | (free << step))
                worth = edge * (count_bits(free & right) + count_bits(free & below)) + per_lone * count_bits(
                    lone
                )
                is_better = worth > best_worth
                best = place_code(table, turn, word, bit) if is_better else best
                best_worth = worth if is_better else best_worth
    return int(best)
