"""Every resolved value of a cell with where it comes from and on whose authority."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from balance.config.experiment import Origin
from balance.config.nodes import Entry, MapNode, Path, walk
from balance.config.shape import Shape
from balance.core.game import Game

DEFAULT = "default"
"""The place of a value that nobody wrote."""

_CHOICES: Mapping[Path, tuple[Any, ...]] = {
    ("rules", "players"): (),
    ("rules", "clock"): ("short", "long"),
}
"""Rules whose text leaves a choice to the table; among these values, or any, it is no change of the rules."""


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The values of plain data by their path; a list is one value, and so is an empty map."""
    if isinstance(value, Mapping) and value:
        for key, entry in value.items():
            yield from leaves(entry, (*path, str(key)))
    else:
        yield path, value


def rule_values(
    game: Game, rules: Any, tree: MapNode, shape: Shape, assumed: Mapping[str, str]
) -> Iterator[tuple[str, tuple[Any, Origin]]]:
    """Every rule of a cell: dotted key to resolved value and origin.

    Args:
        game: The game; its model's defaults are the printed rules.
        rules: The cell's rules model.
        tree: The cell's tree, for places.
        shape: Shape of the whole config, for what the rule text gives.
        assumed: Dotted key to reason, as the designer wrote it.
    """
    printed = dict(leaves({"rules": game.rules_model().model_dump(mode="json")}))
    given = dict(leaves({"rules": rules.model_dump(mode="json")}))
    for path, value in leaves({"rules": game.resolve(rules)}):
        is_printed = path in printed and path in given and given[path] == printed[path]
        source, note = _authority(path, value, shape, assumed, is_printed=is_printed)
        yield ".".join(path), (value, Origin(place_of(tree, path), source, note))


def rule_places(game: Game, rules: Any, tree: MapNode) -> dict[str, str]:
    """Where each resolved rule of a cell was written, by dotted key; what is a default is left out.

    Args:
        game: The game.
        rules: The cell's rules model.
        tree: The cell's tree.
    """
    paths = (path for path, _ in leaves({"rules": game.resolve(rules)}))
    places = {".".join(path): place_of(tree, path) for path in paths}
    return {key: place for key, place in places.items() if place != DEFAULT}


def other_values(tree: MapNode, sections: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Any, Origin]]]:
    """Every other value: a choice of who plays and how much.

    Args:
        tree: The cell's tree.
        sections: Plain data by top-level key.
    """
    for section, content in sections.items():
        for path, value in leaves(content, (section,)):
            if value not in (None, {}):
                yield ".".join(path), (value, Origin(place_of(tree, path), "choice"))


def place_of(tree: MapNode, path: Path) -> str:
    """`file:line` or the flag where a value, or the one it was made from, stands; `default` if nowhere."""
    entries = list(walk(tree, path))
    last = entries[-1] if entries else Entry(tree)
    if len(entries) < len(path) and isinstance(last.node, MapNode):
        removal = last.node.removed.get(path[len(entries)])
        if removal is None:
            return DEFAULT  # a derived value: its section stands somewhere, it does not
        last = removal.entry
    mark = last.key_mark or last.mark
    return DEFAULT if mark is None else mark.place


def _authority(
    path: Path, value: Any, shape: Shape, assumed: Mapping[str, str], *, is_printed: bool
) -> tuple[Literal["text", "assumed", "changed", "choice"], str]:
    for length in range(len(path), 0, -1):
        reason = assumed.get(".".join(path[:length]))
        if reason is not None:
            return "assumed", reason
    options = _CHOICES.get(path)
    if options is not None and (not options or value in options):
        return "choice", ""
    if not is_printed:
        return "changed", ""
    field = next((at.field for at in _shapes(shape, path) if at.field is not None), None)
    extra = field.json_schema_extra if field is not None else None
    said = extra if isinstance(extra, dict) else {}
    return ("assumed" if said.get("source") == "assumed" else "text"), str(said.get("note", ""))


def _shapes(shape: Shape, path: Path) -> Iterator[Shape]:
    """The shapes along a path, the innermost first."""
    along = [shape.at(path[:length]) for length in range(len(path), 0, -1)]
    yield from (at for at in along if at is not None)
