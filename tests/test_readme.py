"""The README is run: its commands, its config, its promises; smaller than written there, whole in .ci/run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import struct
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.commands import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
LINES = [line for kind, text in BLOCKS if kind == "bash" for line in text.splitlines()]
SET_UPS = [line for line in LINES if line.startswith("python3 -m venv ")]
USES = [line for line in LINES if line not in SET_UPS]


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a newcomer has: the shipped configs in the working folder."""
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are not drawn: that takes most of the time of a short run."""
    monkeypatch.setattr("balance.report.render.write", lambda *_, **__: None)


def words(line: str, folder: Path) -> list[str]:
    """A README line as arguments of `main`; the shell's stars are replaced."""
    program, *given = shlex.split(line)
    assert program == "balance"
    found: list[str] = []
    for word in given:
        found += (
            sorted(str(path.relative_to(folder)) for path in folder.glob(word)) if "*" in word else [word]
        )
    return found


def test_two_single_lines_set_everything_up() -> None:
    run, tests = SET_UPS
    install = "python3 -m venv .venv && .venv/bin/pip install"
    assert run == f"{install} . && .venv/bin/balance run configs/chocolaterie/players.yaml"
    assert tests == f"{install} '.[dev]' && .venv/bin/pytest -n auto -m 'not slow'"
    last = max(README[: README.index(line)].count("\n") for line in SET_UPS)
    assert last < 25, "both stand on the first screen"


def test_ci_reads_the_commands_from_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "grep -E '^python3 -m venv ' README.md" in script
    assert [line for line in SET_UPS if line in script] == [], "a second copy would drift"
    assert script.count('bash -euo pipefail -c "${commands[') == 2


def test_the_first_command_ends_with_a_report_of_two_four_and_six_players(clone: Path) -> None:
    command = SET_UPS[0].rpartition(" && .venv/bin/")[2]
    assert main([*words(command, clone), "-n", "300", "-q"]) == 0
    folder = clone / "reports" / "chocolaterie" / "players"
    cells = json.loads((folder / "manifest.json").read_text())["cells"]
    assert [(cell["n_seats"], cell["games"]) for cell in cells] == [(2, 300), (4, 300), (6, 300)]
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert page.count("<svg") >= 3
    assert f"{folder.relative_to(clone)}/index.html" in README


def test_it_promises_20_000_games_of_each(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "configs/chocolaterie/players.yaml"]) == 0
    assert "3 cells, 2, 4 and 6 players, 20,000 games a cell" in capsys.readouterr().out
    assert "play 20,000 games each with two, four\nand six players" in README


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("line", USES)
def test_every_other_command_works(clone: Path, line: str) -> None:
    given = words(line, clone)
    assert given[0] in COMMANDS
    if given[0] in ("run", "compare"):
        given += ["-n", "30"]  # the last -n counts
    if given[1].startswith("reports/"):
        assert main(["run", "configs/chocolaterie/players.yaml", "-n", "30", "-q", "-o", given[1]]) == 0
    assert main(given) == 0


def test_the_config_in_it_is_clean(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = [text for kind, text in BLOCKS if kind == "yaml"]
    path = clone / "configs" / "chocolaterie" / "mine.yaml"
    path.write_text(example)
    assert main(["check", str(path)]) == 0
    out, err = capsys.readouterr()
    assert (": ok: 1 cell, 4 players, 20,000 games a cell" in out, err) == (True, "")


def test_words_that_look_like_commands_are_commands() -> None:
    named = set(re.findall(r"`balance ([a-z]+)", README))
    assert named <= set(COMMANDS)


def test_the_picture_is_one_of_a_page_and_small() -> None:
    content = (ROOT / "docs" / "images" / "report.png").read_bytes()
    width, height = struct.unpack(">II", content[16:24])
    assert content.startswith(b"\x89PNG")
    assert width >= 1000
    assert height >= 600
    assert len(content) < 300_000


def test_the_sample_can_be_reported_again(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "reports" / "sample", tmp_path / "sample")
    before = json.loads((tmp_path / "sample" / "manifest.json").read_text())
    (tmp_path / "sample" / "index.html").unlink()
    assert main(["report", str(tmp_path / "sample"), "-q"]) == 0
    assert (tmp_path / "sample" / "index.html").stat().st_size > 50_000
    assert [cell["n_seats"] for cell in before["cells"]] == [2, 4, 6]
    assert before["interrupted"] is False
    assert sum(path.stat().st_size for path in (tmp_path / "sample").rglob("*")) < 4_500_000
