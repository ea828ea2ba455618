"""A baseline as a document: plain data, and the file it stands in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from balance.core.errors import RunError
from balance.engine.documents import (
    Check,
    either,
    first_misfit,
    is_count,
    is_flag,
    is_map,
    is_text,
    is_whole_number,
    list_of,
    map_of,
    matching,
    read_json,
    record_of,
)
from balance.engine.folder import write_whole
from balance.engine.manifest import digest_of
from balance.verdict.baseline import Baseline, BaselineError, Blessing, StoredCell, StoredSeries

SCHEMA_VERSION = 1
ENDING = ".baseline.json"


def baseline_path(config: str) -> Path:
    """`<config stem>.baseline.json` beside the config."""
    path = Path(config)
    return path.with_name(path.stem + ENDING)


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file.

    Raises:
        BaselineError: If there is none, or it is damaged.
    """
    try:
        return from_document(read_json(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        said = "bless how the game plays now by `balance baseline accept`, with its --reason"
        raise BaselineError(f"{path} does not exist: {said}") from None
    except (OSError, ValueError) as error:
        raise BaselineError(f"{path} cannot be read: {error}") from error
    except BaselineError as error:
        raise BaselineError(f"{path} {error}") from error


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Write a baseline: the file is the old one or the new one, whatever happens meanwhile.

    Raises:
        RunError: If it cannot be written.
    """
    try:
        write_whole(path, spelt(to_document(baseline)).encode(), shared=True)
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror}") from error


def spelt(document: Any) -> str:
    """JSON that diffs well: keys sorted, and one line for whatever holds no maps and no list of lists."""
    return _spelt(document, "") + "\n"


def _spelt(value: Any, indent: str) -> str:
    deeper = indent + " "
    if isinstance(value, Mapping) and any(_is_branched(item) for item in value.values()):
        lines = [f"{deeper}{_json(key)}: {_spelt(value[key], deeper)}" for key in sorted(value)]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
        lines = [deeper + _spelt(item, deeper) for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    return _json(value)


def _is_branched(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and any(isinstance(item, Mapping) for item in value)
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True)


def to_document(baseline: Baseline) -> dict[str, Any]:
    """Plain data of a baseline; `from_document` undoes it."""
    return {
        "schema_version": SCHEMA_VERSION,
        "game": baseline.game,
        "seed": baseline.seed,
        "chance": baseline.chance,
        "sources": baseline.sources,
        "block_size": baseline.block,
        "playouts": {"first": 0, "count": baseline.games},
        "gates": {name: dict(gate) for name, gate in baseline.gates.items()},
        **_blessing(baseline.blessing),
        "cells": [_cell(cell) for cell in sorted(baseline.cells, key=lambda cell: cell.key)],
        "history": [_blessing(blessing) for blessing in baseline.history],
    }


def _blessing(blessing: Blessing) -> dict[str, Any]:
    return {
        "reason": blessing.reason,
        "author": blessing.author,
        "commit": blessing.commit,
        "package": blessing.package,
        "rules_version": blessing.rules_version,
        "games": blessing.games,
        "values": {name: list(value) for name, value in blessing.values.items()},
    }


def _cell(cell: StoredCell) -> dict[str, Any]:
    return {
        "key": cell.key,
        "settings": dict(cell.settings),
        "rules": cell.rules,
        "rules_hash": rules_hash(cell.rules),
        "line_up": list(cell.line_up),
        "policies": cell.policies,
        "rotate": cell.rotate,
        "winners": _counts(cell.winners),
        "lengths": _counts(cell.lengths),
        "scores": [_counts(scores) for scores in cell.scores],
        "digests": list(cell.digests),
        "series": [
            {
                "metric": each.metric,
                "seat": each.seat,
                "item": each.item,
                "divisor": each.divisor,
                "share": each.is_share,
                "squares": each.squares,
                "sums": each.sums.tolist(),
            }
            for each in cell.series
        ],
    }


def _counts(histogram: Mapping[int, int]) -> dict[str, int]:
    return {str(value): count for value, count in histogram.items()}


def from_document(document: Any) -> Baseline:
    """A baseline from plain data.

    Raises:
        BaselineError: If it is none, or does not hold together.
    """
    if not isinstance(document, dict) or "schema_version" not in document:
        raise BaselineError("was not written by balance")
    if document["schema_version"] != SCHEMA_VERSION:
        raise BaselineError(f"has schema {document['schema_version']}, not {SCHEMA_VERSION}")
    problem = first_misfit(document, _BASELINE)
    if problem:
        raise BaselineError(f"is damaged: {problem}")
    baseline = Baseline(
        game=document["game"],
        seed=document["seed"],
        chance=document["chance"],
        sources=document["sources"],
        block=document["block_size"],
        n_blocks=max((len(cell["digests"]) for cell in document["cells"]), default=0),
        gates=document["gates"],
        blessing=_read_blessing(document),
        cells=tuple(_read_cell(cell) for cell in document["cells"]),
        history=tuple(_read_blessing(blessing) for blessing in document["history"]),
    )
    problem = _contradiction(baseline, document)
    if problem:
        raise BaselineError(f"is damaged: {problem}")
    return baseline


def _read_blessing(document: Mapping[str, Any]) -> Blessing:
    return Blessing(
        document["reason"],
        document["author"],
        document["commit"],
        document["package"],
        document["rules_version"],
        document["games"],
        {name: (value[0], value[1]) for name, value in document["values"].items()},
    )


def _read_cell(document: Mapping[str, Any]) -> StoredCell:
    return StoredCell(
        key=document["key"],
        settings=document["settings"],
        rules=document["rules"],
        line_up=tuple(document["line_up"]),
        policies=document["policies"],
        rotate=document["rotate"],
        winners=_read_counts(document["winners"]),
        lengths=_read_counts(document["lengths"]),
        scores=tuple(_read_counts(scores) for scores in document["scores"]),
        digests=tuple(document["digests"]),
        series=tuple(
            StoredSeries(
                each["metric"],
                each["seat"],
                each["item"],
                each["divisor"],
                each["share"],
                each["squares"],
                np.array(each["sums"], np.int64),
            )
            for each in document["series"]
        ),
    )


def _read_counts(document: Mapping[str, int]) -> dict[int, int]:
    return {int(value): count for value, count in document.items()}


def _contradiction(baseline: Baseline, document: Mapping[str, Any]) -> str:
    """What in a baseline cannot be true together; a merge or an edit by hand may make it so."""
    games, keys = document["games"], [cell.key for cell in baseline.cells]
    if len(set(keys)) < len(keys):
        return "a cell is there twice"
    for cell, stored in zip(baseline.cells, document["cells"], strict=True):
        lengths = {len(cell.digests), *(len(each.sums) for each in cell.series)}
        counts = [cell.winners, cell.lengths, *cell.scores]
        if lengths != {baseline.n_blocks}:
            return f"cell {cell.key} has series of other lengths"
        if len(cell.scores) != cell.n_seats or not {*cell.line_up} <= cell.policies.keys():
            return f"cell {cell.key} has other seats than policies"
        if any(sum(histogram.values()) != games for histogram in counts):
            return f"cell {cell.key} does not count {games:,} playouts"
        if stored["rules_hash"] != rules_hash(cell.rules):
            return f"the rules of cell {cell.key} were changed"
    return ""


def rules_hash(rules: Mapping[str, Any]) -> str:
    """16 hex digits of resolved rules."""
    return digest_of(rules)[:16]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_NUMBERS = map_of(is_count)
_MAYBE_TEXT = either(is_text, lambda value: value is None)
_BLESSING: Mapping[str, Check] = {
    "reason": is_text,
    "author": _MAYBE_TEXT,
    "commit": _MAYBE_TEXT,
    "package": is_text,
    "rules_version": is_count,
    "games": is_count,
    "values": map_of(lambda value: list_of(_is_number)(value) and len(value) == 2),
}


def _is_histogram(value: Any) -> bool:
    return _NUMBERS(value) and all(key.lstrip("-").isdecimal() for key in value)


_SERIES = record_of(
    {
        "metric": is_text,
        "seat": either(is_count, lambda value: value is None),
        "item": _MAYBE_TEXT,
        "divisor": lambda value: is_count(value) and value > 0,
        "share": is_flag,
        "squares": is_count,
        "sums": list_of(is_whole_number),
    }
)
_CELL = record_of(
    {
        "key": is_text,
        "settings": is_map,
        "rules": is_map,
        "rules_hash": matching("[0-9a-f]{16}"),
        "line_up": list_of(is_text, filled=True),
        "policies": map_of(record_of({"kind": is_text, "weights": map_of(is_whole_number)})),
        "rotate": is_flag,
        "winners": _is_histogram,
        "lengths": _is_histogram,
        "scores": list_of(_is_histogram),
        "digests": list_of(matching("[0-9a-f]{8}")),
        "series": list_of(_SERIES),
    }
)
_BASELINE: Mapping[str, Check] = {
    "game": is_text,
    "seed": is_count,
    "chance": is_count,
    "sources": matching("[0-9a-f]{64}"),
    "block_size": is_count,
    "playouts": record_of({"first": is_count, "count": is_count}),
    "gates": map_of(record_of({"level": is_text})),
    "cells": list_of(_CELL, filled=True),
    "history": list_of(record_of(_BLESSING)),
    **_BLESSING,
}
