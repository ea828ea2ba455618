"""What kernels skip or keep to be fast changes nothing, and weighted policies take only what the rules offer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PATHS = (str(HERE.parents[2]), str(HERE.parent / "draft"))


def test_playouts_without_shortcuts_are_the_same() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(PATHS)}
    command = [sys.executable, str(HERE / "play_shortcuts.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == 4
    for variant, differences in found.items():
        assert differences.pop("looked_up") > 50, variant
        same = dict.fromkeys(("views", "points", "takes"), False)
        assert differences == same | {"illegal": [], "outdated": []}, variant
