"""`@kernel`: compile a function once, keep the machine code, and never run stale code.

numba's own cache does not notice an edit in an imported file, and with an unusable cache folder it silently falls back
to one beside the source. So the folder is ours: named by a digest of everything a kernel can be made of, created and
probed before numba is imported. If that fails kernels are compiled anew in every process, and `CACHE_NOTE` says so.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from balance.core.sources import source_digest

P = ParamSpec("P")
T = TypeVar("T")

_KEPT = 24  # cache folders of earlier sources that stay, so that switching branches does not recompile


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
        _processor(),
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


import numba  # noqa: E402  # the processor's name and the digests above need none of it
import numpy as np  # noqa: E402

_CONFIG: Any = numba.config
_NJIT: Any = numba.njit

COMPILED = not _CONFIG.DISABLE_JIT


def _load_without_blas() -> None:
    """Load numba's array functions as if scipy had no BLAS, which no kernel calls: 0.3 s less before the first one.

    numba plays without it where scipy is missing; whoever imported scipy's first keeps it.
    """
    name = "scipy.linalg"
    if name in sys.modules:
        return
    sys.modules[name] = cast(Any, None)  # an import of it fails
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules[name]


if COMPILED:
    _load_without_blas()


@contextlib.contextmanager
def _caching_in(folder: Path | None) -> Iterator[None]:
    """Name the folder to numba while it is told to cache; what others compile is not ours to place."""
    given = _CONFIG.CACHE_DIR
    if folder is not None:
        _CONFIG.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _CONFIG.CACHE_DIR = given


@contextlib.contextmanager
def _counting_from_the_front() -> Iterator[None]:
    """Let numba compile an index as it is, without looking whether it counts from the end: no kernel's does.

    An eighth of a playout's time. Bounds-checked kernels report an index below zero; what others compile is not
    touched, for numba compiles one thing at a time.
    """
    arrays: Any = importlib.import_module("numba.np.arrayobj")
    with numba.core.compiler_lock.global_compiler_lock:
        given = getattr(
            arrays, "fix_integer_index", None
        )  # not public: without it all is as right, and slower
        if given is None:
            yield
            return

        def as_it_is(context: Any, builder: Any, index_type: Any, index: Any, _size: Any) -> Any:
            return context.cast(builder, index, index_type, numba.intp)

        arrays.fix_integer_index = as_it_is
        try:
            yield
        finally:
            arrays.fix_integer_index = given


def _count_from_the_front(compiled: Any) -> None:
    """Compile an entry, and with it all that it calls, without indices that count from the end."""
    compile_as_given = compiled.compile

    def compile_from_the_front(signature: Any) -> Any:
        with _counting_from_the_front():
            return compile_as_given(signature)

    compiled.compile = compile_from_the_front


def _forgive(compiled: Any) -> None:
    """Let a damaged or full cache cost a compilation, never a run."""
    cache = compiled._cache  # numba has no public handle on it
    load, save = cache.load_overload, cache.save_overload

    def load_overload(signature: Any, target: Any) -> Any:
        try:
            return load(signature, target)
        except Exception:  # whatever a cut or foreign file makes unpickling do
            with contextlib.suppress(OSError):
                cache.flush()
            return None

    def save_overload(signature: Any, data: Any) -> None:
        try:
            save(signature, data)
        except OSError:
            with contextlib.suppress(OSError):
                cache.flush()

    cache.load_overload, cache.save_overload = load_overload, save_overload


def kernel(
    *, wraps: bool = False, entry: bool = False, inline: bool = False, once: bool = False
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Compile a function without the GIL; uncompiled, only `wraps` may overflow without a warning.

    Only what Python calls is an `entry`: it alone gets a Python wrapper and a place in the cache, with everything it
    calls linked into it. That takes a fifth off the time of a first compilation.

    Args:
        wraps: The function's unsigned arithmetic is meant to wrap around.
        entry: Python calls the function when it is compiled.
        inline: The function is small and called in the innermost loops: no call is left of it.
        once: The function is called at one place and calls much. It becomes part of its caller before that is
            compiled; otherwise all that it calls is optimised again at each level of the calls.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        if COMPILED:
            folder = cache_of(function.__module__)[0] if entry else None
            with _caching_in(folder):
                compiled = _NJIT(
                    nogil=True,
                    cache=folder is not None,
                    no_cpython_wrapper=not entry,
                    no_cfunc_wrapper=True,
                    forceinline=inline,
                    inline="always" if once else "never",
                )(function)
            if entry:
                _count_from_the_front(compiled)
            if folder is not None:
                _forgive(compiled)
            return cast("Callable[P, T]", compiled)
        return np.errstate(over="ignore")(function) if wraps else function

    return decorate
