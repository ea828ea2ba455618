"""`balance` and `python -m balance`: the one place that turns what happened into an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

import click

from balance.commands import balance
from balance.commands.options import Terminal
from balance.core.errors import BalanceError

USAGE, CRASH, INTERRUPTED = 2, 70, 130


def main(args: Sequence[str] | None = None) -> int:
    """Run one command and say how it went.

    Args:
        args: The command line without the program's name; by default that of this process.

    Returns:
        The exit code: what the command returned, 0 if it returned nothing; a `BalanceError`'s own code; 2 for
        a command line that does not fit; 130 when interrupted; 0 when the reader of stdout went away; 70 for
        a crash.
    """
    terminal = Terminal()
    try:
        code = _call(list(sys.argv[1:] if args is None else args), terminal)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_stdout()
        return 0
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        return INTERRUPTED
    except BalanceError as error:
        _say(str(error))
        _say_traceback(terminal, error)
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return USAGE
    except Exception as error:
        _say(f"balance crashed: {type(error).__name__}: {error}")
        if not _say_traceback(terminal, error):
            _say("the option -v shows where; please report it")
        return CRASH
    return code


def _call(args: list[str], terminal: Terminal) -> int:
    """Answer a shell that completes, else call the command as click's `standalone_mode=False` would.

    click's own `main` is not used because it ends the process with 1 on a closed pipe.
    """
    instruction = os.environ.get("_BALANCE_COMPLETE")
    if instruction:
        from click.shell_completion import shell_complete  # noqa: PLC0415  # only a shell needs it

        return shell_complete(balance, {}, "balance", "_BALANCE_COMPLETE", instruction)
    try:
        with balance.make_context("balance", args, obj=terminal) as context:
            result = balance.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    return result if isinstance(result, int) else 0


def _say(text: str) -> None:
    """To stderr, unless it is gone too."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def _say_traceback(terminal: Terminal, error: BaseException) -> bool:
    """Where a failure of ours happened, if that was asked for; a user's error has none worth showing."""
    ours = not isinstance(error, BalanceError) or error.exit_code == CRASH
    if terminal.verbose and ours:
        _say("".join(traceback.format_exception(error)).rstrip())
    return terminal.verbose


def _drop_stdout() -> None:
    """Keep the interpreter's last flush from complaining about the closed pipe."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
