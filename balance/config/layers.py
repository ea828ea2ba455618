"""A config file and everything it extends, as documents in the order in which they lie over one another."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path as FilePath

from balance.config.compose import compose
from balance.config.nodes import Entry, ListNode, MapNode, ScalarNode, shown
from balance.config.source import Mark, Source, read_source
from balance.core.errors import ConfigError, ConfigErrors

MOST_FILES = 50


def read_layers(file: str) -> tuple[list[MapNode], list[ConfigError]]:
    """The documents of a file that can be read, the lowest first, `extends` taken out, and every fault of every file.

    Args:
        file: Path as the user named it; a parent is named relative to its child.
    """
    reader = _Reader()
    return list(reader.layers(file, None, ())), reader.errors


class _Reader:
    """Follows `extends` from file to file and collects what goes wrong."""

    def __init__(self) -> None:
        self.errors: list[ConfigError] = []
        self._n_files = 0
        self._parsed: dict[str, MapNode | None] = {}

    def layers(self, file: str, asked_by: Mark | None, above: tuple[str, ...]) -> Iterator[MapNode]:
        """Parents first, then the file itself; nothing where a fault was found."""
        identity = _identity(file)
        chain = (*above, identity)
        if identity in above and asked_by is not None:
            names = [FilePath(name).name for name in chain[above.index(identity) :]]
            self.errors.append(asked_by.error(f"extends goes round in a circle: {' → '.join(names)}"))
            return
        self._n_files += 1
        if self._n_files > MOST_FILES:
            if self._n_files == MOST_FILES + 1 and asked_by is not None:
                self.errors.append(asked_by.error(f"more than {MOST_FILES} files extend one another"))
            return
        document = self._document(file, identity, asked_by)
        if document is None:
            return
        entries = dict(document.entries)
        for parent, mark in self._parents(entries.pop("extends", None)):
            name = os.path.normpath(os.path.join(os.path.dirname(file), parent))  # noqa: PTH118, PTH120  # stays as named
            yield from self.layers(name, mark, chain)
        yield MapNode(entries, document.mark)

    def _document(self, file: str, identity: str, asked_by: Mark | None) -> MapNode | None:
        if identity not in self._parsed:
            self._parsed[identity] = self._parse(file, asked_by)
        return self._parsed[identity]

    def _parse(self, file: str, asked_by: Mark | None) -> MapNode | None:
        try:
            source = read_source(file)
        except ConfigError as error:
            at_fault = error if asked_by is None or error.line else _asked(asked_by, file, error)
            self.errors.append(at_fault)
            return None
        try:
            node = compose(source)
        except ConfigErrors as error:
            self.errors += error.errors
            return None
        if isinstance(node, MapNode):
            return node
        self.errors.append(_no_map(node, source))
        return None

    def _parents(self, entry: Entry | None) -> Iterator[tuple[str, Mark]]:
        """Each path that `extends` names, with its place."""
        if entry is None:
            return
        nodes = entry.node.entries if isinstance(entry.node, ListNode) else (entry.node,)
        for node in nodes:
            mark = node.mark or entry.key_mark
            assert mark is not None, "what was read from a file has a place"
            if isinstance(node, ScalarNode) and isinstance(node.value, str) and node.value:
                yield node.value, mark
            elif node is not entry.node or not (isinstance(node, ScalarNode) and node.value is None):
                self.errors.append(
                    mark.error(
                        f"extends must be a path or a list of paths, not {shown(node)}",
                        hint="e.g. extends: printed.yaml",
                    )
                )


def _identity(file: str) -> str:
    """The same for all names of a file; survives a circle of links."""
    try:
        return os.path.realpath(file)
    except (OSError, ValueError):  # the working folder is gone, or the name holds a zero
        return file


def _asked(mark: Mark, file: str, error: ConfigError) -> ConfigError:
    """A parent that cannot be read, told where it was asked for."""
    return mark.error(f"cannot extend '{file}': {error.problem}", hint=error.hint)


def _no_map(node: ListNode | ScalarNode, source: Source) -> ConfigError:
    hint = "a config needs at least 'version: 1' and 'game: …'"
    if isinstance(node, ScalarNode) and node.value is None:
        return source.whole().error("the file is empty", hint=hint)
    return (node.mark or source.whole()).error(f"a config is a map of keys, not {shown(node)}", hint=hint)
