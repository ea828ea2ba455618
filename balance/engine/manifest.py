"""What a run says about itself, and the keys by which it is recognised; nothing here writes a run."""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from balance import __version__
from balance.core.machine import n_cores, processor
from balance.core.sources import source_digest
from balance.core.tables import TABLES_SCHEME

if TYPE_CHECKING:
    from balance.config.experiment import Cell, Experiment

SCHEMA_VERSION = 1


def canonical_json(value: Any) -> str:
    """One text for equal values, whatever order their keys came in."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(value: Any) -> str:
    """64 hex digits, the same for equal plain data."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def game_sources(slug: str) -> str:
    """Digest of all sources that decide how a game is played."""
    return source_digest("core", "games/draft", f"games/{slug}")


def line_up(cell: Cell) -> list[dict[str, Any]]:
    """A cell's policies as plain data, one a seat."""
    return [
        {"name": policy.name, "kind": policy.kind, "weights": dict(policy.weights)}
        for policy in cell.policies
    ]


def experiment_id(experiment: Experiment) -> str:
    """8 hex digits of what is asked: game, rules, policies, seed and sweep; not how many games, or how."""
    cells = [_cell(experiment, cell, "", 0) for cell in experiment.cells]
    return identity({"game": experiment.game.slug, "seed": experiment.seed, "cells": cells})


def identity(manifest: Mapping[str, Any]) -> str:
    """The same of what a manifest says was asked, so that one that was changed does not have its own."""
    cells = [
        {
            "key": cell["key"],
            "settings": [[key, value] for key, value in cell["settings"].items()],
            "rules": cell["rules"],
            "policies": [
                {"name": name, "kind": cell["kinds"][name], "weights": cell["weights"][name]}
                for name in cell["policies"]
            ],
            "rotate": cell["rotate"],
        }
        for cell in manifest["cells"]
    ]
    return digest_of({"game": manifest["game"], "seed": manifest["seed"], "cells": cells})[:8]


def is_edited(manifest: Mapping[str, Any]) -> bool:
    """Whether a manifest was changed after it was written, so that it is of another experiment than it says."""
    return all("kinds" in cell for cell in manifest["cells"]) and identity(manifest) != manifest["experiment"]


def chunk_key(experiment: Experiment, cell: Cell, sources: str) -> str:
    """16 hex digits of everything a playout of this cell can depend on, besides its number.

    Args:
        experiment: The experiment.
        cell: One of its cells.
        sources: As `game_sources` gives it.
    """
    from balance.core.chance import CHANCE_SCHEME  # noqa: PLC0415  # numba is heavy and a report needs it not

    return digest_of(
        {
            "tables": TABLES_SCHEME,
            "game": experiment.game.slug,
            "rules": experiment.game.resolve(cell.rules),
            "policies": line_up(cell),
            "rotate": cell.rotate,
            "seed": experiment.seed,
            "chance": CHANCE_SCHEME,
            "rules_version": experiment.game.rules_version,
            "sources": sources,
        }
    )[:16]


def versions(experiment: Experiment, sources: str) -> dict[str, Any]:
    """Everything whose version a result may depend on."""
    from balance.core.chance import CHANCE_SCHEME  # noqa: PLC0415  # as above

    return {
        "package": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in ("numba", "numpy", "polars")},
        "chance": CHANCE_SCHEME,
        "rules": experiment.game.rules_version,
        "sources": sources,
    }


def machine() -> dict[str, Any]:
    """What it was played on."""
    return {"system": platform.platform(), "processor": processor(), "cores": n_cores()}


def with_option(command: str, names: Sequence[str], value: str | None) -> str:
    """A command line with an option set, or without it.

    Args:
        command: The command line; an empty one stays empty.
        names: Every spelling of the option, the one to write first.
        value: Its value; None takes it away.
    """
    words, kept = iter(shlex.split(command)), []
    for word in words:
        if word in names:
            next(words, None)
        elif not word.startswith(tuple(f"{name}=" for name in names)):
            kept.append(word)
    return shlex.join(kept + ([names[0], value] if value is not None and kept else []))


def _repeating(command: str, experiment: Experiment, games: Sequence[int]) -> str:
    """The command line that plays as much as is stored, where that is more than was asked this time."""
    most = max(games, default=0)
    if most <= max(cell.games for cell in experiment.cells):
        return command
    return with_option(command, ("-n", "--games"), str(most))


def describe(
    experiment: Experiment,
    *,
    command: str,
    keys: Sequence[str],
    games: Sequence[int],
    sources: str,
    timings: Mapping[str, Any] | None,
    interrupted: bool,
) -> dict[str, Any]:
    """The whole manifest.

    Args:
        experiment: What is asked.
        command: The command line as given; where more is stored than it asks for, its number is replaced.
        keys: Chunk key of each cell.
        games: Playouts stored of each cell.
        sources: As `game_sources` gives it.
        timings: How the last playing went, None if nothing has been timed yet.
        interrupted: Whether playouts that were asked for are missing.
    """
    policies = {policy["name"]: policy for cell in experiment.cells for policy in line_up(cell)}
    return {
        "schema_version": SCHEMA_VERSION,
        "experiment": experiment_id(experiment),
        "game": experiment.game.slug,
        "title": dict(experiment.title),
        "config": experiment.file,
        "command": _repeating(command, experiment, games),
        "seed": experiment.seed,
        "policies": list(policies.values()),
        "cells": [
            _cell(experiment, cell, key, count)
            for cell, key, count in zip(experiment.cells, keys, games, strict=True)
        ],
        "swept": {key: list(values) for key, values in experiment.swept.items()},
        "values": {
            key: {"value": value, "place": origin.place, "source": origin.source, "note": origin.note}
            for key, (value, origin) in experiment.values.items()
        },
        "assumed": _assumed(experiment),
        "warnings": list(experiment.warnings),
        "versions": versions(experiment, sources),
        "machine": machine(),
        "timings": dict(timings or {}),
        "interrupted": interrupted,
    }


def _cell(experiment: Experiment, cell: Cell, key: str, games: int) -> dict[str, Any]:
    return {
        "key": cell.key,
        "settings": dict(cell.settings),
        "n_seats": cell.n_seats,
        "policies": [policy.name for policy in cell.policies],
        "kinds": {policy.name: policy.kind for policy in cell.policies},
        "weights": {policy.name: dict(policy.weights) for policy in cell.policies},
        "rotate": cell.rotate,
        "games": games,
        "chunk_key": key,
        "rules": experiment.game.resolve(cell.rules),
    }


def _assumed(experiment: Experiment) -> list[dict[str, Any]]:
    """Values nobody gives, with the designer's own reason where the config has one."""
    found: dict[str, dict[str, Any]] = {}
    for key, (value, origin) in experiment.values.items():
        if origin.source == "assumed":
            found[key] = {"key": key, "value": value, "note": origin.note}
    for key, note in experiment.assumed.items():
        value = experiment.values[key][0] if key in experiment.values else None
        found[key] = {"key": key, "value": value, "note": note}
    return list(found.values())
