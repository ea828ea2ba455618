"""The process's own streams, so that a reader who goes away is told from a fault of ours."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Any

from balance.core.errors import BalanceError
from balance.core.exit_codes import ExitCode


class ReaderGone(BrokenPipeError):
    """Whoever read stdout has read enough."""


class OutputLost(BalanceError):
    """What stdout should have got could not be written."""

    exit_code = ExitCode.CRASH


class _Output(io.FileIO):
    """Stdout's file; a failure to write it is told apart from that of any other file."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise ReaderGone(*error.args) from error
        except OSError as error:
            raise OutputLost(f"the result cannot be written: {error.strerror}") from error


class _Messages(io.FileIO):
    """Stderr's file; a message that nobody can get keeps nothing from being done."""

    def write(self, data: Any) -> int:
        with suppress(OSError):
            return super().write(data)
        return len(data)


def guard_streams() -> None:
    """Make the process's stdout and stderr fit to fail; does nothing where a test has put others in place.

    A closed one leads nowhere from now on: else the next file that is opened would take its number, and get
    what is meant for people.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the smallest number that is free, which is this one
    if sys.stdout is None:
        sys.stdout = _nowhere()
    elif sys.stdout is sys.__stdout__:
        sys.stdout = _on(sys.stdout, _Output)
    if sys.stderr is None:
        sys.stderr = _nowhere()
    elif sys.stderr is sys.__stderr__:
        sys.stderr = _on(sys.stderr, _Messages)


def drop_stdout() -> None:
    """Keep the interpreter's last flush from complaining that stdout cannot be written."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nowhere() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8", write_through=True)


def _on(stream: Any, kind: type[io.FileIO]) -> Any:
    """The same stream on a file of this kind; itself where it is none on a plain file, as a Windows console."""
    raw = getattr(getattr(stream, "buffer", None), "raw", getattr(stream, "buffer", None))
    if not isinstance(raw, io.FileIO):
        return stream
    with suppress(OSError):
        stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(kind(raw.fileno(), "w", closefd=False)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering or stream.write_through,
    )
