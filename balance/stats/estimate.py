"""An estimate: a number that never goes without its interval and n."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval.

    Args:
        value: The point estimate.
        low: Lower limit at `level`.
        high: Upper limit at `level`.
        n: Playouts behind it.
        level: Confidence, 0.95 unless said; simultaneous where `method` says so.
        method: Short name of the procedure, defined in docs/metrics.md.
    """

    value: float
    low: float
    high: float
    n: int
    level: float = 0.95
    method: str = ""
