"""One function a kind of drawing: data in, artists on a box out. An artist's gid says what it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite

from balance.report.canvas import (
    FOOT,
    SMALL,
    Box,
    Cap,
    Plot,
    clipped,
    extra_room,
    most_lines,
    room_for,
    wrapped,
)
from balance.report.panels import Axis, Bars, Columns, Dots, Ridges, Row, Spans, Spread, Stack

_HEAD = 8.0  # room above rows
_NAMED_HEAD = 26.0  # the same where the reference is named
_LAST_TICK = 18.0  # room to the right for half of the label of the last column
_DOT_PITCH, _BAR_PITCH, _RIDGE_PITCH, _SPAN_PITCH = 34.0, 25.0, 54.0, 25.0
_DENSE_PITCH, _ROOMY = 25.0, 8  # of more than so many dots
_COLUMNS_HEIGHT = 214.0
_STACK_HEIGHT, _STACK_GAP, _STACK_LONGEST = 290.0, 20.0, 20
_STACK_TOP, _STACK_BOTTOM = 28.0, 12.0
_BETWEEN_LINES = 18.6  # a row of several lines is so much higher than they are


def _rows(box: Box, rows: Sequence[Row | Spread], axis: Axis, head: float) -> Plot:
    """A plot with a row a unit of height from the top down, labels left of them and values right."""
    labels = [wrapped(row.label) for row in rows]
    left, right = room_for(labels), room_for([row.text for row in rows]) + 6
    plot = box.plot((left, right, head, FOOT), (axis.low, axis.high), (len(rows) - 0.5, -0.5))
    plot.ground(axis)
    for index, (row, label) in enumerate(zip(rows, labels, strict=True)):
        plot.text(axis.low - 9 * plot.x_unit, index, label, ha="right")
        plot.text(axis.high + (right - 4) * plot.x_unit, index, row.text, ha="right")
    return plot


def interval_line(plot: Plot, row: Row, y: float, axis: Axis, role: str, width: float, cap: Cap) -> None:
    """The interval as a line, cut at the ends of the scale; dashed where a limit is unknown or infinite."""
    if not isfinite(row.value):
        return
    known = isfinite(row.low) and isfinite(row.high)
    low = clipped(row.low, axis) if isfinite(row.low) else axis.low
    high = clipped(row.high, axis) if isfinite(row.high) else axis.high
    plot.line((low, high), (y, y), role, width, "interval", dash=None if known else (1.5, 1.5), cap=cap)


def dots_height(drawing: Dots) -> float:
    """Units that the panel needs upwards."""
    head = _NAMED_HEAD if drawing.reference else _HEAD
    return head + _dot_pitch(drawing) * len(drawing.rows) + FOOT


def _dot_pitch(drawing: Dots) -> float:
    """Room of a row; less where there are many."""
    return _pitch(drawing.rows, _DOT_PITCH if len(drawing.rows) <= _ROOMY else _DENSE_PITCH)


def _pitch(rows: Sequence[Row | Spread], pitch: float) -> float:
    """Room of a row: the usual, or enough for labels of several lines."""
    lines = most_lines(row.label for row in rows)
    return pitch if lines == 1 else max(pitch, _BETWEEN_LINES + extra_room(lines))


def draw_dots(box: Box, drawing: Dots) -> None:
    """A forest plot. Equal references become one dashed line, others a tick a row."""
    rows, axis = drawing.rows, drawing.axis
    plot = _rows(box, rows, axis, _NAMED_HEAD if drawing.reference else _HEAD)
    same = len({row.reference for row in rows}) == 1
    for index, row in enumerate(rows):
        if row.reference is None or (same and index):
            continue
        xs = (row.reference, row.reference)
        if same:
            plot.line(xs, (-0.5, len(rows) - 0.5), "muted", 1.4, "reference", dash=(4, 3))
        else:
            plot.line(xs, (index - 0.4, index + 0.4), "muted", 1.4, "reference")
    for index, row in enumerate(rows):
        interval_line(plot, row, index, axis, row.role, 3.2, "round")
        if isfinite(row.value):
            plot.dot(clipped(row.value, axis), index, 9, row.role, "surface", 1.4, "value")
    if drawing.reference:
        place = rows[0].reference if same and rows else None
        x = (axis.low + axis.high) / 2 if place is None else place
        plot.text(x, -0.5 + 12 * plot.y_unit, drawing.reference, "muted", ha="center", fontsize=SMALL)


def bars_height(drawing: Bars) -> float:
    """Units that the panel needs upwards."""
    return _HEAD + _pitch(drawing.rows, _BAR_PITCH) * len(drawing.rows) + FOOT


def draw_bars(box: Box, drawing: Bars) -> None:
    """Horizontal bars with their intervals."""
    plot = _rows(box, drawing.rows, drawing.axis, _HEAD)
    for index, row in enumerate(drawing.rows):
        if isfinite(row.value):
            plot.bar(0, index - 0.28, clipped(row.value, drawing.axis), 0.56, row.role, "value")
        interval_line(plot, row, index, drawing.axis, "ink", 1.6, "butt")


def _quantile_bar(plot: Plot, row: Spread, y: float) -> None:
    """5–95% thin, 25–75% thick, the median a dot."""
    if not all(isfinite(quantile) for quantile in row.quantiles):
        return
    q05, q25, q50, q75, q95 = row.quantiles
    plot.line((q05, q95), (y, y), row.role, 1.6, "q05-q95")
    plot.line((q25, q75), (y, y), row.role, 6, "q25-q75")
    plot.dot(q50, y, 8, "surface", row.role, 2.2, "median")


def ridges_height(drawing: Ridges) -> float:
    """Units that the panel needs upwards."""
    return _HEAD + _pitch(drawing.rows, _RIDGE_PITCH) * len(drawing.rows) + FOOT


def draw_ridges(box: Box, drawing: Ridges) -> None:
    """Distributions above their quantile bars; heights are comparable in the whole figure."""
    plot = _rows(box, drawing.rows, drawing.axis, _HEAD)
    for index, row in enumerate(drawing.rows):
        ground = index + 0.28
        if row.starts and drawing.peak > 0:
            xs, shares = _steps(row, drawing.width)
            ys = [ground - 0.72 * share / drawing.peak for share in shares]
            plot.area(xs, ys, row.role, "shares")
            plot.line(xs, ys, row.role, 1.1, "outline")
        _quantile_bar(plot, row, ground + 0.1)


def _steps(row: Spread, width: float) -> tuple[list[float], list[float]]:
    """Outline of a histogram, from the ground to the ground."""
    x, y = [row.starts[0]], [0.0]
    for start, share in zip(row.starts, row.shares, strict=True):
        x += [start, start + width]
        y += [share, share]
    return [*x, x[-1]], [*y, 0.0]


def spans_height(drawing: Spans) -> float:
    """Units that the panel needs upwards."""
    return _HEAD + _pitch(drawing.rows, _SPAN_PITCH) * len(drawing.rows) + FOOT


def draw_spans(box: Box, drawing: Spans) -> None:
    """Quantile bars, a row each."""
    plot = _rows(box, drawing.rows, drawing.axis, _HEAD)
    for index, row in enumerate(drawing.rows):
        _quantile_bar(plot, row, index)


def columns_height(_: Columns) -> float:
    """Units that the panel needs upwards."""
    return _COLUMNS_HEIGHT


def draw_columns(box: Box, drawing: Columns) -> None:
    """A histogram; its first column may stand for something of its own."""
    axis = drawing.axis
    left = room_for([tick.text for tick in drawing.ticks], SMALL) + 8
    plot = box.plot((left, _LAST_TICK, 30, FOOT), (axis.low, axis.high), (0, drawing.peak))
    plot.side(drawing.ticks)
    plot.ground(axis, grid=False)
    for index, (start, share) in enumerate(zip(drawing.starts, drawing.shares, strict=True)):
        if share > 0:
            role = "muted" if drawing.first and index == 0 else "mark"
            plot.bar(start, 0, drawing.width, share, role, "share")
    if drawing.marker is not None:
        at = drawing.marker.at
        plot.line((at, at), (0, drawing.peak), "ink", 1.4, "marker")
        is_right = at > (axis.low + axis.high) / 2
        x, side = (at + 5 * plot.x_unit, "right") if is_right else (at - 5 * plot.x_unit, "left")
        plot.text(x, drawing.peak + 12 * plot.y_unit, drawing.marker.text, ha=side, fontsize=SMALL)


def stack_height(drawing: Stack) -> float:
    """Units that the panel needs upwards."""
    return max(_STACK_HEIGHT, _STACK_TOP + _stack_gap(drawing) * len(drawing.parts) + _STACK_BOTTOM)


def _stack_gap(drawing: Stack) -> float:
    """Room of a part's name."""
    lines = most_lines((part.label for part in drawing.parts), _STACK_LONGEST)
    return _STACK_GAP if lines == 1 else _BETWEEN_LINES + extra_room(lines) - 2


def draw_stack(box: Box, drawing: Stack) -> None:
    """A column of parts, or two side by side, with their names beside, moved apart where they would touch."""
    height = box.height - _STACK_TOP - _STACK_BOTTOM
    plot = box.plot((0, 0, _STACK_TOP, _STACK_BOTTOM), (0, box.width), (0, height))
    scale = height / drawing.top if drawing.top > 0 else 0.0
    parts = [part for part in drawing.parts if part.value > 0 or part.beside > 0]
    width = 43.0 if drawing.beside else 92.0
    ground = _column(plot, [(part.value * scale, part.role) for part in parts], 10, width)
    plot.text(10, ground[-1] + 13, drawing.total, fontweight="bold")
    if drawing.beside:
        ground = _column(plot, [(part.beside * scale, part.role) for part in parts], 59, width)
        plot.text(59, ground[-1] + 13, drawing.beside)
    centres = [(low + high) / 2 for low, high in pairwise(ground)]
    labels = [wrapped(part.label, _STACK_LONGEST) for part in parts]
    places = spread_out(centres, _stack_gap(drawing), 8, height - 8)
    for part, label, centre, y in zip(parts, labels, centres, places, strict=True):
        plot.line((105, 114, 126, 132), (centre, centre, y, y), "muted", 0.8, "lead")
        plot.text(138, y, label)
        plot.text(box.width - 8, y, part.text, ha="right")


def _column(plot: Plot, sizes: Sequence[tuple[float, str]], left: float, width: float) -> list[float]:
    """Draw parts one above the other; returns where each begins, and where the last one ends."""
    ground = [0.0]
    for size, role in sizes:
        if size > 0:
            plot.bar(left, ground[-1], width, size, role, "part")
        ground.append(ground[-1] + size)
    return ground


def spread_out(centres: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending places at least `gap` apart between two ends, near the wanted ones.

    Args:
        centres: Wanted places, ascending.
        gap: Least distance; if they cannot all fit, they go on above the upper end.
        low: Lowest place.
        high: Highest place.
    """
    places: list[float] = []
    for centre in centres:
        places.append(max(centre, low, places[-1] + gap if places else low))
    ceiling = max(high, low + gap * (len(places) - 1))
    for index in reversed(range(len(places))):
        places[index] = min(places[index], ceiling)
        ceiling = places[index] - gap
    return places
