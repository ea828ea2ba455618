"""Sets of up to 64 things as the bits of one number.

Compilers know the way of counting below and make one instruction of it, and one of `lowest` too; others they do not.
"""

from __future__ import annotations

import numpy as np

from balance.core.kernel import kernel

_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_ONES = np.uint64(0x0101010101010101)
_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@kernel(wraps=True, inline=True)
def count_bits(bits: int) -> int:
    """Number of bits that are set."""
    counts = np.uint64(bits)
    counts -= (counts >> _1) & _PAIRS
    counts = (counts & _FOURS) + ((counts >> _2) & _FOURS)
    counts = (counts + (counts >> _4)) & _EIGHTS
    return int(np.int64((counts * _ONES) >> _56))


@kernel(wraps=True, inline=True)
def lowest(bits: int) -> int:
    """Number of the lowest bit that is set; 64 if none is."""
    return count_bits((bits & -bits) - 1)
