"""`run --best`: the best cell of a sweep, played again with fresh chance before its effect is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.commands.options import LARGEST_SEED
from balance.commands.playing import Playing
from balance.core.errors import UsageError
from balance.games import GAMES

if TYPE_CHECKING:
    from balance.config import Experiment
    from balance.metrics import CellMeasures
    from balance.report.sweep_part import BestCell
    from balance.verdict.sweeping import Aim

BEST = "best"
"""Folder within a run's, with the baseline cell and the best cell played again."""
_AIM = "aim.json"


def checked_aim(text: str | None, experiment: Experiment) -> Aim | None:
    """What `--best` asks for, before anything is played; None if it is not asked.

    Raises:
        UsageError: If it names no metric, or nothing is swept.
    """
    from balance.metrics import specs  # noqa: PLC0415  # heavy; completion needs it not
    from balance.metrics.series import printed_facts  # noqa: PLC0415  # as above
    from balance.verdict.sweeping import aim_of  # noqa: PLC0415  # as above

    if text is None:
        return None
    aim = aim_of(text, specs(experiment.game), printed_facts(experiment.game))
    if len(experiment.cells) < 2:
        raise UsageError(f"--best {text}: there is one variant only; sweep a key with --vary")
    return aim


def play_best(
    aim: Aim, experiment: Experiment, cells: Sequence[CellMeasures], folder: Path, playing: Playing
) -> None:
    """Play the best cell and the baseline once more, with a seed that nothing was picked by.

    Args:
        aim: By what a cell is best.
        experiment: The sweep.
        cells: What was measured in it.
        folder: The sweep's run folder.
        playing: How it is played.

    Raises:
        UsageError: If the folder does not fit.
        InterruptedRunError: If the user stopped it.
    """
    from balance.engine.folder import write_whole  # noqa: PLC0415  # heavy; completion needs it not
    from balance.engine.manifest import experiment_id  # noqa: PLC0415  # as above
    from balance.engine.store import json_bytes  # noqa: PLC0415  # as above
    from balance.verdict.sweeping import baseline_cell, best_cell  # noqa: PLC0415  # as above

    base = baseline_cell(experiment.game, {cell.key: dict(cell.settings) for cell in experiment.cells})
    best = best_cell(aim, {cell.facts.key: cell for cell in cells})
    if best is None:
        playing.talk.say(f"{aim.metric} is no single size of a whole game here: no variant is best by it")
        return
    played = {cell.key: cell for cell in experiment.cells}
    again = [played[base]] if best == base else [played[base], played[best]]
    seed = (experiment.seed + 1) % (LARGEST_SEED + 1)
    playing.play(replace(experiment, cells=tuple(again), seed=seed), folder / BEST, fresh=True)
    about = {
        "experiment": experiment_id(experiment),
        "metric": aim.metric,
        "direction": aim.direction,
        "baseline": base,
        "best": best,
    }
    write_whole(folder / BEST / _AIM, json_bytes(about))


def read_best(folder: Path, sweep: Mapping[str, Any]) -> BestCell | None:
    """What the fresh run in a sweep's folder says; None if there is none of this sweep, played by the same sources.

    Args:
        folder: The sweep's run folder.
        sweep: Its manifest.

    Raises:
        RunError: If a chunk is damaged.
    """
    from balance.engine.documents import read_json  # noqa: PLC0415  # heavy; completion needs it not
    from balance.engine.store import open_run  # noqa: PLC0415  # as above
    from balance.metrics import specs  # noqa: PLC0415  # as above
    from balance.report.sweep_part import BestCell  # noqa: PLC0415  # as above
    from balance.verdict.comparing import adjusted  # noqa: PLC0415  # as above
    from balance.verdict.pairs import cell_changes  # noqa: PLC0415  # as above

    if not (folder / BEST / _AIM).is_file():
        return None
    about = read_json((folder / BEST / _AIM).read_text(encoding="utf-8"))
    run = open_run(folder / BEST, GAMES)
    base, best = about["baseline"], about["best"]
    if about.get("experiment") != sweep["experiment"] or run.manifest["versions"] != sweep["versions"]:
        return None
    found = [spec for spec in specs(run.game) if spec.name == about["metric"]]
    changes = () if base == best else cell_changes(best, found, run, base, run, best).changes
    whole = [change for change in adjusted(changes) if change.seat is None and change.item is None]
    return BestCell(about["metric"], best, run.manifest["seed"], whole[0] if whole else None)


def best_record(best: BestCell) -> dict[str, Any]:
    """The best cell as plain data for JSON."""
    from balance.verdict.comparison import change_record  # noqa: PLC0415  # heavy; completion needs it not

    change = None if best.change is None else change_record(best.change)
    return {"metric": best.metric, "cell": best.cell, "seed": best.seed, "change": change}
