"""Stations: what each of them makes and still lacks."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from balance.core.chance import draw
from balance.core.kernel import kernel

Rules = Any
State = Any


@kernel()
def begin_station(rules: Rules, state: State, seat: int, station: int, product: int) -> None:
    """A station begins to make something."""
    state.making[seat, station] = product
    for ingredient in range(rules.n_ingredients):
        state.missing[seat, station, ingredient] = rules.need[product, ingredient]
    state.n_missing[seat, station] = rules.n_pieces[product]
    state.n_open[seat, station] = rules.n_wanted[product]
    state.open_mask[seat, station] = rules.wanted[product]
    state.processed[seat, station] = 0
    state.n_unprocessed[seat, station] = rules.n_to_process[product]
    state.stale[seat] |= 1 << station
    state.outdated[seat] |= 1 << station


@kernel(inline=True)
def deliver(
    state: State, seat: int, station: int, ingredient: int, pieces: int, fault: IntEnum | int
) -> None:
    """Pieces of an ingredient arrive at a station; more than it lacks are the fault of this number."""
    state.missing[seat, station, ingredient] -= pieces
    state.n_missing[seat, station] -= pieces
    state.stale[seat] |= 1 << station
    if state.missing[seat, station, ingredient] == 0:
        state.n_open[seat, station] -= 1
        state.open_mask[seat, station] &= ~(1 << ingredient)
    if state.missing[seat, station, ingredient] < 0:
        state.fault = fault


@kernel(inline=True)
def process(state: State, seat: int, station: int, ingredient: int) -> None:
    """An ingredient of a station is processed."""
    state.processed[seat, station] |= 1 << ingredient
    state.n_unprocessed[seat, station] -= 1
    state.stale[seat] |= 1 << station


@kernel(inline=True)
def is_complete(state: State, seat: int, station: int) -> bool:
    """Whether all is delivered and all is processed that has to be."""
    return bool(state.n_missing[seat, station] == 0 and state.n_unprocessed[seat, station] == 0)


@kernel()
def draw_in_tier(rules: Rules, tier: int, key: Any, index: int) -> int:
    """Something of a tier, each with the same chance, repeats allowed."""
    return int(rules.in_tier[tier, draw(key, index, rules.n_in_tier[tier])])
