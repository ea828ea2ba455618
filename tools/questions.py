"""Answer the questions of docs/questions.md: run each command, and write what it says below it.

`python tools/questions.py` writes the page again, with numbers only those answers; `--check` only says which
answers are no longer true.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from balance.__main__ import main

PAGE = Path(__file__).resolve().parent.parent / "docs" / "questions.md"
_QUESTION = re.compile(r"(```bash\n(balance compare [^\n]*)\n```\n\n```text\n)(.*?)(```)", re.S)
_MOST_MOVED = 5
_INDENT = "  "


@dataclass(frozen=True, slots=True)
class Question:
    """A command and the answer that is written below it.

    Args:
        command: As a reader types it.
        answer: The lines below it.
    """

    command: str
    answer: str

    @property
    def words(self) -> list[str]:
        """The command line without the program's name."""
        return shlex.split(self.command)[1:]


def questions(text: str) -> list[Question]:
    """All questions of a page."""
    return [Question(match[2], match[3]) for match in _QUESTION.finditer(text)]


def said(words: Sequence[str]) -> list[str]:
    """What a command prints.

    Raises:
        RuntimeError: If it fails.
    """
    out = io.StringIO()
    with TemporaryDirectory() as folder, redirect_stdout(out):
        code = main([*words, "-q", "-o", str(Path(folder) / "comparison")])
    if code:
        raise RuntimeError(f"balance {shlex.join(words)}: exit {code}")
    return out.getvalue().splitlines()


def answer(lines: Sequence[str]) -> str:
    """A comparison in short: rules, the largest changes, what did not move, what pairing saved."""
    start = next(place for place, line in enumerate(lines) if line.startswith("Rules that differ"))
    return "".join(f"{line}\n" for line in _shortened(lines[start:]))


def _shortened(lines: Sequence[str]) -> Iterator[str]:
    section, said_so_far = "", 0
    for line in lines:
        if line and not line.startswith(_INDENT):
            section, said_so_far = line, 0
            if line.startswith("Intervals:"):
                return
        if section == "What moved" and line.startswith(_INDENT):
            said_so_far += not line.startswith(3 * _INDENT)
            if said_so_far > _MOST_MOVED:
                continue
        yield line


def answered(text: str, chosen: Collection[int] = ()) -> str:
    """The page with every answer as it is now.

    Args:
        text: The page.
        chosen: Numbers of the questions to ask, from 1; none for all.
    """
    numbers = count(1)

    def asked(match: re.Match[str]) -> str:
        if chosen and next(numbers) not in chosen:
            return match[0]
        return match[1] + answer(said(shlex.split(match[2])[1:])).rstrip() + "\n" + match[4]

    return _QUESTION.sub(asked, text)


if __name__ == "__main__":
    before = PAGE.read_text(encoding="utf-8")
    after = answered(before, [int(word) for word in sys.argv[1:] if word.isdecimal()])
    if "--check" in sys.argv[1:]:
        pairs = zip(questions(before), questions(after), strict=True)
        changed = [old.command for old, new in pairs if old != new]
        print("\n".join(changed) or "every answer is true")
        sys.exit(1 if changed else 0)
    PAGE.write_text(after, encoding="utf-8")
