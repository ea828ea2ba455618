"""Sets of bits: counted and gone through as Python does it, compiled and not."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from balance.core.bits import count_bits, lowest

WORDS = st.integers(-(2**63), 2**63 - 1)


@given(WORDS)
def test_bits_are_counted(bits: int) -> None:
    assert count_bits(np.int64(bits)) == (bits % 2**64).bit_count()


@given(WORDS)
def test_the_lowest_bit_is_found(bits: int) -> None:
    word = bits % 2**64
    assert lowest(np.int64(bits)) == ((word & -word).bit_length() - 1 if word else 64)


def test_every_single_bit_is_the_lowest() -> None:
    assert [lowest(np.int64(1 << bit if bit < 63 else -(2**63))) for bit in range(64)] == list(range(64))
