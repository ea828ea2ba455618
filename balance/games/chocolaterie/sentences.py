"""What each event of a trace is in words; called before the table follows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from balance.core.telling import Line, Phrases, Span, Tone, line
from balance.games.chocolaterie.table import DICE, Object, Table
from balance.games.draft.telling import TAKE, THEN, dice_text, pair_words, pass_words, roll_lines


class Sentences:
    """Events in words.

    Args:
        words: The language.
        table: The table before the event.
        says_left: Whether to say what is left of the dice before a take that is not the first.
    """

    def __init__(self, words: Phrases, table: Table, says_left: bool) -> None:
        self._words = words
        self._table = table
        self._setup = table.setup
        self._says_left = says_left

    def tell(self, item: Object) -> Iterator[Line]:
        """Lines about an event; none if it goes without saying."""
        told = _SENTENCES.get(item["event"])
        return iter(()) if told is None else told(self, item)

    def _roll(self, item: Object) -> Iterator[Line]:
        return roll_lines(self._words, item, self._setup["rolls"], self._table.scores, DICE)

    def _reroll(self, item: Object) -> Iterator[Line]:
        yield self._sentence("reroll", item, applications=item["applications"])
        yield line(f"{TAKE}{dice_text(self._words, item, DICE)}")

    def _sentence(
        self, phrase: str, item: Object, *, indent: str = TAKE, tone: Tone = "plain", **fields: Any
    ) -> Line:
        """A sentence about a seat, and about the variety of its station."""
        seat = self._words.seat(item["seat"])
        return line(Span(indent + self._words.say(phrase, seat=seat, **fields), tone))

    def _making(self, item: Object) -> str:
        return self._words.name(self._table.station(item).variety)

    def _left(self, item: Object) -> Iterator[Line]:
        """What a seat that is told alone can choose from, after the others."""
        is_first = item["seat"] == self._table.roll % self._setup["n_seats"]
        if self._says_left and not is_first:
            left = dice_text(self._words, self._table.dice, DICE)
            yield line(Span(f"{TAKE}{self._words.say('left')}{left}", "faint"))

    def _pair(self, item: Object) -> Iterator[Line]:
        yield from self._left(item)
        phrase, fields = pair_words(self._words, item)
        yield self._sentence(phrase, item, variety=self._making(item), **fields)

    def _device(self, item: Object) -> Iterator[Line]:
        words = self._words
        yield from self._left(item)
        ingredient, device = words.name(item["ingredient"]), words.name(item["device"])
        yield self._sentence(
            "take_device", item, device=device, ingredient=ingredient, variety=self._making(item)
        )

    def _special(self, item: Object) -> Iterator[Line]:
        yield from self._left(item)
        special = self._words.name(item["special"])
        refinement = self._setup["refinement"]
        yield self._sentence(
            "take_special", item, special=special, variety=self._making(item), refinement=refinement
        )

    def _pass(self, item: Object) -> Iterator[Line]:
        yield from self._left(item)
        before, limit = self._table.applications[item["seat"]], self._setup["applications"]["limit"]
        phrase, fields = pass_words(item, before, limit)
        yield self._sentence(phrase, item, **fields)

    def _hire(self, item: Object) -> Iterator[Line]:
        cost = self._words.count("applications", self._setup["applications"]["master"])
        ingredient = self._words.name(item["ingredient"])
        yield self._sentence("hire", item, cost=cost, ingredient=ingredient, variety=self._making(item))

    def _finish(self, item: Object) -> Iterator[Line]:
        refinement = self._setup["refinement"]
        yield self._sentence(
            "finish_refined" if item["refined"] else "finish",
            item,
            indent=THEN,
            tone="gain",
            variety=self._words.name(item["variety"]),
            points=self._words.count("points", item["points"]),
            own=item["points"] - refinement,
            refinement=refinement,
        )
        if self._setup["packing"] == "may_wait":
            yield line(THEN + self._words.say("stays"))

    def _pack(self, item: Object) -> Iterator[Line]:
        yield self._sentence("pack_first" if item["bars"] == 1 else "pack", item, indent=THEN)

    def _store(self, item: Object) -> Iterator[Line]:
        is_chosen = any(self._table.takes(number, item["variety"]) for number in self._table.packages)
        phrase = "store_chosen" if is_chosen else "store"
        yield self._sentence(phrase, item, indent=THEN, variety=self._words.name(item["variety"]))

    def _full(self, item: Object) -> Iterator[Line]:
        supply = self._setup["packages"]["supply"]
        text = self._words.say("full", full=item["packages_full"], supply=supply)
        yield line(Span(THEN + text, "gain"))
        if self._table.n_opened == supply and item["packages_full"] < supply:
            yield line(THEN + self._words.say("none_left"))

    def _bonus(self, item: Object) -> Iterator[Line]:
        bars, points = item["bars"], item["points"]
        yield self._sentence(
            "bonus",
            item,
            indent=THEN,
            tone="gain",
            bars=bars,
            bonus=points // bars,
            points=self._words.count("points", points),
            package=item["package"] + 1,
        )

    def _open(self, item: Object) -> Iterator[Line]:
        yield line(THEN + self._words.say("open", package=item["package"] + 1))

    def _choose(self, item: Object) -> Iterator[Line]:
        words = self._words
        variety = words.name(item["variety"])
        needs = self._setup["varieties"][item["variety"]]["needs"]
        pieces = ", ".join(words.pieces(n, ingredient) for ingredient, n in needs.items())
        yield self._sentence(
            "choose", item, indent=THEN, station=item["station"] + 1, variety=variety, pieces=pieces
        )

    def _time_up(self, item: Object) -> Iterator[Line]:
        yield ()
        yield line(Span(self._words.say("time_up"), "head"))


_SENTENCES: Mapping[str, Callable[[Sentences, Object], Iterator[Line]]] = {
    "roll": Sentences._roll,
    "reroll": Sentences._reroll,
    "pair": Sentences._pair,
    "device": Sentences._device,
    "special": Sentences._special,
    "pass": Sentences._pass,
    "hire": Sentences._hire,
    "finish": Sentences._finish,
    "pack": Sentences._pack,
    "store": Sentences._store,
    "full": Sentences._full,
    "bonus": Sentences._bonus,
    "open": Sentences._open,
    "choose": Sentences._choose,
    "time_up": Sentences._time_up,
}
