"""A game is compiled by two processes: what is marked `apart` by another one, the rest meanwhile by this one.

numba compiles in Python, one thing at a time in a process. The other process puts what it has compiled into the cache,
where this one finds it. Whatever goes wrong there, this one compiles itself: it takes longer, nothing else.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[3:]; "
    "from balance.core.kernel import compile_parts; compile_parts(*sys.argv[1:3])"
)


class Elsewhere:
    """The other process; it names each kernel that is in the cache, a line each.

    Args:
        entry: The kernel whose parts it compiles.
    """

    def __init__(self, entry: Any) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, entry.__module__, entry.__name__, *sys.path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # a first Ctrl-C ends no compilation
        )
        self._told = set[str]()

    def wait_for(self, part: Any) -> None:
        """Return once the kernel is in the cache, or will not be."""
        while name_of(part) not in self._told and self._process.stdout is not None:
            line = self._process.stdout.readline()
            if not line:
                return
            self._told.add(line.strip())

    def close(self) -> None:
        """End it, whatever it still does."""
        self._process.kill()
        self._process.communicate()


def name_of(kernel: Any) -> str:
    """A kernel's name in all processes."""
    return f"{kernel.__module__}.{kernel.__name__}"


def parts_of(entry: Any) -> tuple[Any, ...]:
    """The kernels marked `apart` that an entry calls or that stand between them, in the order of the calls."""
    return tuple(dict.fromkeys(kernel for kernel in _reached(entry) if kernel.is_apart))


def meanwhile(entry: Any) -> tuple[Any, ...]:
    """The kernels that an entry needs and that need none of those `apart`; not what is called by them alone.

    What becomes part of its caller is not compiled by itself; what it calls is.
    """
    found: dict[Any, None] = {}
    waiting = [entry]
    for kernel in waiting:
        for callee in _called(kernel):
            if callee.is_once or any(each.is_apart for each in _reached(callee)):
                waiting += [callee] if callee not in waiting else []
            elif not callee.is_apart:
                found[callee] = None
    return tuple(found)


def _reached(kernel: Any) -> tuple[Any, ...]:
    """All kernels that a kernel calls, and those that they call."""
    found: dict[Any, None] = {}
    ahead = list(_called(kernel))
    while ahead:
        callee = ahead.pop(0)
        if callee not in found:
            found[callee] = None
            ahead.extend(_called(callee))
    return tuple(found)


def _called(kernel: Any) -> Iterator[Any]:
    """The kernels whose names stand in a kernel."""
    known = kernel.py_func.__globals__
    for name in kernel.py_func.__code__.co_names:
        if hasattr(known.get(name), "is_apart"):
            yield known[name]
