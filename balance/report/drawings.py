"""One function a kind of drawing: data in, artists on a box out. An artist's gid says what it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Literal

from matplotlib.axes import Axes

from balance.report.canvas import (
    SIZE,
    SMALL,
    WIDTH,
    Box,
    clipped,
    colour,
    room_for,
    set_height_scale,
    set_scale,
    shortened,
    write,
)
from balance.report.panels import Axis, Bars, Columns, Dots, Ridges, Row, Spans, Spread, Stack

FOOT = 44.0  # room for the scale and its title
_DOT_PITCH, _BAR_PITCH, _RIDGE_PITCH, _SPAN_PITCH = 34.0, 25.0, 54.0, 25.0
_DENSE_PITCH, _ROOMY = 25.0, 8
_COLUMNS_HEIGHT = 210.0
_STACK_HEIGHT, _STACK_GAP = 290.0, 19.0

_Cap = Literal["round", "butt"]


def _row_axes(box: Box, rows: Sequence[Row | Spread], axis: Axis, top: float) -> Axes:
    """Axes with a row a unit of height, labels left of them and values right."""
    labels = [shortened(row.label) for row in rows]
    left, right = room_for(labels), room_for([row.text for row in rows])
    axes = box.inner(left, right + 6, top, FOOT)
    set_scale(axes, axis)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    per_unit = (axis.high - axis.low) / (box.width - left - right - 6)
    for index, (row, label) in enumerate(zip(rows, labels, strict=True)):
        write(axes, axis.low - 9 * per_unit, index, label, ha="right")
        write(axes, axis.high + (right + 4) * per_unit, index, row.text, ha="right")
    return axes


def _interval(axes: Axes, row: Row, y: float, axis: Axis, role: str, width: float, cap: _Cap) -> None:
    """The interval as a line, cut at the ends of the scale; dashed where a limit is unknown or infinite."""
    if not isfinite(row.value):
        return
    known = isfinite(row.low) and isfinite(row.high)
    low = clipped(row.low, axis) if isfinite(row.low) else axis.low
    high = clipped(row.high, axis) if isfinite(row.high) else axis.high
    axes.plot(
        [low, high],
        [y, y],
        color=colour(role),
        linewidth=width,
        linestyle="-" if known else (0, (1.5, 1.5)),
        solid_capstyle=cap,
        clip_on=False,
        gid="interval",
    )


def dots_height(drawing: Dots) -> float:
    """Units that the panel needs upwards."""
    return (24.0 if drawing.reference else 6.0) + _dot_pitch(drawing) * len(drawing.rows) + FOOT


def _dot_pitch(drawing: Dots) -> float:
    """Room of a row; less where there are many."""
    return _DOT_PITCH if len(drawing.rows) <= _ROOMY else _DENSE_PITCH


def draw_dots(box: Box, drawing: Dots) -> None:
    """A forest plot. Equal references become one dashed line, others a tick a row."""
    axes = _row_axes(box, drawing.rows, drawing.axis, 24.0 if drawing.reference else 6.0)
    references = [row.reference for row in drawing.rows]
    same = len(set(references)) == 1
    for index, row in enumerate(drawing.rows):
        if row.reference is None or (same and index):
            continue
        reach = (-0.5, len(references) - 0.5) if same else (index - 0.4, index + 0.4)
        axes.plot(
            [row.reference, row.reference],
            reach,
            color=colour("muted"),
            linewidth=1.4,
            linestyle=(0, (4, 3)) if same else "-",
            clip_on=False,
            gid="reference",
        )
    for index, row in enumerate(drawing.rows):
        _interval(axes, row, index, drawing.axis, row.role, 3.2, "round")
        if isfinite(row.value):
            axes.plot(
                [clipped(row.value, drawing.axis)],
                [index],
                marker="o",
                markersize=9,
                color=colour(row.role),
                markeredgecolor=colour("surface"),
                markeredgewidth=1.4,
                clip_on=False,
                gid="value",
            )
    if drawing.reference:
        place = references[0] if same and references and references[0] is not None else None
        middle = (drawing.axis.low + drawing.axis.high) / 2
        y = -0.5 - 11 / _dot_pitch(drawing)
        write(
            axes,
            middle if place is None else place,
            y,
            drawing.reference,
            "muted",
            ha="center",
            fontsize=SMALL,
        )


def bars_height(drawing: Bars) -> float:
    """Units that the panel needs upwards."""
    return 6.0 + _BAR_PITCH * len(drawing.rows) + FOOT


def draw_bars(box: Box, drawing: Bars) -> None:
    """Horizontal bars with their intervals."""
    axes = _row_axes(box, drawing.rows, drawing.axis, 6.0)
    for index, row in enumerate(drawing.rows):
        if isfinite(row.value):
            axes.barh(
                index, clipped(row.value, drawing.axis), height=0.56, color=colour(row.role), gid="value"
            )
        _interval(axes, row, index, drawing.axis, "ink", 1.6, "butt")


def _quantile_bar(axes: Axes, row: Spread, y: float) -> None:
    """5–95% thin, 25–75% thick, the median a dot."""
    if not all(isfinite(quantile) for quantile in row.quantiles):
        return
    q05, q25, q50, q75, q95 = row.quantiles
    for low, high, width, gid in ((q05, q95, 1.6, "q05-q95"), (q25, q75, 6.0, "q25-q75")):
        axes.plot(
            [low, high],
            [y, y],
            color=colour(row.role),
            linewidth=width,
            solid_capstyle="butt",
            clip_on=False,
            gid=gid,
        )
    axes.plot(
        [q50],
        [y],
        marker="o",
        markersize=8,
        color=colour("surface"),
        markeredgecolor=colour(row.role),
        markeredgewidth=2.2,
        clip_on=False,
        gid="median",
    )


def ridges_height(drawing: Ridges) -> float:
    """Units that the panel needs upwards."""
    return 6.0 + _RIDGE_PITCH * len(drawing.rows) + FOOT


def draw_ridges(box: Box, drawing: Ridges) -> None:
    """Distributions above their quantile bars; heights are comparable in the whole figure."""
    axes = _row_axes(box, drawing.rows, drawing.axis, 6.0)
    for index, row in enumerate(drawing.rows):
        ground = index + 0.28
        if row.starts and drawing.peak > 0:
            x, y = _steps(row, drawing.width)
            heights = [ground - 0.72 * share / drawing.peak for share in y]
            axes.fill(
                x, heights, color=colour(row.role), alpha=0.32, linewidth=0, clip_on=False, gid="shares"
            )
            axes.plot(x, heights, color=colour(row.role), linewidth=1.1, clip_on=False, gid="outline")
        _quantile_bar(axes, row, ground + 0.1)


def _steps(row: Spread, width: float) -> tuple[list[float], list[float]]:
    """Outline of a histogram, from the ground to the ground."""
    x, y = [row.starts[0]], [0.0]
    for start, share in zip(row.starts, row.shares, strict=True):
        x += [start, start + width]
        y += [share, share]
    return [*x, x[-1]], [*y, 0.0]


def spans_height(drawing: Spans) -> float:
    """Units that the panel needs upwards."""
    return 6.0 + _SPAN_PITCH * len(drawing.rows) + FOOT


def draw_spans(box: Box, drawing: Spans) -> None:
    """Quantile bars, a row each."""
    axes = _row_axes(box, drawing.rows, drawing.axis, 6.0)
    for index, row in enumerate(drawing.rows):
        _quantile_bar(axes, row, index)


def columns_height(_: Columns) -> float:
    """Units that the panel needs upwards."""
    return _COLUMNS_HEIGHT


def draw_columns(box: Box, drawing: Columns) -> None:
    """A histogram; its first column may stand for something of its own."""
    left = room_for([tick.text for tick in drawing.ticks], SMALL)
    axes = box.inner(left, 10, 26, FOOT)
    set_height_scale(axes, drawing.peak, drawing.ticks)
    axes.set_xlim(drawing.axis.low, drawing.axis.high)
    axes.set_xticks([t.at for t in drawing.axis.ticks], [t.text for t in drawing.axis.ticks])
    axes.set_xlabel(drawing.axis.title, fontsize=SMALL, color=colour("muted"), labelpad=6)
    roles = ["mark"] * len(drawing.starts)
    if drawing.first and roles:
        roles[0] = "muted"
    axes.bar(
        drawing.starts,
        drawing.shares,
        width=drawing.width,
        align="edge",
        color=[colour(role) for role in roles],
        edgecolor=colour("surface"),
        linewidth=0.8,
        gid="shares",
    )
    unit = (drawing.axis.high - drawing.axis.low) / (WIDTH - left - 10)
    if drawing.marker is not None:
        at = drawing.marker.at
        axes.plot(
            [at, at], [0, drawing.peak], color=colour("ink"), linewidth=1.4, clip_on=False, gid="marker"
        )
        side = "right" if at > (drawing.axis.low + drawing.axis.high) / 2 else "left"
        shift = -5 * unit if side == "right" else 5 * unit
        write(axes, at + shift, drawing.peak * 1.07, drawing.marker.text, ha=side, fontsize=SMALL)


def stack_height(_: Stack) -> float:
    """Units that the panel needs upwards."""
    return _STACK_HEIGHT


def draw_stack(box: Box, drawing: Stack) -> None:
    """A column of parts with their names beside it, moved apart where they would touch."""
    top, bottom = 26.0, 12.0
    axes = box.inner(0, 0, top, bottom)
    height = box.height - top - bottom
    axes.set_xlim(0, box.width)
    axes.set_ylim(0, height)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    scale = height / drawing.top if drawing.top > 0 else 0.0
    ground, centres = 0.0, []
    parts = [part for part in drawing.parts if part.value > 0]
    for part in parts:
        size = part.value * scale
        axes.bar(
            8,
            size,
            bottom=ground,
            width=92,
            align="edge",
            color=colour(part.role),
            edgecolor=colour("surface"),
            linewidth=1.2,
            gid="part",
        )
        centres.append(ground + size / 2)
        ground += size
    for part, centre, y in zip(parts, centres, spread_out(centres, _STACK_GAP, 8, height - 8), strict=True):
        axes.plot(
            [103, 112, 124, 130], [centre, centre, y, y], color=colour("muted"), linewidth=0.8, gid="lead"
        )
        write(axes, 136, y, shortened(part.label, 20))
        write(axes, box.width - 6, y, part.text, ha="right")
    write(axes, 54, ground + 13, drawing.total, ha="center", fontweight="bold", fontsize=SIZE)


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
