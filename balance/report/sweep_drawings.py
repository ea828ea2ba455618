"""Drawings of sweeps: lines with bands over ordered values, points beside others, heat maps over two keys."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from balance.report.canvas import (
    FOOT,
    SMALL,
    WIDTH,
    Box,
    Plot,
    clipped,
    extra_room,
    most_lines,
    room_for,
    signs_in,
    wrapped,
)
from balance.report.drawings import spread_out
from balance.report.panels import Curve, Curves, Heat, Tile

_CURVES_HEIGHT = 250.0
_HEAD = 14.0
_TILE = 38.0
_TITLE = 24.0
_LABEL_GAP = 17.0
_LONGEST_NAME = 18  # signs of a line of a curve's name
_LONGEST_VALUE = 24  # likewise of a value that stands left of its row
_LONGEST_TITLE = 44
_POINT_PITCH = 9.0  # from one point of a row to the next
_ROW_GAP = 14.0  # more than that from row to row
_LEGEND = 18.0  # a line of the legend
_DARKEST = 0.62
"""Of a tile: ink stays readable on it."""


def curves_height(drawing: Curves) -> float:
    """Units that the panel needs upwards."""
    if drawing.is_ordered:
        several = len(drawing.curves) > 1
        names = _name_gap(drawing) * len(drawing.curves) + _HEAD + FOOT if several else 0
        return max(_CURVES_HEIGHT, names) + _lines_foot(drawing) - FOOT
    return _points_head(drawing) + _row_pitch(drawing) * len(drawing.ticks) + _points_foot(drawing)


def draw_curves(box: Box, drawing: Curves) -> None:
    """A full dot is known to differ from the baseline's value, a hollow one is not; lines join only what is ordered."""
    if drawing.is_ordered:
        _draw_lines(box, drawing)
    else:
        _draw_points(box, drawing)


def _sides(drawing: Curves) -> tuple[float, float, int]:
    """Room left and right of the lines, and signs of a line of the title below them."""
    left = room_for([tick.text for tick in drawing.axis.ticks], SMALL) + 4
    labels = [wrapped(curve.label, _LONGEST_NAME) for curve in drawing.curves]
    right = room_for(labels, SMALL) if len(labels) > 1 else 14
    return left, right, signs_in(WIDTH - left - right, SMALL)


def _lines_foot(drawing: Curves) -> float:
    return FOOT + extra_room(most_lines([drawing.title], _sides(drawing)[2]), SMALL)


def _draw_lines(box: Box, drawing: Curves) -> None:
    axis, last = drawing.axis, len(drawing.ticks) - 1
    left, right, longest = _sides(drawing)
    foot = _lines_foot(drawing)
    plot = box.plot((left, right, _HEAD, foot), (-0.3, last + 0.3), (axis.low, axis.high))
    plot.side(axis.ticks)
    _bottom(plot, drawing, (box.width - left - right) / (last + 1))
    title, middle = wrapped(drawing.title, longest), (plot.x[0] + plot.x[1]) / 2
    y = axis.low - (33 + (foot - FOOT) / 2) * plot.y_unit
    plot.text(middle, y, title, "muted", ha="center", fontsize=SMALL)
    if drawing.baseline is not None:
        at = float(drawing.baseline)
        plot.line((at, at), (axis.low, axis.high), "muted", 1.2, "baseline", dash=(4, 3))
    for curve in drawing.curves:
        _curve(plot, curve, drawing)
    if len(drawing.curves) > 1:
        _names(plot, drawing)


def _bottom(plot: Plot, drawing: Curves, room: float) -> None:
    """Ground and values of the swept key; numbers that would touch are left out."""
    low = drawing.axis.low
    plot.line(plot.x, (low, low), "rule", 1, "ground")
    step = max(1, -int(-(room_for(list(drawing.ticks), SMALL) - 6) // room))
    for place, tick in enumerate(drawing.ticks):
        if place % step == 0:
            plot.text(place, low - 13 * plot.y_unit, tick, "muted", ha="center", fontsize=SMALL)


def _curve(plot: Plot, curve: Curve, drawing: Curves) -> None:
    known = [(x, place) for x, place in enumerate(curve.places) if isfinite(place.value)]
    band = [(x, p) for x, p in known if isfinite(p.low) and isfinite(p.high)]
    axis = drawing.axis
    if len(band) > 1:
        xs = [x for x, _ in band] + [x for x, _ in reversed(band)]
        ys = [clipped(p.low, axis) for _, p in band] + [clipped(p.high, axis) for _, p in reversed(band)]
        plot.area(xs, ys, curve.role, "band", alpha=0.2)
    plot.line(
        [x for x, _ in known], [clipped(p.value, axis) for _, p in known], curve.role, 2, "curve", cap="round"
    )
    for x, p in known:
        if isfinite(p.low) and isfinite(p.high):
            limits = (clipped(p.low, axis), clipped(p.high, axis))
            plot.line((x, x), limits, curve.role, 1.2, "interval")
        inside = curve.role if p.differs else "surface"
        plot.dot(x, clipped(p.value, axis), 7, inside, curve.role, 1.6, "value")


def _name_gap(drawing: Curves) -> float:
    """Room of a curve's name."""
    lines = most_lines((curve.label for curve in drawing.curves), _LONGEST_NAME)
    return _LABEL_GAP + extra_room(lines, SMALL)


def _names(plot: Plot, drawing: Curves) -> None:
    """Each curve's name at its right end, moved apart where they would touch."""
    ends = []
    for curve in drawing.curves:
        values = [place.value for place in curve.places if isfinite(place.value)]
        end = clipped(values[-1], drawing.axis) if values else drawing.axis.low
        ends.append((end, wrapped(curve.label, _LONGEST_NAME), curve.role))
    ends.sort()
    gap = _name_gap(drawing) * plot.y_unit
    inset = (gap - _LABEL_GAP * plot.y_unit) / 2  # half of what a name takes more than a line
    low, high = drawing.axis.low + inset, drawing.axis.high - inset
    places = spread_out([end for end, _, _ in ends], gap, low, high)
    for y, (_, label, role) in zip(places, ends, strict=True):
        x = plot.x[1]
        plot.dot(x + 2 * plot.x_unit, y, 5, role, role, 0, "key")
        plot.text(x + 9 * plot.x_unit, y, label, fontsize=SMALL)


def _row_pitch(drawing: Curves) -> float:
    """Room of a value's row: for a point a curve, and for the value's name."""
    lines = most_lines(drawing.ticks, _LONGEST_VALUE)
    return max(_POINT_PITCH * len(drawing.curves), SMALL + extra_room(lines, SMALL)) + _ROW_GAP


def _points_foot(drawing: Curves) -> float:
    return FOOT if drawing.axis.title else FOOT / 2 + 6


def _points_head(drawing: Curves) -> float:
    """Room above the rows: the title of the swept key, and the curves' names."""
    title = extra_room(most_lines([drawing.title], _LONGEST_TITLE), SMALL)
    return _TITLE + title + _LEGEND * len(list(_legend(drawing)))


def _legend(drawing: Curves, width: float = WIDTH - 20) -> Iterator[list[tuple[float, Curve, str]]]:
    """Lines of names, each with its place; none for a single curve."""
    line: list[tuple[float, Curve, str]] = []
    x = 0.0
    for curve in drawing.curves if len(drawing.curves) > 1 else ():
        for part, text in enumerate(wrapped(curve.label, _LONGEST_TITLE).split("\n")):
            needed = room_for([text], SMALL) + 8
            if line and (part or x + needed > width):
                yield line
                line, x = [], 0.0
            line.append((x, curve, text))
            x += needed
    if line:
        yield line


def _draw_points(box: Box, drawing: Curves) -> None:
    """A row a value that has no order, a point a curve in it: nothing lies between two of them."""
    axis, curves = drawing.axis, drawing.curves
    values = [wrapped(tick, _LONGEST_VALUE) for tick in drawing.ticks]
    head, pitch = _points_head(drawing), _row_pitch(drawing)
    left, n = room_for(values, SMALL), len(values)
    plot = box.plot((left, 14, head, _points_foot(drawing)), (axis.low, axis.high), (n - 0.5, -0.5))
    plot.ground(axis)
    above = -0.5 + (head - 12) * plot.y_unit
    title = wrapped(drawing.title, _LONGEST_TITLE)
    lower = extra_room(title.count("\n") + 1, SMALL) * plot.y_unit
    start = axis.low - (left - 6) * plot.x_unit
    plot.text(start, above - lower / 2, title, "muted", fontsize=SMALL)
    for number, line in enumerate(_legend(drawing), 1):
        y = above - lower - number * _LEGEND * plot.y_unit
        for x, curve, text in line:
            plot.dot(start + (x + 4) * plot.x_unit, y, 5, curve.role, curve.role, 0, "key")
            plot.text(start + (x + 11) * plot.x_unit, y, text, fontsize=SMALL)
    if drawing.baseline is not None:
        plot.line((axis.low, axis.high), (drawing.baseline,) * 2, "muted", 1.2, "baseline", dash=(4, 3))
    for row, value in enumerate(values):
        plot.text(axis.low - 9 * plot.x_unit, row, value, "muted", ha="right", fontsize=SMALL)
        for place, curve in enumerate(curves):
            y = row + (place - (len(curves) - 1) / 2) * _POINT_PITCH / pitch
            _point(plot, curve, row, y, drawing)


def _point(plot: Plot, curve: Curve, row: int, y: float, drawing: Curves) -> None:
    place, axis = curve.places[row], drawing.axis
    if not isfinite(place.value):
        return
    if isfinite(place.low) and isfinite(place.high):
        plot.line((clipped(place.low, axis), clipped(place.high, axis)), (y, y), curve.role, 1.6, "interval")
    inside = curve.role if place.differs else "surface"
    plot.dot(clipped(place.value, axis), y, 7, inside, curve.role, 1.6, "value")


def heat_height(drawing: Heat) -> float:
    """Units that the panel needs upwards."""
    return _heat_head(drawing) + _tile_height(drawing) * len(drawing.rows) + _heat_foot(drawing)


def _heat_head(drawing: Heat) -> float:
    return _TITLE + extra_room(most_lines([drawing.row_title], _heat_title(drawing)), SMALL)


def _heat_title(drawing: Heat) -> int:
    """Signs of a line of a title, which stands above or below all tiles."""
    return signs_in(_tile_width(drawing)[1] * len(drawing.columns), SMALL)


def _tile_height(drawing: Heat) -> float:
    return _TILE + max(0.0, extra_room(most_lines(drawing.rows, _LONGEST_NAME), SMALL) - SMALL)


def _tile_width(drawing: Heat) -> tuple[float, float]:
    """Room left of the tiles, and of a tile."""
    left = max(room_for([wrapped(row, _LONGEST_NAME) for row in drawing.rows], SMALL), 40.0)
    return left, (WIDTH - left - 8) / len(drawing.columns)


def _columns(drawing: Heat) -> tuple[list[str], bool]:
    """Names of the columns, and whether they stand upright: where their words are wider than a tile."""
    width = _tile_width(drawing)[1]
    longest = signs_in(width, SMALL)
    is_upright = any(len(word) > longest for column in drawing.columns for word in column.split(" "))
    if is_upright:
        side_by_side = max(1, int(width / (1.2 * SMALL)))
        longest = _LONGEST_VALUE
        while most_lines(drawing.columns, longest) > side_by_side:
            longest += 4
    return [wrapped(column, longest) for column in drawing.columns], is_upright


def _heat_foot(drawing: Heat) -> float:
    columns, is_upright = _columns(drawing)
    title = extra_room(most_lines([drawing.column_title], _heat_title(drawing)), SMALL)
    if is_upright:
        return FOOT + title - SMALL + room_for(columns, SMALL)
    return FOOT + title + extra_room(max(column.count("\n") + 1 for column in columns), SMALL)


def draw_heat(box: Box, drawing: Heat) -> None:
    """A heat map with its numbers; bold differs from the baseline, which has a frame."""
    left, width = _tile_width(drawing)
    n_rows, n_columns = len(drawing.rows), len(drawing.columns)
    head, foot, longest = _heat_head(drawing), _heat_foot(drawing), _heat_title(drawing)
    plot = box.plot((left, 8, head, foot), (0, n_columns), (n_rows, 0))
    unit = abs(plot.y_unit)
    row_title = wrapped(drawing.row_title, longest)
    plot.text(0, -0.5 * head * unit, row_title, "muted", fontsize=SMALL)
    for y, (row, tiles) in enumerate(zip(drawing.rows, drawing.tiles, strict=True)):
        name = wrapped(row, _LONGEST_NAME)
        plot.text(-6 * plot.x_unit, y + 0.5, name, "muted", ha="right", fontsize=SMALL)
        for x, tile in enumerate(tiles):
            if tile is not None:
                _tile(plot, x, y, tile, width)
    columns, is_upright = _columns(drawing)
    for x, column in enumerate(columns):
        if is_upright:
            plot.upright(x + 0.5, n_rows + 8 * unit, column, "muted")
        else:
            y_text = n_rows + (13 + extra_room(column.count("\n") + 1, SMALL) / 2) * unit
            plot.text(x + 0.5, y_text, column, "muted", ha="center", fontsize=SMALL)
    title = wrapped(drawing.column_title, longest)
    y_title = n_rows + (foot - 13 - extra_room(title.count("\n") + 1, SMALL) / 2) * unit
    plot.text(n_columns / 2, y_title, title, "muted", ha="center", fontsize=SMALL)


def _tile(plot: Plot, x: int, y: int, tile: Tile, width: float) -> None:
    xs, ys = (x, x + 1, x + 1, x), (y, y, y + 1, y + 1)
    plot.area(xs, ys, "mark", "tile", alpha=0.04 + (_DARKEST - 0.04) * min(1.0, max(0.0, tile.strength)))
    if tile.is_baseline:
        inset_x, inset_y = 2 * plot.x_unit, 2 * abs(plot.y_unit)
        frame_x = (x + inset_x, x + 1 - inset_x, x + 1 - inset_x, x + inset_x, x + inset_x)
        frame_y = (y + inset_y, y + inset_y, y + 1 - inset_y, y + 1 - inset_y, y + inset_y)
        plot.line(frame_x, frame_y, "ink", 1.4, "baseline")
    if len(tile.text) * SMALL * 0.6 < width:
        weight = "bold" if tile.differs else "normal"
        plot.text(x + 0.5, y + 0.5, tile.text, ha="center", fontsize=SMALL, fontweight=weight)
