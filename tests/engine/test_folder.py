import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from toy_experiments import make_experiment

from balance.core.errors import UsageError
from balance.engine.folder import claimed, write_whole
from balance.engine.manifest import describe

MANIFEST = {
    **describe(
        make_experiment(),
        command="",
        keys=["0" * 16],
        games=[0],
        sources="",
        timings=None,
        interrupted=True,
    ),
    "experiment": "aaaaaaaa",
}


def claim(folder, experiment="aaaaaaaa", fresh=False):
    with claimed(folder, experiment, fresh=fresh) as manifest:
        return manifest


CHUNK = "000-0000000000-00100-0123456789abcdef-01234567.parquet"
OURS = (
    f"games/{CHUNK}",
    f"seats/{CHUNK}",
    f"seats/{CHUNK}.tmp",
    "figures/seats.png",
    "figures/winners.png.part",
    "index.html",
    "index.html.part",
    "metrics.json",
    "metrics.json.tmp",
    "manifest.json.tmp",
)
THEIRS = (
    "notes.txt",
    "todo.tmp",
    "draft.part",
    "old.parquet",
    CHUNK,
    "notes/draft.tmp",
    "notes/index.html",
    "games/mine.parquet",
    "games/mine.tmp",
    f"games/copy of {CHUNK}",
    f"games/{CHUNK}.bak",
    "games/index.html",
    "figures/mine.png",
    "figures/mine.png.part",
    "figures/mine.svg",
    "figures/seats.png.old",
)


@pytest.fixture
def run_folder(tmp_path):
    folder = tmp_path / "run"
    for name in (*OURS, *THEIRS):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / "manifest.json").write_text(json.dumps(MANIFEST))
    return folder


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


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
    assert files(run_folder) == {*OURS, *THEIRS, "manifest.json"}


def test_another_experiment_is_refused(run_folder):
    with pytest.raises(UsageError, match=r"another experiment.*--fresh"):
        claim(run_folder, "bbbbbbbb")
    assert files(run_folder) == {*OURS, *THEIRS, "manifest.json"}


def test_fresh_removes_what_a_run_writes_and_nothing_else(run_folder):
    """The manifest is replaced by the new one, so that a killed run leaves a folder that is known to be a run's."""
    assert claim(run_folder, "bbbbbbbb", fresh=True) is None
    assert files(run_folder) == {*THEIRS, "manifest.json"}
    assert all((run_folder / name).read_text() == name for name in THEIRS)


def test_fresh_leaves_folders_alone_whatever_they_are_called(run_folder):
    for name in (
        "x.tmp",
        "games/x.parquet",
        f"seats/{CHUNK}.part",
        "figures/scores.png",
        "metrics.json.part",
    ):
        (run_folder / name).mkdir()
        (run_folder / name / "mine").write_text("mine")
    claim(run_folder, fresh=True)
    assert {name for name in files(run_folder) if name.endswith("/mine")} == {
        f"{name}/mine"
        for name in (
            "x.tmp",
            "games/x.parquet",
            f"seats/{CHUNK}.part",
            "figures/scores.png",
            "metrics.json.part",
        )
    }
    assert not files(run_folder) & set(OURS)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("place", ["games", "seats", "figures"])
def test_a_folder_behind_a_link_is_not_written_to(run_folder, tmp_path, place, fresh):
    photos = tmp_path / "photos"
    (run_folder / place).rename(photos)
    (photos / "holiday.png").write_text("mine")
    (run_folder / place).symlink_to(photos)
    before = files(tmp_path)
    with pytest.raises(UsageError, match=f"{place} is a link"):
        claim(run_folder, fresh=fresh)
    assert files(tmp_path) == before


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_fresh_removes_a_link_not_what_it_leads_to(run_folder, tmp_path):
    (tmp_path / "page.html").write_text("mine")
    (run_folder / "index.html").unlink()
    (run_folder / "index.html").symlink_to(tmp_path / "page.html")
    claim(run_folder, fresh=True)
    assert (tmp_path / "page.html").read_text() == "mine"
    assert not (run_folder / "index.html").is_symlink()


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("name", ["games", "figures", "index.html", "metrics.json"])
def test_what_stands_in_the_way_is_refused_before_anything_is_removed(run_folder, name, fresh):
    path = run_folder / name
    path.rename(run_folder / "aside")
    if "." in name:
        path.mkdir()
    else:
        path.write_text("mine")
    before = files(run_folder)
    with pytest.raises(UsageError, match=f"{name} is a f"):
        claim(run_folder, fresh=fresh)
    assert files(run_folder) == before


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_lock_that_is_not_ours_is_left_alone(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    (tmp_path / "thesis").write_text("42")
    (run / ".lock").symlink_to(tmp_path / "thesis")
    with pytest.raises(UsageError, match="is a link"):
        claim(run)
    assert (tmp_path / "thesis").read_text() == "42"
    (run / ".lock").unlink()
    (run / ".lock").write_text("of another program")
    with pytest.raises(UsageError, match="not written by balance"):
        claim(run)
    assert (run / ".lock").read_text() == "of another program"


@pytest.mark.skipif(os.name == "nt", reason="names are bounded otherwise")
@pytest.mark.parametrize("name", ["x" * 300, "a/" + "x" * 300, "/".join(["x" * 200] * 30)])
def test_a_name_the_system_cannot_take_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match="File name too long"):
        claim(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


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
