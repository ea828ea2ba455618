"""Where two tiers of play, compared on the same change of rules, say different things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from balance.stats.differences import crossing_p, mover
from balance.stats.estimate import Interval
from balance.stats.multiple import benjamini_hochberg
from balance.verdict.comparing import FALSE_FINDS, Change


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A metric that moved otherwise where other policies played.

    Args:
        first: Its change with one policy.
        second: With the other.
        low: Lower 95% limit of the second difference minus the first.
        high: Upper limit.
        p_adjusted: Among all that was looked at together.
    """

    first: Change
    second: Change
    low: float
    high: float
    p_adjusted: float

    @property
    def is_reversed(self) -> bool:
        """Whether both moved, in opposite directions."""
        opposite = self.first.difference * self.second.difference < 0
        return opposite and self.first.moved and self.second.moved


def disagreements(first: Iterable[Change], second: Iterable[Change]) -> list[Disagreement]:
    """Where two tiers of play say different things, the largest contradiction first.

    The two differences are held against each other by `mover`, as if they were independent: the same deals
    make them alike, so this asks for more rather than less.

    Args:
        first: Adjusted changes with one policy.
        second: The same with another.
    """
    by_address = {_address(change): change for change in second}
    pairs = [
        (one, by_address[_address(one)])
        for one in first
        if _address(one) in by_address and (one.moved or by_address[_address(one)].moved)
    ]
    limits = [
        mover(
            two.difference,
            Interval(two.low, two.high),
            one.difference,
            Interval(one.low, one.high),
        )
        for one, two in pairs
    ]
    ps = benjamini_hochberg(
        [
            crossing_p(two.difference - one.difference, found)
            for (one, two), found in zip(pairs, limits, strict=True)
        ]
    )
    found = [
        Disagreement(one, two, interval.low, interval.high, p)
        for (one, two), interval, p in zip(pairs, limits, ps, strict=True)
        if p <= FALSE_FINDS
    ]
    return sorted(found, key=lambda each: (not each.is_reversed, -max(each.first.effect, each.second.effect)))


def _address(change: Change) -> tuple[str, str, int | None, str | None]:
    return (change.metric, change.cell, change.seat, change.item)
