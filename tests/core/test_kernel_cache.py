"""Kernels are compiled once and never stale: a copy of the package is edited between processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).parents[2] / "balance"
HELPER = """from balance.core.kernel import kernel

@kernel()
def helper(x: int) -> int:
    return x + 1
"""
ENTRY = """from balance.core.kernel import kernel
from balance.games.helper import helper

@kernel(entry=True)
def entry(x: int) -> int:
    return helper(x) * 10
"""
REPORT = """
from balance.core import kernel, kernel_cache
from balance.games.entry import entry
folder, note = kernel_cache.cache_of("balance.games.entry")
print(folder, entry(1), len(entry.stats.cache_hits) if kernel.COMPILED else -1, note, sep="|")
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The ground floor of the package with one small game whose kernel calls an imported one."""
    root = tmp_path / "copy"
    shutil.copytree(PACKAGE / "core", root / "balance" / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "__init__.py", root / "balance")
    games = root / "balance" / "games"
    games.mkdir()
    (games / "__init__.py").touch()
    (games / "helper.py").write_text(HELPER)
    (games / "entry.py").write_text(ENTRY)
    return root


def run(root: Path, **environment: Any) -> tuple[str, int, int, str]:
    """Cache folder, result, cache hits and note of a fresh process, which keeps bytecode as it does anywhere."""
    ours = ("NUMBA_", "PYTHONDONTWRITEBYTECODE")
    given = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    given |= {key: str(value) for key, value in environment.items()}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", REPORT],
        cwd=root,
        env={**given, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    folder, result, hits, note = done.stdout.strip().split("|")
    return folder, int(result), int(hits), note


def test_compiled_once_and_anew_after_an_edit_of_an_imported_file_or_with_bounds_checked(
    copied: Path, tmp_path: Path
) -> None:
    first = run(copied, NUMBA_CACHE_DIR=tmp_path / "cache")
    again = run(copied, NUMBA_CACHE_DIR=tmp_path / "cache")
    assert first[1:3] == (20, 0)
    assert again == (first[0], 20, 1, "")
    helper = copied / "balance" / "games" / "helper.py"
    times = helper.stat()
    helper.write_text(HELPER.replace("x + 1", "x + 3"))
    # An older file is an edit, too. One of the same second and length Python itself takes for unchanged.
    os.utime(helper, ns=(times.st_atime_ns, times.st_mtime_ns - 10**9))
    edited = run(copied, NUMBA_CACHE_DIR=tmp_path / "cache")
    assert edited[1:3] == (40, 0)
    assert edited[0] != first[0]
    checked = run(copied, NUMBA_CACHE_DIR=tmp_path / "cache", NUMBA_BOUNDSCHECK=1)
    assert checked[1:3] == (40, 0)
    assert checked[0] != edited[0]


def test_a_game_is_keyed_by_its_own_sources_and_the_floor_below_it(copied: Path, tmp_path: Path) -> None:
    games = copied / "balance" / "games"
    for game in ("mill", "chess"):
        (games / game).mkdir()
        (games / game / "kernel.py").write_text("")
    ask = (
        "from balance.core.kernel_cache import cache_of\n"
        "print(*(cache_of(f'balance.games.{game}.kernel')[0] for game in ('mill', 'chess')))"
    )

    def folders() -> list[str]:
        environment = {**os.environ, "PYTHONPATH": str(copied), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.check_output(
            [sys.executable, "-c", ask], cwd=copied, env=environment, text=True
        ).split()

    before = folders()
    (games / "chess" / "kernel.py").write_text("# edited")
    chess_edited = folders()
    assert chess_edited[0] == before[0]
    assert chess_edited[1] != before[1]
    (copied / "balance" / "core" / "floor.py").write_text("")
    assert not set(folders()) & {*before, *chess_edited}


def test_without_a_usable_folder_it_is_said_and_played_all_the_same(copied: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder, result, hits, note = run(copied, NUMBA_CACHE_DIR=tmp_path / "file" / "cache")
    assert (folder, result, hits) == ("None", 20, 0)
    assert note.startswith("no kernel cache (")
    assert "compiled anew" in note
    assert not list(copied.rglob("*.nbi")), "numba chose a folder by itself"


def test_the_default_folder_is_the_users_cache(copied: Path, tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("the place has another name here")
    folder, *_ = run(copied, XDG_CACHE_HOME=tmp_path / "home")
    assert Path(folder).parent == tmp_path / "home" / "spielbalance"


def test_folders_of_earlier_sources_are_dropped_and_nothing_else(copied: Path, tmp_path: Path) -> None:
    """A user may name any folder in NUMBA_CACHE_DIR, one with other things in it too."""
    ours = tmp_path / "spielbalance"
    old = [ours / f"{number:016x}" for number in range(30)]
    foreign = tmp_path / f"{0:016x}"
    for age, folder in enumerate([foreign, ours / "sixteen-letters!", *old]):
        folder.mkdir(parents=True)
        (folder / "x").touch()
        os.utime(folder, (1000 + age, 1000 + age))
    folder, *_ = run(copied, NUMBA_CACHE_DIR=tmp_path)
    assert Path(folder).exists()
    assert not old[0].exists()
    assert old[-1].exists()
    assert (foreign / "x").exists()


@pytest.mark.parametrize(("ending", "left"), [("nbi", 0), ("nbi", 20), ("nbc", 0), ("nbc", 1000)])
def test_a_damaged_cache_costs_a_compilation_and_no_more(
    copied: Path, tmp_path: Path, ending: str, left: int
) -> None:
    _, whole, *_ = run(copied, NUMBA_CACHE_DIR=tmp_path)
    files = list((tmp_path / "spielbalance").rglob(f"*.{ending}"))
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:left])
    _, damaged, hits, _ = run(copied, NUMBA_CACHE_DIR=tmp_path)
    assert (damaged, hits) == (whole, 0)
    _, mended, hits, _ = run(copied, NUMBA_CACHE_DIR=tmp_path)
    assert mended == whole
    assert hits > 0
