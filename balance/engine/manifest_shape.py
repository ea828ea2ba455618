"""Whether a manifest that was read is one that balance writes; whoever reads on may then take it as it is."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

Check = Callable[[Any], bool]

_LARGEST = 10**18  # beyond every number that is written, and fit to be calculated with


def read_json(text: str) -> Any:
    """A document that can be written again: no NaN, no sign that is none, not nested without end.

    Raises:
        ValueError: If it is none.
    """
    try:
        document = json.loads(text, parse_constant=_refuse)
        json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return document


def misfit(manifest: Mapping[str, Any]) -> str:
    """The first key of a manifest of this version that is missing or cannot be; empty if all is well."""
    for key, check in _MANIFEST.items():
        if key not in manifest:
            return f"it has no '{key}'"
        if not check(manifest[key]):
            return f"its '{key}' cannot be"
    keys = [cell["key"] for cell in manifest["cells"]]
    return "" if len({*keys}) == len(keys) else "it has a cell twice"


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 10 * _LARGEST


def _positive(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _map(value: Any) -> bool:
    return isinstance(value, dict)


def _command(value: Any) -> bool:
    try:
        return isinstance(value, str) and shlex.split(value) is not None
    except ValueError:
        return False


def _moment(value: Any) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).year > 1
    except ValueError:
        return False


def _matches(pattern: str) -> Check:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _either(*checks: Check) -> Check:
    return lambda value: any(check(value) for check in checks)


def _list(check: Check, *, filled: bool = False) -> Check:
    return lambda value: (
        isinstance(value, list) and (bool(value) or not filled) and all(check(item) for item in value)
    )


def _map_of(check: Check) -> Check:
    return lambda value: isinstance(value, dict) and all(check(item) for item in value.values())


def _record(needed: Mapping[str, Check], also: Mapping[str, Check] | None = None) -> Check:
    """A map with these keys, and perhaps those; others are not looked at."""
    return lambda value: (
        isinstance(value, dict)
        and needed.keys() <= value.keys()
        and all(check(value[key]) for key, check in {**needed, **(also or {})}.items() if key in value)
    )


_CELL_FIELDS = _record(
    {
        "key": _text,
        "settings": _map,
        "n_seats": _count,
        "policies": _list(_text, filled=True),
        "weights": _map_of(_map_of(_whole)),
        "rotate": _flag,
        "games": _count,
        "chunk_key": _matches("[0-9a-f]{16}"),
        "rules": _map,
    },
    {"kinds": _map_of(_text)},
)


def _cell(value: Any) -> bool:
    return (
        _CELL_FIELDS(value)
        and len(value["policies"]) == value["n_seats"]
        and value["weights"].keys() >= {*value["policies"]}
        and value.get("kinds", value["weights"]).keys() >= {*value["policies"]}
    )


_MANIFEST: Mapping[str, Check] = {
    "experiment": _matches("[0-9a-f]{8}"),
    "game": _text,
    "title": _map_of(_text),
    "config": _text,
    "command": _command,
    "seed": _whole,
    "policies": _list(_record({"name": _text, "kind": _text, "weights": _map_of(_whole)}), filled=True),
    "cells": _list(_cell, filled=True),
    "swept": _map_of(_list(lambda _: True)),
    "values": _map_of(_record({"value": lambda _: True, "place": _text, "source": _text, "note": _text})),
    "assumed": _list(_record({"key": _text, "value": lambda _: True, "note": _text})),
    "warnings": _list(_text),
    "versions": _record(
        dict.fromkeys(("package", "rules", "chance", "sources"), _either(_text, _whole)),
        dict.fromkeys(("python", "numba", "numpy", "polars"), _text),
    ),
    "machine": _record({}, {"system": _text, "processor": _text, "cores": _count}),
    "timings": _record(
        {},
        {
            "seconds": _positive,
            "playouts": _count,
            "playouts_per_second": _either(_positive, lambda value: value is None),
            "jobs": _count,
            "finished": _moment,
        },
    ),
    "interrupted": _flag,
}
