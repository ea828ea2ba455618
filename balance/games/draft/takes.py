"""What a seat may take from a roll, and the takes that all drafts have: pairs of dice, and jokers.

A take is one number, its code. Codes are in the order in which takes are looked at, so worth and code together are one
number too whose largest is the take of most worth, of equals the first: keeping it needs no branch, and which take is
best is what nobody can predict.
"""

from __future__ import annotations

from typing import Any

from balance.core.bits import lowest
from balance.core.kernel import kernel
from balance.games.draft.layout import (
    INGREDIENT_SHIFT,
    INGREDIENTS,
    JOKER,
    OPTION_BITS,
    RATE_BITS,
    STATION_SHIFT,
    STATIONS,
    TAKE_SHIFT,
    TAKES,
    ZERO,
    Kind,
)
from balance.games.draft.options import draw_option, noise

Rules = Any
Policies = Any
State = Any

LAST_OPTION = (1 << OPTION_BITS) - 1


@kernel(inline=True)
def option_code(take: int, station: int, ingredient: int, spent: int) -> int:
    """A take as one number: station | take | ingredient | ingredient spent."""
    return (station << STATION_SHIFT) | (take << TAKE_SHIFT) | (ingredient << INGREDIENT_SHIFT) | spent


@kernel(inline=True)
def station_of(option: int) -> int:
    """The station that something is taken for."""
    return (option >> STATION_SHIFT) % STATIONS


@kernel(inline=True)
def take_of(option: int) -> int:
    """What kind of thing is taken."""
    return (option >> TAKE_SHIFT) % TAKES


@kernel(inline=True)
def ingredient_of(option: int) -> int:
    """The ingredient, or what else the die shows."""
    return (option >> INGREDIENT_SHIFT) % INGREDIENTS


@kernel(inline=True)
def spent_of(option: int) -> int:
    """The ingredient die that goes with a joker."""
    return option % INGREDIENTS


@kernel(inline=True)
def ranked(worth: int, option: int) -> int:
    """Worth and take as one number."""
    return (worth << OPTION_BITS) | (LAST_OPTION - option)


@kernel(inline=True)
def keep_best(state: State, best: int) -> None:
    """The take of most worth is the choice."""
    state.best_value = best >> OPTION_BITS
    state.best_option = LAST_OPTION - (best & LAST_OPTION)


@kernel(inline=True)
def pairs_for(state: State, seat: int, station: int) -> int:
    """Ingredients on the dice that a station still lacks, as bits of the set of all stations."""
    return int((state.ingredient_mask & state.open_mask[seat, station]) << (INGREDIENTS * station))


@kernel(inline=True)
def weigh_pairs(
    rules: Rules, line_up: Policies, state: State, take: int, seat: int, pairs: int, best: int
) -> int:
    """Every ingredient for every station, with the amount that places most; `pick_amount` finds it.

    The innermost loop of a playout: what it reads again and again is in local variables. `state.rate_now` is what
    a unit of work on each station is worth.
    """
    piece = line_up.piece[seat]
    gap = line_up.gap[seat]
    max_amount = rules.max_amount
    joker = rules.joker if state.amounts_left[JOKER] > 0 and rules.joker_any == 0 else 0
    while pairs != 0:
        bit = lowest(pairs)
        pairs &= pairs - 1
        station = bit // INGREDIENTS
        face = bit % INGREDIENTS
        missing = state.missing[seat, station, face]
        pieces = max(state.largest[min(missing, max_amount)], min(joker, missing))
        work = pieces * piece + (gap if pieces == missing else 0)
        value = ranked((work * state.rate_now[station]) >> RATE_BITS, option_code(take, station, face, ZERO))
        best = max(best, value if pieces > 0 else best)
    return int(best)


@kernel()
def weigh_jokers(rules: Rules, line_up: Policies, state: State, take: int, seat: int, best: int) -> int:
    """Where a joker fills any ingredient: each that a station lacks, for the first ingredient die that is left (R1)."""
    if state.ingredient_mask == 0:
        return best
    spent = lowest(state.ingredient_mask)
    for station in range(rules.n_stations):
        for ingredient in range(rules.n_ingredients):
            missing = state.missing[seat, station, ingredient]
            pieces = min(rules.joker, missing)
            work = pieces * line_up.piece[seat] + (line_up.gap[seat] if pieces == missing else 0)
            worth = (work * state.rate_now[station]) >> RATE_BITS
            value = ranked(worth, option_code(take, station, ingredient, spent))
            best = max(best, value if missing > 0 else best)
    return int(best)


@kernel()
def draw_pairs(rules: Rules, state: State, take: int, seat: int, station: int) -> None:
    """Every ingredient for a station, with all amounts that fit; `pick_amount` tells them apart."""
    joker = rules.joker if state.amounts_left[JOKER] > 0 and rules.joker_any == 0 else 0
    left = state.ingredient_mask & state.open_mask[seat, station]
    while left != 0:
        face = lowest(left)
        left &= left - 1
        missing = state.missing[seat, station, face]
        n = state.n_fitting[min(missing, rules.max_amount)] + min(1, joker * missing)
        draw_option(state, seat, option_code(take, station, face, ZERO), n)


@kernel()
def draw_jokers(rules: Rules, state: State, take: int, seat: int, station: int) -> None:
    """Where a joker fills any ingredient: each of them with each ingredient die that is spent for it (R1)."""
    for spent in range(rules.n_ingredients):
        is_left = (state.ingredient_mask >> spent) & 1
        for ingredient in range(rules.n_ingredients):
            n = min(1, state.missing[seat, station, ingredient] * is_left)
            draw_option(state, seat, option_code(take, station, ingredient, spent), n)


@kernel()
def pick_amount(rules: Rules, line_up: Policies, state: State, seat: int, missing: int) -> int:
    """The amount of a pair: the one that places most, a joker last; at random any that fits."""
    amount = min(missing, rules.max_amount)
    has_joker = state.amounts_left[JOKER] > 0 and rules.joker_any == 0
    if line_up.kind[seat] == Kind.RANDOM:
        n_fitting = state.n_fitting[amount]
        pick = noise(state, seat, n_fitting + (1 if has_joker else 0))
        for face in range(1, amount + 1):
            if state.amounts_left[face] > 0:
                if pick == 0:
                    return face
                pick -= 1
        return JOKER
    if has_joker and min(rules.joker, missing) > state.largest[amount]:
        return JOKER
    return int(state.largest[amount])
