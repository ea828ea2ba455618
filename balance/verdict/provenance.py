"""Who accepts a baseline, and on which commit: what git says, or nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

_PATIENCE = 10  # seconds; git asks nobody, but a network folder may hang


def git_author(folder: Path) -> str | None:
    """`Name <address>` as git would sign here; None outside a repository or where git knows neither."""
    if git_commit(folder) is None and _git(folder, "rev-parse", "--git-dir") is None:
        return None
    name, address = _git(folder, "config", "user.name"), _git(folder, "config", "user.email")
    if name and address:
        return f"{name} <{address}>"
    return name or address


def git_commit(folder: Path) -> str | None:
    """The commit that is checked out; None outside a repository, before its first commit, or without git."""
    return _git(folder, "rev-parse", "--verify", "-q", "HEAD")


def _git(folder: Path, *words: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
