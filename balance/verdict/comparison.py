"""A whole comparison as data, and as the JSON document that outsiders read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from balance.stats.estimate import finite_or_none
from balance.verdict.comparing import LIFT, Change, pairing_gains
from balance.verdict.differences import RuleDifference
from balance.verdict.one_sided import OneSided
from balance.verdict.tiers import Disagreement

SCHEMA_VERSION = 1

Why = Literal["", "players", "seed", "rotation", "other"]
"""Why nothing is paired: other tables, other seeds, only one side rotates, other versions; empty if it is."""


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One side.

    Args:
        name: As the user named it, flags included.
        experiment: Digest of what was asked, 8 hexadecimal digits.
        seed: Seed of all chance.
        versions: Of the package, its parts and its libraries.
        games: Stored playouts of each cell that is compared.
        left_out: Cells that the other side does not have.
        is_interrupted: Whether playouts that were asked for are missing.
    """

    name: str
    experiment: str
    seed: int
    versions: Mapping[str, Any]
    games: tuple[int, ...]
    left_out: tuple[str, ...] = ()
    is_interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Tier:
    """What moved where the same bots played.

    Args:
        a_policies: Names of those who play on the first side, in the order of their seats.
        b_policies: The same on the second.
        changes: Adjusted, the moved first, largest effect first.
        one_sided: What only one side has.
    """

    a_policies: tuple[str, ...]
    b_policies: tuple[str, ...]
    changes: tuple[Change, ...]
    one_sided: tuple[OneSided, ...] = ()

    @property
    def policies(self) -> tuple[str, ...]:
        """Everybody who plays on either side."""
        return tuple(dict.fromkeys((*self.a_policies, *self.b_policies)))

    @property
    def name(self) -> str:
        """Who plays, in one text."""
        a, b = ("+".join(names) for names in (self.a_policies, self.b_policies))
        return a if a == b else f"{a} | {b}"

    @property
    def moved(self) -> tuple[Change, ...]:
        """What moved, largest effect first."""
        return tuple(change for change in self.changes if change.moved)

    @property
    def unmoved(self) -> tuple[Change, ...]:
        """What did not."""
        return tuple(change for change in self.changes if not change.moved)

    @property
    def of_winning(self) -> tuple[Change, ...]:
        """Who wins: by policy where several play, for then seats say little; else by seat."""
        for metric in ("policy_win_share", "seat_win_share", LIFT):
            if found := tuple(change for change in self.changes if change.metric == metric):
                return found
        return ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides, compared.

    Args:
        game: Key of the game.
        a: The first side.
        b: The second.
        n: Playouts of each side and cell, the smallest.
        why: Why nothing is paired, empty if it is.
        unpaired: Keys of the pairs of cells for which that holds.
        identical: Keys of the pairs that are one and the same on both sides, beside others that are not: these
            are not measured.
        rules: Rules that differ in any pair of cells.
        line_ups: What differs in who plays, and by what weights.
        settings: Swept keys and values of each pair of cells, by its key.
        tiers: One for each tier of play, at least one.
        disagreements: Between the first tier and each other one.
    """

    game: str
    a: SideFacts
    b: SideFacts
    n: int
    why: Why
    unpaired: tuple[str, ...]
    identical: tuple[str, ...]
    rules: tuple[RuleDifference, ...]
    line_ups: tuple[RuleDifference, ...]
    settings: Mapping[str, Mapping[str, Any]]
    tiers: tuple[Tier, ...]
    disagreements: tuple[tuple[Tier, Tier, Disagreement], ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether neither a rule nor a bot differs, and no game came out differently."""
        changes = [change for tier in self.tiers for change in tier.changes]
        differs = any(change.difference != 0 or isfinite(change.gain) for change in changes)
        return not (self.why or self.rules or self.line_ups or differs)

    @property
    def is_partly_paired(self) -> bool:
        """Whether some pairs of cells share their deals and others do not."""
        return 0 < len(self.unpaired) < len(self.settings) - len(self.identical)

    @property
    def policies(self) -> tuple[str, ...]:
        """Everybody who plays."""
        return tuple(dict.fromkeys(name for tier in self.tiers for name in tier.policies))


def document(comparison: Comparison) -> dict[str, Any]:
    """The comparison for machines; what is infinite or does not exist is null."""
    return {
        "schema_version": SCHEMA_VERSION,
        "game": comparison.game,
        "a": _side(comparison.a),
        "b": _side(comparison.b),
        "n": comparison.n,
        "seed": comparison.a.seed,
        "policies": list(comparison.policies),
        "paired": not comparison.why,
        "unpaired_because": comparison.why or None,
        "unpaired": list(comparison.unpaired),
        "same": comparison.is_same,
        "identical": list(comparison.identical),
        "rules_changed": [_difference(rule) for rule in comparison.rules],
        "policies_changed": [_difference(found) for found in comparison.line_ups],
        "metrics": [
            {"policies": tier.name, **change_record(change)}
            for tier in comparison.tiers
            for change in tier.changes
        ],
        "one_sided": [
            {
                "policies": tier.name,
                "metric": found.metric,
                "cell": found.cell,
                "item": found.item,
                "side": found.side,
            }
            for tier in comparison.tiers
            for found in tier.one_sided
        ],
        "pairing_gain": {tier.name: _gains(tier.changes) for tier in comparison.tiers},
        "disagreements": [
            {
                "metric": found.first.metric,
                "cell": found.first.cell,
                "seat": found.first.seat,
                "item": found.first.item,
                "policies": [first.name, second.name],
                "differences": [found.first.difference, found.second.difference],
                "low": finite_or_none(found.low),
                "high": finite_or_none(found.high),
                "reversed": found.is_reversed,
            }
            for first, second, found in comparison.disagreements
        ],
    }


def _side(side: SideFacts) -> dict[str, Any]:
    return {
        "name": side.name,
        "experiment": side.experiment,
        "seed": side.seed,
        "versions": dict(side.versions),
        "games": list(side.games),
        "left_out": list(side.left_out),
        "interrupted": side.is_interrupted,
    }


def _difference(found: RuleDifference) -> dict[str, Any]:
    return {
        "key": found.key,
        "a": found.a,
        "b": found.b,
        "a_place": found.a_place,
        "b_place": found.b_place,
        "cells": list(found.cells),
    }


def _gains(changes: Sequence[Change]) -> dict[str, float | None]:
    return {metric: finite_or_none(gain) for metric, gain in pairing_gains(changes).items()}


def change_record(change: Change) -> dict[str, Any]:
    """A change as plain data; what is infinite or does not exist is None."""
    return {
        "metric": change.metric,
        "cell": change.cell,
        "seat": change.seat,
        "item": change.item,
        "unit": change.unit,
        "a": finite_or_none(change.a.value),
        "b": finite_or_none(change.b.value),
        "difference": finite_or_none(change.difference),
        "low": finite_or_none(change.low),
        "high": finite_or_none(change.high),
        "n": change.n,
        "moved": change.moved,
        "p": change.p,
        "p_adjusted": change.p_adjusted,
        "visible": finite_or_none(change.visible),
        "effect": finite_or_none(change.effect),
        "pairing_gain": finite_or_none(change.gain),
        "method": change.method,
    }
