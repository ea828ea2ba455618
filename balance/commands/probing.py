"""`run --probe`: the same deals once more with one thing changed, in a folder of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from balance.commands.playing import Playing
from balance.core.errors import UsageError
from balance.games import GAMES

if TYPE_CHECKING:
    from balance.config.experiment import Cell, Experiment
    from balance.engine.store import Run
    from balance.report.probe_block import Probed

PROBES = "probes"
"""Folder within a run's, with every cell's original and its variants."""
_ABOUT = "probes.json"
MOST_CELLS = 6
"""Cells of a sweep that may be probed: each is played some thirty times."""


def probed_experiment(experiment: Experiment, games: int) -> tuple[Experiment, list[dict[str, str]]]:
    """The experiment of originals and variants, and what each variant is, before anything is played.

    Args:
        experiment: What is asked of the run.
        games: Playouts of each.

    Raises:
        UsageError: If the game has nothing to probe, or there are too many cells.
    """
    game = experiment.game
    if find_spec(f"{game.package}.probes") is None:
        raise UsageError(f"--probe: {game.slug} has nothing to probe")
    if len(experiment.cells) > MOST_CELLS:
        raise UsageError(f"--probe: {len(experiment.cells)} variants are too many, {MOST_CELLS} at most")
    cells: list[Cell] = []
    about: list[dict[str, str]] = []
    for cell in experiment.cells:
        n = games + -games % (cell.n_seats if cell.rotate else 1)
        cells.append(replace(cell, games=n))
        for probe in game.module("probes").probes(cell.rules):
            setting = (probe.key, probe.value)
            key = f"{cell.key},{probe.key}={'null' if probe.value is None else probe.value}"
            cells.append(
                replace(cell, key=key, settings=(*cell.settings, setting), rules=probe.rules, games=n)
            )
            about.append({"cell": key, "base": cell.key, "item": probe.item, "step": probe.step})
    swept = {**experiment.swept, PROBES: tuple(dict.fromkeys(entry["step"] for entry in about))}
    return replace(experiment, cells=tuple(cells), games=games, swept=swept, precision={}), about


def play_probes(experiment: Experiment, games: int, folder: Path, playing: Playing) -> None:
    """Play originals and variants into the run's folder, and say beforehand how much that is.

    Raises:
        UsageError: If the folder does not fit.
        InterruptedRunError: If the user stopped it.
    """
    from balance.engine.folder import write_whole  # noqa: PLC0415  # heavy; completion needs it not
    from balance.engine.store import json_bytes  # noqa: PLC0415  # as above

    probed, about = probed_experiment(experiment, games)
    total, n = sum(cell.games for cell in probed.cells), len(experiment.cells)
    originals = f"{n} original{'' if n == 1 else 's'}"
    playing.talk.say(
        f"--probe: {len(about)} variants and {originals} of {games:,} games each, {total:,} games more"
    )
    playing.play(probed, folder / PROBES, fresh=True)
    metric = experiment.game.module("probes").METRIC
    write_whole(folder / PROBES / _ABOUT, json_bytes({"metric": metric, "probes": about}))


def read_probes(folder: Path, run: Run) -> Sequence[Probed]:
    """What the variants in a run's folder show; nothing if there are none of this run.

    Args:
        folder: The run folder.
        run: The run itself.

    Raises:
        RunError: If a chunk is damaged.
    """
    from balance.engine.documents import read_json  # noqa: PLC0415  # heavy; completion needs it not
    from balance.engine.store import open_run  # noqa: PLC0415  # as above
    from balance.metrics import specs  # noqa: PLC0415  # as above
    from balance.report.probe_block import Probed  # noqa: PLC0415  # as above
    from balance.verdict.pairs import cell_changes  # noqa: PLC0415  # as above

    if not (folder / PROBES / _ABOUT).is_file():
        return ()
    about = read_json((folder / PROBES / _ABOUT).read_text(encoding="utf-8"))
    inside = open_run(folder / PROBES, GAMES)
    same = ("seed", "game")
    if any(inside.manifest[key] != run.manifest[key] for key in same):
        return ()
    wanted = [
        spec for spec in specs(run.game) if spec.name in (about["metric"], "seat_win_share", "score_mean")
    ]
    found = []
    for entry in about["probes"]:
        base, key = entry["base"], entry["cell"]
        if base not in run.cells or inside.cells[base].rules != run.cells[base].rules:
            return ()
        if not (inside.cells[base].n_units and inside.cells[key].n_units):
            continue
        changes = cell_changes(key, wanted, inside, base, inside, key).changes
        common = next((c for c in changes if (c.metric, c.item) == (about["metric"], entry["item"])), None)
        seats = tuple(c for c in changes if c.metric == "seat_win_share" and c.seat is not None)
        score = next((c for c in changes if c.metric == "score_mean" and c.seat is None), None)
        found.append(Probed(base, entry["item"], entry["step"], common, seats, score))
    return found
