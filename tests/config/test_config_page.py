"""docs/config.md against the models and the shipped policies; run as a script it writes its table of weights anew."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.commands.names import metric_names
from balance.config import load_experiment
from balance.config.models import ConfigModel, Gate, Persona, Policies, Run
from balance.core.game import Game
from balance.games import GAMES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "config.md"
HEAD = "version: 1\ngame: chocolaterie\n"
WEIGHTS = re.compile(r"(?<=<!-- weights -->\n).*?(?=<!-- /weights -->)", re.DOTALL)
EXAMPLES = re.findall(r"^```(\w+)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def weight_table(game: Game) -> str:
    """Weights of `greedy` with what they do."""
    greedy = game.preset("greedy")
    assert greedy is not None
    rows = [f"| `{w.name}` | {greedy.weights.get(w.name, w.default)} | {w.en} |" for w in game.weights]
    return "\n".join(["", "| weight | of `greedy` | |", "|---|---|---|", *rows, "", ""])


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped configs in the working folder."""
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_weights_are_those_of_greedy() -> None:
    game = GAMES[0]  # the page is about chocolaterie
    (found,) = WEIGHTS.findall(PAGE.read_text(encoding="utf-8"))
    assert found == weight_table(game), f"write it anew with: python {Path(__file__).relative_to(ROOT)}"


def test_shipped_policies_are_named() -> None:
    game = GAMES[0]  # the page is about chocolaterie
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{preset.name}`" in text for preset in game.presets)


def test_every_key_has_its_section() -> None:
    sections = re.findall(r"^### `(\w+)`$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sections == list(ConfigModel.model_fields)


@pytest.mark.parametrize("model", [Persona, Policies, Run, Gate])
def test_every_key_of_a_section_is_named(model: type[Persona]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, field in model.model_fields.items():
        assert f"`{field.alias or name}" in text, name


@pytest.mark.parametrize("text", [text for kind, text in EXAMPLES if kind == "yaml"])
def test_examples_are_clean(clone: Path, text: str) -> None:
    path = clone / "configs" / "chocolaterie" / "mine.yaml"
    path.write_text(text if text.startswith("version") else HEAD + text, encoding="utf-8")
    assert load_experiment(str(path), metrics=metric_names).warnings == ()


@pytest.mark.usefixtures("clone")
@pytest.mark.parametrize(
    "line", [line for kind, text in EXAMPLES if kind == "bash" for line in text.splitlines()]
)
def test_commands_work(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *given = shlex.split(line)
    assert (program, main(given)) == ("balance", 0)
    assert capsys.readouterr().err == ""


if __name__ == "__main__":
    table = weight_table(GAMES[0])
    PAGE.write_text(WEIGHTS.sub(lambda _: table, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
