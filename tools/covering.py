"""How often intervals hold the truth: experiments of a known truth, repeated, and the table in docs/coverage.md.

`python tools/covering.py` writes the table again. Seeds and repetitions are fixed, so that the same sources give
the same table on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator, default_rng  # noqa: TID251  # a yardstick, not a playout
from numpy.typing import NDArray

from balance.stats.differences import bonett_price, mover
from balance.stats.estimate import Interval
from balance.stats.paired import PairSums, paired_difference, paired_mean
from balance.stats.shares import clopper_pearson, goodman, wilson

PAGE = Path(__file__).resolve().parent.parent / "docs" / "coverage.md"
REPEATS = 40_000
"""Standard error of a coverage near 95%: a tenth of a point."""
_FEWER = 10_000
"""Of experiments whose single units are drawn."""

Floats = NDArray[np.float64]
Covered = Callable[[Generator], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """An experiment.

    Args:
        procedure: Whose intervals.
        about: What is repeated.
        covered: Repeats it once and says whether the interval holds the truth.
        repeats: How often.
        promise: How often it holds the truth if it does what it is meant to.
    """

    procedure: str
    about: str
    covered: Covered
    repeats: int = REPEATS
    promise: float = 0.95

    def held(self, seed: int) -> int:
        """Repetitions whose interval holds the truth."""
        chance = default_rng(seed)
        return sum(self.covered(chance) for _ in range(self.repeats))


def outcomes(strengths: list[float], ties: float) -> tuple[Floats, Floats]:
    """Winner sets of single seats and of all pairs of seats, with their chances.

    Args:
        strengths: How often each seat wins alone, up to a factor.
        ties: Share of playouts that two seats share.

    Returns:
        Shares of each seat a set, shape (sets, seats), and the sets' chances.
    """
    k = len(strengths)
    single = np.eye(k)
    pairs = [(single[i] + single[j]) / 2 for i in range(k) for j in range(i)]
    p = np.array(strengths) / sum(strengths)
    chances = np.concatenate([(1 - ties) * p, np.full(len(pairs), ties / len(pairs))])
    return np.concatenate([single, np.array(pairs)]), chances


def _sums(counts: NDArray[np.int64], values: Floats) -> tuple[float, float]:
    return float(counts @ values), float(counts @ values**2)


def _holds(limits: Interval, truth: float) -> bool:
    return limits.low <= truth <= limits.high


def one_seat(n: int, strengths: list[float], ties: float) -> Covered:
    """Win share of the first seat."""
    shares, chances = outcomes(strengths, ties)
    truth = float(chances @ shares[:, 0])

    def covered(chance: Generator) -> bool:
        return _holds(wilson(n, *_sums(chance.multinomial(n, chances), shares[:, 0])), truth)

    return covered


def all_seats(n: int, strengths: list[float], ties: float) -> Covered:
    """Win shares of all seats at once."""
    shares, chances = outcomes(strengths, ties)
    truth = chances @ shares

    def covered(chance: Generator) -> bool:
        counts = chance.multinomial(n, chances)
        found = goodman(n, list(counts @ shares), list(counts @ shares**2))
        return all(_holds(limits, p) for limits, p in zip(found, truth, strict=True))

    return covered


def by_deal(n: int, alike: float, n_seats: int = 4) -> Covered:
    """Win share of a policy over deals of rotated playouts, which repeat one outcome with a chance."""

    def covered(chance: Generator) -> bool:
        won = chance.random((n, n_seats)) < 0.3
        won = np.where(chance.random((n, n_seats)) < alike, won[:, :1], won)
        deal = won.mean(axis=1)
        return _holds(wilson(n, float(deal.sum()), float((deal**2).sum())), 0.3)

    return covered


def paired_wins(n: int, differ: float, shift: float, halves: float) -> Covered:
    """Difference of a seat's win share, when a share of the deals ends otherwise.

    Args:
        n: Deals.
        differ: Share of them that end otherwise.
        shift: The true difference.
        halves: Of those, the share in which half a win is at stake.
    """
    values = np.array([1.0, -1.0, 0.5, -0.5, 0.0])
    up = (differ + shift / (1 - halves / 2)) / 2
    down = differ - up
    chances = np.array([up * (1 - halves), down * (1 - halves), up * halves, down * halves, 1 - differ])
    truth = float(chances @ values)

    def covered(chance: Generator) -> bool:
        return _holds(bonett_price(n, *_sums(chance.multinomial(n, chances), values)), truth)

    return covered


def paired_things(of_things: bool) -> Covered:
    """Difference of a mean, or of a share of things, over deals in which both sides are alike."""
    n = 400

    def covered(chance: Generator) -> bool:
        size = chance.poisson(20, n) + 1
        whole_a, whole_b = size, size + chance.poisson(1, n)
        skill = chance.beta(8, 12, n)
        y_a, y_b = chance.binomial(whole_a, skill), chance.binomial(whole_b, skill)
        ones = np.ones(n, np.int64)
        sums = PairSums()
        sums.add(y_a, whole_a if of_things else ones, y_b, whole_b if of_things else ones)
        # both shares are 0.4; the mean grows by what one more thing is worth
        return _holds(paired_mean(paired_difference(sums)), 0.0 if of_things else 0.4)

    return covered


def independent(n: int, a: tuple[list[float], float], b: tuple[list[float], float], *, lift: bool) -> Covered:
    """Difference of the first seat's win share, or of its lift k·p, between two independent runs."""
    shares, chances = zip(outcomes(*a), outcomes(*b), strict=True)
    factors = [len(side[0]) if lift else 1 for side in (a, b)]
    truths = [float(c @ s[:, 0]) * f for s, c, f in zip(shares, chances, factors, strict=True)]

    def covered(chance: Generator) -> bool:
        found = []
        for s, c, f in zip(shares, chances, factors, strict=True):
            total, squares = _sums(chance.multinomial(n, c), s[:, 0])
            limits = wilson(n, total, squares)
            found.append((f * total / n, Interval(f * limits.low, f * limits.high)))
        return _holds(mover(*found[1], *found[0]), truths[1] - truths[0])

    return covered


_TWO_SEATS = 0.975
"""What Goodman's level α/(2k) promises of two seats: their shares add up to 1, so both intervals hold the truth or
neither does, as often as one of them. Reference values give two seats this level."""

EVEN = [1.0, 1.0, 1.0, 1.0]
UNEVEN = [1.3, 1.0, 0.9, 0.8]
SIX = [1.2, 1.1, 1.0, 1.0, 0.9, 0.8]

CASES = (
    Case("wilson", "4 seats, no ties, 1,000 playouts", one_seat(1000, EVEN, 0.0)),
    Case("wilson", "4 uneven seats, 7% ties, 1,000 playouts", one_seat(1000, UNEVEN, 0.07)),
    Case("wilson", "4 uneven seats, half of all playouts tied", one_seat(1000, UNEVEN, 0.5)),
    Case("wilson", "2 seats, 30% ties, 500 playouts", one_seat(500, [1.1, 0.9], 0.3)),
    Case("wilson", "6 seats, 10% ties, 300 playouts", one_seat(300, SIX, 0.1)),
    Case("wilson, by deal", "4 seats rotated, 300 deals, alike with chance 0.5", by_deal(300, 0.5), _FEWER),
    Case("goodman", "2 seats, no ties, 1,000 playouts", all_seats(1000, [1.1, 0.9], 0.0), promise=_TWO_SEATS),
    Case("goodman", "2 seats, 30% ties, 500 playouts", all_seats(500, [1.1, 0.9], 0.3), promise=_TWO_SEATS),
    Case("goodman", "3 seats, 5% ties, 1,000 playouts", all_seats(1000, [1.1, 1.0, 0.9], 0.05)),
    Case("goodman", "4 even seats, no ties, 1,000 playouts", all_seats(1000, EVEN, 0.0)),
    Case("goodman", "4 uneven seats, 20% ties", all_seats(1000, UNEVEN, 0.2)),
    Case("goodman", "6 seats, 10% ties, 2,000 playouts", all_seats(2000, SIX, 0.1)),
    Case("bonett_price", "5% of 2,000 deals end otherwise, no change", paired_wins(2000, 0.05, 0.0, 0.0)),
    Case("bonett_price", "5% of 2,000 deals end otherwise, +1 point", paired_wins(2000, 0.05, 0.01, 0.2)),
    Case("bonett_price", "30% of 1,000 deals end otherwise, +3 points", paired_wins(1000, 0.3, 0.03, 0.1)),
    Case("bonett_price", "60% of 500 deals end otherwise, −5 points", paired_wins(500, 0.6, -0.05, 0.3)),
    Case("paired_mean", "a mean, 400 deals", paired_things(False), _FEWER),
    Case("paired_mean", "a share of things, some in each of 400 deals", paired_things(True), _FEWER),
    Case(
        "mover",
        "4 seats each, 7% ties, 1,000 playouts a side",
        independent(1000, (EVEN, 0.07), (UNEVEN, 0.07), lift=False),
    ),
    Case(
        "mover",
        "2 against 6 players, lift k·p, 2,000 playouts a side",
        independent(2000, ([1.1, 0.9], 0.1), (SIX, 0.1), lift=True),
    ),
    Case(
        "mover",
        "rare against frequent, 300 playouts a side",
        independent(300, ([0.1, 1.0, 1.0], 0.0), ([1.0, 1.0, 1.0], 0.0), lift=False),
    ),
)


def rows() -> Iterator[str]:
    """A row of the table for every case."""
    for number, case in enumerate(CASES):
        held = case.held(1000 + number)
        low, high = (f"{limit:.1%}" for limit in clopper_pearson(case.repeats, held))
        yield (
            f"| `{case.procedure}` | {case.about} | {case.repeats:,} | {case.promise:.1%} | "
            f"{held / case.repeats:.1%} | {low}–{high} |"
        )


NOT_USED = (
    ("Clopper–Pearson", "covers more than it says. Here it judges the others: the last column is its."),
    (
        "G test of equal seats",
        "says what X² says, and level winners have parts of a win, which X² takes as they are.",
    ),
    (
        "two one-sided tests",
        "hold for one look at a number of games that is fixed; a gate looks after every block.",
    ),
    (
        "betting e-values",
        "may be looked at at any time too, but need bounds of every metric; scores have none.",
    ),
    (
        "a sequential probability ratio",
        "needs a hypothesis for every metric; a gate asks whether all are inside.",
    ),
)
"""Procedures that a reader may miss."""


def page() -> str:
    """docs/coverage.md."""
    lines = [
        "# Do intervals hold the truth as often as they say?",
        "",
        "Experiments whose truth is known, repeated with fixed seeds; the share of repetitions whose interval holds",
        "it. All are within one point of what their procedure promises. `python tools/covering.py` computes the",
        "table anew; a slow test holds the page to it.",
        "",
        "| procedure | experiment | repetitions | promises | covers | 95% limits |",
        "|---|---|---|---|---|---|",
        *rows(),
        "",
        "Goodman's intervals for k seats have the level α/(2k) a side. Two seats are promised 97.5% by it: their",
        "shares add up to 1, so both intervals hold the truth or neither does, and together they do so as often as one",
        "of them, which is 1 − α/2. To take two seats for one statement (α/2 a side, 95%) would be narrower by an",
        "eighth, but is not Goodman's procedure: reference values give two seats α/4 a side, and tests hold to them.",
        "",
        "What each procedure computes stands in [metrics.md](metrics.md).",
        "",
        "## What is not used, and why",
        "",
        *(f"- **{name}** {why}" for name, why in NOT_USED),
        "",
        "`tests/stats/test_oracles.py` holds all but the last to reference values too, and what is used to them.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
