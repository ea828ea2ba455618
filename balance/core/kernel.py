"""`@kernel`: compile a function once, keep the machine code, and never run stale code.

numba's own cache does not notice an edit in an imported file, and with an unusable cache folder it silently falls back
to one beside the source. So the folder is ours: named by a digest of everything a kernel can be made of, created and
probed before numba is imported. If that fails kernels are compiled anew in every process, and `CACHE_NOTE` says so.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from balance.core.sources import source_digest

P = ParamSpec("P")
T = TypeVar("T")

_KEPT = 6  # cache folders of earlier sources that stay, so that switching branches does not recompile


def _processor() -> str:
    """The processor's model; kernels are compiled for it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith(("model name", "flags")):
                return line
    except OSError:
        pass
    return platform.processor() or platform.machine()


def cache_root() -> Path:
    """The folder that holds one cache folder for each state of the sources."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "spielbalance"


def _prepare_cache() -> tuple[Path | None, str]:
    """The probed cache folder for these sources, or None and the reason.

    Kernels live in core and games and, by the layers, can import nothing above them.
    """
    parts = (source_digest("core", "games"), version("numba"), version("numpy"), sys.version, _processor())
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    try:
        root = cache_root()
        folder = root / digest
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as probe:
            probe.write(b"probe")
        _drop_old(root, folder)
    except (OSError, RuntimeError) as error:
        return None, f"no kernel cache ({error}): kernels are compiled anew each time"
    return folder, ""


def _drop_old(root: Path, keep: Path) -> None:
    """Remove all but the newest cache folders of earlier sources."""
    os.utime(keep)
    ours = [p for p in root.iterdir() if p.is_dir() and len(p.name) == len(keep.name)]
    ours.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    for folder in ours[_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


CACHE_FOLDER, CACHE_NOTE = _prepare_cache()
if CACHE_FOLDER is not None:
    os.environ["NUMBA_CACHE_DIR"] = str(CACHE_FOLDER)

import numba  # noqa: E402  # the cache folder has to be known to numba before it is imported
import numpy as np  # noqa: E402

if CACHE_FOLDER is not None:
    numba.config.CACHE_DIR = str(CACHE_FOLDER)  # also when someone imported numba before us

COMPILED = not numba.config.DISABLE_JIT


def kernel(*, wraps: bool = False) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Compile a function without the GIL; uncompiled, only `wraps` may overflow without a warning.

    Args:
        wraps: The function's unsigned arithmetic is meant to wrap around.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        if COMPILED:
            return cast(
                "Callable[P, T]", numba.njit(nogil=True, cache=CACHE_FOLDER is not None)(function)
            )
        return np.errstate(over="ignore")(function) if wraps else function

    return decorate
