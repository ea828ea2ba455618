"""A digest of the package's sources: what a kernel cache and a stored chunk are keyed by."""

from __future__ import annotations

import hashlib
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def source_digest(*folders: str) -> str:
    """Digest over every Python source below the package, or below some of its folders.

    Args:
        folders: Folders relative to the package, e.g. `core`, `games/chocolaterie`; none means all. A folder that
            does not exist adds nothing.

    Returns:
        64 hexadecimal digits that change with any path or byte of these sources.
    """
    roots = [PACKAGE / folder for folder in folders] or [PACKAGE]
    digest = hashlib.sha256()
    for path in sorted({path for root in roots for path in root.rglob("*.py")}):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
