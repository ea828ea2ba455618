"""Playouts in whole blocks, all cells side by side and nothing stored: what a gate looks at.

Cells take turns, a few blocks each, so that whoever watches may stop early in all of them. What a block holds depends
on nothing but the cell, the seed and the block's playouts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.config.experiment import Experiment
from balance.core.errors import BalanceError
from balance.core.exit_codes import ExitCode
from balance.core.machine import n_cores
from balance.engine.backends import ordered_map
from balance.engine.frames import Tables, games_frame, seats_frame, tables_of
from balance.engine.pace import Pace, warm_up
from balance.engine.plan import Batch, Chunk, chunk_batches
from balance.engine.running import Progress
from balance.engine.stopping import Stop
from balance.engine.worker import Rows, Setting, joined, play_batch, prepare

_TURN = 5  # blocks a cell plays before it is the next one's turn, after the first turn


@dataclass(frozen=True, slots=True)
class How:
    """How blocks are played; nothing in them depends on it.

    Args:
        jobs: Threads; 0 is one a core.
        batch_size: Playouts a batch; by default about a quarter of a second.
        on_progress: Called after every batch, from the calling thread.
        say: Told a line when something takes time.
        stop: Once set, no further batch is begun.
    """

    jobs: int = 0
    batch_size: int | None = None
    on_progress: Callable[[Progress], None] = lambda _: None
    say: Callable[[str], None] = lambda _: None
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole blocks of a cell, one after another.

    Args:
        cell: Number of the cell.
        first_block: The first of them.
        n_blocks: How many.
        games: Table `games` of their playouts.
        seats: Table `seats` of the same.
    """

    cell: int
    first_block: int
    n_blocks: int
    games: Any
    seats: Any


class InterruptedPlayError(BalanceError):
    """`How.stop` was set before all blocks were played."""

    exit_code = ExitCode.INTERRUPTED

    def __str__(self) -> str:
        """What became of it."""
        return "interrupted: nothing was judged or written"


def play_blocks(
    experiment: Experiment, how: How, *, block: int, n_blocks: int, first_turn: int
) -> Generator[Stretch, None, None]:
    """Play the blocks of every cell, cell by cell in turns; close the iterator to stop early.

    Args:
        experiment: Its cells; how many games they ask for does not matter.
        how: How to play.
        block: Playouts of a block.
        n_blocks: Blocks of each cell.
        first_turn: Blocks of the first turn; later ones are shorter.

    Raises:
        RuleViolation: If a playout broke a rule.
        InterruptedPlayError: If `how.stop` was set.
    """
    settings = [prepare(experiment.game, cell, experiment.seed) for cell in experiment.cells]
    tables = tables_of(settings)
    turns = list(_turns(len(settings), block, n_blocks, first_turn))
    pace = Pace(warm_up(settings[0], how.say, how.stop), how.batch_size)
    batches = (batch for chunk in turns for batch in chunk_batches(chunk, pace.batch_size))

    def play(batch: Batch) -> Rows:
        return play_batch(settings[batch.chunk.cell], batch)

    to_play = block * n_blocks * len(settings)
    played, started = 0, time.perf_counter()
    collected: list[Rows] = []
    with how.stop.waits_while("what is being played is finished, nothing is judged or written"):
        for rows in ordered_map(play, batches, jobs=how.jobs or n_cores(), is_stopped=how.stop.is_set):
            pace.note(rows)
            collected.append(rows)
            played += rows.batch.count
            how.on_progress(Progress(played, to_play, time.perf_counter() - started))
            if rows.batch.is_last:
                yield _stretch(tables, settings, collected, block)
                collected = []
    if played < to_play:
        raise InterruptedPlayError


def _turns(n_cells: int, block: int, n_blocks: int, first_turn: int) -> Iterator[Chunk]:
    done = 0
    while done < n_blocks:
        blocks = min(_TURN if done else first_turn, n_blocks - done)
        yield from (Chunk(cell, done * block, blocks * block) for cell in range(n_cells))
        done += blocks


def _stretch(tables: Tables, settings: Sequence[Setting], parts: Sequence[Rows], block: int) -> Stretch:
    chunk = parts[0].batch.chunk
    setting = settings[chunk.cell]
    games, seats = joined([part.games for part in parts]), joined([part.seats for part in parts])
    return Stretch(
        chunk.cell,
        chunk.first // block,
        chunk.count // block,
        games_frame(tables, setting, games),
        seats_frame(tables, setting, seats),
    )
