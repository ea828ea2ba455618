"""Where compiled kernels are kept: a folder named by a digest of everything a kernel can be made of.

numba's own cache does not notice an edit in an imported file, and with an unusable cache folder it silently falls back
to one beside the source. So the folder is ours, created and probed before numba is told of it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

from balance.core.machine import processor
from balance.core.sources import source_digest

_KEPT = 24  # cache folders of earlier sources that stay, so that switching branches does not recompile


def cache_root() -> Path:
    """The folder that holds one cache folder for each state of the sources."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given) / "spielbalance"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "spielbalance"


def _rooms(module: str) -> tuple[str, ...]:
    """The source folders a module's kernels can be made of: a game sees core, draft and itself, by the layers."""
    parts = module.split(".")
    if parts[:2] == ["balance", "games"] and len(parts) > 3 and parts[2] != "draft":
        return ("core", "games/draft", f"games/{parts[2]}")
    return ("core", "games")


def cache_of(module: str) -> tuple[Path | None, str]:
    """The probed cache folder for the kernels of a module; an edit in one game leaves those of the others alone.

    Args:
        module: Full name of the module, e.g. `balance.games.chocolaterie.kernel`.

    Returns:
        The folder and an empty note, or None and the reason why there is none.
    """
    return _cache_of(_rooms(module))


@cache
def _cache_of(rooms: tuple[str, ...]) -> tuple[Path | None, str]:
    bounds_checked = os.environ.get("NUMBA_BOUNDSCHECK", "")  # numba does not key its own cache by it
    parts = (
        source_digest(*rooms),
        version("numba"),
        version("numpy"),
        sys.version,
        processor(),
        bounds_checked,
    )
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
    """Remove all but the newest cache folders of earlier sources; other processes may do so at the same time."""
    os.utime(keep)
    ages: list[tuple[float, Path]] = []
    for folder in root.iterdir():
        if re.fullmatch("[0-9a-f]{16}", folder.name):
            with contextlib.suppress(OSError):
                ages.append((folder.stat().st_mtime, folder))
    for _, folder in sorted(ages, reverse=True)[_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)
