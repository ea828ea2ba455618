"""Who is stronger, from who won: a Luce model of winners with an effect of each policy and of each seat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.stats.distributions import two_sided_z
from balance.stats.estimate import Interval

Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Points of the usual scale in a unit of strength: ten times the chances are 400 points."""
_STEPS, _CLOSE = 100, 1e-11


@dataclass(frozen=True, slots=True)
class Contests:
    """Units of one line-up: a unit is a deal with all its rotations, or a playout.

    Args:
        policies: Number of the policy of each seat in each playout of a unit, shape (playouts, seats).
        shares: What each seat has of each win, shape (k, playouts, seats); all 0 in a truncated playout.
        counts: Units in which these shares occurred, shape (k,).
    """

    policies: NDArray[np.int64]
    shares: Floats
    counts: Floats

    @property
    def n_seats(self) -> int:
        """Seats at the table."""
        return int(self.policies.shape[1])


@dataclass(frozen=True, slots=True)
class Strengths:
    """Strengths of policies and seats, in natural logarithms of chances.

    Args:
        policies: Strength of each policy; that of the reference is 0, shape (policies,).
        seats: For each table size the effect of each of its seats; that of the first is 0.
        errors: Standard error of each policy's distance from the reference, shape (policies,).
        n: Units behind them.
    """

    policies: Floats
    seats: dict[int, Floats]
    errors: Floats
    n: int

    def elo(self, policy: int, *, alpha: float = 0.05, family: int = 1) -> tuple[float, Interval]:
        """A policy's distance from the reference on the usual scale, with limits.

        Args:
            policy: Its number.
            alpha: 1 − confidence.
            family: Limits that shall hold together (Bonferroni).
        """
        value = ELO * float(self.policies[policy])
        half = ELO * two_sided_z(alpha, family) * float(self.errors[policy])
        return value, Interval(value - half, value + half)


def luce(
    contests: Sequence[Contests],
    n_policies: int,
    *,
    reference: int = 0,
    seat_effects: bool = True,
    even: float = 0.0,
) -> Strengths:
    """Strengths of policies from winners alone, the seats' advantage taken out; errors by unit.

    Formula: P(i wins) = exp(θ_policy(i) + γ_seat(i)) / Σ_j exp(θ_policy(j) + γ_seat(j)), level winners count in equal
    parts; maximum likelihood by Newton's method. Errors are A⁻¹BA⁻¹, A the information, B the sum over units of the
    outer product of their scores, times units/(units − 1). Elo = θ·400/ln 10.

    Source: Luce 1959; Huber 1967 for the errors.

    Conditions: every policy has met the reference, if only through others; units are independent. Units of
    different line-ups that play the same deals count as independent, although they share dice. `even` adds so many
    units to each line-up in which every seat has an even share, so that one who always wins has finite strength;
    they count in A and B, so that one who wins next to nothing is no surer than the few wins it was lent. A single
    unit bounds nothing.

    Args:
        contests: One for each line-up.
        n_policies: How many policies there are.
        reference: The policy whose strength is 0.
        seat_effects: Whether seats have an effect of their own.
        even: Even units added to each line-up.

    Raises:
        ValueError: If the strengths cannot be told apart.
    """
    tables = sorted({contest.n_seats for contest in contests}) if seat_effects else []
    starts = dict(zip(tables, np.cumsum([n_policies, *(n - 1 for n in tables)]), strict=False))
    n_values = n_policies + sum(n - 1 for n in tables)
    kept = [place for place in range(n_values) if place != reference]
    designs = [_design(contest, starts, n_values)[:, :, kept] for contest in contests]
    solid = [_with_even(contest, even) for contest in contests]
    values = np.zeros(len(kept))
    for _ in range(_STEPS):
        gradient, information = _slopes(solid, designs, values)
        try:
            step = np.linalg.solve(information, gradient)
        except np.linalg.LinAlgError:
            raise ValueError(
                "not all policies and seats have met: their strengths cannot be told apart"
            ) from None
        values = values + step * min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < _CLOSE:
            break
    else:
        raise ValueError("one policy always wins: its strength has no bound")
    _, information = _slopes(solid, designs, values)
    if np.linalg.cond(information) > 1e12:
        raise ValueError("not all policies and seats have met: their strengths cannot be told apart")
    inverse = np.linalg.inv(information)
    meat = _scatter(solid, designs, values)
    n = int(sum(contest.counts.sum() for contest in contests))
    covariance = inverse @ meat @ inverse * (n / (n - 1) if n > 1 else 1.0)
    whole, errors = np.zeros(n_values), np.zeros(n_values)
    whole[kept] = values
    errors[kept] = np.sqrt(np.maximum(np.diag(covariance), 0.0)) if n > 1 else np.inf
    seats = {n: np.concatenate([[0.0], whole[start : start + n - 1]]) for n, start in starts.items()}
    return Strengths(whole[:n_policies], seats, errors[:n_policies], n)


def _design(contest: Contests, starts: dict[int, int], n_values: int) -> Floats:
    """Which values each seat of each playout of a unit adds up, shape (playouts, seats, values)."""
    n_playouts, n_seats = contest.policies.shape
    design = np.zeros((n_playouts, n_seats, n_values))
    for playout in range(n_playouts):
        for seat in range(n_seats):
            design[playout, seat, contest.policies[playout, seat]] = 1
            if seat > 0 and n_seats in starts:
                design[playout, seat, starts[n_seats] + seat - 1] = 1
    return design


def _with_even(contest: Contests, even: float) -> Contests:
    if even == 0:
        return contest
    shares = np.full((1, *contest.policies.shape), 1 / contest.n_seats)
    return Contests(
        contest.policies, np.concatenate([contest.shares, shares]), np.concatenate([contest.counts, [even]])
    )


def _chances(design: Floats, values: Floats) -> Floats:
    """Each seat's chance in each playout of a unit, shape (playouts, seats)."""
    strengths = design @ values
    powers = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def _slopes(contests: Sequence[Contests], designs: Sequence[Floats], values: Floats) -> tuple[Floats, Floats]:
    """Gradient of the log likelihood and the information, shapes (values,) and (values, values)."""
    gradient, information = np.zeros(len(values)), np.zeros((len(values), len(values)))
    for contest, design in zip(contests, designs, strict=True):
        won = np.tensordot(contest.counts, contest.shares, axes=1)
        decided = won.sum(axis=1)
        chances = _chances(design, values)
        gradient += np.einsum("ps,psv->v", won - decided[:, None] * chances, design)
        mean = np.einsum("ps,psv->pv", chances, design)
        information += np.einsum("p,ps,psv,psw->vw", decided, chances, design, design)
        information -= np.einsum("p,pv,pw->vw", decided, mean, mean)
    return gradient, information


def _scatter(contests: Sequence[Contests], designs: Sequence[Floats], values: Floats) -> Floats:
    """Sum over units of the outer product of their scores."""
    meat = np.zeros((len(values), len(values)))
    for contest, design in zip(contests, designs, strict=True):
        chances = _chances(design, values)
        surprise = contest.shares - contest.shares.sum(axis=2, keepdims=True) * chances
        scores = np.einsum("kps,psv->kv", surprise, design)
        meat += np.einsum("k,kv,kw->vw", contest.counts, scores, scores)
    return meat
