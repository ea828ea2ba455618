"""Every procedure against values computed elsewhere."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.core.tables import SHARE_UNIT
from balance.stats import seats
from balance.stats.differences import bonett_price, mover
from balance.stats.distributions import two_sided_z
from balance.stats.estimate import Interval
from balance.stats.means import mean_interval, ratio_interval
from balance.stats.multiple import benjamini_hochberg, holm
from balance.stats.quantiles import quantile, quantile_ranks
from balance.stats.seats import WinShares
from balance.stats.shares import goodman, wilson
from balance.stats.sizes import even_share_variance, games_needed, seat_test_games, smallest_difference

ORACLES: dict[str, Any] = json.loads(Path(__file__).with_name("oracles.json").read_text(encoding="utf-8"))
TOLERANCE = 1e-6


def cases(name: str) -> Iterable[Any]:
    section = ORACLES[name]
    return section["cases"] if isinstance(section, dict) else section


def close(expected: Any) -> Any:
    return pytest.approx(expected, abs=TOLERANCE, rel=TOLERANCE)


def table_of_counts(counts: list[int]) -> WinShares:
    return WinShares(SHARE_UNIT * np.eye(len(counts), dtype=np.int64), np.array(counts))


def table_of_masks(players: int, masks: dict[str, int]) -> WinShares:
    rows = []
    for mask in map(int, masks):
        winners = [mask >> seat & 1 for seat in range(players)]
        rows.append([SHARE_UNIT // sum(winners) * won for won in winners])
    return WinShares(np.array(rows), np.array(list(masks.values())))


def test_a_win_has_one_unit() -> None:
    assert seats.WIN == SHARE_UNIT


@pytest.mark.parametrize("case", cases("wilson"), ids=lambda case: f"{case['k']} of {case['n']}")
def test_wilson(case: dict[str, Any]) -> None:
    assert wilson(case["n"], case["k"], alpha=case["alpha"]) == close(tuple(case["wilson"]))


@pytest.mark.parametrize("case", cases("tie_wilson"), ids=lambda case: case["name"])
def test_wilson_with_ties(case: dict[str, Any]) -> None:
    counts = {float(Fraction(share)): count for share, count in case["share_counts"].items()}
    n = sum(counts.values())
    total = sum(share * count for share, count in counts.items())
    squares = sum(share**2 * count for share, count in counts.items())
    assert (n, total, squares) == close((case["n"], case["sum_w"], case["sum_w2"]))
    assert total / n == close(case["mean"])
    mean, variance = (total + 1) / (n + 2), (squares + 1) / (n + 2) - ((total + 1) / (n + 2)) ** 2
    assert variance / (mean * (1 - mean)) == close(case["deff"])
    assert wilson(n, total, squares, alpha=case["alpha"]) == close(tuple(case["ci"]))


@pytest.mark.parametrize("case", cases("multinomial_simultaneous"), ids=lambda case: str(case["counts"]))
def test_goodman(case: dict[str, Any]) -> None:
    limits = goodman(sum(case["counts"]), case["counts"], alpha=case["alpha"])
    assert [list(pair) for pair in limits] == [close(pair) for pair in case["goodman"]]
    assert seats.seat_shares(table_of_counts(case["counts"]), alpha=case["alpha"]) == limits


@pytest.mark.parametrize("case", cases("seat_equality"), ids=lambda case: str(case["counts"]))
def test_equal_seats_and_effect_size(case: dict[str, Any]) -> None:
    test, limits = seats.effect_size(table_of_counts(case["counts"]))
    assert test.statistic == close(case["chi2"])
    assert test.df == case["df"]
    assert test.p == pytest.approx(case["p"], rel=1e-6)
    assert test.w == close(case["w"])
    assert test.w == close(case["cv_of_win_rates"])
    assert test.deff == close(1)
    assert limits == pytest.approx(tuple(case["w_ci95"]), abs=ORACLES["seat_equality"]["tol"]["w_ci95"])


@pytest.mark.parametrize("case", cases("seat_equality_ties"), ids=lambda case: f"{case['players']} seats")
def test_equal_seats_with_ties(case: dict[str, Any]) -> None:
    table = table_of_masks(case["players"], case["winner_set_counts"])
    test = seats.seat_equality(table)
    assert (table.n_units, test.n) == (case["n"], case["n"])
    assert [table.share(seat) * table.n_units for seat in range(table.n_seats)] == close(case["share_sums"])
    assert test.statistic * test.deff == close(case["chi2_naive"])
    assert test.statistic == close(case["chi2_rao_scott"])
    assert (test.deff, test.df, test.p, test.w) == close((case["deff"], case["df"], case["p"], case["w"]))


@pytest.mark.parametrize(
    "case", cases("diff_unpaired_newcombe"), ids=lambda case: f"{case['a']} - {case['b']}"
)
def test_newcombe(case: dict[str, Any]) -> None:
    (k_a, n_a), (k_b, n_b) = case["a"], case["b"]
    a, b = wilson(n_a, k_a, alpha=case["alpha"]), wilson(n_b, k_b, alpha=case["alpha"])
    assert mover(k_a / n_a, a, k_b / n_b, b) == close(tuple(case["ci"]))


@pytest.mark.parametrize("case", cases("diff_unpaired_mover_ties"))
def test_newcombe_with_ties(case: dict[str, Any]) -> None:
    estimates = []
    for total, squares, n in (case["a_sum_w_sum_w2_n"], case["b_sum_w_sum_w2_n"]):
        estimates += [total / n, wilson(n, total, squares, alpha=case["alpha"])]
    assert mover(*estimates) == close(tuple(case["ci"]))


@pytest.mark.parametrize("case", cases("diff_paired_bonett_price"), ids=lambda case: case["name"])
def test_bonett_price(case: dict[str, Any]) -> None:
    limits = bonett_price(case["n"], case["sum_d"], case["sum_d2"], alpha=case["alpha"])
    assert limits == close(tuple(case["ci"]))


def test_mean() -> None:
    case = ORACLES["mean_t"]
    assert mean_interval(case["n"], case["sum"], case["sumsq"]) == close(tuple(case["ci95"]))
    n, total, squares = case["n"], case["sum"], case["sumsq"]
    assert ratio_interval(n, total, 3 * n, squares, 3 * total, 9 * n) == close(
        tuple(limit / 3 for limit in case["ci95"])
    ), "a ratio to a constant is a mean"


def test_mean_of_deals() -> None:
    case = ORACLES["cluster_mean"]
    sums = [round(2 * sum(deal)) for deal in case["mirrored_deal_scores"]]  # in halves, two playouts a deal
    limits = mean_interval(len(sums), sum(sums), sum(value * value for value in sums), scale=4)
    t_9 = 2.2621571628540993
    assert sum(sums) / len(sums) / 4 == close(case["mean"])
    assert limits == close(tuple(case["mean"] + sign * t_9 * case["cluster_se"] for sign in (-1, 1)))


@pytest.mark.parametrize("case", cases("quantile_ranks"), ids=lambda case: f"q={case['q']} n={case['n']}")
def test_quantile(case: dict[str, Any]) -> None:
    n, q, alpha = case["n"], case["q"], case["alpha"]
    assert quantile_ranks(n, q, alpha=alpha) == (case["lower_rank"], case["upper_rank"])
    value, limits = quantile(np.arange(1, n + 1), np.ones(n, np.int64), q, alpha=alpha)
    assert value == round(q * n)
    assert limits == Interval(case["lower_rank"], case["upper_rank"])
    below = [
        math.comb(n, k) * Fraction(str(q)) ** k * (1 - Fraction(str(q))) ** (n - k) for k in range(n + 1)
    ]
    coverage = float(sum(below[case["lower_rank"] : case["upper_rank"]]))
    assert coverage == close(case["exact_coverage"])


@pytest.mark.parametrize("case", cases("multiplicity"))
def test_many_tests(case: dict[str, Any]) -> None:
    assert holm(case["p"]) == close(case["holm"])
    assert benjamini_hochberg(case["p"]) == close(case["bh"])
    back = case["p"][::-1]
    assert holm(back) == close(case["holm"][::-1])
    assert benjamini_hochberg(back) == close(case["bh"][::-1])


@pytest.mark.parametrize("case", cases("sample_size"), ids=lambda case: f"{case['players']} {case['delta']}")
def test_sample_size(case: dict[str, Any]) -> None:
    variance = even_share_variance(case["players"])
    chances = {"alpha": case["alpha"], "power": case["power"]}
    known = games_needed(case["delta"], variance, **chances)
    unpaired = games_needed(case["delta"], 2 * variance, **chances)
    assert abs(known - case["n_known_baseline"]) <= 1
    assert abs(unpaired - case["n_per_arm_unpaired"]) <= 1
    assert smallest_difference(unpaired, 2 * variance, **chances) == pytest.approx(case["delta"], rel=1e-4)


def test_sample_size_constant() -> None:
    constant = (two_sided_z(0.01) + two_sided_z(0.02)) ** 2
    assert constant == close(ORACLES["sample_size"]["constant"])


@pytest.mark.parametrize("case", cases("seat_test_size"), ids=lambda case: f"{case['k']} seats")
def test_seat_test_size(case: dict[str, Any]) -> None:
    section = ORACLES["seat_test_size"]
    for w, games in case["n_for_w"].items():
        needed = seat_test_games(float(w), case["k"], alpha=section["alpha"], power=section["power"])
        assert abs(needed - games) <= 1
