"""Whether a manifest that was read is one that balance writes; whoever reads on may then take it as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.engine.documents import (
    Check,
    either,
    first_misfit,
    is_command,
    is_count,
    is_flag,
    is_map,
    is_moment,
    is_positive,
    is_text,
    is_whole_number,
    list_of,
    map_of,
    matching,
    record_of,
)


def misfit(manifest: Mapping[str, Any]) -> str:
    """The first key of a manifest of this version that is missing or cannot be; empty if all is well."""
    problem = first_misfit(manifest, _MANIFEST)
    if problem:
        return problem
    keys = [cell["key"] for cell in manifest["cells"]]
    return "" if len({*keys}) == len(keys) else "it has a cell twice"


_CELL_FIELDS = record_of(
    {
        "key": is_text,
        "settings": is_map,
        "n_seats": is_count,
        "policies": list_of(is_text, filled=True),
        "weights": map_of(map_of(is_whole_number)),
        "rotate": is_flag,
        "games": is_count,
        "chunk_key": matching("[0-9a-f]{16}"),
        "rules": is_map,
    },
    {"kinds": map_of(is_text)},
)


def _cell(value: Any) -> bool:
    return (
        _CELL_FIELDS(value)
        and len(value["policies"]) == value["n_seats"]
        and value["weights"].keys() >= {*value["policies"]}
        and value.get("kinds", value["weights"]).keys() >= {*value["policies"]}
    )


_MANIFEST: Mapping[str, Check] = {
    "experiment": matching("[0-9a-f]{8}"),
    "game": is_text,
    "title": map_of(is_text),
    "config": is_text,
    "command": is_command,
    "seed": is_whole_number,
    "policies": list_of(
        record_of({"name": is_text, "kind": is_text, "weights": map_of(is_whole_number)}), filled=True
    ),
    "cells": list_of(_cell, filled=True),
    "swept": map_of(list_of(lambda _: True)),
    "values": map_of(
        record_of({"value": lambda _: True, "place": is_text, "source": is_text, "note": is_text})
    ),
    "assumed": list_of(record_of({"key": is_text, "value": lambda _: True, "note": is_text})),
    "warnings": list_of(is_text),
    "versions": record_of(
        dict.fromkeys(("package", "rules", "chance", "sources"), either(is_text, is_whole_number)),
        dict.fromkeys(("python", "numba", "numpy", "polars"), is_text),
    ),
    "machine": record_of({}, {"system": is_text, "processor": is_text, "cores": is_count}),
    "timings": record_of(
        {},
        {
            "seconds": is_positive,
            "playouts": is_count,
            "playouts_per_second": either(is_positive, lambda value: value is None),
            "jobs": is_count,
            "finished": is_moment,
        },
    ),
    "interrupted": is_flag,
}
