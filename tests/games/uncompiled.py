"""Scripts beside the tests that look into kernels: a process that compiles nothing runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PATHS = (ROOT, HERE, HERE / "draft")


def uncompiled(script: Path, *flags: str) -> Any:
    """What a script prints as JSON.

    Raises:
        AssertionError: If it fails.
    """
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(map(str, PATHS))}
    command = [sys.executable, str(script), *flags]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
