"""How a seat compares what it may do.

`random` keeps one of all options, each with the same chance, by draws from the seat's own stream. A weighted policy
gives every option its worth in thousandths of a point and takes the best; of equals the first. Work on a station is
worth the station's points times the share of all its work that is done by it. Shares are fixed-point: a division costs
more than all the rest of a decision.
"""

from __future__ import annotations

from typing import Any

from balance.core.chance import draw, key_of
from balance.core.kernel import kernel
from balance.games.draft.layout import (
    NONE,
    RATE_BITS,
    SEAT_SOURCE,
    Kind,
)

Rules = Any
Policies = Any
State = Any

NOTHING = -(1 << 62)
ONE = 1 << RATE_BITS  # a rate of 1
THOUSAND = 1000


@kernel()
def noise(state: State, seat: int, faces: int) -> int:
    """The seat's next own draw, 0 … faces − 1; the dice never notice."""
    state.n_draws[seat] += 1
    return draw(key_of(state, SEAT_SOURCE + seat), state.n_draws[seat], faces)


@kernel(inline=True)
def begin_choice(state: State) -> None:
    """No option has been weighed yet."""
    state.n_options = 0
    state.best_value = NOTHING
    state.best_option = NONE


@kernel()
def draw_option(state: State, seat: int, option: int, n: int) -> None:
    """Keep n more options at random: each of all so far with the same chance."""
    state.n_options += n
    if n > 0 and noise(state, seat, state.n_options) < n:
        state.best_option = option


@kernel(inline=True)
def offer(line_up: Policies, state: State, seat: int, option: int, n: int, worth: int) -> None:
    """Weigh an option, or n of them that are told apart later; 0 is none.

    At random every option has the same chance; otherwise the one of most worth is kept, of equals the first. Written
    without branches: which option wins is what nobody can predict.
    """
    if line_up.kind[seat] == Kind.RANDOM:
        draw_option(state, seat, option, n)
    else:
        is_better = n > 0 and worth > state.best_value
        state.best_value = worth if is_better else state.best_value
        state.best_option = option if is_better else state.best_option


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
