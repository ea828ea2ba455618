"""One ordered map over workers. Results come in the order of the tasks, whoever was faster."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3  # results a worker may be ahead of the consumer: bounds memory, hides the time of a write


def ordered_map(
    function: Callable[[T], R], tasks: Iterable[T], *, jobs: int, is_stopped: Callable[[], bool]
) -> Iterator[R]:
    """Results of `function` over `tasks` in order; serial with one job, else threads.

    Kernels release the GIL, so threads scale like processes and start at once. Tasks are drawn lazily, from
    one thread at a time.

    Args:
        function: Called once a task.
        tasks: May be endless.
        jobs: Workers, at least 1.
        is_stopped: Once true no further task is begun; those running are still yielded.

    Raises:
        Exception: What the first failing task (in order) raised, after the results before it.
    """
    if jobs == 1:
        return _serial(function, tasks, is_stopped)
    return _threads(function, tasks, jobs, is_stopped)


def _serial(function: Callable[[T], R], tasks: Iterable[T], is_stopped: Callable[[], bool]) -> Iterator[R]:
    for task in tasks:
        if is_stopped():
            return
        yield function(task)


@dataclass(frozen=True, slots=True)
class _Outcome(Generic[R]):
    """A result or what was raised; joblib itself would let a later failure overtake earlier results."""

    result: R | None = None
    error: Exception | None = None
    begun: bool = True


class _Window:
    """Keeps workers from running away from the consumer: joblib dispatches on completion, not on consumption.

    Tasks start in order, so the one the consumer waits for is never behind a waiting one.
    """

    def __init__(self, width: int, is_stopped: Callable[[], bool]) -> None:
        self._width = width
        self._is_stopped = is_stopped
        self._consumed = 0
        self._closed = False
        self._moved = threading.Condition()

    def admit(self, number: int) -> bool:
        """Wait until the task of this number may begin; false if it must not begin any more."""
        with self._moved:
            while number >= self._consumed + self._width and not self._closed:
                self._moved.wait()
        return not (self._closed or self._is_stopped())

    def consume(self) -> None:
        """A result was taken."""
        with self._moved:
            self._consumed += 1
            self._moved.notify_all()

    def close(self) -> None:
        """Nobody waits for results any more."""
        with self._moved:
            self._closed = True
            self._moved.notify_all()


def _threads(
    function: Callable[[T], R], tasks: Iterable[T], jobs: int, is_stopped: Callable[[], bool]
) -> Iterator[R]:
    from joblib import Parallel, delayed  # noqa: PLC0415  # heavy, and a replay needs no workers

    window = _Window(_AHEAD * jobs, is_stopped)

    def attempt(number: int, task: T) -> _Outcome[R]:
        if not window.admit(number):
            return _Outcome(begun=False)
        try:
            return _Outcome(function(task))
        except Exception as error:  # raised again in order, by the consumer
            return _Outcome(error=error)

    def calls() -> Iterator[Any]:
        for number, task in enumerate(tasks):
            if is_stopped():
                return
            yield delayed(attempt)(number, task)

    outcomes = Parallel(n_jobs=jobs, backend="threading", batch_size=1, return_as="generator")(calls())
    try:
        for outcome in outcomes:
            window.consume()
            if outcome.error is not None or not outcome.begun:
                window.close()
                _drain(outcomes)
                if outcome.error is not None:
                    raise outcome.error
                return
            yield cast("R", outcome.result)
    finally:
        window.close()
        _abandon(outcomes)


def _drain(outcomes: Iterator[Any]) -> None:
    """Wait for the tasks that run; those not begun come back at once."""
    for _ in outcomes:
        pass


def _abandon(outcomes: Any) -> None:
    """Close joblib's generator without its warning that results were not taken: that is meant here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        outcomes.close()
