"""A weight with bounds is refused outside of them, in configs and in editors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from balance.config import load_experiment
from balance.config.schema import config_schema
from balance.core.errors import ConfigErrors
from balance.core.game import Preset
from balance.games.chocolaterie import GAME


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = tuple(
        replace(weight, low=0, high=1500) if weight.name == "give" else weight for weight in GAME.weights
    )
    game = replace(GAME, weights=weights)
    monkeypatch.setattr("balance.config.load.GAMES", (game,))


@pytest.mark.usefixtures("bounded")
def test_outside_is_an_error_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    text = "version: 1\ngame: chocolaterie\npersonas: {own: {from: greedy, weights: {give: %d}}}\n"
    file.write_text(text % 1501)
    with pytest.raises(ConfigErrors) as caught:
        load_experiment(str(file))
    (error,) = caught.value.errors
    assert (error.line, error.problem) == (3, "give must be 0 to 1500, not 1501")
    file.write_text(text % 1500)
    assert load_experiment(str(file)).warnings == ()


def test_editors_know_the_bounds() -> None:
    weights = (replace(GAME.weights[0], low=0, high=7), *GAME.weights[1:])
    schema = config_schema(replace(GAME, weights=weights))
    known = schema["definitions"]["Persona"]["properties"]["weights"]["properties"]
    assert (known[weights[0].name]["minimum"], known[weights[0].name]["maximum"]) == (0, 7)


def test_a_preset_may_differ_by_player_count() -> None:
    preset = Preset("own", "weighted", {"give": 5, "gold": 6}, by_players={3: {"give": 7}})
    game = replace(GAME, presets=(preset,))
    assert [game.policy("own", players).weights["give"] for players in (2, 3)] == [5, 7]
    assert game.policy("own", 3).weights["gold"] == 6
    with pytest.raises(KeyError):
        game.policy("other", 2)
