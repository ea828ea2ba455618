"""Procedures keep their promise when an experiment is repeated; fixed seeds, fixed budgets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.random import Generator, default_rng  # noqa: TID251  # a yardstick, not a playout

from balance.stats import seats
from balance.stats.correlations import within_correlation
from balance.stats.differences import bonett_price
from balance.stats.means import mean_interval, ratio_interval
from balance.stats.quantiles import quantile
from balance.stats.seats import WinShares
from balance.stats.shares import ratio_share, wilson

pytestmark = pytest.mark.slow

REPEATS = 4000  # standard error of a coverage near 95%: a third of a point
POINT = 0.01

# winner sets of three seats, with their chances: two in ten playouts are shared
SETS = np.array([[60, 0, 0], [0, 60, 0], [0, 0, 60], [30, 30, 0], [0, 30, 30], [20, 20, 20], [0, 0, 0]])
CHANCES = np.array([0.34, 0.24, 0.2, 0.1, 0.05, 0.05, 0.02])
TRUTH = CHANCES @ SETS / 60
FAIR = np.array([0.3, 0.3, 0.3, 0, 0, 0.1, 0])


def playouts(rng: Generator, n: int, chances: np.ndarray) -> WinShares:
    return WinShares(SETS, rng.multinomial(n, chances))


def deals(rng: Generator, n: int, chances: np.ndarray, alike: float) -> WinShares:
    """Deals of three playouts; a playout repeats the deal's first one with a certain chance."""
    outcome = rng.choice(len(SETS), p=chances, size=(n, 3))
    repeats = rng.random((n, 3)) < alike
    outcome = np.where(repeats, outcome[:, :1], outcome)
    return WinShares(SETS[outcome].sum(axis=1), np.ones(n, np.int64), per_unit=3)


def tables(seed: int, kind: str, n: int, chances: np.ndarray) -> Iterator[WinShares]:
    rng = default_rng(seed)
    for _ in range(REPEATS):
        yield playouts(rng, n, chances) if kind == "playouts" else deals(rng, n, chances, alike=0.7)


KINDS = pytest.mark.parametrize(("kind", "n"), [("playouts", 600), ("deals", 300)])


@KINDS
def test_one_seat(kind: str, n: int) -> None:
    covered = 0
    for table in tables(1, kind, n, CHANCES):
        low, high = wilson(n, *table.sums(table.shares[:, 0]))
        covered += low <= TRUTH[0] <= high
    assert abs(covered / REPEATS - 0.95) < POINT


@pytest.mark.parametrize(("kind", "n"), [("playouts", 600), ("deals", 1500)])
def test_all_seats_together(kind: str, n: int) -> None:
    covered = 0
    for table in tables(2, kind, n, CHANCES):
        limits = seats.seat_shares(table)
        covered += all(low <= p <= high for p, (low, high) in zip(TRUTH, limits, strict=True))
    assert abs(covered / REPEATS - 0.95) < POINT


def test_counting_playouts_of_a_deal_singly_would_fail() -> None:
    covered = 0
    for table in tables(1, "deals", 300, CHANCES):
        low, high = wilson(900, *(3 * x for x in table.sums(table.shares[:, 0])))
        covered += low <= TRUTH[0] <= high
    assert covered / REPEATS < 0.9


@KINDS
@pytest.mark.parametrize("chances", [CHANCES, FAIR], ids=["unequal", "equal"])
def test_spread_covers_at_least_as_promised(kind: str, n: int, chances: np.ndarray) -> None:
    truth = chances @ SETS / 60
    spread, decided = truth.max() - truth.min(), 1 - chances[-1]
    furthest = np.abs(truth / decided - 1 / 3).max()
    covered = near = 0
    for table in tables(3, kind, n, chances):
        low, high = seats.seat_spread(table)[1]
        covered += low <= spread + 1e-12 and spread - 1e-12 <= high
        low, high = seats.largest_deviation(table)[1]
        near += low <= furthest + 1e-12 and furthest - 1e-12 <= high
    assert covered / REPEATS > 0.95 - POINT
    assert near / REPEATS > 0.95 - POINT


@KINDS
def test_equal_seats_are_called_unequal_as_often_as_promised(kind: str, n: int) -> None:
    called = sum(seats.seat_equality(table).p < 0.05 for table in tables(4, kind, n, FAIR))
    assert abs(called / REPEATS - 0.05) < POINT


@pytest.mark.parametrize(("kind", "n"), [("playouts", 2000), ("deals", 700)])
def test_effect_size(kind: str, n: int) -> None:
    shares = CHANCES @ SETS / 60 / (1 - CHANCES[-1])
    truth = np.sqrt(3 * ((shares - 1 / 3) ** 2).sum())
    covered = 0
    for table in tables(5, kind, n, CHANCES):
        low, high = seats.effect_size(table)[1]
        covered += low <= truth <= high
    assert abs(covered / REPEATS - 0.95) < POINT


def test_paired_differences() -> None:
    rng, chances = default_rng(6), np.array([0.03, 0.02, 0.01, 0.94])
    values = np.array([1, -1, 0.5, 0])
    covered = 0
    for counts in rng.multinomial(2000, chances, size=REPEATS):
        low, high = bonett_price(2000, float(counts @ values), float(counts @ values**2))
        covered += low <= chances @ values <= high
    assert abs(covered / REPEATS - 0.95) < POINT


def test_means_and_ratios() -> None:
    rng, n = default_rng(7), 1500
    mean = ratio = share = 0
    for _ in range(REPEATS):
        whole = rng.poisson(rng.gamma(20, 1, n))  # bars of a playout
        part = rng.binomial(whole, 0.6 * rng.beta(20, 20, n))  # those of a kind, alike within a playout
        low, high = mean_interval(n, int(whole.sum()), int((whole**2).sum()))
        mean += low <= 20 <= high
        sums = [int(x.sum()) for x in (part, whole, part**2, part * whole, whole**2)]
        low, high = ratio_interval(n, *sums)
        ratio += low <= 0.3 <= high
        low, high = ratio_share(n, *sums)
        share += low <= 0.3 <= high
    assert abs(mean / REPEATS - 0.95) < POINT
    assert abs(ratio / REPEATS - 0.95) < POINT
    assert abs(share / REPEATS - 0.95) < POINT


def test_quantiles_cover_at_least_as_promised() -> None:
    rng = default_rng(8)
    single = dealt = 0
    for _ in range(REPEATS):
        values, counts = np.unique(rng.integers(0, 10_000, 500), return_counts=True)
        low, high = quantile(values, counts, 0.75)[1]
        single += low <= 7500 <= high
        base = rng.integers(0, 10_000, (250, 1))
        other = rng.integers(0, 10_000, (250, 2))
        deal = np.where(rng.random((250, 2)) < 0.6, base, other)
        values, counts = np.unique(deal, return_counts=True)
        low, high = quantile(values, counts, 0.75, repeats=2)[1]
        dealt += low <= 7500 <= high
    assert abs(single / REPEATS - 0.9562) < POINT  # what the binomial distribution gives ranks 356 and 395
    assert dealt / REPEATS > 0.95 - POINT


def co_moments(rng: Generator, n: int, pull: float, per_unit: int = 1) -> list[np.ndarray]:
    """Tables of four seats that each have 5 to 14 of something; the more of it, the likelier they win."""
    x = rng.integers(5, 15, (n, per_unit, 4))
    x = np.where(rng.random((n, per_unit, 1)) < 0.5, x[:, :1], x) if per_unit > 1 else x
    won = np.eye(4, dtype=np.int64)[(pull * x + rng.gumbel(size=x.shape)).argmax(axis=-1)]
    products = 4 * (x * won).sum(axis=-1) - x.sum(axis=-1), 4 * (x * x).sum(axis=-1) - x.sum(axis=-1) ** 2
    return [part.sum(axis=1) for part in (*products, np.full((n, per_unit), 3))]


@pytest.mark.parametrize(
    ("pull", "n", "per_unit"), [(0.0, 200, 1), (0.1, 200, 1), (0.4, 100, 1), (0.1, 100, 4)]
)
def test_correlations_within_tables(pull: float, n: int, per_unit: int) -> None:
    many = [part.sum() for part in co_moments(default_rng(11), 400_000, pull)]
    truth = many[0] / np.sqrt(float(many[1]) * float(many[2]))
    rng, ones, covered = default_rng(13), np.ones(n, np.int64), 0
    for _ in range(REPEATS):
        value, limits = within_correlation(*co_moments(rng, n, pull, per_unit), ones)
        assert -1 < limits.low < value < limits.high < 1
        covered += limits.low <= truth <= limits.high
    assert abs(covered / REPEATS - 0.95) < POINT
