"""The island as shapes: fields with chips, harbours, and what stands on it, with the number of its seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot, sqrt
from typing import Any

from balance.core.picture import (
    SMALL,
    WIDTH,
    Area,
    Disc,
    Label,
    Point,
    Points,
    Role,
    Shape,
    Strokes,
    rectangle,
    series,
    shelves,
    text_width,
)
from balance.core.telling import Phrases
from balance.games.schokoladenmarkt.board import board
from balance.games.schokoladenmarkt.layout import LANDSCAPES, YIELDS
from balance.games.schokoladenmarkt.rules import RED

Scene = Mapping[str, Any]

_HALF = 27.0  # units of half a field's width
_THIRD = _HALF / sqrt(3)  # of a line
_LEFT, _TOP = (WIDTH - 12 * _HALF) / 2, 34.0  # room for harbours
_DEEP = 2 * _TOP + 16 * _THIRD
_SIGN, _NUMBER = 10.5, 14.0  # letters of signs; numbers of chips
_HARBOUR = 14.0
_LINE = 20.0  # of the legend
_RAW_FROM = {raw: land for land, raw in YIELDS.items()}

# Outlines around (0, 0).
_HOUSE = ((0, -10), (8, -3), (8, 8), (-8, 8), (-8, -3))
_CITY = ((-4, -12), (2, -7), (2, -3), (11, -3), (11, 9), (-11, 9), (-11, -7))
_DIAMOND = ((0, -8), (8, 0), (0, 8), (-8, 0))
_PAWN = ((0, -3), (6, 10), (-6, 10))


def island_shapes(scene: Scene, words: Phrases) -> tuple[list[Shape], float]:
    """The island above its legend, and how many units both are high."""
    shapes = [*_harbours(scene, words), *_fields(scene, words), *_pieces(scene)]
    legend, height = _legend(scene, words)
    return [*shapes, *legend], _DEEP + height


def capital(text: str) -> str:
    """A text that stands alone begins with a capital letter, in every language."""
    return text[:1].upper() + text[1:]


def _role(landscape: str) -> Role:
    return f"ground-{LANDSCAPES.index(landscape) + 1}"


def _at(spot: tuple[float, float]) -> Point:
    """Half fields from the left and thirds of a line from the top, in units."""
    return (_LEFT + spot[0] * _HALF, _TOP + spot[1] * _THIRD)


def _centre(field: int) -> Point:
    x, line = board().place[field]
    return _at((x, 3 * line + 2))


def _moved(outline: Points | tuple[tuple[int, int], ...], at: Point, size: float = 1.0) -> Points:
    return tuple((at[0] + size * x, at[1] + size * y) for x, y in outline)


def _fields(scene: Scene, words: Phrases) -> Iterator[Shape]:
    """Each with its landscape's colour and sign, its chip, and the production sites and robber on it."""
    tables = board()
    sites: dict[int, list[int]] = dict(scene["sites"])
    for field, (landscape, number) in enumerate(scene["fields"]):
        x, y = _centre(field)
        corners = tuple(_at(tables.corner_place[corner]) for corner in tables.field_corners[field])
        yield Area((corners,), _role(landscape), "surface", 2)
        yield Label((x, y - 16), words.name(f"sign_{landscape}"), "ink", _SIGN, "middle")
        if number is not None:
            yield from _chip((x, y), number, is_printed=landscape == "jungle")
        if field == scene["robber"]:
            yield from _robber((x - 17 if number is not None else x, y))
        seats = sites.get(field, [])
        step = min(17.0, 40.0 / max(1, len(seats)))
        for place, seat in enumerate(seats):
            middle = x + step * (place - (len(seats) - 1) / 2)
            yield from _piece(_DIAMOND, (middle, y + 18), seat)


def _chip(at: Point, number: int, *, is_printed: bool) -> Iterator[Shape]:
    """A number on a chip, or printed on the field."""
    if not is_printed:
        yield Disc(at, 11, "surface")
    yield Label(
        at, str(number), "warn" if number in RED and not is_printed else "ink", _NUMBER, "middle", True
    )


def _robber(at: Point) -> Iterator[Shape]:
    yield Area((_moved(_PAWN, at),), "ink", "surface")
    yield Disc((at[0], at[1] - 5), 4.5, "ink", "surface")


def _piece(outline: tuple[tuple[int, int], ...], at: Point, seat: int, below: float = 0.0) -> Iterator[Shape]:
    """A piece in its seat's colour, with the seat's number."""
    yield Area((_moved(outline, at),), series(seat), "surface", 1.5)
    yield Label((at[0], at[1] + below), str(seat + 1), "surface", _SIGN, "middle", is_bold=True)


def _pieces(scene: Scene) -> Iterator[Shape]:
    """Roads, and the buildings on top of them."""
    tables = board()
    for edge, seat in scene["roads"]:
        one, other = (_at(tables.corner_place[corner]) for corner in tables.edge_corners[edge])
        line = (_between(one, other, 0.2), _between(one, other, 0.8))
        yield Strokes((line,), "surface", 8.5)
        yield Strokes((line,), series(seat), 5.5)
    for corner, seat, kind in scene["buildings"]:
        at = _at(tables.corner_place[corner])
        yield from _piece(_CITY if kind == "city" else _HOUSE, at, seat, 3.0 if kind == "city" else 2.0)


def _between(one: Point, other: Point, share: float) -> Point:
    return (one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]))


def _harbours(scene: Scene, words: Phrases) -> Iterator[Shape]:
    """In the sea before their edges: how many cards they take for one, and whose landscape's raw material."""
    tables = board()
    for edge, kind in scene["harbours"]:
        ends = [_at(tables.corner_place[corner]) for corner in tables.edge_corners[edge]]
        middle = _between(ends[0], ends[1], 0.5)
        centre = _centre(tables.edge_fields[edge][0])
        away = (middle[0] - centre[0], middle[1] - centre[1])
        far = (_HARBOUR + 5) / hypot(*away)
        at = (middle[0] + far * away[0], middle[1] + far * away[1])
        yield Strokes(tuple((end, at) for end in ends), "muted", 2)
        rate = f"{scene['rates']['any' if kind == 'any' else 'special']}:1"
        if kind == "any":
            yield Disc(at, _HARBOUR, "surface", "muted", 1.5)
            yield Label(at, rate, "ink", _SIGN, "middle", is_bold=True)
        else:
            landscape = _RAW_FROM[kind]
            yield Disc(at, _HARBOUR, _role(landscape), "muted", 1.5)
            yield Label((at[0], at[1] - 5), rate, "ink", _SIGN, "middle", is_bold=True)
            yield Label((at[0], at[1] + 6), words.name(f"sign_{landscape}"), "ink", _SIGN, "middle")


def _legend(scene: Scene, words: Phrases) -> tuple[list[Shape], float]:
    """What signs and pieces mean, below the island."""
    lands = [(name, _yields(words, name, kinds)) for name, kinds in scene["yields"].items()]
    pieces = [words.name(kind) for kind in ("settlement", "city", "site")] + [words.say("picture_robber")]
    texts = [capital(text) for text in [*(text for _, text in lands), *pieces]]
    sizes = [(30 + text_width(text, SMALL), _LINE) for text in texts]
    places, height = shelves(sizes, WIDTH, 6)
    shapes: list[Shape] = []
    for (left, top), text in zip(places, texts, strict=True):
        shapes.append(Label((left + 28, _DEEP + top + _LINE / 2), text, "ink", SMALL))
    for (name, _), (left, top) in zip(lands, places, strict=False):
        at = (left + 12, _DEEP + top + _LINE / 2)
        shapes.append(Area((rectangle(left, at[1] - 9, 24, 18),), _role(name)))
        shapes.append(Label(at, words.name(f"sign_{name}"), "ink", _SIGN, "middle"))
    for outline, (left, top) in zip((_HOUSE, _CITY, _DIAMOND), places[len(lands) :], strict=False):
        shapes.append(Area((_moved(outline, (left + 12, _DEEP + top + _LINE / 2), 0.85),), "muted"))
    left, top = places[-1]
    shapes += _robber((left + 12, _DEEP + top + _LINE / 2 - 2))
    return shapes, height + 2


def _yields(words: Phrases, landscape: str, kinds: list[str | None]) -> str:
    """A landscape and what it yields."""
    names = [words.name(kind) for kind in kinds if kind is not None]
    return f"{words.name(landscape)}: {', '.join(names)}" if names else words.name(landscape)
