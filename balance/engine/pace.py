"""How fast a game is played here: kernels are compiled and timed, batches are cut by the measured speed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from balance.core.kernel import COMPILED
from balance.core.kernel_cache import cache_of
from balance.engine.plan import Batch, Chunk
from balance.engine.stopping import Stop
from balance.engine.worker import Rows, Setting, play_batch, play_rows

_BATCH_SECONDS = 0.25  # aimed at, so that one on a busy machine still ends within half a second
_MEASURED_SECONDS = 0.02
_SILENT_SECONDS = 1.0  # compiling is mentioned only when it takes longer than this
_COMPILING = "the kernels are compiled to the end and kept"
_LOADING_SECONDS = 6.0  # and than this, if the kernels should only have to be loaded


class Pace:
    """The measured speed, by which batches are cut; what is played does not depend on it.

    Args:
        seconds_per_playout: First guess.
        fixed: Playouts a batch if the user wants so many.
    """

    def __init__(self, seconds_per_playout: float, fixed: int | None) -> None:
        self._seconds = seconds_per_playout
        self._fixed = fixed

    def batch_size(self) -> int:
        """Playouts of the next batch."""
        return self._fixed or max(1, int(_BATCH_SECONDS / self._seconds))

    def note(self, rows: Rows) -> None:
        """Learn from a batch that was played."""
        self._seconds = max(1e-9, rows.seconds / rows.batch.count)


def is_cached(slug: str) -> bool:
    """Whether a game's kernels were compiled before by this version, so that they only have to be loaded."""
    folder, _ = cache_of(_kernel_module(slug))
    return folder is not None and any(folder.glob(f"{slug}_*/kernel.*.nbi"))


def _kernel_module(slug: str) -> str:
    return f"balance.games.{slug}.kernel"


def warm_up(setting: Setting, say: Callable[[str], None], stop: Stop | None = None) -> float:
    """Compile before any worker starts, so that it is done once.

    Args:
        setting: Any cell; the kernels of all cells of a game are the same.
        say: Told in one line if it takes long.
        stop: Told that a compilation is finished first; where machine code is only loaded, nothing is.

    Returns:
        Seconds a playout, roughly.

    Raises:
        RuleViolation: If not even the first playout can be played.
    """
    once = cache_of(_kernel_module(setting.game.slug))[1] or "once for this version"
    is_kept = is_cached(setting.game.slug)
    silent = _LOADING_SECONDS if is_kept else _SILENT_SECONDS
    note = threading.Timer(silent, say, [f"compiling {setting.game.slug} kernels, {once} …"])
    note.daemon = True
    if COMPILED:
        note.start()
    try:
        with (stop or Stop()).waits_while("" if is_kept or not COMPILED else _COMPILING):
            pace = play_batch(setting, Batch(Chunk(0, 0, 1), 0, 1)).seconds
    finally:
        note.cancel()
    count, seconds = 1, 0.0
    while seconds < _MEASURED_SECONDS:
        started = time.perf_counter()
        try:
            play_rows(setting, 0, count)
        except Exception:
            break  # told when that playout has its turn, with the chunks before it stored
        seconds = time.perf_counter() - started
        pace = seconds / count
        count *= 2
    return pace
