"""In which resolved rules two cells differ: both values, and where each of them was written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from balance.config.experiment import Cell
from balance.config.origins import DEFAULT, leaves
from balance.core.game import Game

ABSENT = None
"""The value of a rule that one side does not have at all (a variety that only the other knows)."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The resolved rules of a cell, derived defaults included.

    Args:
        values: By dotted key from `rules` down; a list is one value.
        places: `file:line` or the flag of those that were written, by dotted key.
    """

    values: Mapping[str, Any]
    places: Mapping[str, str]

    def place(self, key: str) -> str:
        """Where a rule was written; `default` if nobody wrote it, empty if there is no such rule."""
        return self.places.get(key, DEFAULT if key in self.values else "")


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """A rule that is not the same on both sides.

    Args:
        key: Dotted key, e.g. `rules.clock`.
        a: Its value on the first side, `ABSENT` if it has none.
        b: Its value on the second side, likewise.
        a_place: `file:line`, a flag, `default`, or empty where there is none.
        b_place: The same of the second side.
        cells: Keys of the pairs of cells for which this holds; empty where it holds for all that were looked at.
    """

    key: str
    a: Any
    b: Any
    a_place: str
    b_place: str
    cells: tuple[str, ...] = ()


def rules_of(game: Game, cell: Cell) -> RuleSet:
    """A cell's rules."""
    return stored_rules(game.resolve(cell.rules), cell.places)


def stored_rules(resolved: Mapping[str, Any], places: Mapping[str, str] | None = None) -> RuleSet:
    """Rules as a manifest or a baseline holds them.

    Args:
        resolved: What `Game.resolve` gave, as plain data.
        places: Where they were written, if that is known.
    """
    values = {".".join(path): value for path, value in leaves({"rules": resolved})}
    return RuleSet(values, dict(places or {}))


def rule_differences(a: RuleSet, b: RuleSet) -> tuple[RuleDifference, ...]:
    """The rules in which two cells differ, in the order of the first, then those that only the second has."""
    keys = dict.fromkeys((*a.values, *b.values))
    return tuple(
        RuleDifference(key, a.values.get(key, ABSENT), b.values.get(key, ABSENT), a.place(key), b.place(key))
        for key in keys
        if not _is_same(a, b, key)
    )


def gathered(
    found: Iterable[tuple[str, Iterable[RuleDifference]]],
) -> tuple[RuleDifference, ...]:
    """Differences of several pairs of cells, each once and those of a key together.

    Args:
        found: Key of a pair, and its differences; a pair may come again with other ones.
    """
    pairs: dict[str, None] = {}
    held: list[tuple[RuleDifference, list[str]]] = []  # values may be lists, which no dict takes as keys
    for cell, differences in found:
        pairs[cell] = None
        for each in differences:
            known = next((cells for other, cells in held if other == each), None)
            if known is None:
                held.append((each, [cell]))
            elif cell not in known:
                known.append(cell)
    order = {each.key: place for place, (each, _) in reversed([*enumerate(held)])}
    return tuple(
        replace(each, cells=() if len(cells) == len(pairs) else tuple(cells))
        for each, cells in sorted(held, key=lambda one: order[one[0].key])
    )


def _is_same(a: RuleSet, b: RuleSet, key: str) -> bool:
    """Whether both sides have the rule with the same value; `1`, `1.0` and `true` are different values."""
    if key not in a.values or key not in b.values:
        return False
    left, right = a.values[key], b.values[key]
    return type(left) is type(right) and bool(left == right)
