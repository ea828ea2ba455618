"""How a seat compares what it may take, and the takes that all drafts have.

`random` keeps one of all options, each with the same chance, by draws from the seat's own stream. A weighted policy
gives every option its worth in thousandths of a point and takes the best; of equals the first. Work on a station is
worth the station's points times the share of all its work that is done by it. Shares are fixed-point: a division costs
more than all the rest of a decision.
"""

from __future__ import annotations

from typing import Any

from balance.core.chance import draw, stream
from balance.core.kernel import kernel
from balance.games.draft.layout import (
    INGREDIENT_SHIFT,
    JOKER,
    NONE,
    RATE_BITS,
    STATION_SHIFT,
    TAKE_SHIFT,
    ZERO,
    Kind,
)

Rules = Any
Policies = Any
State = Any

NOTHING = -(1 << 62)
ONE = 1 << RATE_BITS  # a rate of 1
THOUSAND = 1000
SEAT_SOURCE = 16  # + seat: a policy's own draws


@kernel()
def noise(state: State, seat: int, faces: int, seed: int, deal: int) -> int:
    """The seat's next own draw, 0 … faces − 1; the dice never notice."""
    state.n_draws[seat] += 1
    return draw(stream(seed, deal, SEAT_SOURCE + seat), state.n_draws[seat], faces)


@kernel(inline=True)
def begin_choice(state: State) -> None:
    """No option has been weighed yet."""
    state.n_options = 0
    state.best_value = NOTHING
    state.best_option = NONE


@kernel()
def draw_option(state: State, seat: int, option: int, n: int, seed: int, deal: int) -> None:
    """Keep n more options at random: each of all so far with the same chance."""
    state.n_options += n
    if n > 0 and noise(state, seat, state.n_options, seed, deal) < n:
        state.best_option = option


@kernel(inline=True)
def offer(
    line_up: Policies, state: State, seat: int, option: int, n: int, worth: int, seed: int, deal: int
) -> None:
    """Weigh an option, or n of them that are told apart later; 0 is none.

    At random every option has the same chance; otherwise the one of most worth is kept, of equals the first. Written
    without branches: which option wins is what nobody can predict.
    """
    if line_up.kind[seat] == Kind.RANDOM:
        draw_option(state, seat, option, n, seed, deal)
    else:
        is_better = n > 0 and worth > state.best_value
        state.best_value = worth if is_better else state.best_value
        state.best_option = option if is_better else state.best_option


@kernel(inline=True)
def option_code(take: int, station: int, ingredient: int, die: int) -> int:
    """A take as one number: take | station | ingredient | ingredient spent."""
    return (take << TAKE_SHIFT) | (station << STATION_SHIFT) | (ingredient << INGREDIENT_SHIFT) | die


@kernel(inline=True)
def hurried(worth: int, left: int, time: int) -> int:
    """A worth that may come too late: it shrinks with the square of the time that is missing."""
    if left <= time:
        return worth
    return worth * time // left * time // left


@kernel(inline=True)
def time_left(rules: Rules, line_up: Policies, state: State, seat: int) -> int:
    """Work a station may still expect, in thousandths of a take."""
    return int((rules.n_rolls - state.roll) * line_up.pace[seat])


@kernel(inline=True)
def weigh_pairs(
    rules: Rules,
    line_up: Policies,
    state: State,
    take: int,
    seat: int,
    station: int,
    rate: int,
    seed: int,
    deal: int,
) -> None:
    """Every ingredient that is left for a station, with all amounts that fit; `pick_amount` tells them apart.

    The innermost loop of a playout: everything it reads again and again is in local variables.
    """
    is_random = line_up.kind[seat] == Kind.RANDOM
    piece = line_up.piece[seat]
    gap = line_up.gap[seat]
    max_amount = rules.max_amount
    joker = rules.joker if state.amounts_left[JOKER] > 0 and rules.joker_any == 0 else 0
    best_value = state.best_value
    best_option = state.best_option
    first_option = option_code(take, station, ZERO, ZERO)
    left = state.ingredient_mask & state.open_mask[seat, station]
    while left != 0:
        face = rules.lowest_bit[left]
        left &= left - 1
        missing = state.missing[seat, station, face]
        amount = min(missing, max_amount)
        option = first_option | (face << INGREDIENT_SHIFT)
        if is_random:
            n = state.n_fitting[amount] + min(1, joker * missing)
            draw_option(state, seat, option, n, seed, deal)
            continue
        pieces = max(state.largest[amount], min(joker, missing))
        work = pieces * piece + (gap if pieces == missing else 0)
        worth = (work * rate) >> RATE_BITS
        is_better = pieces > 0 and worth > best_value
        best_value = worth if is_better else best_value
        best_option = option if is_better else best_option
    if not is_random:
        state.best_value = best_value
        state.best_option = best_option


@kernel()
def weigh_jokers(
    rules: Rules,
    line_up: Policies,
    state: State,
    take: int,
    seat: int,
    station: int,
    rate: int,
    seed: int,
    deal: int,
) -> None:
    """Where a joker fills any ingredient: each of them with each ingredient die that is spent for it (R1)."""
    for spent in range(rules.n_ingredients):
        is_left = (state.ingredient_mask >> spent) & 1
        for ingredient in range(rules.n_ingredients):
            missing = state.missing[seat, station, ingredient] * is_left
            pieces = min(rules.joker, missing)
            work = pieces * line_up.piece[seat] + (line_up.gap[seat] if pieces == missing else 0)
            option = option_code(take, station, ingredient, spent)
            offer(line_up, state, seat, option, min(1, missing), (work * rate) >> RATE_BITS, seed, deal)


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
    if has_joker and min(rules.joker, missing) > state.largest[amount]:
        return JOKER
    return int(state.largest[amount])
