"""Everything that gates ask, weighed block by block; knows sums, and nothing of how they were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from balance.metrics.rows import Ints
from balance.stats.sequences import FIRST_LOOK, Floats, Look, look
from balance.verdict.tolerances import Check, Moments, fixed_size

Verdict = Literal["PASS", "FAIL", "INCONCLUSIVE"]
IDENTICAL, SUSPECTED, UNDERPOWERED, OPEN = "bit-identical", "drift-suspected", "underpowered", "open"

LEVEL = 0.98
"""Confidence of a finding's interval, at all looks together."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing that was judged.

    Args:
        check: What was judged.
        before: The baseline's mean over the same playouts; over all of its own where chance was fresh.
        after: The mean now.
        value: What is held against the bound: the drift, or the mean.
        low: Lower limit of the value; holds at every look together with 98%.
        high: Upper limit.
        n: Playouts.
        verdict: Its own.
        label: `bit-identical`, why it is inconclusive, or empty.
    """

    check: Check
    before: float
    after: float
    value: float
    low: float
    high: float
    n: int
    verdict: Verdict
    label: str


class Scale:
    """Everything that is judged, weighed at every look; knows sums only.

    Args:
        asked: What is judged.
        known: What is known about the series of each cell, by which the sequences are tuned.
        block: Playouts of a block.
        family: Things of which any may fail; by default those that are asked.
        means: The blessed mean of everything that is judged, where chance is fresh.
        errors: Standard errors of these.
    """

    def __init__(
        self,
        asked: Sequence[Check],
        known: Sequence[Sequence[Moments]],
        block: int,
        *,
        family: int | None = None,
        means: Floats | None = None,
        errors: Floats | None = None,
    ) -> None:
        self.asked = asked
        self._block = block
        self._family = family or len(asked)
        self._horizon = np.array([fixed_size(check, known[check.cell]) / 2 for check in asked])
        self._divisors = np.array([known[check.cell][check.plus].divisor for check in asked])
        ranges = np.array([check.range for check in asked], np.float64).reshape(-1, 2)
        self._low, self._high = ranges[:, 0], ranges[:, 1]
        self._is_drift = np.array([check.bound == "drift" for check in asked])
        starts = np.cumsum([0, *(len(of_cell) for of_cell in known)])
        self._plus = np.array([starts[check.cell] + check.plus for check in asked])
        self._minus = np.array([starts[check.cell] + (check.minus or 0) for check in asked])
        self._is_pair = np.array([check.minus is not None for check in asked])
        self._is_failing = np.array([check.level == "fail" for check in asked])
        self._means, self._errors = means, errors
        count = len(asked)
        self._totals, self._squares = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._after, self._before = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._failed = np.zeros(count, bool)
        self.n_blocks = 0

    def add(self, after: Sequence[Ints], before: Sequence[Ints]) -> None:
        """Add a block: its sums in each cell, shape (series,), now and as they were blessed."""
        new, old = self._asked_of(after), self._asked_of(before)
        weighed = new - old * (self._is_drift & (self._means is None))
        self._totals += weighed
        self._squares += np.square(weighed)
        self._after += new
        self._before += old
        self.n_blocks += 1

    def _asked_of(self, sums: Sequence[Ints]) -> Ints:
        """What is judged, of the sums of one block."""
        flat = np.concatenate(sums)
        found: Ints = flat[self._plus] - flat[self._minus] * self._is_pair
        return found

    def _look(self) -> tuple[Look, Floats]:
        found = look(
            self._totals,
            self._squares,
            self.n_blocks,
            block=self._block,
            horizon=self._horizon,
            family=self._family,
            scale=self._divisors,
            error=0.0 if self._errors is None else self._errors * self._is_drift,
        )
        centre = 0.0 if self._means is None else self._means * self._is_drift
        return found, found.mean - centre

    def is_decided(self) -> bool:
        """Look; whether something failed, or nothing is open any more. Before the first look nothing is."""
        if self.n_blocks < FIRST_LOOK:
            return False
        inside, outside = self._sides(*self._look())
        self._failed |= outside
        return bool((outside & self._is_failing).any() or (inside | self._failed).all())

    def _sides(self, found: Look, value: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        inside = (value - found.inside > self._low) & (value + found.inside < self._high)
        outside = (value - found.outside > self._high) | (value + found.outside < self._low)
        return inside, outside

    def findings(self, *, at_end: bool) -> tuple[Finding, ...]:
        """What is found after the last block.

        Args:
            at_end: Whether there were no more playouts to be had.
        """
        found, value = self._look()
        inside, outside = self._sides(found, value)
        self._failed |= outside
        n = self.n_blocks * self._block
        findings = []
        for number, check in enumerate(self.asked):
            low, high = value[number] - found.inside[number], value[number] + found.inside[number]
            verdict: Verdict = (
                "FAIL" if self._failed[number] else "PASS" if inside[number] else "INCONCLUSIVE"
            )
            label = ""
            if verdict == "INCONCLUSIVE":
                suspected = check.bound == "drift" and (low > 0 or high < 0)
                label = (SUSPECTED if suspected else UNDERPOWERED) if at_end else OPEN
            before = self._before[number] / n / self._divisors[number]
            findings.append(
                Finding(
                    check,
                    float(before if self._means is None else self._means[number]),
                    float(self._after[number] / n / self._divisors[number]),
                    float(value[number]),
                    float(low),
                    float(high),
                    n,
                    verdict,
                    label,
                )
            )
        return tuple(findings)


def overall(findings: Sequence[Finding]) -> tuple[Verdict, str]:
    """FAIL beats INCONCLUSIVE beats PASS, and a suspicion beats a lack of playouts; warnings do not count."""
    failing = [finding for finding in findings if finding.check.level == "fail"]
    if any(finding.verdict == "FAIL" for finding in failing):
        return "FAIL", ""
    labels = [finding.label for finding in failing if finding.verdict == "INCONCLUSIVE"]
    if labels:
        return "INCONCLUSIVE", SUSPECTED if SUSPECTED in labels else labels[0]
    return "PASS", ""
