"""No wedge is ever lost or doubled: all of them are counted after every ply of random variants."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance.games.schwarzwaelder_kirsch.layout import Option

HERE = Path(__file__).parent


def counted(examples: int) -> dict[str, int]:
    """Plies by what was done in them, of so many random variants."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(HERE.parents[2])}
    command = [sys.executable, str(HERE / "play_wedges.py"), str(examples)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_all_wedges_are_there_after_every_ply() -> None:
    found = counted(12)
    assert set(found) >= {option.name for option in Option if option is not Option.LIFT}
    assert found["BUST"] > 10


@pytest.mark.slow
def test_all_wedges_are_there_in_many_variants() -> None:
    assert set(counted(120)) == {option.name for option in Option} | {"BUST"}
