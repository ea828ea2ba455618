"""What can happen on the table of chocolaterie: dice, deliveries, devices, bars and packages. Nobody decides here.

The rule numbers are those of RULES.md.
"""

from __future__ import annotations

from balance.core.chance import draw, stream
from balance.core.kernel import kernel
from balance.games.chocolaterie.layout import (
    DICE,
    JOKER,
    NONE,
    PAGE,
    REROLLS,
    SEATS,
    ZERO,
    Count,
    End,
    Event,
    Fault,
    Rules,
    Source,
    State,
    Trace,
)


@kernel()
def write_event(trace: Trace, event: int, seat: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
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
        trace.row[index, 7] = f
    trace.n_events += 1


@kernel(inline=True)
def emit(trace: Trace, event: int, seat: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    """Tell an event if anyone listens; nobody does in production."""
    if trace.is_on:
        write_event(trace, event, seat, a, b, c, d, e, f)


@kernel()
def throw(rules: Rules, state: State, trace: Trace, seed: int, deal: int) -> None:
    """All dice, at the addresses of this roll and reroll: one more die or reroll shifts nothing."""
    address = (state.roll * REROLLS + state.reroll) * DICE
    for amount in range(rules.max_amount + 1):
        state.amounts_left[amount] = 0
    for ingredient in range(rules.n_ingredients):
        state.ingredients_left[ingredient] = 0
        state.devices_left[ingredient] = 0
    for special in range(rules.n_specials):
        state.specials_left[special] = 0
    state.ingredient_mask = 0
    state.device_mask = 0
    state.special_mask = 0
    key = stream(seed, deal, Source.AMOUNT)
    for die in range(rules.n_amount_dice):
        face = rules.amount_face[draw(key, address + die, rules.n_amount_faces)]
        state.amount_die[die] = face
        state.amounts_left[face] += 1
    key = stream(seed, deal, Source.INGREDIENT)
    for die in range(rules.n_ingredient_dice):
        face = rules.ingredient_face[draw(key, address + die, rules.n_ingredient_faces)]
        state.ingredient_die[die] = face
        state.ingredients_left[face] += 1
        state.ingredient_mask |= 1 << face
    key = stream(seed, deal, Source.DEVICE)
    for die in range(rules.n_device_dice):
        face = rules.device_face[draw(key, address + die, rules.n_device_faces)]
        state.device_die[die] = face
        state.devices_left[face] += 1
        state.device_mask |= 1 << face
    key = stream(seed, deal, Source.SPECIAL)
    for die in range(rules.n_special_dice):
        face = rules.special_face[draw(key, address + die, rules.n_special_faces)]
        state.special_die[die] = face
        state.specials_left[face] += 1
        state.special_mask |= 1 << face
    note_fitting(rules, state)
    if trace.is_on:
        for die in range(rules.n_amount_dice):
            emit(trace, Event.DIE, NONE, Source.AMOUNT, die, state.amount_die[die], ZERO, ZERO, ZERO)
        for die in range(rules.n_ingredient_dice):
            emit(trace, Event.DIE, NONE, Source.INGREDIENT, die, state.ingredient_die[die], ZERO, ZERO, ZERO)
        for die in range(rules.n_device_dice):
            emit(trace, Event.DIE, NONE, Source.DEVICE, die, state.device_die[die], ZERO, ZERO, ZERO)
        for die in range(rules.n_special_dice):
            emit(trace, Event.DIE, NONE, Source.SPECIAL, die, state.special_die[die], ZERO, ZERO, ZERO)


@kernel(inline=True)
def note_fitting(rules: Rules, state: State) -> None:
    """Which amounts fit where 0 … `max_amount` pieces are missing (R2); what depends on the dice alone."""
    n = 0
    largest = 0
    for amount in range(1, rules.max_amount + 1):
        is_left = state.amounts_left[amount] > 0
        n += 1 if is_left else 0
        largest = amount if is_left else largest
        state.n_fitting[amount] = n
        state.largest[amount] = largest


@kernel(inline=True)
def spend_pair(rules: Rules, state: State, amount: int, ingredient: int) -> None:
    """An amount die and an ingredient die leave the table."""
    state.amounts_left[amount] -= 1
    state.ingredients_left[ingredient] -= 1
    if state.ingredients_left[ingredient] == 0:
        state.ingredient_mask &= ~(1 << ingredient)
    if state.amounts_left[amount] == 0 and amount != JOKER:
        below = state.largest[amount - 1]
        for missing in range(amount, rules.max_amount + 1):
            state.n_fitting[missing] -= 1
            state.largest[missing] = below if state.largest[missing] == amount else state.largest[missing]


@kernel()
def spend_device(state: State, ingredient: int) -> None:
    """A device die leaves the table."""
    state.devices_left[ingredient] -= 1
    if state.devices_left[ingredient] == 0:
        state.device_mask &= ~(1 << ingredient)


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


@kernel(inline=True)
def deliver(state: State, seat: int, station: int, ingredient: int, pieces: int) -> None:
    """Pieces of an ingredient arrive at a station."""
    state.missing[seat, station, ingredient] -= pieces
    state.n_missing[seat, station] -= pieces
    state.stale[seat] |= 1 << station
    if state.missing[seat, station, ingredient] == 0:
        state.n_open[seat, station] -= 1
        state.open_mask[seat, station] &= ~(1 << ingredient)
    if state.missing[seat, station, ingredient] < 0:
        state.fault = Fault.OVERFILLED


@kernel(inline=True)
def process(state: State, seat: int, station: int, ingredient: int) -> None:
    """An ingredient of a station is processed, delivered or not."""
    state.processed[seat, station] |= 1 << ingredient
    state.n_unprocessed[seat, station] -= 1
    state.stale[seat] |= 1 << station


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
