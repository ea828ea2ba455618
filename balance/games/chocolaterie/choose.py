"""How a seat of chocolaterie decides.

`random` keeps one of all options, each with the same chance, by draws from the seat's own stream. A weighted policy
gives every option its worth in thousandths of a point and takes the best; of equals the first. Work on a station is
worth the station's points times the share of all its work that is done by it (weights: policies.py). Shares are
fixed-point: a division costs more than all the rest of a decision.
"""

from __future__ import annotations

from balance.core.bits import lowest
from balance.core.kernel import kernel
from balance.games.chocolaterie.foresight import (
    DEVICE,
    SPECIAL,
    faded,
    last_package,
    misfit,
    n_company,
    note_denied,
    note_gains,
    others_share,
    stubs,
    threshold,
    time_for,
)
from balance.games.chocolaterie.layout import (
    INGREDIENTS,
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
from balance.games.draft.takes import pick_amount as amount_by_size

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
    """Work left on a station and the worth of a unit of it, which grows towards its end.

    The worth of the bar, its package and refinement included, is kept until one of them changes; not by a seat that
    weighs the end, for which everyone's points count.
    """
    variety = state.variety[seat, station]
    if (state.outdated[seat] >> station) & 1 or line_up.end[seat] != 0:
        state.outdated[seat] &= ~(1 << station)
        refined = state.refined[seat, station]
        state.bar_rate[seat, station] = variety_rate(rules, line_up, state, seat, variety, refined)
    work = state.n_missing[seat, station] * line_up.piece[seat]
    work += state.n_open[seat, station] * line_up.gap[seat]
    work += state.n_unprocessed[seat, station] * line_up.process[seat]
    if line_up.stub[seat] != 0:
        work += stubs(rules, line_up, state, seat, station)
    done = line_up.total_work[seat, variety] - work
    share_done = (done * line_up.per_work[seat, variety]) >> (PER_WORK_BITS - RATE_BITS)
    growth = ONE + share_done * line_up.finish[seat] // _THOUSAND
    state.work[seat, station] = work
    state.rate[seat, station] = (state.bar_rate[seat, station] * growth) >> RATE_BITS


@kernel(inline=True)
def devices_for(rules: Rules, state: State, seat: int, station: int) -> int:
    """Devices on the table that a station could use (R7)."""
    to_do = rules.to_process[state.variety[seat, station]] & ~state.processed[seat, station]
    return int(to_do & state.device_mask)


@kernel(inline=True)
def wants_special(rules: Rules, state: State, seat: int, station: int) -> bool:
    """Whether the special of a station lies on the table and has not been taken for it (R8)."""
    is_there = rules.special_bit[state.variety[seat, station]] & state.special_mask != 0
    return bool(is_there and state.refined[seat, station] == 0)


@kernel()
def draw_take(rules: Rules, state: State, seat: int) -> None:
    """Keep one of all options of a roll at random, passing included (R1–R4, R7, R8)."""
    begin_choice(state)
    draw_option(state, seat, option_code(Take.PASS, ZERO, ZERO, ZERO), ONE_OPTION)
    for station in range(rules.n_stations):
        if state.waiting[seat, station]:
            continue
        draw_pairs(rules, state, Take.PAIR, seat, station)
        if rules.joker_any == 1 and state.amounts_left[JOKER] > 0:
            draw_jokers(rules, state, Take.JOKER, seat, station)
        devices = devices_for(rules, state, seat, station)
        while devices != 0:
            draw_option(state, seat, option_code(Take.DEVICE, station, lowest(devices), ZERO), ONE_OPTION)
            devices &= devices - 1
        if wants_special(rules, state, seat, station):
            special = rules.special[state.variety[seat, station]]
            draw_option(state, seat, option_code(Take.SPECIAL, station, special, ZERO), ONE_OPTION)


@kernel(apart=True)
def weigh_takes(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """Go through every option of a roll, passing included; the best stands in `state.best_option` (R1–R4, R7, R8).

    What all stations could use is one set of bits: one loop over it costs less than one for each station.
    """
    if line_up.kind[seat] == Kind.RANDOM:
        draw_take(rules, state, seat)
        return
    foresees = line_up.foresees[seat]
    look_around(rules, line_up, state, seat)
    whole_time = time_left(rules, line_up, state, seat)
    pairs = ZERO
    devices = ZERO
    specials = ZERO
    for station in range(rules.n_stations):
        if state.waiting[seat, station]:
            continue
        time = time_for(rules, line_up, state, seat, station, whole_time) if foresees else whole_time
        state.time_now[station] = time
        state.rate_now[station] = hurried(state.rate[seat, station], state.work[seat, station], time)
        pairs |= pairs_for(state, seat, station)
        devices |= devices_for(rules, state, seat, station) << (INGREDIENTS * station)
        specials |= (1 if wants_special(rules, state, seat, station) else 0) << station
    worth = 0
    if state.applications[seat] < rules.application_limit:
        worth = faded(rules, line_up, state, seat) if foresees else line_up.application[seat]
    best = ranked(worth, option_code(Take.PASS, ZERO, ZERO, ZERO))
    if foresees:
        best = weigh_gains(rules, line_up, state, seat, pairs, best)
    else:
        best = weigh_pairs(rules, line_up, state, Take.PAIR, seat, pairs, best)
    if rules.joker_any == 1 and state.amounts_left[JOKER] > 0:
        best = weigh_jokers(rules, line_up, state, Take.JOKER, seat, best)
    best = weigh_devices(line_up, state, seat, devices, best)
    keep_best(state, weigh_specials(rules, line_up, state, seat, specials, best))


@kernel(inline=True)
def look_around(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """What a seat has to know before it weighs: its stations that have changed, and with foresight what others want."""
    stale = state.stale[seat] if line_up.end[seat] == 0 else (1 << rules.n_stations) - 1
    while stale != 0:
        view_station(rules, line_up, state, seat, lowest(stale))
        stale &= stale - 1
    state.stale[seat] = 0
    state.denied = NONE
    if line_up.foresees[seat]:
        note_gains(rules, line_up, state, seat)
        if line_up.deny[seat] != 0:
            note_denied(rules, line_up, state, seat)


@kernel(inline=True)
def weigh_devices(line_up: Policies, state: State, seat: int, devices: int, best: int) -> int:
    """Devices for stations (R7)."""
    while devices != 0:
        bit = lowest(devices)
        devices &= devices - 1
        station = bit // INGREDIENTS
        face = bit % INGREDIENTS
        worth = (line_up.process[seat] * state.rate_now[station]) >> RATE_BITS
        worth += state.denial if state.denied == INGREDIENTS * DEVICE + face else 0
        best = max(best, ranked(worth, option_code(Take.DEVICE, station, face, ZERO)))
    return int(best)


@kernel(inline=True)
def weigh_specials(rules: Rules, line_up: Policies, state: State, seat: int, specials: int, best: int) -> int:
    """Specials for stations (R8)."""
    while specials != 0:
        station = lowest(specials)
        specials &= specials - 1
        special = rules.special[state.variety[seat, station]]
        worth = rules.refinement * line_up.refine[seat]
        worth = hurried(worth, state.work[seat, station], state.time_now[station])
        worth += state.denial if state.denied == INGREDIENTS * SPECIAL + special else 0
        best = max(best, ranked(worth, option_code(Take.SPECIAL, station, special, ZERO)))
    return int(best)


@kernel()
def weigh_gains(rules: Rules, line_up: Policies, state: State, seat: int, pairs: int, best: int) -> int:
    """Pairs for a seat with foresight, by the work that the best amount does; `note_gains` knows it."""
    while pairs != 0:
        bit = lowest(pairs)
        pairs &= pairs - 1
        station = bit // INGREDIENTS
        face = bit % INGREDIENTS
        gain = state.gain[min(state.missing[seat, station, face], rules.most_missing)]
        worth = (gain * state.rate_now[station]) >> RATE_BITS
        worth += state.denial if state.denied == face else 0
        value = ranked(worth, option_code(Take.PAIR, station, face, ZERO))
        best = max(best, value if gain > 0 else best)
    return int(best)


@kernel()
def pick_amount(rules: Rules, line_up: Policies, state: State, seat: int, missing: int) -> int:
    """The amount of a pair: with foresight the one that does most of the work, otherwise as in every draft."""
    if line_up.kind[seat] == Kind.WEIGHTED and line_up.foresees[seat]:
        return int(state.gainful[min(missing, rules.most_missing)])
    return amount_by_size(rules, line_up, state, seat, missing)


@kernel(once=True)
def wants_reroll(rules: Rules, line_up: Policies, state: State, seat: int) -> bool:
    """Whether the active seat spends an application on new dice (R5)."""
    if line_up.kind[seat] == Kind.RANDOM:
        return noise(state, seat, COIN) == 0
    weigh_takes(rules, line_up, state, seat)
    state.is_weighed = 1
    if line_up.foresees[seat]:
        return bool(state.best_value < threshold(rules, line_up, state, seat))
    return bool(state.best_value < line_up.reroll[seat])


@kernel(apart=True)
def weigh_hire(rules: Rules, line_up: Policies, state: State, seat: int) -> bool:
    """Whether the seat hires the master; where she works stands in `state.best_option` (R6)."""
    begin_choice(state)
    worth = line_up.application[seat] * rules.master_cost
    if line_up.foresees[seat]:
        worth = faded(rules, line_up, state, seat) * rules.master_cost
    offer(line_up, state, seat, option_code(Take.PASS, ZERO, ZERO, ZERO), ONE_OPTION, worth)
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
            option = option_code(Take.DEVICE, station, lowest(to_do), ZERO)
            to_do &= to_do - 1
            offer(line_up, state, seat, option, ONE_OPTION, worth)
    return bool(take_of(state.best_option) == Take.DEVICE)


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


@kernel(apart=True)
def choose_variety(rules: Rules, line_up: Policies, state: State, seat: int, tier: int) -> int:
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
            offer(line_up, state, seat, variety, ONE_OPTION, worth)
    return int(state.best_option)


@kernel(apart=True)
def choose_package(rules: Rules, line_up: Policies, state: State, seat: int, variety: int) -> int:
    """The slot a finished bar goes into; NONE for the storeroom (R10). Empty packages are one option."""
    begin_choice(state)
    if rules.storeroom_by_choice == 1:
        offer(line_up, state, seat, NONE, ONE_OPTION, ZERO)
    has_empty = False
    for slot in range(state.n_slots):
        is_empty = state.package_variety[slot] == NONE
        if (is_empty and has_empty) or not accepts(rules, state, slot, variety):
            continue
        has_empty = has_empty or is_empty
        worth = package_worth(rules, line_up, state, seat, slot, variety)
        offer(line_up, state, seat, slot, ONE_OPTION, worth)
    return int(state.best_option)


@kernel()
def wants_packing(rules: Rules, line_up: Policies, state: State, seat: int, variety: int) -> bool:
    """Whether a waiting bar is packed now, where bars may wait (R9).

    A weighted policy keeps the station free, except in the last round, when waiting for a package costs nothing.
    """
    if line_up.kind[seat] == Kind.RANDOM:
        return noise(state, seat, COIN) == 0
    if rules.n_rolls - state.roll > rules.n_seats:
        return True
    for slot in range(state.n_slots):
        if accepts(rules, state, slot, variety):
            return True
    return False
