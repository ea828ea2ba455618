import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance.core.errors import UsageError
from balance.engine.folder import claimed, write_whole

MANIFEST = {"schema_version": 1, "experiment": "aaaaaaaa", "game": "toy", "cells": []}


def claim(folder, experiment="aaaaaaaa", fresh=False):
    with claimed(folder, experiment, fresh=fresh) as manifest:
        return manifest


@pytest.fixture
def run_folder(tmp_path):
    folder = tmp_path / "run"
    for name in ("games", "seats", "figures"):
        (folder / name).mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps(MANIFEST))
    (folder / "games" / "x.parquet").write_text("old")
    (folder / "figures" / "a.png").write_text("old")
    (folder / "index.html").write_text("old")
    (folder / "notes.txt").write_text("mine")
    (folder / "figures" / "mine.svg").write_text("mine")
    return folder


def test_a_missing_folder_is_made_and_kept_if_something_is_written(tmp_path):
    folder = tmp_path / "a" / "b"
    with claimed(folder, "aaaaaaaa", fresh=False) as manifest:
        assert manifest is None
        (folder / "x").write_text("")
    assert [path.name for path in folder.iterdir()] == ["x"]


def test_a_refused_run_leaves_no_folder(tmp_path):
    with pytest.raises(ValueError, match="no"), claimed(tmp_path / "a" / "b", "aaaaaaaa", fresh=False):
        raise ValueError("no")
    assert list(tmp_path.iterdir()) == []


def test_the_same_experiment_is_gone_on_with(run_folder):
    assert claim(run_folder) == MANIFEST
    assert (run_folder / "games" / "x.parquet").exists()


def test_another_experiment_is_refused(run_folder):
    with pytest.raises(UsageError, match=r"another experiment.*--fresh"):
        claim(run_folder, "bbbbbbbb")
    assert (run_folder / "games" / "x.parquet").exists()


def test_fresh_removes_what_a_run_writes_and_nothing_else(run_folder):
    assert claim(run_folder, "bbbbbbbb", fresh=True) is None
    left = {path.name for path in run_folder.rglob("*") if path.is_file()}
    assert left == {"notes.txt", "mine.svg"}


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("content", [None, "{", "[]", '{"experiment": "aaaaaaaa"}'])
def test_a_folder_that_is_not_ours_is_refused_even_with_fresh(tmp_path, fresh, content):
    (tmp_path / "thesis.txt").write_text("mine")
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(UsageError, match="not empty and not a run folder"):
        claim(tmp_path, fresh=fresh)
    assert (tmp_path / "thesis.txt").read_text() == "mine"
    assert not (tmp_path / ".lock").exists()


def test_a_file_in_the_way_is_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (file, file / "below"):
        with pytest.raises(UsageError, match="file"):
            claim(folder)
    assert file.read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_refused():
    with pytest.raises(UsageError, match="cannot be"):
        claim(Path("/proc/nothing/run"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(UsageError, match="cannot be written"):
            claim(tmp_path)
    finally:
        tmp_path.chmod(0o700)


def test_two_runs_at_once_are_refused_and_the_holder_is_named(tmp_path):
    with (
        claimed(tmp_path, "aaaaaaaa", fresh=False),
        pytest.raises(UsageError, match=f"another process \\({os.getpid()}\\)"),
    ):
        claim(tmp_path)
    claim(tmp_path)


def test_a_killed_process_leaves_no_lock_behind(tmp_path):
    script = (
        "import os, sys; from pathlib import Path; from balance.engine.folder import claimed\n"
        "with claimed(Path(sys.argv[1]), 'aaaaaaaa', fresh=False): os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert (tmp_path / ".lock").exists()
    claim(tmp_path)
    assert not (tmp_path / ".lock").exists()


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path):
    file = tmp_path / "x"
    write_whole(file, b"old")
    with pytest.raises(TypeError):
        write_whole(file, "not bytes")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]
