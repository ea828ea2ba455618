"""What a seat of chocolaterie sees beyond its own next take: the clock, the end of the supply, and the others.

A policy without weights for it never comes here (`Policies.foresees`). Weights: policies.py.
"""

from __future__ import annotations

from balance.core.bits import lowest
from balance.core.kernel import kernel
from balance.games.chocolaterie.layout import (
    INGREDIENTS,
    JOKER,
    NONE,
    PER_WORK_BITS,
    RATE_BITS,
    Policies,
    Rules,
    State,
)
from balance.games.draft.options import ONE
from balance.games.draft.standing import next_seat

_THOUSAND = 1000
_MEMORY = 8  # rolls
DEVICE, SPECIAL = 1, 2  # kinds of dice, ingredients are 0: which eight bits of `dice_for` they have


@kernel(inline=True)
def faded(rules: Rules, line_up: Policies, state: State, seat: int) -> int:
    """Worth of an application, which nobody can spend after the end."""
    kept = _THOUSAND * rules.n_rolls - line_up.fade[seat] * state.roll
    return int(line_up.application[seat] * kept // (_THOUSAND * rules.n_rolls))


@kernel(inline=True)
def threshold(rules: Rules, line_up: Policies, state: State, seat: int) -> int:
    """What the best offer must be worth to keep the dice; remembers what it was usually worth."""
    usual = state.usual[seat] if state.usual[seat] != 0 else state.best_value
    state.usual[seat] = usual + (state.best_value - usual) // _MEMORY
    least = line_up.reroll[seat] + line_up.restless[seat] * state.roll // rules.n_rolls
    return int(least + line_up.hope[seat] * usual // _THOUSAND)


@kernel(inline=True)
def time_for(rules: Rules, line_up: Policies, state: State, seat: int, station: int, time: int) -> int:
    """Time left for a station once the work on more rewarding ones is done; all views are up to date.

    None if it takes more takes than there are, however lucky the dice: one for each ingredient and device.
    """
    steps = state.n_open[seat, station] + state.n_unprocessed[seat, station]
    if steps > rules.n_rolls - state.roll + (1 if state.applications[seat] >= rules.master_cost else 0):
        return 0
    if line_up.queue[seat] == 0:
        return time
    rate = state.rate[seat, station]
    busy = 0
    for other in range(rules.n_stations):
        better = state.rate[seat, other] > rate or (state.rate[seat, other] == rate and other < station)
        busy += state.work[seat, other] if better and state.waiting[seat, other] == 0 else 0
    return int(max(0, time - busy * line_up.queue[seat] // _THOUSAND))


@kernel()
def note_gains(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """For each number of missing pieces the amount that does most of the work, and how much (R1, R2)."""
    joker = rules.joker if state.amounts_left[JOKER] > 0 and rules.joker_any == 0 else 0
    for missing in range(1, rules.most_missing + 1):
        best = 0
        amount = 0
        for face in range(1, min(missing, rules.max_amount) + 1):
            gain = line_up.lack[seat, missing] - line_up.lack[seat, missing - face]
            is_better = state.amounts_left[face] > 0 and gain > best
            best = gain if is_better else best
            amount = face if is_better else amount
        if joker > 0:
            gain = line_up.lack[seat, missing] - line_up.lack[seat, missing - min(joker, missing)]
            amount = JOKER if gain > best else amount
            best = max(best, gain)
        state.gain[missing] = best
        state.gainful[missing] = amount


@kernel(inline=True)
def rate_of(rules: Rules, line_up: Policies, state: State, seat: int, other: int, station: int) -> int:
    """Worth of a unit of work on a station of another seat, by the weights of the seat that looks; no package in it."""
    variety = state.variety[other, station]
    work = state.n_missing[other, station] * line_up.piece[seat]
    work += state.n_open[other, station] * line_up.gap[seat]
    work += state.n_unprocessed[other, station] * line_up.process[seat]
    per_work = line_up.per_work[seat, variety]
    share_done = ((line_up.total_work[seat, variety] - work) * per_work) >> (PER_WORK_BITS - RATE_BITS)
    rate = (line_up.bar[seat, variety] * per_work) >> (PER_WORK_BITS - RATE_BITS)
    return int((rate * (ONE + share_done * line_up.finish[seat] // _THOUSAND)) >> RATE_BITS)


@kernel(inline=True)
def dice_for(rules: Rules, state: State, other: int, station: int) -> int:
    """Dice on the table that a station of another seat could use, as bits: ingredients, devices, specials."""
    variety = state.variety[other, station]
    if state.waiting[other, station] == 1:
        return 0
    dice = state.ingredient_mask & state.open_mask[other, station]
    devices = rules.to_process[variety] & ~state.processed[other, station] & state.device_mask
    is_special = rules.special_bit[variety] & state.special_mask != 0 and state.refined[other, station] == 0
    dice |= devices << (INGREDIENTS * DEVICE)
    dice |= (1 if is_special else 0) << (INGREDIENTS * SPECIAL + max(0, rules.special[variety]))
    return int(dice)


@kernel()
def note_denied(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """The die that the seat that acts next in this roll can spare least, and what taking it away is worth.

    What that seat loses is its best take less the best one of another die; every other die it can spare, and a die that
    lies there twice. Nobody loses anything where nobody acts later.
    """
    if state.n_acted + 1 >= rules.n_seats:
        return
    other = next_seat(rules, seat)
    best = 0
    second = 0
    best_die = NONE
    for station in range(rules.n_stations):
        dice = dice_for(rules, state, other, station)
        rate = rate_of(rules, line_up, state, seat, other, station) if dice != 0 else 0
        while dice != 0:
            die = lowest(dice)
            dice &= dice - 1
            if die < INGREDIENTS:
                gain = state.gain[min(state.missing[other, station, die], rules.most_missing)]
                worth = (gain * rate) >> RATE_BITS
            elif die < INGREDIENTS * SPECIAL:
                worth = (line_up.process[seat] * rate) >> RATE_BITS
            else:
                worth = rules.refinement * line_up.refine[seat]
            if worth > best:
                second = second if die == best_die else best
                best = worth
                best_die = die
            elif die != best_die:
                second = max(second, worth)
    if best_die != NONE and n_left(state, best_die) == 1:
        state.denied = best_die
        state.denial = line_up.deny[seat] * (best - second) // _THOUSAND


@kernel(inline=True)
def n_left(state: State, die: int) -> int:
    """How many dice on the table show the same; the die is a bit of `dice_for`."""
    face = die % INGREDIENTS
    if die < INGREDIENTS:
        return int(state.ingredients_left[face])
    return int(state.devices_left[face] if die < INGREDIENTS * SPECIAL else state.specials_left[face])


@kernel()
def stubs(rules: Rules, line_up: Policies, state: State, seat: int, station: int) -> int:
    """Additional work of ingredients that lack few pieces."""
    work = 0
    left = state.open_mask[seat, station]
    while left != 0:
        missing = state.missing[seat, station, lowest(left)]
        left &= left - 1
        work += line_up.stub[seat] // missing
    return int(work)


@kernel()
def others_share(line_up: Policies, state: State, seat: int, slot: int, bonus: int, share: int) -> int:
    """Worth of bringing earlier bars of a package nearer to their bonus: own ones count, those of others cost."""
    own = state.bars[slot, seat]
    others = state.n_bars[slot] - own
    return int(bonus * (own * line_up.own[seat] - others * line_up.feed[seat]) * share // _THOUSAND)


@kernel()
def last_package(rules: Rules, line_up: Policies, state: State, seat: int, slot: int, bonus: int) -> int:
    """Worth of filling this package because it is the last of the supply: it ends the playout (R12)."""
    if line_up.end[seat] == 0 or state.n_full + 1 < rules.supply:
        return 0
    own = state.score[seat] + bonus * (state.bars[slot, seat] + 1)
    for other in range(rules.n_seats):
        if other != seat and state.score[other] + bonus * state.bars[slot, other] >= own:
            return int(-line_up.end[seat])
    return int(line_up.end[seat])


@kernel()
def misfit(rules: Rules, line_up: Policies, state: State, seat: int, variety: int) -> int:
    """Deduction from a new variety for the ingredients that other own stations collect already."""
    collected = 0
    for station in range(rules.n_stations):
        collected |= state.open_mask[seat, station]
    shared = rules.wanted[variety] & collected
    n_shared = 0
    while shared != 0:
        shared &= shared - 1
        n_shared += 1
    return int(n_shared * line_up.fit[seat])


@kernel()
def n_company(rules: Rules, state: State, seat: int, variety: int) -> int:
    """Stations of others that make a variety."""
    n = 0
    for other in range(rules.n_seats):
        for station in range(rules.n_stations):
            n += 1 if other != seat and state.variety[other, station] == variety else 0
    return n
