"""Whole playouts, event by event: what is written in golden/ is what this rules version plays.

A file that no longer agrees asks a question: is the change meant? If so raise `rules_version`, say so in CHANGELOG.md
and write the files anew with `python tests/games/draft/test_draft_golden.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from balance.config import load_experiment
from balance.engine.replaying import replay
from balance.engine.worker import prepare

GAMES = Path(__file__).parents[1]
CONFIGS = sorted(
    path for game in ("chocolaterie", "festtafel") for path in GAMES.glob(f"{game}/golden/*.yaml")
)
PLAYOUT = 4


def words(value: Any) -> str:
    """A value of a trace on one line: lists in brackets, maps as key:value."""
    if isinstance(value, Mapping):
        return "{" + " ".join(f"{key}:{words(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + " ".join(words(item) for item in value) + "]"
    return "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def told(config: Path) -> Iterator[str]:
    """Lines of the config's playout, the rules version first."""
    experiment = load_experiment(str(config))
    (cell,) = experiment.cells
    played = replay(prepare(experiment.game, cell, experiment.seed), PLAYOUT)
    yield f"rules_version {experiment.game.rules_version}"
    for event in experiment.game.module("tracing").objects(cell.rules, played.facts, played.events):
        yield " ".join(
            [event["event"], *(f"{key}={words(value)}" for key, value in event.items() if key != "event")]
        )


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_playout_is_played_as_written(config: Path) -> None:
    written = config.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    lines = list(told(config))
    assert written[0] == lines[0], "the rules version was raised: write the golden playouts anew"
    for number, (line, expected) in enumerate(zip(lines, written, strict=False), start=1):
        assert line == expected, f"{config.stem}.txt:{number} is played otherwise, at the same rules version"
    assert len(lines) == len(written)


def test_goldens_reach_both_ends_and_all_events() -> None:
    texts = {path: path.with_suffix(".txt").read_text(encoding="utf-8") for path in CONFIGS}
    last = {path.stem: text.splitlines()[-1] for path, text in texts.items() if "chocolaterie" in path.parts}
    assert len(last) == 3
    assert "reason=clock" in last["two-greedy"]
    assert "reason=supply" in last["four-supply"]
    told = {
        line.split(" ", 1)[0]
        for path, text in texts.items()
        if "festtafel" in path.parts
        for line in text.splitlines()
    }
    assert {"serve", "aside", "full", "bonus", "refill", "cook", "hire", "reroll", "penalty", "end"} <= told


if __name__ == "__main__":
    for path in CONFIGS:
        path.with_suffix(".txt").write_text("\n".join(told(path)) + "\n", encoding="utf-8")
