"""What the command line says about a config: `-s KEY=VALUE` sets, `--vary KEY=A,B` sweeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from balance.config.compose import compose
from balance.config.merge import nested
from balance.config.nodes import Entry, ListNode, MapNode, Node, ScalarNode, shown
from balance.config.source import Mark, Source
from balance.core.errors import ConfigError, ConfigErrors

T = TypeVar("T")

_DOTTED = ("assumed", "vary")
"""Sections whose own keys are dotted paths."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A key that takes several values.

    Args:
        path: Keys down to it.
        marks: The place of each of them.
        values: What it takes, in order.
        mark: Where the sweep stands.
    """

    path: tuple[str, ...]
    marks: tuple[Mark, ...]
    values: tuple[Node, ...]
    mark: Mark

    @property
    def key(self) -> str:
        """The dotted key."""
        return ".".join(self.path)


def split_key(text: str, mark: Mark) -> tuple[tuple[str, ...], tuple[Mark, ...]]:
    """The keys of a dotted path, each with its place.

    Args:
        text: The path, e.g. `rules.packages.supply`.
        mark: Where it stands.

    Raises:
        ConfigError: A key between two dots is empty.
    """
    keys, marks = text.split("."), []
    start = max(0, mark.width - len(text)) // 2  # a key in quotes is wider than its text
    for key in keys:
        marks.append(mark.part(start, len(key)) if mark.width >= len(text) else mark)
        if not key.strip():
            raise mark.error(
                f"'{text}' is no key", hint="keys are joined by dots, e.g. rules.packages.supply"
            )
        start += len(key) + 1
    return tuple(keys), tuple(marks)


def set_key(flag: str, key: str, value: Node, mark: Mark) -> MapNode:
    """A value set by its dotted key, as a document of its own."""
    path, marks = split_key(key, mark)
    if path[0] == "extends":
        raise mark.error("extends can only stand in a file", hint=f"{flag} sets what a config holds")
    if path[0] in _DOTTED and len(path) > 2:
        path, marks = (path[0], ".".join(path[1:])), marks[:2]
    return nested(path, marks, value)


def read_sets(sets: Iterable[str]) -> list[MapNode]:
    """Each `-s KEY=VALUE` as a document of its own.

    Raises:
        ConfigErrors: Every flag that cannot be read.
    """

    def read(source: Source) -> MapNode:
        key, mark, start = _split_flag(source, "KEY=VALUE, e.g. -s rules.clock=long")
        return set_key("-s", key, compose(source, start=start), mark)

    return _read_each("-s", sets, read)


def read_sweeps(varies: Iterable[str]) -> list[Sweep]:
    """Each `--vary KEY=A,B`.

    Raises:
        ConfigErrors: Every flag that cannot be read.
    """

    def read(source: Source) -> Sweep:
        key, mark, start = _split_flag(source, "KEY=A,B, e.g. --vary rules.players=2,4")
        values = compose(source, start=start, brackets=True)
        assert isinstance(values, ListNode), "the text was read in brackets"
        path, marks = split_key(key, mark)
        return Sweep(path, marks, values.entries, mark)

    return _read_each("--vary", varies, read)


def _read_each(flag: str, texts: Iterable[str], read: Callable[[Source], T]) -> list[T]:
    """What each text of a flag means; the faults of all of them at once."""
    read_ones: list[T] = []
    errors: list[ConfigError] = []
    for text in texts:
        try:
            read_ones.append(read(Source(flag, text, is_flag=True)))
        except ConfigErrors as error:
            errors += error.errors
        except ConfigError as error:
            errors.append(error)
    if errors:
        raise ConfigErrors(errors)
    return read_ones


def _split_flag(source: Source, form: str) -> tuple[str, Mark, int]:
    """Key, its place, and where the value begins."""
    text = source.text
    before, equals, value = text.partition("=")
    key = before.strip()
    if not equals or not key:
        raise source.mark(1, 1, len(text)).error("no KEY=VALUE", hint=f"write {form}")
    mark = source.mark(1, before.index(key) + 1, len(key))
    if not value.strip():
        raise mark.error(f"no value for {key}", hint=f"to take a key out write {key}=null")
    comment = re.search(r"(?:^|[,\[{:])\s*(#)", value)
    if comment and not set(value[: comment.start(1)]) & {'"', "'"}:
        at = source.mark(1, len(before) + 2 + comment.start(1), 1)
        raise at.error(
            "a value that begins with # is a comment", hint=f"put quotes around it: '{key}=\"##/#.\"'"
        )
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise mark.error("the flag is not UTF-8")
    return key, mark, len(before) + 1


def read_vary(entry: Entry | None) -> tuple[list[Sweep], list[ConfigError]]:
    """The `vary:` section of a merged document, and what is wrong with its shape."""
    sweeps: list[Sweep] = []
    errors: list[ConfigError] = []
    if entry is None or not isinstance(entry.node, MapNode):
        return sweeps, errors  # another kind of value is refused with the other sections
    for key, values in entry.node.entries.items():
        mark = values.key_mark or values.mark
        assert mark is not None, "nothing is swept by default"
        if isinstance(values.node, MapNode):
            inner = next(iter(values.node.entries), "…")
            problem = f"vary takes dotted keys with a list each, not {shown(values.node)}"
            errors.append(mark.error(problem, key=f"vary.{key}", hint=f"write '{key}.{inner}: […]'"))
        elif isinstance(values.node, ScalarNode):
            problem = f"'{key}' needs a list of values, not {shown(values.node)}"
            errors.append(
                (values.mark or mark).error(problem, key=f"vary.{key}", hint=f"write [{values.node.raw}]")
            )
        else:
            try:
                sweeps.append(Sweep(*split_key(key, mark), values.node.entries, mark))
            except ConfigError as error:
                errors.append(error)
    return sweeps, errors
