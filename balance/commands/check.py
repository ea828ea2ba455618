"""`balance check`: validate configs, and show what they resolve to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

from balance.commands.names import metric_names
from balance.commands.options import NamedPath, change_options, json_option, talk_options
from balance.config import Experiment, load_experiment
from balance.config.scalars import compact
from balance.core.errors import ConfigError, ConfigErrors

SCHEMA_VERSION = 1
_WIDEST = 44  # a longer value is cut in the table; --json has it whole


@click.command(name="check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=NamedPath(path_type=str))
@click.option("--resolved", is_flag=True, help="Print every value with where it comes from.")
@json_option
@change_options
@talk_options
def command(
    files: tuple[str, ...],
    resolved: bool,
    as_json: bool,
    sets: tuple[str, ...],
    varies: tuple[str, ...],
    quiet: bool,
    verbose: bool,
) -> None:
    """Check configs: every fault with its place, the line and what would be right.

    Prints a line for each config that can be played. With --resolved, every value of its first cell stands
    below: its source is 'text' where the rule text gives it, 'assumed' where nobody does, 'changed' where you
    set something else, and 'choice' where it is no rule. With --json, faults are in the document too. Exits 2
    if anything is wrong.
    """
    errors: dict[str, ConfigError] = {}
    experiments: list[Experiment] = []
    for file in dict.fromkeys(files):
        try:
            experiments.append(load_experiment(file, sets=sets, varies=varies, metrics=metric_names))
        except ConfigErrors as error:
            errors |= {str(each): each for each in error.errors}  # a parent's fault is said once
    for experiment in experiments if not quiet else ():
        for warning in experiment.warnings:
            click.echo(warning, err=True)
    if as_json:
        document = {
            "schema_version": SCHEMA_VERSION,
            "configs": [_as_data(experiment, resolved) for experiment in experiments],
            "faults": [_fault_data(error) for error in ConfigErrors(errors.values()).errors],
        }
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        for experiment in experiments:
            click.echo(summary(experiment))
            if resolved:
                click.echo("\n".join(value_table(experiment)))
    if errors:
        raise ConfigErrors(errors.values())


def summary(experiment: Experiment) -> str:
    """One line: the config is fine, and how much it would play."""
    cells = experiment.cells
    seats = _listed(sorted({cell.n_seats for cell in cells}))
    games = sorted({cell.games for cell in cells})
    count = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    noun = "cell" if len(cells) == 1 else "cells"
    line = f"{experiment.file}: ok: {len(cells)} {noun}, {seats} players, {count} games a cell"
    if games != [experiment.games]:
        line += f" ({experiment.games:,} rounded up to whole deals of the rotated line-up)"
    return line


def _listed(numbers: Sequence[int]) -> str:
    texts = [str(number) for number in numbers]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def value_table(experiment: Experiment) -> Iterator[str]:
    """Every value of the first cell: key, value, source, place and note, aligned."""
    rows = [("key", "value", "source", "place", "note")]
    for key, (value, origin) in experiment.values.items():
        text = compact(value)
        text = text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
        rows.append((key, text, origin.source, origin.place, origin.note))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    if len(experiment.cells) > 1:
        yield f"first of {len(experiment.cells)} cells: {experiment.cells[0].key}"
    for row in rows:
        cells = [text.ljust(width) for text, width in zip(row, widths, strict=False)]
        yield "  ".join([*cells, row[4]]).rstrip()


def _fault_data(error: ConfigError) -> dict[str, Any]:
    """A fault as JSON data; line and column from 1, null where it has no line."""
    return {
        "file": error.file,
        "line": error.line or None,
        "column": error.column or None,
        "key": error.key or None,
        "problem": error.problem,
        "hint": error.hint or None,
    }


def _as_data(experiment: Experiment, resolved: bool) -> dict[str, Any]:
    """A checked config as JSON data."""
    data: dict[str, Any] = {
        "file": experiment.file,
        "game": experiment.game.slug,
        "title": dict(experiment.title),
        "seed": experiment.seed,
        "swept": {key: list(values) for key, values in experiment.swept.items()},
        "cells": [
            {
                "key": cell.key,
                "n_seats": cell.n_seats,
                "policies": [policy.name for policy in cell.policies],
                "rotate": cell.rotate,
                "games": cell.games,
            }
            for cell in experiment.cells
        ],
        "warnings": list(experiment.warnings),
    }
    if resolved:
        data["values"] = {
            key: {"value": value, "place": origin.place, "source": origin.source, "note": origin.note}
            for key, (value, origin) in experiment.values.items()
        }
    return data
