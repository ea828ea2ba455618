"""In which policies two cells differ: who plays where, by what weights, and where each of that was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from balance.config.origins import DEFAULT
from balance.core.game import Game
from balance.verdict.differences import ABSENT, RuleDifference

ALL, SEATS, ROTATE = "policies.all", "policies.seats", "policies.rotate"


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who plays in a cell, as its manifest has it.

    Args:
        names: One a seat.
        kinds: By name.
        weights: By name, every weight.
        rotate: Whether the line-up moves on by a seat from playout to playout.
        written: What the config says of policies and personas, by dotted key: value and place.
        swept: The keys that the run sweeps.
    """

    names: tuple[str, ...]
    kinds: Mapping[str, str]
    weights: Mapping[str, Mapping[str, int]]
    rotate: bool
    written: Mapping[str, tuple[Any, str]]
    swept: tuple[str, ...] = ()

    @property
    def is_uniform(self) -> bool:
        """Whether one policy plays in every seat."""
        return len(set(self.names)) == 1

    def place(self, key: str) -> str:
        """`file:line` or the flag of a value; `default` if nobody wrote it."""
        if key in self.written:
            return self.written[key][1]
        for swept in self.swept:  # a whole section that is swept: only its first value is written down
            if key.startswith(f"{swept}."):
                below = (place for other, (_, place) in self.written.items() if other.startswith(f"{swept}."))
                return next(below, DEFAULT)
        return DEFAULT

    def seats_place(self) -> str:
        """Where it was written who plays."""
        return next((place for key in (SEATS, ALL) if (place := self.place(key)) != DEFAULT), DEFAULT)

    def chain(self, name: str) -> list[str]:
        """A policy and all it starts from, the shipped one last."""
        chain = [name]
        while (origin := self.written.get(f"personas.{chain[-1]}.from")) and origin[0] not in chain:
            chain.append(str(origin[0]))
        return chain

    def weight_place(self, name: str, weight: str) -> str:
        """Where a weight of a policy was written: in its persona, or in one that it starts from."""
        places = (self.place(f"personas.{each}.weights.{weight}") for each in self.chain(name))
        return next((place for place in places if place != DEFAULT), DEFAULT)


def stored_line_up(manifest: Mapping[str, Any], cell: Mapping[str, Any]) -> LineUp:
    """A cell's line-up.

    Args:
        manifest: Of its run.
        cell: Its record in there.
    """
    names = tuple(cell["policies"])
    kinds = cell.get("kinds") or {each["name"]: each["kind"] for each in manifest["policies"]}
    written = {
        key: (found["value"], found["place"])
        for key, found in manifest["values"].items()
        if key.startswith(("policies.", "personas."))
    }
    return LineUp(names, kinds, cell["weights"], cell["rotate"], written, tuple(manifest["swept"]))


def line_up_differences(game: Game, a: LineUp, b: LineUp) -> tuple[RuleDifference, ...]:
    """Who plays, whether seats change, then the weights of those who sit in the same place.

    Shipped policies are told apart by their names, and so are the weights of policies that start from other ones. What
    a shipped policy does otherwise because another number plays is no difference.

    Args:
        game: The game.
        a: The first cell's.
        b: The second's.
    """
    return tuple(_differences(game, a, b))


def _differences(game: Game, a: LineUp, b: LineUp) -> Iterator[RuleDifference]:
    places = a.seats_place(), b.seats_place()
    if a.is_uniform and b.is_uniform:
        if a.names[0] != b.names[0]:
            yield RuleDifference(ALL, a.names[0], b.names[0], *places)
    elif a.names != b.names:
        yield RuleDifference(SEATS, list(a.names), list(b.names), *places)
    if a.rotate != b.rotate:
        yield RuleDifference(ROTATE, a.rotate, b.rotate, a.place(ROTATE), b.place(ROTATE))
    for first, second in _held_against(a, b):
        yield from _policy_differences(game, a, first, b, second)


def _held_against(a: LineUp, b: LineUp) -> Iterator[tuple[str, str]]:
    """Policies of the same name, and those that sit in the same place; each pair once."""
    pairs = [(name, name) for name in a.names if name in b.names]
    if len(a.names) == len(b.names):
        pairs += zip(a.names, b.names, strict=True)
    elif a.is_uniform and b.is_uniform:
        pairs.append((a.names[0], b.names[0]))
    yield from dict.fromkeys(pairs)


def _policy_differences(
    game: Game, a: LineUp, first: str, b: LineUp, second: str
) -> Iterator[RuleDifference]:
    if first != second and game.preset(first) is not None and game.preset(second) is not None:
        return
    name = first if game.preset(second) is not None else second
    origins = a.chain(first)[-1], b.chain(second)[-1]
    if origins[0] != origins[1] or a.kinds[first] != b.kinds[second]:
        key = f"personas.{name}.from"
        yield RuleDifference(key, *origins, a.place(key), b.place(key))
    explained = origins[0] != origins[1] or len(a.names) != len(b.names)
    ours, theirs = a.weights[first], b.weights[second]
    for weight in dict.fromkeys((*ours, *theirs)):
        values = ours.get(weight, ABSENT), theirs.get(weight, ABSENT)
        places = a.weight_place(first, weight), b.weight_place(second, weight)
        if values[0] != values[1] and not (explained and places == (DEFAULT, DEFAULT)):
            yield RuleDifference(f"personas.{name}.weights.{weight}", *values, *places)
