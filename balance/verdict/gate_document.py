"""A judgement as plain data: what JSON prints, and what every other output is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from balance.config.experiment import Experiment
from balance.config.origins import DEFAULT
from balance.core.metric import MetricSpec
from balance.verdict.baseline import series_name
from balance.verdict.baseline_document import signed, since_first
from balance.verdict.judging import Judgement
from balance.verdict.weighing import IDENTICAL, LEVEL, Finding

SCHEMA_VERSION = 1
Inconclusive = Literal["fail", "warn", "pass"]


def exit_code(judgement: Judgement, inconclusive: Inconclusive) -> int:
    """What the process ends with: 1 failed, 3 undecided, otherwise 0."""
    if judgement.verdict == "FAIL":
        return 1
    return 3 if judgement.verdict == "INCONCLUSIVE" and inconclusive == "fail" else 0


def gate_document(
    experiment: Experiment,
    specs: Sequence[MetricSpec],
    judgement: Judgement,
    *,
    baseline_file: str,
    inconclusive: Inconclusive,
) -> dict[str, Any]:
    """Everything that a gate found.

    Args:
        experiment: What was judged.
        specs: The game's metrics.
        judgement: The verdict.
        baseline_file: Where the baseline stands.
        inconclusive: What an open verdict counts as.
    """
    by_name = {spec.name: spec for spec in specs}
    return {
        "schema_version": SCHEMA_VERSION,
        "verdict": judgement.verdict,
        "label": judgement.label or None,
        "exit_code": exit_code(judgement, inconclusive),
        "inconclusive": inconclusive,
        "config": experiment.file,
        "title": dict(experiment.title),
        "game": experiment.game.slug,
        "seed": experiment.seed if judgement.fresh_seed is None else judgement.fresh_seed,
        "fresh": judgement.fresh_seed is not None,
        "games": judgement.n,
        "games_most": judgement.n_most,
        "blocks": {
            "size": judgement.baseline.block,
            "played": judgement.n_blocks,
            "of": judgement.baseline.n_blocks,
        },
        "first_difference": _first(judgement),
        "cells": [
            {
                "key": cell.key,
                "players": cell.n_seats,
                "policies": [policy.name for policy in cell.policies],
                "rotate": cell.rotate,
            }
            for cell in experiment.cells
        ],
        "rules_changed": [
            {"key": each.key, "a": each.a, "b": each.b, "a_place": each.a_place, "b_place": each.b_place}
            for each in judgement.pairing.rules
        ],
        "sources_changed": judgement.pairing.sources,
        "versions_changed": {
            name: {"a": then, "b": now} for name, (then, now) in judgement.pairing.versions.items()
        },
        "gates_changed": [
            {"metric": name, "a": dict(then), "b": dict(now)} for name, then, now in judgement.pairing.gates
        ],
        "baseline": {
            "file": baseline_file,
            "games": judgement.baseline.games,
            **signed(judgement.baseline.blessing),
        },
        "metrics": [_finding(experiment, by_name, judgement, finding) for finding in judgement.findings],
        "not_tested": list(_not_tested(experiment, judgement)),
    }


def _first(judgement: Judgement) -> dict[str, Any] | None:
    first = judgement.first
    if first is None:
        return None
    return {
        "cell": first.cell,
        "block": first.block,
        "playouts": [first.first, first.first + first.count - 1],
        "seed": first.seed,
    }


def _finding(
    experiment: Experiment, specs: Mapping[str, MetricSpec], judgement: Judgement, finding: Finding
) -> dict[str, Any]:
    check, spec = finding.check, specs[finding.check.metric]
    cell = experiment.cells[check.cell]
    low, high = check.range
    return {
        "metric": check.metric,
        "title": {"de": spec.de, "en": spec.en},
        "unit": spec.unit,
        "cell": cell.key,
        "policies": [policy.name for policy in cell.policies],
        "seat": check.seat,
        "other_seat": check.other,
        "item": check.item,
        "bound": check.bound,
        "limit": check.limit,
        "level": check.level,
        "a": finding.before,
        "b": finding.after,
        "value": finding.value,
        "low": finding.low,
        "high": finding.high,
        "confidence": LEVEL,
        "n": finding.n,
        "verdict": finding.verdict,
        "label": finding.label or None,
        "blessed_outside": finding.label == IDENTICAL and not low <= finding.value <= high,
        "place": gate_place(experiment, check.metric, check.bound),
        "since_first": _since_first(judgement, finding),
    }


def gate_place(experiment: Experiment, metric: str, bound: str) -> str | None:
    """`file:line` of a gate's bound; None if it is known of no file."""
    found = experiment.values.get(f"gates.{metric}.{bound}")
    return None if found is None or found[1].place == DEFAULT else found[1].place


def _since_first(judgement: Judgement, finding: Finding) -> dict[str, Any] | None:
    """How far a mean is from where it was first blessed, with what it drifted now."""
    check = finding.check
    if check.bound != "drift" or check.minus is not None:
        return None
    name = series_name(judgement.pairing.stored[check.cell].key, check.metric, check.seat, check.item)
    half = (finding.high - finding.low) / 2
    return since_first(judgement.baseline, name, moved=finding.value, half_width=half, level=LEVEL)


def _not_tested(experiment: Experiment, judgement: Judgement) -> Iterator[dict[str, str]]:
    """Gates without a meaning in some cells: nothing there was held against them."""
    tested = {(finding.check.metric, finding.check.cell) for finding in judgement.findings}
    for number, cell in enumerate(experiment.cells):
        for metric in experiment.gates:
            if (metric, number) not in tested:
                yield {"metric": metric, "cell": cell.key}
