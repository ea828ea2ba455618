"""Drifts that are planted into numbers that were played, so that a gate can be seen to notice them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.metrics.rows import Ints
from balance.metrics.series import SPREAD_OF, Series
from balance.verdict.tolerances import Check, Moments

_FULL = 0.98  # a share above this can hardly be raised any further


class Plant:
    """Raises or lowers one series by a fixed amount a playout, evenly along the sample.

    A share is raised by giving a unit all of it, one unit after another as often as needed: of win shares the whole win
    goes to that seat and nobody else has any. To other means the amount is added in every unit, in whole numbers.

    Args:
        series: Of the cell.
        number: The series that is moved.
        rise: By how much, in the metric's unit; below 0 it is lowered.
        per_unit: Playouts of a unit.
    """

    def __init__(self, series: Sequence[Series], number: int, rise: float, per_unit: int) -> None:
        self._series, self._number = series, number
        self._full = series[number].divisor * per_unit
        self._rise = rise
        self._owed = 0.0

    def grow(self, values: Ints) -> Ints:
        """The next units with the drift in them, shape (series, units); the given ones stay as they are."""
        planted = values.copy()
        step = self._rise * self._full
        if not self._series[self._number].is_share:
            owed = self._owed + step * np.arange(1, values.shape[1] + 1)
            added = np.diff(np.floor(owed), prepend=np.floor(self._owed))
            self._owed = float(owed[-1])
            planted[self._number] += added.astype(np.int64)
            return planted
        chosen = self._chosen(values[self._number], abs(step))
        if self._series[self._number].metric == SPREAD_OF and self._rise > 0:
            others = [number for number, each in enumerate(self._series) if each.metric == SPREAD_OF]
            planted[np.ix_(others, chosen)] = 0
        planted[self._number, chosen] = self._full if self._rise > 0 else 0
        return planted

    def _chosen(self, values: Ints, step: float) -> list[int]:
        """Units that get all or nothing, so many that the debt of each is paid as soon as it can be."""
        chosen = []
        for unit, value in enumerate(values.tolist()):
            self._owed += step
            gain = self._full - value if self._rise > 0 else value
            if 0 < gain <= self._owed:
                self._owed -= gain
                chosen.append(unit)
        return chosen


def planted_rise(check: Check, known: Sequence[Moments], n_seats: int) -> float | None:
    """What has to be added to a check's first series so that it lies 2δ outside; None if it cannot.

    Args:
        check: What is judged.
        known: About the series of its cell.
        n_seats: Players; a win that one seat gets is taken from the others in equal parts.
    """
    plus = known[check.plus]
    mean = plus.mean if check.minus is None else plus.mean - known[check.minus].mean
    if check.bound == "drift":
        rise = 2 * check.limit
        if plus.is_share and plus.mean + rise > _FULL:
            rise = -rise
    elif check.bound == "max":
        rise = max(check.limit - mean, 0.0) + 2 * check.step
    else:
        rise = min(check.limit - mean, 0.0) - 2 * check.step
    if check.minus is not None and check.bound == "max":
        rise *= (n_seats - 1) / n_seats
    return rise if not plus.is_share or 0 <= plus.mean + rise <= _FULL else None
