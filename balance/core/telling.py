"""What a game tells of a playout, before anybody knows where it is shown: lines of text with a tone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from balance.core.texts import Lang, game_names, game_texts

Seat = Literal["seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "seat-6"]
Tone = Literal["plain", "head", "faint", "gain", "full", "open", Seat]
"""How a piece of text is meant: `head` a heading, `faint` beside the point, `gain` points, `full` and `open` what a
picture shows as there and as missing, `seat-1` … a place that this seat holds."""


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


class Phrases:
    """What a game says in one language: the sections `names`, `telling` and `singular` of its `texts.yaml`.

    Args:
        package: Import path of the game's folder.
        lang: Language.
    """

    def __init__(self, package: str, lang: Lang) -> None:
        texts = game_texts(package)
        self._lang = lang
        self._names = game_names(package)
        self._sentences = texts["telling"]
        self._singular = texts.get("singular", {})

    def name(self, key: str) -> str:
        """What a key is called."""
        return self._names.name(key, self._lang)

    def say(self, phrase: str, **fields: Any) -> str:
        """A sentence with its fields."""
        text: str = self._sentences[phrase][self._lang]
        return text.format(**fields)

    def count(self, phrase: str, n: int) -> str:
        """So many of something: the first form for one, the second for any other number."""
        forms = self._sentences[phrase][self._lang]
        text: str = forms[0 if n == 1 else 1]
        return text.format(n=n)

    def pieces(self, n: int, key: str) -> str:
        """So many of what a key names by its plural."""
        one = self._singular.get(key)
        return f"{n} {one[self._lang] if n == 1 and one else self.name(key)}"

    def seat(self, seat: int) -> str:
        """A seat, counted from 1."""
        return self.say("seat", seat=seat + 1)
