"""`@kernel`: compile a function once, keep the machine code, and never run stale code.

If the machine code cannot be kept, kernels are compiled anew in every process, and `cache_of` says so. numba does all
the compiling; what is told to it here is what to keep, and what a second process compiles meanwhile.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np

from balance.core.apart import Elsewhere, meanwhile, name_of, parts_of
from balance.core.kernel_cache import cache_of
from balance.core.machine import n_cores

P = ParamSpec("P")
T = TypeVar("T")

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


class _Compiling:
    """Of the entry that is being compiled, the parts that come from another process."""

    elsewhere: Elsewhere | None = None


def _compile_with_care(compiled: Any) -> None:
    """Compile an entry or a part, and what it calls, without indices that count from the end; end what was begun."""
    compile_as_given = compiled.compile

    def compile_from_the_front(signature: Any) -> Any:
        with _counting_from_the_front():
            try:
                return compile_as_given(signature)
            finally:
                if _Compiling.elsewhere is not None and not compiled.is_apart:
                    _Compiling.elsewhere.close()
                    _Compiling.elsewhere = None

    compiled.compile = compile_from_the_front


def _share_out(entry: Any) -> None:
    """Begin to compile an entry whose machine code is not kept: two processes do it, where there are two cores."""
    if n_cores() == 1 or not parts_of(entry):
        return
    with contextlib.suppress(OSError):
        _Compiling.elsewhere = Elsewhere(entry)
        _compile_as_annotated(entry, meanwhile(entry))


def compile_parts(module: str, name: str) -> None:
    """What the other process does: compile the parts of an entry into the cache and name each.

    Args:
        module: The module of the entry.
        name: The entry's name in it.
    """
    entry = getattr(importlib.import_module(module), name)
    for part in parts_of(entry):
        _compile_as_annotated(entry, [part])
        print(name_of(part), flush=True)


def _compile_as_annotated(entry: Any, kernels: Iterable[Any]) -> None:
    """Compile kernels of an entry before a call of them is met, for the types that are annotated."""
    layout = importlib.import_module(f"{entry.__module__.rpartition('.')[0]}.layout")
    for compiled in kernels:
        types = _types_of(compiled, layout)
        if types is not None:
            compiled.compile(types)


def _keep(compiled: Any, *, is_entry: bool) -> None:
    """Take machine code from the cache and put it there; a damaged or full one costs a compilation, never a run."""
    cache = compiled._cache  # numba has no public handle on it
    load, save = cache.load_overload, cache.save_overload

    def load_overload(signature: Any, target: Any) -> Any:
        if _Compiling.elsewhere is not None and not is_entry:
            _Compiling.elsewhere.wait_for(compiled)
        try:
            found = load(signature, target)
        except Exception:  # whatever a cut or foreign file makes unpickling do
            found = None
            with contextlib.suppress(OSError):
                cache.flush()
        if found is None and is_entry:
            _share_out(compiled)
        return found

    def save_overload(signature: Any, data: Any) -> None:
        try:
            save(signature, data)
        except OSError:
            with contextlib.suppress(OSError):
                cache.flush()

    cache.load_overload, cache.save_overload = load_overload, save_overload


def _types_of(compiled: Any, layout: Any) -> tuple[Any, ...] | None:
    """Types of a kernel's arguments as annotated: numbers and records of a layout; None if others are among them."""
    types: list[Any] = []
    for name, annotation in compiled.py_func.__annotations__.items():
        if name == "return":
            continue
        dtype = getattr(layout, re.sub("(?<=[a-z])(?=[A-Z])", "_", annotation).upper(), None)
        if annotation == "int":
            types.append(numba.int64)
        elif isinstance(dtype, np.dtype):
            types.append(numba.from_dtype(dtype))
        else:
            return None
    return tuple(types)


def kernel(
    *, wraps: bool = False, entry: bool = False, inline: bool = False, once: bool = False, apart: bool = False
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Compile a function without the GIL; uncompiled, only `wraps` may overflow without a warning.

    Only what Python calls is an `entry`: it gets a Python wrapper and a place in the cache, with everything it calls
    linked into it. That the rest has none takes a fifth off the time of a first compilation.

    Args:
        wraps: The function's unsigned arithmetic is meant to wrap around.
        entry: Python calls the function when it is compiled.
        inline: The function is small and called in the innermost loops: no call is left of it.
        once: The function is called at one place and calls much. It becomes part of its caller before that is
            compiled; otherwise all that it calls is optimised again at each level of the calls.
        apart: The function costs seconds to compile, with what it calls: a process beside this one does it.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        if COMPILED:
            folder = cache_of(function.__module__)[0] if entry or apart else None
            with _caching_in(folder):
                compiled = _NJIT(
                    nogil=True,
                    cache=folder is not None,
                    no_cpython_wrapper=not entry,
                    no_cfunc_wrapper=True,
                    forceinline=inline,
                    inline="always" if once else "never",
                )(function)
            compiled.is_apart, compiled.is_once = apart, once
            if entry or apart:
                _compile_with_care(compiled)
            if folder is not None:
                _keep(compiled, is_entry=entry)
            return cast("Callable[P, T]", compiled)
        return np.errstate(over="ignore")(function) if wraps else function

    return decorate
