"""A forest plot for long names: label and value share no line with the dot, so that neither is cut."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from textwrap import wrap

from balance.report.canvas import FOOT, LEADING, SIZE, SMALL, WIDTH, Box, Plot, clipped, room_for, signs_in
from balance.report.drawings import interval_line
from balance.report.numbers import Tick
from balance.report.panels import Captioned

_HEAD = 26.0  # what left and right mean
_EDGE = 8.0
_LINE = SIZE * LEADING
_TRACK = 26.0  # a dot with its interval and its value
_GAP = 8.0  # below it


def captioned_height(drawing: Captioned) -> float:
    """Units that the panel needs upwards."""
    return _HEAD + sum(map(_row_height, _labels(drawing))) + FOOT


def draw_captioned(box: Box, drawing: Captioned) -> None:
    """Each row is its name, in as many lines as it needs, and below it the dot; values stand right."""
    axis, labels = drawing.axis, _labels(drawing)
    depth = sum(map(_row_height, labels))
    right = room_for([row.text for row in drawing.rows])
    plot = box.plot((_EDGE, right, _HEAD, FOOT), (axis.low, axis.high), (depth, 0))
    plot.ground(replace(axis, ticks=tuple(tick for tick in axis.ticks if _has_room(tick, plot))))
    top = 0.0
    for label in labels:  # the line through 0 leaves the names free
        track = top + _LINE * len(label)
        plot.line((0, 0), (track + 2, track + _TRACK), "muted", 1.4, "reference", dash=(4, 3))
        top += _row_height(label)
    for text, side, gap in ((drawing.less, "right", -8), (drawing.more, "left", 8)):
        plot.text(gap * plot.x_unit, -_HEAD / 2, text, "muted", ha=side, fontsize=SMALL)
    top = 0.0
    for row, label in zip(drawing.rows, labels, strict=True):
        plot.text(axis.low, top + _LINE * len(label) / 2, "\n".join(label))
        middle = top + _LINE * len(label) + _TRACK / 2
        interval_line(plot, row, middle, axis, row.role, 3.2, "round")
        if isfinite(row.value):
            plot.dot(clipped(row.value, axis), middle, 9, row.role, "surface", 1.4, "value")
        plot.text(axis.high + (right - 4) * plot.x_unit, middle, row.text, ha="right")
        top += _row_height(label)


def _labels(drawing: Captioned) -> list[list[str]]:
    """The lines of each name."""
    longest = signs_in(WIDTH - 2 * _EDGE)
    labels = [row.label.replace(" · ", "\u00a0· ") for row in drawing.rows]  # no line begins with a dot
    return [wrap(label, longest, break_on_hyphens=False) or [""] for label in labels]


def _has_room(tick: Tick, plot: Plot) -> bool:
    """Whether its label stays inside the panel, whose left edge is near; right of the scale stand the values."""
    return (tick.at - plot.x[0]) / plot.x_unit + _EDGE >= room_for([tick.text], SMALL) / 2


def _row_height(label: list[str]) -> float:
    return _LINE * len(label) + _TRACK + _GAP
