"""Tables as a run stores them, made from a few lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from balance.core.metric import CellFacts

Frames = tuple[pl.DataFrame, pl.DataFrame]


def _facts(
    n_seats: int, policies: Sequence[str] = (), *, rotate: bool = False, rules: Any = None
) -> CellFacts:
    names = tuple(policies) or ("greedy",) * n_seats
    own = SimpleNamespace(players=n_seats) if rules is None else rules
    return CellFacts("base", n_seats, 0, names, rotate, own, ("clock", "supply"))


def _frames(
    facts: CellFacts,
    winners: Sequence[int],
    games: Mapping[str, Sequence[Any]],
    seats: Mapping[str, Sequence[Sequence[int]]],
    first: int = 0,
) -> Frames:
    n, k = facts.n_seats, len(winners)
    playouts = list(range(first, first + k))
    common: dict[str, Any] = {
        "cell": ["base"] * k,
        "playout": playouts,
        "deal": [p // n if facts.rotate else p for p in playouts],
        "n_seats": [n] * k,
        "length": [48] * k,
        "end_reason": ["clock"] * k,
        "truncated": [mask == 0 for mask in winners],
        "winners": winners,
        "margin": [0] * k,
        "lead_changes": [0] * k,
    }
    ints = ("n_seats", "length", "winners", "margin", "lead_changes")
    rotation = [p % n if facts.rotate else 0 for p in playouts]
    of_seats: dict[str, Any] = {
        "cell": ["base"] * (k * n),
        "playout": [p for p in playouts for _ in range(n)],
        "seat": list(range(n)) * k,
        "policy": [facts.policies[(seat + r) % n] for r in rotation for seat in range(n)],
        "score": [0] * (k * n),
        "rank": [1] * (k * n),
        "win_share": [(mask >> seat & 1) / max(1, mask.bit_count()) for mask in winners for seat in range(n)],
    }
    of_seats |= {name: [value for row in rows for value in row] for name, rows in seats.items()}
    games_frame = pl.DataFrame(common | dict(games)).cast(dict.fromkeys(ints, pl.Int32))
    return games_frame, pl.DataFrame(of_seats).cast({"seat": pl.Int32, "score": pl.Int32, "rank": pl.Int32})


@pytest.fixture
def make_facts() -> Callable[..., CellFacts]:
    return _facts


@pytest.fixture
def make_frames() -> Callable[..., Frames]:
    return _frames
