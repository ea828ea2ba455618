"""A sweep on the page: for each metric one figure and one table, with what differs from the baseline cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import isfinite, nan
from typing import Any

from balance.core.metric import MetricSpec
from balance.core.picture import N_SERIES, series
from balance.metrics.series import SPREAD_OF
from balance.report.answers import is_whole, share_of, with_interval
from balance.report.entries import Context, FigureBlock, Table
from balance.report.numbers import UNKNOWN, digits_for
from balance.report.overview import written
from balance.report.panels import Axis, Curve, Curves, Heat, Panel, Place, Tile
from balance.report.scales import axis_around
from balance.report.views import CellView
from balance.stats.estimate import Estimate
from balance.verdict.sweeping import Sweep

_MOST_PANELS = 12
_FEW = 4
"""Of more items than these a metric has a table only: a page stays below a megabyte."""
_WIDE = 8
"""Columns of values that a table has at most; with more it is a row a value."""
_WIDEST = 24
"""The same where cells outnumber the columns: a row a value would name every cell again and again."""

PREFIX = "sweep-"
"""Of a metric's place in the page."""

Address = tuple[int | None, str | None]


@dataclass(frozen=True, slots=True)
class SweepDrawer:
    """Draws the metrics of one sweep."""

    context: Context
    sweep: Sweep

    def block(self, spec: MetricSpec) -> FigureBlock | None:
        """A metric's figure and table; None where it has no interval or no meaning."""
        addresses = self._addresses(spec)
        if spec.unit == "p" or not addresses:
            return None
        say = self.context.phrases.say
        title = self.context.phrases.metric(spec)
        is_drawn = self._varies(spec) and (len(addresses) <= _FEW or addresses[0][1] is None)
        found = list(self._panels(spec, addresses)) if is_drawn else []
        panels = tuple(found[:_MOST_PANELS])
        is_heat = any(isinstance(panel.drawing, Heat) for panel in panels)
        key = ("caption_heat" if is_heat else "caption") + ("_fair" if self._is_by_fair(spec) else "")
        caption = say(f"sweep.{key}") if panels else ""
        if len(found) > len(panels):
            caption += " " + say("sweep.caption_cut", shown=len(panels), n=len(found))
        n = say("figure.n", games=self.context.n_text())
        return FigureBlock(
            f"{PREFIX}{spec.name}",
            title,
            "" if panels or (not is_drawn and self._varies(spec)) else say("sweep.constant"),
            f"{caption} {n}".strip(),
            panels,
            self._table(spec, addresses),
        )

    def _addresses(self, spec: MetricSpec) -> list[Address]:
        """Seats and items of which it has estimates in any cell; the whole table first."""
        found = {
            (measure.seat, measure.item): None
            for view in self.context.views
            for measure in view.measured.of(spec.name)
        }
        return sorted(found, key=lambda address: (address[0] is not None, address[0] or 0))

    def _estimate(self, view: CellView, spec: MetricSpec, address: Address) -> Estimate | None:
        return next(
            (
                measure.estimate
                for measure in view.measured.of(spec.name)
                if (measure.seat, measure.item) == address
            ),
            None,
        )

    def _differs(self, view: CellView, spec: MetricSpec, address: Address) -> bool:
        change = self.sweep.find(view.facts.key, spec.name, *address)
        return change is not None and change.moved

    def _varies(self, spec: MetricSpec) -> bool:
        values = {
            (measure.seat, measure.item, measure.estimate.value)
            for view in self.context.views
            for measure in view.measured.of(spec.name)
            if isfinite(measure.estimate.value)
        }
        return len(values) > len({value[:2] for value in values})

    def _panels(self, spec: MetricSpec, addresses: list[Address]) -> Iterator[Panel]:
        keys = list(self.context.views[0].record.settings)
        if len(keys) == 1:
            yield from self._curve_panels(spec, addresses)
        elif len(keys) == 2:
            for address in addresses[:6]:
                title = self._name(address) if len(addresses) > 1 else ""
                yield self._heat(spec, address, title, self.context.views, self._range(spec, addresses))
        else:
            groups = self._by_rest(keys[2:]).values()
            whole = [(None, None)] if (None, None) in addresses else addresses
            shown = whole if len(whole) * len(groups) <= _MOST_PANELS else whole[:1]
            for address, views in product(shown, groups):
                rest = [self.context.phrases.setting(key, views[0].record.settings[key]) for key in keys[2:]]
                own = [] if address == (None, None) else [self._name(address)]
                yield self._heat(spec, address, ", ".join([*own, *rest]), views, self._range(spec, shown))

    def _by_rest(self, keys: Sequence[str]) -> dict[str, list[CellView]]:
        """Views of one heat map each: those that agree in all keys but the first two."""
        groups: dict[str, list[CellView]] = {}
        for view in self.context.views:
            groups.setdefault(repr([view.record.settings[key] for key in keys]), []).append(view)
        return groups

    def _curve_panels(self, spec: MetricSpec, addresses: list[Address]) -> Iterator[Panel]:
        """One panel if its lines can be told apart, otherwise one a seat, otherwise one a line."""
        estimates = [
            (view, found)
            for view in self.context.views
            for address in addresses
            if (found := self._estimate(view, spec, address)) is not None
        ]
        percent = spec.unit == "share" and not self._is_by_fair(spec)
        values = [value for view, e in estimates for value in self._drawn(view, spec, e)]
        axis = axis_around(self.context.phrases.numbers, values, "", percent=percent)
        if len(addresses) <= N_SERIES:
            yield self._curves(spec, addresses, axis, "")
            return
        seats = list(dict.fromkeys(seat for seat, _ in addresses))
        by_seat = {seat: [a for a in addresses if a[0] == seat] for seat in seats}
        if len(seats) > 1 and max(map(len, by_seat.values())) <= N_SERIES:
            if any(item is not None for _, item in addresses):
                for seat, own in by_seat.items():
                    yield self._curves(spec, own, axis, self._name((seat, None)))
            else:
                yield self._curves(spec, [a for a in addresses if a[0] is not None], axis, "")
            return
        for address in addresses:
            yield self._curves(spec, [address], axis, self._name(address))

    def _curves(self, spec: MetricSpec, addresses: Sequence[Address], axis: Axis, title: str) -> Panel:
        views = self.context.views
        (key,) = views[0].record.settings
        curves = []
        for place, address in enumerate(addresses):
            places = []
            for view in views:
                e = self._estimate(view, spec, address)
                if e is None:
                    places.append(Place(nan, nan, nan))
                else:
                    differs = self._differs(view, spec, address)
                    places.append(Place(*self._drawn(view, spec, e), differs))
            seat = address[0]
            role = "mark" if len(addresses) == 1 else series(place if seat is None else seat)
            if address == (None, None) and len(addresses) > 1:
                role = "ink"
            curves.append(Curve(self._label(address), role, tuple(places)))
        baseline = next(
            (place for place, view in enumerate(views) if view.facts.key == self.sweep.baseline), None
        )
        phrases = self.context.phrases
        ticks = tuple(phrases.swept_value(key, view.record.settings[key]) for view in views)
        return Panel(title, Curves(tuple(curves), ticks, phrases.key_title(key), axis, baseline))

    def _range(self, spec: MetricSpec, addresses: Sequence[Address]) -> tuple[float, float]:
        """Smallest and largest value of all heat maps of a metric; items differ too much to share a scale."""
        seats = [address for address in addresses if address[1] is None]
        values = [
            self._drawn(view, spec, e)[0]
            for view in self.context.views
            for address in seats or addresses
            if (e := self._estimate(view, spec, address)) is not None and isfinite(e.value)
        ]
        return min(values, default=0.0), max(values, default=0.0)

    def _is_by_fair(self, spec: MetricSpec) -> bool:
        """Whether it is a share that means another thing at a table of another size."""
        return spec.name == SPREAD_OF and len({view.facts.n_seats for view in self.context.views}) > 1

    def _drawn(self, view: CellView, spec: MetricSpec, e: Estimate) -> tuple[float, float, float]:
        """Value and limits as they are drawn: in percentage points, or in times of what is fair at the table."""
        scale = 100.0 if spec.unit == "difference" else 1.0
        if self._is_by_fair(spec) and view.fair > 0:
            scale = 1 / view.fair
        return scale * e.value, scale * e.low, scale * e.high

    def _heat(
        self,
        spec: MetricSpec,
        address: Address,
        title: str,
        views: Sequence[CellView],
        scale: tuple[float, float],
    ) -> Panel:
        """Values over the first two swept keys."""
        down, across = list(views[0].record.settings)[:2]
        low, high = scale
        rows, columns = (_values(views, key) for key in (down, across))
        tiles: list[list[Tile | None]] = [[None] * len(columns) for _ in rows]
        for view in views:
            e = self._estimate(view, spec, address)
            if e is None or not isfinite(e.value):
                continue
            value = self._drawn(view, spec, e)[0]
            strength = (value - low) / (high - low) if high > low else 0.0
            place = (
                rows.index(repr(view.record.settings[down])),
                columns.index(repr(view.record.settings[across])),
            )
            tiles[place[0]][place[1]] = Tile(
                self._short_value(spec, e),
                strength,
                self._differs(view, spec, address),
                view.facts.key == self.sweep.baseline,
            )
        phrases = self.context.phrases
        names = [
            tuple(dict.fromkeys(phrases.swept_value(key, view.record.settings[key]) for view in views))
            for key in (down, across)
        ]
        return Panel(
            title,
            Heat(
                names[0],
                names[1],
                tuple(tuple(row) for row in tiles),
                phrases.key_title(down),
                phrases.key_title(across),
            ),
        )

    def _short_value(self, spec: MetricSpec, e: Estimate) -> str:
        numbers = self.context.phrases.numbers
        if spec.unit == "share":
            return numbers.percent(e.value, digits_for(100 * e.half_width, 1))
        if spec.unit == "difference":
            return numbers.signed(100 * e.value, digits_for(100 * e.half_width, 1))
        return numbers.number(e.value, digits_for(e.half_width, 2))

    def _name(self, address: Address) -> str:
        seat, item = address
        phrases = self.context.phrases
        parts = [] if seat is None else [phrases.seat(seat)]
        parts += [] if item is None else [phrases.item(item)]
        return ", ".join(parts) or phrases.say("sweep.whole")

    def _label(self, address: Address) -> str:
        seat, item = address
        if seat is not None and item is not None:
            return self.context.phrases.item(item)
        return self._name(address)

    def _table(self, spec: MetricSpec, addresses: Sequence[Address]) -> Table:
        say, context = self.context.phrases.say, self.context
        if len(addresses) <= (_WIDEST if len(addresses) < len(context.views) else _WIDE):
            names = [self._name(address) for address in addresses]
            if len(addresses) == 1:
                names = [say("figure.value")]
            rows = [
                (view.short, *(self._written(view, spec, address) for address in addresses))
                for view in context.views
            ]
            return Table((context.cell_head, *names), tuple(rows))
        long = [
            (view.short, self._name(address), self._written(view, spec, address))
            for address in addresses
            for view in context.views
            if self._estimate(view, spec, address) is not None
        ]
        return Table((context.cell_head, say("figure.metric"), say("figure.value")), tuple(long))

    def _with_interval(self, spec: MetricSpec, e: Estimate) -> str:
        """The value as its figure has it, and its interval; of w, what is no more than chance is called so."""
        phrases = self.context.phrases
        if spec.unit == "w" and e.high == 0:
            return phrases.say("figure.equality.w_nothing", w=self._short_value(spec, e))
        if not (isfinite(e.low) and isfinite(e.high)):
            return self._short_value(spec, e)
        if spec.unit == "share":
            return with_interval(share_of(self.context, e))
        if spec.unit == "difference":
            return written(self.context, spec.unit, e)
        digits = 0 if is_whole(e) else digits_for(e.half_width, 2)
        return with_interval(
            (phrases.numbers.number(e.value, digits), phrases.numbers.interval(e.low, e.high, digits))
        )

    def _written(self, view: CellView, spec: MetricSpec, address: Address) -> str:
        """A value with its interval, and an arrow where it differs from the baseline's."""
        e = self._estimate(view, spec, address)
        if e is None or not isfinite(e.value):
            return UNKNOWN
        text = self._with_interval(spec, e)
        change = self.sweep.find(view.facts.key, spec.name, *address)
        if change is None or not change.moved:
            return text
        return f"{text} {'▲' if change.difference > 0 else '▼'}"


def _values(views: Sequence[CellView], key: str) -> list[Any]:
    """A key's values in these cells, in order, as texts that differ where they differ."""
    return list(dict.fromkeys(repr(view.record.settings[key]) for view in views))
