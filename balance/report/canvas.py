"""The sheet a panel is drawn on: sizes in units of 1/72 inch, colours by role, room measured generously.

Artists stand on the figure itself, not on Axes: a page has dozens of small panels, and an Axes costs more
than all that is in it. Their data stay in the scale's own numbers; `Plot.transform` puts them in place.
The page shows text in the reader's own font, so widths are estimated for a wide one, with slack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon, Rectangle
from matplotlib.transforms import Affine2D, Transform

from balance.report.numbers import Tick
from balance.report.palette import THEMES
from balance.report.panels import Axis

WIDTH = 400.0
"""Width of a panel. A telephone shows it at about 5/6 of that, so that text of SIZE stays readable."""
SIZE = 14.0
SMALL = 13.0
_GLYPH = 0.61  # width of a sign, as a part of its size; a little more than most have
_HALF_CAPITAL = 0.37  # of a text's size: its baseline stands so far below its middle
LEADING = 1.1  # from one line of a text to the next, likewise
_BETWEEN_TICKS = 6.0
FOOT = 46.0
"""Room below a plot for the labels of its scale and their title."""
LONGEST = 24
"""Signs of a line of a label."""

STYLE: Any = {
    "font.family": ["DejaVu Sans"],
    "text.parse_math": False,
    "text.usetex": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "balance",
    "text.hinting": "none",
    "path.simplify": False,
}

Cap = Literal["round", "butt"]


@dataclass(frozen=True, slots=True)
class Plot:
    """A rectangle with a scale along each side.

    Args:
        figure: What is drawn on.
        transform: From the scales' numbers to the figure.
        x: Left and right end of the scale along the bottom.
        y: Lower and upper end of the other one; the lower may be the larger number.
        x_unit: Numbers a unit along the bottom.
        y_unit: Numbers a unit upwards, negative where the scale runs down.
    """

    figure: Figure
    transform: Transform
    x: tuple[float, float]
    y: tuple[float, float]
    x_unit: float
    y_unit: float

    def line(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        role: str,
        width: float,
        gid: str,
        *,
        dash: tuple[float, float] | None = None,
        cap: Cap = "butt",
    ) -> None:
        """A line through points."""
        artist = Line2D(
            xs,
            ys,
            color=colour(role),
            linewidth=width,
            linestyle="-" if dash is None else (0, dash),
            solid_capstyle=cap,
            transform=self.transform,
            gid=gid,
        )
        if gid == "grid":
            artist.set_zorder(0.5)
        self.figure.add_artist(artist)

    def dot(self, x: float, y: float, size: float, inside: str, edge: str, width: float, gid: str) -> None:
        """A round mark with an edge."""
        mark = Line2D(
            [x],
            [y],
            linestyle="none",
            marker="o",
            markersize=size,
            markerfacecolor=colour(inside),
            markeredgecolor=colour(edge),
            markeredgewidth=width,
            transform=self.transform,
            gid=gid,
        )
        self.figure.add_artist(mark)

    def bar(self, left: float, bottom: float, width: float, height: float, role: str, gid: str) -> None:
        """A filled rectangle with a thin gap around it."""
        patch = Rectangle(
            (left, bottom),
            width,
            height,
            facecolor=colour(role),
            edgecolor=colour("surface"),
            linewidth=0.8,
            transform=self.transform,
            gid=gid,
        )
        self.figure.add_artist(patch)

    def area(
        self, xs: Sequence[float], ys: Sequence[float], role: str, gid: str, *, alpha: float = 0.32
    ) -> None:
        """A translucent area."""
        points = list(zip(xs, ys, strict=True))
        patch = Polygon(
            points, facecolor=colour(role), alpha=alpha, linewidth=0, transform=self.transform, gid=gid
        )
        self.figure.add_artist(patch)

    def text(self, x: float, y: float, text: str, role: str = "ink", **how: Any) -> None:
        """A text whose lines stand around a place, each by its own anchor, so that no font is asked how wide it is.

        Args:
            x: Where it begins, ends or has its middle, as `ha` says.
            y: The middle of its capital letters.
            text: One line or several.
            role: Its colour.
            how: What else `Figure.text` takes, for all lines.
        """
        look = {"fontsize": SIZE, "va": "baseline", "color": colour(role), "gid": "text", **how}
        lines = text.split("\n")
        for place, line in enumerate(lines):
            lift = ((len(lines) - 1) / 2 - place) * LEADING - _HALF_CAPITAL
            self.figure.text(
                x, y + lift * look["fontsize"] * self.y_unit, line, transform=self.transform, **look
            )

    def upright(self, x: float, y: float, text: str, role: str) -> None:
        """A small text that is read upwards and ends at a place, its lines around it from left to right."""
        lines = text.split("\n")
        for place, line in enumerate(lines):
            shift = (place - (len(lines) - 1) / 2) * LEADING + _HALF_CAPITAL
            self.figure.text(
                x + shift * SMALL * self.x_unit,
                y,
                line,
                transform=self.transform,
                rotation=90,
                rotation_mode="anchor",
                ha="right",
                va="baseline",
                fontsize=SMALL,
                color=colour(role),
                gid="text",
            )

    def ground(self, axis: Axis, *, grid: bool = True) -> None:
        """The scale along the bottom: line, labelled places, title."""
        bottom = self.y[0]
        self.line(self.x, (bottom, bottom), "rule", 1, "ground")
        if grid:
            for tick in axis.ticks:
                self.line((tick.at, tick.at), self.y, "grid", 1, "grid")
        for tick in apart(axis.ticks, self.x_unit):
            self.text(tick.at, bottom - 13 * self.y_unit, tick.text, "muted", ha="center", fontsize=SMALL)
        if axis.title:
            middle = (self.x[0] + self.x[1]) / 2
            self.text(middle, bottom - 33 * self.y_unit, axis.title, "muted", ha="center", fontsize=SMALL)

    def side(self, ticks: Sequence[Tick]) -> None:
        """Labelled places upwards, on the left."""
        for tick in ticks:
            self.line(self.x, (tick.at, tick.at), "grid", 1, "grid")
            self.text(self.x[0] - 6 * self.x_unit, tick.at, tick.text, "muted", ha="right", fontsize=SMALL)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a figure, in units from its lower left corner."""

    figure: Figure
    left: float
    bottom: float
    width: float
    height: float

    def plot(
        self, margins: tuple[float, float, float, float], x: tuple[float, float], y: tuple[float, float]
    ) -> Plot:
        """A plot inside margins (left, right, top, bottom) with its scales' ends."""
        left, right, top, bottom = margins
        x_unit = (x[1] - x[0]) / (self.width - left - right)
        y_unit = (y[1] - y[0]) / (self.height - top - bottom)
        place = (
            Affine2D()
            .translate(-x[0], -y[0])
            .scale(1 / x_unit, 1 / y_unit)
            .translate(self.left + left, self.bottom + bottom)
            .scale(1 / 72)
        )
        return Plot(self.figure, place + self.figure.dpi_scale_trans, x, y, x_unit, y_unit)


def colour(role: str) -> str:
    """The light value of a colour role."""
    return THEMES["light"][role]


def wrapped(label: str, longest: int = LONGEST) -> str:
    """A label that fits its column, whole: in as many lines as it takes, broken between words, or else within one."""
    lines, line = [], ""
    for part in re.findall(r" *[^ _-]*[_-]*", " ".join(re.split(r"[ \n]+", label.strip()))):
        if len(line + part) <= longest:
            line += part
            continue
        lines.append(line)
        line = part.lstrip()
        while len(line) > longest:
            lines.append(line[:longest])
            line = line[longest:]
    return "\n".join(text for text in [*lines, line] if text)


def most_lines(labels: Iterable[str], longest: int = LONGEST) -> int:
    """Lines that the longest of these labels takes; 1 if there is none."""
    return max((wrapped(label, longest).count("\n") + 1 for label in labels), default=1)


def extra_room(lines: int, size: float = SIZE) -> float:
    """Units that so many lines take more than one."""
    return (lines - 1) * size * LEADING


def room_for(texts: list[str], size: float = SIZE) -> float:
    """Units that the widest line of these texts needs, with slack."""
    return max((len(line) for text in texts for line in text.split("\n")), default=0) * size * _GLYPH + 14


def signs_in(width: float, size: float = SIZE) -> int:
    """Signs of a line that surely fit into so many units."""
    return int(width / (size * _GLYPH))


def apart(ticks: Sequence[Tick], unit: float) -> list[Tick]:
    """Those whose labels do not touch: the last, and before it every one that has room.

    Args:
        ticks: From left to right.
        unit: What a unit of the figure is on the scale.
    """
    kept: list[Tick] = []
    for tick in reversed(ticks):
        if kept:
            room = (len(tick.text) + len(kept[-1].text)) / 2 * SMALL * _GLYPH + _BETWEEN_TICKS
            if kept[-1].at - tick.at < room * unit:
                continue
        kept.append(tick)
    return kept[::-1]


def clipped(value: float, axis: Axis) -> float:
    """A limit moved to the nearest end of the scale; what is no number goes to the lower end."""
    if isfinite(value):
        return min(max(value, axis.low), axis.high)
    return axis.high if value > 0 else axis.low
