"""Absurd values of every key of the rules are refused at their place; what makes no sense together is said."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from balance.config import load_experiment
from balance.core.errors import ConfigErrors
from balance.games.schokoladenmarkt.rules import Rules

PRINTED = Rules().model_dump(mode="json")
ABSURD = (-1, 10**12, 2.5, "viel", [[1]], {"was": {"denn": 1}})

Path_ = tuple[str | int, ...]


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value of the printed game; of a list the whole and its first entry."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
        return
    yield path, value
    if isinstance(value, list):
        yield from leaves(value[0], (*path, 0))


LEAVES = [path for path, _ in leaves(PRINTED)]


def written(path: Path_, value: Any) -> str:
    """The printed game with another value at a place."""
    rules = copy.deepcopy(PRINTED)
    inner = rules
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return yaml.safe_dump({"version": 1, "game": "schokoladenmarkt", "rules": rules}, sort_keys=False)


def said(tmp_path: Path, text: str) -> ConfigErrors:
    file = tmp_path / "x.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigErrors) as caught:
        load_experiment(str(file))
    return caught.value


@pytest.mark.parametrize("number", range(len(ABSURD)))
def test_an_absurd_value_is_refused_where_it_stands(number: int, tmp_path: Path) -> None:
    """A sixth of the keys with each value, so that every key has one."""
    assert len(LEAVES) > 100
    for path in LEAVES[number :: len(ABSURD)]:
        lines = written(path, ABSURD[number]).splitlines()
        found = said(tmp_path, "\n".join(lines))
        assert found.exit_code == 2, path
        printed = written(path, "here").splitlines()
        place = next(index for index, line in enumerate(printed, start=1) if line.endswith("here"))
        assert any(error.line >= place and error.column for error in found.errors), (path, str(found))


def test_what_nobody_can_ever_make_is_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    rules = {
        "ingredients": {"grapes": {"cards": 2}},
        "market": {"varieties": {"trauben_nuss": {"cost": {"grapes": 3}}}},
    }
    file.write_text(
        yaml.safe_dump({"version": 1, "game": "schokoladenmarkt", "rules": rules}), encoding="utf-8"
    )
    (warning,) = load_experiment(str(file)).warnings
    assert "nobody can ever make trauben_nuss: it costs 3 grapes" in warning
    assert "the box holds 2" in warning
