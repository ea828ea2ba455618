"""An answer to a designer's question, its numbers as precise as their intervals and never more."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, isfinite, log10

from balance.report.entries import Context, is_simultaneous
from balance.report.examples import Wanted
from balance.report.numbers import digits_for
from balance.report.views import CellView
from balance.stats.estimate import Estimate

_RANKS = "ranks"  # the procedure of quantiles
FEW = 3
"""Cells that are named where there are too many to name all."""


@dataclass(frozen=True, slots=True)
class Headline:
    """An answer.

    Args:
        question: What it answers.
        lead: The answer in one sentence.
        details: Interval, n and conditions, a sentence each.
        cells: One line a cell, where there are several.
        target: Key of the figure that shows it; empty if there is none.
        key: Its name, the same in every language.
        weight: The heavier, the earlier it is said.
        is_notable: Whether it says something that not every report says.
        wanted: A playout that shows it, or None.
        replay: Command that tells it; empty if there is none.
        replay_words: What that playout is.
    """

    question: str
    lead: str
    details: tuple[str, ...]
    cells: tuple[str, ...]
    target: str
    key: str = ""
    weight: int = 0
    is_notable: bool = False
    wanted: Wanted | None = None
    replay: str = ""
    replay_words: str = ""


def kind_of(context: Context, estimate: Estimate, family: str = "", *, many: bool = False) -> str:
    """The kind of an interval, or of many, in words: for itself, or for a family of estimates at once."""
    level = context.phrases.numbers.number(100 * estimate.level)
    if family and is_simultaneous(estimate):
        name = context.phrases.say(f"figure.family.{family}")
        return context.phrases.say("interval.together", level=level, family=name)
    return context.phrases.say("interval.pointwise_many" if many else "interval.pointwise", level=level)


def share_of(context: Context, estimate: Estimate, digits: int | None = None) -> tuple[str, str]:
    """A share and its interval, as precise as the interval allows, or with so many decimals."""
    numbers = context.phrases.numbers
    if digits is None:
        digits = digits_for(100 * estimate.half_width, 2)
    return (
        numbers.percent(estimate.value, digits if 0 < estimate.value < 1 else 0),
        numbers.percent_interval(estimate.low, estimate.high, digits),
    )


def number_of(context: Context, estimate: Estimate) -> tuple[str, str]:
    """A mean and its interval, likewise."""
    numbers = context.phrases.numbers
    digits = 0 if is_whole(estimate) else sensible_digits(estimate.value, estimate.half_width)
    return numbers.number(estimate.value, digits), numbers.interval(estimate.low, estimate.high, digits)


def is_whole(estimate: Estimate) -> bool:
    """Whether it is a quantile of whole numbers, which is one itself, as are its limits."""
    limits = (estimate.value, estimate.low, estimate.high)
    return estimate.method.startswith(_RANKS) and all(
        value == round(value) for value in limits if isfinite(value)
    )


def sensible_digits(value: float, half_width: float) -> int:
    """Decimals that the interval supports, but not more than make three digits in all; at least one."""
    if not isfinite(value):
        return 1
    before = 1 if abs(value) < 1 else floor(log10(abs(value))) + 1
    return max(1, min(digits_for(half_width), 3 - before))


def with_interval(pair: tuple[str, str]) -> str:
    """A value and its limits in brackets."""
    return f"{pair[0]} ({pair[1]})"


def fair_of(context: Context, view: CellView) -> str:
    """The fair share, without decimals where it has none."""
    exact = abs(view.fair * 100 - round(view.fair * 100)) < 1e-9
    return context.phrases.numbers.percent(view.fair, 0 if exact else 1)


def n_of(context: Context) -> str:
    """How many playouts all of it rests on."""
    return context.phrases.say("headline.n", games=context.n_text())
