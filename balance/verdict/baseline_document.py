"""A baseline as plain data for people: its headline values with intervals, and how far they came."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from balance.config.experiment import Experiment
from balance.core.metric import MetricSpec
from balance.metrics import specs
from balance.metrics.series import SPREAD, SPREAD_OF
from balance.stats.distributions import two_sided_z
from balance.verdict.baseline import Baseline, Blessing, StoredCell, series_name
from balance.verdict.baseline_file import SCHEMA_VERSION

_LEVEL = 0.95


def baseline_document(baseline: Baseline, experiment: Experiment, file: str) -> dict[str, Any]:
    """Everything worth showing of a baseline.

    Args:
        baseline: The baseline.
        experiment: Its config, for titles and units.
        file: Where it stands.
    """
    by_name = {spec.name: spec for spec in specs(experiment.game)}
    metrics = [found for cell in baseline.cells for found in _values(baseline, cell, by_name)]
    return {
        "schema_version": SCHEMA_VERSION,
        "file": file,
        "game": baseline.game,
        "seed": baseline.seed,
        "games": baseline.games,
        "block_size": baseline.block,
        "blocks": baseline.n_blocks,
        "gates": {name: dict(gate) for name, gate in baseline.gates.items()},
        **signed(baseline.blessing),
        "cells": [
            {
                "key": cell.key,
                "players": cell.n_seats,
                "policies": list(cell.line_up),
                "rotate": cell.rotate,
                "length_median": _median(cell),
            }
            for cell in baseline.cells
        ],
        "metrics": metrics,
        "outside": [*_outside(baseline, metrics)],
        "history": [signed(blessing) for blessing in baseline.history],
    }


def signed(blessing: Blessing) -> dict[str, Any]:
    """Who accepted something, why, where and with which versions."""
    return {
        "reason": blessing.reason,
        "author": blessing.author,
        "commit": blessing.commit,
        "package": blessing.package,
        "rules_version": blessing.rules_version,
    }


def first_blessings(baseline: Baseline) -> dict[str, tuple[Blessing, tuple[float, float]]]:
    """For each series that was blessed more than once the first blessing of it, its mean and standard error."""
    first: dict[str, tuple[Blessing, tuple[float, float]]] = {}
    for blessing in baseline.history:
        for name, value in blessing.values.items():
            first.setdefault(name, (blessing, value))
    return {name: found for name, found in first.items() if name in baseline.blessing.values}


def since_first(
    baseline: Baseline, name: str, *, moved: float = 0.0, half_width: float = 0.0, level: float = _LEVEL
) -> dict[str, Any] | None:
    """How far a series is from where it was first blessed; None if it was blessed once.

    The two samples are taken for independent, which makes the interval wider than needed where both had the same
    chance.

    Args:
        baseline: The baseline.
        name: Of the series, by `series_name`.
        moved: How far it moved since the last blessing.
        half_width: Of that.
        level: Confidence.
    """
    found = first_blessings(baseline).get(name)
    if found is None:
        return None
    blessing, (first, first_error) = found
    blessed, error = baseline.blessing.values[name]
    value = blessed - first + moved
    half = two_sided_z(1 - level) * math.hypot(first_error, error) + half_width
    return {
        "value": value,
        "low": value - half,
        "high": value + half,
        "reason": blessing.reason,
        "commit": blessing.commit,
        "games": blessing.games,
    }


def _values(baseline: Baseline, cell: StoredCell, by_name: dict[str, MetricSpec]) -> Iterator[dict[str, Any]]:
    for each in cell.series:
        name = series_name(cell.key, each.metric, each.seat, each.item)
        value, error = baseline.blessing.values[name]
        half = two_sided_z(1 - _LEVEL) * error
        yield {
            "metric": each.metric,
            "unit": by_name[each.metric].unit if each.metric in by_name else "count",
            "cell": cell.key,
            "seat": each.seat,
            "item": each.item,
            "value": value,
            "low": value - half,
            "high": value + half,
            "confidence": _LEVEL,
            "n": baseline.games,
            "since_first": since_first(baseline, name),
        }


def _outside(baseline: Baseline, metrics: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """What is blessed although it lies outside of a bound: a gate of it fails as soon as it has to be told anew."""
    for name, gate in baseline.gates.items():
        found = _pairs(metrics) if name == SPREAD else [each for each in metrics if each["metric"] == name]
        for each in found:
            for bound, side in (("min", -1), ("max", 1)):
                if bound in gate and side * (each["value"] - gate[bound]) > 0:
                    yield {**each, "metric": name, "bound": bound, "limit": gate[bound]}


def _pairs(metrics: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """By how much each seat wins more often than another of its cell."""
    seats = [each for each in metrics if each["metric"] == SPREAD_OF]
    for more, less in permutations(seats, 2):
        if more["cell"] == less["cell"] and more["value"] > less["value"]:
            yield {**more, "other_seat": less["seat"], "value": more["value"] - less["value"]}


def _median(cell: StoredCell) -> int:
    """The smallest length that half of the playouts do not exceed."""
    total, seen = sum(cell.lengths.values()), 0
    for length, count in sorted(cell.lengths.items()):
        seen += count
        if 2 * seen >= total:
            return length
    return 0
