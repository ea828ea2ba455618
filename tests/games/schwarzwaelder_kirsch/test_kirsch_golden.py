"""Whole playouts, event by event: what is written in golden/ is what this rules version plays.

A file that no longer agrees asks a question: is the change meant? If so raise `rules_version`, say so in CHANGELOG.md
and write the files anew with `python tests/games/schwarzwaelder_kirsch/test_kirsch_golden.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from balance.config import load_experiment
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.schwarzwaelder_kirsch import GAME
from balance.games.schwarzwaelder_kirsch.tracing import objects

FOLDER = Path(__file__).parent / "golden"
PLAYOUT = 4


def told(config: Path) -> Iterator[str]:
    """Lines of the config's playout, the rules version first."""
    experiment = load_experiment(str(config))
    (cell,) = experiment.cells
    played = replay(prepare(experiment.game, cell, experiment.seed), PLAYOUT)
    yield f"rules_version {GAME.rules_version}"
    for event in objects(cell.rules, played.facts, played.events):
        fields = (f"{key}={json.dumps(value)}" for key, value in event.items() if key != "event")
        yield " ".join([event["event"], *fields])


@pytest.mark.parametrize("config", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_playout_is_played_as_written(config: Path) -> None:
    written = config.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    lines = list(told(config))
    assert written[0] == lines[0], "the rules version was raised: write the golden playouts anew"
    for number, (line, expected) in enumerate(zip(lines, written, strict=False), start=1):
        assert line == expected, f"{config.stem}.txt:{number} is played otherwise, at the same rules version"
    assert len(lines) == len(written)


def test_goldens_reach_what_can_happen() -> None:
    lines = [line for path in FOLDER.glob("*.txt") for line in path.read_text(encoding="utf-8").splitlines()]
    events = {line.split(" ")[0] for line in lines}
    assert {"take", "keep", "back", "bust", "shuffle", "steal", "draw", "garnish", "stop"} <= events
    assert any(line.startswith("round_end") and "winner=null" in line for line in lines)


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.yaml")):
        path.with_suffix(".txt").write_text("\n".join(told(path)) + "\n", encoding="utf-8")
