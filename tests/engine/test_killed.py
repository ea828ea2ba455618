"""Subprocesses: a machine that dies in the middle, and sources edited between two runs."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import balance
from balance.engine import run_experiment

HERE = Path(__file__).parent
SCRIPT = """
import sys
from pathlib import Path
from balance.engine import run_experiment
from toy_experiments import make_experiment
experiment = make_experiment(int(sys.argv[2]), clock=(int(sys.argv[3]),))
run_experiment(experiment, Path(sys.argv[1]), jobs=2)
"""


def command(folder, games, clock):
    return [sys.executable, "-c", SCRIPT, str(folder), str(games), str(clock)]


def environment(*paths, **more):
    kept = {
        name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"
    }  # ours is set by now
    return {**kept, "PYTHONPATH": os.pathsep.join(map(str, paths)), **more}


def digests(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*.parquet")}


def test_a_killed_run_is_resumed_to_the_same_bytes(toy, tmp_path):
    games, clock = 20_000, 300
    folder = tmp_path / "killed"
    package = Path(balance.__file__).parent.parent
    process = subprocess.Popen(command(folder, games, clock), env=environment(package, HERE), cwd=tmp_path)
    try:
        deadline = time.monotonic() + 60
        while len(list(folder.glob("seats/*.parquet"))) < 12 and time.monotonic() < deadline:
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.002)
    finally:
        process.kill()
        process.wait()
    experiment = toy(games, clock=(clock,))
    summary = run_experiment(experiment, folder)
    assert 0 < summary.played < games
    run_experiment(experiment, tmp_path / "direct", jobs=1)
    assert digests(folder) == digests(tmp_path / "direct")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package that holds the toy game, with a kernel cache of its own."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(
        Path(balance.__file__).parent, root / "balance", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copytree(HERE / "toy", root / "balance" / "games" / "toy")
    return root


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("core/chance.py", "0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB"),
        ("games/toy/kernel.py", "face = 1 + draw", "face = 2 + draw"),
    ],
)
def test_an_edited_source_plays_otherwise_at_the_next_run_and_reuses_no_chunk(copy, tmp_path, file, old, new):
    folder = tmp_path / "run"
    environ = environment(copy, HERE, TOY_INSIDE="1", NUMBA_CACHE_DIR=str(copy / "cache"))

    def play():
        subprocess.run(command(folder, 300, 3), env=environ, cwd=tmp_path, check=True)
        return digests(folder)

    before = play()
    source = copy / "balance" / file
    text = source.read_text(encoding="utf-8")
    assert text.count(old) == 1
    source.write_text(text.replace(old, new), encoding="utf-8")
    try:
        after = play()
    finally:
        source.write_text(text, encoding="utf-8")
    assert before.keys().isdisjoint(after)
    assert len(after) == len(before)
    assert set(before.values()) != set(after.values())
