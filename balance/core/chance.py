"""Addressable randomness: a chance event is a pure function of (seed, deal, source, index).

The keyed hash is a SplitMix64 finaliser over the address; its quality is proved in tests/core/test_chance.py against
Philox4x32-10. A change here changes every result: raise CHANCE_SCHEME with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.core.kernel import kernel

CHANCE_SCHEME = 1

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

Key = np.uint64
"""Opaque: made by `stream`, read by `draw`, never calculated with."""


@kernel(wraps=True)
def _mix(z: np.uint64) -> np.uint64:
    z = (z ^ (z >> _30)) * _A
    z = (z ^ (z >> _27)) * _B
    return z ^ (z >> _31)


@kernel(wraps=True)
def stream(seed: int, deal: int, source: int) -> Key:
    """Key of one source's stream in one deal; sources are a game's small integers."""
    z = _mix(np.uint64(seed) + _GOLDEN)
    z = _mix(z ^ (np.uint64(deal) * _GOLDEN))
    return _mix(z ^ (np.uint64(source) * _A))


@kernel(wraps=True)
def draw(key: Key, index: int, faces: int) -> int:
    """0 … faces − 1 at this index of the stream (bounded draw `(u32 · n) >> 32`, bias below n/2³²)."""
    z = _mix(key + np.uint64(index) * _GOLDEN)
    return int(np.int64(((z >> _32) * np.uint64(faces)) >> _32))


@kernel()
def begin_streams(state: Any, seed: int, deal: int) -> None:
    """Keep the key of each source's stream in this deal: made once a playout, read at every throw and draw.

    `state.key` has room for as many sources as a game has.
    """
    for source in range(len(state.key)):
        state.key[source] = np.int64(stream(seed, deal, source))


@kernel(inline=True)
def key_of(state: Any, source: int) -> Key:
    """Key of a source's stream in this deal."""
    return np.uint64(state.key[source])
