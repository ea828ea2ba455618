"""The contract of a game: frozen data about it, and where its kernels are found when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, Literal

LARGEST_WEIGHT = 100_000


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a game's rules that only all of them together can tell.

    Args:
        path: Keys from `rules` down, e.g. `("rules", "packages", "supply")`.
        text: What is wrong, without a full stop.
        hint: What would be right, or empty.
        level: An error refuses the config; a warning is printed and played.
    """

    path: tuple[str, ...]
    text: str
    hint: str = ""
    level: Literal["error", "warning"] = "error"


@dataclass(frozen=True, slots=True)
class Weight:
    """A number a policy decides by, in thousandths of a point.

    Args:
        name: Its key in YAML.
        default: Value where a preset does not name it.
        de: What it does, one German sentence.
        en: The same in English.
        low: Least value that means anything, e.g. 0 for a share.
        high: Largest such value.
    """

    name: str
    default: int
    de: str
    en: str
    low: int = -LARGEST_WEIGHT
    high: int = LARGEST_WEIGHT


@dataclass(frozen=True, slots=True)
class Preset:
    """A named policy: a kind and the weights it names; data only.

    Args:
        name: Its key in YAML.
        kind: `random` draws among the legal options, `weighted` takes the one its weights value most.
        weights: Weights that differ from their defaults, in thousandths.
        de: Its style, one German sentence.
        en: The same in English.
        by_players: For each player count the weights it names there; they lie over `weights`.
    """

    name: str
    kind: Literal["random", "weighted"]
    weights: Mapping[str, int] = field(default_factory=dict)
    de: str = ""
    en: str = ""
    by_players: Mapping[int, Mapping[str, int]] = field(default_factory=dict)

    def weights_for(self, players: int) -> dict[str, int]:
        """The weights it names at a table of so many players."""
        return {**self.weights, **self.by_players.get(players, {})}


@dataclass(frozen=True, slots=True)
class Policy:
    """What decides for a seat, resolved: the name users know and every weight.

    Args:
        name: Preset or persona.
        kind: As in `Preset`.
        weights: Every weight of the game by name, in thousandths.
    """

    name: str
    kind: Literal["random", "weighted"]
    weights: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Game:
    """A rule system. Everything here is light; kernels, metrics and pictures are imported on first use.

    Args:
        slug: Its key in YAML and the name of its folder.
        rules_version: Raised whenever the same rules and chance would be played otherwise.
        package: Import path of its folder.
        seats: Smallest, default and largest number of players.
        rules_model: Pydantic model of the `rules:` section; its defaults are the printed game.
        problems: What is wrong with these rules that a single key cannot show.
        resolve: These rules as plain data, derived defaults filled in.
        weights: The weights its policies know.
        extra_weights: Names of weights that exist only because of these rules (a designer's tier, say).
        presets: Shipped policies, `random` and `greedy` among them.
        end_reasons: Texts of the codes in the column `end_reason`.
        has_pictures: Whether its module `picture` draws playouts for the page: `scene(trace)` gives what is drawn of
            a playout as plain data that JSON can hold, `pictures(scene, lang)` draws it (`core.picture`).
    """

    slug: str
    rules_version: int
    package: str
    seats: tuple[int, int, int]
    rules_model: type[Any]
    problems: Callable[[Any], Iterable[Problem]]
    resolve: Callable[[Any], dict[str, Any]]
    weights: tuple[Weight, ...]
    extra_weights: Callable[[Any], tuple[str, ...]]
    presets: tuple[Preset, ...]
    end_reasons: tuple[str, ...]
    has_pictures: bool = False

    def module(self, name: str) -> ModuleType:
        """A module of the game's folder, e.g. `layout`, `kernel`, `compiling`, `metrics`, `tracing`, `picture`."""
        return import_module(f"{self.package}.{name}")

    def preset(self, name: str) -> Preset | None:
        """The shipped policy of this name."""
        return next((preset for preset in self.presets if preset.name == name), None)

    def policy(self, name: str, players: int) -> Policy:
        """A shipped policy with every weight named, at a table of so many players.

        Raises:
            KeyError: If there is none of this name.
        """
        preset = self.preset(name)
        if preset is None:
            raise KeyError(name)
        defaults = {weight.name: weight.default for weight in self.weights}
        return Policy(name, preset.kind, defaults | preset.weights_for(players))
