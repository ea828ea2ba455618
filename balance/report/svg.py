"""A figure as SVG for the page: theme colours, the reader's font, no ids, nothing but what is seen.

It is written from the figure's artists, the few kinds that `canvas.Plot` draws with. Matplotlib's own SVG costs five
times as long, since it measures every text in a font that the page does not use, and weighs twice as much.
"""

from __future__ import annotations

from math import isfinite
from xml.etree import ElementTree

from matplotlib.artist import Artist
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.typing import ColorType
from numpy.typing import ArrayLike

from balance.report.canvas import Stroke
from balance.report.palette import ROLE_OF

Places = list[tuple[float, float]]
"""In units from the left and from the top."""

_CENTRE = 0.36
"""Of a text's size: how far below its middle its line stands."""
_LINE = 1.11
"""Of a text's size: from a line to the next."""
_ANCHORS = {"left": "", "center": "text-anchor: middle", "right": "text-anchor: end"}


class Looks:
    """Classes of a page's drawings: what many elements look like is said once, in the page's own style sheet."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, *styles: str) -> str:
        """The class of all that look so; empty styles say nothing."""
        return self._names.setdefault("; ".join(filter(None, styles)), f"d{len(self._names)}")

    @property
    def sheet(self) -> str:
        """The rules of all classes; drawings have no words in them, so nothing is to be escaped."""
        return "\n".join(f".{name} {{ {style} }}" for style, name in self._names.items())


def inline_svg(figure: Figure, label: str, looks: Looks) -> str:
    """A figure as an SVG element to stand in a page.

    Args:
        figure: Drawn in the light theme inside `rc_context(STYLE)`.
        label: What it shows, for those who do not see it.
        looks: Takes what its elements look like; its sheet has to stand in the same page.

    Raises:
        KeyError: It uses a colour that is no role of the palette.
        TypeError: It has an artist of a kind that no `Plot` draws.
    """
    width, height = (72 * float(side) for side in figure.get_size_inches())
    root = ElementTree.Element(
        "svg",
        {
            "viewBox": f"0 0 {_number(width)} {_number(height)}",
            "role": "img",
            "aria-label": label,
            "class": "plot",
        },
    )
    drawn = [artist for artist in figure.get_children() if artist is not figure.patch]
    for artist in sorted(drawn, key=Artist.get_zorder):
        _add(root, artist, height, looks)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)


def _add(root: ElementTree.Element, artist: Artist, height: float, looks: Looks) -> None:
    match artist:
        case Text():
            _write(root, artist, height, looks)
        case Line2D() if artist.get_marker() == "o":
            _dot(root, artist, height, looks)
        case Stroke():
            _path(root, _line(_placed(artist, artist.get_xydata(), height)), _stroke(artist, looks))
        case Patch():
            corners = _placed(artist, artist.get_path().vertices, height)
            _path(root, _line(corners[:-1]) + "z", _fill(artist, looks))
        case _:
            raise TypeError(type(artist).__name__)


def _path(root: ElementTree.Element, path: str, look: str) -> None:
    """A path, if it has a place; what looks like the path before it and is not filled goes on with that one."""
    if path in ("", "z"):
        return
    last = root[-1] if len(root) else None
    if not path.endswith("z") and last is not None and last.get("class") == look:
        last.set("d", last.get("d", "") + path)
    else:
        ElementTree.SubElement(root, "path", {"d": path, "class": look})


def _dot(root: ElementTree.Element, dot: Line2D, height: float, looks: Looks) -> None:
    width = dot.get_markeredgewidth()
    look = looks.name(
        f"fill: {_colour(dot.get_markerfacecolor())}",
        f"stroke: {_colour(dot.get_markeredgecolor())}; stroke-width: {width:g}" if width else "",
    )
    radius = _number(dot.get_markersize() / 2)
    for x, y in _placed(dot, dot.get_xydata(), height):
        place = {"cx": _number(x), "cy": _number(y), "r": radius, "class": look}
        ElementTree.SubElement(root, "circle", place)


def _write(root: ElementTree.Element, text: Text, height: float, looks: Looks) -> None:
    """A text around its place, one line or several; or one that is written upwards and ends at its place."""
    lines, size = text.get_text().split("\n"), float(text.get_fontsize())
    ((x, y),) = _placed(text, [text.get_position()], height)
    is_upright = text.get_rotation() == 90
    anchor = "right" if is_upright else text.get_horizontalalignment()
    look = looks.name(
        f"fill: {_colour(text.get_color())}",
        f"font-size: {size:g}px",
        "font-weight: 700" if text.get_fontweight() == "bold" else "",
        _ANCHORS[anchor],
    )
    step, below = _LINE * size, _CENTRE * size
    for place, line in enumerate(lines):
        aside = place * step - step * (len(lines) - 1) / 2 + below
        at = (
            {"x": _number(x + aside), "y": _number(y)}
            if is_upright
            else {"x": _number(x), "y": _number(y + aside)}
        )
        if is_upright:
            at["transform"] = f"rotate(-90 {at['x']} {at['y']})"
        ElementTree.SubElement(root, "text", {**at, "class": look}).text = line


def _stroke(line: Stroke, looks: Looks) -> str:
    width = line.get_linewidth()
    dash = " ".join(f"{part * width:g}" for part in line.dash or ())
    return looks.name(
        f"fill: none; stroke: {_colour(line.get_color())}; stroke-width: {width:g}",
        f"stroke-dasharray: {dash}" if dash else "",
        "stroke-linecap: round" if line.get_solid_capstyle() == "round" and not dash else "",
    )


def _fill(patch: Patch, looks: Looks) -> str:
    width, alpha = patch.get_linewidth(), patch.get_alpha()
    return looks.name(
        f"fill: {_colour(patch.get_facecolor())}",
        "" if alpha is None else f"opacity: {alpha:.2g}",
        f"stroke: {_colour(patch.get_edgecolor())}; stroke-width: {width:g}" if width else "",
    )


def _placed(artist: Artist, points: ArrayLike, height: float) -> Places:
    """Points of an artist, from its own numbers to units from the upper left corner."""
    return [(float(x), height - float(y)) for x, y in artist.get_transform().transform(points)]


def _line(points: Places) -> str:
    """Points as a path in tenths of a unit, each as its distance from the one before; empty if one is no number."""
    if not all(isfinite(ordinate) for point in points for ordinate in point):
        return ""
    x, y = (round(10 * ordinate) for ordinate in points[0])
    path = [f"M{_tenths(x)} {_tenths(y)}"]
    for point in points[1:]:
        right, down = round(10 * point[0]) - x, round(10 * point[1]) - y
        x, y = x + right, y + down
        if right and down:
            path.append(f"l{_tenths(right)} {_tenths(down)}")
        elif right:
            path.append(f"h{_tenths(right)}")
        elif down:
            path.append(f"v{_tenths(down)}")
    return "".join(path) if len(path) > 1 else f"{path[0]}h0"


def _tenths(value: int) -> str:
    return f"{value / 10:g}"


def _colour(colour: ColorType) -> str:
    """The CSS variable of a light colour."""
    return f"var(--{ROLE_OF[to_hex(colour)]})"


def _number(value: float) -> str:
    """At most one decimal, none that says nothing."""
    return f"{round(value, 1):g}"
