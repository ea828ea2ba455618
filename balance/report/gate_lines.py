"""A gate's document for people: plain text for a log, Markdown for a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from balance.core.texts import Lang
from balance.report.gate_words import COLUMNS, Document, GateWords, plain_lines

_RIGHT = frozenset({"a", "b", "value", "limit", "n"})


def text_lines(document: Document, lang: Lang) -> str:
    """The whole verdict as text."""
    return plain_lines(_text(GateWords(document, lang)))


def _text(words: GateWords) -> Iterator[str]:
    yield words.headline()
    yield ""
    yield from words.tested()
    yield words.baseline()
    yield from words.changes()
    first = words.first_difference()
    if first:
        yield first
    yield from words.notes()
    yield ""
    yield from _table(words)
    since = list(words.since_first())
    if since:
        yield ""
        yield from since
    if words.hint():
        yield ""
        yield words.hint()


def _table(words: GateWords) -> Iterator[str]:
    right = {number for number, name in enumerate(COLUMNS) if name in _RIGHT}
    yield from words.aligned([words.columns(), *(row.cells for row in words.rows())], right)


def markdown(document: Document, lang: Lang) -> str:
    """The whole verdict as Markdown, for a step summary or a comment."""
    words = GateWords(document, lang)
    verdict, _, rest = words.headline().partition(":")
    lines = [f"### {_escaped(words.document['title'][lang])}", "", f"**{verdict}**:{_escaped(rest)}", ""]
    told = [*words.tested(), words.baseline(), *words.changes(), words.first_difference(), *words.notes()]
    lines += [_item(text) for text in told if text]
    lines += ["", *_markdown_table(words)]
    since = [_item(text) for text in words.since_first()]
    lines += ["", *since] if since else []
    lines += ["", _escaped(words.hint())] if words.hint() else []
    return "\n".join(lines) + "\n"


def _item(text: str) -> str:
    """A line of a list; what was indented stands one level deeper."""
    indent = "  " if text.startswith(" ") else ""
    return f"{indent}- {_escaped(text.strip())}"


def _markdown_table(words: GateWords) -> Iterator[str]:
    yield f"| {' | '.join(words.columns())} |"
    yield "|" + "|".join(" ---: " if name in _RIGHT else " --- " for name in COLUMNS) + "|"
    for row in words.rows():
        yield f"| {' | '.join(map(_escaped, row.cells))} |"


def _escaped(text: str) -> str:
    """A text in which no sign means anything to Markdown, nor to the HTML it becomes."""
    text = re.sub(r"([\\`*_\[\]|~#])", r"\\\1", " ".join(text.splitlines()))
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
