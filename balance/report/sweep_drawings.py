"""Drawings of sweeps: lines with bands over one key, heat maps over two."""

from __future__ import annotations

from math import isfinite

from balance.report.canvas import FOOT, SMALL, Box, Plot, clipped, room_for, shortened, wrapped
from balance.report.drawings import spread_out
from balance.report.panels import Curve, Curves, Heat, Tile

_CURVES_HEIGHT = 250.0
_HEAD = 14.0
_TILE = 38.0
_TITLE = 24.0
_LABEL_GAP = 17.0
_LONGEST_NAME = 18  # signs of a curve's name
_LONGEST_TICK = 12  # signs of a value below the curves that stands in one line
_SHORTEST_LINE = 8  # signs of a line of one that takes two
_LINE = 15.0  # units that a second line of them takes
_IN_LINES = 4  # so many long values stand side by side; more of them stand upright
_LONGEST_UPRIGHT = 26
_DARKEST = 0.62
"""Of a tile: ink stays readable on it."""


def curves_height(drawing: Curves) -> float:
    """Units that the panel needs upwards."""
    return _CURVES_HEIGHT + _foot(drawing) - FOOT


def _foot(drawing: Curves) -> float:
    """Room below the curves: values that are long take two lines, or stand upright."""
    if all(len(tick) <= _LONGEST_TICK for tick in drawing.ticks):
        return FOOT
    if len(drawing.ticks) <= _IN_LINES:
        return FOOT + _LINE
    return FOOT - SMALL + 0.9 * room_for([shortened(tick, _LONGEST_UPRIGHT) for tick in drawing.ticks], SMALL)


def draw_curves(box: Box, drawing: Curves) -> None:
    """Lines with bands; a full dot is known to differ from the baseline's value, a hollow one is not."""
    axis, last = drawing.axis, len(drawing.ticks) - 1
    left = room_for([tick.text for tick in axis.ticks], SMALL) + 4
    labels = [shortened(curve.label, _LONGEST_NAME) for curve in drawing.curves]
    right = room_for(labels, SMALL) if len(labels) > 1 else 14
    plot = box.plot((left, right, _HEAD, _foot(drawing)), (-0.3, last + 0.3), (axis.low, axis.high))
    plot.side(axis.ticks)
    _bottom(plot, drawing, (box.width - left - right) / (last + 1))
    if drawing.baseline is not None:
        at = float(drawing.baseline)
        plot.line((at, at), (axis.low, axis.high), "muted", 1.2, "baseline", dash=(4, 3))
    for curve in drawing.curves:
        _curve(plot, curve, drawing)
    if len(labels) > 1:
        _names(plot, drawing, labels)


def _bottom(plot: Plot, drawing: Curves, room: float) -> None:
    """Ground, values and title of the swept key; values that would touch are left out."""
    low = drawing.axis.low
    plot.line(plot.x, (low, low), "rule", 1, "ground")
    is_long = _foot(drawing) > FOOT
    if is_long and len(drawing.ticks) > _IN_LINES:
        _upright(plot, drawing)
    else:
        longest = max(_SHORTEST_LINE, int((room - 8) / (0.61 * SMALL)))
        lines = [wrapped(tick, longest) if is_long else tick for tick in drawing.ticks]
        step = max(1, -int(-(room_for(lines, SMALL) - 6) // room))
        for place, tick in enumerate(lines):
            if place % step == 0:
                y = low - (13 + _LINE / 2 * tick.count("\n")) * plot.y_unit
                plot.text(place, y, tick, "muted", ha="center", fontsize=SMALL)
    middle = (plot.x[0] + plot.x[1]) / 2
    y = low - (33 + _foot(drawing) - FOOT) * plot.y_unit
    plot.text(middle, y, shortened(drawing.title, 44), "muted", ha="center", fontsize=SMALL)


def _upright(plot: Plot, drawing: Curves) -> None:
    """Many long values, each written upwards; those that would touch are left out."""
    step = max(1, -int(-SMALL * 1.2 * plot.x_unit // 1))
    for place, tick in enumerate(drawing.ticks):
        if place % step == 0:
            y = drawing.axis.low - 8 * plot.y_unit
            text = shortened(tick, _LONGEST_UPRIGHT)
            plot.upright(place, y, text, "muted")


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


def _names(plot: Plot, drawing: Curves, labels: list[str]) -> None:
    """Each curve's name at its right end, moved apart where they would touch."""
    ends = []
    for curve, label in zip(drawing.curves, labels, strict=True):
        values = [place.value for place in curve.places if isfinite(place.value)]
        ends.append((clipped(values[-1], drawing.axis) if values else drawing.axis.low, label, curve.role))
    ends.sort()
    gap = _LABEL_GAP * plot.y_unit
    places = spread_out([end for end, _, _ in ends], gap, drawing.axis.low, drawing.axis.high)
    for y, (_, label, role) in zip(places, ends, strict=True):
        x = plot.x[1]
        plot.dot(x + 2 * plot.x_unit, y, 5, role, role, 0, "key")
        plot.text(x + 9 * plot.x_unit, y, label, fontsize=SMALL)


def heat_height(drawing: Heat) -> float:
    """Units that the panel needs upwards."""
    return _TITLE + _TILE * len(drawing.rows) + FOOT


def draw_heat(box: Box, drawing: Heat) -> None:
    """A heat map with its numbers; bold differs from the baseline, which has a frame."""
    rows = [shortened(row, 14) for row in drawing.rows]
    left = max(room_for(rows, SMALL), 40.0)
    n_rows, n_columns = len(rows), len(drawing.columns)
    plot = box.plot((left, 8, _TITLE, FOOT), (0, n_columns), (n_rows, 0))
    plot.text(0, -0.5 * _TITLE * abs(plot.y_unit), shortened(drawing.row_title, 40), "muted", fontsize=SMALL)
    width = (box.width - left - 8) / n_columns
    for y, (row, tiles) in enumerate(zip(rows, drawing.tiles, strict=True)):
        plot.text(-6 * plot.x_unit, y + 0.5, row, "muted", ha="right", fontsize=SMALL)
        for x, tile in enumerate(tiles):
            if tile is not None:
                _tile(plot, x, y, tile, width)
    longest = max(3, int(width / (0.62 * SMALL)))
    for x, column in enumerate(drawing.columns):
        plot.text(
            x + 0.5,
            n_rows - 13 * plot.y_unit,
            shortened(column, longest),
            "muted",
            ha="center",
            fontsize=SMALL,
        )
    plot.text(
        n_columns / 2,
        n_rows - 33 * plot.y_unit,
        shortened(drawing.column_title, 44),
        "muted",
        ha="center",
        fontsize=SMALL,
    )


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
