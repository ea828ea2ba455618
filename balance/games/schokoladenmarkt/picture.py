"""The island and the market of a playout as data that anybody can draw, and as shapes on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balance.core.picture import (
    SMALL,
    WIDTH,
    Area,
    Disc,
    Label,
    Picture,
    Shape,
    Strokes,
    rectangle,
    text_width,
)
from balance.core.telling import Phrases
from balance.core.texts import Lang
from balance.games.schokoladenmarkt.island import capital, island_shapes
from balance.games.schokoladenmarkt.signs import row_pays
from balance.games.schokoladenmarkt.table import Table

PACKAGE = "balance.games.schokoladenmarkt"

Scene = Mapping[str, Any]

_PITCH = 22.0  # from one line of the market to the next
_PAYS = 20.0  # where the rewards begin
_BAR = 18.0  # height of a bar
_CIRCLE = 23.0  # room for the number in it
_SIGN = 10.0  # letters of signs, not for reading


def scene(trace: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What is drawn of a playout, as JSON has it: the island and the market as they stand at the end.

    Args:
        trace: All events of a playout.

    Returns:
        The scene; None if the playout never began.
    """
    if len(trace) < 2:
        return None
    table = Table(trace[0], trace[1])
    for item in trace[2:]:
        table.follow(item)
    setup, land = table.setup, [field["landscape"] for field in table.board["fields"]]
    market = setup["market"]
    return {
        "fields": [[field["landscape"], field["number"]] for field in table.board["fields"]],
        "yields": {
            name: [setup["raw_of"].get(name), *_ingredient(setup, name)]
            for name in sorted(set(land), key=list(setup["landscapes"]).index)
        },
        "harbours": [[harbour["edge"], harbour["kind"]] for harbour in table.board["harbours"]],
        "rates": {"any": setup["maritime"]["any"], "special": setup["maritime"]["special"]},
        "robber": table.robber,
        "roads": [[edge, seat] for edge, seat in sorted(table.roads.items())],
        "buildings": [[corner, seat, kind] for corner, (seat, kind) in sorted(table.buildings.items())],
        "sites": [[field, sorted(seats)] for field, seats in sorted(table.sites.items())],
        "rows": [
            *({part: n for part, n in row.items() if n} for row in market["rows"][: market["n_rows"] - 1]),
            None,
        ],
        "varieties": [[name, row, market["varieties"][name]["number"]] for name, row in table.rows.items()],
    }


def _ingredient(setup: Mapping[str, Any], landscape: str) -> list[str]:
    """What production sites on a landscape yield, if it is anything."""
    parts: Mapping[str, Any] = setup["ingredients"]
    return [name for name, part in parts.items() if part["landscape"] == landscape]


def pictures(scene: Scene, lang: Lang) -> tuple[Picture, ...]:
    """The island with all that stands on it, and the market with its bars.

    Args:
        scene: What `scene` gave, or the same read from JSON.
        lang: Language.
    """
    words = Phrases(PACKAGE, lang)
    island, height = island_shapes(scene, words)
    bars, deep = _market_shapes(scene, words)
    return (
        Picture(words.say("picture_island"), words.say("island_label"), WIDTH, height, tuple(island)),
        Picture(words.say("market"), words.say("market_label"), WIDTH, deep, tuple(bars)),
    )


def _market_shapes(scene: Scene, words: Phrases) -> tuple[list[Shape], float]:
    """Row by row what it pays and which bars stand there, each with its number of the die."""
    shapes: list[Shape] = []
    top = 0.0
    for row, pays in enumerate(scene["rows"], start=1):
        bars = [(words.name(name), number) for name, place, number in scene["varieties"] if place == row]
        reward = capital(row_pays(words, pays))
        room = WIDTH - _PAYS - text_width(reward, SMALL)
        below = int(any(_bar_width(name) > room for name, _ in bars))  # where they would touch the reward
        height = _PITCH * max(1, len(bars) + below) + 4
        if pays is None:
            shapes.append(Area((rectangle(0, top, WIDTH, height),), "band"))
        shapes.append(Strokes((((0, top + height), (WIDTH, top + height)),), "rule"))
        middle = top + 2 + _PITCH / 2
        shapes.append(Label((2, middle), str(row), "muted", SMALL))
        shapes.append(Label((_PAYS, middle), reward, "ink", SMALL))
        for place, (name, number) in enumerate(bars, start=below):
            shapes += _bar(name, number, middle + _PITCH * place)
        top += height
    return shapes, top + 1


def _bar_width(name: str) -> float:
    return min(text_width(name, SMALL) + _CIRCLE + 8, WIDTH - _PAYS)


def _bar(name: str, number: int | None, middle: float) -> Iterator[Shape]:
    """A variety: its name, cut where it is too long, and its number in a circle before it."""
    width = _bar_width(name)
    most = int((width - _CIRCLE - 8) / text_width("m", SMALL) + 0.5)
    left = WIDTH - width
    yield Area((rectangle(left, middle - _BAR / 2, width - 0.5, _BAR),), "surface", "mark", 1.2)
    if number is not None:
        yield Disc((left + _CIRCLE / 2, middle), 7, "mark")
        yield Label((left + _CIRCLE / 2, middle), str(number), "surface", _SIGN, "middle", is_bold=True)
    yield Label((left + _CIRCLE, middle), name if len(name) <= most else f"{name[: most - 1]}…", "ink", SMALL)
