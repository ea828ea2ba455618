"""The errors a user can meet. They survive pickling; only `balance.__main__.main` turns them into exit codes."""

from __future__ import annotations

from collections.abc import Iterable

from balance.core.exit_codes import ExitCode


class BalanceError(Exception):
    """Anything `balance` says on purpose; `exit_code` is what the process ends with."""

    exit_code: int = ExitCode.CRASH


class ConfigError(BalanceError):
    """One fault in a config, at its place.

    Args:
        problem: What is wrong, one sentence without a full stop.
        file: The file as the user named it, a flag such as `-s`, or empty.
        line: 1-based line, 0 if the fault has no line.
        column: 1-based column, 0 if the fault has no column.
        key: The dotted key the fault is about, empty if none.
        hint: What would be right, empty if nothing is known.
        source: The text of the faulty line, empty if there is none.
        width: How many columns the caret underlines.
    """

    exit_code = ExitCode.USAGE

    def __init__(
        self,
        problem: str,
        *,
        file: str = "",
        line: int = 0,
        column: int = 0,
        key: str = "",
        hint: str = "",
        source: str = "",
        width: int = 1,
    ) -> None:
        super().__init__(problem, file, line, column, key, hint, source, width)
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.hint = hint
        self.source = source
        self.width = width

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from keyword arguments: plain exceptions would pass them by position."""
        return (_rebuild_config_error, self.args)

    def __str__(self) -> str:
        """The message with place, line, caret and hint."""
        place = self.file
        if self.line:
            place += f":{self.line}:{self.column}"
        head = f"{place}: {self.problem}" if place else self.problem
        lines = [head]
        if self.source:
            number = f"{self.line:>6}"
            caret = " " * (self.column - 1) + "^" * max(1, self.width)
            lines += [f"{number} | {self.source}", f"{' ' * len(number)} | {caret}"]
        if self.hint:
            lines.append(f"       = {self.hint}")
        return "\n".join(lines)


def _rebuild_config_error(
    problem: str, file: str, line: int, column: int, key: str, hint: str, source: str, width: int
) -> ConfigError:
    return ConfigError(
        problem, file=file, line=line, column=column, key=key, hint=hint, source=source, width=width
    )


class ConfigErrors(BalanceError):
    """All faults of a config at once, sorted by position."""

    exit_code = ExitCode.USAGE

    def __init__(self, errors: Iterable[ConfigError]) -> None:
        self.errors = tuple(sorted(errors, key=lambda e: (e.file, e.line, e.column, e.key)))
        super().__init__(self.errors)

    def __str__(self) -> str:
        """Every message, a blank line between two."""
        return "\n\n".join(str(error) for error in self.errors)


class UsageError(BalanceError):
    """The command line or its folders do not fit; nothing was played or written."""

    exit_code = ExitCode.USAGE


class RuleViolation(BalanceError):
    """A playout reached a state the rules do not allow: a fault of ours, never of the user.

    Args:
        game: Slug of the game.
        seed: The experiment's seed.
        playout: Number of the playout.
        what: What is impossible about it.
        cell: Key of the cell.
    """

    exit_code = ExitCode.CRASH

    def __init__(self, game: str, seed: int, playout: int, what: str, cell: str = "") -> None:
        super().__init__(game, seed, playout, what, cell)
        self.game, self.seed, self.playout, self.what, self.cell = game, seed, playout, what, cell

    def __str__(self) -> str:
        """Where it happened and what is impossible."""
        cell = f", cell {self.cell}" if self.cell else ""
        return f"{self.game}: playout {self.playout} (seed {self.seed}{cell}) broke a rule: {self.what}"


class RunError(BalanceError):
    """A run could not go on or be read back."""

    exit_code = ExitCode.CRASH
