"""The sheet a panel is drawn on: sizes in units of 1/72 inch, colours by role, room measured generously.

The page shows text in the reader's own font, so widths are estimated for a wide one, with slack.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from balance.report.numbers import Tick
from balance.report.palette import THEMES
from balance.report.panels import Axis

WIDTH = 400.0
"""Width of a panel. A telephone shows it at about 5/6 of that, so that text of SIZE stays readable."""
SIZE = 14.0
SMALL = 13.0
LONGEST = 22  # signs of a label; the table beside the figure has it whole

STYLE: Any = {
    "font.family": ["DejaVu Sans"],
    "font.size": SIZE,
    "text.parse_math": False,
    "text.usetex": False,
    "axes.unicode_minus": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "balance",
    "svg.image_inline": True,
    "path.simplify": False,
}


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a figure, in units from its lower left corner."""

    figure: Figure
    left: float
    bottom: float
    width: float
    height: float

    def inner(self, left: float, right: float, top: float, bottom: float) -> Axes:
        """Bare axes inside these margins."""
        total_width, total_height = (72 * inches for inches in self.figure.get_size_inches())
        axes = self.figure.add_axes(
            (
                (self.left + left) / total_width,
                (self.bottom + bottom) / total_height,
                (self.width - left - right) / total_width,
                (self.height - top - bottom) / total_height,
            )
        )
        axes.set_facecolor("none")
        axes.tick_params(length=0, pad=5, labelsize=SMALL, labelcolor=colour("muted"))
        for side in ("left", "right", "top"):
            axes.spines[side].set_visible(False)
        axes.spines["bottom"].set_color(colour("rule"))
        axes.set_yticks([])
        axes.set_axisbelow(True)
        return axes


def colour(role: str) -> str:
    """The light value of a colour role."""
    return THEMES["light"][role]


def shortened(label: str, longest: int = LONGEST) -> str:
    """A label that fits its column: one line, cut with an ellipsis."""
    line = " ".join(label.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def room_for(texts: list[str], size: float = SIZE) -> float:
    """Units that the widest of these texts needs, with slack."""
    return max((len(text) for text in texts), default=0) * size * 0.6 + 10


def set_scale(axes: Axes, axis: Axis) -> None:
    """Limits, labelled places with thin grid lines, and the title of the scale along the bottom."""
    axes.set_xlim(axis.low, axis.high)
    axes.set_xticks([tick.at for tick in axis.ticks], [tick.text for tick in axis.ticks])
    axes.grid(axis="x", color=colour("grid"), linewidth=1)
    if axis.title:
        axes.set_xlabel(axis.title, fontsize=SMALL, color=colour("muted"), labelpad=6)


def set_height_scale(axes: Axes, top: float, ticks: tuple[Tick, ...]) -> None:
    """The same upwards, from zero."""
    axes.set_ylim(0, top)
    axes.set_yticks([tick.at for tick in ticks], [tick.text for tick in ticks])
    axes.grid(axis="y", color=colour("grid"), linewidth=1)


def write(axes: Axes, x: float, y: float, text: str, role: str = "ink", **how: Any) -> None:
    """A text at data coordinates; its gid is `text`."""
    axes.text(
        x, y, text, color=colour(role), gid="text", **{"fontsize": SIZE, "va": "center_baseline", **how}
    )


def clipped(value: float, axis: Axis) -> float:
    """A limit moved to the nearest end of the scale; what is no number goes to the lower end."""
    if isfinite(value):
        return min(max(value, axis.low), axis.high)
    return axis.high if value > 0 else axis.low
