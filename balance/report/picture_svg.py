"""A game's picture as an SVG element of the page: theme colours, the reader's font, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

from balance.core.picture import Area, Disc, Label, Picture, Points, Role, Shape, Strokes
from balance.report.palette import THEMES

_CENTRE = 0.36
"""Of a text's size: how far below its middle its line stands."""


def picture_svg(picture: Picture) -> str:
    """The picture as markup to stand in a page.

    Raises:
        KeyError: A shape has a colour that is no role of the palette.
    """
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_number(picture.width)} {_number(picture.height)}",
            "role": "img",
            "aria-label": picture.label,
            "class": "plot",
        },
    )
    for shape in picture.shapes:
        _draw(root, shape)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)


def _draw(root: ElementTree.Element, shape: Shape) -> None:
    match shape:
        case Area(outlines, fill, edge, width):
            path = "".join(f"{_path(outline)}z" for outline in outlines)
            ElementTree.SubElement(root, "path", {"d": path, "fill": _colour(fill), **_edge(edge, width)})
        case Strokes(lines, role, width):
            path = "".join(map(_path, lines))
            ElementTree.SubElement(root, "path", {"d": path, "fill": "none", **_edge(role, width)})
        case Disc((x, y), radius, fill, edge, width):
            ElementTree.SubElement(
                root,
                "circle",
                {
                    "cx": _number(x),
                    "cy": _number(y),
                    "r": _number(radius),
                    "fill": _colour(fill),
                    **_edge(edge, width),
                },
            )
        case Label():
            _write(root, shape)


def _write(root: ElementTree.Element, label: Label) -> None:
    x, y = label.at
    look = {"x": _number(x), "y": _number(y + _CENTRE * label.size), "fill": _colour(label.role)}
    look["font-size"] = _number(label.size)
    if label.anchor != "start":
        look["text-anchor"] = label.anchor
    if label.is_bold:
        look["font-weight"] = "700"
    ElementTree.SubElement(root, "text", look).text = label.text


def _path(points: Points) -> str:
    """Points as a path, each but the first as its distance from the one before."""
    return "M" + "l".join(_steps(points))


def _steps(points: Points) -> Iterable[str]:
    x, y = 0.0, 0.0
    for point in points:
        ahead, down = round(point[0], 1), round(point[1], 1)
        yield f"{_number(ahead - x)} {_number(down - y)}"
        x, y = ahead, down


def _colour(role: Role) -> str:
    """The CSS variable of a role that the palette has."""
    if not role:
        return "none"
    if role not in THEMES["light"]:
        raise KeyError(role)
    return f"var(--{role})"


def _edge(role: Role, width: float) -> dict[str, str]:
    return {"stroke": _colour(role), "stroke-width": _number(width)} if role else {}


def _number(value: float) -> str:
    """At most one decimal, none that says nothing."""
    return f"{round(value, 1):g}"
