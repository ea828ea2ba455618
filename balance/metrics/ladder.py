"""An order of policies over all cells of a run: who wins against whom, the seats' advantage taken out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.core.metric import CellFacts, Tally
from balance.core.tables import SHARE_UNIT
from balance.metrics.cell import CellMeasures, number_record
from balance.metrics.rows import shares_of_masks
from balance.metrics.seats import outcomes_tally
from balance.stats.estimate import Estimate
from balance.stats.luce import Contests, Strengths, luce
from balance.stats.procedures import BY_DEAL

METHOD = f"luce{BY_DEAL}"
REFERENCES = ("greedy", "random")
"""Policies whose strength is 0, the first of them that played."""
_EVEN = (
    1.0  # deals added to each line-up in which every seat has an even share: one who always wins stays finite
)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Policies from the strongest to the weakest.

    Args:
        strengths: Elo by policy, the reference at 0; all limits hold together. Of one that never won, not even
            through others who did, only the upper limit is known; of one that never lost only the lower one.
        reference: The policy at 0.
    """

    strengths: dict[str, Estimate]
    reference: str


def ladder_of(cells: Sequence[CellMeasures]) -> Ladder | None:
    """The order of all policies of a run's rotated line-ups.

    None where there are fewer than three policies, where the cells differ in more than who plays and how many, or
    where not all policies have met. A policy is one name: cells that differ in a persona's weights have no order.

    Args:
        cells: What was measured.
    """
    mixed = [cell for cell in cells if cell.facts.rotate and len(set(cell.facts.policies)) > 1]
    policies = list(dict.fromkeys(policy for cell in mixed for policy in cell.facts.policies))
    if len(policies) < 3 or not _is_one_game([cell.facts for cell in mixed]):
        return None
    reference = next((name for name in REFERENCES if name in policies), policies[0])
    numbers = {policy: number for number, policy in enumerate(policies)}
    contests = [_contests(cell, numbers) for cell in mixed]
    try:
        found = luce(
            contests,
            len(policies),
            reference=numbers[reference],
            even=_EVEN,
        )
    except ValueError:
        return None
    n = sum(cell.facts.n for cell in mixed)
    reached = _reached(contests, len(policies))
    strengths = {
        policy: _bounded(_elo(found, number, len(policies) - 1, n), reached, number, numbers[reference])
        for policy, number in numbers.items()
    }
    ordered = sorted(policies, key=lambda policy: -strengths[policy].value)
    return Ladder({policy: strengths[policy] for policy in ordered}, reference)


def _is_one_game(cells: Iterable[CellFacts]) -> bool:
    """Whether cells differ in nothing but line-up and number of players."""
    rules: list[object] = []
    for facts in cells:
        plain = facts.rules.model_dump(exclude={"players"})
        if "personas." in facts.key or (rules and plain != rules[0]):
            return False
        rules.append(plain)
    return True


def _contests(cell: CellMeasures, numbers: dict[str, int]) -> Contests:
    facts = cell.facts
    n, turns = facts.n_seats, facts.per_unit
    tally: Tally = outcomes_tally(facts)
    histogram = cell.histogram(tally)
    shifts = n * np.arange(turns, dtype=np.int64)
    winners = (histogram.values[:, None] >> shifts) & ((1 << n) - 1)
    policies = [[numbers[facts.policies[(seat + turn) % n]] for seat in range(n)] for turn in range(turns)]
    shares = shares_of_masks(n)[winners] / SHARE_UNIT
    return Contests(np.array(policies), shares, histogram.counts.astype(np.float64))


def _elo(found: Strengths, policy: int, family: int, n: int) -> Estimate:
    value, (low, high) = found.elo(policy, family=family)
    return Estimate(value, low, high, n, method=METHOD)


def _reached(contests: Sequence[Contests], n_policies: int) -> NDArray[np.bool_]:
    """Whether one policy beat the other, or beat one that did, and so on; shape (policies, policies)."""
    beaten = np.eye(n_policies, dtype=np.bool_)
    for contest in contests:
        won = np.tensordot(contest.counts, contest.shares, axes=1) > 0
        for playout, seats in enumerate(contest.policies):
            for seat in np.flatnonzero(won[playout]):
                beaten[seats[seat], seats] = True
    for between in range(n_policies):
        beaten |= np.outer(beaten[:, between], beaten[between])
    return beaten


def _bounded(elo: Estimate, reached: NDArray[np.bool_], policy: int, reference: int) -> Estimate:
    """An end of the interval is open where no win, not even through others, bounds it."""
    low = elo.low if reached[policy, reference] else -math.inf
    high = elo.high if reached[reference, policy] else math.inf
    return replace(elo, low=low, high=high)


def ladder_records(cells: Sequence[CellMeasures]) -> list[dict[str, Any]]:
    """The order as plain data for JSON, from the strongest; empty where there is none."""
    found = ladder_of(cells)
    if found is None:
        return []
    return [
        {"policy": policy, "reference": found.reference, "unit": "elo", **number_record(estimate)}
        for policy, estimate in found.strengths.items()
    ]
