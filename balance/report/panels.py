"""What a figure shows, as data: rows, columns, axes, all texts already in the reader's language.

A figure is small multiples, one panel a cell. `figures.py` draws a panel without knowing what it is about.
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.report.numbers import Tick

Quantiles = tuple[float, float, float, float, float]
"""5%, 25%, 50%, 75% and 95% of a distribution."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The scale along the bottom, the same in all panels of a figure.

    Args:
        low: Left end.
        high: Right end, above the left one.
        ticks: Labelled places between them.
        title: What is measured.
    """

    low: float
    high: float
    ticks: tuple[Tick, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One estimate.

    Args:
        label: What it is of.
        role: Colour role of `palette`.
        value: The estimate; not finite where there is none.
        low: Lower limit, may be infinite or not a number.
        high: Upper limit, likewise.
        text: The value as people write it.
        reference: What would be expected, or None.
    """

    label: str
    role: str
    value: float
    low: float
    high: float
    text: str
    reference: float | None = None


@dataclass(frozen=True, slots=True)
class Dots:
    """A forest plot: a dot with its interval a row.

    Args:
        rows: From top to bottom.
        axis: The scale.
        reference: Name of the dashed line or ticks at the rows' references; empty for none.
    """

    rows: tuple[Row, ...]
    axis: Axis
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Captioned:
    """A forest plot around 0 whose rows have long names: each stands whole above its own dot.

    Args:
        rows: From top to bottom.
        axis: The scale, with 0 in its middle.
        less: What a dot left of 0 means.
        more: What one right of it means.
    """

    rows: tuple[Row, ...]
    axis: Axis
    less: str
    more: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Horizontal bars from zero, with intervals as thin lines.

    Args:
        rows: From top to bottom.
        axis: The scale, from zero.
    """

    rows: tuple[Row, ...]
    axis: Axis


@dataclass(frozen=True, slots=True)
class Spread:
    """One distribution.

    Args:
        label: What it is of.
        role: Colour role.
        starts: Left edges of its bins, ascending and evenly spaced.
        shares: Share of all in each bin.
        quantiles: Of the unbinned values; all not a number where nothing was counted.
        text: The median as people write it.
    """

    label: str
    role: str
    starts: tuple[float, ...]
    shares: tuple[float, ...]
    quantiles: Quantiles
    text: str


@dataclass(frozen=True, slots=True)
class Ridges:
    """Distributions one above the other, each with its quantile bar.

    Args:
        rows: From top to bottom.
        axis: The scale.
        width: Width of a bin.
        peak: Largest share of any bin in any panel.
    """

    rows: tuple[Spread, ...]
    axis: Axis
    width: float
    peak: float


@dataclass(frozen=True, slots=True)
class Spans:
    """Quantile bars alone, for many rows.

    Args:
        rows: From top to bottom; bins may be empty.
        axis: The scale.
    """

    rows: tuple[Spread, ...]
    axis: Axis


@dataclass(frozen=True, slots=True)
class Columns:
    """A histogram.

    Args:
        starts: Left edges of the bins.
        shares: Share of all in each.
        width: Width of a bin.
        axis: The scale along the bottom.
        peak: Top of the scale upwards, the same in all panels.
        ticks: Labelled shares upwards.
        marker: A value worth a line, or None.
        first: Whether the first column stands for something of its own (level games) and is drawn apart.
        first_text: Its label.
    """

    starts: tuple[float, ...]
    shares: tuple[float, ...]
    width: float
    axis: Axis
    peak: float
    ticks: tuple[Tick, ...]
    marker: Tick | None = None
    first: bool = False
    first_text: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a whole.

    Args:
        label: What it is.
        role: Colour role.
        value: Its size, not negative.
        text: As people write it.
        beside: Its size in the second column, where there is one.
    """

    label: str
    role: str
    value: float
    text: str
    beside: float = 0.0


@dataclass(frozen=True, slots=True)
class Stack:
    """One column made of parts, or two to be compared, bottom to top, each part labelled beside them.

    Args:
        parts: From bottom to top.
        top: Height of the tallest column of the figure.
        total: Label above the column.
        beside: Label above the second column; empty if there is one column only.
    """

    parts: tuple[Part, ...]
    top: float
    total: str
    beside: str = ""


@dataclass(frozen=True, slots=True)
class TwinRow:
    """Two estimates of one thing.

    Args:
        label: What they are of.
        role: Colour role.
        bar: Value and limits of the first, drawn as a bar.
        dot: Value and limits of the second, drawn as a dot; not finite where there is none.
        bar_text: The first as people write it.
        dot_text: The second.
    """

    label: str
    role: str
    bar: tuple[float, float, float]
    dot: tuple[float, float, float]
    bar_text: str
    dot_text: str


@dataclass(frozen=True, slots=True)
class Twin:
    """How often against how good: bars on the left, dots around zero on the right.

    Args:
        rows: From top to bottom.
        bars: Scale of the bars, from zero.
        dots: Scale of the dots, around zero.
    """

    rows: tuple[TwinRow, ...]
    bars: Axis
    dots: Axis


@dataclass(frozen=True, slots=True)
class Layer:
    """One kind of thing in every phase.

    Args:
        label: What it is.
        role: Colour role.
        shares: Its share in each phase.
        text: The share in the last phase as people write it.
    """

    label: str
    role: str
    shares: tuple[float, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Mix:
    """Shares over the course of a game, stacked from bottom to top and labelled beside the last phase.

    Args:
        layers: From bottom to top.
        phases: Their names, from left to right.
        title: What the phases are.
    """

    layers: tuple[Layer, ...]
    phases: tuple[str, ...]
    title: str


@dataclass(frozen=True, slots=True)
class Band:
    """A distribution over the course of a game.

    Args:
        rows: Quantiles of each phase.
        phases: Their names.
        low: Lower end of the scale upwards.
        high: Its upper end.
        ticks: Labelled places on it.
        title: What is measured.
        text: The last median as people write it.
    """

    rows: tuple[Quantiles, ...]
    phases: tuple[str, ...]
    low: float
    high: float
    ticks: tuple[Tick, ...]
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """One value of a curve.

    Args:
        value: The estimate; not finite where there is none.
        low: Lower limit, may be infinite or not a number.
        high: Upper limit, likewise.
        differs: Whether it is known to differ from the baseline's.
    """

    value: float
    low: float
    high: float
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """One estimate at every value of a swept key.

    Args:
        label: What it is of.
        role: Colour role.
        places: One a value, from left to right.
    """

    label: str
    role: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Estimates over the values of one key: lines with bands where the values have an order, otherwise points.

    Args:
        curves: At least one; all as long as the ticks.
        ticks: The values, evenly spaced from left to right; of those without an order, from the top down.
        title: What is swept.
        axis: The scale of the estimates.
        baseline: Place of the baseline's value, or None.
        is_ordered: Whether something lies between two values, so that a line may join them.
    """

    curves: tuple[Curve, ...]
    ticks: tuple[str, ...]
    title: str
    axis: Axis
    baseline: int | None = None
    is_ordered: bool = True


@dataclass(frozen=True, slots=True)
class Tile:
    """One cell of a heat map.

    Args:
        text: Its value.
        strength: How dark it is, from 0 to 1.
        differs: Whether it is known to differ from the baseline.
        is_baseline: Whether it is the baseline.
    """

    text: str
    strength: float
    differs: bool = False
    is_baseline: bool = False


@dataclass(frozen=True, slots=True)
class Heat:
    """Values over two keys.

    Args:
        rows: Values of the key downwards.
        columns: Values of the key from left to right.
        tiles: A row a row, None where there is no value.
        row_title: What the rows are.
        column_title: What the columns are.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    tiles: tuple[tuple[Tile | None, ...], ...]
    row_title: str
    column_title: str


Drawing = Dots | Captioned | Bars | Ridges | Spans | Columns | Stack | Twin | Mix | Band | Curves | Heat


@dataclass(frozen=True, slots=True)
class Panel:
    """A drawing and its title: a cell's name, or what its rows have in common; empty if there is one cell."""

    title: str
    drawing: Drawing
