"""Fields, corners and edges of an island in words."""

from __future__ import annotations

from collections import Counter

from balance.core.telling import Phrases
from balance.games.schokoladenmarkt.board import ROWS
from balance.games.schokoladenmarkt.table import Object


class Places:
    """Names of places that somebody finds in the picture.

    Args:
        board: The event `board`.
        words: Phrases of the game.
    """

    def __init__(self, board: Object, words: Phrases) -> None:
        self._words = words
        self._edges: list[list[int]] = board["edges"]
        self._corners: list[list[int]] = [part["corners"] for part in board["fields"]]
        names = [self._plain(part) for part in board["fields"]]
        alike = Counter(names)
        where = [(line, place) for line, n in enumerate(ROWS, 1) for place in range(1, n + 1)]
        self._fields = [
            name if alike[name] == 1 else words.say("one_of_two", field=name, line=line, place=place)
            for name, (line, place) in zip(names, where, strict=True)
        ]

    def _plain(self, part: Object) -> str:
        name: str = self._words.name(part["landscape"])
        return f"{name} {part['number']}" if part["number"] else name

    def field(self, field: int) -> str:
        """A field; with its line and place if another one is of the same landscape and number."""
        return self._fields[field]

    def corner(self, corner: int) -> str:
        """The fields around a corner; of a single one, which of its corners it is."""
        fields = [field for field, six in enumerate(self._corners) if corner in six]
        if len(fields) == 1:
            place = self._corners[fields[0]].index(corner)
            return self._words.say(f"corner_{place}", field=self.field(fields[0]))
        return ", ".join(map(self.field, fields))

    def edge(self, edge: int) -> str:
        """The fields on both sides of an edge; at the coast, which side of the field it is."""
        one, other = self._edges[edge]
        fields = [field for field, six in enumerate(self._corners) if one in six and other in six]
        if len(fields) == 2:
            return self._words.say("between", one=self.field(fields[0]), other=self.field(fields[1]))
        six = self._corners[fields[0]]
        side = next(at for at in range(6) if {six[at], six[(at + 1) % 6]} == {one, other})
        return self._words.say(f"coast_{side}", field=self.field(fields[0]))
