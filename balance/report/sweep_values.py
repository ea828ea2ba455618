"""The numbers of a sweep: of which cell, seat and item, as they are drawn, and as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from balance.core.metric import MetricSpec
from balance.metrics.series import SPREAD_OF
from balance.report.answers import is_whole, share_of, with_interval
from balance.report.entries import Context
from balance.report.numbers import UNKNOWN, digits_for, digits_together
from balance.report.overview import PageUnit, unit_of, written
from balance.report.views import CellView
from balance.stats.estimate import Estimate
from balance.verdict.comparing import Change
from balance.verdict.sweeping import Sweep

Address = tuple[int | None, str | None]
"""Seat and item of an estimate; None for the whole table, and for what has no items."""


@dataclass(frozen=True, slots=True)
class SweepValues:
    """One metric of all cells of a sweep.

    Args:
        context: The cells.
        sweep: What differs from the baseline cell.
        spec: The metric.
    """

    context: Context
    sweep: Sweep
    spec: MetricSpec

    @property
    def unit(self) -> PageUnit:
        """What its values count on a page."""
        return unit_of(self.spec)

    @property
    def addresses(self) -> list[Address]:
        """Seats and items of which it has estimates in any cell; the whole table first."""
        found = {
            (measure.seat, measure.item): None
            for view in self.context.views
            for measure in view.measured.of(self.spec.name)
        }
        return sorted(found, key=lambda address: (address[0] is not None, address[0] or 0))

    @property
    def varies(self) -> bool:
        """Whether it is not the same in all cells."""
        values = {
            (measure.seat, measure.item, measure.estimate.value)
            for view in self.context.views
            for measure in view.measured.of(self.spec.name)
            if isfinite(measure.estimate.value)
        }
        return len(values) > len({value[:2] for value in values})

    @property
    def is_by_fair(self) -> bool:
        """Whether it is a share that means another thing at a table of another size."""
        return self.spec.name == SPREAD_OF and len({view.facts.n_seats for view in self.context.views}) > 1

    def estimate(self, view: CellView, address: Address) -> Estimate | None:
        """A cell's estimate, None if it has none."""
        return next(
            (
                measure.estimate
                for measure in view.measured.of(self.spec.name)
                if (measure.seat, measure.item) == address
            ),
            None,
        )

    def estimates(self, addresses: Sequence[Address]) -> list[tuple[CellView, Estimate]]:
        """All estimates at these addresses, each with its cell."""
        return [
            (view, found)
            for view in self.context.views
            for address in addresses
            if (found := self.estimate(view, address)) is not None
        ]

    def differs(self, view: CellView, address: Address) -> bool:
        """Whether it is known to differ from the baseline's."""
        return self._moved(view, address) is not None

    def _moved(self, view: CellView, address: Address) -> Change | None:
        """Its change from the baseline's, None if none is known."""
        change = self.sweep.find(view.facts.key, self.spec.name, *address)
        return change if change is not None and change.moved else None

    def drawn(self, view: CellView, e: Estimate) -> tuple[float, float, float]:
        """Value and limits as they are drawn: in percentage points, or in times of what is fair at the table."""
        scale = 100.0 if self.unit in ("difference", "distance") else 1.0
        if self.is_by_fair and view.fair > 0:
            scale = 1 / view.fair
        return scale * e.value, scale * e.low, scale * e.high

    def short(self, e: Estimate) -> str:
        """The value alone, as a tile has it; a difference of shares without its unit."""
        numbers = self.context.phrases.numbers
        if self.unit == "share":
            return numbers.percent(e.value, digits_for(100 * e.half_width, 1))
        if self.unit == "difference":
            return numbers.signed(100 * e.value, digits_for(100 * e.half_width, 1))
        if self.unit == "distance":
            return numbers.number(100 * e.value, digits_for(100 * e.half_width, 1))
        return numbers.number(e.value, digits_for(e.half_width, 2))

    def written(self, address: Address) -> list[str]:
        """Each cell's value with its interval, and an arrow where it differs from the baseline's.

        All have the same decimals, as many as half of the intervals support.
        """
        found = [self.estimate(view, address) for view in self.context.views]
        scale = 100 if self.unit in ("share", "difference", "distance") else 1
        digits = digits_together(scale * e.half_width for e in found if e is not None)
        return [
            self._with_arrow(view, address, e, digits)
            for view, e in zip(self.context.views, found, strict=True)
        ]

    def _with_arrow(self, view: CellView, address: Address, e: Estimate | None, digits: int) -> str:
        if e is None or not isfinite(e.value):
            return UNKNOWN
        text = self._with_interval(e, digits)
        change = self._moved(view, address)
        if change is None:
            return text
        return f"{text} {'▲' if change.difference > 0 else '▼'}"

    def _with_interval(self, e: Estimate, digits: int) -> str:
        """The value as its figure has it, and its interval; of w, what is no more than chance is called so.

        Args:
            e: The estimate.
            digits: Decimals.
        """
        phrases = self.context.phrases
        if self.unit == "w" and e.high == 0:
            return phrases.say("figure.equality.w_nothing", w=self.short(e))
        if self.unit in ("difference", "distance"):
            return written(self.context, self.unit, e, digits)
        if not (isfinite(e.low) and isfinite(e.high)):
            return self.short(e)
        if self.unit == "share":
            return with_interval(share_of(self.context, e, digits))
        digits = 0 if is_whole(e) else digits
        return with_interval(
            (phrases.numbers.number(e.value, digits), phrases.numbers.interval(e.low, e.high, digits))
        )


def is_number(value: Any) -> bool:
    """Whether a swept value is one: what is off or on, or has a name, is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def in_order(views: Sequence[CellView], key: str) -> list[CellView]:
    """A cell of each value of a key: numbers by size, all others as the config has them."""
    first = {repr(view.record.settings[key]): view for view in reversed(views)}
    found = [view for view in views if first[repr(view.record.settings[key])] is view]
    if all(is_number(view.record.settings[key]) for view in found):
        found.sort(key=lambda view: float(view.record.settings[key]))
    return found
