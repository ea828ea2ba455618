"""An estimate: a number that never goes without its interval and n."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple


class Interval(NamedTuple):
    """Lower and upper limit; an infinite limit says that the data do not bound this side."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval.

    Where the data say nothing the interval is everything possible: 0 … 1 for a share, −∞ … ∞ for a mean; a
    value that does not exist (the winner's points where nobody won) is NaN. All of these are null in JSON, by
    `finite_or_none`.

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

    @property
    def half_width(self) -> float:
        """Half the width of the interval; infinite where the data do not bound it."""
        return (self.high - self.low) / 2


def finite_or_none(number: float) -> float | None:
    """The number for JSON, which knows neither infinity nor NaN: null."""
    return number if math.isfinite(number) else None
