"""Kernels take an index as it is; what others compile in the same process still counts from the end."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from balance.core.kernel import COMPILED, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@kernel()
def read(values: Any, index: int) -> int:
    """What stands at an index, in a kernel that an entry calls."""
    return int(values[index])


@kernel(entry=True)
def entry(values: Any, index: int) -> int:
    """The same for Python."""
    return read(values, index)


@numba.njit
def of_others(values: Any, index: int) -> int:
    """The same as anybody else compiles it."""
    return int(values[index])


def test_no_kernel_counts_from_the_end_and_others_may() -> None:
    whole = np.array([7, 8, 9])
    rest = whole[1:]  # what stands before it is there to be read
    assert entry(rest, 0) == of_others(rest, 0) == 8
    assert entry(rest, -1) == 7
    assert of_others(rest, -1) == 9
