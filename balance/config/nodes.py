"""The tree of a config: values that know where they were written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from balance.config.scalars import Scalar, compact
from balance.config.source import Mark, shorten

Path = tuple[str, ...]
"""Keys from the top down; an entry of a list is its number as a text."""


@dataclass(frozen=True, slots=True, eq=False)
class ScalarNode:
    """A single value.

    Args:
        value: As YAML 1.2 reads it.
        mark: Where it stands; None for a default.
        raw: As it was written, without quotes.
        quoted: Whether it stood in quotes, or in a block.
    """

    value: Scalar
    mark: Mark | None = None
    raw: str = ""
    quoted: bool = False

    @property
    def is_empty(self) -> bool:
        """Nothing was written at all, not even `null`."""
        return self.value is None and not self.raw and not self.quoted and self.mark is not None


@dataclass(frozen=True, slots=True, eq=False)
class ListNode:
    """A list."""

    entries: tuple[Node, ...]
    mark: Mark | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A key's value in a map, with the place of the key."""

    node: Node
    key_mark: Mark | None = None

    @property
    def mark(self) -> Mark | None:
        """Where the value stands, or else its key."""
        return self.node.mark or self.key_mark


@dataclass(frozen=True, slots=True, eq=False)
class Removal:
    """A key that `null` took out, and whether there was anything to take out."""

    entry: Entry
    existed: bool


@dataclass(frozen=True, slots=True, eq=False)
class MapNode:
    """A map; keys are texts, in order.

    Args:
        entries: Values by key.
        mark: Where it stands; a block's place is that of its key, so that it has none of its own.
        removed: Keys that `null` took out when documents were merged.
    """

    entries: Mapping[str, Entry] = field(default_factory=dict)
    mark: Mark | None = None
    removed: Mapping[str, Removal] = field(default_factory=dict)


Node: TypeAlias = ScalarNode | ListNode | MapNode


def default_node(value: Any) -> Node:
    """Plain data as a tree without places."""
    if isinstance(value, Mapping):
        return MapNode({str(key): Entry(default_node(entry)) for key, entry in value.items()})
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ListNode(tuple(default_node(entry) for entry in value))
    return ScalarNode(value, raw=compact(value))


def plain(node: Node) -> Any:
    """A tree as plain data."""
    if isinstance(node, MapNode):
        return {key: plain(entry.node) for key, entry in node.entries.items()}
    if isinstance(node, ListNode):
        return [plain(entry) for entry in node.entries]
    return node.value


def child(node: Node, key: str) -> Entry | None:
    """What stands under a key of a map, or at a number of a list."""
    if isinstance(node, MapNode):
        return node.entries.get(key)
    if isinstance(node, ListNode) and key.isdecimal() and int(key) < len(node.entries):
        return Entry(node.entries[int(key)])
    return None


def walk(node: Node, path: Path) -> Iterator[Entry]:
    """The entries along a path, as far as it goes."""
    for key in path:
        entry = child(node, key)
        if entry is None:
            return
        yield entry
        node = entry.node


def find(node: Node, path: Path) -> Node | None:
    """The value at a path, None if there is none."""
    entries = list(walk(node, path))
    if len(entries) < len(path):
        return None
    return entries[-1].node if entries else node


def shown(node: Node | None) -> str:
    """A value in a message: as it was written, or what kind of thing it is."""
    if node is None:
        return "nothing"
    if isinstance(node, MapNode):
        return "a map of keys" if node.entries else "an empty map"
    if isinstance(node, ListNode):
        return "a list" if node.entries else "an empty list"
    if isinstance(node.value, str):
        return f"the text '{shorten(node.value)}'"
    return shorten(node.raw or compact(node.value))
