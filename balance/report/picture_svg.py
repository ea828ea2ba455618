"""A game's picture as an SVG element of the page: theme colours, the reader's font, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from xml.etree import ElementTree

from balance.core.picture import Area, Disc, Label, Picture, Points, Role, Shape, Strokes
from balance.report.looks import Looks
from balance.report.palette import THEMES

_CENTRE = 0.36
"""Of a text's size: how far below its middle its line stands."""


def picture_svg(picture: Picture, looks: Looks) -> str:
    """The picture as markup to stand in a page.

    Args:
        picture: What is drawn.
        looks: Takes what its shapes look like; its sheet has to stand in the same page.

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
    for look, alike in groupby(picture.shapes, _look):
        shapes, name = tuple(alike), {"class": looks.name(look)}
        # what shapes in a row have in common is said once
        owner = ElementTree.SubElement(root, "g", name) if len(shapes) > 1 else root
        for shape in shapes:
            _draw(owner, shape, name if owner is root else {})
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)


def _look(shape: Shape) -> str:
    """All but the place of a shape, as a style."""
    match shape:
        case Label(_, _, role, size, anchor, is_bold):
            look = {"fill": _colour(role), "font-size": f"{_number(size)}px"}
            if anchor != "start":
                look["text-anchor"] = anchor
            if is_bold:
                look["font-weight"] = "700"
        case Strokes(_, role, width):
            look = {"fill": "none", **_edge(role, width)}
        case Area(_, fill, edge, width) | Disc(_, _, fill, edge, width):
            look = {"fill": _colour(fill), **_edge(edge, width)}
    return "; ".join(f"{key}: {value}" for key, value in look.items())


def _draw(owner: ElementTree.Element, shape: Shape, name: dict[str, str]) -> None:
    match shape:
        case Area(outlines):
            path = "".join(f"{_path(outline)}z" for outline in outlines)
            ElementTree.SubElement(owner, "path", {**name, "d": path})
        case Strokes(lines):
            ElementTree.SubElement(owner, "path", {**name, "d": "".join(map(_path, lines))})
        case Disc((x, y), radius):
            at = {"cx": _number(x), "cy": _number(y), "r": _number(radius)}
            ElementTree.SubElement(owner, "circle", {**name, **at})
        case Label((x, y), text, size=size):
            at = {"x": _number(x), "y": _number(y + _CENTRE * size)}
            ElementTree.SubElement(owner, "text", {**name, **at}).text = text


def _path(points: Points) -> str:
    """Points as a path, each but the first as its distance from the one before."""
    return "M" + "".join(_steps(points))


def _steps(points: Points) -> Iterable[str]:
    x, y = 0.0, 0.0
    for number, point in enumerate(points):
        ahead, below = round(point[0], 1), round(point[1], 1)
        right, down = _number(ahead - x), _number(below - y)
        if number and "0" in (right, down):
            yield f"h{right}" if down == "0" else f"v{down}"
        else:
            yield f"{'l' if number else ''}{right} {down}"
        x, y = ahead, below


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
    return f"{round(value, 1) + 0.0:g}"  # no negative zero
