"""A side of a comparison in its run folder: played into it or found there, and what a page says of it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from balance.commands.playing import Playing
from balance.commands.sides import Side
from balance.core.run_files import PAGE
from balance.games import GAMES
from balance.verdict.differences import RuleSet, stored_rules
from balance.verdict.lineups import LineUp, stored_line_up

if TYPE_CHECKING:
    from balance.engine.store import Run
    from balance.report.compared_runs import ComparedRun


@dataclass(frozen=True, slots=True)
class PlayedSide:
    """What is compared, with its rows.

    Args:
        name: As `Side` has it.
        run: The stored run.
        places: Where each cell's rules were written, by cell and dotted key.
    """

    name: str
    run: Run
    places: Mapping[str, Mapping[str, str]]

    def rules(self, cell: str) -> RuleSet:
        """A cell's resolved rules."""
        return stored_rules(self._record(cell)["rules"], self.places.get(cell, {}))

    def line_up(self, cell: str) -> LineUp:
        """Who plays in a cell, and by what weights."""
        return stored_line_up(self.run.manifest, self._record(cell))

    def _record(self, cell: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = next(each for each in self.run.manifest["cells"] if each["key"] == cell)
        return found


def check_side(side: Side, folder: Path, *, fresh: bool) -> None:
    """Refuse a folder that a side cannot be played into, before the other one is.

    Args:
        side: What is asked.
        folder: Run folder of an experiment, in the folder of the comparison.
        fresh: Replace whatever run is in the folder.

    Raises:
        UsageError: If it does not fit.
    """
    from balance.engine.folder import check_claim, check_usable  # noqa: PLC0415  # heavy; completion needs it not
    from balance.engine.manifest import experiment_id  # noqa: PLC0415  # as above

    if side.experiment is not None:
        check_usable(folder.parent)  # the one that the user named
        check_claim(folder, experiment_id(side.experiment), fresh=fresh)


def played_side(side: Side, folder: Path, playing: Playing, *, fresh: bool) -> PlayedSide:
    """Play a side, unless it is stored.

    Args:
        side: What is asked.
        folder: Run folder of an experiment, in the folder of the comparison.
        playing: How it is played.
        fresh: Replace whatever run is in the folder.

    Raises:
        UsageError: If a folder does not fit.
        RunError: If a playout broke a rule.
        InterruptedRunError: If the user stopped it.
    """
    from balance.engine.store import open_run  # noqa: PLC0415  # heavy; completion needs it not

    if side.experiment is not None:
        playing.play(side.experiment, folder, fresh=fresh)
        run = open_run(folder, GAMES)
        return PlayedSide(side.name, run, {cell.key: cell.places for cell in side.experiment.cells})
    assert side.folder is not None
    run = open_run(side.folder, GAMES)
    written = {
        key: value["place"] for key, value in run.manifest["values"].items() if value["place"] != "default"
    }
    return PlayedSide(side.name, run, dict.fromkeys(run.cells, written))


def compared_runs(pair: tuple[PlayedSide, PlayedSide], folder: Path, lang: str) -> Iterator[ComparedRun]:
    """What a page says of the runs of two sides.

    Args:
        pair: First and second side.
        folder: Where the page of the comparison is.
        lang: Its language.
    """
    from balance.report.compared_runs import ComparedRun  # noqa: PLC0415  # heavy; completion needs it not
    from balance.report.facts import RunFacts  # noqa: PLC0415  # as above

    names: tuple[Literal["a", "b"], ...] = ("a", "b")
    for side, played in zip(names, pair, strict=True):
        there = played.run.folder
        words = ["balance", "report", str(there), *(["--lang", lang] if lang != "en" else [])]
        link = Path(os.path.relpath(there, folder), PAGE).as_posix() if (there / PAGE).is_file() else ""
        facts = RunFacts.from_manifest(played.run.manifest)
        yield ComparedRun(side, facts, quote(link), shlex.join(words))
