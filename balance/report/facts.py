"""What is known about a run before any number of it: read from its manifest, never from the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from balance.core.errors import RunError
from balance.core.game import Game
from balance.games import GAMES

ABSENT = object()
"""Stands for the value of a key that a cell does not have."""


@dataclass(frozen=True, slots=True)
class CellRecord:
    """A cell as the manifest has it.

    Args:
        key: Its key.
        settings: Swept keys and their values in this cell, in the order of the config.
        n_seats: Number of players.
        policies: Name of each seat's policy (of the first rotation).
        rotate: Whether the line-up moves on by a seat.
        rules: Its resolved rules, nested.
    """

    key: str
    settings: Mapping[str, Any]
    n_seats: int
    policies: tuple[str, ...]
    rotate: bool
    rules: Mapping[str, Any] = field(default_factory=dict)

    def value(self, key: str) -> Any:
        """What a dotted key is in this cell; `ABSENT` if its settings and rules have no such key."""
        if key in self.settings and self.settings[key] is not None:
            return self.settings[key]
        found: Any = {"rules": self.rules}
        for step in key.split("."):
            if not isinstance(found, Mapping) or step not in found:
                return ABSENT
            found = found[step]
        return found

    @property
    def is_mixed(self) -> bool:
        """Whether different policies sit at the table."""
        return len(set(self.policies)) > 1

    @property
    def is_confounded(self) -> bool:
        """Whether a seat's share tells as much about its policy as about the seat."""
        return self.is_mixed and not self.rotate


@dataclass(frozen=True, slots=True)
class Value:
    """A resolved value of the first cell.

    Args:
        key: Dotted key.
        value: As resolved.
        place: `file:line`, a flag, or `default`.
        source: `text`, `assumed`, `changed` or `choice`.
        note: Why, where somebody said so.
    """

    key: str
    value: Any
    place: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class RunFacts:
    """Everything but the numbers.

    Args:
        game: The game.
        title: By language; empty if the config has none.
        experiment: Its digest, 8 hexadecimal digits.
        command: What to type to get the same again.
        seed: Seed of all chance.
        cells: In the order of the experiment.
        swept: Swept keys and their values.
        values: Every resolved value of the first cell.
        warnings: Complete messages.
        versions: Of the package, its parts and its libraries.
        machine: Where it ran.
        timings: How long it took.
        is_interrupted: Whether it was stopped before all playouts were played.
    """

    game: Game
    title: Mapping[str, str]
    experiment: str
    command: str
    seed: int
    cells: tuple[CellRecord, ...]
    swept: Mapping[str, tuple[Any, ...]]
    values: tuple[Value, ...]
    warnings: tuple[str, ...]
    versions: Mapping[str, Any]
    machine: Mapping[str, Any]
    timings: Mapping[str, Any]
    is_interrupted: bool

    @classmethod
    def from_manifest(cls, manifest: Mapping[str, Any]) -> RunFacts:
        """Read a manifest.

        Raises:
            RunError: It names an unknown game or lacks a key: the folder was written by another version.
        """
        try:
            return cls(
                game=_game(manifest["game"]),
                title=manifest["title"] or {},
                experiment=manifest["experiment"],
                command=manifest["command"],
                seed=manifest["seed"],
                cells=tuple(_cell(cell) for cell in manifest["cells"]),
                swept={key: tuple(values) for key, values in manifest["swept"].items()},
                values=tuple(_value(key, value) for key, value in manifest["values"].items()),
                warnings=tuple(manifest["warnings"]),
                versions=manifest["versions"],
                machine=manifest["machine"],
                timings=manifest["timings"],
                is_interrupted=bool(manifest["interrupted"]),
            )
        except KeyError as error:
            raise RunError(f"the run's manifest has no {error}: play it again with this version") from error


def _game(slug: str) -> Game:
    for game in GAMES:
        if game.slug == slug:
            return game
    raise RunError(f"the run is of game '{slug}', which this version does not know")


def _cell(cell: Mapping[str, Any]) -> CellRecord:
    return CellRecord(
        key=cell["key"],
        settings=cell["settings"],
        n_seats=cell["n_seats"],
        policies=tuple(cell["policies"]),
        rotate=bool(cell["rotate"]),
        rules=cell["rules"],
    )


def _value(key: str, value: Mapping[str, Any]) -> Value:
    return Value(key, value["value"], value["place"], value["source"], value.get("note", ""))
