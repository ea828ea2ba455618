"""What `gate` and `baseline` share: loading a config that is judged, and playing it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from balance.commands.names import metric_names
from balance.commands.progress import Talk, stoppable
from balance.config import Experiment, load_experiment
from balance.core.errors import RuleViolation, RunError

if TYPE_CHECKING:
    from balance.engine.blocks import How


def judged_experiment(
    config: str, sets: Sequence[str], varies: Sequence[str], seed: int | None
) -> Experiment:
    """A config with its gates checked.

    Raises:
        ConfigErrors: Everything that is wrong with it, misspelt metrics included.
    """
    return load_experiment(config, sets=sets, varies=varies, seed=seed, metrics=metric_names)


@contextmanager
def playing(
    experiment: Experiment, *, jobs: int, batch_size: int | None, quiet: bool, repeat: Sequence[str] = ()
) -> Iterator[How]:
    """How blocks are played for a person who watches, and may stop it.

    Args:
        experiment: What is played.
        jobs: Threads.
        batch_size: Playouts a batch.
        quiet: Whether to say nothing.
        repeat: Flags that make the config what is played, for the command that replays a failure.
    """
    from balance.engine.blocks import How, InterruptedPlayError  # noqa: PLC0415  # heavy; completion needs it not

    with Talk(quiet) as talk, stoppable(quiet) as stop:
        for warning in experiment.warnings:
            talk.say(warning)
        try:
            yield How(jobs, batch_size, talk.show, talk.say, stop)
            if stop.is_set():  # asked for while the last block was played
                raise InterruptedPlayError
        except RuleViolation as error:
            words = ["balance", "replay", experiment.file, *repeat]
            words += ["--playout", str(error.playout), "--cell", error.cell]
            raise RunError(f"{error}\nsee it happen with\n    {shlex.join(words)}") from error


def flags(sets: Sequence[str], varies: Sequence[str], seed: int | None) -> list[str]:
    """Flags that make a config the experiment that is played."""
    words = [word for text in sets for word in ("-s", text)]
    words += [word for text in varies for word in ("--vary", text)]
    return words + (["--seed", str(seed)] if seed is not None else [])
