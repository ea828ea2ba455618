"""What a run says while it lasts, all of it on stderr: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self

import click

from balance.engine.stopping import Stop

if TYPE_CHECKING:
    from balance.engine.running import Progress

_EVERY = 30.0  # seconds between plain lines
_TELLING = 2.0  # seconds of playing from which on they tell how fast it goes


class Talk:
    """Messages and progress of a run; a context, so that a terminal is left as it was found.

    Args:
        quiet: Say nothing.
    """

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._bar: Any = None
        self._task: Any = None
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        """Start."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        self.finish()

    def finish(self) -> None:
        """Leave the bar as it is; a later one begins anew."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def say(self, text: str) -> None:
        """One message."""
        if self._quiet:
            return
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False)
        else:
            click.echo(text, err=True)

    def show(self, progress: Progress) -> None:
        """How far it is."""
        if self._quiet:
            return
        if sys.stderr.isatty():
            self._show_bar(progress)
        elif time.monotonic() - self._last >= _EVERY:
            self._last = time.monotonic()
            click.echo(
                f"{progress.played:,} of {progress.to_play:,} games{_comma(_speed(progress))}", err=True
            )

    def _show_bar(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = _bar()
            self._task = self._bar.add_task("", total=progress.to_play, speed="")
            self._bar.start()
        self._bar.update(self._task, completed=progress.played, speed=_comma(_speed(progress)))


def _speed(progress: Progress) -> str:
    """Rate and time left, nothing as long as too little was played to tell; at the end the rate alone."""
    is_over = progress.played >= progress.to_play
    if progress.seconds < _TELLING and not is_over:
        return ""
    rate = progress.played / max(progress.seconds, 1e-9)
    if is_over:
        return f"{rate:,.0f} a second"
    left = round((progress.to_play - progress.played) / max(rate, 1e-9))
    minutes, seconds = divmod(left, 60)
    hours, minutes = divmod(minutes, 60)
    time_left = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
    return f"{rate:,.0f} a second, {time_left} left"


def _comma(text: str) -> str:
    return f", {text}" if text else ""


def _bar() -> Any:
    from rich.console import Console  # noqa: PLC0415  # only a terminal needs it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415  # as above

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games{task.fields[speed]}"),
        console=Console(stderr=True),
    )


@contextmanager
def stoppable(quiet: bool) -> Iterator[Stop]:
    """A request to stop that the first Ctrl-C (or SIGTERM) makes while work goes on that is finished first.

    The second one, and any while no such work goes on, does what it did before: it interrupts at once.

    Args:
        quiet: Do not say so.
    """
    stop = Stop()

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop.is_set() or not stop.finishes:
            usual = before[number]
            if callable(usual):
                usual(number, frame)
            raise KeyboardInterrupt
        stop.set()
        if not quiet:  # written past Python's buffers, which the signal may have interrupted
            with suppress(OSError):
                os.write(2, f"\nstopping: {stop.finishes}; once more aborts at once\n".encode())

    before: dict[int, Any] = {
        number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
