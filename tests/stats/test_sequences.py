"""Confidence sequences: what they promise, by repetition. test_oracles.py holds them to reference values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from balance.stats.sequences import ALPHA, block_size, look, mixture_rho2


def test_many_looks_and_series_at_once_are_the_single_ones() -> None:
    rng = np.random.default_rng(5)  # noqa: TID251
    sums = rng.integers(-400, 500, (3, 30))
    horizon, scale = np.array([900.0, 2000.0, 7000.0]), np.array([1, 60, 240])
    blocks = np.arange(2, 31)
    totals, squares = sums.cumsum(1)[:, 1:], np.square(sums).cumsum(1)[:, 1:]
    together = look(
        totals, squares, blocks, block=300, horizon=horizon[:, None], family=3, scale=scale[:, None]
    )
    for series in range(3):
        for number, n_blocks in enumerate(blocks):
            alone = look(
                int(totals[series, number]),
                int(squares[series, number]),
                int(n_blocks),
                block=300,
                horizon=horizon[series],
                family=3,
                scale=int(scale[series]),
            )
            for name in ("mean", "variance", "inside", "outside"):
                assert getattr(together, name)[series, number] == pytest.approx(float(getattr(alone, name)))


def test_the_error_of_what_was_measured_before_widens_both_intervals() -> None:
    sums = np.arange(-10, 11)
    given = (sums.sum(), np.square(sums).sum(), len(sums))
    own = look(*given, block=300, horizon=1000, family=4)
    both = look(*given, block=300, horizon=1000, family=4, error=0.01)
    assert float(both.inside) == pytest.approx(math.hypot(float(own.inside), 2.3263478740 * 0.01))
    assert float(both.outside) == pytest.approx(math.hypot(float(own.outside), 2.8070337683 * 0.01))


@pytest.mark.parametrize(
    ("games", "block"), [(1, 300), (120_000, 300), (120_001, 600), (180_236, 600), (1_000_000, 2700)]
)
def test_blocks_are_whole_deals_and_four_hundred_at_most(games: int, block: int) -> None:
    assert block_size(games) == block
    assert math.ceil(games / block) <= 400


def test_a_spread_needs_two_blocks_and_a_horizon_some_playouts() -> None:
    with pytest.raises(ValueError, match="two of them"):
        look(1, 1, 1, block=300, horizon=1000, family=1)
    with pytest.raises(ValueError, match="two of them"):
        look(1, 1, 3, block=300, horizon=1000, family=0)
    with pytest.raises(ValueError, match="horizon"):
        mixture_rho2(0)


@pytest.mark.slow
def test_a_sequence_misses_the_mean_at_any_look_as_seldom_as_it_says() -> None:
    """Blocks of 300 wins in sixtieths; each side may be missed once in a hundred sequences, at all looks together."""
    rng = np.random.default_rng(11)  # noqa: TID251
    runs, blocks, block, p = 4000, 200, 300, 0.25
    sums = rng.binomial(block, p, (runs, blocks)) * 60
    totals, squares = sums.cumsum(1)[:, 19:], np.square(sums).cumsum(1)[:, 19:]
    looks = np.arange(20, blocks + 1)
    found = look(totals, squares, looks, block=block, horizon=15_000, family=1, scale=60)
    above = (found.mean - found.inside > p).any(axis=1).mean()
    below = (found.mean + found.inside < p).any(axis=1).mean()
    assert max(above, below) <= ALPHA
    assert above + below > 0
