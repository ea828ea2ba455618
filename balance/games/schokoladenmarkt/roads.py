"""The longest road: the longest trail over a seat's roads that uses none of them twice.

A foreign building ends a trail. The search is exact: roads are few, and a trail that cannot be lengthened starts at a
corner with one or three own roads, at a foreign building, or closes to a ring.
"""

from __future__ import annotations

from balance.core.kernel import kernel
from balance.games.schokoladenmarkt.layout import CORNERS, NONE, Rules, State


@kernel()
def n_roads_at(rules: Rules, state: State, seat: int, corner: int) -> int:
    """Own roads at a corner."""
    n = 0
    for slot in range(3):
        edge = rules.corner_edge[corner, slot]
        if edge != NONE and state.edge_owner[edge] == seat:
            n += 1
    return n


@kernel()
def longest_from(rules: Rules, state: State, seat: int, start: int) -> int:
    """Roads of the longest trail that starts at a corner; depth first, every road once."""
    state.used[0] = 0
    state.used[1] = 0
    state.trail_corner[0] = start
    state.trail_slot[0] = 0
    depth = 0
    best = 0
    while depth >= 0:
        corner = state.trail_corner[depth]
        slot = state.trail_slot[depth]
        owner = state.corner_owner[corner]
        if slot == 3 or (depth > 0 and owner not in (NONE, seat)):
            depth -= 1
            if depth >= 0:
                edge = state.trail_edge[depth]
                state.used[rules.edge_word[edge]] &= ~rules.edge_bit[edge]
            continue
        state.trail_slot[depth] = slot + 1
        edge = rules.corner_edge[corner, slot]
        if edge == NONE or state.edge_owner[edge] != seat:
            continue
        word = rules.edge_word[edge]
        if state.used[word] & rules.edge_bit[edge]:
            continue
        state.used[word] |= rules.edge_bit[edge]
        state.trail_edge[depth] = edge
        depth += 1
        state.trail_corner[depth] = rules.edge_corner[edge, 0] + rules.edge_corner[edge, 1] - corner
        state.trail_slot[depth] = 0
        best = max(best, depth)
        if best == state.n_roads[seat]:
            return best
    return best


@kernel()
def grow_road(rules: Rules, state: State, seat: int, new: int) -> None:
    """The seat's longest road after a new one: at least as long as before, or through the new road."""
    best = max(state.length[seat], longest_from(rules, state, seat, rules.edge_corner[new, 0]))
    for corner in range(CORNERS):
        word = rules.corner_word[corner]
        if state.reach[seat, word] & rules.corner_bit[corner] == 0 or best == state.n_roads[seat]:
            continue
        owner = state.corner_owner[corner]
        if n_roads_at(rules, state, seat, corner) != 2 or owner not in (NONE, seat):
            best = max(best, longest_from(rules, state, seat, corner))
    state.length[seat] = best


@kernel()
def cut_road(rules: Rules, state: State, seat: int) -> None:
    """The seat's longest road, counted anew after a foreign building cut it."""
    best = 0
    for corner in range(CORNERS):
        if state.reach[seat, rules.corner_word[corner]] & rules.corner_bit[corner]:
            best = max(best, longest_from(rules, state, seat, corner))
    state.length[seat] = best
