"""Playing an experiment for a command: what is said meanwhile, and what an end before its time means."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from balance.commands.progress import Talk
from balance.core.errors import BalanceError, RuleViolation, RunError
from balance.core.exit_codes import ExitCode

if TYPE_CHECKING:
    from balance.config import Experiment
    from balance.engine.running import RunSummary
    from balance.engine.stopping import Stop

REPORTS = Path("reports")


class InterruptedRunError(BalanceError):
    """The user stopped a run; what was finished is saved."""

    exit_code = ExitCode.INTERRUPTED


@dataclass(frozen=True, slots=True)
class Playing:
    """How experiments are played; no result depends on it.

    Args:
        talk: What is said meanwhile.
        stop: Once set nothing further is begun.
        jobs: Threads; 0 is one a core.
        batch_size: Playouts a batch, None for about a quarter of a second.
        command: The command line that repeats all of it.
    """

    talk: Talk
    stop: Stop
    jobs: int
    batch_size: int | None
    command: str

    def play(self, experiment: Experiment, folder: Path, *, fresh: bool = False) -> RunSummary:
        """Play what is not stored yet.

        Raises:
            UsageError: If the folder does not fit; nothing was played or written then.
            RunError: If a playout broke a rule, or the folder cannot be written.
            InterruptedRunError: If the user stopped it.
        """
        from balance.engine.running import run_experiment  # noqa: PLC0415  # heavy; completion needs it not

        try:
            played = run_experiment(
                experiment,
                folder,
                jobs=self.jobs,
                batch_size=self.batch_size,
                fresh=fresh,
                command=self.command,
                on_progress=self.talk.show,
                on_message=self.talk.say,
                stop=self.stop,
            )
        except RuleViolation as error:
            raise RunError(f"{error}\n{_replay(folder, error)}") from error
        finally:
            self.talk.finish()
        if played.interrupted or self.stop.is_set():
            raise InterruptedRunError(_how_to_go_on(experiment, played))
        return played


def _replay(folder: Path, error: RuleViolation) -> str:
    words = ["balance", "replay", str(folder), "--playout", str(error.playout), "--cell", error.cell]
    return f"finished chunks are kept in {folder}; see it happen with\n    {shlex.join(words)}"


def _how_to_go_on(experiment: Experiment, played: RunSummary) -> str:
    stored, asked = sum(played.stored.values()), sum(cell.games for cell in experiment.cells)
    return (
        f"interrupted: {stored:,} of {asked:,} games are saved in {played.folder}; "
        "the same command goes on from there"
    )
