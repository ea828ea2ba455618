"""A second process compiles the parts of an entry; without it they are compiled all the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from balance.core.apart import meanwhile, parts_of
from balance.core.kernel import COMPILED
from balance.core.machine import n_cores
from balance.games import GAMES

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

PACKAGE = Path(__file__).parents[2] / "balance"
LAYOUT = """from typing import Any
import numpy as np

CARD_ROW = np.dtype((np.record, [("points", "i8")]))
CardRow = Any
"""
KERNEL = """from __future__ import annotations
from balance.core.kernel import kernel
from balance.games.mill.layout import CARD_ROW, CardRow

@kernel()
def leaf(x: int) -> int:
    return x + 1

@kernel(apart=True)
def part(row: CardRow, x: int) -> int:
    return row.points * leaf(x)

@kernel()
def rest(x: int) -> int:
    return leaf(x) - 1

@kernel(once=True)
def step(row: CardRow, x: int) -> int:
    return part(row, rest(x))

@kernel(entry=True)
def batch(row: CardRow, x: int) -> int:
    return step(row, x)
"""
PLAY = """
import json, os, sys
given = sys.argv[1]
if given == "alone":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
if given == "nobody":
    sys.executable = "/nowhere/python"
if given == "failing":
    import balance.core.apart
    balance.core.apart._PROGRAM = "raise SystemExit(1)"
import numpy as np
from balance.core import apart
begun, begin = [], apart.subprocess.Popen
apart.subprocess.Popen = lambda *a, **k: begun.append(begin(*a, **k)) or begun[-1]
from balance.games.mill import kernel, layout
row = np.zeros(1, layout.CARD_ROW)[0]
row.points = 3
print(json.dumps({
    "result": int(kernel.batch(row, 4)),
    "entry": sum(kernel.batch.stats.cache_hits.values()),
    "part": sum(kernel.part.stats.cache_hits.values()),
    "begun": len(begun),
    "running": sum(each.poll() is None for each in begun),
}))
"""


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    """The ground floor of the package with one small game."""
    root = tmp_path / "copy"
    shutil.copytree(PACKAGE / "core", root / "balance" / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "__init__.py", root / "balance")
    game = root / "balance" / "games" / "mill"
    game.mkdir(parents=True)
    (game.parent / "__init__.py").touch()
    (game / "__init__.py").touch()
    (game / "layout.py").write_text(LAYOUT)
    (game / "kernel.py").write_text(KERNEL)
    return root


def play(root: Path, cache: Path, given: str = "") -> dict[str, Any]:
    """The result of a fresh process, what it found in the cache, and the processes it began."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAY, given],
        cwd=root,
        env={**inherited, "PYTHONPATH": str(root), "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.skipif(n_cores() == 1, reason="there is one core")
def test_a_second_process_compiles_the_parts_once(mill: Path, tmp_path: Path) -> None:
    first = play(mill, tmp_path)
    assert first == {"result": 15, "entry": 0, "part": 1, "begun": 1, "running": 0}
    assert play(mill, tmp_path) == {"result": 15, "entry": 1, "part": 0, "begun": 0, "running": 0}


@pytest.mark.parametrize(("given", "begun"), [("alone", 0), ("nobody", 0), ("failing", 1)])
def test_without_it_everything_is_compiled_here(mill: Path, tmp_path: Path, given: str, begun: int) -> None:
    told = play(mill, tmp_path, given)
    assert told["result"] == 15
    assert told["part"] == told["running"] == 0
    assert told["begun"] == min(begun, n_cores() - 1)


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_what_is_compiled_meanwhile_needs_no_part(slug: str) -> None:
    """Else this process would wait for the other one before it has done its own share."""
    game = next(game for game in GAMES if game.slug == slug)
    entry = game.module("kernel").batch
    parts, own = parts_of(entry), meanwhile(entry)
    assert not set(parts) & set(own)
    assert not any(parts_of(kernel) for kernel in own)
