"""How a game goes on, phase by phase: shares stacked to a whole, and quantiles as a band."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from balance.report.entries import Context
from balance.report.palette import part
from balance.report.panels import Band, Layer, Mix, Panel
from balance.report.scales import ticks_between
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
            layers.append(Layer(context.phrases.name(kind), part(place, len(kinds)), shares, text))
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
