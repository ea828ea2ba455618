"""Panels become a Figure: one panel for the page, a grid of them for a picture file. No I/O here."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from matplotlib.figure import Figure

from balance.report import drawings, drawn_courses, sweep_drawings
from balance.report.canvas import SIZE, WIDTH, Box, colour, shortened
from balance.report.panels import (
    Band,
    Bars,
    Columns,
    Curves,
    Dots,
    Drawing,
    Heat,
    Mix,
    Panel,
    Ridges,
    Spans,
    Stack,
    Twin,
)

_GUTTER = 24.0
_TITLE = 26.0
_HEADING = 40.0


def height_of(drawing: Drawing) -> float:
    """Units (1/72 inch) that a drawing needs upwards."""
    match drawing:
        case Dots():
            return drawings.dots_height(drawing)
        case Bars():
            return drawings.bars_height(drawing)
        case Ridges():
            return drawings.ridges_height(drawing)
        case Spans():
            return drawings.spans_height(drawing)
        case Columns():
            return drawings.columns_height(drawing)
        case Stack():
            return drawings.stack_height(drawing)
        case Twin():
            return drawn_courses.twin_height(drawing)
        case Mix():
            return drawn_courses.mix_height(drawing)
        case Band():
            return drawn_courses.band_height(drawing)
        case Curves():
            return sweep_drawings.curves_height(drawing)
        case Heat():
            return sweep_drawings.heat_height(drawing)


def _draw(box: Box, drawing: Drawing) -> None:
    match drawing:
        case Dots():
            drawings.draw_dots(box, drawing)
        case Bars():
            drawings.draw_bars(box, drawing)
        case Ridges():
            drawings.draw_ridges(box, drawing)
        case Spans():
            drawings.draw_spans(box, drawing)
        case Columns():
            drawings.draw_columns(box, drawing)
        case Stack():
            drawings.draw_stack(box, drawing)
        case Twin():
            drawn_courses.draw_twin(box, drawing)
        case Mix():
            drawn_courses.draw_mix(box, drawing)
        case Band():
            drawn_courses.draw_band(box, drawing)
        case Curves():
            sweep_drawings.draw_curves(box, drawing)
        case Heat():
            sweep_drawings.draw_heat(box, drawing)


def panel_figure(drawing: Drawing) -> Figure:
    """A figure of one drawing, WIDTH units wide; call it inside `rc_context(STYLE)`."""
    height = height_of(drawing)
    figure = Figure(figsize=(WIDTH / 72, height / 72), frameon=False)
    _draw(Box(figure, 0, 0, WIDTH, height), drawing)
    return figure


def sheet_figure(heading: str, panels: Sequence[Panel], columns: int) -> Figure:
    """A figure of all panels in a grid, with heading and titles: what a picture file shows.

    Args:
        heading: Title of the whole sheet.
        panels: At least one.
        columns: Panels side by side.
    """
    columns = min(columns, len(panels))
    n_rows = ceil(len(panels) / columns)
    title = _TITLE if any(panel.title for panel in panels) else 0.0
    heights = [
        title + max(height_of(panel.drawing) for panel in panels[row * columns : (row + 1) * columns])
        for row in range(n_rows)
    ]
    width = columns * WIDTH + (columns + 1) * _GUTTER
    height = _HEADING + sum(heights) + _GUTTER * n_rows
    figure = Figure(figsize=(width / 72, height / 72), facecolor=colour("surface"))
    top = height - _HEADING
    longest = int(width / (0.66 * (SIZE + 2)))
    figure.text(
        _GUTTER / width,
        1 - 0.62 * _HEADING / height,
        shortened(heading, longest),
        fontsize=SIZE + 2,
        fontweight="bold",
        color=colour("ink"),
        va="center",
    )
    for row in range(n_rows):
        for column, panel in enumerate(panels[row * columns : (row + 1) * columns]):
            left = _GUTTER + column * (WIDTH + _GUTTER)
            own = height_of(panel.drawing)
            if panel.title:
                figure.text(
                    left / width,
                    (top - _TITLE / 2) / height,
                    shortened(panel.title, 46),
                    fontsize=SIZE,
                    fontweight="bold",
                    color=colour("muted"),
                    va="center",
                )
            _draw(Box(figure, left, top - title - own, WIDTH, own), panel.drawing)
        top -= heights[row] + _GUTTER
    return figure
