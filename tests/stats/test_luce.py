"""Strengths from winners: reference values, errors by deal, and what cannot be told."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.random import Generator, default_rng  # noqa: TID251  # a yardstick, not a playout

from balance.stats.luce import ELO, Contests, luce

ORACLE = json.loads(Path(__file__).with_name("oracles.json").read_text(encoding="utf-8"))["rating_luce"]
STRENGTHS = np.array([0.0, 0.6, -0.4])
SEATS = np.array([0.0, -0.3, 0.2])
REPEATS = 1000


def from_oracle() -> list[Contests]:
    found = []
    for *policies, winner in ORACLE["games_bots_by_seat_then_winner"]:
        shares = np.zeros((1, 1, 3))
        shares[0, 0, policies.index(winner)] = 1
        found.append(Contests(np.array([policies]), shares, np.array([float(ORACLE["repeat"])])))
    return found


@pytest.mark.parametrize("seat_effects", [False, True])
def test_against_values_computed_elsewhere(seat_effects: bool) -> None:
    found = luce(from_oracle(), 3, seat_effects=seat_effects)
    name = "theta_with_seat" if seat_effects else "theta_no_seat"
    assert found.policies == pytest.approx(ORACLE[name], abs=ORACLE["tol"])
    if seat_effects:
        assert found.seats[3] == pytest.approx(ORACLE["gamma_seat"], abs=ORACLE["tol"])
        return
    errors = found.errors[1:] * math.sqrt((found.n - 1) / found.n)  # the reference leaves out n/(n − 1)
    assert errors == pytest.approx(ORACLE["se_no_seat"], abs=1e-6)
    assert [found.elo(policy)[0] for policy in range(3)] == pytest.approx(ORACLE["elo_no_seat"], abs=1e-3)


def test_another_reference_moves_all_alike() -> None:
    first, last = luce(from_oracle(), 3), luce(from_oracle(), 3, reference=2)
    assert first.policies - first.policies[2] == pytest.approx(last.policies)
    assert last.errors[2] == 0
    assert first.errors[2] == pytest.approx(last.errors[0])


def test_two_level_winners_are_level() -> None:
    shares = np.array([[[0.5, 0.5]], [[1.0, 0.0]], [[0.0, 1.0]]])
    found = luce([Contests(np.array([[0, 1]]), shares, np.array([4.0, 3.0, 3.0]))], 2, seat_effects=False)
    assert found.elo(1)[0] == pytest.approx(0)
    alone = luce([Contests(np.array([[0, 1]]), shares[1:], np.array([5.0, 5.0]))], 2, seat_effects=False)
    assert found.errors[1] < alone.errors[1]


def test_who_always_wins_has_no_bound_but_for_even_units() -> None:
    always = [Contests(np.array([[0, 1]]), np.array([[[1.0, 0.0]]]), np.array([50.0]))]
    with pytest.raises(ValueError, match="no bound"):
        luce(always, 2, seat_effects=False)
    assert luce(always, 2, seat_effects=False, even=1).policies[1] == pytest.approx(-math.log(101))


def test_those_who_never_met_cannot_be_told_apart() -> None:
    half = np.array([[[1.0, 0.0]], [[0.0, 1.0]]])
    apart = [Contests(np.array([pair]), half, np.array([5.0, 6.0])) for pair in ([0, 1], [2, 3])]
    with pytest.raises(ValueError, match="told apart"):
        luce(apart, 4, seat_effects=False)
    fixed = [Contests(np.array([[0, 1]]), half, np.array([5.0, 6.0]))]
    with pytest.raises(ValueError, match="told apart"):
        luce(fixed, 2)  # without rotation policy and seat are one


def test_a_single_deal_bounds_nothing() -> None:
    """The slope of a single unit is 0 where its own likelihood is highest: that is no sureness."""
    shares = np.array([[[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    turns = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    found = luce([Contests(turns, shares, np.array([1.0]))], 3, even=1)
    assert found.errors[0] == 0
    assert np.isinf(found.errors[1:]).all()


def rotated(rng: Generator, deals: int, line_up: list[int], alike: float) -> Contests:
    """Deals of three rotations; a rotation may repeat which seat the deal was good for."""
    policies = np.array([[line_up[(seat + turn) % 3] for seat in range(3)] for turn in range(3)])
    powers = np.exp(STRENGTHS[policies] + SEATS)
    chances = powers / powers.sum(axis=1, keepdims=True)
    luck = rng.random((deals, 3))
    luck = np.where(rng.random((deals, 3)) < alike, luck[:, :1], luck)
    winners = (luck[:, :, None] > chances.cumsum(axis=1)[None]).sum(axis=2)
    return Contests(policies, np.eye(3)[winners], np.ones(deals))


@pytest.mark.slow
def test_errors_are_those_of_deals() -> None:
    rng, covered = default_rng(3), 0
    for _ in range(REPEATS):
        found = luce([rotated(rng, 200, [0, 1, 2], 0.8), rotated(rng, 200, [0, 0, 1], 0.8)], 3)
        for policy in (1, 2):
            low, high = found.elo(policy)[1]
            covered += low <= ELO * STRENGTHS[policy] <= high
    assert abs(covered / (2 * REPEATS) - 0.95) < 0.02
