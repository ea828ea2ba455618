"""Findings about a config's values, each put at its place in the files and flags that it came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from balance.config.models import CELL_SECTIONS
from balance.config.nodes import Entry, ListNode, MapNode, Node, Path, ScalarNode, child, find, walk
from balance.config.shape import Shape
from balance.config.source import Mark, shorten
from balance.config.words import key_hint, label, meant, name_hint, odd_sign, sentence, value_hint
from balance.core.errors import ConfigError
from balance.core.game import Problem
from balance.core.suggest import did_you_mean, key_name
from balance.games import GAMES

_HANGING = frozenset({"too_short", "gate"})
"""Error types of sections that say too little."""

_ALMOST = 0.8
"""So alike are two names of which one may have been meant for the other."""

_FEW = 12
"""So many names are read in a message."""

_NEEDED = {"version": "write version: 1", "game": f"known: {', '.join(game.slug for game in GAMES)}"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding at a place.

    Args:
        error: What is said about it, where.
        path: Keys down to the value.
        is_warning: Whether it is printed and played all the same.
        hangs_on_all: Whether a file or flag that could not be read may have held what takes it away.
    """

    error: ConfigError
    path: Path
    is_warning: bool = False
    hangs_on_all: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A merged tree, what may stand in it, and where faults without any place go.

    Args:
        tree: All of a config, defaults below.
        shape: Shape of its model.
        whole: The config file itself.
        weights: Names of the game's weights, which are no rules.
    """

    tree: MapNode
    shape: Shape
    whole: Mark
    weights: tuple[str, ...] = ()

    def fault(
        self, path: Sequence[str], problem: str, hint: str = "", *, at_key: bool = False, warns: bool = False
    ) -> Fault:
        """A finding about the value at a path, or about its key.

        Where the value is a default, the nearest section above that somebody wrote is the place, and the
        message names the dotted key. A part of a value that is written as one text is there where the text is.
        """
        path = tuple(path)
        entries = list(walk(self.tree, path))
        if entries and isinstance(entries[-1].node, ScalarNode) and entries[-1].mark is not None:
            path = path[: len(entries)]
        dotted = ".".join(path)
        mark = None
        if entries and len(entries) == len(path):
            mark = (entries[-1].key_mark if at_key else None) or entries[-1].mark
        if mark is None and path:
            problem = f"{dotted}: {problem}"
        if mark is None:
            marks = (entry.key_mark or entry.mark for entry in reversed(entries))
            mark = next((mark for mark in marks if mark is not None), self.whole)
        told = f"warning: {problem}" if warns else problem
        return Fault(mark.error(told, key=dotted, hint=hint), path, is_warning=warns)

    def at(self, entry: Entry, path: Path, problem: str, hint: str = "", *, warns: bool = False) -> Fault:
        """A finding about a key that is not in the tree, at the entry that somebody wrote."""
        mark = entry.key_mark or entry.mark or self.whole
        told = f"warning: {problem}" if warns else problem
        return Fault(mark.error(told, key=".".join(path), hint=hint), path, is_warning=warns)


def check_names(document: Document, sections: Iterable[str]) -> Iterator[Fault]:
    """What pydantic cannot see: names that are none, and nulls that remove what is not there.

    Args:
        document: The config.
        sections: Top-level keys to look into.
    """
    for section in sections:
        entry, shape = child(document.tree, section), document.shape.step(section)
        removal = document.tree.removed.get(section)
        if shape is None and removal is not None:
            yield _unknown_key(document, removal.entry, (section,), section, document.shape)
        if entry is not None and shape is not None:
            yield from _check_names(document, entry.node, shape, (section,))


def _check_names(document: Document, node: Node, shape: Shape, path: Path) -> Iterator[Fault]:
    if not isinstance(node, MapNode):
        return
    for key, removal in node.removed.items():
        if not removal.existed and shape.step(key) is None:
            yield _unknown_key(document, removal.entry, (*path, key), key, shape)
        elif not removal.existed and shape.names_are_free:
            problem, hint = _nothing_to_remove(document, node, path, key)
            fault = document.at(removal.entry, (*path, key), problem, hint)
            yield replace(fault, hangs_on_all=True)
        elif isinstance(removal.entry.node, ScalarNode) and removal.entry.node.is_empty:
            problem = f"nothing stands after '{shorten(key)}': it is taken out as by null"
            yield document.at(removal.entry, (*path, key), problem, "write null if you mean it", warns=True)
    for key, entry in node.entries.items():
        are_names = shape.names_are_free and path[0] in CELL_SECTIONS
        if are_names and entry.key_mark is not None and not _is_name(key):
            name = key_name(key)
            problem = f"'{shorten(key)}' is no name: names are of a-z, 0-9 and _"
            yield document.at(entry, (*path, key), problem, f"write '{name}'" if name else "")
            continue
        if are_names and path[0] == "rules":
            yield from _new_beside(document, node, entry, (*path, key))
        inner = shape.step(key)
        if inner is not None:
            yield from _check_names(document, entry.node, inner, (*path, key))


def _new_beside(document: Document, node: MapNode, entry: Entry, path: Path) -> Iterator[Fault]:
    """A new name that is almost that of a printed thing nobody has changed: it may have been meant."""
    key, printed = path[-1], [name for name, other in node.entries.items() if other.key_mark is None]
    near = get_close_matches(key, printed, n=1, cutoff=_ALMOST) if entry.key_mark is not None else []
    if near and not key.startswith(f"{near[0]}_"):  # as a second one of its kind is called: nougat_2
        problem = f"'{shorten(key)}' is new beside '{near[0]}': both are played"
        yield document.at(entry, path, problem, f"did you mean '{near[0]}'?", warns=True)


def _nothing_to_remove(document: Document, node: MapNode, path: Path, key: str) -> tuple[str, str]:
    """What is wrong with a null for a name that nobody has written, and what would be right."""
    if path[0] != "personas" or path[-1] != "weights":
        return f"there is no '{shorten(key)}' that null could remove", did_you_mean(key, node.entries)
    problem = f"no '{shorten(key)}' is written here that null could remove"
    if key not in document.weights:
        return problem, meant(key, document.weights)
    origin = find(document.tree, (*path[:-1], "from"))
    source = f" in {shorten(origin.raw)}" if isinstance(origin, ScalarNode) and origin.raw else ""
    return problem, f"it is as{source}: take it out, or write a whole number"


def _is_name(key: str) -> bool:
    return key.isascii() and key.replace("_", "a").isalnum() and key == key.lower()


def _unknown_key(document: Document, entry: Entry, path: Path, key: str, shape: Shape) -> Fault:
    hint = odd_sign(key) or key_hint(key, shape.keys, document.shape)
    if path[0] == "rules" and key in document.weights and not hint.startswith("did you mean"):
        hint = f"'{key}' is a weight of a policy: personas: {{mine: {{from: expert, weights: {{{key}: …}}}}}}"
    if not hint or hint.startswith("known: "):
        hint = _only_one_meant(document, path, shape) or hint
    return document.at(entry, path, f"unknown key '{shorten(key)}'", hint)


def _only_one_meant(document: Document, path: Path, shape: Shape) -> str:
    """What an unknown key must mean: it is the only one, and only one needed key is lacking."""
    section = find(document.tree, path[:-1])
    written = section.entries if isinstance(section, MapNode) else {}
    lacking = [key for key in shape.required if key not in written]
    unknown = [key for key in written if key not in shape.keys]
    is_clear = len(path) > 1 and len(lacking) == 1 and unknown == [path[-1]]
    return f"did you mean '{lacking[0]}'?" if is_clear else ""


def validation_faults(document: Document, error: ValidationError, known: Iterable[Fault]) -> Iterator[Fault]:
    """Pydantic's findings in our words, one a place.

    Args:
        document: What was validated.
        error: What pydantic found.
        known: Faults that were found before; what lies at or below their places is not said again.
    """
    done = {fault.path for fault in known if not fault.is_warning}
    meant: dict[Path, str] = {}  # hints about unknown keys, by section: what they mean is not missing
    details = error.errors(include_url=False, include_input=False)
    for detail in sorted(details, key=lambda detail: detail["type"] == "missing"):
        loc = detail["loc"]
        is_key = bool(loc) and loc[-1] == "[key]"
        loc = _existing(document.tree, loc[:-1] if is_key else loc, detail["type"])
        path = tuple(str(key) for key in loc)
        if any(path[: len(place)] == place for place in done):
            continue
        if detail["type"] == "missing":
            done.add(path[:-1])
            lacking = _missing(document, path[:-1], meant.get(path[:-1], ""))
            yield from (replace(fault, hangs_on_all=True) for fault in lacking)
            continue
        done.add(path)
        fault = _fault(document, detail, loc, "extra_forbidden" if is_key else detail["type"])
        if is_key or detail["type"] == "extra_forbidden":
            meant[path[:-1]] = meant.get(path[:-1], "") + fault.error.hint
        yield fault


def _existing(tree: Node, loc: tuple[Any, ...], kind: str) -> tuple[Any, ...]:
    """The part of a location that is in the tree: pydantic appends the branch of a union to it."""
    length = len(list(walk(tree, tuple(str(key) for key in loc))))
    return loc[: length + 1] if kind == "missing" else loc[: max(length, 1)]


def _fault(document: Document, detail: Any, loc: tuple[Any, ...], kind: str) -> Fault:
    path = tuple(str(key) for key in loc)
    if kind == "extra_forbidden":
        entry = list(walk(document.tree, path))[-1]
        return _unknown_key(document, entry, path, path[-1], document.shape.at(path[:-1]) or document.shape)
    node, shape = find(document.tree, path), document.shape.at(path)
    context = detail.get("ctx", {})
    text = sentence(kind, context, detail["msg"], node)
    hint = value_hint(kind, context, node, shape, text)
    fault = document.fault(path, f"{label(loc)} {text}", hint, at_key=kind.startswith("too_"))
    is_entry = isinstance(find(document.tree, path[:-1]), ListNode)
    if not hint and not is_entry and (hint := _sweep_hint(node, shape, path, fault.error.file)):
        fault = document.fault(path, f"{label(loc)} {text}", hint)
    return replace(fault, hangs_on_all=kind in _HANGING)


def _sweep_hint(node: Node | None, shape: Shape | None, path: Path, file: str) -> str:
    """Several values in place of a single one are meant as a sweep."""
    if path[0] not in CELL_SECTIONS or shape is None or shape.kind != "value":
        return ""
    key = ".".join(path)
    if isinstance(node, ScalarNode) and file == "-s" and re.fullmatch(r"[\w.-]+(,[\w.-]+)+", node.raw):
        return f"to play each of them: --vary {key}={node.raw}"
    if not isinstance(node, ListNode) or not node.entries:
        return ""
    forms = {"-s": f"--vary {key}=A,B", "--vary": f"--vary {key}=A,B without brackets"}
    return f"to play each of them: {forms.get(file, f'vary: {{{key}: […]}}')}"


def _missing(document: Document, path: Path, meant: str) -> Iterator[Fault]:
    """All keys that a section lacks in one message; none for those that an unknown key was meant for."""
    node, shape = find(document.tree, path), document.shape.at(path)
    assert isinstance(node, MapNode) and shape is not None, "only a section can lack a key"
    lacking = [key for key in shape.required if key not in node.entries and f"'{key}'" not in meant]
    for key in [key for key in lacking if key in node.removed]:
        what = f"{label(path)} cannot be without {key}"
        yield document.at(node.removed[key].entry, (*path, key), what)
        lacking.remove(key)
    if not lacking:
        return
    if not path:
        yield from (document.fault((), f"no key '{key}'", _NEEDED[key]) for key in lacking)
        return
    names = " and ".join([", ".join(lacking[:-1]), lacking[-1]] if len(lacking) > 1 else lacking)
    above = find(document.tree, path[:-1])
    neighbours = _written_below(above.entries if isinstance(above, MapNode) else {}, path[-1])
    hint = name_hint(path[-1], neighbours) or (_neighbours(neighbours) if path[0] == "rules" else "")
    yield document.fault(path, f"{label(path)} lacks {names}", hint, at_key=True)


def _neighbours(neighbours: Sequence[str]) -> str:
    """What there is beside a new name, which may have been meant for one of them in other words."""
    return f"a new name; the others are {', '.join(neighbours)}" if 0 < len(neighbours) <= _FEW else ""


def _written_below(neighbours: Any, name: str) -> list[str]:
    """Neighbours that are whole: a name is misspelt for one of them, not for another new one."""
    return [key for key, entry in neighbours.items() if key != name and isinstance(entry.node, MapNode)]


def game_fault(document: Document, problem: Problem) -> Fault:
    """What a game finds in its rules, under the key or the value that it names."""
    path = problem.path
    node = find(document.tree, path)
    at_key = bool(path) and f"'{path[-1]}'" in problem.text and not _is_quoted(node, problem.text)
    if isinstance(node, ListNode):
        quoted = (str(i) for i, entry in enumerate(node.entries) if _is_quoted(entry, problem.text))
        path = (*path, *([number] if (number := next(quoted, None)) is not None else []))
    warns = problem.level == "warning"
    return document.fault(path, problem.text, problem.hint, at_key=at_key, warns=warns)


def _is_quoted(node: Node | None, text: str) -> bool:
    return isinstance(node, ScalarNode) and isinstance(node.value, str) and f"'{node.value}'" in text
