"""The dice pool: what lies on the table after a throw, and what is left of it. Rule numbers as in both games."""

from __future__ import annotations

from typing import Any

from balance.core.chance import draw, key_of
from balance.core.kernel import kernel
from balance.games.draft.events import emit
from balance.games.draft.layout import DICE, JOKER, NONE, REROLLS, ZERO, Trace

Rules = Any  # a record of any draft's layout; numba compiles a function for each
State = Any


@kernel(inline=True)
def address_of(state: State) -> int:
    """Where the dice of this roll and reroll have their addresses: one more die or reroll shifts nothing."""
    return int((state.roll * REROLLS + state.reroll) * DICE)


@kernel()
def throw_pairs(rules: Rules, state: State, amount: int, ingredient: int) -> None:
    """The amount and ingredient dice; the numbers are their sources of chance."""
    address = address_of(state)
    for face in range(rules.max_amount + 1):
        state.amounts_left[face] = 0
    for face in range(rules.n_ingredients):
        state.ingredients_left[face] = 0
    state.ingredient_mask = 0
    key = key_of(state, amount)
    for die in range(rules.n_amount_dice):
        face = rules.amount_face[draw(key, address + die, rules.n_amount_faces)]
        state.amount_die[die] = face
        state.amounts_left[face] += 1
    key = key_of(state, ingredient)
    for die in range(rules.n_ingredient_dice):
        face = rules.ingredient_face[draw(key, address + die, rules.n_ingredient_faces)]
        state.ingredient_die[die] = face
        state.ingredients_left[face] += 1
        state.ingredient_mask |= 1 << face
    note_fitting(rules, state)


@kernel()
def throw_devices(rules: Rules, state: State, source: int) -> None:
    """The dice that show what works on an ingredient."""
    address = address_of(state)
    for face in range(rules.n_ingredients):
        state.devices_left[face] = 0
    state.device_mask = 0
    key = key_of(state, source)
    for die in range(rules.n_device_dice):
        face = rules.device_face[draw(key, address + die, rules.n_device_faces)]
        state.device_die[die] = face
        state.devices_left[face] += 1
        state.device_mask |= 1 << face


@kernel()
def tell_pairs(rules: Rules, state: State, trace: Trace, event: int, amount: int, ingredient: int) -> None:
    """An event for each amount and ingredient die; the numbers are the event's and their sources of chance."""
    for die in range(rules.n_amount_dice):
        emit(trace, event, NONE, amount, die, state.amount_die[die], ZERO, ZERO, ZERO)
    for die in range(rules.n_ingredient_dice):
        emit(trace, event, NONE, ingredient, die, state.ingredient_die[die], ZERO, ZERO, ZERO)


@kernel()
def tell_devices(rules: Rules, state: State, trace: Trace, event: int, source: int) -> None:
    """The same for each die that shows what works on an ingredient."""
    for die in range(rules.n_device_dice):
        emit(trace, event, NONE, source, die, state.device_die[die], ZERO, ZERO, ZERO)


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
    """A die that shows what works on this ingredient leaves the table."""
    state.devices_left[ingredient] -= 1
    if state.devices_left[ingredient] == 0:
        state.device_mask &= ~(1 << ingredient)
