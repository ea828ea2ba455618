"""`balance runs`: only what a run wrote is counted, listed or removed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.core.run_files import TEMPORARY, own_files

CONFIG = "version: 1\ngame: chocolaterie\nrules: {players: 2, clock: 10}\nrun: {games: 120, seed: 5}\n"


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balance.report.render.write", lambda *_, **__: None)
    Path("c.yaml").write_text(CONFIG)
    assert main(["run", "c.yaml", "-q"]) == 0
    assert main(["compare", "c.yaml", "-s", "rules.refinement=3", "-q", "-o", "reports/x"]) == 0
    return tmp_path / "reports"


def listed(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, object]]:
    capsys.readouterr()
    assert main(["runs", "list", "--json"]) == 0
    return {run["folder"]: run for run in json.loads(capsys.readouterr().out)["runs"]}


def test_list(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys)
    assert set(found) == {"reports/chocolaterie/c", "reports/x/a", "reports/x/b"}
    run = found["reports/chocolaterie/c"]
    assert (run["games"], run["seed"], run["policies"]) == (120, 5, ["greedy"])
    assert not (run["stale"] or run["interrupted"] or run["rubbish"])
    assert main(["runs"]) == 0
    assert "complete" in capsys.readouterr().out
    assert main(["runs", "list", "--lang", "de"]) == 0
    german = capsys.readouterr().out
    assert "vollständig" in german and "Partien" in german
    assert "complete" not in german
    assert main(["runs", "list", "nowhere"]) == 2


def test_garbage(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = runs / "chocolaterie/c"
    chunk = next((folder / "games").glob("*.parquet"))
    half = folder / f"manifest.json{TEMPORARY}"
    half.write_text("{")
    other = chunk.with_name("-".join([*chunk.name.split("-")[:3], "0" * 16, "00000000.parquet"]))
    other.write_bytes(b"1234")
    (folder / "games/mine.parquet").write_bytes(b"mine")
    assert listed(capsys)["reports/chocolaterie/c"]["rubbish"] == 5
    assert main(["runs", "gc"]) == 0
    assert not half.exists() and not other.exists()
    assert chunk.exists()
    assert (folder / "games/mine.parquet").exists()
    assert listed(capsys)["reports/chocolaterie/c"]["games"] == 120


def test_stale_runs_go_only_if_asked(
    runs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balance.engine.catalogue.game_sources", lambda slug: "edited")
    assert all(run["stale"] for run in listed(capsys).values())
    assert main(["runs", "gc"]) == 0
    assert len(listed(capsys)) == 3
    assert main(["runs", "gc", "--stale"]) == 0
    assert listed(capsys) == {}
    assert not (runs / "x").exists(), "a comparison goes with its runs"


def test_remove(runs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    mine = runs / "chocolaterie/c/notes.txt"
    monkeypatch.setattr("balance.commands.runs._MEGA", 1)
    size = sum(path.stat().st_size for path in mine.parent.rglob("*") if path.is_file())
    mine.write_text("mine")
    assert main(["runs", "remove", "reports/chocolaterie/c", "reports/chocolaterie/none"]) == 2
    assert len(listed(capsys)) == 3, "nothing was removed"
    capsys.readouterr()
    assert main(["runs", "remove", "reports/chocolaterie/c"]) == 0
    assert capsys.readouterr().out == f"reports/chocolaterie/c: {size:,.1f} MB removed\n"
    assert [path.name for path in mine.parent.iterdir()] == ["notes.txt"]
    assert main(["runs", "remove", "reports/x"]) == 0
    assert not (runs / "x").exists()


def test_a_damaged_run_is_left_alone(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (runs / "x/a/manifest.json").write_text("{")
    found = listed(capsys)["reports/x/a"]
    assert found["problem"]
    assert main(["runs", "gc"]) == 0
    assert "left alone" in capsys.readouterr().err


@pytest.mark.parametrize("up", ["..", "/"])
def test_a_folder_above_the_working_folder_is_not_swept_away(
    runs: Path, up: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balance.commands.runs._runs", lambda _: pytest.fail("looked for what to remove"))
    monkeypatch.chdir(runs)
    assert main(["runs", "remove", up]) == 2
    assert "nothing was removed" in capsys.readouterr().err


def test_runs_that_cannot_be_used_are_not_called_complete(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    next((runs / "x/a/seats").glob("*.parquet")).unlink()
    manifest = runs / "x/b/manifest.json"
    manifest.write_text(manifest.read_text().replace('"seed": 5', '"seed": 6'))
    (runs / "chocolaterie/c/manifest.json").write_text("{")
    found = listed(capsys)
    assert found["reports/x/a"]["short"]
    assert not found["reports/x/b"]["short"]
    assert "was changed" in str(found["reports/x/b"]["problem"])
    assert main(["runs"]) == 0
    assert "complete" not in capsys.readouterr().out
    assert main(["runs", "remove", "reports"]) == 2
    error = capsys.readouterr().err
    assert "nothing was removed" in error and "-o" not in error
    assert len(listed(capsys)) == 3
    assert main(["runs", "remove", "reports/x"]) == 0


def test_what_may_not_be_read_or_vanishes_is_no_crash(
    runs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    below, locked, renamed = Path.iterdir, runs / "x/b", next((runs / "x/a/games").iterdir())

    def vanishing(folder: Path, place: str = "") -> list[Path]:
        found = own_files(folder, place)
        renamed.unlink(missing_ok=True)
        return found

    with monkeypatch.context() as while_playing:
        while_playing.setattr("balance.engine.catalogue.own_files", vanishing)
        assert main(["runs"]) == 0
    assert not renamed.exists()

    def iterdir(path: Path) -> Iterator[Path]:
        if path.name == locked.name:
            raise PermissionError(13, "Permission denied", str(path))
        return below(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    capsys.readouterr()
    for command in (["list"], ["gc"], ["remove", "reports"]):
        assert main(["runs", *command]) == 2
        assert "reports/x/b cannot be read: Permission denied" in capsys.readouterr().err
    assert (runs / "x/a/manifest.json").exists()
