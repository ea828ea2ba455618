"""How a seat of chocolaterie decides.

`random` keeps one of all options, each with the same chance, by draws from the seat's own stream. A weighted policy
gives every option its worth in thousandths of a point and takes the best; of equals the first. Work on a station is
worth the station's points times the share of all its work that is done by it (weights: policies.py). Shares are
fixed-point: a division costs more than all the rest of a decision.
"""

from __future__ import annotations

from balance.core.kernel import kernel
from balance.games.chocolaterie.foresight import (
    DEVICE,
    INGREDIENT,
    SPECIAL,
    faded,
    last_package,
    misfit,
    n_company,
    note_gains,
    note_wanted,
    others_share,
    stubs,
    threshold,
    time_for,
)
from balance.games.chocolaterie.layout import (
    JOKER,
    NONE,
    PER_WORK_BITS,
    RATE_BITS,
    ZERO,
    Kind,
    Policies,
    Rules,
    State,
    Take,
)
from balance.games.chocolaterie.moves import accepts
from balance.games.draft.layout import COIN, ONE_OPTION
from balance.games.draft.options import (
    ONE,
    begin_choice,
    hurried,
    noise,
    offer,
    option_code,
    time_left,
    weigh_jokers,
    weigh_pairs,
)

_THOUSAND = 1000


@kernel(inline=True)
def package_worth(rules: Rules, line_up: Policies, state: State, seat: int, slot: int, variety: int) -> int:
    """Worth of one more own bar in this package: its bonus if that fills it, else a share of it."""
    bonus = rules.bonus[rules.tier[variety]]
    bars = state.n_bars[slot] + 1
    worth = line_up.hurry[seat]
    if bars == rules.package_size:
        own = state.bars[slot, seat] + 1
        worth += bonus * (own * _THOUSAND - (bars - own) * line_up.give[seat])
        if line_up.foresees[seat]:
            worth += last_package(rules, line_up, state, seat, slot, bonus)
    else:
        worth += bonus * line_up.package[seat] * rules.fill_share[bars] // _THOUSAND
        if line_up.foresees[seat]:
            worth += others_share(line_up, state, seat, slot, bonus, rules.fill_share[bars])
    return int(worth)


@kernel(inline=True)
def outlook(rules: Rules, line_up: Policies, state: State, seat: int, variety: int) -> int:
    """Worth of the package the variety would go into now; 0 if none takes it or it costs more than it brings."""
    if rules.has_packages == 0:
        return 0
    slot = state.begun[variety]
    may_begin = state.empty != NONE and (slot == NONE or rules.second_package == 1)
    best = line_up.begin[seat, variety] if may_begin else 0
    if slot != NONE:
        best = max(best, package_worth(rules, line_up, state, seat, slot, variety))
    return int(max(best, 0))


@kernel(inline=True)
def variety_rate(rules: Rules, line_up: Policies, state: State, seat: int, variety: int, refined: int) -> int:
    """Worth of a bar, its package and refinement included, for a unit of its work."""
    worth = line_up.bar[seat, variety]
    worth += refined * rules.refinement * line_up.refine[seat]
    worth += outlook(rules, line_up, state, seat, variety)
    return int((worth * line_up.per_work[seat, variety]) >> (PER_WORK_BITS - RATE_BITS))


@kernel(inline=True)
def view_station(rules: Rules, line_up: Policies, state: State, seat: int, station: int) -> None:
    """Work left on a station and the worth of a unit of it, which grows towards its end; kept until it changes."""
    if (state.stale[seat] >> station) & 1 == 0:
        return
    state.stale[seat] &= ~(1 << station)
    variety = state.variety[seat, station]
    work = state.n_missing[seat, station] * line_up.piece[seat]
    work += state.n_open[seat, station] * line_up.gap[seat]
    work += state.n_unprocessed[seat, station] * line_up.process[seat]
    if line_up.stub[seat] != 0:
        work += stubs(rules, line_up, state, seat, station)
    rate = variety_rate(rules, line_up, state, seat, variety, state.refined[seat, station])
    done = line_up.total_work[seat, variety] - work
    share_done = (done * line_up.per_work[seat, variety]) >> (PER_WORK_BITS - RATE_BITS)
    state.work[seat, station] = work
    state.rate[seat, station] = (rate * (ONE + share_done * line_up.finish[seat] // _THOUSAND)) >> RATE_BITS


@kernel()
def weigh_takes(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> None:
    """Go through every option of a roll, passing included; the best stands in `state.best_option` (R1–R4, R7, R8)."""
    begin_choice(state)
    foresees = line_up.foresees[seat]
    has_room = state.applications[seat] < rules.application_limit
    worth = line_up.application[seat] if has_room else 0
    if foresees:
        worth = faded(rules, line_up, state, seat) if has_room else 0
        look_around(rules, line_up, state, seat)
    offer(line_up, state, seat, option_code(Take.PASS, ZERO, ZERO, ZERO), ONE_OPTION, worth, seed, deal)
    whole_time = time_left(rules, line_up, state, seat)
    for station in range(rules.n_stations):
        if state.waiting[seat, station]:
            continue
        view_station(rules, line_up, state, seat, station)
        time = time_for(rules, line_up, state, seat, station, whole_time) if foresees else whole_time
        rate = hurried(state.rate[seat, station], state.work[seat, station], time)
        if foresees:
            weigh_gains(rules, line_up, state, seat, station, rate)
        else:
            weigh_pairs(rules, line_up, state, Take.PAIR, seat, station, rate, seed, deal)
        if rules.joker_any == 1 and state.amounts_left[JOKER] > 0:
            weigh_jokers(rules, line_up, state, Take.JOKER, seat, station, rate, seed, deal)
        weigh_extras(rules, line_up, state, seat, station, rate, time, seed, deal)


@kernel()
def look_around(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """What a seat with foresight has to know before it weighs: all its stations, and what others want."""
    for station in range(rules.n_stations):
        if state.waiting[seat, station] == 0:
            view_station(rules, line_up, state, seat, station)
    note_gains(rules, line_up, state, seat)
    if line_up.deny[seat] != 0:
        note_wanted(rules, state, seat)


@kernel(inline=True)
def weigh_extras(
    rules: Rules,
    line_up: Policies,
    state: State,
    seat: int,
    station: int,
    rate: int,
    time: int,
    seed: int,
    deal: int,
) -> None:
    """The devices and the special that a station could use (R7, R8)."""
    deny = line_up.deny[seat]
    variety = state.variety[seat, station]
    to_do = rules.to_process[variety] & ~state.processed[seat, station] & state.device_mask
    while to_do != 0:
        face = rules.lowest_bit[to_do]
        to_do &= to_do - 1
        worth = (line_up.process[seat] * rate) >> RATE_BITS
        if deny != 0 and state.devices_left[face] == 1:
            worth += deny * state.wanted[DEVICE, face]
        option = option_code(Take.DEVICE, station, face, ZERO)
        offer(line_up, state, seat, option, ONE_OPTION, worth, seed, deal)
    special = rules.special[variety]
    if special != NONE and (state.special_mask >> special) & 1 and state.refined[seat, station] == 0:
        worth = hurried(rules.refinement * line_up.refine[seat], state.work[seat, station], time)
        if deny != 0 and state.specials_left[special] == 1:
            worth += deny * state.wanted[SPECIAL, special]
        option = option_code(Take.SPECIAL, station, special, ZERO)
        offer(line_up, state, seat, option, ONE_OPTION, worth, seed, deal)


@kernel()
def weigh_gains(rules: Rules, line_up: Policies, state: State, seat: int, station: int, rate: int) -> None:
    """The same for a seat with foresight, by the work that the best amount does; `note_gains` knows it."""
    deny = line_up.deny[seat]
    left = state.ingredient_mask & state.open_mask[seat, station]
    while left != 0:
        face = rules.lowest_bit[left]
        left &= left - 1
        gain = state.gain[min(state.missing[seat, station, face], rules.most_missing)]
        worth = (gain * rate) >> RATE_BITS
        if deny != 0 and state.ingredients_left[face] == 1:
            worth += deny * state.wanted[INGREDIENT, face]
        is_better = gain > 0 and worth > state.best_value
        state.best_value = worth if is_better else state.best_value
        option = option_code(Take.PAIR, station, face, ZERO)
        state.best_option = option if is_better else state.best_option


@kernel()
def pick_amount(
    rules: Rules, line_up: Policies, state: State, seat: int, missing: int, seed: int, deal: int
) -> int:
    """The amount of a pair: the one that places most, a joker last; at random any that fits."""
    amount = min(missing, rules.max_amount)
    has_joker = state.amounts_left[JOKER] > 0 and rules.joker_any == 0
    if line_up.kind[seat] == Kind.RANDOM:
        n_fitting = state.n_fitting[amount]
        pick = noise(state, seat, n_fitting + (1 if has_joker else 0), seed, deal)
        for face in range(1, amount + 1):
            if state.amounts_left[face] > 0:
                if pick == 0:
                    return face
                pick -= 1
        return JOKER
    if line_up.foresees[seat]:
        return int(state.gainful[min(missing, rules.most_missing)])
    if has_joker and min(rules.joker, missing) > state.largest[amount]:
        return JOKER
    return int(state.largest[amount])


@kernel(once=True)
def wants_reroll(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> bool:
    """Whether the active seat spends an application on new dice (R5)."""
    if line_up.kind[seat] == Kind.RANDOM:
        return noise(state, seat, COIN, seed, deal) == 0
    weigh_takes(rules, line_up, state, seat, seed, deal)
    state.is_weighed = 1
    if line_up.foresees[seat]:
        return bool(state.best_value < threshold(rules, line_up, state, seat))
    return bool(state.best_value < line_up.reroll[seat])


@kernel()
def weigh_hire(rules: Rules, line_up: Policies, state: State, seat: int, seed: int, deal: int) -> bool:
    """Whether the seat hires the master; where she works stands in `state.best_option` (R6)."""
    begin_choice(state)
    worth = line_up.application[seat] * rules.master_cost
    if line_up.foresees[seat]:
        worth = faded(rules, line_up, state, seat) * rules.master_cost
    offer(line_up, state, seat, option_code(Take.PASS, ZERO, ZERO, ZERO), ONE_OPTION, worth, seed, deal)
    time = time_left(rules, line_up, state, seat)
    for station in range(rules.n_stations):
        if state.n_unprocessed[seat, station] == 0:
            continue
        view_station(rules, line_up, state, seat, station)
        rate = hurried(state.rate[seat, station], state.work[seat, station], time)
        worth = (line_up.process[seat] * rate) >> RATE_BITS
        if state.n_unprocessed[seat, station] == 1 and state.n_missing[seat, station] == 0:
            worth += rules.points[state.variety[seat, station]] * line_up.master[seat]
        to_do = rules.to_process[state.variety[seat, station]] & ~state.processed[seat, station]
        while to_do != 0:
            option = option_code(Take.DEVICE, station, rules.lowest_bit[to_do], ZERO)
            to_do &= to_do - 1
            offer(line_up, state, seat, option, ONE_OPTION, worth, seed, deal)
    return bool(state.best_option >= option_code(Take.DEVICE, ZERO, ZERO, ZERO))


@kernel()
def work_begun(rules: Rules, line_up: Policies, state: State, seat: int) -> int:
    """Work left on all stations of a seat that make something."""
    work = 0
    for station in range(rules.n_stations):
        if state.n_missing[seat, station] > 0 or state.n_unprocessed[seat, station] > 0:
            view_station(rules, line_up, state, seat, station)
            work += state.work[seat, station]
    return work


@kernel()
def new_rate(rules: Rules, line_up: Policies, state: State, seat: int, variety: int) -> int:
    """Worth of a new bar for a unit of its work, with an eye on the other stations, own ones and those of others."""
    worth = outlook(rules, line_up, state, seat, variety)
    if worth > 0 and line_up.company[seat] != 0:
        n = n_company(rules, state, seat, variety)
        worth += worth * line_up.company[seat] * n // _THOUSAND
    worth += line_up.bar[seat, variety] - misfit(rules, line_up, state, seat, variety)
    return int((worth * line_up.per_work[seat, variety]) >> (PER_WORK_BITS - RATE_BITS))


@kernel()
def choose_variety(
    rules: Rules, line_up: Policies, state: State, seat: int, tier: int, seed: int, deal: int
) -> int:
    """What a free station makes next, within a tier or, with NONE, of any (R9, R16): most worth for its work."""
    begin_choice(state)
    time = time_left(rules, line_up, state, seat)
    foresees = line_up.foresees[seat]
    if foresees and line_up.queue[seat] != 0:
        time = max(0, time - work_begun(rules, line_up, state, seat) * line_up.queue[seat] // _THOUSAND)
    for variety in range(rules.n_varieties):
        if tier in (NONE, rules.tier[variety]):
            rate = variety_rate(rules, line_up, state, seat, variety, ZERO)
            if foresees:
                rate = new_rate(rules, line_up, state, seat, variety)
            worth = hurried(rate, line_up.total_work[seat, variety], time)
            offer(line_up, state, seat, variety, ONE_OPTION, worth, seed, deal)
    return int(state.best_option)


@kernel()
def choose_package(
    rules: Rules, line_up: Policies, state: State, seat: int, variety: int, seed: int, deal: int
) -> int:
    """The slot a finished bar goes into; NONE for the storeroom (R10). Empty packages are one option."""
    begin_choice(state)
    if rules.storeroom_by_choice == 1:
        offer(line_up, state, seat, NONE, ONE_OPTION, ZERO, seed, deal)
    has_empty = False
    for slot in range(state.n_slots):
        is_empty = state.package_variety[slot] == NONE
        if (is_empty and has_empty) or not accepts(rules, state, slot, variety):
            continue
        has_empty = has_empty or is_empty
        worth = package_worth(rules, line_up, state, seat, slot, variety)
        offer(line_up, state, seat, slot, ONE_OPTION, worth, seed, deal)
    return int(state.best_option)


@kernel()
def wants_packing(
    rules: Rules, line_up: Policies, state: State, seat: int, variety: int, seed: int, deal: int
) -> bool:
    """Whether a waiting bar is packed now, where bars may wait (R9).

    A weighted policy keeps the station free, except in the last round, when waiting for a package costs nothing.
    """
    if line_up.kind[seat] == Kind.RANDOM:
        return noise(state, seat, COIN, seed, deal) == 0
    if rules.n_rolls - state.roll > rules.n_seats:
        return True
    for slot in range(state.n_slots):
        if accepts(rules, state, slot, variety):
            return True
    return False
