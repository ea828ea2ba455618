"""`balance` and `python -m balance`: the one place that turns what happened into an exit code.

Everything heavier than the interpreter's own modules is imported once signals are listened to.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

from balance.core.errors import BalanceError
from balance.core.exit_codes import ExitCode
from balance.core.streams import OutputLost, ReaderGone, drop_stdout, guard_streams

if TYPE_CHECKING:
    from balance.commands.options import Terminal


def main(args: Sequence[str] | None = None) -> int:
    """Run one command and say how it went.

    Args:
        args: The command line without the program's name; by default that of this process.

    Returns:
        The exit code: what the command returned, 0 if it returned nothing; a `BalanceError`'s own code; 2 for
        a command line that does not fit; 130 when interrupted or told to end; 0 when the reader of stdout went
        away; 70 for a crash.
    """
    guard_streams()
    with _Interruptible() as signals:
        try:
            code = _outcome(list(sys.argv[1:] if args is None else args), signals)
        except (KeyboardInterrupt, Exception) as error:
            if not signals.is_hit and not isinstance(error, KeyboardInterrupt):
                raise
            _say("interrupted")
            code = ExitCode.INTERRUPTED
        try:
            sys.stdout.flush()
        except (OSError, OutputLost):
            drop_stdout()
        return code


class _Interruptible:
    """SIGTERM interrupts as Ctrl-C does, from the first import to the last line.

    Attributes:
        is_hit: Whether either came; an import may turn the interruption into an error of its own.
    """

    def __init__(self) -> None:
        self.is_hit = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """Listen, unless whoever started this process had a signal ignored, or listens already."""
        for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
            if signal.getsignal(number) == usual:
                with suppress(ValueError):  # only the main thread may
                    self._before[number] = signal.signal(number, self._hit)
        return self

    def __exit__(self, *_: object) -> None:
        """Listen no more."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _hit(self, number: int, frame: FrameType | None) -> None:
        self.is_hit = True
        raise KeyboardInterrupt


def _outcome(args: list[str], signals: _Interruptible) -> int:
    """The exit code of a command line, with everything said about how it came to it."""
    import click  # noqa: PLC0415  # see above

    from balance.commands.options import Terminal  # noqa: PLC0415  # as above

    terminal = Terminal()
    try:
        code = _call(args, terminal)
        sys.stdout.flush()
    except ReaderGone:
        drop_stdout()
        return 0
    except click.Abort:
        raise KeyboardInterrupt from None
    except BalanceError as error:
        _say(str(error))
        _say_traceback(terminal, error)
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except Exception as error:
        if signals.is_hit:
            raise
        _say(f"balance crashed: {type(error).__name__}: {error}")
        if not _say_traceback(terminal, error):
            _say("the option -v shows where; please report it")
        return ExitCode.CRASH
    return code


def _call(args: list[str], terminal: Terminal) -> int:
    """Answer a shell that completes, else call the command as click's `standalone_mode=False` would.

    click's own `main` is not used because it ends the process with 1 on a closed pipe.
    """
    from click.exceptions import Exit  # noqa: PLC0415  # as above

    from balance.commands import balance  # noqa: PLC0415  # as above

    instruction = os.environ.get("_BALANCE_COMPLETE")
    if instruction:
        from click.shell_completion import shell_complete  # noqa: PLC0415  # only a shell needs it

        return shell_complete(balance, {}, "balance", "_BALANCE_COMPLETE", instruction)
    try:
        with balance.make_context("balance", args, obj=terminal) as context:
            result = balance.invoke(context)
    except Exit as leave:
        return leave.exit_code
    return result if isinstance(result, int) else 0


def _say(text: str) -> None:
    """To stderr, unless it is gone too."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def _say_traceback(terminal: Terminal, error: BaseException) -> bool:
    """Where a failure of ours happened, if that was asked for; a user's error has none worth showing."""
    ours = not isinstance(error, BalanceError) or error.exit_code == ExitCode.CRASH
    if terminal.verbose and ours:
        _say("".join(traceback.format_exception(error)).rstrip())
    return terminal.verbose


if __name__ == "__main__":
    sys.exit(main())
