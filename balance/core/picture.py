"""What a game draws of a playout, before anybody knows where it is shown: shapes by place, colours by role.

A picture is `width` units wide, of which a telephone shows `WIDTH` at about 5/6 of a CSS pixel each: texts smaller
than `SMALL` cannot be read there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

WIDTH = 400.0
"""Width of a picture that fills its place."""
SIZE, SMALL = 14.0, 13.0
"""Sizes of texts."""

Point = tuple[float, float]
"""Units from the left and from the top."""
Points = tuple[Point, ...]
Anchor = Literal["start", "middle", "end"]

Role = str
"""Colour by what it means, a name of the page's palette: `ink` and `muted` for text; `surface`, `paper` and `band` for
grounds; `rule` and `grid` for lines; `accent`, `mark`, `warn`; `part-1` … `part-12`, dark to light; `ground-1` …
`ground-7`, fields of a board that can be written on; or a seat."""


N_SERIES = 6
"""Colours of seats, the same on the whole page."""


def series(index: int) -> Role:
    """Role of the seat with this index, from 0; after the sixth they come round again."""
    return f"series-{index % N_SERIES + 1}"


@dataclass(frozen=True, slots=True)
class Area:
    """Closed outlines, filled together; where they overlap they are one.

    Args:
        outlines: Corners of each.
        fill: Colour inside; empty for none.
        edge: Colour of the edge; empty for none.
        width: Width of the edge.
    """

    outlines: tuple[Points, ...]
    fill: Role
    edge: Role = ""
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Strokes:
    """Lines that are not closed.

    Args:
        lines: Points of each.
        role: Colour.
        width: Width.
    """

    lines: tuple[Points, ...]
    role: Role
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle.

    Args:
        at: Its middle.
        radius: Its radius.
        fill: Colour inside; empty for none.
        edge: Colour of the edge; empty for none.
        width: Width of the edge.
    """

    at: Point
    radius: float
    fill: Role
    edge: Role = ""
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Label:
    """A text on one line, `at` the middle of its height.

    Args:
        at: Where it begins, has its middle or ends.
        text: What it says, not escaped.
        role: Colour.
        size: Size.
        anchor: Which of the three `at` is.
        is_bold: Whether it is bold.
    """

    at: Point
    text: str
    role: Role = "ink"
    size: float = SIZE
    anchor: Anchor = "start"
    is_bold: bool = False


Shape = Area | Strokes | Disc | Label


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture; what comes later lies on top.

    Args:
        title: Stands above it; empty if it is the only one of a playout.
        label: What it shows, for those who do not see it.
        width: Width in units.
        height: Height in units.
        shapes: What is drawn.
    """

    title: str
    label: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class KeptPlayout:
    """A playout that a run keeps to be shown.

    Args:
        picks: As what it was picked, `typical`, `closest`, `widest`, at least one.
        playout: Its number.
        policies: Names of the policies by seat.
        scores: Points at the end by seat.
        winners: Whether each seat won.
        scene: What the game draws of it.
    """

    picks: tuple[str, ...]
    playout: int
    policies: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[bool, ...]
    scene: Mapping[str, Any]


def rectangle(left: float, top: float, width: float, height: float) -> Points:
    """Corners of a rectangle, clockwise."""
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def text_width(text: str, size: float = SIZE) -> float:
    """Room for a text in any usual font, a little generous."""
    return 0.6 * size * len(text)


def shelves(sizes: Sequence[tuple[float, float]], width: float, gap: float) -> tuple[list[Point], float]:
    """Where things of these widths and heights stand, one beside another and shelf below shelf.

    Args:
        sizes: Width and height of each.
        width: Room for a shelf; what is wider has one alone.
        gap: Room between two.

    Returns:
        Left and top of each, and the height of all.
    """
    places: list[Point] = []
    left = top = bottom = 0.0
    for wide, high in sizes:
        if left and left + wide > width:
            left, top = 0.0, bottom + gap
        places.append((left, top))
        left += wide + gap
        bottom = max(bottom, top + high)
    return places, bottom
