"""Numbers as people of a language write them, and axes with round steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from statistics import median

from balance.core.texts import Lang

MINUS = "\u2212"
JOINER = "\u2060"  # no width, and no line break: around the dash of an interval
THIN = "\u202f"  # narrow, and no line break: between a number and its per cent sign
UNKNOWN = "–"

_PLAIN = str.maketrans({JOINER: None, "\u2011": "-", THIN: " ", "\u00a0": " "})


def plain(text: str) -> str:
    """A text without the signs that keep a page's lines from breaking: a terminal has no use for them."""
    return text.translate(_PLAIN)


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis and what stands there."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """Writes numbers in one language.

    Args:
        lang: `de` writes 1.234,5 and 27,1 % (narrow space), `en` 1,234.5 and 27.1%.
    """

    lang: Lang

    def number(self, value: float, digits: int = 0) -> str:
        """A number with this many decimals; a dash for what is no finite number."""
        if not isfinite(value):
            return UNKNOWN
        text = f"{abs(value):,.{digits}f}"
        if self.lang == "de":
            text = text.translate(str.maketrans(",.", ".,"))
        return MINUS + text if value < 0 and text.strip("0.,") else text

    def signed(self, value: float, digits: int = 0) -> str:
        """A number with its sign always shown, but for a rounded zero."""
        text = self.number(value, digits)
        return f"+{text}" if isfinite(value) and value > 0 and text.strip("0.,") else text

    def percent(self, share: float, digits: int = 1) -> str:
        """A share as per cent."""
        if not isfinite(share):
            return UNKNOWN
        return self.number(100 * share, digits) + (f"{THIN}%" if self.lang == "de" else "%")

    def interval(self, low: float, high: float, digits: int = 0) -> str:
        """Two limits; an infinite one is written as such, two of them as what they are: open."""
        if not (isfinite(low) or isfinite(high)):
            return "offen" if self.lang == "de" else "open"
        ends = [self.limit(low, digits), self.limit(high, digits)]
        return self._between(ends)

    def percent_interval(self, low: float, high: float, digits: int = 1) -> str:
        """Two limits of a share, one per cent sign for both."""
        ends = [self.limit(100 * low, digits), self.limit(100 * high, digits)]
        return self._between(ends) + (f"{THIN}%" if self.lang == "de" else "%")

    def give_or_take(self, half_width: float, digits: int) -> str:
        """Half an interval, rounded up: an estimate never looks more certain than it is."""
        unit = 10.0**digits
        return self.number(ceil(half_width * unit - 1e-9) / unit, digits)

    def p_value(self, p: float) -> str:
        """With its relation: `= 0.43` or `< 0.001`."""
        if not isfinite(p):
            return f"= {UNKNOWN}"
        return f"< {self.number(0.001, 3)}" if p < 0.001 else f"= {self.number(p, 3 if p < 0.1 else 2)}"

    def limit(self, value: float, digits: int = 0) -> str:
        """A limit of an interval, which may be infinite."""
        if value in (float("inf"), float("-inf")):
            return "∞" if value > 0 else f"{MINUS}∞"
        return self.number(value, digits)

    def _between(self, ends: list[str]) -> str:
        if any(MINUS in end for end in ends):
            return f"{ends[0]} {'bis' if self.lang == 'de' else 'to'} {ends[1]}"
        return f"{ends[0]}{JOINER}–{JOINER}{ends[1]}"


def digits_of(value: float) -> int:
    """Decimals that a number somebody wrote has, at most 6."""
    return next((digits for digits in range(6) if abs(round(value, digits) - value) < 1e-9), 6)


def digits_for(half_width: float, most: int = 3) -> int:
    """Decimals that a half-width supports: its first digit is the last one worth printing, at least one."""
    if not isfinite(half_width) or half_width <= 0:
        return 1
    return min(most, max(1, -floor(log10(half_width))))


def digits_together(half_widths: Iterable[float], most: int = 2) -> int:
    """Decimals of numbers that stand together: as many as half of their intervals support, at least one."""
    known = [width for width in half_widths if isfinite(width) and width > 0]
    return digits_for(median(known), most) if known else 1


def round_steps(low: float, high: float, about: int = 5) -> tuple[list[float], int]:
    """Multiples of 1, 2 or 5 powers of ten between two finite ends.

    Args:
        low: Lower end.
        high: Upper end; where it is not above the lower one, that single place is returned.
        about: Wanted number of places; a few less may come.

    Returns:
        The places, ascending, and the decimals that they need.
    """
    if not high > low:
        return [low], 1
    rough = (high - low) / max(1, about)
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    last = floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)], max(0, -floor(log10(step) + 1e-9))
