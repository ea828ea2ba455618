"""What a config means once everything in it is resolved: the only thing that later layers see of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from balance.core.game import Game, Policy


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from and on whose authority.

    Args:
        place: `file:line`, a flag such as `-s`, or `default`.
        source: `text` the rule text gives it, `assumed` nobody gives it, `changed` the designer set it to
            something else, `choice` it is not a rule (seed, number of games, policies).
        note: Why, for an assumed value; the number of the assumption or the designer's own words.
    """

    place: str
    source: Literal["text", "assumed", "changed", "choice"]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One variant × player count × line-up.

    Args:
        key: Swept keys and values, `rules.clock=short,rules.players=4`; `base` where nothing is swept.
        settings: The same as pairs, in the order of the config.
        rules: The game's pydantic model, validated.
        n_seats: Number of players.
        policies: One a seat.
        rotate: Whether the line-up moves on by a seat from playout to playout of a deal.
        games: Playouts to play, whole deals.
        places: Where each of its resolved rules was written, by dotted key; one that is a default is not in it.
    """

    key: str
    settings: tuple[tuple[str, Any], ...]
    rules: Any
    n_seats: int
    policies: tuple[Policy, ...]
    rotate: bool
    games: int
    places: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Experiment:
    """A whole config, resolved.

    Args:
        game: The game.
        file: The config as the user named it.
        title: By language, `{"de": …, "en": …}`.
        seed: Seed of all chance.
        games: Playouts a cell as asked.
        max_games: Upper bound where a precision is asked.
        precision: Half-width to reach by metric name, empty for a fixed number.
        cells: In the order of the product of all swept keys.
        swept: Swept dotted keys with their values as written.
        gates: Metric name to its bounds in the metric's unit (`1pp` is 0.01), and its level.
        assumed: Dotted key to reason, from the config's own section.
        values: Every resolved value of the first cell with its origin, by dotted key.
        overridden: Whether a flag changed rules, policies or seed.
        warnings: Complete messages, already with their place.
        written: `run.games` and `run.seed` where the files give them, whatever flags stand over them.
    """

    game: Game
    file: str
    title: Mapping[str, str]
    seed: int
    games: int
    max_games: int
    precision: Mapping[str, float]
    cells: tuple[Cell, ...]
    swept: Mapping[str, tuple[Any, ...]]
    gates: Mapping[str, Mapping[str, Any]]
    assumed: Mapping[str, str]
    values: Mapping[str, tuple[Any, Origin]]
    overridden: bool
    warnings: tuple[str, ...]
    written: Mapping[str, int] = field(default_factory=dict)
