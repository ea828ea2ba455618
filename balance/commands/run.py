"""`balance run`: a config is played into its run folder, measured and reported."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from balance.commands.best import checked_aim, play_best
from balance.commands.evaluation import keep_pictures, measure_run, remove_others, summary, write_report
from balance.commands.names import metric_names
from balance.commands.options import (
    MOST_GAMES,
    batch_size_option,
    change_options,
    config_argument,
    format_option,
    fresh_option,
    games_option,
    jobs_option,
    lang_option,
    out_option,
    seed_option,
    talk_options,
)
from balance.commands.playing import REPORTS, Playing
from balance.commands.precision import check_asked, enlarged, missed, reached
from balance.commands.probing import play_probes, probed_experiment
from balance.commands.progress import Talk, stoppable
from balance.config import Experiment, load_experiment

if TYPE_CHECKING:
    from balance.metrics import CellMeasures


@click.command(name="run")
@config_argument
@change_options
@games_option
@seed_option
@jobs_option
@batch_size_option
@click.option(
    "--best",
    metavar="METRIC",
    help="Play the best variant of a sweep again with fresh chance, e.g. seat_w:min, and tell its effect from that.",
)
@click.option(
    "--probe",
    "probe",
    type=click.IntRange(100, MOST_GAMES),
    metavar="N",
    help="Also play N games of every variant with one thing changed (a variety a point up, a point down, "
    "banned) on the same dice as the original, and say what it does; some thirty times N games a cell.",
)
@out_option
@fresh_option
@format_option
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
    best: str | None,
    probe: int | None,
    out: Path | None,
    fresh: bool,
    formats: tuple[str, ...],
    lang: str,
    quiet: bool,
    verbose: bool,
) -> None:
    """Play CONFIG and write its report.

    The run folder holds the tables, metrics.json and index.html. The same experiment there is gone on with:
    what is stored is not played again, and raising the number of games only adds to it. --format names what is
    written instead; a page or table of an earlier report that no longer fits is removed.
    """
    experiment = load_experiment(
        config, sets=sets, varies=varies, games=games, seed=seed, metrics=metric_names
    )
    aim = checked_aim(best, experiment)
    check_asked(experiment)
    if probe is not None:
        probed_experiment(experiment, probe)
    folder = out or _default_folder(experiment)
    repeat = _command(config, sets, varies, games, seed, best, probe, lang)
    with Talk(quiet) as talk:
        for warning in experiment.warnings:
            talk.say(warning)
        with stoppable(quiet) as stop:
            playing = Playing(talk, stop, jobs, batch_size, repeat)
            cells = _play(experiment, folder, playing, fresh=fresh)
            if aim is not None:
                play_best(aim, experiment, cells, folder, playing)
            if probe is not None:
                play_probes(experiment, probe, folder, playing)
        keep_pictures(folder)
        model = write_report(folder, cells, lang, formats)
        remove_others(folder, formats)
    click.echo("\n".join(summary(folder, model, formats)))
    for line in reached(experiment, cells, model.lang):
        click.echo(line)
    if model.sweep is not None and model.sweep.best:
        from balance.report.numbers import plain  # noqa: PLC0415  # heavy; completion needs it not

        for sentence in model.sweep.best:
            click.echo(plain(sentence))


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
    best: str | None,
    probe: int | None,
    lang: str,
) -> str:
    """The command line that gives the same report on any machine."""
    words = ["balance", "run", config]
    for flag, texts in (("-s", sets), ("--vary", varies)):
        words += [word for text in texts for word in (flag, text)]
    for flag, value in (("-n", games), ("--seed", seed), ("--best", best), ("--probe", probe)):
        words += [flag, str(value)] if value is not None else []
    return shlex.join(words + (["--lang", lang] if lang != "en" else []))


def _play(experiment: Experiment, folder: Path, playing: Playing, *, fresh: bool) -> list[CellMeasures]:
    """Play and measure, again with more games as long as a precision is asked and not reached."""
    while True:
        playing.play(experiment, folder, fresh=fresh)
        cells = measure_run(folder)
        larger = enlarged(experiment, cells)
        if larger is None:
            for line in missed(experiment, cells):
                playing.talk.say(line)
            return cells
        experiment, fresh = larger, False
