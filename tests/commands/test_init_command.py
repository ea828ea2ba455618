"""`balance init`: what it writes is clean, says the printed game, and runs; what is there stays."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from balance.__main__ import main
from balance.config import load_experiment
from balance.core.game import Game
from balance.core.texts import LANGS
from balance.games import GAMES


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_config_is_the_printed_game_in_comments(game: Game, lang: str, tmp_path: Path) -> None:
    assert main(["init", str(tmp_path / "new"), "--game", game.slug, "--lang", lang]) == 0
    config = tmp_path / "new" / f"{game.slug}.yaml"
    schema = tmp_path / "new" / f"{game.slug}.schema.json"
    text = config.read_text(encoding="utf-8")
    assert text.splitlines()[0] == f"# yaml-language-server: $schema={schema.name}"
    Draft7Validator.check_schema(json.loads(schema.read_text(encoding="utf-8")))
    (cell,) = load_experiment(str(config)).cells
    assert cell.rules == game.rules_model()
    # Every commented rule says the default: taken in it changes nothing.
    config.write_text(re.sub(r"^  # (\w+: \S+ +#)", r"  \1", text, flags=re.MULTILINE), encoding="utf-8")
    experiment = load_experiment(str(config))
    assert experiment.cells[0].rules == game.rules_model()
    taken_in = [key for key, (_, origin) in experiment.values.items() if origin.place.startswith(str(config))]
    scalars = [
        key for key, value in game.rules_model().model_dump().items() if not isinstance(value, dict | list)
    ]
    assert {f"rules.{key}" for key in scalars} <= set(taken_in)
    assert experiment.warnings == ()
    # The examples can be taken in as they stand.
    shorter = re.sub(r"^policies.*\n", "", text, flags=re.MULTILINE)
    config.write_text(
        re.sub(r"^# (personas|policies|vary):", r"\1:", shorter, flags=re.MULTILINE), encoding="utf-8"
    )
    played = load_experiment(str(config), sets=[f"rules.players={game.seats[1]}"])
    assert {cell.policies[0].name for cell in played.cells} == {"my_bot"}


def test_a_first_run(tmp_path: Path, capsys: Any) -> None:
    folder = tmp_path / "my game (ü)"
    main(["init", str(folder), "--game", "chocolaterie"])
    _, command = capsys.readouterr().out.splitlines()[-1].split("next: balance ")
    words = shlex.split(command)
    assert words == ["run", str(folder / "chocolaterie.yaml")]
    assert main([*words, "-n", "20", "-q", "-o", str(tmp_path / "run")]) == 0
    assert (tmp_path / "run" / "index.html").is_file()


@pytest.mark.parametrize("there", ["chocolaterie.yaml", "chocolaterie.schema.json"])
def test_nothing_is_overwritten(there: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / there).write_text("mine")
    assert main(["init", str(tmp_path), "--game", "chocolaterie"]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path / there} is there already")
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


def test_a_folder_that_cannot_be(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "file").write_text("")
    assert main(["init", str(tmp_path / "file" / "below"), "--game", "chocolaterie"]) == 2
    assert "cannot be written" in capsys.readouterr().err
