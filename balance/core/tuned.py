"""Weights that tools/tune.py has found, as it wrote them beside a game's policies: `tuned.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

TUNED = "tuned.json"


def read_tuned(package: str) -> dict[str, list[dict[str, Any]]]:
    """Everything in a game's file: for each policy its records, what was found and how; empty without a file.

    Args:
        package: Import path of the game's folder.
    """
    file = files(package).joinpath(TUNED)
    if not file.is_file():
        return {}
    records: dict[str, list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
    return records


def tuned_weights(package: str, policy: str) -> Mapping[int, Mapping[str, int]]:
    """A policy's weights for each player count, as `Preset.by_players` takes them.

    Args:
        package: Import path of the game's folder.
        policy: Its name.
    """
    found = {}
    for record in read_tuned(package).get(policy, ()):
        for players in record["players"]:
            found[int(players)] = {str(name): int(value) for name, value in record["weights"].items()}
    return found
