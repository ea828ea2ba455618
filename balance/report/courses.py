"""How a game goes on, phase by phase: shares stacked to a whole, quantiles as a band, means as lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, nan

from balance.core.picture import series
from balance.report.entries import Context
from balance.report.numbers import Tick
from balance.report.palette import part
from balance.report.panels import Axis, Band, Curve, Curves, Layer, Mix, Panel, Place
from balance.report.scales import axis_around, ticks_between
from balance.report.views import CellView
from balance.stats.estimate import Estimate

Phases = Mapping[int, Mapping[str, Estimate]]


def mix_panels(context: Context, found: Sequence[tuple[CellView, Phases]], title: str) -> tuple[Panel, ...]:
    """A panel a cell, a column a phase, a layer a kind."""
    if not context.is_drawn:
        return ()
    kinds = list(dict.fromkeys(kind for _, phases in found for own in phases.values() for kind in own))
    numbers = context.phrases.numbers
    panels = []
    for view, phases in found:
        layers = []
        for place, kind in enumerate(kinds):
            shares = tuple(_share(phases[phase].get(kind)) for phase in phases)
            text = numbers.percent(shares[-1], 0)
            layers.append(Layer(context.phrases.heading(kind), part(place, len(kinds)), shares, text))
        panels.append(Panel(context.title(view), Mix(tuple(layers), _names(phases), title)))
    return tuple(panels)


def _share(estimate: Estimate | None) -> float:
    return estimate.value if estimate is not None and isfinite(estimate.value) else 0.0


def _names(phases: Phases) -> tuple[str, ...]:
    return tuple(str(phase) for phase in phases)


def band_panels(context: Context, found: Sequence[tuple[CellView, Phases]], title: str) -> tuple[Panel, ...]:
    """A panel a cell: the middle half, nine tenths and the median of every phase."""
    if not context.is_drawn:
        return ()
    values = [e.value for _, phases in found for own in phases.values() for e in own.values()]
    low, high = min(0.0, *values), max(values) * 1.05 or 1.0
    ticks = ticks_between(context.phrases.numbers, low, high, about=4)
    panels = []
    for view, phases in found:
        rows = tuple(
            (q["q05"].value, q["q25"].value, q["q50"].value, q["q75"].value, q["q95"].value)
            for q in phases.values()
        )
        text = context.phrases.numbers.number(rows[-1][2])
        panels.append(Panel(context.title(view), Band(rows, _names(phases), low, high, ticks, title, text)))
    return tuple(panels)


def lines_panels(
    context: Context, found: Sequence[tuple[CellView, Phases]], titles: tuple[str, str], *, is_down: bool
) -> tuple[Panel, ...]:
    """A panel a cell, a line a kind through all moments.

    Args:
        context: Of the page.
        found: Cells with their estimates.
        titles: What the moments are, and what is measured.
        is_down: Whether small numbers stand on top.
    """
    if not context.is_drawn:
        return ()
    along, upwards = titles
    sign = -1 if is_down else 1
    kinds = list(dict.fromkeys(kind for _, phases in found for own in phases.values() for kind in own))
    values = [
        sign * number
        for _, phases in found
        for own in phases.values()
        for e in own.values()
        for number in (e.value, e.low, e.high)
    ]
    axis = _from_top(
        axis_around(context.phrases.numbers, values, upwards, least=0.5), context, is_down=is_down
    )
    panels = []
    for view, phases in found:
        curves = tuple(
            Curve(
                context.phrases.heading(kind),
                series(place),
                tuple(_place(own.get(kind), is_down=is_down) for own in phases.values()),
            )
            for place, kind in enumerate(kinds)
        )
        panels.append(Panel(context.title(view), Curves(curves, _names(phases), along, axis)))
    return tuple(panels)


def _place(estimate: Estimate | None, *, is_down: bool) -> Place:
    if estimate is None:
        return Place(nan, nan, nan)
    if is_down:
        return Place(-estimate.value, -estimate.high, -estimate.low, differs=True)
    return Place(estimate.value, estimate.low, estimate.high, differs=True)


def _from_top(axis: Axis, context: Context, *, is_down: bool) -> Axis:
    """The scale with its numbers as they are read: below zero stands what was turned round."""
    if not is_down:
        return axis
    ticks = ticks_between(context.phrases.numbers, -axis.high, -axis.low)
    return Axis(axis.low, axis.high, tuple(Tick(-tick.at, tick.text) for tick in ticks), axis.title)
