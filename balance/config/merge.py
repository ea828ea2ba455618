"""Laying documents over one another: maps merge, everything else replaces, null removes."""

from __future__ import annotations

from collections.abc import Sequence

from balance.config.nodes import Entry, MapNode, Node, Path, Removal, ScalarNode
from balance.config.source import Mark

_INSTEAD: dict[tuple[Path, str], frozenset[str]] = {
    (("policies",), "all"): frozenset({"seats", "rotate"}),
    (("policies",), "seats"): frozenset({"all"}),
}
"""Keys that say the same thing in two ways: the upper document's one takes the place of the lower one's."""


def lay_over(lower: Node, upper: Node, path: Path = ()) -> Node:
    """The lower tree with the upper one over it; neither is changed.

    Args:
        lower: What holds where the upper one says nothing.
        upper: What is said; a null in a map removes the lower key, which is remembered in `removed`.
        path: Where both stand.
    """
    if not isinstance(upper, MapNode):
        return upper
    if not isinstance(lower, MapNode):
        lower = MapNode()
    entries, removed = dict(lower.entries), dict(lower.removed)
    for key, entry in upper.entries.items():
        for other in _INSTEAD.get((path, key), frozenset()) - upper.entries.keys():
            entries.pop(other, None)
        node = entry.node
        if isinstance(node, ScalarNode) and node.value is None:
            if node.is_empty and not path:
                continue  # a section with nothing below it says nothing
            removed[key] = Removal(entry, existed=entries.pop(key, None) is not None)
            continue
        removed.pop(key, None)
        below = entries[key].node if key in entries else MapNode()
        entries[key] = Entry(lay_over(below, node, (*path, key)), entry.key_mark)
    return MapNode(entries, upper.mark or lower.mark, removed)


def nested(path: Sequence[str], marks: Sequence[Mark], node: Node) -> MapNode:
    """A value as the only one of a tree.

    Args:
        path: Keys down to it, at least one.
        marks: The place of each key.
        node: The value.
    """
    for key, mark in zip(reversed(path), reversed(marks), strict=True):
        node = MapNode({key: Entry(node, mark)})
    assert isinstance(node, MapNode)
    return node
