"""How a seat of schwarzwaelder_kirsch decides.

`random` keeps one of all options, each with the same chance, by draws from the seat's own stream. A weighted policy
gives every option its worth in thousandths and takes the best; of equals the first (weights: policies.py). It knows
what lies open and what it remembers: of c other wedges face down it knows how many there are of each kind, so that a
flip brings each of them with 1/c.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from balance.core.bits import lowest
from balance.core.kernel import kernel
from balance.games.schwarzwaelder_kirsch.layout import (
    CHOCOLATIERE,
    COIN,
    GARNISH,
    JOKER,
    NONE,
    PART_BITS,
    STEAL,
    THOUSAND,
    WEDGES,
    ZERO,
    Keep,
    Kind,
    Option,
    Policies,
    Profession,
    Rules,
    State,
)
from balance.games.schwarzwaelder_kirsch.moves import find_action, has_tile, may_double, noise, owns

NOTHING = -(1 << 62)
WIN = cast(int, np.int64(1 << 40))  # worth more than anything else
MOST_FLIPS = 100  # after so many in one turn every policy stops


@kernel(inline=True)
def begin_choice(state: State) -> None:
    """No option has been weighed yet."""
    state.n_options = 0
    state.best_value = NOTHING
    state.best_option = NONE


@kernel()
def offer(line_up: Policies, state: State, seat: int, option: int, worth: int) -> None:
    """Weigh an option: at random each has the same chance, otherwise the one of most worth is kept."""
    if line_up.kind[seat] == Kind.RANDOM:
        state.n_options += 1
        if noise(state, seat, state.n_options) == 0:
            state.best_option = option
    elif worth > state.best_value:
        state.best_value = worth
        state.best_option = option


@kernel(inline=True)
def option_code(kind: int, about: int, what: int) -> int:
    """An option of a turn as one number."""
    return (((kind << PART_BITS) | about) << PART_BITS) | what


@kernel(inline=True)
def is_full(rules: Rules, state: State, seat: int) -> bool:
    """Whether nothing more goes into the seat's cake (R14)."""
    return bool(state.cake[seat] >= rules.goal)


@kernel(inline=True)
def may_have(rules: Rules, state: State, seat: int, face: int) -> bool:
    """Whether an ingredient or joker may go into the seat's cake (R3, R8a, R14)."""
    if is_full(rules, state, seat):
        return False
    if not owns(state, seat, face):
        return True
    return may_double(rules, state, seat, face) and (state.doubled[seat] >> face) & 1 == 0


@kernel(inline=True)
def may_act(rules: Rules, state: State) -> bool:
    """Whether an action may still be played in this turn (R1)."""
    return bool(state.n_played == 0 and (rules.flips_or_acts == 0 or state.n_flips == 0))


@kernel(inline=True)
def may_flip(rules: Rules, state: State) -> bool:
    """Whether wedges may be turned up now (R1, R12)."""
    has_wedge = state.n_pool + state.n_seen > 0
    return bool(has_wedge and (rules.flips_or_acts == 0 or state.n_played == 0))


@kernel(inline=True)
def may_garnish(rules: Rules, state: State, seat: int) -> bool:
    """Whether the seat's cake may be garnished in this turn (R6)."""
    return bool(is_full(rules, state, seat) and (rules.eighth_counts == 1 or state.was_full == 1))


@kernel(inline=True)
def action_worth(line_up: Policies, state: State, seat: int, face: int) -> int:
    """Worth of holding an action."""
    if face == GARNISH:
        return int(line_up.garnish[seat, state.cake[seat]])
    return int(line_up.steal[seat])


@kernel()
def gain_worth(line_up: Policies, state: State, seat: int, face: int) -> int:
    """What an action would add to those the seat holds; nothing if it would refuse it."""
    worth = action_worth(line_up, state, seat, face)
    if state.n_actions[seat] == state.n_places[seat]:
        worst = action_worth(line_up, state, seat, state.action[seat, ZERO])
        for slot in range(1, state.n_actions[seat]):
            worst = min(worst, action_worth(line_up, state, seat, state.action[seat, slot]))
        worth -= worst
    return max(0, worth)


@kernel()
def wedge_worth(rules: Rules, line_up: Policies, state: State, seat: int, face: int) -> int:
    """Worth of one more ingredient or joker; of those with fewer twins in the pantry a little more."""
    if is_full(rules, state, seat):
        return 0
    worth = line_up.step[seat, state.cake[seat]]
    worth += line_up.joker[seat] if face == JOKER else -state.hidden[face]
    if owns(state, seat, face):
        worth -= line_up.tile[seat]
    return int(worth)


# The turn ------------------------------------------------------------------------------------------------------------


@kernel()
def weigh_turn(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """Go through all a seat may do now; what it does stands in `state.best_option` (R1, R5, R6, R8, R12)."""
    begin_choice(state)
    acts = may_act(rules, state)
    can_flip = may_flip(rules, state) and state.n_flips < MOST_FLIPS
    if acts and may_garnish(rules, state, seat) and find_action(state, seat, GARNISH) != NONE:
        offer(line_up, state, seat, option_code(Option.GARNISH, ZERO, ZERO), WIN)
    if acts and not is_full(rules, state, seat) and find_action(state, seat, STEAL) != NONE:
        weigh_robbery(rules, line_up, state, seat, option_code(Option.STEAL, ZERO, ZERO), line_up.steal[seat])
    if state.is_used[seat] == 0:
        if state.profession[seat] == Profession.PATISSIER:
            if not is_full(rules, state, seat):
                option = option_code(Option.ROB, ZERO, ZERO)
                weigh_robbery(rules, line_up, state, seat, option, line_up.tile[seat])
            weigh_lifting(rules, line_up, state, seat)
        elif state.profession[seat] == Profession.ZUCKERBAECKER and can_flip:
            weigh_draw(rules, line_up, state, seat)
    if can_flip:
        weigh_flip(rules, line_up, state, seat)
    if state.n_flips > 0 or not may_flip(rules, state):
        offer(line_up, state, seat, option_code(Option.STOP, ZERO, ZERO), line_up.caution[seat])


@kernel()
def weigh_robbery(rules: Rules, line_up: Policies, state: State, seat: int, option: int, price: int) -> None:
    """Every ingredient or joker that may be taken from another cake, by a seat whose own is not full (R5, R8d, R17)."""
    wanted = ~state.owned[seat]
    if has_tile(state, seat, CHOCOLATIERE):
        wanted |= rules.doubles & ~state.doubled[seat]
    for other in range(rules.n_seats):
        if other == seat or state.cake[other] == 0:
            continue
        harm = line_up.hurt[seat] * state.cake[other] // rules.goal
        if state.jokers[other] > 0:
            worth = wedge_worth(rules, line_up, state, seat, JOKER) + harm - price
            offer(line_up, state, seat, option | (other << PART_BITS) | JOKER, worth)
        left = state.owned[other] & wanted
        while left != 0:
            face = lowest(left)
            left &= left - 1
            worth = wedge_worth(rules, line_up, state, seat, face) + harm - price
            offer(line_up, state, seat, option | (other << PART_BITS) | face, worth)


@kernel()
def weigh_lifting(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """Every action that Pâtissier may take (R8d)."""
    for other in range(rules.n_seats):
        if other == seat:
            continue
        harm = line_up.hurt[seat] * state.cake[other] // rules.goal
        for face in range(STEAL, GARNISH + 1):
            if find_action(state, other, face) == NONE:
                continue
            worth = gain_worth(line_up, state, seat, face) + harm - line_up.tile[seat]
            if face == GARNISH and may_garnish(rules, state, seat) and may_act(rules, state):
                worth = WIN - 1
            offer(line_up, state, seat, option_code(Option.LIFT, other, face), worth)


@kernel()
def weigh_flip(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """A flip at a place that the seat does not remember, and at the best one that it does (R2, R3, R7)."""
    unknown = option_code(Option.FLIP, ZERO, WEDGES)
    known = state.known[seat] & state.seen
    count = line_up.count[seat]
    if count > 0 and state.n_flips >= count:
        return
    if line_up.kind[seat] == Kind.RANDOM or (count > 0 and known == 0):
        offer(line_up, state, seat, unknown, WIN >> 1)
        return
    cake = state.cake[seat]
    step = 0 if is_full(rules, state, seat) else line_up.step[seat, cake]
    joker = step + line_up.joker[seat] if step > 0 else 0
    steal = gain_worth(line_up, state, seat, STEAL)
    garnish = gain_worth(line_up, state, seat, GARNISH)
    duplicates = state.owned[seat]
    if has_tile(state, seat, CHOCOLATIERE) and step > line_up.tile[seat]:
        duplicates &= ~rules.doubles | state.doubled[seat]
    n = state.n_pool + state.n_seen  # wedges the seat does not remember, and what they bring all together
    n_duplicates = 0
    for kind in range(rules.n_kinds):
        n_duplicates += state.hidden[kind] * ((duplicates >> kind) & 1)
    gain = state.hidden[STEAL] * steal + state.hidden[GARNISH] * garnish + state.hidden[JOKER] * joker
    n_new = n - n_duplicates - state.hidden[STEAL] - state.hidden[GARNISH] - state.hidden[JOKER]
    best_place = NONE
    best = 0
    for place in range(state.n_numbered if known != 0 else 0):
        if (known >> place) & 1 == 0:
            continue
        n -= 1
        face = state.content[place]
        value = step
        if face >= JOKER:
            value = joker if face == JOKER else steal if face == STEAL else garnish
            gain -= value
        elif (duplicates >> face) & 1:
            n_duplicates -= 1
            value = 0
        else:
            n_new -= 1
        if value > best or (n == 0 and best_place == NONE and state.n_flips == 0):
            best = value
            best_place = place
    gain += n_new * step
    value = 0
    if n > 0:
        risk = n_duplicates * line_up.stake[seat, cake] * state.stake_share // THOUSAND
        value = (gain - risk) // n
        # the first flip costs nothing, and what is remembered may still come after it
        here = value if state.is_later == 1 else (gain + (n - n_duplicates) * best) // n
        if count > 0:
            here = WIN >> 1
        offer(line_up, state, seat, unknown, here)
    if best_place != NONE:
        there = WIN if count > 0 else best + max(0, value)
        offer(line_up, state, seat, option_code(Option.FLIP, ZERO, best_place), there)


@kernel()
def weigh_draw(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """Zuckerbäcker: the better of two, and never a bust (R8b)."""
    n = state.n_pool + state.n_seen
    step = 0 if is_full(rules, state, seat) else line_up.step[seat, state.cake[seat]]
    n_bad = 0
    for kind in range(rules.n_kinds):
        if step == 0 or (state.owned[seat] >> kind) & 1:
            n_bad += state.hidden[kind]
    garnish = gain_worth(line_up, state, seat, GARNISH)
    best = step if step > 0 else garnish * state.hidden[GARNISH] // n
    worth = best * (n * n - n_bad * n_bad) // (n * n) - line_up.tile[seat]
    offer(line_up, state, seat, option_code(Option.DRAW, ZERO, ZERO), worth)


# What was turned up --------------------------------------------------------------------------------------------------


@kernel()
def weigh_action(line_up: Policies, state: State, seat: int, face: int, shift: int) -> None:
    """What may become of an action that was turned up, besides refusing it (R4, R8c); options from `shift` on."""
    worth = action_worth(line_up, state, seat, face)
    if state.n_actions[seat] < state.n_places[seat]:
        offer(line_up, state, seat, shift + Keep.FREE, worth)
        return
    if has_tile(state, seat, Profession.DEKORATEUR) and state.n_places[seat] == 1:
        offer(line_up, state, seat, shift + Keep.DECORATE, worth - line_up.tile[seat])
    for slot in range(state.n_actions[seat]):
        if slot > 0 and state.action[seat, slot] == state.action[seat, ZERO]:
            continue  # of two alike the first is replaced
        gain = worth - action_worth(line_up, state, seat, state.action[seat, slot])
        offer(line_up, state, seat, shift + Keep.REPLACE + slot, gain)


@kernel()
def choose_action(line_up: Policies, state: State, seat: int, face: int) -> int:
    """What becomes of an action that was turned up: a Keep, or REPLACE + slot."""
    begin_choice(state)
    offer(line_up, state, seat, ZERO + Keep.REFUSE, ZERO)
    weigh_action(line_up, state, seat, face, ZERO)
    return int(state.best_option)


@kernel()
def wants_double(rules: Rules, line_up: Policies, state: State, seat: int, face: int) -> bool:
    """Whether Chocolatière is used for an ingredient that would be a duplicate (R8a)."""
    if line_up.kind[seat] == Kind.RANDOM:
        return noise(state, seat, COIN) == 0
    saved = line_up.stake[seat, state.cake[seat]] if state.is_later == 1 else 0
    return bool(wedge_worth(rules, line_up, state, seat, face) + saved > 0)


@kernel()
def choose_drawn(rules: Rules, line_up: Policies, state: State, seat: int, first: int, second: int) -> int:
    """Which of two wedges Zuckerbäcker takes, and how: wedge · PART + Keep; NONE if none may be taken (R8b, R16).

    An ingredient or joker must be taken where one may be; an action may be refused otherwise. `second` is NONE if only
    one was turned up.
    """
    begin_choice(state)
    may_refuse = True
    for wedge in range(2):
        face = first if wedge == 0 else second
        shift = wedge << PART_BITS
        if face == NONE:
            continue
        if face >= STEAL:
            weigh_action(line_up, state, seat, face, shift)
        elif may_have(rules, state, seat, face):
            offer(line_up, state, seat, shift + Keep.FREE, wedge_worth(rules, line_up, state, seat, face))
            may_refuse = False
    if may_refuse and (first >= STEAL or second >= STEAL):
        offer(line_up, state, seat, ZERO + Keep.REFUSE, ZERO)
    return int(state.best_option)


@kernel()
def note_threat(rules: Rules, line_up: Policies, state: State, seat: int) -> None:
    """How much of a loss counts in this turn: little if another is about to garnish."""
    threat = 0
    state.stake_share = THOUSAND
    if line_up.hurry[seat] == 0:
        return
    for other in range(rules.n_seats):
        if other != seat:
            missing = rules.goal - state.cake[other]
            if find_action(state, other, GARNISH) != NONE and missing <= 1:
                threat = max(threat, THOUSAND if missing == 0 else THOUSAND >> 1)
            elif missing == 0:
                threat = max(threat, THOUSAND >> 1)
    state.stake_share = THOUSAND - line_up.hurry[seat] * threat // THOUSAND
