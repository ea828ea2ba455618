"""The island and the market as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from balance.core.telling import Phrases
from balance.games.schokoladenmarkt.board import board
from balance.games.schokoladenmarkt.table import Table

WIDE = 5  # columns a half field
LEFT, TOP = 8, 1  # room for harbours
_SIGNS = {"settlement": "▲", "city": "■"}


class _Canvas:
    """Characters by place; what is written later lies on top."""

    def __init__(self) -> None:
        self._signs: dict[tuple[int, int], str] = {}

    def write(self, column: int, row: int, text: str) -> None:
        """Write a text around a column."""
        start = column - len(text) // 2
        for offset, sign in enumerate(text):
            self._signs[row, start + offset] = sign

    def lines(self) -> Iterator[str]:
        """The rows, without what is empty at their ends."""
        rows = [row for row, _ in self._signs]
        columns = [column for _, column in self._signs]
        for row in range(min(rows), max(rows) + 1):
            signs = (self._signs.get((row, column), " ") for column in range(min(columns), max(columns) + 1))
            yield "".join(signs).rstrip()


def island(table: Table, words: Phrases) -> Iterator[str]:
    """Fields with numbers and sites, buildings and roads by seat, the robber, harbours at the coast."""
    canvas, tables = _Canvas(), board()
    for number, (x, line) in enumerate(tables.place):
        field = table.board["fields"][number]
        column, row = LEFT + x * WIDE, TOP + 3 * line
        shown = str(field["number"] or "–") + (" ☠" if number == table.robber else "")
        canvas.write(column, row + 1, words.name(f"short_{field['landscape']}"))
        canvas.write(column, row + 2, shown)
        owners = "".join(str(seat + 1) for seat in sorted(table.sites.get(number, ())))
        canvas.write(column, row + 3, f"◆{owners}" if owners else "")
    for edge, (one, other) in enumerate(tables.edge_corners):
        (x1, y1), (x2, y2) = tables.corner_place[one], tables.corner_place[other]
        owner = table.roads.get(edge)
        bare = "|" if x1 == x2 else "/" if (x2 - x1) * (y2 - y1) < 0 else "\\"
        sign = bare if owner is None else f"{owner + 1}"
        column = LEFT + (x1 + x2) * WIDE // 2
        canvas.write(column, TOP + (y1 + y2) // 2, sign)
    for corner, (x, y) in enumerate(tables.corner_place):
        building = table.buildings.get(corner)
        sign = "·" if building is None else f"{_SIGNS[building[1]]}{building[0] + 1}"
        canvas.write(LEFT + x * WIDE, TOP + y, sign)
    for harbour in table.board["harbours"]:
        _write_harbour(canvas, harbour["edge"], words.name(f"harbour_{harbour['kind']}"))
    return canvas.lines()


def _write_harbour(canvas: _Canvas, edge: int, name: str) -> None:
    """A harbour's name in the sea before its edge."""
    tables = board()
    x, line = tables.place[tables.edge_fields[edge][0]]
    ends = [tables.corner_place[corner] for corner in tables.edge_corners[edge]]
    right = sum(end[0] for end in ends) / 2 - x
    down = sum(end[1] for end in ends) / 2 - (3 * line + 2)
    column = LEFT + round((x + 2.1 * right) * WIDE)
    canvas.write(column, TOP + round(3 * line + 2 + 1.7 * down), name)


def row_pays(words: Phrases, pays: Mapping[str, int] | None) -> str:
    """What a row of the market pays; None for the bottom row."""
    if pays is None:
        return words.say("pays_nothing")
    return " + ".join(words.count(f"pays_{part}", n) for part, n in pays.items() if n) or words.say(
        "pays_naught"
    )


def market(table: Table, words: Phrases) -> Iterator[str]:
    """Row by row what it pays and which bars stand there."""
    setup = table.setup["market"]
    for row in range(1, setup["n_rows"] + 1):
        reward = row_pays(words, setup["rows"][row - 1] if row < setup["n_rows"] else None)
        bars = ", ".join(words.name(variety) for variety, place in table.rows.items() if place == row)
        yield f"{row}  {reward:<36} {bars}".rstrip()
