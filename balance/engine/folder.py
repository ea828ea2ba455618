"""A run folder is claimed before anything is played: ours or empty, writable, one process at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from balance.core.errors import RunError, UsageError
from balance.core.run_files import COMPARISON, MANIFEST, PICTURES, TABLES, TEMPORARY, check_places, own_files
from balance.engine.documents import read_json
from balance.engine.manifest import SCHEMA_VERSION
from balance.engine.manifest_shape import misfit

LOCK = ".lock"


def write_whole(path: Path, content: bytes, *, shared: bool = False) -> None:
    """Write a file so that it exists whole or not at all: under a temporary name first, then renamed.

    Args:
        path: The file.
        content: What it shall hold.
        shared: Whether other processes may write it at the same time, so that each needs a temporary name of its own.
    """
    temporary = path.with_name(path.name + (f".{os.getpid()}" if shared else "") + TEMPORARY)
    try:
        with temporary.open("wb") as file:
            file.write(content)
            if shared:  # nobody else holds what it says, as the kernels do of a run's tables
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


@contextmanager
def claimed(folder: Path, experiment: str, *, fresh: bool) -> Iterator[dict[str, Any] | None]:
    """Hold a run folder for one experiment; nothing in it has changed if this refuses.

    Args:
        folder: The run folder; made if it does not exist.
        experiment: Identity of what is going to be played.
        fresh: Remove what an earlier run wrote.

    Yields:
        The manifest of the same experiment's earlier run, None if there is none.

    Raises:
        UsageError: If it is no folder, not writable, not a run's, another experiment's, or in use.
    """
    with _refusing(folder):
        made = _make(folder)
    try:
        with _locked(folder):
            with _refusing(folder):
                manifest = _earlier(folder, experiment, fresh=fresh)
                check_places(folder)
            if fresh:
                _remove_written(folder)
            yield manifest
    finally:
        _unmake(made)


def check_claim(folder: Path, experiment: str, *, fresh: bool) -> None:
    """Refuse what `claimed` would refuse of a folder that exists, before anything is played anywhere.

    Args:
        folder: The run folder.
        experiment: As `claimed` has it.
        fresh: As `claimed` has it, but nothing is removed.

    Raises:
        UsageError: As `claimed` does.
    """
    if folder.is_dir():
        with _locked(folder), _refusing(folder):
            _earlier(folder, experiment, fresh=fresh)
            check_places(folder)


def check_usable(folder: Path) -> None:
    """Refuse a folder in which no run folder can be made, under the name that the user gave; nothing stays in it.

    Raises:
        UsageError: If it is no folder, or cannot be made or written.
    """
    with _refusing(folder):
        made = _make(folder)
    try:
        with TemporaryDirectory(dir=folder, prefix=LOCK):
            pass
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    finally:
        _unmake(made)


def _unmake(folders: Sequence[Path]) -> None:
    """A refused or failed run leaves no empty folders behind."""
    for path in folders:
        with suppress(OSError):
            path.rmdir()


@contextmanager
def _refusing(folder: Path) -> Iterator[None]:
    """Whatever the system does not let us do with a folder before we begin is no fault of ours."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{folder} cannot be used: {error.strerror}") from error


def no_run(folder: Path) -> str:
    """What to say of a folder without a manifest; of a comparison's, where its runs are."""
    below: list[str] = []
    if (folder / COMPARISON).is_file():
        below = [str(path.parent) for path in sorted(folder.glob(f"*/{MANIFEST}"))]
    hint = f"; the runs of this comparison are {', '.join(below)}" if below else ""
    return f"{folder} is no run folder: it has no {MANIFEST}{hint}"


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder.

    Raises:
        UsageError: If there is none, or it is not one of ours.
    """
    path = folder / MANIFEST
    try:
        manifest = read_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(no_run(folder)) from None
    except NotADirectoryError:
        raise UsageError(f"{folder} is a file, not a run folder") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    if (
        not isinstance(manifest, dict)
        or not {"schema_version", "experiment", "game", "cells"} <= manifest.keys()
    ):
        raise UsageError(f"{path} was not written by balance")
    problem = misfit(manifest) if manifest["schema_version"] == SCHEMA_VERSION else ""
    if problem:
        raise UsageError(f"{path} is damaged or was not written by balance: {problem}")
    return manifest


def _make(folder: Path) -> list[Path]:
    """Make the folder; those that were missing, innermost first."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: name a folder with -o")
    missing = []
    path = folder
    while not path.exists() and path != path.parent:
        missing.append(path)
        path = path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _unmake(missing)  # a long name may fail below others that could be made
        raise UsageError(f"{folder} cannot be made: {error.strerror}") from error
    return missing


def _earlier(folder: Path, experiment: str, *, fresh: bool) -> dict[str, Any] | None:
    """The manifest to go on from; None if the folder is empty or to be emptied."""
    if not any(path.name != LOCK for path in folder.iterdir()):
        return None
    try:
        manifest = read_manifest(folder)
    except UsageError as error:
        raise UsageError(
            f"{folder} is not empty and not a run folder ({error}): name another with -o"
        ) from error
    if fresh:
        return None
    if manifest["experiment"] != experiment:
        raise UsageError(
            f"{folder} holds another experiment ({manifest['experiment']}, this is {experiment}): "
            "name another folder with -o, or replace it with --fresh"
        )
    return manifest


def _remove_written(folder: Path) -> None:
    """Remove what a run and its report have written, but for the manifest, which the new one replaces.

    So the folder is known to be a run's whenever this process is killed.
    """
    try:
        for place in ("", *TABLES, PICTURES):
            for path in own_files(folder, place):
                if path.name != MANIFEST:
                    path.unlink()
    except OSError as error:
        raise RunError(f"{folder} cannot be emptied: {error.strerror}") from error


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the lock file, which carries our process id; the system frees it however we end.

    Opening it also shows whether the folder can be written at all.
    """
    path = folder / LOCK
    try:
        file = _open_lock(path)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    with file:
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        try:
            yield
        finally:
            if sys.platform == "win32":
                file.close()  # an open file cannot be removed there
            with suppress(OSError):
                path.unlink()


def _open_lock(path: Path) -> IO[str]:
    while True:
        if path.is_symlink():
            raise UsageError(f"{path} is a link and not ours: name another folder with -o")
        file = path.open("a+", encoding="ascii", errors="replace")
        try:
            _lock(file)
            if sys.platform == "win32" or _is_same(file, path):
                _check_ours(file, path)
                return file
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            file.close()
            raise UsageError(
                f"{path.parent} is being written by another process ({holder}): wait for it"
            ) from None
        except BaseException:
            file.close()
            raise
        file.close()  # its owner removed it while we waited to open it


def _check_ours(file: IO[str], path: Path) -> None:
    """A lock of ours holds a process id at most; another program's is not ours to overwrite."""
    file.seek(0)
    if not file.read(20).strip().isdecimal() and path.stat().st_size:
        raise UsageError(f"{path} was not written by balance: name another folder with -o")


def _is_same(file: IO[str], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        try:
            file.seek(1 << 20)  # past the process id, which others must be able to read
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
