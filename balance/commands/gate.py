"""`balance gate`: did anything move too far since it was blessed?"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from balance.commands.judging import flags, judged_experiment, playing
from balance.commands.options import (
    LARGEST_SEED,
    NamedPath,
    batch_size_option,
    change_options,
    jobs_option,
    lang_option,
    no_games_option,
    seed_option,
    talk_options,
)
from balance.core.errors import ConfigError, ConfigErrors, RunError

if TYPE_CHECKING:
    from balance.config import Experiment
    from balance.engine.blocks import How
    from balance.verdict.baseline import Baseline

_BROKEN = 70


@click.command(name="gate")
@click.argument("configs", metavar="CONFIG...", nargs=-1, required=True, type=NamedPath(path_type=str))
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
@click.option("--junit", type=NamedPath(path_type=Path), metavar="FILE", help="Write JUnit XML there, too.")
@click.option("--markdown", type=NamedPath(path_type=Path), metavar="FILE", help="Write Markdown there, too.")
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
    configs: tuple[str, ...],
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
    GITHUB_ACTIONS is set, annotations are printed below the text; GITHUB_STEP_SUMMARY gets the Markdown. Of several
    configs each is judged, and one that fails fails all.
    """
    form = "json" if as_json else form
    experiments = _experiments(configs, sets, varies, seed)
    started = time.monotonic()
    repeat = flags(sets, varies, seed)
    baselines = [] if self_test else _baselines(experiments)
    found = []
    for place, experiment in enumerate(experiments):
        with playing(experiment, jobs=jobs, batch_size=batch_size, quiet=quiet, repeat=repeat) as how:
            if self_test:
                found.append(_rehearsed(experiment, how))
            else:
                found.append(_judged(experiment, baselines[place], how, fresh_seed, inconclusive))
    if self_test:
        return _tell_rehearsals(found, form, lang)
    outputs = _outputs(found, lang, time.monotonic() - started)
    for path, name in ((junit, "junit"), (markdown, "markdown")):
        if path is not None:
            _write(path, outputs[name])
    _summarise(outputs["markdown"])
    click.echo(outputs[form], nl=False)
    if form == "text" and os.environ.get("GITHUB_ACTIONS") == "true":
        click.echo(outputs["github"], nl=False)
    return _exit_code(found)


def _experiments(
    configs: Sequence[str], sets: Sequence[str], varies: Sequence[str], seed: int | None
) -> list[Experiment]:
    """All configs, with all that is wrong with any of them."""
    found: list[Experiment] = []
    errors: list[ConfigError] = []
    for config in dict.fromkeys(configs):
        try:
            found.append(judged_experiment(config, sets, varies, seed))
        except ConfigErrors as error:
            errors += error.errors
    if errors:
        raise ConfigErrors(errors)
    return found


def _exit_code(documents: Sequence[Mapping[str, Any]]) -> int:
    """That of the only config; of several a failure comes before what cannot be told."""
    codes = {int(document["exit_code"]) for document in documents}
    return 1 if 1 in codes else max(codes)


def _baseline(experiment: Experiment) -> Baseline:
    """What an experiment is held against.

    Raises:
        UndecidedError: If it has no gates: then there is nothing that a baseline could be lacking for.
        BaselineError: If there is none that can be read.
    """
    from balance.metrics import specs  # noqa: PLC0415  # heavy; completion needs it not
    from balance.verdict.baseline_file import baseline_path, read_baseline  # noqa: PLC0415  # as above
    from balance.verdict.compatibility import pair  # noqa: PLC0415  # as above
    from balance.verdict.sampling import gated_cells  # noqa: PLC0415  # as above

    cells = gated_cells(experiment, specs(experiment.game))
    baseline = read_baseline(baseline_path(experiment.file))
    pair(experiment, cells, baseline)
    return baseline


def _baselines(experiments: Sequence[Experiment]) -> list[Baseline]:
    """That of each; what one config lacks is said before another is played."""
    from balance.verdict.baseline import BaselineError  # noqa: PLC0415  # as above

    found = []
    for experiment in experiments:
        try:
            found.append(_baseline(experiment))
        except BaselineError as error:
            raise BaselineError(f"{experiment.file}: {error}") if len(experiments) > 1 else error from None
    return found


def _judged(
    experiment: Experiment, baseline: Baseline, how: How, fresh_seed: int | None, inconclusive: Any
) -> dict[str, Any]:
    from balance.metrics import specs  # noqa: PLC0415  # as above
    from balance.verdict.baseline_file import baseline_path  # noqa: PLC0415  # as above
    from balance.verdict.gate_document import gate_document  # noqa: PLC0415  # as above
    from balance.verdict.judging import judge  # noqa: PLC0415  # as above

    known = specs(experiment.game)
    judgement = judge(experiment, known, baseline, how, fresh_seed=fresh_seed)
    file = str(baseline_path(experiment.file))
    return gate_document(experiment, known, judgement, baseline_file=file, inconclusive=inconclusive)


def _outputs(documents: Sequence[dict[str, Any]], lang: Any, seconds: float) -> Mapping[str, str]:
    """The documents in every form."""
    from balance.report.gate_ci import github_annotations, junit  # noqa: PLC0415  # as above
    from balance.report.gate_lines import markdown, text_lines  # noqa: PLC0415  # as above

    return {
        "text": "\n".join(text_lines(document, lang) + "\n" for document in documents),
        "json": _spelt(documents, exit_code=_exit_code(documents)),
        "junit": junit(documents, lang, seconds),
        "github": "".join(f"{line}\n" for line in github_annotations(documents, lang)),
        "markdown": "\n".join(markdown(document, lang) for document in documents),
    }


def _spelt(documents: Sequence[dict[str, Any]], **whole: Any) -> str:
    """The document of a single config as it is, those of several in one."""
    found = documents[0] if len(documents) == 1 else {"schema_version": 1, **whole, "gates": list(documents)}
    return json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


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


def _rehearsed(experiment: Experiment, how: How) -> dict[str, Any]:
    from balance.metrics import specs  # noqa: PLC0415  # as above
    from balance.verdict.rehearsal import rehearsal_document, rehearse  # noqa: PLC0415  # as above

    return rehearsal_document(experiment, rehearse(experiment, specs(experiment.game), how))


def _tell_rehearsals(documents: Sequence[dict[str, Any]], form: str, lang: Any) -> int:
    from balance.report.rehearsal_lines import rehearsal_lines  # noqa: PLC0415  # as above

    is_good = all(document["as_promised"] for document in documents)
    if form == "json":
        click.echo(_spelt(documents, as_promised=is_good), nl=False)
    else:
        click.echo("\n".join(rehearsal_lines(document, lang) for document in documents))
    return 0 if is_good else _BROKEN
