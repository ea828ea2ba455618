"""A change as people say it: its name, one sentence, its numbers; one place for page, terminal and Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from balance.core.courses import parted
from balance.core.gauges import QUANTILES, EndShare, PlayoutShare
from balance.core.metric import MetricSpec
from balance.report.answers import is_whole
from balance.report.numbers import MINUS, digits_for
from balance.report.overview import DISTANCES
from balance.report.phrases import Phrases
from balance.stats.estimate import Estimate
from balance.stats.paired import rarest_seen
from balance.verdict.comparing import LIFT, Change

_OF_SHARES = ("share", "difference")
"""Units whose differences are percentage points."""
_OF_GAMES = (PlayoutShare, EndShare)
"""Gauges whose shares count games."""
_SMALL = ("w", "r")
"""Units whose values lie between 0 and 1 or about 1."""
_WITH_VALUES = ("share", "other", "seat_w", "seat_lift")
"""Kinds of sentences that name both values."""
_BETWEEN = " · "
_LEAST_WINS = 1.95
"""Wins that a sentence speaks of at least: below, it speaks of more games."""


@dataclass(frozen=True, slots=True)
class ChangeWriter:
    """Writes changes of one game.

    Args:
        phrases: The language, with the sentences of comparisons.
        specs: The game's metrics by name.
        settings: Swept keys and values of each pair of cells.
    """

    phrases: Phrases
    specs: Mapping[str, MetricSpec]
    settings: Mapping[str, Mapping[str, Any]]

    def cell(self, key: str) -> str:
        """A pair of cells as people call it; by its key where nothing is swept."""
        settings = self.settings.get(key, {})
        return ", ".join(self.phrases.setting(name, value) for name, value in settings.items()) or key

    def name(self, change: Change) -> str:
        """What is measured: the metric, then seat and item."""
        title = self.metric(change.metric).replace(": ", _BETWEEN)  # a sentence on it has a colon of its own
        return _BETWEEN.join(part for part in (title, self.part(change)) if part)

    def part(self, change: Change) -> str:
        """Of what seat and item a change is, empty if of all."""
        parts = [] if change.seat is None else [self._seat(change.seat)]
        parts += [] if change.item is None else [self.phrases.item(change.item)]
        return ", ".join(parts)

    def metric(self, name: str) -> str:
        """A metric's title."""
        if name == LIFT:
            return self.phrases.say("change.lift")
        spec = self.specs[name]
        return self.phrases.metric(spec)

    def sentence(self, change: Change) -> str:
        """What a designer would say of it, with one rounded number."""
        numbers = self.phrases.numbers
        size = abs(change.difference)
        direction = "up" if change.difference > 0 else "down"
        if change.unit == "share":
            games = next((n for n in (100, 1_000, 10_000) if size * n >= _LEAST_WINS), 100_000)
            n, count = numbers.number(size * games), numbers.number(games)
        else:
            size *= self._scale(change)
            digits = min(digits_for(self._half_width(change)), 0 if size >= 20 else 1 if size >= 1 else 3)
            digits = 0 if _is_whole(change) else digits
            n, count = numbers.number(size, digits), ""
        text = self.phrases.say(
            f"change.{self._kind(change)}.{direction}",
            n=n,
            amount=self._with_unit(change, n),
            per=self.phrases.say("change.per", n=count),
            seat="" if change.seat is None else self._seat(change.seat),
            item="" if change.item is None else self.phrases.item(change.item),
            unit=self.phrases.length_unit(n),
            name=self.name(change),
            a=self.value(change, change.a),
            b=self.value(change, change.b),
        )
        return text[:1].upper() + text[1:]

    def numbers(self, change: Change) -> str:
        """Both values unless its sentence names them, the difference, its interval, n."""
        named = self._kind(change) in _WITH_VALUES
        return self.phrases.say(
            "compare.numbers_alone" if named else "compare.numbers",
            a=self.value(change, change.a),
            b=self.value(change, change.b),
            difference=self.difference(change),
            interval=self.interval(change),
            n=self.phrases.numbers.number(change.n),
        )

    def value(self, change: Change, found: Estimate) -> str:
        """One side's value, as precise as the difference is known."""
        numbers = self.phrases.numbers
        if change.unit == "share" and change.metric not in DISTANCES:
            return numbers.percent(found.value, self._digits(change))
        least = 2 if change.unit in _SMALL else 0
        digits = 0 if is_whole(found) else max(self._digits(change), least)
        text = numbers.number(self._scale(change) * found.value, digits)
        return self._with_unit(change, text) if change.unit == "share" else text

    def difference(self, change: Change) -> str:
        """The difference with its sign and its unit; of shares in percentage points, of counts without one."""
        return self._with_unit(change, self._signed(change))

    def short_difference(self, change: Change) -> str:
        """The same with percentage points abbreviated, for a figure."""
        text = self._signed(change)
        if change.unit in _OF_SHARES:
            return self.phrases.say("change.percent_short", n=text)
        return self._with_unit(change, text)

    def interval(self, change: Change) -> str:
        """The limits of the difference."""
        scale, digits = self._scale(change), self._digits(change)
        return self.phrases.numbers.interval(scale * change.low, scale * change.high, digits)

    def visible(self, change: Change) -> str:
        """The smallest change that would have shown; of few games not even the largest that a share can make."""
        if not isfinite(change.visible) or (change.unit == "share" and change.visible > 1):
            return self.phrases.say("change.none")
        if change.visible <= 0:
            rarest = 0 if change.method == "mover" else rarest_seen(change.n)
            return (
                self.phrases.say("change.rare", n=self.phrases.numbers.number(rarest))
                if rarest
                else self.phrases.say("change.any")
            )
        text = self.phrases.numbers.give_or_take(self._scale(change) * change.visible, self._digits(change))
        return self._with_unit(change, text)

    def _signed(self, change: Change) -> str:
        digits = 0 if _is_whole(change) else self._digits(change)
        return self.phrases.numbers.signed(self._scale(change) * change.difference, digits)

    def _with_unit(self, change: Change, text: str) -> str:
        """A number with what it counts, where its metric's title does not say it already."""
        if change.unit in _OF_SHARES:
            return self.phrases.say("change.percent", n=text)
        bare = text.lstrip(f"+{MINUS}")
        if change.unit == "points":
            return self.phrases.say("change.point" if bare == "1" else "change.points", n=text)
        if change.unit == "rolls":
            return self.phrases.say("change.length", n=text, unit=self.phrases.length_unit(bare))
        return text

    def _scale(self, change: Change) -> int:
        return 100 if change.unit in _OF_SHARES else 1

    def _half_width(self, change: Change) -> float:
        return self._scale(change) * (change.high - change.low) / 2

    def _digits(self, change: Change) -> int:
        return digits_for(self._half_width(change), 3)

    def _seat(self, seat: int) -> str:
        return self.phrases.say("change.seat", number=seat + 1)

    def _kind(self, change: Change) -> str:
        """Under which key of the texts its sentence stands."""
        if change.metric == "score_mean" and change.seat is not None:
            return "score_mean_seat"
        if self.phrases.knows(f"change.{change.metric}.up"):
            return change.metric
        if change.unit == "share":
            return "share_of_games" if isinstance(self.specs[change.metric].gauge, _OF_GAMES) else "share"
        if _is_quantile(change.item):
            return "quantile"
        return {"difference": "difference", "points": "of_points", "rolls": "of_length"}.get(
            change.unit, "other"
        )


def _is_whole(change: Change) -> bool:
    """Whether both sides are whole numbers by their nature."""
    return is_whole(change.a) and is_whole(change.b)


def _is_quantile(item: str | None) -> bool:
    """Whether it is a quantile, of a whole game or of one of its phases."""
    if item is None:
        return False
    of_course = parted(item)
    return (item if of_course is None else of_course[0]) in QUANTILES


def writer_of(
    phrases: Phrases, specs: Sequence[MetricSpec], settings: Mapping[str, Mapping[str, Any]]
) -> ChangeWriter:
    """The writer for a game's metrics."""
    return ChangeWriter(phrases, {spec.name: spec for spec in specs}, settings)
