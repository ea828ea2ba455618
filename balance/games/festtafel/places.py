"""Where a dish may lie: masks of cells, tested a word at a time. Nobody decides here.

A table's mask has a bit for each cell, row after row, and one that is never free at the end of each row. A shape is
the distances from its first cell to each of its cells; shifting the free cells by each of them and keeping what is set
in all gives every place of the first cell at once. A shape in one piece cannot reach around the end of a row without
covering the bit that is never free.
"""

from __future__ import annotations

from balance.core.bits import count_bits, lowest
from balance.core.kernel import kernel
from balance.games.draft.events import emit
from balance.games.draft.layout import NONE, ZERO, Trace
from balance.games.festtafel.layout import (
    FULL_WORD,
    TABLE_SHIFT,
    TURN_SHIFT,
    TURNS,
    WORD,
    WORD_SHIFT,
    WORDS,
    Event,
    Fault,
    Rules,
    State,
)


@kernel()
def beyond(rules: Rules, state: State, table: int, word: int, distance: int) -> int:
    """The free cells so many bits further on, moved into this word."""
    first = word + distance // WORD
    shift = distance % WORD
    mask = 0
    if first < rules.n_words[table]:
        mask = state.free[table, first] >> shift
    if shift > 0 and first + 1 < rules.n_words[table]:
        mask |= (state.free[table, first + 1] << (WORD - shift)) & FULL_WORD
    return int(mask)


@kernel(inline=True)
def places(rules: Rules, state: State, table: int, form: int, turn: int, word: int) -> int:
    """Where in this word the first cell of a shape may lie."""
    mask = state.free[table, word]
    if rules.n_words[table] == 1:
        free = mask
        for cell in range(1, rules.n_covered[form]):
            mask &= free >> rules.offset[table, form, turn, cell]
        return int(mask)
    for cell in range(1, rules.n_covered[form]):
        if mask != 0:
            mask &= beyond(rules, state, table, word, rules.offset[table, form, turn, cell])
    return int(mask)


@kernel()
def fits(rules: Rules, state: State, table: int, form: int) -> bool:
    """Whether a shape fits on a table at all (R9), or by the number of its cells (A5)."""
    if state.n_free[table] < rules.n_covered[form]:
        return False
    if rules.fits_by_count == 1:
        return True
    for turn in range(rules.n_turns[table, form]):
        for word in range(rules.n_words[table]):
            if places(rules, state, table, form, turn, word) != 0:
                return True
    return False


@kernel()
def note_table(rules: Rules, state: State, table: int) -> None:
    """Note which shapes still fit on a table; what seats thought of the banquet is out of date."""
    for form in range(rules.n_shapes):
        if fits(rules, state, table, form):
            state.fitting[form] |= 1 << table
        else:
            state.fitting[form] &= ~(1 << table)
    for seat in range(rules.n_seats):
        state.is_seen[seat] = 0
        state.stale[seat] = state.outdated[seat] = (1 << rules.n_stations) - 1


@kernel()
def lay_banquet(rules: Rules, state: State) -> None:
    """All tables, empty."""
    for table in range(rules.n_tables):
        state.n_free[table] = rules.n_cells[table]
        for word in range(WORDS):
            state.free[table, word] = rules.cells[table, word]
        note_table(rules, state, table)


@kernel(inline=True)
def place_code(table: int, turn: int, word: int, bit: int) -> int:
    """A place as one number."""
    return (table << TABLE_SHIFT) | (turn << TURN_SHIFT) | (word << WORD_SHIFT) | bit


@kernel(inline=True)
def table_of(place: int) -> int:
    """The table of a place."""
    return place >> TABLE_SHIFT


@kernel(inline=True)
def turn_of(place: int) -> int:
    """How a shape lies at a place."""
    return (place >> TURN_SHIFT) % TURNS


@kernel(inline=True)
def word_of(place: int) -> int:
    """The word of a shape's first cell."""
    return (place >> WORD_SHIFT) % WORDS


@kernel(inline=True)
def bit_of(place: int) -> int:
    """The bit of a shape's first cell, counted through all words."""
    return word_of(place) * WORD + place % (1 << WORD_SHIFT)


@kernel()
def cover(rules: Rules, state: State, trace: Trace, place: int, form: int) -> None:
    """A dish comes to lie on a table; by number alone (A5) it takes the first free cells."""
    table = table_of(place)
    first = bit_of(place)
    for cell in range(rules.n_covered[form]):
        if rules.fits_by_count == 1:
            word = 0
            while state.free[table, word] == 0:
                word += 1
            bit = word * WORD + lowest(state.free[table, word])
        else:
            bit = first + rules.offset[table, form, turn_of(place), cell]
        mask = 1 << (bit % WORD)
        if state.free[table, bit // WORD] & mask == 0:
            state.fault = Fault.COVERED
        state.free[table, bit // WORD] &= ~mask
        emit(trace, Event.CELL, NONE, bit, ZERO, ZERO, ZERO, ZERO, ZERO)
    state.n_free[table] -= rules.n_covered[form]
    note_table(rules, state, table)


@kernel()
def count_holes(rules: Rules, state: State, tier: int) -> int:
    """Free cells that no dish of a tier could cover, with NONE no dish at all."""
    holes = 0
    for table in range(rules.n_tables):
        if rules.fits_by_count == 1:
            least = rules.n_cells[table] + 1
            for dish in range(rules.n_dishes):
                if tier in (NONE, rules.tier[dish]):
                    least = min(least, rules.n_covered[rules.form[dish]])
            holes += state.n_free[table] if state.n_free[table] < least else 0
        elif state.n_free[table] > 0:
            note_covered(rules, state, table, tier)
            for word in range(rules.n_words[table]):
                holes += count_bits(state.free[table, word] & ~state.covered[word])
    return holes


@kernel()
def note_covered(rules: Rules, state: State, table: int, tier: int) -> None:
    """The free cells of a table that some dish of a tier could cover, in `state.covered`."""
    for word in range(WORDS):
        state.covered[word] = 0
    for form in range(rules.n_shapes):
        if (state.fitting[form] >> table) & 1 == 0 or not (tier == NONE or rules.tiers_of[form] >> tier & 1):
            continue
        for turn in range(rules.n_turns[table, form]):
            for word in range(rules.n_words[table]):
                found = places(rules, state, table, form, turn, word)
                if found == 0:
                    continue  # the cells of none could lie beyond the last word
                for cell in range(rules.n_covered[form]):
                    shift = rules.offset[table, form, turn, cell]
                    at = word + shift // WORD
                    state.covered[at] |= (found << (shift % WORD)) & FULL_WORD
                    if at + 1 < WORDS:
                        state.covered[at + 1] |= found >> (WORD - shift % WORD)
