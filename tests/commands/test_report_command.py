import json
import os
import shlex
import shutil
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.engine.manifest import with_option


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    config = folder / "printed.yaml"
    config.write_text("version: 1\ngame: chocolaterie\nrules: {players: 2}\nrun: {games: 120}\n")
    assert main(["run", str(config), "-o", str(folder / "out"), "-q"]) == 0
    return folder / "out"


def test_a_report_is_written_again_without_playing(stored, capsys, monkeypatch):
    from balance.games import GAMES

    kernel = GAMES[0].module("kernel")
    monkeypatch.delattr(kernel, "batch")
    before = (stored / "metrics.json").read_text()
    page = (stored / "index.html").read_text()
    (stored / "index.html").unlink()
    (stored / "metrics.json").unlink()
    capsys.readouterr()
    assert main(["report", str(stored), "--format", "html,json"]) == 0
    assert (stored / "metrics.json").read_text() == before
    assert (stored / "index.html").read_text() == page
    assert f"Report: {stored / 'index.html'}" in capsys.readouterr().out
    assert main(["report", str(stored), "--format", "html,json", "--lang", "de"]) == 0
    assert "Prozentpunkte" in capsys.readouterr().out
    assert "printed.yaml --lang de</code>" in (stored / "index.html").read_text()
    assert main(["report", str(stored), "--format", "html,json"]) == 0
    assert (stored / "index.html").read_text() == page


def test_what_is_no_run_is_refused(tmp_path, capsys):
    for folder in (tmp_path, tmp_path / "missing"):
        assert main(["report", str(folder)]) == 2
        assert "no run folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_chunk_is_named(stored, capsys):
    victim = sorted(stored.glob("games/*.parquet"))[0]
    content = victim.read_bytes()
    victim.write_bytes(content[:-10])
    try:
        assert main(["report", str(stored)]) == 70
    finally:
        victim.write_bytes(content)
    assert victim.name in capsys.readouterr().err


def test_a_run_without_playouts_has_nothing_to_report(stored, tmp_path, capsys):
    manifest = json.loads((stored / "manifest.json").read_text())
    manifest["cells"][0]["chunk_key"] = "0" * 16
    folder = tmp_path / "empty"
    folder.mkdir()
    Path(folder / "manifest.json").write_text(json.dumps(manifest))
    assert main(["report", str(folder)]) == 70
    assert "nothing to report" in capsys.readouterr().err


def test_the_command_names_the_number_of_games_that_are_there(tmp_path, monkeypatch):
    monkeypatch.setattr("balance.report.render.write", lambda *_, **__: None)
    config, out = tmp_path / "small.yaml", tmp_path / "out"
    config.write_text("version: 1\ngame: chocolaterie\nrules: {players: 2}\nrun: {games: 40}\n")
    for flags, named in (([], ""), (["-n", "60"], " -n 60"), (["-n", "20"], " -n 60"), ([], " -n 60")):
        assert main(["run", str(config), "-o", str(out), "-q", *flags]) == 0
        assert json.loads((out / "manifest.json").read_text())["command"].endswith(f"small.yaml{named}")


@pytest.mark.parametrize(
    ("command", "names", "value", "changed"),
    [
        (
            "balance run 'a b.yaml' -n 20 --lang de",
            ("-n", "--games"),
            "60",
            "balance run 'a b.yaml' --lang de -n 60",
        ),
        ("balance run a.yaml --games=20", ("-n", "--games"), "60", "balance run a.yaml -n 60"),
        ("balance run a.yaml --lang de -s b=1", ("--lang",), None, "balance run a.yaml -s b=1"),
        ("", ("--lang",), "de", ""),
    ],
)
def test_an_option_of_a_command_line_is_replaced(command, names, value, changed):
    assert with_option(command, names, value) == changed


def test_games_that_have_gone_missing_are_told_and_how_to_play_them_again(stored, tmp_path, capsys):
    folder = tmp_path / "my run"
    shutil.copytree(stored, folder)
    sorted(folder.glob("games/*.parquet"))[-1].unlink()
    assert main(["report", str(folder), "--format", "html"]) == 0
    out, err = capsys.readouterr()
    assert "base: 100 of 120 games are there" in err
    assert out.startswith("Report: ")
    assert "was interrupted" in (folder / "index.html").read_text()
    words = shlex.split(err.splitlines()[-1])
    assert words[:2] == ["balance", "run"]
    assert words[-2:] == ["-o", str(folder)]
    assert main([*words[1:], "-q", "--format", "html"]) == 0
    capsys.readouterr()
    assert main(["report", str(folder), "--format", "html"]) == 0
    assert capsys.readouterr().err == ""
    sorted(folder.glob("seats/*.parquet"))[0].unlink()
    assert main(["report", str(folder), "--format", "html", "-q"]) == 70, "no game is left before the gap"


@pytest.mark.parametrize(
    "change", [{"cells": 5}, {"cells": [1]}, {"cells": [{}]}, {"timings": 7}, {"policies": []}, {"seed": 9}]
)
@pytest.mark.parametrize("words", [["report"], ["replay", "--playout", "0"]])
def test_an_edited_manifest_is_refused(stored, tmp_path, capsys, words, change):
    manifest = json.loads((stored / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | change))
    assert main([words[0], str(tmp_path), *words[1:]]) == 2
    err = capsys.readouterr().err
    assert "was not written by balance" in err or "was changed after balance wrote it" in err
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_report_is_not_written_through_a_link(stored, tmp_path, capsys):
    folder, photos = tmp_path / "run", tmp_path / "photos"
    shutil.copytree(stored, folder)
    (folder / "figures").rename(photos)
    (photos / "seats.png").write_text("mine")
    (folder / "figures").symlink_to(photos)
    before = (folder / "metrics.json").stat().st_mtime_ns
    assert main(["report", str(folder)]) == 2
    assert "figures is a link" in capsys.readouterr().err
    assert (photos / "seats.png").read_text() == "mine"
    assert (folder / "metrics.json").stat().st_mtime_ns == before


def test_formats_are_written_as_asked(stored, tmp_path, capsys):
    folder = tmp_path / "run"
    shutil.copytree(stored, folder)
    for name in ("index.html", "metrics.json"):
        (folder / name).unlink()
    assert main(["report", str(folder), "--format", "md,csv"]) == 0
    assert f"Report: {folder / 'report.md'}" in capsys.readouterr().out
    assert not (folder / "index.html").exists() and not (folder / "metrics.json").exists()
    assert (folder / "report.md").read_text().startswith("## ")
    lines = (folder / "metrics.csv").read_text().splitlines()
    assert lines[0] == "metric,cell,seat,item,value,low,high,n,level,method,unit"
    assert main(["report", str(folder), "--format", "json"]) == 0
    assert len(lines) == 1 + len(json.loads((folder / "metrics.json").read_text())["metrics"])
    capsys.readouterr()
    assert main(["report", str(folder), "--format", "pdf"]) == 2
    assert "'pdf' is none of html, png, md, json, csv" in capsys.readouterr().err


def test_a_run_leaves_no_report_that_no_longer_fits(stored, tmp_path, capsys):
    folder = tmp_path / "run"
    shutil.copytree(stored, folder)
    config = stored.parent / "printed.yaml"
    assert main(["run", str(config), "-o", str(folder), "-n", "140", "-q", "--format", "md"]) == 0
    assert {path.name for path in folder.iterdir() if path.is_file()} == {"manifest.json", "report.md"}
    assert list((folder / "figures").iterdir()) == []
