"""Common scales: axes that every panel of a figure shares, and bins that every distribution falls into."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite

import numpy as np

from balance.core.metric import Histogram
from balance.report.numbers import Numbers, Tick, round_steps
from balance.report.panels import Axis

MOST_BINS = 48
TAIL = 0.995
"""Share of all that a histogram shows one by one; the rest is gathered in its last column."""


def ticks_between(
    numbers: Numbers, low: float, high: float, *, percent: bool = False, about: int = 5
) -> tuple[Tick, ...]:
    """Round places between two ends, labelled."""
    places, digits = round_steps(low, high, about)
    if percent:
        return tuple(Tick(at, numbers.percent(at, max(0, digits - 2))) for at in places)
    return tuple(Tick(at, numbers.number(at, digits)) for at in places)


def axis_around(
    numbers: Numbers,
    values: Iterable[float],
    title: str,
    *,
    centre: float | None = None,
    least: float = 0.0,
    bounds: tuple[float, float] = (float("-inf"), float("inf")),
    percent: bool = False,
    about: int = 5,
) -> Axis:
    """A scale that holds all finite values with some room.

    Args:
        numbers: How ticks are written.
        values: Estimates and limits; what is not finite is left out.
        title: What is measured.
        centre: A value that shall stand in the middle as far as the bounds allow.
        least: Least reach to either side, so that noise does not look like a difference.
        bounds: The scale never goes beyond these.
        percent: Whether ticks are per cent.
        about: Wanted number of ticks.
    """
    known = [value for value in values if isfinite(value)]
    if centre is not None:
        reach = max([least, *(abs(value - centre) for value in known)]) * 1.08
        low, high = centre - reach, centre + reach
    else:
        low, high = (min(known), max(known)) if known else (0.0, 1.0)
        reach = max(least, (high - low) / 2 * 1.1)
        middle = (low + high) / 2
        low, high = middle - reach, middle + reach
    low, high = max(low, bounds[0]), min(high, bounds[1])
    if not high > low:
        low, high = low - 0.5, high + 0.5
    return Axis(low, high, ticks_between(numbers, low, high, percent=percent, about=about), title)


def axis_from_zero(
    numbers: Numbers, values: Iterable[float], title: str, *, percent: bool = False, about: int = 4
) -> Axis:
    """A scale from zero to a little above the largest finite value; shares end at 1."""
    most = max((value for value in values if isfinite(value)), default=0.0)
    high = most * 1.04 if most > 0 else 1.0
    if percent:
        high = min(1.0, high)
    return Axis(0.0, high, ticks_between(numbers, 0.0, high, percent=percent, about=about), title)


@dataclass(frozen=True, slots=True)
class Bins:
    """Evenly wide bins of integers.

    Args:
        first: Smallest integer of the first bin.
        width: Integers in a bin.
        count: Number of bins.
        has_tail: Whether the last bin also holds everything above it.
    """

    first: int
    width: int
    count: int
    has_tail: bool

    @property
    def starts(self) -> tuple[float, ...]:
        """Left edges; integers sit in the middle of bins of width 1."""
        return tuple(self.first + index * self.width - 0.5 for index in range(self.count))

    @property
    def end(self) -> float:
        """Right edge of the last bin."""
        return self.first + self.count * self.width - 0.5

    def shares(self, histogram: Histogram) -> tuple[float, ...]:
        """Share of a histogram's counts in each bin; what lies outside goes to the nearest one."""
        places = np.clip((histogram.values - self.first) // self.width, 0, self.count - 1)
        sums = np.bincount(places, weights=histogram.counts, minlength=self.count)
        return tuple(float(share) for share in sums / histogram.counts.sum())


def bins_of(
    histograms: Sequence[Histogram], *, least: int | None = None, tail: float = TAIL, head: float = 0.0
) -> Bins:
    """Bins for all these histograms.

    Args:
        histograms: At least one, none empty.
        least: Smallest integer shown, if it shall not be the smallest that occurred.
        tail: The upper end is the largest of the histograms' quantiles at this share.
        head: The lower end is the smallest of their quantiles at this share.
    """
    low, high = min(_at(h, head) for h in histograms), max(_at(h, tail) for h in histograms)
    low = low if least is None else least
    steps = (high - low + 1) / MOST_BINS
    width = 1 if steps <= 1 else next(w for w in _round_widths(steps) if w >= steps)
    first = floor(low / width) * width if least is None else low
    count = max(1, ceil((high - first + 1) / width))
    largest = max(int(h.values[-1]) for h in histograms)
    return Bins(first, width, count, largest > first + count * width - 1)


def _round_widths(steps: float) -> list[int]:
    power = 10 ** floor(np.log10(steps))
    return [max(1, factor * power) for factor in (1, 2, 5, 10, 20)]


def _at(histogram: Histogram, share: float) -> int:
    sums = np.cumsum(histogram.counts)
    return int(histogram.values[min(np.searchsorted(sums, share * sums[-1]), len(sums) - 1)])


def bin_ticks(numbers: Numbers, bins: Bins, or_more: str) -> tuple[Tick, ...]:
    """Round places along binned integers; the tail's bin is labelled `or_more`, with `{value}`."""
    last = bins.first + (bins.count - 1) * bins.width
    places, _ = round_steps(bins.first, bins.end - 0.5, 6)
    whole = [place for place in places if place == int(place)]
    if not bins.has_tail:
        return tuple(Tick(place, numbers.number(place)) for place in whole or [bins.first])
    room = max(1.0, (bins.end - bins.first) / 8)
    ticks = [Tick(place, numbers.number(place)) for place in whole if place < last - room]
    middle = last + (bins.width - 1) / 2
    return (*ticks, Tick(middle, or_more.format(value=numbers.number(last))))
