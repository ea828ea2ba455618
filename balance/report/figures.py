"""Panels become a Figure: one panel for the page, a grid of them for a picture file. No I/O here."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from matplotlib.figure import Figure

from balance.report import captioned_dots, drawings, drawn_courses, sweep_drawings
from balance.report.canvas import SIZE, WIDTH, Box, colour
from balance.report.panels import (
    Band,
    Bars,
    Captioned,
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
_CAPTION = 11.0
_LINE = 1.3  # from one line of a heading to the next, in parts of its size
_BOLD = 0.66  # width of a bold sign, likewise; a little more than most have
_PLAIN = 0.58  # of any other, in a line so long that wide and narrow ones even out


def height_of(drawing: Drawing) -> float:
    """Units (1/72 inch) that a drawing needs upwards."""
    match drawing:
        case Dots():
            return drawings.dots_height(drawing)
        case Captioned():
            return captioned_dots.captioned_height(drawing)
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
        case Captioned():
            captioned_dots.draw_captioned(box, drawing)
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


def sheet_figure(heading: str, panels: Sequence[Panel], columns: int, caption: str = "") -> Figure:
    """A figure of all panels in a grid, with heading, titles and caption: what a picture file shows.

    Args:
        heading: Title of the whole sheet; it takes as many lines as it needs, as titles of panels do.
        panels: At least one.
        columns: Panels side by side.
        caption: What is drawn, kind of interval, n: a picture that goes round without its page has to say it.
    """
    columns = min(columns, len(panels))
    rows = [panels[first : first + columns] for first in range(0, len(panels), columns)]
    width = columns * WIDTH + (columns + 1) * _GUTTER
    words = wrap(heading, int((width - 2 * _GUTTER) / (_BOLD * (SIZE + 2))))
    said = wrap(caption, int((width - 2 * _GUTTER) / (_PLAIN * _CAPTION)))
    titles = [max(_title_height(panel) for panel in row) for row in rows]
    heights = [
        title + max(height_of(panel.drawing) for panel in row)
        for row, title in zip(rows, titles, strict=True)
    ]
    top = _HEADING + (len(words) - 1) * (SIZE + 2) * _LINE
    foot = len(said) * _CAPTION * _LINE + (_GUTTER / 2 if said else 0)
    height = top + sum(heights) + _GUTTER * len(rows) + foot
    figure = Figure(figsize=(width / 72, height / 72), facecolor=colour("surface"))
    _lines(figure, words, (_GUTTER, height - 0.38 * _HEADING), SIZE + 2, "ink", weight="bold")
    _lines(figure, said, (_GUTTER, foot), _CAPTION, "muted")
    place = height - top
    for row, title, own in zip(rows, titles, heights, strict=True):
        for column, panel in enumerate(row):
            left = _GUTTER + column * (WIDTH + _GUTTER)
            if panel.title:
                _lines(figure, _title_lines(panel), (left, place), SIZE, "muted", weight="bold")
            needed = height_of(panel.drawing)
            _draw(Box(figure, left, place - title - needed, WIDTH, needed), panel.drawing)
        place -= own + _GUTTER
    return figure


def _title_lines(panel: Panel) -> list[str]:
    return wrap(panel.title, int(WIDTH / (_BOLD * SIZE)))


def _title_height(panel: Panel) -> float:
    """Units that a panel's title needs above it."""
    lines = len(_title_lines(panel))
    return _TITLE + (lines - 1) * SIZE * _LINE if lines else 0.0


def _lines(
    figure: Figure,
    lines: Sequence[str],
    place: tuple[float, float],
    size: float,
    role: str,
    *,
    weight: str = "normal",
) -> None:
    """Lines below one another, the first right below a place, in units from the lower left corner."""
    width, height = 72 * figure.get_size_inches()
    left, top = place
    for number, line in enumerate(lines):
        y = top - (0.75 + number * _LINE) * size
        figure.text(
            left / width,
            y / height,
            line,
            fontsize=size,
            fontweight=weight,
            color=colour(role),
            va="baseline",
        )
