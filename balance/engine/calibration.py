"""A fixed loop of integers that no game knows: when it is slow, the machine is busy and not a kernel."""

from __future__ import annotations

import time

from balance.core.kernel import kernel

UNIT = 20_000_000
"""Steps of one calibration unit; never changed, so that figures of different versions can be compared."""


@kernel(entry=True)
def churn(n_steps: int) -> int:
    """A congruential chain with a branch: each step waits for the one before, memory is not touched."""
    x = 1
    n_even = 0
    for _ in range(n_steps):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        if (x >> 16) & 1 == 0:
            n_even += 1
    return n_even


def unit_seconds() -> float:
    """Seconds that one calibration unit takes now; compile it first with `churn(1)`."""
    started = time.perf_counter()
    churn(UNIT)
    return time.perf_counter() - started
