"""`balance baseline`: what a gate is held against, accepted by a person and shown."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from balance.commands.judging import flags, judged_experiment, playing
from balance.commands.options import (
    batch_size_option,
    change_options,
    config_argument,
    jobs_option,
    json_option,
    lang_option,
    no_games_option,
    seed_option,
    talk_options,
)
from balance.core.errors import UsageError
from balance.core.texts import Lang

if TYPE_CHECKING:
    from balance.verdict.baseline import Baseline

_NOT_CI = ("", "0", "false")


@click.group(name="baseline")
def command() -> None:
    """Accept or show what `balance gate` is held against."""


@command.command(name="accept")
@config_argument
@click.option("--reason", metavar="TEXT", required=True, help="Why this is how the game shall play.")
@click.option(
    "--for-fresh-seeds",
    is_flag=True,
    help="Play twice as many games, so that gate --fresh-seed can be held against them.",
)
@change_options
@no_games_option
@seed_option
@jobs_option
@batch_size_option
@lang_option
@talk_options
def accept(
    config: str,
    reason: str,
    for_fresh_seeds: bool,
    sets: tuple[str, ...],
    varies: tuple[str, ...],
    seed: int | None,
    jobs: int,
    batch_size: int | None,
    lang: Lang,
    quiet: bool,
    verbose: bool,
) -> None:
    """Play CONFIG and bless what comes of it: writes <config>.baseline.json beside it.

    The number of games follows from the gates. What was blessed before goes into the history. Nothing is accepted where
    CI is set: a change is blessed by a person.
    """
    _refuse_ci()
    if not reason.strip():
        raise UsageError("--reason is empty: say why this is how the game shall play")
    experiment = judged_experiment(config, sets, varies, seed)
    from balance.metrics import specs  # noqa: PLC0415  # heavy; completion needs it not
    from balance.report.baseline_lines import baseline_lines  # noqa: PLC0415  # as above
    from balance.verdict.baseline_document import baseline_document  # noqa: PLC0415  # as above
    from balance.verdict.baseline_file import baseline_path, write_baseline  # noqa: PLC0415  # as above
    from balance.verdict.blessing import Signature, bless  # noqa: PLC0415  # as above
    from balance.verdict.provenance import git_author, git_commit  # noqa: PLC0415  # as above

    path = baseline_path(config)
    earlier = _earlier(path)
    signature = Signature(" ".join(reason.split()), git_author(path.parent), git_commit(path.parent))
    with playing(
        experiment, jobs=jobs, batch_size=batch_size, quiet=quiet, repeat=flags(sets, varies, seed)
    ) as how:
        baseline = bless(
            experiment, specs(experiment.game), how, signature, earlier, for_fresh_seeds=for_fresh_seeds
        )
        if how.stop.is_set():
            raise KeyboardInterrupt
        write_baseline(path, baseline)
    click.echo(baseline_lines(baseline_document(baseline, experiment, str(path)), lang))


@command.command(name="show")
@config_argument
@change_options
@json_option
@lang_option
@talk_options
def show(
    config: str,
    sets: tuple[str, ...],
    varies: tuple[str, ...],
    as_json: bool,
    lang: Lang,
    quiet: bool,
    verbose: bool,
) -> None:
    """Show what was blessed for CONFIG: who, why, when it measured what, and what it was before. Plays nothing."""
    experiment = judged_experiment(config, sets, varies, None)
    from balance.report.baseline_lines import baseline_lines  # noqa: PLC0415  # heavy; completion needs it not
    from balance.verdict.baseline_document import baseline_document  # noqa: PLC0415  # as above
    from balance.verdict.baseline_file import baseline_path, read_baseline, spelt  # noqa: PLC0415  # as above

    path = baseline_path(config)
    document = baseline_document(read_baseline(path), experiment, str(path))
    click.echo(spelt(document) if as_json else baseline_lines(document, lang), nl=not as_json)


def _refuse_ci() -> None:
    """A build that accepts what it finds guards nothing."""
    ci = os.environ.get("CI", "")
    if ci.strip().lower() not in _NOT_CI:
        raise UsageError(f"CI is set (to {ci!r}): a baseline is accepted by a person, not by a build")


def _earlier(path: Path) -> Baseline | None:
    from balance.verdict.baseline_file import read_baseline  # noqa: PLC0415  # as above

    return read_baseline(path) if path.exists() or path.is_symlink() else None
