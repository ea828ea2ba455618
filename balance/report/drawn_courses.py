"""More kinds of drawing: two scales side by side, and two ways to draw the course of a game."""

from __future__ import annotations

from math import isfinite

from balance.report.canvas import FOOT, SMALL, Box, Plot, clipped, extra_room, most_lines, room_for, wrapped
from balance.report.drawings import spread_out
from balance.report.panels import Axis, Band, Mix, Twin

_HEAD, _PITCH = 8.0, 25.0
_GAP = 16.0  # between the two halves of a twin
_COURSE_HEIGHT = 236.0
_MIX_TOP = 12.0
_LABEL_GAP = 19.0
_LONGEST = 18  # signs of a line of a label


def twin_height(drawing: Twin) -> float:
    """Units that the panel needs upwards."""
    lines = most_lines((row.label for row in drawing.rows), _LONGEST)
    return _HEAD + (_PITCH + extra_room(lines)) * len(drawing.rows) + FOOT


def draw_twin(box: Box, drawing: Twin) -> None:
    """Bars on the left, dots around a dashed zero on the right, both with intervals and numbers."""
    rows = drawing.rows
    labels = [wrapped(row.label, _LONGEST) for row in rows]
    left = room_for(labels)
    texts = room_for([row.bar_text for row in rows], SMALL), room_for([row.dot_text for row in rows], SMALL)
    half = (box.width - left - texts[0] - texts[1] - _GAP) / 2
    y = (len(rows) - 0.5, -0.5)
    bars = box.plot((left, box.width - left - half, _HEAD, FOOT), (drawing.bars.low, drawing.bars.high), y)
    dots = box.plot(
        (left + half + texts[0] + _GAP, texts[1], _HEAD, FOOT), (drawing.dots.low, drawing.dots.high), y
    )
    bars.ground(drawing.bars)
    dots.ground(drawing.dots)
    dots.line((0, 0), (-0.5, len(rows) - 0.5), "muted", 1.4, "reference", dash=(4, 3))
    for index, (row, label) in enumerate(zip(rows, labels, strict=True)):
        bars.text(drawing.bars.low - 9 * bars.x_unit, index, label, ha="right")
        value = row.bar[0]
        if isfinite(value):
            bars.bar(0, index - 0.28, clipped(value, drawing.bars), 0.56, row.role, "value")
        _limits(bars, row.bar, index, drawing.bars, 1.6, "ink")
        place = drawing.bars.high + (texts[0] - 6) * bars.x_unit
        bars.text(place, index, row.bar_text, ha="right", fontsize=SMALL)
        _limits(dots, row.dot, index, drawing.dots, 3.2, row.role)
        if isfinite(row.dot[0]):
            dots.dot(clipped(row.dot[0], drawing.dots), index, 8, row.role, "surface", 1.4, "value")
        place = drawing.dots.high + (texts[1] - 4) * dots.x_unit
        dots.text(place, index, row.dot_text, ha="right", fontsize=SMALL)


def _limits(
    plot: Plot, estimate: tuple[float, float, float], y: float, axis: Axis, width: float, role: str
) -> None:
    value, low, high = estimate
    if not isfinite(value):
        return
    known = isfinite(low) and isfinite(high)
    ends = (
        clipped(low, axis) if isfinite(low) else axis.low,
        clipped(high, axis) if isfinite(high) else axis.high,
    )
    plot.line(ends, (y, y), role, width, "interval", dash=None if known else (1.5, 1.5))


def mix_height(drawing: Mix) -> float:
    """Units that the panel needs upwards."""
    return max(_COURSE_HEIGHT, _MIX_TOP + _mix_gap(drawing) * len(drawing.layers) + FOOT)


def _mix_gap(drawing: Mix) -> float:
    """Room of a layer's name."""
    return _LABEL_GAP + extra_room(most_lines((layer.label for layer in drawing.layers), _LONGEST), SMALL)


def draw_mix(box: Box, drawing: Mix) -> None:
    """A stacked column a phase; names and shares of the last phase stand beside it."""
    labels = [f"{wrapped(layer.label, _LONGEST)} {layer.text}" for layer in drawing.layers]
    right = room_for(labels, SMALL) + 22
    n = len(drawing.phases)
    plot = box.plot((10, right, _MIX_TOP, FOOT), (-0.5, n - 0.5), (0.0, 1.0))
    _phases(plot, drawing.phases, drawing.title)
    grounds = [0.0] * n
    for layer in drawing.layers:
        for index, share in enumerate(layer.shares):
            if share > 0:
                plot.bar(index - 0.42, grounds[index], 0.84, share, layer.role, "share")
            grounds[index] += share
    ground, centres = 0.0, []
    for layer in drawing.layers:
        centres.append(ground + layer.shares[-1] / 2)
        ground += layer.shares[-1]
    gap = _mix_gap(drawing) * plot.y_unit
    x, unit = n - 0.5, plot.x_unit
    for label, centre, y in zip(labels, centres, spread_out(centres, gap, 0.03, 0.99), strict=True):
        xs = (x + 2 * unit, x + 8 * unit, x + 14 * unit, x + 18 * unit)
        plot.line(xs, (centre, centre, y, y), "muted", 0.8, "lead")
        plot.text(x + 22 * unit, y, label, fontsize=SMALL)


def _phases(plot: Plot, phases: tuple[str, ...], title: str) -> None:
    bottom = plot.y[0]
    plot.line(plot.x, (bottom, bottom), "rule", 1, "ground")
    for index, name in enumerate(phases):
        plot.text(index, bottom - 13 * plot.y_unit, name, "muted", ha="center", fontsize=SMALL)
    middle = (plot.x[0] + plot.x[1]) / 2
    plot.text(middle, bottom - 33 * plot.y_unit, title, "muted", ha="center", fontsize=SMALL)


def band_height(_: Band) -> float:
    """Units that the panel needs upwards."""
    return _COURSE_HEIGHT


def draw_band(box: Box, drawing: Band) -> None:
    """Nine tenths of all light, the middle half darker, the median a line with its last value."""
    left = room_for([tick.text for tick in drawing.ticks], SMALL) + 8
    right = room_for([drawing.text]) + 4
    n = len(drawing.phases)
    ends = (-0.3, max(n - 1, 0) + 0.3)
    plot = box.plot((left, right, 12, FOOT), ends, (drawing.low, drawing.high))
    plot.side(drawing.ticks)
    _phases(plot, drawing.phases, drawing.title)
    xs = list(range(n))
    back = xs[::-1]
    for low, high, gid in ((0, 4, "q05-q95"), (1, 3, "q25-q75")):
        lower, upper = [row[low] for row in drawing.rows], [row[high] for row in drawing.rows]
        plot.area([*xs, *back], [*upper, *lower[::-1]], "mark", gid)
    medians = [row[2] for row in drawing.rows]
    plot.line(xs, medians, "mark", 2.4, "median", cap="round")
    plot.dot(xs[-1], medians[-1], 8, "surface", "mark", 2.2, "median")
    plot.text(ends[1] + 6 * plot.x_unit, medians[-1], drawing.text)
