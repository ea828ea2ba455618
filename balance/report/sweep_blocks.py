"""A sweep on the page: for each metric one figure and one table, with what differs from the baseline cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import isfinite, nan

from balance.core.metric import MetricSpec
from balance.core.picture import N_SERIES, series
from balance.report.answers import kind_of
from balance.report.entries import Context, FigureBlock, Table, is_simultaneous
from balance.report.panels import Axis, Curve, Curves, Heat, Panel, Place, Tile
from balance.report.scales import axis_around
from balance.report.sweep_values import Address, SweepValues, in_order, is_number
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
_FAMILIES = {"policy_win_share": "policies", "end_reason": "ends"}
"""What the intervals of a metric hold for at once; those of others are of seats."""

_SHORT = 8
"""Signs of a value that stands below a column of a heat map without being broken."""

PREFIX = "sweep-"
"""Of a metric's place in the page."""


@dataclass(frozen=True, slots=True)
class SweepDrawer:
    """Draws the metrics of one sweep."""

    context: Context
    sweep: Sweep

    def block(self, spec: MetricSpec) -> FigureBlock | None:
        """A metric's figure and table; None where it has no interval or no meaning."""
        values = SweepValues(self.context, self.sweep, spec)
        addresses = values.addresses
        if spec.unit == "p" or not addresses:
            return None
        say = self.context.phrases.say
        title = self._title(values)
        is_drawn = values.varies and (len(addresses) <= _FEW or addresses[0][1] is None)
        found = list(self._panels(values, addresses)) if is_drawn else []
        panels = tuple(found[:_MOST_PANELS])
        caption = self._caption(values, addresses, panels) if panels else self._in_brackets(values, addresses)
        if len(found) > len(panels):
            caption += " " + say("sweep.caption_cut", shown=len(panels), n=len(found))
        n = say("figure.n", games=self.context.n_text())
        return FigureBlock(
            f"{PREFIX}{spec.name}",
            title,
            ""
            if values.varies
            else say(f"sweep.constant{'_ranks' if spec.gauge.procedure == 'ranks' else ''}"),
            f"{caption} {n}".strip(),
            panels,
            self._table(values, addresses),
        )

    def _title(self, values: SweepValues) -> str:
        """A metric's title, with what its values count where neither title nor values say it."""
        phrases = self.context.phrases
        title, unit = phrases.metric(values.spec), ""
        if values.unit in ("difference", "distance"):
            unit = phrases.say("sweep.points")
        elif values.unit == "rolls":
            unit = phrases.name("length_unit")
        if not unit or unit.lower() in title.lower():
            return title
        return phrases.say("sweep.in_unit", metric=title, unit=unit)

    def _caption(self, values: SweepValues, addresses: Sequence[Address], panels: Sequence[Panel]) -> str:
        """What is drawn, and which intervals."""
        say, drawing = self.context.phrases.say, panels[0].drawing
        fair = "_fair" if values.is_by_fair else ""
        estimates = [e for _, e in values.estimates(addresses)]
        family = self._family(values, estimates[0])
        if isinstance(drawing, Heat):
            kind = kind_of(self.context, estimates[0], family, many=True)
            return f"{say(f'sweep.caption_heat{fair}')} {say('sweep.intervals', kind=kind)}"
        parts = [say("sweep.fair")] if fair else []
        parts += [say("sweep.caption"), self.context.interval_words(estimates, family)]
        if isinstance(drawing, Curves) and drawing.is_ordered:
            parts.append(say("sweep.band"))
        return " ".join(parts)

    def _in_brackets(self, values: SweepValues, addresses: Sequence[Address]) -> str:
        """Which intervals a table has without a figure; empty where it has none."""
        known = [e for _, e in values.estimates(addresses) if isfinite(e.low) and isfinite(e.high)]
        if not known:
            return ""
        kind = kind_of(self.context, known[0], self._family(values, known[0]), many=True)
        return self.context.phrases.say("headline.close.kind", kind=kind)

    def _family(self, values: SweepValues, e: Estimate) -> str:
        return _FAMILIES.get(values.spec.name, "seats") if is_simultaneous(e) else ""

    def _panels(self, values: SweepValues, addresses: list[Address]) -> Iterator[Panel]:
        keys = list(self.context.views[0].record.settings)
        if len(keys) == 1:
            yield from self._curve_panels(values, addresses)
        elif len(keys) == 2:
            for address in addresses:
                title = self._head(address) if len(addresses) > 1 else ""
                yield self._heat(values, address, title, self.context.views, self._range(values, addresses))
        else:
            groups = self._by_rest(keys[2:]).values()
            whole = [(None, None)] if (None, None) in addresses else addresses
            shown = whole if len(whole) * len(groups) <= _MOST_PANELS else whole[:1]
            for address, views in product(shown, groups):
                rest = [self.context.phrases.setting(key, views[0].record.settings[key]) for key in keys[2:]]
                own = [] if address == (None, None) else [self._name(address)]
                title = ", ".join([*own, *rest])
                yield self._heat(values, address, title, views, self._range(values, shown))

    def _by_rest(self, keys: Sequence[str]) -> dict[str, list[CellView]]:
        """Views of one heat map each: those that agree in all keys but the first two."""
        groups: dict[str, list[CellView]] = {}
        for view in self.context.views:
            groups.setdefault(repr([view.record.settings[key] for key in keys]), []).append(view)
        return groups

    def _curve_panels(self, values: SweepValues, addresses: list[Address]) -> Iterator[Panel]:
        """One panel if its lines can be told apart, otherwise one a seat, otherwise one a line."""
        percent = values.unit == "share" and not values.is_by_fair
        drawn = [number for view, e in values.estimates(addresses) for number in values.drawn(view, e)]
        axis = axis_around(self.context.phrases.numbers, drawn, "", percent=percent)
        if len(addresses) <= N_SERIES:
            yield self._curves(values, addresses, axis, "")
            return
        seats = list(dict.fromkeys(seat for seat, _ in addresses))
        by_seat = {seat: [a for a in addresses if a[0] == seat] for seat in seats}
        if len(seats) > 1 and max(map(len, by_seat.values())) <= N_SERIES:
            if any(item is not None for _, item in addresses):
                for seat, own in by_seat.items():
                    yield self._curves(values, own, axis, self._head((seat, None)))
            else:
                yield self._curves(values, [a for a in addresses if a[0] is not None], axis, "")
            return
        for address in addresses:
            yield self._curves(values, [address], axis, self._head(address))

    def _curves(self, values: SweepValues, addresses: Sequence[Address], axis: Axis, title: str) -> Panel:
        (key,) = self.context.views[0].record.settings
        views = in_order(self.context.views, key)
        curves = []
        for place, address in enumerate(addresses):
            places = []
            for view in views:
                e = values.estimate(view, address)
                if e is None:
                    places.append(Place(nan, nan, nan))
                else:
                    places.append(Place(*values.drawn(view, e), values.differs(view, address)))
            seat = address[0]
            role = "mark" if len(addresses) == 1 else series(place if seat is None else seat)
            if address == (None, None) and len(addresses) > 1:
                role = "ink"
            curves.append(Curve(self._label(address), role, tuple(places)))
        baseline = next(
            (place for place, view in enumerate(views) if view.facts.key == self.sweep.baseline), None
        )
        phrases, settings = self.context.phrases, [view.record.settings[key] for view in views]
        ticks = tuple(phrases.swept_value(key, value) for value in settings)
        is_ordered = all(map(is_number, settings))
        return Panel(title, Curves(tuple(curves), ticks, phrases.key_title(key), axis, baseline, is_ordered))

    def _range(self, values: SweepValues, addresses: Sequence[Address]) -> tuple[float, float]:
        """Smallest and largest value of all heat maps of a metric; items differ too much to share a scale."""
        seats = [address for address in addresses if address[1] is None]
        found = [
            values.drawn(view, e)[0] for view, e in values.estimates(seats or addresses) if isfinite(e.value)
        ]
        return min(found, default=0.0), max(found, default=0.0)

    def _heat(
        self,
        values: SweepValues,
        address: Address,
        title: str,
        views: Sequence[CellView],
        scale: tuple[float, float],
    ) -> Panel:
        """Values over the first two swept keys; those with the longer names stand downwards."""
        phrases, keys = self.context.phrases, list(views[0].record.settings)[:2]
        settings = {key: [view.record.settings[key] for view in in_order(views, key)] for key in keys}
        names = {key: tuple(phrases.swept_value(key, value) for value in settings[key]) for key in keys}
        down, across = sorted(keys, key=lambda key: max(map(len, names[key])) <= _SHORT)
        tiles: list[list[Tile | None]] = [[None] * len(settings[across]) for _ in settings[down]]
        for view in views:
            e = values.estimate(view, address)
            if e is not None and isfinite(e.value):
                row, column = (settings[key].index(view.record.settings[key]) for key in (down, across))
                is_baseline = view.facts.key == self.sweep.baseline
                strength = _strength(values.drawn(view, e)[0], scale)
                differs = values.differs(view, address)
                tiles[row][column] = Tile(values.short(e), strength, differs, is_baseline)
        grid = tuple(tuple(row) for row in tiles)
        heat = Heat(names[down], names[across], grid, phrases.key_title(down), phrases.key_title(across))
        return Panel(title, heat)

    def _name(self, address: Address) -> str:
        seat, item = address
        phrases = self.context.phrases
        parts = [] if seat is None else [phrases.seat(seat)]
        parts += [] if item is None else [phrases.item(item)]
        return ", ".join(parts) or phrases.say("sweep.whole")

    def _head(self, address: Address) -> str:
        """A name as a title."""
        name = self._name(address)
        return name[:1].upper() + name[1:]

    def _label(self, address: Address) -> str:
        seat, item = address
        if seat is not None and item is not None:
            return self.context.phrases.item(item)
        return self._head(address)

    def _table(self, values: SweepValues, addresses: Sequence[Address]) -> Table:
        say, context = self.context.phrases.say, self.context
        if len(addresses) <= (_WIDEST if len(addresses) < len(context.views) else _WIDE):
            names = [self._head(address) for address in addresses]
            if len(addresses) == 1:
                names = [say("figure.value")]
            columns = [values.written(address) for address in addresses]
            rows = [(*self._cell(view), *row) for view, *row in zip(context.views, *columns, strict=True)]
            return Table((*self._cell_head, *names), tuple(rows))
        long = [
            (*self._cell(view), self._head(address), text)
            for address in addresses
            for view, text in zip(context.views, values.written(address), strict=True)
            if values.estimate(view, address) is not None
        ]
        return Table((*self._cell_head, say("figure.metric"), say("figure.value")), tuple(long))

    @property
    def _is_by_key(self) -> bool:
        """Whether cells are told apart by what they are called alone: otherwise they are numbered."""
        return all(view.short == self.context.phrases.short_cell(view.record) for view in self.context.views)

    @property
    def _cell_head(self) -> tuple[str, ...]:
        """What is swept, a column a key."""
        if not self._is_by_key:
            return (self.context.cell_head,)
        return tuple(map(self.context.phrases.key_title, self.context.views[0].record.settings))

    def _cell(self, view: CellView) -> tuple[str, ...]:
        """A cell by its settings, a column each."""
        if not self._is_by_key:
            return (view.short,)
        settings = view.record.settings.items()
        return tuple(self.context.phrases.swept_value(key, value) for key, value in settings)


def _strength(value: float, scale: tuple[float, float]) -> float:
    """Where a value lies between two ends, from 0 to 1."""
    low, high = scale
    return (value - low) / (high - low) if high > low else 0.0
