"""What needs a process of its own: a machine that dies, sources edited between runs, memory, plain Python."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import balance
from balance.engine.running import run_experiment

HERE = Path(__file__).parent
SCRIPT = """
import sys
from pathlib import Path
from balance.engine.running import run_experiment
from toy_experiments import make_experiment
experiment = make_experiment(int(sys.argv[2]), clock=(int(sys.argv[3]),))
run_experiment(experiment, Path(sys.argv[1]), jobs=2)
if len(sys.argv) > 4:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


PACKAGE = Path(balance.__file__).parent.parent


def command(folder, games, clock, *more):
    return [sys.executable, "-c", SCRIPT, str(folder), str(games), str(clock), *more]


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
    process = subprocess.Popen(command(folder, games, clock), env=environment(PACKAGE, HERE), cwd=tmp_path)
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


def test_plain_python_writes_the_same_bytes(toy, tmp_path):
    environ = environment(PACKAGE, HERE, NUMBA_DISABLE_JIT="1")
    subprocess.run(command(tmp_path / "plain", 150, 5), env=environ, cwd=tmp_path, check=True)
    run_experiment(toy(150, clock=(5,)), tmp_path / "compiled", jobs=1)
    assert digests(tmp_path / "plain") == digests(tmp_path / "compiled")


@pytest.mark.skipif(os.name == "nt", reason="memory is measured otherwise")
def test_memory_does_not_grow_with_the_number_of_games(tmp_path):
    def peak(games):
        words = command(tmp_path / str(games), games, 3, "memory")
        return int(subprocess.check_output(words, env=environment(PACKAGE, HERE), cwd=tmp_path))

    assert peak(400_000) < 1.2 * peak(40_000)


EDITS = (
    ("core/chance.py", "0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB"),
    ("games/toy/kernel.py", "face = 1 + draw", "face = 2 + draw"),
)


def test_an_edited_source_plays_otherwise_at_the_next_run_and_reuses_no_chunk(tmp_path):
    """In a copy of the package that holds the toy game: an imported module first, then the kernel's own."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE / "balance", tmp_path / "balance", ignore=ignored)
    shutil.copytree(HERE / "toy", tmp_path / "balance" / "games" / "toy", ignore=ignored)
    environ = environment(tmp_path, HERE, TOY_INSIDE="1", NUMBA_CACHE_DIR=str(tmp_path / "cache"))

    def play():
        subprocess.run(command(tmp_path / "run", 300, 3), env=environ, cwd=tmp_path, check=True)
        return digests(tmp_path / "run")

    before = play()
    for file, old, new in EDITS:
        source = tmp_path / "balance" / file
        text = source.read_text(encoding="utf-8")
        assert text.count(old) == 1
        source.write_text(text.replace(old, new), encoding="utf-8")
        after = play()
        assert before.keys().isdisjoint(after)
        assert len(after) == len(before)
        assert set(before.values()) != set(after.values())
        before = after
