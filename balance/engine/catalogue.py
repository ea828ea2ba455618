"""The run folders below a folder: what is in each, and what may be thrown away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.core.errors import RunError, UsageError
from balance.core.run_files import (
    COMPARISON,
    MANIFEST,
    PICTURES,
    TABLES,
    is_ours,
    is_whole,
    own_files,
)
from balance.engine.folder import LOCK, claimed, read_manifest
from balance.engine.manifest import game_sources, is_edited
from balance.engine.plan import cell_chunks

_DEEPEST = 6
"""Folders are looked for so far down: a comparison's runs lie two below it."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run folder.

    Args:
        folder: Where it is.
        manifest: Its manifest; empty if that is damaged or of another version.
        problem: Why it cannot be used, empty if it can.
        bytes: Size of what a run or its report wrote.
        rubbish: Size of what belongs to nothing any more: half-written files, chunks of edited kernels.
        is_stale: Whether its game's sources were edited since, so that it would be played anew.
        is_held: Whether a process seems to be writing it.
        is_short: Whether files are missing that its manifest counts.
    """

    folder: Path
    manifest: Mapping[str, Any]
    problem: str
    bytes: int
    rubbish: int
    is_stale: bool
    is_held: bool
    is_short: bool

    @property
    def games(self) -> int:
        """Playouts of all cells, as its manifest says."""
        return sum(cell["games"] for cell in self.manifest.get("cells", ()))


def find_runs(root: Path) -> Iterator[StoredRun]:
    """All run folders at or below a folder, by path; links are not followed.

    Args:
        root: Where to look.

    Raises:
        UsageError: If it is no folder, or one below it may not be read.
    """
    if not root.is_dir():
        raise UsageError(f"{root} is no folder")
    try:
        for folder in _folders(root, _DEEPEST):
            if (folder / MANIFEST).is_file():
                yield _stored(folder)
    except PermissionError as error:
        raise UsageError(f"{error.filename} cannot be read: {error.strerror}") from error


def _folders(folder: Path, depth: int) -> Iterator[Path]:
    yield folder
    if depth:
        try:
            inside = sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
        except FileNotFoundError:  # another process has just removed it
            return
        for path in inside:
            if path.name not in (*TABLES, PICTURES):
                yield from _folders(path, depth - 1)


def _stored(folder: Path) -> StoredRun:
    manifest, problem = {}, ""
    try:
        manifest = read_manifest(folder)
    except UsageError as error:
        problem = str(error)
    if manifest and is_edited(manifest):
        problem = f"{folder / MANIFEST} was changed after balance wrote it"
    size = sum(_size(path) for path in _all_files(folder))
    rubbish = sum(_size(path) for path in _rubbish(folder, manifest))
    stale = bool(manifest) and manifest["versions"]["sources"] != game_sources(manifest["game"])
    held, short = (folder / LOCK).exists(), _is_short(folder, manifest)
    return StoredRun(folder, manifest, problem, size, rubbish, stale, held, short)


def _size(path: Path) -> int:
    """Bytes of a file; none if a process that plays has just renamed it."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _is_short(folder: Path, manifest: Mapping[str, Any]) -> bool:
    there = {
        (place, *path.stem.split("-")[:2], path.stem.split("-")[3])
        for place in TABLES
        for path in own_files(folder, place)
        if is_whole(path)
    }
    return any(
        (place, f"{number:03d}", f"{chunk.first:010d}", cell["chunk_key"]) not in there
        for number, cell in enumerate(manifest.get("cells", ()))
        for chunk in cell_chunks(number, cell["games"])
        for place in TABLES
    )


def _all_files(folder: Path) -> Iterator[Path]:
    for place in ("", *TABLES, PICTURES):
        yield from own_files(folder, place)


def _rubbish(folder: Path, manifest: Mapping[str, Any]) -> Iterator[Path]:
    """Half-written files, and chunks that the manifest does not know."""
    keys = {f"{number:03d}": cell["chunk_key"] for number, cell in enumerate(manifest.get("cells", ()))}
    for path in _all_files(folder):
        if not is_whole(path):
            yield path
        elif manifest and path.parent.name in TABLES:
            cell, first, _, key, _ = path.stem.split("-")
            known = manifest["cells"][int(cell)]["games"] if cell in keys else 0
            starts = {chunk.first for chunk in cell_chunks(int(cell), known)}
            if keys.get(cell) != key or int(first) not in starts:
                yield path


def clean(run: StoredRun) -> int:
    """Remove what belongs to nothing; bytes that are free now.

    Raises:
        UsageError: If another process is writing the run.
        RunError: If a file cannot be removed.
    """
    freed = 0
    with claimed(run.folder, run.manifest["experiment"], fresh=False):
        for path in list(_rubbish(run.folder, run.manifest)):
            size = path.stat().st_size
            _unlink(path)
            freed += size
    return freed


def remove(run: StoredRun) -> int:
    """Remove everything a run and its report wrote; bytes that are free now.

    What somebody else put into the folder stays, and then so does the folder.

    Raises:
        UsageError: If another process is writing the run.
        RunError: If a file cannot be removed.
    """
    sizes = {path: path.stat().st_size for path in _all_files(run.folder)}
    with claimed(run.folder, run.manifest.get("experiment", ""), fresh=True):  # which may clear it already
        for path in _all_files(run.folder):
            _unlink(path)
    freed = sum(size for path, size in sizes.items() if not path.exists())
    for place in (*TABLES, PICTURES, ""):
        _remove_empty(run.folder / place)
    _remove_comparison(run.folder.parent)
    return freed


def _remove_comparison(folder: Path) -> None:
    """A comparison none of whose runs is left says nothing that could be checked: its own files go too."""
    if not (folder / COMPARISON).is_file() or any(
        (path / MANIFEST).is_file() for path in folder.iterdir() if path.is_dir()
    ):
        return
    own = [path for path in _all_files(folder) if is_ours("", path.name) or path.parent.name == PICTURES]
    for path in [*own, folder / COMPARISON]:
        _unlink(path)
    for place in (PICTURES, ""):
        _remove_empty(folder / place)


def _remove_empty(folder: Path) -> None:
    if folder.is_dir() and not folder.is_symlink() and not any(folder.iterdir()):
        folder.rmdir()


def _unlink(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise RunError(f"{path} cannot be removed: {error.strerror}") from error
