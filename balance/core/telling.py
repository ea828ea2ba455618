"""What a game tells of a playout, before anybody knows where it is shown: lines of text with a tone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

Tone = Literal["plain", "head", "faint", "gain", "full", "open"]
"""How a piece of text is meant: `head` a heading, `faint` beside the point, `gain` points, `full` and `open` what a
picture shows as there and as missing."""


class Span(NamedTuple):
    """A piece of a line in one tone."""

    text: str
    tone: Tone = "plain"


Line = tuple[Span, ...]


def line(*spans: Span | str) -> Line:
    """A line of spans; a bare text is plain."""
    return tuple(Span(span) if isinstance(span, str) else span for span in spans)


def plain(spans: Iterable[Span]) -> str:
    """The text alone."""
    return "".join(span.text for span in spans)


@dataclass(frozen=True, slots=True)
class View:
    """What of a playout is told.

    Args:
        seat: Only what this seat does or gets, from 0; None for all.
        first: First roll told, from 0.
        last: Last roll told, None for the rest.
    """

    seat: int | None = None
    first: int = 0
    last: int | None = None

    def shows(self, roll: int) -> bool:
        """Whether a roll is told."""
        return self.first <= roll and (self.last is None or roll <= self.last)

    def is_about(self, seat: int) -> bool:
        """Whether a seat is told about."""
        return self.seat in (None, seat)
