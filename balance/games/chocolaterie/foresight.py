"""What a seat of chocolaterie sees beyond its own next take: the clock, the end of the supply, and the others.

A policy without weights for it never comes here (`Policies.foresees`). Weights: policies.py.
"""

from __future__ import annotations

from balance.core.bits import lowest
from balance.core.kernel import kernel
from balance.games.chocolaterie.layout import JOKER, NONE, Policies, Rules, State

_THOUSAND = 1000
_MEMORY = 8  # rolls
INGREDIENT, DEVICE, SPECIAL = range(3)  # rows of `State.wanted`


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


@kernel()
def note_wanted(rules: Rules, state: State, seat: int) -> None:
    """Count the seats that act later in this roll and could use each ingredient, device and special."""
    for kind in range(3):
        for face in range(max(rules.n_ingredients, rules.n_specials)):
            state.wanted[kind, face] = 0
    other = seat
    for _ in range(rules.n_seats - state.n_acted - 1):
        other = 0 if other + 1 == rules.n_seats else other + 1
        open_mask = 0
        to_do = 0
        specials = 0
        for station in range(rules.n_stations):
            variety = state.variety[other, station]
            if state.waiting[other, station] == 1:
                continue
            open_mask |= state.open_mask[other, station]
            to_do |= rules.to_process[variety] & ~state.processed[other, station]
            if rules.special[variety] != NONE and state.refined[other, station] == 0:
                specials |= 1 << rules.special[variety]
        for face in range(rules.n_ingredients):
            state.wanted[INGREDIENT, face] += (open_mask >> face) & 1
            state.wanted[DEVICE, face] += (to_do >> face) & 1
        for face in range(rules.n_specials):
            state.wanted[SPECIAL, face] += (specials >> face) & 1


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
