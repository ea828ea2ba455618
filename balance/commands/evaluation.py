"""From a run folder to its estimates, its metrics.json, its page and the lines on stdout; plays nothing."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.commands.best import best_record, read_best
from balance.commands.options import DEFAULT_FORMATS
from balance.commands.probing import read_probes
from balance.core.errors import RunError, UsageError
from balance.core.run_files import MARKDOWN, METRICS, PAGE, PICTURES, TABLE, own_files
from balance.core.texts import Lang
from balance.games import GAMES

if TYPE_CHECKING:
    from balance.engine.store import Run
    from balance.metrics import CellMeasures
    from balance.report import ReportModel
    from balance.report.examples import Wanted
    from balance.report.playouts import Shown
    from balance.verdict.sweeping import Sweep

SCHEMA_VERSION = 1
_FILES: Mapping[str, str] = {"html": PAGE, "md": MARKDOWN, "json": METRICS, "csv": TABLE}

_TEXTS: Mapping[str, Mapping[Lang, str]] = {
    "report": {"en": "Report: {path}", "de": "Bericht: {path}"},
}


def measure_run(folder: Path) -> list[CellMeasures]:
    """Estimates of every cell that has playouts.

    Raises:
        UsageError: If it is no run folder.
        RunError: If a chunk is damaged.
    """
    from balance.engine.store import open_run  # noqa: PLC0415  # heavy; completion of a command needs it not
    from balance.metrics import measure_cell, specs  # noqa: PLC0415  # as above

    run = open_run(folder, GAMES)
    found = specs(run.game)
    return [measure_cell(facts, found, run.chunks(key)) for key, facts in run.cells.items() if facts.n_units]


def write_report(
    folder: Path, cells: Sequence[CellMeasures], lang: str, formats: Sequence[str] = DEFAULT_FORMATS
) -> ReportModel:
    """Write what was asked for of a run: its page, pictures, Markdown, and estimates as JSON or CSV.

    Raises:
        RunError: If no cell has a playout, or the folder cannot be written.
    """
    from balance.engine.folder import write_whole  # noqa: PLC0415  # as above
    from balance.engine.manifest import with_option  # noqa: PLC0415  # as above
    from balance.engine.store import json_bytes, open_run  # noqa: PLC0415  # as above
    from balance.metrics import ladder_records, records, specs  # noqa: PLC0415  # as above
    from balance.report import RunFacts, build  # noqa: PLC0415  # as above
    from balance.report.markdown import markdown  # noqa: PLC0415  # as above
    from balance.report.render import write  # noqa: PLC0415  # as above
    from balance.verdict.sweeping import sweep_records  # noqa: PLC0415  # as above

    run = open_run(folder, GAMES)
    facts = RunFacts.from_manifest(run.manifest)
    spoken = with_option(facts.command, ("--lang",), None if lang == "en" else lang)
    sweep = _sweep(run, cells)
    best = None if sweep is None else read_best(folder, run.manifest)
    tell = _teller(run, spoken, lang)
    model = build(
        replace(facts, command=spoken),
        cells,
        lang,
        _examples(run, tell),
        sweep,
        best,
        read_probes(folder, run),
        _shown(run, tell),
    )
    units = {spec.name: spec.unit for spec in specs(run.game)}
    found = [{**record, "unit": units[record["metric"]]} for record in records(cells)]
    document = {
        "schema_version": SCHEMA_VERSION,
        "policies": {cell.facts.key: list(cell.facts.policies) for cell in cells},
        "metrics": found,
        "ladder": ladder_records(cells),
    }
    if sweep is not None:
        document["sweep"] = {**sweep_records(sweep), "best": best and best_record(best)}
    try:
        if "json" in formats:
            write_whole(folder / METRICS, json_bytes(document))
        if "csv" in formats:
            write_whole(folder / TABLE, _csv(found))
        if "md" in formats:
            write_whole(folder / MARKDOWN, markdown(model).encode())
        write(model, folder, page="html" in formats, pictures="png" in formats)
    except OSError as error:
        raise RunError(f"{folder} cannot be written: {error.strerror}") from error
    return model


def remove_others(folder: Path, formats: Sequence[str]) -> None:
    """Remove what an earlier report of this folder wrote in other formats: it no longer fits the tables.

    Raises:
        RunError: If the folder cannot be written.
    """
    old = [folder / name for form, name in _FILES.items() if form not in formats]
    if "png" not in formats:
        old += own_files(folder, PICTURES)
    try:
        for path in old:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"{folder} cannot be written: {error.strerror}") from error


def _csv(found: Sequence[Mapping[str, Any]]) -> bytes:
    """Estimates as a table, a row each; what does not exist is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return text.getvalue().encode()


def _settings(run: Run) -> dict[str, dict[str, Any]]:
    """Swept keys and values of each cell."""
    return {cell["key"]: cell["settings"] for cell in run.manifest["cells"]}


def _sweep(run: Run, cells: Sequence[CellMeasures]) -> Sweep | None:
    """Every cell against the baseline cell; None where there is one cell, or the baseline has no playouts."""
    from balance.metrics import specs  # noqa: PLC0415  # as above
    from balance.verdict.sweeping import baseline_cell, sweep_of  # noqa: PLC0415  # as above

    measured = {cell.facts.key: cell for cell in cells}
    settings = _settings(run)
    baseline = baseline_cell(run.game, settings)
    if len(measured) < 2 or baseline not in measured or not all(settings.values()):
        return None
    return sweep_of(baseline, specs(run.game), measured, run.chunks)


def keep_pictures(folder: Path) -> None:
    """Keep what the page draws of some playouts, if the game draws any.

    Raises:
        RunError: If a playout is not what the run has stored, or the folder cannot be written.
    """
    from balance.engine.scenes import keep_scenes  # noqa: PLC0415  # as above
    from balance.engine.store import open_run  # noqa: PLC0415  # as above

    keep_scenes(open_run(folder, GAMES))


_OF_RUN = (("--best",), ("--probe",))
"""What `run` can be asked for and `replay` knows nothing of."""


def _teller(run: Run, command: str, lang: str) -> Callable[[str, int], str]:
    """From a cell and a playout to the command that tells it; it needs no run folder."""
    from balance.engine.manifest import with_option  # noqa: PLC0415  # as above

    for names in (("-n", "--games"), ("--lang",), *_OF_RUN):
        command = with_option(command, names, None)
    words = shlex.split(command)
    if words[:2] != ["balance", "run"]:
        return lambda _, __: ""

    def tell(cell: str, playout: int) -> str:
        own = ["balance", "replay", *words[2:], "--playout", str(playout)]
        own += ["--cell", cell] if len(run.cells) > 1 else []
        return shlex.join(own + ([] if lang == "en" else ["--lang", lang]))

    return tell


def _examples(run: Run, tell: Callable[[str, int], str]) -> Callable[[Wanted], str]:
    """From a wanted playout to the command that tells it."""

    def command(wanted: Wanted) -> str:
        try:
            playout = _found(run, wanted)
        except (RunError, UsageError):
            return ""  # all playouts were truncated, or only metrics are left of them
        return "" if playout is None else tell(wanted.cell, playout)

    return command


def _found(run: Run, wanted: Wanted) -> int | None:
    """A playout of the wanted kind.

    Raises:
        UsageError: If no playout is stored that could be picked.
        RunError: If a file is damaged.
    """
    from balance.engine.picking import PICKS, Kind, cut_off, example, pick  # noqa: PLC0415  # as above

    if wanted.how in PICKS:
        return pick(run, wanted.cell, wanted.how).playout
    if wanted.how == "cut_off":
        return cut_off(run, wanted.cell)
    is_won, is_end = wanted.how == "won_most", wanted.how in ("end", "few_ends")
    kind = Kind(
        winner=wanted.seat if wanted.how == "seat" else None,
        policy=wanted.word if wanted.how == "policy" else "",
        end=wanted.word if is_end else "",
        table=wanted.table,
        column=wanted.column,
        is_won=is_won,
    )
    return example(run, wanted.cell, kind)


def _shown(run: Run, tell: Callable[[str, int], str]) -> list[Shown]:
    """The playouts that the run has kept to be drawn; none of what another version has kept."""
    from balance.engine.scenes import read_scenes  # noqa: PLC0415  # as above
    from balance.report.playouts import Shown  # noqa: PLC0415  # as above

    try:
        scenes = read_scenes(run)
    except UsageError:
        return []  # `balance report` says so
    return [Shown(key, kept, tell(key, kept.playout)) for key, found in scenes.items() for kept in found]


def summary(folder: Path, model: ReportModel, formats: Sequence[str] = DEFAULT_FORMATS) -> Iterator[str]:
    """What stdout gets: where the report is, at most five findings with intervals, what n can and cannot see."""
    from balance.report.numbers import plain  # noqa: PLC0415  # as above

    for form in ("html", "md", "json", "csv"):
        if form in formats:
            yield _TEXTS["report"][model.lang].format(path=folder / _FILES[form])
            break
    yield ""
    if model.quiet:
        yield model.quiet
    for headline in model.headlines:
        answer = " ".join([headline.lead, *(_sentence(detail) for detail in headline.details)])
        yield plain(answer)
        yield from (f"    {plain(line)}" for line in headline.cells)
        if headline.replay:
            yield f"    {plain(headline.replay_words)} {headline.replay}"
    yield ""
    yield plain(model.power)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
