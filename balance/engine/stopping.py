"""A request to stop, and what is brought to an end before it is followed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Stop(threading.Event):
    """Once set, nothing further is begun.

    Attributes:
        finishes: What a request made now waits for, in words; empty if nothing would be lost by ending at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.finishes = ""

    @contextmanager
    def waits_while(self, finishes: str) -> Iterator[None]:
        """Work that is finished although a stop is asked for meanwhile.

        Args:
            finishes: What becomes of it, e.g. `what is being played is finished and saved`.
        """
        before, self.finishes = self.finishes, finishes
        try:
            yield
        finally:
            self.finishes = before
