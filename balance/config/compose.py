"""YAML text → tree: PyYAML finds the tokens, everything else is ours, so that every value keeps its place.

Read as YAML 1.2 (core schema). Refused: duplicate keys, tags, several documents, keys that are no words,
aliases inside their own anchor, and texts that would unfold to more than a config can need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml
from yaml import events

from balance.config.nodes import Entry, ListNode, MapNode, Node, ScalarNode
from balance.config.scalars import read_scalar
from balance.config.source import Mark, Source, shorten
from balance.config.yaml_words import plain_words
from balance.core.errors import ConfigError, ConfigErrors

MOST_NODES = 20_000
DEEPEST = 40
_MERGE = "<<"


def compose(source: Source, *, start: int = 0, brackets: bool = False) -> Node:
    """The tree of a text.

    Args:
        source: A file, or a flag whose value begins after some signs.
        start: Where the YAML begins in the text.
        brackets: Read the text as the inside of `[…]`.

    Raises:
        ConfigErrors: Every fault that could be found before the text stopped making sense.
    """
    text = source.text[start:]
    composer = _Composer(source, f"[{text}]" if brackets else text, start - brackets)
    try:
        node = composer.document()
    except ConfigError as error:
        raise ConfigErrors([*composer.errors, error]) from None
    if composer.errors:
        raise ConfigErrors(composer.errors)
    return node


class _Composer:
    """Builds one document from PyYAML's events; faults that do not stop it are collected in `errors`."""

    def __init__(self, source: Source, text: str, shift: int) -> None:
        self.source = source
        self.errors: list[ConfigError] = []
        self._shift = shift
        self._text = text
        self._anchors: dict[str, tuple[Node, int] | None] = {}
        self._nodes = 0

    def document(self) -> Node:
        """The only document of the text, a null scalar if there is none."""
        try:
            self._parser = yaml.SafeLoader(self._text)
            self._next()
            event = self._next()
            if isinstance(event, events.StreamEndEvent):
                return ScalarNode(None, self.source.whole())
            node, _ = self._node(self._next(), 0, None)
            self._next()
            event = self._next()
        except yaml.MarkedYAMLError as error:
            raise self._odd_indent() or plain_words(error, self._mark, self.source) from None
        except yaml.reader.ReaderError as error:
            raise self._bad_sign(error) from None
        except (ValueError, OverflowError):  # an escape such as "\U00110000" in the scanner
            raise self.source.whole().error("the text holds an escape that is no character") from None
        if not isinstance(event, events.StreamEndEvent):
            raise self._mark(event.start_mark).error(
                "a second document begins here", hint="a config is one document: take the '---' out"
            )
        return node

    def _next(self) -> Any:
        """The next event; Any, because the stubs know no subclass of it."""
        return self._parser.get_event()  # type: ignore[no-untyped-call]

    def _mark(self, start: Any, end: Any = None) -> Mark:
        """PyYAML's place as ours; a stretch of several lines is underlined at its first sign."""
        shift = self._shift if start.line == 0 else 0
        width = end.column - start.column if end is not None and end.line == start.line else 1
        return self.source.mark(start.line + 1, start.column + 1 + shift, width)

    def _odd_indent(self) -> ConfigError | None:
        """The first sign that indents a line and is no space though it looks like one; it makes other lines wrong."""
        for number, line in enumerate(self.source.lines, 1):
            indent = line[: len(line) - len(line.lstrip())]
            if odd := indent.strip(" \t\r"):
                mark = self.source.mark(number, indent.index(odd[0]) + 1)
                problem = f"an indent with U+{ord(odd[0]):04X}, which only looks like a space"
                return mark.error(problem, hint="put spaces in its place")
        return None

    def _bad_sign(self, error: yaml.reader.ReaderError) -> ConfigError:
        before = Source("", self._text[: error.position]).lines
        shift = self._shift if len(before) == 1 else 0
        mark = self.source.mark(len(before), len(before[-1]) + 1 + shift)
        code = error.character if isinstance(error.character, int) else ord(error.character)
        return mark.error(f"an invisible sign (U+{code:04X}) that YAML does not allow")

    def _count(self, size: int, mark: Mark) -> None:
        self._nodes += size
        if self._nodes > MOST_NODES:
            raise mark.error(
                f"more than {MOST_NODES:,} values", hint="no config needs as many; aliases count unfolded"
            )

    def _node(self, event: Any, depth: int, key: Mark | None) -> tuple[Node, int]:
        """A node and how many values it unfolds to."""
        mark = self._mark(event.start_mark, event.end_mark)
        if isinstance(event, events.AliasEvent):
            return self._alias(event, mark)
        if depth > DEEPEST:
            raise mark.error(f"nested more than {DEEPEST} levels deep")
        if event.tag is not None:
            self.errors.append(mark.error("tags ('!…') are not used in configs", hint="take it out"))
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        before = self._nodes
        self._count(1, mark)
        node: Node
        if isinstance(event, events.ScalarEvent):
            node = self._scalar(event, mark)
        elif isinstance(event, events.SequenceStartEvent):
            node = self._list(event, depth, mark)
        else:
            node = self._map(event, depth, mark, key)
        size = self._nodes - before
        if event.anchor is not None:
            self._anchors[event.anchor] = (node, size)
        return node, size

    def _alias(self, event: Any, mark: Mark) -> tuple[Node, int]:
        if event.anchor not in self._anchors:
            raise mark.error(f"no anchor '&{shorten(event.anchor)}' stands above")
        held = self._anchors[event.anchor]
        if held is None:
            raise mark.error(f"the alias '*{shorten(event.anchor)}' stands inside its own anchor")
        self._count(held[1], mark)
        return held

    def _scalar(self, event: Any, mark: Mark) -> ScalarNode:
        text = event.value
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            self.errors.append(mark.error("the text holds an escape that is no character"))
            text = ""
        is_plain = event.implicit[0] and event.tag is None
        try:
            value = read_scalar(text) if is_plain else text
        except OverflowError as error:
            self.errors.append(mark.error(str(error)))
            value = 0
        return ScalarNode(value, mark, text, quoted=not is_plain)

    def _list(self, event: Any, depth: int, mark: Mark) -> ListNode:
        entries: list[Node] = []
        while not isinstance(item := self._next(), events.SequenceEndEvent):
            entries.append(self._node(item, depth + 1, None)[0])
        place = self._mark(event.start_mark, item.end_mark) if event.flow_style else mark
        return ListNode(tuple(entries), place)

    def _map(self, event: Any, depth: int, mark: Mark, key: Mark | None) -> MapNode:
        entries: dict[str, Entry] = {}
        merged: dict[str, Entry] = {}
        first: dict[str, Mark] = {}
        while not isinstance(item := self._next(), events.MappingEndEvent):
            name, key_mark, is_merge = self._key(item, depth)
            node, _ = self._node(self._next(), depth + 1, key_mark)
            if event.flow_style and isinstance(node, ScalarNode) and node.is_empty:
                self._check_comma(name, key_mark)
            if name in first:
                hint = f"first in line {first[name].line}"
                self.errors.append(key_mark.error(f"the key '{shorten(name)}' stands here twice", hint=hint))
                continue
            first[name] = key_mark
            if is_merge:
                merged = self._merged(node, key_mark)
            else:
                entries[name] = Entry(node, key_mark)
        place = self._mark(event.start_mark, item.end_mark) if event.flow_style else key or mark
        return MapNode({**merged, **entries}, place)

    def _key(self, event: Any, depth: int) -> tuple[str, Mark, bool]:
        """A key as text, its place, and whether it is YAML's merge key."""
        mark = self._mark(event.start_mark, event.end_mark)
        node, _ = self._node(event, depth + 1, None)
        if isinstance(node, ScalarNode):
            return node.raw, mark, node.raw == _MERGE and not node.quoted
        raise mark.error("a key must be a single word", hint="a list or map cannot be one")

    def _check_comma(self, name: str, mark: Mark) -> None:
        """`{amount_scale: 0,5}` is YAML for `{amount_scale: 0, 5: null}`, and never meant so."""
        line = mark.source.lines[mark.line - 1]
        before = re.search(r"[-+]?[0-9]+(?=,$)", line[: mark.column - 1])
        if before is not None and re.match(r"[0-9]+\b|[0-9]+pp\b", name):
            whole = mark.part(-len(before[0]) - 1, len(before[0]) + 1 + mark.width)
            self.errors.append(
                whole.error(f"a comma in a number: '{before[0]},{name}'", hint=f"write {before[0]}.{name}")
            )

    def _merged(self, node: Node, mark: Mark) -> dict[str, Entry]:
        """Entries that `<<` brings; of several maps the earlier one holds."""
        nodes: Iterable[Node] = node.entries if isinstance(node, ListNode) else (node,)
        entries: dict[str, Entry] = {}
        for part in nodes:
            if isinstance(part, MapNode):
                entries = {**part.entries, **entries}
            else:
                self.errors.append(mark.error("'<<' takes a map or a list of maps", hint="e.g. <<: *name"))
        return entries
