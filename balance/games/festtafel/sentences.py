"""What each event of a trace is in words; called before the scene follows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from balance.core.telling import Line, Phrases, Span, Tone, line
from balance.games.draft.telling import TAKE, THEN, dice_text, pair_words, pass_words, roll_lines
from balance.games.festtafel.scene import DICE, Object, Scene

NEW_DISH = {"tier_free": "refill", "tier_fixed": "refill_fixed", "free": "choose"}
"""What is said of a freed station (R7)."""


class Sentences:
    """Events in words.

    Args:
        words: The language.
        scene: The scene before the event.
        says_left: Whether to say what is left of the dice before a take that is not the first.
    """

    def __init__(self, words: Phrases, scene: Scene, says_left: bool) -> None:
        self._words = words
        self._scene = scene
        self._setup = scene.setup
        self._says_left = says_left

    def tell(self, item: Object) -> Iterator[Line]:
        """Lines about an event; none if it goes without saying."""
        told = _SENTENCES.get(item["event"])
        return iter(()) if told is None else told(self, item)

    def _sentence(
        self, phrase: str, item: Object, *, indent: str = TAKE, tone: Tone = "plain", **fields: Any
    ) -> Line:
        """A sentence about a seat."""
        seat = self._words.seat(item["seat"])
        return line(Span(indent + self._words.say(phrase, seat=seat, **fields), tone))

    def _making(self, item: Object) -> str:
        return self._words.name(self._scene.station(item).dish)

    def _roll(self, item: Object) -> Iterator[Line]:
        return roll_lines(self._words, item, self._setup["rolls"], self._scene.scores, DICE)

    def _reroll(self, item: Object) -> Iterator[Line]:
        yield self._sentence("reroll", item, applications=item["applications"])
        yield line(f"{TAKE}{dice_text(self._words, item, DICE)}")

    def _left(self, item: Object) -> Iterator[Line]:
        """What a seat that is told alone can choose from, after the others."""
        is_first = item["seat"] == self._scene.roll % self._setup["n_seats"]
        if self._says_left and not is_first:
            left = dice_text(self._words, self._scene.dice, DICE)
            yield line(Span(f"{TAKE}{self._words.say('left')}{left}", "faint"))

    def _pair(self, item: Object) -> Iterator[Line]:
        yield from self._left(item)
        phrase, fields = pair_words(self._words, item)
        yield self._sentence(phrase, item, dish=self._making(item), **fields)

    def _cook(self, item: Object) -> Iterator[Line]:
        yield from self._left(item)
        cook, ingredient = self._words.name(item["cook"]), self._words.name(item["ingredient"])
        yield self._sentence("take_cook", item, cook=cook, ingredient=ingredient, dish=self._making(item))

    def _pass(self, item: Object) -> Iterator[Line]:
        yield from self._left(item)
        before, limit = self._scene.applications[item["seat"]], self._setup["applications"]["limit"]
        phrase, fields = pass_words(item, before, limit)
        yield self._sentence(phrase, item, **fields)

    def _hire(self, item: Object) -> Iterator[Line]:
        cost = self._words.count("applications", self._setup["applications"]["sous_chef"])
        ingredient = self._words.name(item["ingredient"])
        left, dish = item["applications"], self._making(item)
        yield self._sentence("hire", item, cost=cost, applications=left, ingredient=ingredient, dish=dish)

    def _finish(self, item: Object) -> Iterator[Line]:
        dish, points = self._words.name(item["dish"]), self._words.count("points", item["points"])
        yield self._sentence("finish", item, indent=THEN, tone="gain", dish=dish, points=points)

    def _serve(self, item: Object) -> Iterator[Line]:
        table = self._words.name(item["table"])
        phrase = "serve" if item["free"] else "serve_last"
        free = self._words.count("free", item["free"])
        yield self._sentence(phrase, item, indent=THEN, table=self._at(table), free=free)

    def _at(self, table: str) -> str:
        return self._words.say("at", table=table)

    def _aside(self, item: Object) -> Iterator[Line]:
        cells = self._setup["dishes"][item["dish"]]["cells"]
        has_room = any(table.free >= cells for table in self._scene.tables.values())
        phrase = (
            "aside_chosen" if self._setup["sideboard_by_choice"] else "aside" if has_room else "aside_full"
        )
        yield self._sentence(phrase, item, indent=THEN, dish=self._words.name(item["dish"]))

    def _full(self, item: Object) -> Iterator[Line]:
        text = self._words.say("full", table=self._words.name(item["table"]))
        yield line(Span(THEN + text, "gain"))

    def _bonus(self, item: Object) -> Iterator[Line]:
        dishes, points = item["dishes"], item["points"]
        yield self._sentence(
            "bonus",
            item,
            indent=THEN,
            tone="gain",
            dishes=self._words.count("dishes_there", dishes),
            bonus=points // dishes,
            points=self._words.count("points", points),
        )

    def _refill(self, item: Object) -> Iterator[Line]:
        words = self._words
        needs = self._setup["dishes"][item["dish"]]["needs"]
        pieces = ", ".join(words.pieces(n, ingredient) for ingredient, n in needs.items())
        phrase = NEW_DISH[self._setup["new_dish"]]
        tier = words.name(self._setup["dishes"][item["dish"]]["tier"])
        station, dish = item["station"] + 1, words.name(item["dish"])
        yield self._sentence(phrase, item, indent=THEN, station=station, dish=dish, pieces=pieces, tier=tier)

    def _time_up(self, item: Object) -> Iterator[Line]:
        yield ()
        yield line(Span(self._words.say("time_up"), "head"))

    def _penalty(self, item: Object) -> Iterator[Line]:
        table, points = self._words.name(item["table"]), self._words.count("points", item["points"])
        dishes = self._words.count("dishes_there", item["dishes"])
        yield self._sentence("penalty", item, table=table, points=points, dishes=dishes)


_SENTENCES: Mapping[str, Callable[[Sentences, Object], Iterator[Line]]] = {
    "roll": Sentences._roll,
    "reroll": Sentences._reroll,
    "pair": Sentences._pair,
    "cook": Sentences._cook,
    "pass": Sentences._pass,
    "hire": Sentences._hire,
    "finish": Sentences._finish,
    "serve": Sentences._serve,
    "aside": Sentences._aside,
    "full": Sentences._full,
    "bonus": Sentences._bonus,
    "refill": Sentences._refill,
    "time_up": Sentences._time_up,
    "penalty": Sentences._penalty,
}
