"""Every procedure against values computed elsewhere: no entry of `oracles.json` that nobody checks."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from yardsticks import g_test, log_e_value, two_one_sided_tests

from balance.core.tables import SHARE_UNIT
from balance.stats import seats
from balance.stats.differences import bonett_price, mover
from balance.stats.distributions import chi_square_quantile, noncentrality, t_quantile, two_sided_z
from balance.stats.estimate import Interval
from balance.stats.means import mean_interval, ratio_interval
from balance.stats.multiple import benjamini_hochberg, holm
from balance.stats.paired import PairSums, paired_difference, paired_share
from balance.stats.quantiles import quantile, quantile_ranks
from balance.stats.seats import SeatTest, WinShares, pack, unbiased_w, unpack
from balance.stats.sequences import Look, look, mixture_rho2, unit_half_width
from balance.stats.shares import clopper_pearson, goodman, wilson
from balance.stats.sizes import even_share_variance, games_needed, seat_test_games, smallest_difference

HERE = Path(__file__).parent
ORACLES: dict[str, Any] = json.loads((HERE / "oracles.json").read_text(encoding="utf-8"))
TOLERANCE = 1e-6

Case = Mapping[str, Any]


def table_of_counts(counts: list[int]) -> WinShares:
    return WinShares(SHARE_UNIT * np.eye(len(counts), dtype=np.int64), np.array(counts))


def table_of_masks(players: int, masks: Mapping[str, int]) -> WinShares:
    rows = []
    for mask in map(int, masks):
        winners = [mask >> seat & 1 for seat in range(players)]
        rows.append([SHARE_UNIT // sum(winners) * won for won in winners])
    return WinShares(np.array(rows), np.array(list(masks.values())))


def share_sums(case: Case) -> tuple[int, float, float]:
    counts = {float(Fraction(share)): count for share, count in case["share_counts"].items()}
    total = sum(share * count for share, count in counts.items())
    return sum(counts.values()), total, sum(share**2 * count for share, count in counts.items())


def design_effect(case: Case) -> float:
    n, total, squares = share_sums(case)
    mean = (total + 1) / (n + 2)
    return ((squares + 1) / (n + 2) - mean**2) / (mean * (1 - mean))


def equality(case: Case) -> SeatTest:
    return seats.seat_equality(table_of_counts(case["counts"]))


def equality_with_ties(case: Case) -> SeatTest:
    return seats.seat_equality(table_of_masks(case["players"], case["winner_set_counts"]))


def newcombe(case: Case) -> Interval:
    (k_a, n_a), (k_b, n_b) = case["a"], case["b"]
    a, b = wilson(n_a, k_a, alpha=case["alpha"]), wilson(n_b, k_b, alpha=case["alpha"])
    return mover(k_a / n_a, a, k_b / n_b, b)


def mover_with_ties(case: Case) -> Interval:
    estimates: list[Any] = []
    for total, squares, n in (case["a_sum_w_sum_w2_n"], case["b_sum_w_sum_w2_n"]):
        estimates += [total / n, wilson(n, total, squares, alpha=case["alpha"])]
    return mover(*estimates)


def wins_of_pairs(case: Case) -> PairSums:
    """Wins of a seat on both sides that differ as the sums say."""
    up = round(case["sum_d2"] + case["sum_d"]) // 2
    down = round(case["sum_d2"]) - up
    a, b = np.zeros((2, case["n"]), np.int64)
    b[:up], a[up : up + down] = 1, 1
    sums = PairSums()
    sums.add(a, np.ones_like(a), b, np.ones_like(b))
    return sums


def ranked(case: Case) -> list[float]:
    n = case["n"]
    value, limits = quantile(np.arange(1, n + 1), np.ones(n, np.int64), case["q"], alpha=case["alpha"])
    assert value == round(case["q"] * n)
    return list(limits)


def rank_coverage(case: Case) -> float:
    low, high = quantile_ranks(case["n"], case["q"], alpha=case["alpha"])
    n, q = case["n"], Fraction(str(case["q"]))
    return float(sum(math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in range(low, high)))


def rho2(case: Case) -> float:
    return mixture_rho2(case["t_star"], alpha=case["alpha_two_sided"] / 2)


def half_width(case: Case) -> float:
    return float(unit_half_width(case["n"], rho2(case), case["alpha_two_sided"]))


def looked(case: Case) -> Look:
    sums = np.array(case["block_sums_of_d"], np.int64)
    return look(
        sums.sum(),
        np.square(sums).sum(),
        len(sums),
        block=case["block_size"],
        horizon=case["t_star"],
        family=case["fail_family"],
        alpha=case["alpha_side"],
    )


def variance_without_floor(case: Case) -> float:
    found, c = looked(case), 2 * math.log(1 / case["alpha_side"])
    return float(((found.n + c) * found.variance - c) / found.n)


def verdict(case: Case) -> str:
    found = looked(case)
    distance = abs(float(found.mean))
    if distance + float(found.inside) < case["delta"]:
        return "PASS"
    return "FAIL" if distance - float(found.outside) > case["delta"] else "INCONCLUSIVE"


def needed(case: Case, factor: int) -> int:
    variance = factor * even_share_variance(case["players"])
    return games_needed(case["delta"], variance, alpha=case["alpha"], power=case["power"])


def deal_sums(case: Case) -> list[int]:
    """Points of a policy over the deals, in sixtieths, by packed shares as metrics add them."""
    wins = np.array([[round(SHARE_UNIT * score) for score in deal] for deal in case["mirrored_deal_scores"]])
    packed = sum(pack(np.stack([each, SHARE_UNIT - each], axis=1)) for each in wins.T)
    return [int(won) for won in unpack(np.asarray(packed), 2)[:, 0]]


def standard_error(values: list[int], unit: int) -> float:
    """From our interval of the mean."""
    n = len(values)
    limits = mean_interval(n, sum(values), sum(value**2 for value in values), scale=unit)
    return (limits.high - limits.low) / 2 / t_quantile(0.975, n - 1)


def single_games(case: Case) -> list[int]:
    return [round(SHARE_UNIT * score) for deal in case["mirrored_deal_scores"] for score in deal]


def equivalence(case: Case) -> tuple[float, Interval]:
    return two_one_sided_tests(*(case[name] for name in ("estimate", "se", "delta", "alpha")))


def e_value(case: Case) -> float:
    counts = {-1: case["n_minus"], 0: case["n_zero"], 1: case["n_plus"]}
    return log_e_value(counts, case["m"], case["lambdas"], case["sign"])


CHECKS: Mapping[str, Mapping[str, Callable[[Case], Any]]] = {
    "wilson": {
        "wilson": lambda case: wilson(case["n"], case["k"], alpha=case["alpha"]),
        "clopper_pearson": lambda case: clopper_pearson(case["n"], case["k"], alpha=case["alpha"]),
    },
    "tie_wilson": {
        "n": lambda case: share_sums(case)[0],
        "sum_w": lambda case: share_sums(case)[1],
        "sum_w2": lambda case: share_sums(case)[2],
        "mean": lambda case: share_sums(case)[1] / share_sums(case)[0],
        "deff": design_effect,
        "ci": lambda case: wilson(*share_sums(case), alpha=case["alpha"]),
    },
    "multinomial_simultaneous": {
        "goodman": lambda case: goodman(sum(case["counts"]), case["counts"], alpha=case["alpha"])
    },
    "seat_equality": {
        "chi2": lambda case: equality(case).statistic * equality(case).deff,
        "df": lambda case: equality(case).df,
        "p": lambda case: equality(case).p,
        "g": lambda case: g_test(case["counts"])[0],
        "g_p": lambda case: g_test(case["counts"])[1],
        "w": lambda case: equality(case).w,
        "w_ci95": lambda case: seats.effect_size(table_of_counts(case["counts"]))[1],
        "w_debiased": lambda case: unbiased_w(equality(case).w, equality(case).statistic, equality(case).df),
        "cv_of_win_rates": lambda case: equality(case).w,
    },
    "seat_equality_ties": {
        "n": lambda case: equality_with_ties(case).n,
        "share_sums": lambda case: [
            case["n"] * table_of_masks(case["players"], case["winner_set_counts"]).share(seat)
            for seat in range(case["players"])
        ],
        "chi2_naive": lambda case: equality_with_ties(case).statistic * equality_with_ties(case).deff,
        "deff": lambda case: equality_with_ties(case).deff,
        "chi2_rao_scott": lambda case: equality_with_ties(case).statistic,
        "df": lambda case: equality_with_ties(case).df,
        "p": lambda case: equality_with_ties(case).p,
        "w": lambda case: equality_with_ties(case).w,
    },
    "diff_unpaired_newcombe": {"ci": newcombe},
    "diff_paired_bonett_price": {
        "estimate": lambda case: paired_difference(wins_of_pairs(case)).difference,
        "ci": lambda case: bonett_price(case["n"], case["sum_d"], case["sum_d2"], alpha=case["alpha"]),
    },
    "diff_unpaired_mover_ties": {"ci": mover_with_ties},
    "mean_t": {
        "n": lambda case: len(case["x"]),
        "sum": lambda case: sum(case["x"]),
        "sumsq": lambda case: sum(x**2 for x in case["x"]),
        "mean": lambda case: sum(mean_interval(case["n"], case["sum"], case["sumsq"])) / 2,
        "sd": lambda case: math.sqrt(case["n"]) * standard_error(case["x"], 1),
        "ci95": lambda case: mean_interval(case["n"], case["sum"], case["sumsq"]),
    },
    "quantile_ranks": {
        "lower_rank": lambda case: quantile_ranks(case["n"], case["q"], alpha=case["alpha"])[0],
        "upper_rank": lambda case: quantile_ranks(case["n"], case["q"], alpha=case["alpha"])[1],
        "exact_coverage": rank_coverage,
        "scipy_quantile_test": ranked,
    },
    "multiplicity": {
        "holm": lambda case: holm(case["p"]),
        "bh": lambda case: benjamini_hochberg(case["p"]),
    },
    "asymp_cs": {
        "rho2": rho2,
        "unit_halfwidth": half_width,
        "z_equivalent": lambda case: half_width(case) * math.sqrt(case["n"]),
    },
    "gate": {
        "n": lambda case: int(looked(case).n),
        "estimate": lambda case: float(looked(case).mean),
        "var_game": variance_without_floor,
        "var_floored": lambda case: float(looked(case).variance),
        "halfwidth_pass": lambda case: float(looked(case).inside),
        "halfwidth_fail": lambda case: float(looked(case).outside),
        "verdict": verdict,
    },
    "sample_size": {
        "constant": lambda _: (two_sided_z(0.01) + two_sided_z(0.02)) ** 2,
        "n_known_baseline": lambda case: needed(case, 1),
        "n_per_arm_unpaired": lambda case: needed(case, 2),
    },
    "seat_test_size": {
        "lambda_": lambda case: noncentrality(
            chi_square_quantile(1 - case["alpha"], case["k"] - 1), case["k"] - 1, 1 - case["power"]
        ),
        "n_for_w": lambda case: {
            w: seat_test_games(float(w), case["k"], alpha=case["alpha"], power=case["power"])
            for w in case["n_for_w"]
        },
    },
    "cluster_mean": {
        "mean": lambda case: sum(deal_sums(case)) / len(single_games(case)) / SHARE_UNIT,
        "cluster_se": lambda case: standard_error(deal_sums(case), 2 * SHARE_UNIT),
        "naive_se_20_games": lambda case: standard_error(single_games(case), SHARE_UNIT),
        "penta_counts_0_to_2_by_half": lambda case: np.bincount(
            np.array(deal_sums(case)) // (SHARE_UNIT // 2), minlength=5
        ).tolist(),
    },
    "tost_fixed": {
        "p_tost": lambda case: equivalence(case)[0],
        "ci": lambda case: equivalence(case)[1],
        "verdict": lambda case: "PASS" if equivalence(case)[0] <= case["alpha"] else "FAIL",
    },
    "betting_e_value": {"log_e": e_value},
}
"""What is promised, by section and key: computed from the rest of its case."""

GIVEN: Mapping[str, frozenset[str]] = {
    "wilson": frozenset({"k", "n", "alpha"}),
    "tie_wilson": frozenset({"name", "share_counts", "alpha"}),
    "multinomial_simultaneous": frozenset({"counts", "alpha"}),
    "seat_equality": frozenset({"counts"}),
    "seat_equality_ties": frozenset({"players", "winner_set_counts"}),
    "diff_unpaired_newcombe": frozenset({"a", "b", "alpha"}),
    "diff_paired_bonett_price": frozenset({"name", "n", "sum_d", "sum_d2", "alpha"}),
    "diff_unpaired_mover_ties": frozenset({"a_sum_w_sum_w2_n", "b_sum_w_sum_w2_n", "alpha"}),
    "mean_t": frozenset({"x"}),
    "quantile_ranks": frozenset({"n", "q", "alpha"}),
    "multiplicity": frozenset({"p"}),
    "asymp_cs": frozenset({"alpha_two_sided", "t_star", "n"}),
    "gate": frozenset(
        {"name", "block_sums_of_d", "block_size", "delta", "alpha_side", "t_star", "fail_family"}
    ),
    "sample_size": frozenset({"players", "delta", "alpha", "power"}),
    "seat_test_size": frozenset({"k", "alpha", "power"}),
    "cluster_mean": frozenset({"mirrored_deal_scores"}),
    "tost_fixed": frozenset({"estimate", "se", "delta", "alpha"}),
    "betting_e_value": frozenset({"n_minus", "n_zero", "n_plus", "m", "lambdas", "sign"}),
}
"""What the cases are made of."""

TOLD = frozenset({"formula", "source", "note", "tol", "cases"})
WHOLE_GAMES = frozenset({"n_known_baseline", "n_per_arm_unpaired", "n_for_w"})
"""Rounded up, so that the last digit of a float decides about one game."""

ELSEWHERE = {"rng": Path("core/test_chance.py"), "rating_luce": Path("stats/test_luce.py")}
NOT_OURS = {
    "gsprt_reference": "only if a gate by a sequential probability ratio were ever built, as its note says",
    "luck_icc": "no page says how much of a win the deal decides",
    "games_to_separate": "no page says after how many games the stronger of two is ahead",
}


def cases(section: str) -> Iterator[dict[str, Any]]:
    """Cases with what their section says of all of them; a section without cases is one."""
    found = ORACLES[section]
    if isinstance(found, list):
        yield from found
        return
    common = {key: value for key, value in found.items() if key not in TOLD}
    for case in found.get("cases", [{}]):
        yield {**common, **case}


def entries() -> Iterator[Any]:
    for section in CHECKS:
        for number, case in enumerate(cases(section)):
            for key in case.keys() - GIVEN[section] - TOLD:
                yield pytest.param(section, case, key, id=f"{section}-{number}-{key}")


def test_no_entry_is_forgotten() -> None:
    sections = [name for name in ORACLES if not name.startswith("_")]
    assert sorted(sections) == sorted([*CHECKS, *ELSEWHERE, *NOT_OURS])
    for section, checks in CHECKS.items():
        keys = {key for case in cases(section) for key in case} - TOLD
        assert keys == GIVEN[section] | checks.keys()
    for section, file in ELSEWHERE.items():
        text = (HERE.parent / file).read_text(encoding="utf-8")
        for key in ORACLES[section].keys() - TOLD:
            assert f'"{key}"' in text, f"{file} does not check {section}.{key}"


@pytest.mark.parametrize(("section", "case", "key"), sorted(entries(), key=lambda entry: str(entry.id)))
def test_value(section: str, case: Case, key: str) -> None:
    found, expected = CHECKS[section][key](case), case[key]
    if isinstance(expected, str):
        assert found == expected
        return
    if key in WHOLE_GAMES:
        assert found == pytest.approx(expected, abs=1, rel=0)
        return
    # a p value near 0 has to be right in its own size
    near = 0.0 if key in ("p", "g_p", "p_tost") else TOLERANCE
    pairs = np.asarray(found, np.float64), np.asarray(expected, np.float64)
    assert pairs[0] == pytest.approx(pairs[1], abs=near, rel=TOLERANCE)


def test_a_win_has_one_unit() -> None:
    assert seats.WIN == SHARE_UNIT


def test_procedures_that_meet_agree() -> None:
    for case in cases("multinomial_simultaneous"):
        limits = goodman(sum(case["counts"]), case["counts"], alpha=case["alpha"])
        assert seats.seat_shares(table_of_counts(case["counts"]), alpha=case["alpha"]) == limits
    for case in cases("diff_paired_bonett_price"):
        found = paired_share(paired_difference(wins_of_pairs(case)), alpha=case["alpha"])
        assert found == pytest.approx(tuple(case["ci"]))
    n, total, squares = (ORACLES["mean_t"][key] for key in ("n", "sum", "sumsq"))
    assert ratio_interval(n, total, 3 * n, squares, 3 * total, 9 * n) == pytest.approx(
        tuple(limit / 3 for limit in ORACLES["mean_t"]["ci95"])
    ), "a ratio to a constant is a mean"
    for case in cases("sample_size"):
        arm, variance = needed(case, 2), 2 * even_share_variance(case["players"])
        seen = smallest_difference(arm, variance, alpha=case["alpha"], power=case["power"])
        assert seen == pytest.approx(case["delta"], rel=1e-4)
    (case,) = cases("multiplicity")
    assert holm(case["p"][::-1]) == pytest.approx(case["holm"][::-1])
    assert benjamini_hochberg(case["p"][::-1]) == pytest.approx(case["bh"][::-1])


def test_what_is_not_used_says_the_same() -> None:
    for case in cases("seat_equality"):
        _, p = g_test(case["counts"])
        assert p == pytest.approx(equality(case).p, rel=0.1)
    for case in cases("gate"):
        if verdict(case) == "PASS":  # one look at a fixed number is content with less
            found, args = looked(case), (case["delta"], case["alpha_side"])
            error = math.sqrt(float(found.variance / found.n))
            assert two_one_sided_tests(float(found.mean), error, *args)[0] <= case["alpha_side"]
    for case in cases(
        "betting_e_value"
    ):  # one says "inside", the other "outside"; so do sequences of 20 blocks
        n = case["n_minus"] + case["n_zero"] + case["n_plus"]
        total, squares = case["n_plus"] - case["n_minus"], case["n_plus"] + case["n_minus"]
        block = n // 20
        spread = squares + total**2 // 20  # of independent games
        found = look(total, spread, 20, block=block, horizon=n, family=1)
        inside = abs(float(found.mean)) + float(found.inside) < case["m"]
        outside = abs(float(found.mean)) - float(found.outside) > case["m"]
        assert (inside, outside) == (case["sign"] < 0, case["sign"] > 0)
        assert e_value(case) >= math.log(100)


def test_two_seats_have_the_level_of_goodman_and_not_that_of_one_statement() -> None:
    case = next(c for c in ORACLES["multinomial_simultaneous"]["cases"] if len(c["counts"]) == 2)
    n, counts = sum(case["counts"]), case["counts"]
    (low, high), other = goodman(n, counts, counts, alpha=case["alpha"])
    assert (low, high) == pytest.approx(tuple(1 - limit for limit in reversed(other))), (
        "one number, told twice"
    )
    assert (low, high) == pytest.approx(tuple(wilson(n, counts[0], counts[0], alpha=case["alpha"] / 2)))
    narrower = wilson(n, counts[0], counts[0], alpha=case["alpha"])
    assert abs(narrower.low - case["goodman"][0][0]) > 1000 * TOLERANCE
