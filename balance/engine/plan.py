"""Cells → chunks → batches: which playouts are played together, and nothing about playing them.

A chunk is what is stored in one file. Its boundaries are fixed round numbers, so that a run may be stopped,
raised or played with any number of workers and any batch size, and still writes the same files; a deal of a
rotated line-up may begin in one chunk and end in the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

_STEPS = ((1_000, 100), (10_000, 1_000))  # (below this playout, so many a chunk): a short run saves early
LARGEST_CHUNK = 10_000
"""Playouts of a chunk once a run is longer; boundaries of all others lie inside of one as large."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Playouts of a cell that are stored together.

    Args:
        cell: Number of the cell within the experiment.
        first: First playout, a boundary.
        count: Playouts; fewer than the boundaries allow only at the end of a cell.
    """

    cell: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Playouts of a chunk that a worker plays in one go.

    Args:
        chunk: The chunk.
        first: First playout.
        count: Playouts.
    """

    chunk: Chunk
    first: int
    count: int

    @property
    def is_last(self) -> bool:
        """Whether the chunk is complete with it."""
        return self.first + self.count == self.chunk.first + self.chunk.count


def chunk_size(first: int) -> int:
    """Playouts of a complete chunk that starts at this boundary."""
    return next((size for below, size in _STEPS if first < below), LARGEST_CHUNK)


def cell_chunks(cell: int, games: int) -> Iterator[Chunk]:
    """The chunks that hold playouts 0 … games − 1 of a cell; the last one may be partial."""
    first = 0
    while first < games:
        count = min(chunk_size(first), games - first)
        yield Chunk(cell, first, count)
        first += count


def chunks_to_play(cell: int, games: int, stored: Mapping[int, int]) -> tuple[Chunk, ...]:
    """The chunks of a cell that are not stored, or only in part.

    Args:
        cell: Number of the cell.
        games: Playouts asked.
        stored: First playout to number of playouts of each chunk that is stored and may be used.
    """
    return tuple(chunk for chunk in cell_chunks(cell, games) if stored.get(chunk.first, 0) < chunk.count)


def stored_games(stored: Mapping[int, int]) -> int:
    """Playouts from 0 on without a gap in these chunks (first playout → count)."""
    games = 0
    while games in stored:
        complete = stored[games] == chunk_size(games)
        games += stored[games]
        if not complete:
            break
    return games


def next_boundary(games: int) -> int:
    """The smallest boundary at or above this number of playouts."""
    first = 0
    while first < games:
        first += chunk_size(first)
    return first


def chunk_batches(chunk: Chunk, size: Callable[[], int]) -> Iterator[Batch]:
    """The batches of a chunk in order.

    Args:
        chunk: The chunk.
        size: Asked before each batch, so that batches may follow the measured speed; at least 1.
    """
    first, end = chunk.first, chunk.first + chunk.count
    while first < end:
        count = max(1, min(size(), end - first))
        yield Batch(chunk, first, count)
        first += count
