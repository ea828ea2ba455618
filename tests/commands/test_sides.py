"""What a comparison asks of its two sides before anything is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from balance.__main__ import main
from balance.commands import sides
from balance.config import load_experiment


@pytest.fixture
def configs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two configs of one game in the working folder."""
    monkeypatch.chdir(tmp_path)
    for name, run in (("a", "{games: 50, seed: 3}"), ("b", "{games: 70, seed: 4}")):
        text = f"version: 1\ngame: chocolaterie\nrules: {{players: 2}}\nrun: {run}\n"
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_folder_that_cannot_be_made_is_named_as_the_user_did(
    configs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "a.yaml", "b.yaml", "-o", "a.yaml/x"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "a.yaml/x cannot be made: Not a directory"
    assert sorted(path.name for path in configs.iterdir()) == ["a.yaml", "b.yaml"]


def test_each_config_is_read_once(configs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(name: str, **options: Any) -> Any:
        read.append(name)
        return load_experiment(name, **options)

    monkeypatch.setattr(sides, "load_experiment", counted)
    _, second = sides.read_sides("a.yaml", "b.yaml", (), (), None, None, None)
    assert read == ["a.yaml", "b.yaml"]
    assert second.notes == (
        "b.yaml has seed 4; both sides are dealt by seed 3, as a.yaml is: --seed sets another",
        "b.yaml has 70 games; both sides play 50, as a.yaml does: -n sets another number",
    )


def test_flags_that_change_nothing_in_stored_runs_are_refused(
    configs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "ab":
        (configs / name).mkdir()
        (configs / name / "manifest.json").write_text("{}")
    for flag in (["-n", "5"], ["--seed", "5"]):
        assert main(["compare", "a", "b", *flag]) == 2
        assert "change nothing in stored runs" in capsys.readouterr().err


def test_a_stored_run_without_games_is_told_before_anything_is_played(
    configs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "a.yaml", "-q", "-n", "2", "--format", "json", "-o", "r"]) == 0
    next((configs / "r/seats").iterdir()).unlink()
    for pair in (["r", "b.yaml"], ["b.yaml", "r"], ["r", "r"]):
        capsys.readouterr()
        assert main(["compare", *pair, "-o", "x"]) == 2
        assert capsys.readouterr().err == "r holds no game of base: run the same experiment again\n"
    assert not (configs / "x").exists()


def test_a_side_is_not_played_where_the_other_is_refused(
    configs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "b.yaml", "-q", "-n", "2", "--format", "json", "-o", "x/b"]) == 0
    words = ["compare", "a.yaml", "-s", "rules.clock=10", "-o", "x"]
    assert main(words) == 2
    assert "x/b holds another experiment" in capsys.readouterr().err
    assert [path.name for path in (configs / "x").iterdir()] == ["b"]


def test_an_empty_path_is_not_the_working_folder(configs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["", "b.yaml"], ["a.yaml", ""], ["a.yaml", "b.yaml", "-o", ""]):
        assert main(["compare", *words]) == 2
        assert "'' is no path" in capsys.readouterr().err
