"""What the seat before does to a seat: the same policy behind different ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from balance.core.gauges import ALPHA, Custom, estimate, power_sums
from balance.core.metric import CellFacts, MetricSpec, Part, Quotient, Reading, Tallied, Tally
from balance.stats.means import mean_interval


def _pairs(facts: CellFacts) -> dict[tuple[str, str], int]:
    """Policies and those before them, with their numbers of seats; empty unless a policy sits behind several."""
    if not facts.rotate or facts.n_seats < 3:
        return {}
    found = Counter(zip(facts.policies, facts.policies[-1:] + facts.policies[:-1], strict=True))
    behind = Counter(policy for policy, _ in found)
    return {pair: n for pair, n in found.items() if behind[pair[0]] > 1}


def _tallies(facts: CellFacts) -> tuple[Tally, ...]:
    return (Tally("seats", "score", ("policy", "before"), facts.unit),) if _pairs(facts) else ()


def _read(facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
    parts = tallied[_tallies(facts)[0]]
    for (policy, before), n_seats in _pairs(facts).items():
        n, total, squares = power_sums(parts[(policy, before)])
        scale = facts.per_unit * n_seats
        limits = mean_interval(n, total, squares, scale=scale, alpha=ALPHA)
        yield Reading(estimate(facts, "t", total / n / scale, limits), item=f"{before} → {policy}")


def _quotients(facts: CellFacts) -> Iterator[Quotient]:
    for (policy, before), n_seats in _pairs(facts).items():
        part = Part(_tallies(facts)[0], (policy, before))
        yield Quotient(part, facts.per_unit * n_seats, item=f"{before} → {policy}")


NEIGHBOUR_METRICS = (
    MetricSpec(
        "policy_after_score_mean",
        "points",
        de="Punkte nach einem anderen Bot",
        en="Score behind another bot",
        words="Points of a policy's seats by the policy that sits before them: `a → b` are b's points right "
        "behind a. "
        "The same dice, the same places, another neighbour: what differs is what the seat before does.",
        words_de="Punkte einer Spielweise je nach der, die vor ihr sitzt: `a → b` sind b's Punkte gleich hinter a. "
        "Gleiche Würfel, gleiche Plätze, anderer Nachbar: Der Unterschied ist, was der Platz davor tut. Nur bei "
        "Drehung, ab drei Plätzen, wo eine Spielweise hinter verschiedenen sitzt.",
        formula="Σ score of these seats / (n · their number)",
        gauge=Custom("t", _tallies, _read, _quotients),
        conditions="Only where the line-up rotates, from three seats on, and for policies that sit behind several.",
    ),
)
