"""`balance gate`: did anything move too far since it was blessed?"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from balance.commands.judging import flags, judged_experiment, playing
from balance.commands.options import (
    LARGEST_SEED,
    batch_size_option,
    change_options,
    config_argument,
    jobs_option,
    lang_option,
    no_games_option,
    seed_option,
    talk_options,
)
from balance.core.errors import RunError

if TYPE_CHECKING:
    from balance.config import Experiment
    from balance.engine.blocks import How
    from balance.verdict.rehearsal import Rehearsal

_BROKEN = 70


@click.command(name="gate")
@config_argument
@click.option(
    "--self-test", is_flag=True, help="Plant a drift and none, and see both told apart; writes nothing."
)
@click.option(
    "--inconclusive",
    type=click.Choice(["fail", "warn", "pass"]),
    default="fail",
    show_default=True,
    help="What it counts as if nothing can be told: fail exits 3, the others 0.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "junit", "github", "markdown"]),
    default="text",
    show_default=True,
    help="What is printed.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Write JUnit XML there, too.")
@click.option(
    "--markdown", type=click.Path(path_type=Path), metavar="FILE", help="Write Markdown there, too."
)
@click.option(
    "--fresh-seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="N",
    help="Play other dice than those that were blessed, to guard against luck.",
)
@change_options
@no_games_option
@seed_option
@jobs_option
@batch_size_option
@lang_option
@talk_options
def command(
    config: str,
    self_test: bool,
    inconclusive: Any,
    form: str,
    as_json: bool,
    junit: Path | None,
    markdown: Path | None,
    fresh_seed: int | None,
    sets: tuple[str, ...],
    varies: tuple[str, ...],
    seed: int | None,
    jobs: int,
    batch_size: int | None,
    lang: str,
    quiet: bool,
    verbose: bool,
) -> int:
    """Hold CONFIG against its baseline: PASS, FAIL or INCONCLUSIVE.

    Plays as many games as it takes to be sure, and no more. Exits 0 for PASS, 1 for FAIL, 3 if nothing can be told, 4
    without a baseline that fits. The gates stand in the config, the baseline in <config>.baseline.json beside it. Where
    GITHUB_ACTIONS is set, annotations are printed below the text; GITHUB_STEP_SUMMARY gets the Markdown.
    """
    experiment = judged_experiment(config, sets, varies, seed)
    started = time.monotonic()
    repeat = flags(sets, varies, seed)
    with playing(experiment, jobs=jobs, batch_size=batch_size, quiet=quiet, repeat=repeat) as how:
        if self_test:
            return _self_test(experiment, how, "json" if as_json else form, lang)
        document = _judged(experiment, how, fresh_seed, inconclusive)
    outputs = _outputs(document, lang, time.monotonic() - started)
    for path, name in ((junit, "junit"), (markdown, "markdown")):
        if path is not None:
            _write(path, outputs[name])
    _summarise(outputs["markdown"])
    click.echo(outputs["json" if as_json else form], nl=False)
    if form == "text" and not as_json and os.environ.get("GITHUB_ACTIONS") == "true":
        click.echo(outputs["github"], nl=False)
    return int(document["exit_code"])


def _judged(experiment: Experiment, how: How, fresh_seed: int | None, inconclusive: Any) -> dict[str, Any]:
    from balance.metrics import specs  # noqa: PLC0415  # heavy; completion needs it not
    from balance.verdict.baseline_file import baseline_path, read_baseline  # noqa: PLC0415  # as above
    from balance.verdict.gate_document import gate_document  # noqa: PLC0415  # as above
    from balance.verdict.judging import judge  # noqa: PLC0415  # as above
    from balance.verdict.sampling import gated_cells  # noqa: PLC0415  # as above

    known = specs(experiment.game)
    gated_cells(experiment, known)  # without gates there is nothing that a baseline could be lacking for
    path = baseline_path(experiment.file)
    baseline = read_baseline(path)
    judgement = judge(experiment, known, baseline, how, fresh_seed=fresh_seed)
    return gate_document(experiment, known, judgement, baseline_file=str(path), inconclusive=inconclusive)


def _outputs(document: dict[str, Any], lang: Any, seconds: float) -> Mapping[str, str]:
    """The document in every form."""
    from balance.report.gate_ci import github_annotations, junit  # noqa: PLC0415  # as above
    from balance.report.gate_lines import markdown, text_lines  # noqa: PLC0415  # as above

    return {
        "text": text_lines(document, lang) + "\n",
        "json": json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n",
        "junit": junit(document, lang, seconds),
        "github": "".join(f"{line}\n" for line in github_annotations(document, lang)),
        "markdown": markdown(document, lang),
    }


def _write(path: Path, text: str) -> None:
    from balance.engine.folder import write_whole  # noqa: PLC0415  # as above

    try:
        write_whole(path, text.encode(), shared=True)
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror}") from error


def _summarise(text: str) -> None:
    """What GitHub shows below a job's log; a job has one file, to which every step adds."""
    name = os.environ.get("GITHUB_STEP_SUMMARY")
    if name:
        try:
            with Path(name).open("a", encoding="utf-8") as file:
                file.write(text + "\n")
        except OSError as error:
            raise RunError(f"{name} cannot be written: {error.strerror}") from error


def _self_test(experiment: Experiment, how: How, form: str, lang: Any) -> int:
    from balance.metrics import specs  # noqa: PLC0415  # as above
    from balance.report.rehearsal_lines import rehearsal_lines  # noqa: PLC0415  # as above
    from balance.verdict.rehearsal import rehearsal_document, rehearse  # noqa: PLC0415  # as above

    rehearsal: Rehearsal = rehearse(experiment, specs(experiment.game), how)
    document = rehearsal_document(experiment, rehearsal)
    click.echo(json.dumps(document, indent=2) if form == "json" else rehearsal_lines(document, lang))
    return 0 if rehearsal.is_as_promised else _BROKEN
