"""The red chips of schokoladenmarkt find their fields (R20, R29)."""

from __future__ import annotations

from balance.core.bits import count_bits
from balance.core.chance import Key, draw, stream
from balance.core.kernel import kernel
from balance.games.schokoladenmarkt.layout import CHIPS, FIELDS, Rules, Source, State
from balance.games.schokoladenmarkt.moves import nth

RED_TRIES = 4096  # draws of the red chips before all layouts are counted (R20)
DIFFERENT = 0  # red chips lie apart and on different landscapes
TOUCHING = 2  # anywhere; between the two apart, on any landscapes


@kernel()
def draw_red(rules: Rules, state: State, fields: int, n_fields: int, seed: int, deal: int) -> int:
    """Lay the red chips and return the fields that have one (R20).

    Where nothing fits on different landscapes they may repeat, and if that is not enough chips may be adjacent (R29).
    """
    key = stream(seed, deal, Source.RED)
    taken = 0
    for level in range(TOUCHING + 1):
        taken = try_red(rules, state, fields, n_fields, level, key)
        if count_bits(taken) < rules.n_red and level < TOUCHING:
            taken = pick_red(rules, state, fields, level, key)
        if count_bits(taken) == rules.n_red:
            return taken
    return taken


@kernel()
def try_red(rules: Rules, state: State, fields: int, n_fields: int, level: int, key: Key) -> int:
    """Whole draws of the red chips, thrown away until one fits; no fields if none of them does."""
    for attempt in range(level * RED_TRIES, (level + 1) * RED_TRIES):
        taken = 0
        near = 0
        lands = 0
        for chip in range(rules.n_red):
            field = nth(fields & ~taken, draw(key, attempt * CHIPS + chip, n_fields - chip))
            if is_barred(near, lands, field, state.land[field], level):
                break
            taken |= 1 << field
            near |= rules.field_near[field]
            lands |= 1 << state.land[field]
            state.number[field] = rules.chip[chip]
        if count_bits(taken) == rules.n_red:
            return taken
    return 0


@kernel()
def is_barred(near: int, lands: int, field: int, land: int, level: int) -> bool:
    """Whether a field is adjacent to those that are taken, or of the same landscape where they have to differ."""
    touches = level < TOUCHING and (near >> field) & 1 == 1
    return touches or (level == DIFFERENT and (lands >> land) & 1 == 1)


@kernel()
def pick_red(rules: Rules, state: State, fields: int, level: int, key: Key) -> int:
    """One of all layouts that fit, where they are so rare that no draw found one; no fields if there are none."""
    n_layouts = 0
    taken = next_red(rules, state, fields, level, 0)
    while taken != 0:
        n_layouts += 1
        taken = next_red(rules, state, fields, level, taken)
    if n_layouts == 0:
        return 0
    address = (3 + level) * RED_TRIES * CHIPS  # behind those of all tries
    for _ in range(1 + draw(key, address, n_layouts)):
        taken = next_red(rules, state, fields, level, taken)
    left = taken
    for chip in range(rules.n_red):
        field = nth(left, draw(key, address + 1 + chip, rules.n_red - chip))
        state.number[field] = rules.chip[chip]
        left &= ~(1 << field)
    return taken


@kernel()
def next_red(rules: Rules, state: State, fields: int, level: int, layout: int) -> int:
    """The layout that follows one in the order of its fields; the first one after none, none after the last one."""
    taken = layout
    field = 0
    if taken != 0:
        field = FIELDS  # the last chip goes on
    while True:
        near = 0
        lands = 0
        for other in range(FIELDS):
            if (taken >> other) & 1 == 1:
                near |= rules.field_near[other]
                lands |= 1 << state.land[other]
        while field < FIELDS and (
            (fields >> field) & 1 == 0 or is_barred(near, lands, field, state.land[field], level)
        ):
            field += 1
        if field < FIELDS:
            taken |= 1 << field
            if count_bits(taken) == rules.n_red:
                return taken
        elif taken == 0:
            return 0
        else:
            field = FIELDS - 1
            while (taken >> field) & 1 == 0:
                field -= 1
            taken &= ~(1 << field)
        field += 1
