"""What can happen on the table of chocolaterie: dice, deliveries, devices, bars and packages. Nobody decides here.

The rule numbers are those of RULES.md.
"""

from __future__ import annotations

from balance.core.chance import draw, key_of
from balance.core.kernel import kernel
from balance.games.chocolaterie.layout import (
    NONE,
    SEATS,
    ZERO,
    Count,
    End,
    Event,
    Rules,
    Source,
    State,
    Trace,
)
from balance.games.draft.dice import address_of, tell_devices, tell_pairs, throw_devices, throw_pairs
from balance.games.draft.events import emit


@kernel()
def throw(rules: Rules, state: State, trace: Trace) -> None:
    """All dice, at the addresses of this roll and reroll."""
    throw_pairs(rules, state, Source.AMOUNT, Source.INGREDIENT)
    throw_devices(rules, state, Source.DEVICE)
    for special in range(rules.n_specials):
        state.specials_left[special] = 0
    state.special_mask = 0
    key = key_of(state, Source.SPECIAL)
    for die in range(rules.n_special_dice):
        face = rules.special_face[draw(key, address_of(state) + die, rules.n_special_faces)]
        state.special_die[die] = face
        state.specials_left[face] += 1
        state.special_mask |= 1 << face
    if trace.is_on:
        tell_pairs(rules, state, trace, Event.DIE, ZERO + Source.AMOUNT, ZERO + Source.INGREDIENT)
        tell_devices(rules, state, trace, Event.DIE, ZERO + Source.DEVICE)
        for die in range(rules.n_special_dice):
            emit(trace, Event.DIE, NONE, ZERO + Source.SPECIAL, die, state.special_die[die], ZERO, ZERO, ZERO)


@kernel()
def spend_special(state: State, special: int) -> None:
    """A special die leaves the table."""
    state.specials_left[special] -= 1
    if state.specials_left[special] == 0:
        state.special_mask &= ~(1 << special)


@kernel()
def fill_station(rules: Rules, state: State, seat: int, station: int, variety: int) -> None:
    """A station begins a variety."""
    state.variety[seat, station] = variety
    for ingredient in range(rules.n_ingredients):
        state.missing[seat, station, ingredient] = rules.need[variety, ingredient]
    state.n_missing[seat, station] = rules.n_pieces[variety]
    state.n_open[seat, station] = rules.n_wanted[variety]
    state.open_mask[seat, station] = rules.wanted[variety]
    state.processed[seat, station] = 0
    state.n_unprocessed[seat, station] = rules.n_to_process[variety]
    state.refined[seat, station] = 0
    state.stale[seat] |= 1 << station
    state.outdated[seat] |= 1 << station


@kernel(inline=True)
def finish(rules: Rules, state: State, trace: Trace, seat: int, station: int) -> None:
    """If all is delivered and processed a bar is finished; its points count from now on (R8, R9, R14)."""
    if state.n_missing[seat, station] > 0 or state.n_unprocessed[seat, station] > 0:
        return
    variety = state.variety[seat, station]
    points = rules.points[variety]
    state.points_tier[seat, rules.tier[variety]] += points
    if state.refined[seat, station]:
        state.points_refined[seat] += rules.refinement
        state.tally[seat, Count.REFINED] += 1
        points += rules.refinement
    state.score[seat] += points
    state.has_scored = 1
    state.tally[seat, Count.BARS] += 1
    state.made[seat, variety] += 1
    state.waiting[seat, station] = 1
    state.is_clearing = 1 - rules.may_wait
    state.clearing_seat = seat
    state.clearing_station = station
    emit(trace, Event.FINISH, seat, station, variety, state.refined[seat, station], points, ZERO, ZERO)


@kernel()
def open_package(state: State, trace: Trace, slot: int) -> None:
    """A new empty package lies in this slot."""
    state.package[slot] = state.n_opened
    state.package_variety[slot] = NONE
    state.n_bars[slot] = 0
    for seat in range(SEATS):
        state.bars[slot, seat] = 0
    emit(trace, Event.OPEN, NONE, state.n_opened, ZERO, ZERO, ZERO, ZERO, ZERO)
    state.n_opened += 1


@kernel()
def note_packages(rules: Rules, state: State) -> None:
    """Note where each variety's fullest package lies, and the first empty one."""
    state.empty = NONE
    for variety in range(rules.n_varieties):
        state.begun[variety] = NONE
    for slot in range(state.n_slots):
        variety = state.package_variety[slot]
        if variety == NONE:
            state.empty = slot if state.empty == NONE else state.empty
        elif state.begun[variety] == NONE or state.n_bars[slot] > state.n_bars[state.begun[variety]]:
            state.begun[variety] = slot


@kernel()
def accepts(rules: Rules, state: State, slot: int, variety: int) -> bool:
    """Whether an open package takes the variety: its own, or any if it is empty (R10)."""
    if state.package_variety[slot] == variety:
        return True
    may_begin = rules.second_package == 1 or state.begun[variety] == NONE
    return state.package_variety[slot] == NONE and may_begin


@kernel()
def outdate(rules: Rules, state: State, variety: int) -> None:
    """A package has changed: what policies think of stations of its variety is out of date.

    Of all stations if the first empty package came or the last one went.
    """
    was_empty = state.empty == NONE
    note_packages(rules, state)
    is_for_all = was_empty != (state.empty == NONE)
    for seat in range(rules.n_seats):
        for station in range(rules.n_stations):
            if is_for_all or state.variety[seat, station] == variety:
                state.stale[seat] |= 1 << station
                state.outdated[seat] |= 1 << station


@kernel()
def pack(rules: Rules, state: State, trace: Trace, seat: int, station: int, slot: int) -> None:
    """A finished bar goes into a package or, with NONE, to the storeroom (R10); a full package pays (R11)."""
    variety = state.variety[seat, station]
    if slot == NONE:
        state.tally[seat, Count.STORED] += 1
        emit(trace, Event.STORE, seat, station, variety, ZERO, ZERO, ZERO, ZERO)
        return
    state.package_variety[slot] = variety
    state.n_bars[slot] += 1
    state.bars[slot, seat] += 1
    state.tally[seat, Count.PACKED] += 1
    emit(trace, Event.PACK, seat, station, variety, state.package[slot], state.n_bars[slot], ZERO, ZERO)
    if state.n_bars[slot] == rules.package_size:
        pay(rules, state, trace, seat, slot)
    outdate(rules, state, variety)


@kernel()
def pay(rules: Rules, state: State, trace: Trace, packer: int, slot: int) -> None:
    """A full package pays its owners at once; it is replaced while the supply lasts, or ends the game (R11, R12)."""
    tier = rules.tier[state.package_variety[slot]]
    state.has_scored = 1
    state.n_full += 1
    state.tally[packer, Count.PACKAGES_FILLED] += 1
    emit(trace, Event.FULL, packer, state.package[slot], state.n_full, ZERO, ZERO, ZERO, ZERO)
    for seat in range(rules.n_seats):
        if state.bars[slot, seat] > 0:
            bonus = rules.bonus[tier] * state.bars[slot, seat]
            state.points_bonus[seat, tier] += bonus
            state.score[seat] += bonus
            if seat != packer:
                state.tally[packer, Count.BONUS_GIVEN] += bonus
            emit(
                trace, Event.BONUS, seat, state.package[slot], state.bars[slot, seat], bonus, ZERO, ZERO, ZERO
            )
    if state.n_full == rules.supply:
        state.is_over = 1
        state.end_reason = End.SUPPLY
    if state.n_opened < rules.supply:
        open_package(state, trace, slot)
        return
    state.n_slots -= 1
    for later in range(slot, state.n_slots):
        state.package[later] = state.package[later + 1]
        state.package_variety[later] = state.package_variety[later + 1]
        state.n_bars[later] = state.n_bars[later + 1]
        for seat in range(rules.n_seats):
            state.bars[later, seat] = state.bars[later + 1, seat]
