"""Playouts that the page shows: picked, played again once, and kept as data, so that a report plays nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from balance.core.errors import RunError, UsageError
from balance.core.picture import KeptPlayout
from balance.core.run_files import SCENES
from balance.engine.documents import (
    is_count,
    is_flag,
    is_map,
    is_text,
    is_whole_number,
    list_of,
    map_of,
    read_json,
    record_of,
)
from balance.engine.folder import write_whole
from balance.engine.manifest import game_sources
from balance.engine.picking import pick
from balance.engine.store import Run

SCHEMA_VERSION = 1
SHOWN_PICKS = ("typical", "closest", "widest")
MOST_CELLS = 6
"""Cells whose playouts are shown, the first of a sweep: more would make a heavy page."""


_IS_DOCUMENT = record_of(
    {
        "schema_version": is_count,
        "sources": is_text,
        "cells": map_of(
            record_of(
                {
                    "games": is_count,
                    "shown": list_of(
                        record_of(
                            {
                                "picks": list_of(is_text, filled=True),
                                "playout": is_count,
                                "policies": list_of(is_text, filled=True),
                                "scores": list_of(is_whole_number, filled=True),
                                "winners": list_of(is_flag, filled=True),
                                "scene": is_map,
                            }
                        )
                    ),
                }
            )
        ),
    }
)


def keep_scenes(run: Run) -> None:
    """Write what is drawn of three playouts of each cell; nothing if the game draws none.

    Raises:
        RunError: If a playout is not what the run has stored, or the folder cannot be written.
    """
    if not run.game.has_pictures:
        return
    keys = [key for key, facts in run.cells.items() if facts.n][:MOST_CELLS]
    cells = {
        key: {"games": run.cells[key].n, "shown": [asdict(kept) for kept in _kept(run, key)]} for key in keys
    }
    document = {
        "schema_version": SCHEMA_VERSION,
        "sources": game_sources(run.game.slug),
        "cells": cells,
    }
    compact = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        write_whole(run.folder / SCENES, compact.encode())
    except OSError as error:
        raise RunError(f"{run.folder} cannot be written: {error.strerror}") from error


def _kept(run: Run, key: str) -> list[KeptPlayout]:
    """The picked playouts of a cell that have something to draw, each once."""
    from balance.engine.replaying import check_stored, replay, stored_setting  # noqa: PLC0415  # numba is heavy

    picked: dict[int, list[str]] = {}
    for how in SHOWN_PICKS:
        try:
            picked.setdefault(pick(run, key, how).playout, []).append(how)
        except UsageError:
            return []  # all of them were truncated
    setting, found = stored_setting(run, key), []
    for playout, picks in picked.items():
        replayed = replay(setting, playout)
        if replayed.violation is not None:
            raise replayed.violation
        check_stored(run, replayed)
        objects = setting.game.module("tracing").objects
        trace = list(objects(setting.cell.rules, replayed.facts, replayed.events))
        scene, end = setting.game.module("picture").scene(trace), trace[-1]
        if scene is not None:
            policies, scores, winners = replayed.facts["policies"], end["scores"], end["winners"]
            found.append(
                KeptPlayout(tuple(picks), playout, tuple(policies), tuple(scores), tuple(winners), scene)
            )
    return found


def read_scenes(run: Run) -> Mapping[str, tuple[KeptPlayout, ...]]:
    """What a run has kept to be drawn, by cell; nothing of a cell that has had more or fewer playouts since.

    Raises:
        UsageError: If it was kept by other sources, which may draw otherwise, or is no such document.
    """
    path = run.folder / SCENES
    if not run.game.has_pictures or not path.is_file():
        return {}
    try:
        document = read_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    if not _IS_DOCUMENT(document):
        raise UsageError(f"{path} is damaged or was not written by balance")
    if document["sources"] != game_sources(run.game.slug):
        raise UsageError(f"{path} was written by another version of balance")
    return {
        key: tuple(_read(kept) for kept in cell["shown"])
        for key, cell in document["cells"].items()
        if key in run.cells and run.cells[key].n == cell["games"]
    }


def _read(kept: Mapping[str, Any]) -> KeptPlayout:
    return KeptPlayout(
        tuple(kept["picks"]),
        kept["playout"],
        tuple(kept["policies"]),
        tuple(kept["scores"]),
        tuple(kept["winners"]),
        kept["scene"],
    )
