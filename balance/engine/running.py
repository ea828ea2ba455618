"""Play an experiment into its run folder: claim, plan, play, store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from balance.config.experiment import Experiment
from balance.core.errors import RunError
from balance.core.machine import n_cores
from balance.engine.backends import ordered_map
from balance.engine.folder import claimed
from balance.engine.frames import Tables, games_frame, seats_frame, tables_of
from balance.engine.manifest import chunk_key, describe, experiment_id, game_sources
from balance.engine.pace import Pace, warm_up
from balance.engine.plan import Batch, Chunk, chunk_batches, chunks_to_play, stored_games
from balance.engine.stopping import Stop
from balance.engine.store import Store
from balance.engine.worker import Rows, Setting, joined, play_batch, prepare


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Args:
        played: Playouts played by this process.
        to_play: Playouts this process set out to play.
        seconds: Time since the first of them was begun.
    """

    played: int
    to_play: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RunSummary:
    """How a run ended.

    Args:
        folder: The run folder.
        stored: Playouts stored of each cell, by its key.
        played: Playouts played by this process.
        seconds: Time it took to play and store them.
        interrupted: Whether playouts that were asked for are missing.
    """

    folder: Path
    stored: dict[str, int]
    played: int
    seconds: float
    interrupted: bool


@dataclass(frozen=True, slots=True)
class _How:
    """How a run is played; no stored byte depends on it."""

    jobs: int
    batch_size: int | None
    on_progress: Callable[[Progress], None]
    say: Callable[[str], None]
    stop: Stop


def run_experiment(
    experiment: Experiment,
    folder: Path,
    *,
    jobs: int = 0,
    batch_size: int | None = None,
    fresh: bool = False,
    command: str = "",
    on_progress: Callable[[Progress], None] | None = None,
    on_message: Callable[[str], None] | None = None,
    stop: Stop | None = None,
) -> RunSummary:
    """Play what is not stored yet; the stored tables depend on nothing but the experiment and the sources.

    Args:
        experiment: What is asked.
        folder: The run folder; the same experiment there is gone on with.
        jobs: Threads that play; 0 is one a core.
        batch_size: Playouts a batch; by default about a quarter of a second.
        fresh: Replace whatever run is in the folder.
        command: The command line that repeats the run, for the manifest.
        on_progress: Called after every batch, from the calling thread.
        on_message: Called with a line when something takes time or is otherwise than asked.
        stop: Once set no further batch is begun; complete chunks are kept.

    Raises:
        UsageError: If the folder does not fit; nothing was played or written then.
        RuleViolation: If a playout broke a rule; the chunks before it are kept.
        RunError: If the folder cannot be written any more.
    """
    how = _How(
        jobs or n_cores(),
        batch_size,
        on_progress or (lambda _: None),
        on_message or (lambda _: None),
        stop or Stop(),
    )
    sources = game_sources(experiment.game.slug)
    keys = [chunk_key(experiment, cell, sources) for cell in experiment.cells]
    settings = [prepare(experiment.game, cell, experiment.seed) for cell in experiment.cells]
    tables = tables_of(settings)  # refuses names that clash, so it comes before anything is removed
    with claimed(folder, experiment_id(experiment), fresh=fresh) as earlier:
        timings = dict((earlier or {}).get("timings") or {})
        try:
            record = _Record(experiment, folder, keys, sources, command, timings)
            return _play_missing(record, settings, tables, how)
        except OSError as error:
            raise RunError(
                f"{folder} cannot be written: {error.strerror}; finished chunks are kept"
            ) from error


class _Record:
    """A run in its folder while it is played: the chunks, and the manifest that describes them."""

    def __init__(
        self,
        experiment: Experiment,
        folder: Path,
        keys: Sequence[str],
        sources: str,
        command: str,
        timings: dict[str, Any],
    ) -> None:
        self.experiment = experiment
        self.folder = folder
        self.store = Store(folder, keys)
        self.timings = timings
        self._keys, self._sources, self._command = keys, sources, command

    def games(self) -> list[int]:
        """Playouts of each cell, from 0 on without a gap."""
        return [stored_games(stored) for stored in self.store.stored]

    def is_complete(self) -> bool:
        """Whether all that is asked for is stored."""
        return all(n >= cell.games for n, cell in zip(self.games(), self.experiment.cells, strict=True))

    def missing(self) -> list[Chunk]:
        """The chunks to play, cell by cell."""
        cells = zip(self.experiment.cells, self.store.stored, strict=True)
        return [
            chunk
            for number, (cell, stored) in enumerate(cells)
            for chunk in chunks_to_play(number, cell.games, stored)
        ]

    def write_manifest(self) -> None:
        """Describe what is stored now."""
        manifest = describe(
            self.experiment,
            command=self._command,
            keys=self._keys,
            games=self.games(),
            sources=self._sources,
            timings=self.timings,
            interrupted=not self.is_complete(),
        )
        self.store.write_manifest(manifest)


def _play_missing(record: _Record, settings: Sequence[Setting], tables: Tables, how: _How) -> RunSummary:
    chunks = record.missing()
    to_play = sum(chunk.count for chunk in chunks)
    _say_what_is_stored(record, to_play, how)
    record.write_manifest()  # from here on the folder is known to be ours, whatever happens
    played, seconds = 0, 0.0
    if chunks:
        pace = Pace(warm_up(settings[chunks[0].cell], how.say, how.stop), how.batch_size)
        started = time.perf_counter()
        try:
            with how.stop.waits_while("what is being played is finished and saved"):
                for batch in _stored_batches(record, settings, tables, _rows(settings, chunks, pace, how)):
                    played += batch.count
                    how.on_progress(Progress(played, to_play, time.perf_counter() - started))
        finally:
            seconds = time.perf_counter() - started
            record.timings = _timings(played, seconds, how.jobs)
            record.write_manifest()
    if record.is_complete():
        record.store.remove_stale()
    stored = {cell.key: n for cell, n in zip(record.experiment.cells, record.games(), strict=True)}
    return RunSummary(record.folder, stored, played, seconds, not record.is_complete())


def _say_what_is_stored(record: _Record, to_play: int, how: _How) -> None:
    stored = sum(record.games())
    if stored and to_play:
        how.say(f"games stored already: {stored:,}; played now: {to_play:,}")
    for cell, games in zip(record.experiment.cells, record.games(), strict=True):
        if games > cell.games:
            how.say(f"{cell.key}: {cell.games:,} games asked, {games:,} are stored: all of them are used")


def _stored_batches(
    record: _Record, settings: Sequence[Setting], tables: Tables, played: Iterator[Rows]
) -> Iterator[Batch]:
    """The batches as they are played; a chunk is stored before its last one is passed on."""
    collected: list[Rows] = []
    for rows in played:
        collected.append(rows)
        if rows.batch.is_last:
            setting = settings[rows.batch.chunk.cell]
            games = joined([part.games for part in collected])
            seats = joined([part.seats for part in collected])
            collected.clear()
            record.store.save(
                rows.batch.chunk,
                {"games": games_frame(tables, setting, games), "seats": seats_frame(tables, setting, seats)},
            )
        yield rows.batch


def _rows(settings: Sequence[Setting], chunks: Sequence[Chunk], pace: Pace, how: _How) -> Iterator[Rows]:
    """What the workers play, in the order of the chunks."""
    batches = (batch for chunk in chunks for batch in chunk_batches(chunk, pace.batch_size))

    def play(batch: Batch) -> Rows:
        return play_batch(settings[batch.chunk.cell], batch)

    for rows in ordered_map(play, batches, jobs=how.jobs, is_stopped=how.stop.is_set):
        pace.note(rows)
        yield rows


def _timings(played: int, seconds: float, jobs: int) -> dict[str, Any]:
    return {
        "seconds": round(seconds, 3),
        "playouts": played,
        "playouts_per_second": round(played / seconds, 1) if seconds > 0 else None,
        "jobs": jobs,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
    }
