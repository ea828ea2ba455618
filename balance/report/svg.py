"""The SVG of matplotlib made fit for the page: theme colours, the reader's font, own ids, no leftovers.

It is read as XML and only attributes are touched, so that no text, whatever it says, is taken for markup.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import Any
from xml.etree import ElementTree

from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure

from balance.report.looks import Looks
from balance.report.palette import ROLE_OF

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_HEX = re.compile(r"#[0-9a-f]{6}")
_LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}")
_FRACTION = re.compile(r"-?\d+\.\d+")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_FONT = re.compile(r"font:\s*((?:bold |italic |\d+ )*)([\d.]+)px[^;]*")
_FAMILY = re.compile(r"font-family:[^;]*;?")
_UNTURNED = re.compile(r"rotate\(-?0(?:\.0*)?[ ,)].*")
_GEOMETRY = ("d", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "transform", "points", "viewBox")
_PAINTED = ("style", "fill", "stroke", "clip-path")
_DROPPED = ("metadata", "style", "title")
_UNSEEN = {"style": "fill: none"}  # the figure's transparent ground


class _Writer(RendererSVG):
    """Asks no font how wide a text is: every one has an anchor and a baseline, and the reader's font is unknown."""

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> tuple[float, float, float]:
        """No size at all."""
        return 0.0, 0.0, 0.0


def inline_svg(figure: Figure, prefix: str, label: str, looks: Looks) -> str:
    """A figure as an SVG element to stand in a page.

    Args:
        figure: Drawn in the light theme inside `rc_context(STYLE)`.
        prefix: Makes its ids unique in the page.
        label: What it shows, for those who do not see it.
        looks: Takes what its elements look like; its sheet has to stand in the same page.
    """
    root = ElementTree.fromstring(_written(figure))
    _prune(root)
    needed = _references(root)
    for element in root.iter():
        _adapt(element, needed, prefix)
    _thin(root)
    for element in root.iter():
        if "style" in element.attrib:
            element.attrib["class"] = looks.name(element.attrib.pop("style"))
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.attrib.update({"role": "img", "aria-label": label, "class": "plot"})
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)


def _written(figure: Figure) -> str:
    """A figure as matplotlib's writer puts it."""
    figure.set_dpi(72)
    width, height = figure.bbox.size
    written = StringIO()
    make: Any = _Writer  # the library has no types for it
    writer = make(width, height, written, metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    figure.draw(writer)
    writer.finalize()
    return written.getvalue()


def _prune(parent: ElementTree.Element) -> None:
    """Take out what reaches beyond the figure (a style sheet holds for the whole page) or says nothing."""
    for child in list(parent):
        if not isinstance(child.tag, str) or child.tag.removeprefix(_SVG) in _DROPPED:
            parent.remove(child)
            continue
        _prune(child)
        is_shell = child.tag in (f"{_SVG}defs", f"{_SVG}g")
        if is_shell and len(child) == 0:
            parent.remove(child)


def _thin(parent: ElementTree.Element) -> None:
    """Take out white space, groups that group nothing and paths that paint nothing: half of what matplotlib writes."""
    parent.tail = None
    if parent.tag == "text":
        return
    if not (parent.text or "").strip():
        parent.text = None
    for child in list(parent):
        _thin(child)
    thinned: list[ElementTree.Element] = []
    for child in parent:
        if child.tag == "g" and not child.attrib:
            thinned.extend(child)
        elif {key: value for key, value in child.attrib.items() if key != "d"} != _UNSEEN:
            thinned.append(child)
    parent[:] = thinned


def _references(root: ElementTree.Element) -> set[str]:
    """Ids that something refers to; matplotlib gives many more."""
    found = set()
    for element in root.iter():
        found.add(element.attrib.get(_LINK, "").removeprefix("#"))
        for value in element.attrib.values():
            found.update(_REFERENCE.findall(value))
    return found


def _adapt(element: ElementTree.Element, needed: set[str], prefix: str) -> None:
    element.tag = element.tag.removeprefix(_SVG)
    attributes = element.attrib
    own = attributes.pop("id", None)
    if own in needed:
        attributes["id"] = prefix + str(own)
    target = attributes.pop(_LINK, None)
    if target is not None:
        attributes["href"] = "#" + prefix + target.removeprefix("#")
    if _UNTURNED.fullmatch(attributes.get("transform", "")):
        del attributes["transform"]
    for key, value in attributes.items():
        attributes[key] = _adapted(key, value, prefix)


def _adapted(key: str, value: str, prefix: str) -> str:
    """An attribute's value with own ids, theme colours, the page's font and no more digits than are seen."""
    if key in _PAINTED:
        value = _REFERENCE.sub(lambda match: f"url(#{prefix}{match[1]})", value)
        value = _HEX.sub(lambda match: _variable(match[0]), value)
        value = _FONT.sub(_font, value)
    if key in _GEOMETRY or key == "style":
        value = _LONG_NUMBER.sub(lambda match: f"{float(match[0]):.2f}", value)
    if key == "d":
        value = _short_path(value)
    if key == "style":
        value = _FAMILY.sub("", value)
    return " ".join(value.split())


def _short_path(path: str) -> str:
    """A path in tenths of a pixel, a command named once for all that follow it; a line follows a move unnamed."""
    words, command = [], ""
    for word in _FRACTION.sub(lambda match: f"{float(match[0]):.1f}".removesuffix(".0"), path).split():
        if word.isalpha():
            known, command = command, word
            if word + known in ("LM", "LL", "CC", "QQ"):
                continue
        words.append(word)
    return " ".join(words)


def _variable(colour: str) -> str:
    """The CSS variable of a light colour.

    Raises:
        KeyError: A figure used a colour that is no role of the palette.
    """
    return f"var(--{ROLE_OF[colour]})"


def _font(match: re.Match[str]) -> str:
    """Size and weight stay, the family is the page's."""
    weight = "font-weight: 700; " if "bold" in match[1] or "700" in match[1] else ""
    return f"{weight}font-size: {match[2]}px"
