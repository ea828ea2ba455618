"""Where a value was written, and how that is shown: the text of a file or a flag, and marks into it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from balance.core.errors import ConfigError
from balance.core.suggest import did_you_mean

MOST_BYTES = 1_000_000
_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # those that the YAML scanner counts
_LONGEST_LINE = 240  # a longer line is not shown: nobody finds the caret below it
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A text that config values are read from.

    Args:
        name: The file as the user named it, or the flag: `-s`, `--vary`.
        text: All of it.
        is_flag: Whether it is a flag's text.
        lines: Its lines without their breaks.
    """

    name: str
    text: str
    is_flag: bool = False
    lines: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Split once; errors look lines up by number."""
        object.__setattr__(self, "lines", tuple(_LINE_BREAK.split(self.text)))

    def mark(self, line: int, column: int, width: int = 1) -> Mark:
        """A place in it, 1-based."""
        return Mark(self, line, column, max(1, width))

    def whole(self) -> Mark:
        """All of it, for faults that have no line."""
        return Mark(self, 0, 0, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A place in a source.

    Args:
        source: The text.
        line: 1-based line; 0 stands for the whole source.
        column: 1-based column.
        width: Columns that a caret underlines.
    """

    source: Source
    line: int
    column: int
    width: int

    @property
    def place(self) -> str:
        """For tables: `file:line`, or the flag."""
        if self.source.is_flag or not self.line:
            return self.source.name
        return f"{self.source.name}:{self.line}"

    def part(self, start: int, width: int) -> Mark:
        """A stretch of it, `start` columns on."""
        return Mark(self.source, self.line, self.column + start, max(1, width))

    def error(self, problem: str, *, key: str = "", hint: str = "") -> ConfigError:
        """A fault at this place, its line shown unless it is too long to read."""
        shown = self.source.lines[self.line - 1] if 0 < self.line <= len(self.source.lines) else ""
        shown = "" if len(shown) > _LONGEST_LINE else _printable(shown)
        return ConfigError(
            problem,
            file=self.source.name,
            line=self.line,
            column=self.column,
            key=key,
            hint=hint,
            source=shown,
            width=min(self.width, max(1, len(shown) - self.column + 1)),
        )


def _printable(line: str) -> str:
    """Every sign one column wide, so that the caret below stands right."""
    return "".join(sign if sign.isprintable() else " " for sign in line)


def shorten(text: str, most: int = 40) -> str:
    """Text for a message: one line, printable, not endless."""
    plain = "".join(sign if sign.isprintable() else "�" for sign in text)
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def read_source(name: str) -> Source:
    """Read a config's text.

    Args:
        name: Path as the user named it.

    Raises:
        ConfigError: It is missing, no regular file, too large (it is not read then), binary or not UTF-8.
    """
    data = _read_bytes(name)
    if data.startswith(_UTF16):
        raise ConfigError("the file is UTF-16", file=name, hint="save it as UTF-8")
    if b"\0" in data:
        raise ConfigError("the file is binary, not a YAML text", file=name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(name, data, error) from None
    return Source(name, text)


def _read_bytes(name: str) -> bytes:
    path = Path(name)
    try:
        status = path.stat()
        if S_ISDIR(status.st_mode):
            raise ConfigError("this is a folder, not a file", file=name, hint=_configs_in(path))
        if not S_ISREG(status.st_mode):
            raise ConfigError("this is no regular file", file=name)
        if status.st_size > MOST_BYTES:
            raise ConfigError(
                f"the file has {status.st_size / 1e6:,.1f} MB; a config may have {MOST_BYTES / 1e6:g} MB",
                file=name,
            )
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES)
    except FileNotFoundError:
        raise ConfigError("no such file", file=name, hint=_near(path)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ConfigError(f"the file cannot be read: {reason}", file=name) from None


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))[:200]
    except OSError:
        return []


def _near(path: Path) -> str:
    """The config of that folder that was probably meant."""
    names = {name.removesuffix(Path(name).suffix): name for name in _names_in(path.parent)}
    hint = did_you_mean(path.stem, names) if names else ""
    for stem, name in names.items():
        if hint == f"did you mean '{stem}'?":
            return f"did you mean '{path.parent / name}'?"
    return f"the folder '{path.parent}' does not exist" if not path.parent.is_dir() else ""


def _configs_in(folder: Path) -> str:
    names = _names_in(folder)
    return f"configs in it: {', '.join(names[:12])}" if names else ""


def _not_utf8(name: str, data: bytes, error: UnicodeDecodeError) -> ConfigError:
    before = data[: error.start].decode("utf-8-sig", errors="replace")
    text = before + data[error.start :].decode("cp1252", errors="replace")
    lines = _LINE_BREAK.split(before)
    mark = Source(name, text).mark(len(lines), len(lines[-1]) + 1)
    return mark.error(
        f"byte 0x{data[error.start]:02X} is not UTF-8",
        hint="save the file as UTF-8; it looks like Windows-1252 (Latin-1)",
    )
