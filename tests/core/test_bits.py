"""Sets of bits: counted and gone through as Python does it, compiled and not."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.core.bits import count_bits, lowest
from balance.core.kernel import kernel

WORDS = st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=50)


@kernel(entry=True)
def look_at(words: Any, counts: Any, lowests: Any) -> None:
    """Number of bits and lowest bit of each word."""
    for place in range(len(words)):
        counts[place] = count_bits(words[place])
        lowests[place] = lowest(words[place])


def looked_at(words: list[int]) -> tuple[list[int], list[int]]:
    """The same for Python's integers."""
    given = np.array(words, np.int64)
    counts, lowests = np.zeros_like(given), np.zeros_like(given)
    look_at(given, counts, lowests)
    return counts.tolist(), lowests.tolist()


@settings(deadline=None)  # the first call compiles
@given(WORDS)
def test_bits_are_counted_and_the_lowest_is_found(words: list[int]) -> None:
    shown = [word % 2**64 for word in words]
    counts, lowests = looked_at(words)
    assert counts == [word.bit_count() for word in shown]
    assert lowests == [(word & -word).bit_length() - 1 if word else 64 for word in shown]


def test_every_single_bit_is_found() -> None:
    words = [1 << bit if bit < 63 else -(2**63) for bit in range(64)]
    assert looked_at(words) == ([1] * 64, list(range(64)))
