"""What can happen on the table of schwarzwaelder_kirsch: wedges, places, cakes, actions. Nobody decides here.

A wedge that nobody has seen since the last shuffle may as well be any of those, so it is drawn when it is turned up,
and its place gets its number then. Places whose wedge was turned back keep it until the next shuffle. The rule numbers
are those of RULES.md.
"""

from __future__ import annotations

from enum import IntEnum

from balance.core.bits import count_bits, lowest
from balance.core.chance import draw, key_of
from balance.core.kernel import kernel
from balance.games.schwarzwaelder_kirsch.layout import (
    CHOCOLATIERE,
    FROM_OTHERS,
    JOKER,
    NONE,
    PAGE,
    PATISSIER,
    SHUFFLES,
    STEAL,
    THOUSAND,
    WEDGES,
    ZERO,
    Count,
    Event,
    Policies,
    Rules,
    Source,
    State,
    Trace,
)


@kernel()
def write_event(
    trace: Trace, event: IntEnum | int, seat: int, a: int, b: int, c: int, d: int, e: int, f: int
) -> None:
    """Count an event and write it if it lies on the page that is wanted."""
    index = trace.n_events - trace.first
    if 0 <= index < PAGE:
        row = trace.row[index]
        row[0], row[1], row[2], row[3] = event, seat, a, b
        row[4], row[5], row[6], row[7] = c, d, e, f
    trace.n_events += 1


@kernel(inline=True)
def emit(
    trace: Trace, event: IntEnum | int, seat: int, a: int, b: int, c: int, d: int, e: int, f: int
) -> None:
    """Tell an event if anyone listens; nobody does in production."""
    if trace.is_on:
        write_event(trace, event, seat, a, b, c, d, e, f)


@kernel()
def noise(state: State, seat: int, faces: int) -> int:
    """The seat's next own draw, 0 … faces − 1; the pantry never notices."""
    state.n_draws[seat] += 1
    return draw(key_of(state, Source.SEAT + seat), state.n_draws[seat], faces)


# The pantry ----------------------------------------------------------------------------------------------------------


@kernel()
def mix_in(state: State, face: int) -> None:
    """A wedge goes back among those that nobody has seen; a shuffle follows."""
    state.pool[state.n_pool] = face
    state.n_pool += 1
    state.hidden[face] += 1


@kernel()
def shuffle(rules: Rules, state: State, trace: Trace) -> None:
    """All wedges that lie face down are mixed: nobody knows a place any longer (R13)."""
    left = state.seen
    while left != 0:
        state.pool[state.n_pool] = state.content[lowest(left)]
        state.n_pool += 1
        left &= left - 1
    state.seen = 0
    state.n_seen = 0
    state.n_numbered = 0
    state.shuffles += 1
    state.n_shuffles += 1
    for seat in range(rules.n_seats):
        state.known[seat] = 0
    emit(trace, Event.SHUFFLE, NONE, state.n_pool, ZERO, ZERO, ZERO, ZERO, ZERO)


@kernel()
def turn_up(state: State, place: int) -> int:
    """The wedge of a place, which lies face down no longer; a new place has the next number."""
    if place < state.n_numbered:
        state.seen &= ~(1 << place)
        state.n_seen -= 1
        face = state.content[place]
    else:
        address = (state.race * SHUFFLES + state.shuffles) * WEDGES + state.n_numbered
        pick = draw(key_of(state, Source.PANTRY), address, state.n_pool)
        face = state.pool[pick]
        state.n_pool -= 1
        state.pool[pick] = state.pool[state.n_pool]
        state.content[place] = NONE
        state.n_numbered += 1
    state.hidden[face] -= 1
    return int(face)


@kernel()
def turn_back(rules: Rules, line_up: Policies, state: State, place: int, face: int) -> None:
    """A wedge lies face down where all have seen it; each seat may keep that in mind (A4)."""
    here = 1 << place
    is_new = state.content[place] != face
    state.content[place] = face
    state.seen |= here
    state.n_seen += 1
    state.hidden[face] += 1
    for seat in range(rules.n_seats):
        if is_new:
            state.known[seat] &= ~here
        memory = line_up.memory[seat]
        if memory >= THOUSAND or (
            memory > 0 and state.known[seat] & here == 0 and noise(state, seat, THOUSAND) < memory
        ):
            state.known[seat] |= here


@kernel()
def pick_place(state: State, seat: int) -> int:
    """Any place whose wedge the seat does not remember, each with the same chance; NONE if it remembers all.

    Those that nobody has seen are alike, and the next of them stands for all.
    """
    forgotten = state.seen & ~state.known[seat]
    if forgotten == 0:
        return int(state.n_numbered) if state.n_pool > 0 else NONE
    pick = noise(state, seat, state.n_pool + count_bits(forgotten))
    if pick < state.n_pool:
        return int(state.n_numbered)
    for _ in range(pick - state.n_pool):
        forgotten &= forgotten - 1
    return lowest(forgotten)


# Cakes ---------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def owns(state: State, seat: int, face: int) -> bool:
    """Whether an ingredient would be a duplicate for the seat; a joker never is (R3)."""
    return bool(face < JOKER and (state.owned[seat] >> face) & 1)


@kernel(inline=True)
def has_tile(state: State, seat: int, profession: int) -> bool:
    """Whether the seat has this profession and has not used it yet."""
    return bool(state.profession[seat] == profession and state.is_used[seat] == 0)


@kernel(inline=True)
def may_double(rules: Rules, state: State, seat: int, face: int) -> bool:
    """Whether Chocolatière lets the seat have this ingredient, which it owns, once more (R8a)."""
    return bool(face < JOKER and (rules.doubles >> face) & 1 and has_tile(state, seat, CHOCOLATIERE))


@kernel()
def use_tile(state: State, seat: int) -> None:
    """The seat's profession is used up (R8)."""
    state.is_used[seat] = 1
    state.used[seat, state.profession[seat]] += 1


@kernel()
def add_wedge(state: State, seat: int, face: int) -> None:
    """An ingredient or joker joins the seat's cake."""
    state.cake[seat] += 1
    if face == JOKER:
        state.jokers[seat] += 1
    elif owns(state, seat, face):
        state.doubled[seat] |= 1 << face
    else:
        state.owned[seat] |= 1 << face


@kernel()
def remove_wedge(state: State, seat: int, face: int) -> None:
    """An ingredient or joker leaves the seat's cake."""
    state.cake[seat] -= 1
    if face == JOKER:
        state.jokers[seat] -= 1
    elif (state.doubled[seat] >> face) & 1:
        state.doubled[seat] &= ~(1 << face)
    else:
        state.owned[seat] &= ~(1 << face)


@kernel()
def bust(rules: Rules, state: State, trace: Trace, seat: int, place: int, face: int) -> None:
    """The whole cake goes back with the duplicate, and the pantry is shuffled; actions stay (R2)."""
    kept = state.jokers[seat] if rules.keeps_jokers else 0
    lost = state.cake[seat] - kept
    for kind in range(rules.n_kinds):
        if (state.owned[seat] >> kind) & 1:
            mix_in(state, kind)
        if (state.doubled[seat] >> kind) & 1:
            mix_in(state, kind)
    for _ in range(state.jokers[seat] - kept):
        mix_in(state, JOKER)
    mix_in(state, face)
    state.owned[seat] = 0
    state.doubled[seat] = 0
    state.jokers[seat] = kept
    state.cake[seat] = kept
    state.tally[seat, Count.BUSTS] += 1
    state.tally[seat, Count.LOST] += lost
    state.is_over = 1
    emit(trace, Event.BUST, seat, place, face, lost, ZERO, ZERO, ZERO)
    shuffle(rules, state, trace)


# Actions -------------------------------------------------------------------------------------------------------------


@kernel()
def gain_action(state: State, seat: int, face: int, is_fresh: int, origin: int) -> None:
    """An action comes to a free place of the seat."""
    slot = state.n_actions[seat]
    state.action[seat, slot] = face
    state.is_fresh[seat, slot] = is_fresh
    state.origin[seat, slot] = origin
    state.n_actions[seat] += 1


@kernel()
def remove_action(state: State, seat: int, slot: int) -> int:
    """An action leaves the seat; those gained later move up, so that the first is always the oldest."""
    face = state.action[seat, slot]
    last = state.n_actions[seat] - 1
    for other in range(slot, last):
        state.action[seat, other] = state.action[seat, other + 1]
        state.is_fresh[seat, other] = state.is_fresh[seat, other + 1]
        state.origin[seat, other] = state.origin[seat, other + 1]
    state.n_actions[seat] = last
    return int(face)


@kernel()
def drop_action(rules: Rules, state: State, seat: int, slot: int) -> int:
    """An action is gone for good; unless the place stays for the round, Dekorateur's is gone with it (R8c)."""
    if rules.decorates_round == 0:
        state.n_places[seat] = 1
    return int(remove_action(state, seat, slot))


@kernel()
def find_action(state: State, seat: int, face: int) -> int:
    """Slot of an action that may be played or taken, NONE if there is none; what was flipped just now is not."""
    for slot in range(state.n_actions[seat]):
        if state.action[seat, slot] == face and state.is_fresh[seat, slot] == 0:
            return slot
    return NONE


@kernel()
def take_wedge(
    rules: Rules, state: State, trace: Trace, seat: int, victim: int, face: int, tool: int
) -> None:
    """An ingredient or joker changes hands; Chocolatière helps where the thief has it (R5, R8a, R17).

    `tool` is STEAL or the profession.
    """
    helps = NONE
    if owns(state, seat, face):
        use_tile(state, seat)
        helps = CHOCOLATIERE
    remove_wedge(state, victim, face)
    add_wedge(state, seat, face)
    state.tally[seat, Count.STOLEN] += 1
    state.tally[victim, Count.ROBBED] += 1
    emit(trace, Event.STEAL, seat, victim, face, state.cake[seat], tool, helps, NONE)


@kernel()
def play_steal(rules: Rules, state: State, trace: Trace, seat: int, victim: int, face: int) -> None:
    """The steal card takes a wedge and is shuffled in with the whole pantry (R5)."""
    drop_action(rules, state, seat, find_action(state, seat, STEAL))
    state.n_played += 1
    state.tally[seat, Count.STEALS] += 1
    take_wedge(rules, state, trace, seat, victim, face, STEAL)
    mix_in(state, STEAL)
    shuffle(rules, state, trace)


@kernel()
def lift_action(rules: Rules, state: State, trace: Trace, seat: int, victim: int, face: int) -> None:
    """Pâtissier takes an action; one's own, if there is no free place, is shuffled in (R8d)."""
    use_tile(state, seat)
    replaced = NONE
    if state.n_actions[seat] == state.n_places[seat]:
        replaced = drop_action(rules, state, seat, ZERO)
    drop_action(rules, state, victim, find_action(state, victim, face))
    gain_action(state, seat, face, ZERO, FROM_OTHERS)
    state.tally[seat, Count.LIFTED] += 1
    state.tally[victim, Count.UNBURDENED] += 1
    emit(trace, Event.STEAL, seat, victim, face, state.cake[seat], PATISSIER, NONE, replaced)
    if replaced != NONE:
        mix_in(state, replaced)
        shuffle(rules, state, trace)
