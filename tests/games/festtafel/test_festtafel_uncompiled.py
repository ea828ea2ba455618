"""The files beside this one that look into single kernels; each is played by a process that compiles nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FILES = sorted(path.name for path in HERE.glob("*_uncompiled.py") if not path.name.startswith("test_"))


@pytest.mark.parametrize("name", FILES)
def test_it_holds_uncompiled(name: str) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider", name]
    done = subprocess.run(
        command, cwd=HERE, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_files_to_play() -> None:
    assert FILES == ["draws_uncompiled.py", "places_uncompiled.py"]
