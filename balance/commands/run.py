"""`balance run`: a config is played into its run folder, measured and reported."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from balance.commands.evaluation import measure_run, summary, write_report
from balance.commands.names import metric_names
from balance.commands.options import (
    change_options,
    config_argument,
    fresh_option,
    games_option,
    jobs_option,
    lang_option,
    out_option,
    seed_option,
    talk_options,
)
from balance.commands.precision import enlarged, missed
from balance.commands.progress import Talk, stoppable
from balance.config import Experiment, load_experiment
from balance.core.errors import BalanceError, RuleViolation, RunError

if TYPE_CHECKING:
    from balance.engine import RunSummary
    from balance.metrics import CellMeasures

REPORTS = Path("reports")


class InterruptedRunError(BalanceError):
    """The user stopped a run; what was finished is saved."""

    exit_code = 130


@click.command(name="run")
@config_argument
@change_options
@games_option
@seed_option
@jobs_option
@click.option(
    "--batch-size",
    type=click.IntRange(1),
    metavar="N",
    help="Playouts a thread plays at a time; by default a quarter of a second. No result depends on it.",
)
@out_option
@fresh_option
@lang_option
@talk_options
def command(
    config: str,
    sets: tuple[str, ...],
    varies: tuple[str, ...],
    games: int | None,
    seed: int | None,
    jobs: int,
    batch_size: int | None,
    out: Path | None,
    fresh: bool,
    lang: str,
    quiet: bool,
    verbose: bool,
) -> None:
    """Play CONFIG and write its report.

    The run folder holds the tables, metrics.json and index.html. The same experiment there is gone on with:
    what is stored is not played again, and raising the number of games only adds to it.
    """
    experiment = load_experiment(
        config, sets=sets, varies=varies, games=games, seed=seed, metrics=metric_names
    )
    folder = out or _default_folder(experiment)
    repeat = _command(config, sets, varies, games, seed, lang)
    with Talk(quiet) as talk:
        for warning in experiment.warnings:
            talk.say(warning)
        if experiment.gates:
            talk.say("gates are only read in this version: nothing is judged by them yet")
        with stoppable(quiet) as stop:
            cells = _play(experiment, folder, jobs, batch_size, fresh, repeat, talk, stop)
        model = write_report(folder, cells, lang)
    click.echo("\n".join(summary(folder, model, cells)))


def _default_folder(experiment: Experiment) -> Path:
    from balance.engine.manifest import experiment_id  # noqa: PLC0415  # heavy; completion needs it not

    name = Path(experiment.file).stem
    if experiment.overridden:
        name += f"-{experiment_id(experiment)}"
    return REPORTS / experiment.game.slug / name


def _command(
    config: str,
    sets: Sequence[str],
    varies: Sequence[str],
    games: int | None,
    seed: int | None,
    lang: str,
) -> str:
    """The command line that gives the same report on any machine."""
    words = ["balance", "run", config]
    for flag, texts in (("-s", sets), ("--vary", varies)):
        words += [word for text in texts for word in (flag, text)]
    for flag, number in (("-n", games), ("--seed", seed)):
        words += [flag, str(number)] if number is not None else []
    return shlex.join(words + (["--lang", lang] if lang != "en" else []))


def _play(
    experiment: Experiment,
    folder: Path,
    jobs: int,
    batch_size: int | None,
    fresh: bool,
    repeat: str,
    talk: Talk,
    stop: threading.Event,
) -> list[CellMeasures]:
    """Play and measure, again with more games as long as a precision is asked and not reached."""
    from balance.engine import run_experiment  # noqa: PLC0415  # heavy; completion needs it not

    while True:
        try:
            played = run_experiment(
                experiment,
                folder,
                jobs=jobs,
                batch_size=batch_size,
                fresh=fresh,
                command=repeat,
                on_progress=talk.show,
                on_message=talk.say,
                stop=stop,
            )
        except RuleViolation as error:
            raise RunError(f"{error}\n{_replay(folder, error)}") from error
        finally:
            talk.finish()
        if played.interrupted:
            raise InterruptedRunError(_how_to_go_on(experiment, played))
        cells = measure_run(folder)
        larger = enlarged(experiment, cells)
        if larger is None:
            for line in missed(experiment, cells):
                talk.say(line)
            return cells
        experiment, fresh = larger, False


def _replay(folder: Path, error: RuleViolation) -> str:
    words = ["balance", "replay", str(folder), "--playout", str(error.playout), "--cell", error.cell]
    return f"finished chunks are kept in {folder}; see it happen with\n    {shlex.join(words)}"


def _how_to_go_on(experiment: Experiment, played: RunSummary) -> str:
    stored, asked = sum(played.stored.values()), sum(cell.games for cell in experiment.cells)
    return (
        f"interrupted: {stored:,} of {asked:,} games are saved in {played.folder}; "
        "the same command goes on from there"
    )
