"""`balance runs`: which runs are stored, and how they are thrown away."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from balance.commands.options import NamedPath, json_option, lang_option, talk_options
from balance.commands.playing import REPORTS
from balance.core.errors import BalanceError, UsageError
from balance.core.texts import Lang

if TYPE_CHECKING:
    from balance.engine.catalogue import StoredRun

_MEGA = 1_000_000
_TEXTS: Mapping[Lang, Mapping[str, str]] = {
    "en": {
        "head": "run|game|cells|games|MB|seed|policies|state",
        "none": "no run below {root}",
        "removed": "{folder}: {size} MB removed",
        "left": "left alone: {why}",
        "stale": "{folder}: removed, its game was edited since",
        "cleared": "{folder}: cleared",
        "free": "{size} MB free",
        "damaged": "damaged",
        "held": "being written",
        "interrupted": "interrupted",
        "edited": "game edited since",
        "unused": "{size} MB unused",
        "short": "files missing",
        "complete": "complete",
    },
    "de": {
        "head": "Lauf|Spiel|Varianten|Partien|MB|Startwert|Spielweisen|Zustand",
        "none": "kein Lauf unter {root}",
        "removed": "{folder}: {size} MB entfernt",
        "left": "bleibt unberührt: {why}",
        "stale": "{folder}: entfernt, das Spiel wurde seither geändert",
        "cleared": "{folder}: aufgeräumt",
        "free": "{size} MB frei",
        "damaged": "beschädigt",
        "held": "wird gerade geschrieben",
        "interrupted": "unterbrochen",
        "edited": "Spiel seither geändert",
        "unused": "{size} MB ungenutzt",
        "short": "Dateien fehlen",
        "complete": "vollständig",
    },
}


@click.group(name="runs", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List stored runs, remove some, or clear what belongs to nothing."""
    if context.invoked_subcommand is None:
        context.invoke(list_runs)


@command.command(name="list")
@click.argument("root", required=False, default=REPORTS, type=NamedPath(path_type=Path))
@json_option
@lang_option
@talk_options
def list_runs(
    root: Path = REPORTS,
    as_json: bool = False,
    lang: Lang = "en",
    quiet: bool = False,
    verbose: bool = False,
) -> None:
    """List the runs below ROOT, by default reports/."""
    found = _runs(root)
    if as_json:
        document = {"schema_version": 1, "runs": [_record(run) for run in found]}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    if not found:
        click.echo(_say("none", lang, root=root))
        return
    rows = [_say("head", lang).split("|"), *(_row(run, lang) for run in found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        click.echo("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


@command.command(name="remove")
@click.argument("folders", nargs=-1, required=True, type=NamedPath(path_type=Path))
@lang_option
@talk_options
def remove_runs(folders: tuple[Path, ...], lang: Lang, quiet: bool, verbose: bool) -> None:
    """Remove the runs in FOLDERS, or below them; files that are not a run's stay."""
    from balance.engine.catalogue import remove  # noqa: PLC0415  # heavy; completion needs it not

    chosen: list[StoredRun] = []
    for folder in folders:
        if folder.resolve() in Path.cwd().parents:
            raise UsageError(f"{folder} holds the folder you are in: name the runs; nothing was removed")
        runs = _runs(folder)
        if not runs:
            raise UsageError(f"there is no run in {folder}: nothing was removed")
        chosen += [run for run in runs if run.folder not in {other.folder for other in chosen}]
    unknown = [run.problem for run in chosen if not run.manifest]
    if unknown:
        raise UsageError(f"{'; '.join(unknown)}: what is no run is yours to remove; nothing was removed")
    held = [str(run.folder) for run in chosen if run.is_held]
    if held:
        raise UsageError(f"{', '.join(held)}: being written by another process; nothing was removed")
    for run in reversed(chosen):  # what lies within a run's folder goes first
        click.echo(_say("removed", lang, folder=run.folder, size=_megabytes(remove(run), lang)))


@command.command(name="gc")
@click.argument("root", required=False, default=REPORTS, type=NamedPath(path_type=Path))
@click.option(
    "--stale", is_flag=True, help="Also remove runs whose game was edited since: they would be played anew."
)
@lang_option
@talk_options
def collect(root: Path, stale: bool, lang: Lang, quiet: bool, verbose: bool) -> None:
    """Clear half-written files and chunks that no run uses any more, below ROOT."""
    from balance.engine.catalogue import clean, remove  # noqa: PLC0415  # heavy; completion needs it not

    freed = 0
    for run in reversed(_runs(root)):
        if run.problem:
            click.echo(_say("left", lang, why=run.problem), err=True)
            continue
        try:
            if stale and run.is_stale:
                freed += remove(run)
                click.echo(_say("stale", lang, folder=run.folder))
            elif run.rubbish:
                freed += clean(run)
                click.echo(_say("cleared", lang, folder=run.folder))
        except BalanceError as error:
            click.echo(_say("left", lang, why=error), err=True)
    click.echo(_say("free", lang, size=_megabytes(freed, lang)))


def _say(key: str, lang: Lang, **values: object) -> str:
    return _TEXTS[lang][key].format(**values)


def _megabytes(size: int, lang: Lang) -> str:
    from balance.report.numbers import Numbers  # noqa: PLC0415  # heavy; completion needs it not

    return Numbers(lang).number(size / _MEGA, 1)


def _runs(root: Path) -> list[StoredRun]:
    from balance.engine.catalogue import find_runs  # noqa: PLC0415  # heavy; completion needs it not

    if root == REPORTS and not root.exists():
        return []
    return list(find_runs(root))


def _record(run: StoredRun) -> dict[str, object]:
    return {
        "folder": str(run.folder),
        "game": run.manifest.get("game"),
        "experiment": run.manifest.get("experiment"),
        "cells": len(run.manifest.get("cells", ())),
        "games": run.games,
        "seed": run.manifest.get("seed"),
        "policies": _policies(run),
        "bytes": run.bytes,
        "rubbish": run.rubbish,
        "stale": run.is_stale,
        "held": run.is_held,
        "interrupted": bool(run.manifest.get("interrupted")),
        "short": run.is_short,
        "problem": run.problem or None,
    }


def _policies(run: StoredRun) -> list[str]:
    return [policy["name"] for policy in run.manifest.get("policies", ())]


def _row(run: StoredRun, lang: Lang) -> Sequence[str]:
    from balance.report.numbers import Numbers  # noqa: PLC0415  # heavy; completion needs it not

    states = [
        _say(key, lang, size=_megabytes(run.rubbish, lang))
        for key, holds in (
            ("damaged", bool(run.problem)),
            ("held", run.is_held),
            ("interrupted", bool(run.manifest.get("interrupted"))),
            ("short", run.is_short),
            ("edited", run.is_stale),
            ("unused", run.rubbish > 0),
        )
        if holds
    ]
    return (
        str(run.folder),
        str(run.manifest.get("game", "?")),
        str(len(run.manifest.get("cells", ()))),
        Numbers(lang).number(run.games),
        _megabytes(run.bytes, lang),
        str(run.manifest.get("seed", "?")),
        ",".join(_policies(run)),
        ", ".join(states) or _say("complete", lang),
    )
