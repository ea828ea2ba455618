"""What each event of a trace is in words; called before the table follows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from balance.core.telling import Line, Phrases, Span, Tone, line
from balance.games.schwarzwaelder_kirsch.table import ACTIONS, JOKER, Object, Table

TAKE, THEN = "  ", "    "
"""Indents of what a seat does, and of what follows from it."""


class Sentences:
    """Events in words.

    Args:
        words: The language.
        table: The table before the event.
    """

    def __init__(self, words: Phrases, table: Table) -> None:
        self._words = words
        self._table = table
        self._setup = table.setup

    def tell(self, item: Object) -> Iterator[Line]:
        """Lines about an event; none if it goes without saying."""
        told = _SENTENCES.get(item["event"])
        return iter(()) if told is None else told(self, item)

    def cake(self, seat: int) -> Line:
        """A seat's cake as a picture, its ingredients and its actions."""
        words, cake = self._words, self._table.cakes[seat]
        goal = self._setup["goal"]
        spans = [Span("■" * len(cake), "full"), Span("□" * (goal - len(cake)), "open")]
        if cake:
            spans.append(Span(" " + ", ".join(map(words.name, sorted(cake, key=self._order)))))
        spans += [Span(f"  ✦ {words.name(action)}", "gain") for action in self._table.actions[seat]]
        return line(*(span for span in spans if span.text))

    def _order(self, wedge: str) -> int:
        kinds = list(self._setup["kinds"])
        return kinds.index(wedge) if wedge in kinds else len(kinds)

    def _say(self, phrase: str, item: Object, *, tone: Tone = "plain", **fields: Any) -> Line:
        """A sentence about a wedge; one that Zuckerbäcker has turned up is named before."""
        words = self._words
        text = words.say(phrase, wedge=words.name(item["wedge"]), goal=self._setup["goal"], **fields)
        if self._table.is_drawn:
            return line(Span(f"{THEN}{words.name(item['wedge'])}: {text}", tone))
        flipped = "flipped_again" if self._table.was_seen else "flipped"
        head = words.say(flipped, place=item["place"] + 1, wedge=words.name(item["wedge"]))
        return line(Span(f"{TAKE}{head} {text}", tone))

    def _round(self, item: Object) -> Iterator[Line]:
        words = self._words
        phrase = "tie_break_round" if item["tie_break"] else "round"
        head = words.say(
            phrase,
            round=item["round"] + 1,
            rounds=self._setup["n_seats"],
            seat=words.seat(item["first"]),
            hidden=item["hidden"],
        )
        score = words.say("score", scores=" : ".join(map(str, self._table.scores)))
        yield ()
        yield line(Span(head, "head"), Span(f" · {score}", "faint"))

    def _deal(self, item: Object) -> Iterator[Line]:
        words = self._words
        yield line(
            TAKE + words.say("deal", seat=words.seat(item["seat"]), profession=words.name(item["profession"]))
        )

    def _turn(self, item: Object) -> Iterator[Line]:
        words = self._words
        head = words.say("turn", turn=self._table.turn + 2, seat=words.seat(item["seat"]))
        yield ()
        yield line(Span(head, "head"), Span("  "), *self.cake(item["seat"]))

    def _draw(self, item: Object) -> Iterator[Line]:
        words = self._words
        up = zip(item["places"], item["wedges"], strict=True)
        shown = ", ".join(words.say("drawn_at", place=place + 1, wedge=words.name(it)) for place, it in up)
        yield line(TAKE + words.say("draw" if len(item["wedges"]) > 1 else "draw_one", wedges=shown))

    def _take(self, item: Object) -> Iterator[Line]:
        phrase = "take" if item["profession"] is None else "take_double"
        yield self._say(phrase, item, cake=item["cake"])

    def _keep(self, item: Object) -> Iterator[Line]:
        if item["profession"] is not None:
            yield self._say("keep_second", item)
        elif item["replaced"] is None:
            yield self._say("keep", item)
        else:
            phrase = f"keep_{self._setup['action_swap']}"
            yield self._say(phrase, item, replaced=self._words.name(item["replaced"]))

    def _back(self, item: Object) -> Iterator[Line]:
        cake = self._table.cakes[item["seat"]]
        if self._table.is_drawn:
            phrase = "back"
        elif item["wedge"] in ACTIONS:
            phrase = "back_action"
        elif item["wedge"] in cake and item["wedge"] != JOKER:  # a joker never is a duplicate (R3)
            phrase = "back_first" if self._table.n_flips == 1 else "back_safe"
        else:
            phrase = "back_full"
        yield self._say(phrase, item)

    def _bust(self, item: Object) -> Iterator[Line]:
        lost = self._words.count("lost", item["lost"])
        yield self._say("bust", item, lost=lost)

    def _shuffle(self, item: Object) -> Iterator[Line]:
        yield line(Span(THEN + self._words.say("shuffle", hidden=item["hidden"]), "faint"))

    def _steal(self, item: Object) -> Iterator[Line]:
        words = self._words
        phrase = "steal" if item["by"] == "steal" else "steal_patissier"
        text = words.say(phrase, victim=words.seat(item["from"]), wedge=words.name(item["wedge"]))
        if item["replaced"] is not None:
            text += words.say("steal_replaced", replaced=words.name(item["replaced"]))
        elif item["wedge"] in ACTIONS:
            text += "."
        else:
            text += words.say("steal_cake", cake=item["cake"], goal=self._setup["goal"])
        if item["profession"] is not None:
            text += words.say("steal_double")
        yield line(TAKE + text)

    def _garnish(self, item: Object) -> Iterator[Line]:
        yield line(Span(TAKE + self._words.say("garnishes"), "gain"))

    def _stop(self, item: Object) -> Iterator[Line]:
        phrase = "stop" if self._table.n_flips else "stop_empty"
        if self._table.hidden and not self._table.n_flips:
            phrase = "stop_acted"
        yield line(TAKE + self._words.say(phrase))

    def _spent(self, item: Object) -> Iterator[Line]:
        yield line(THEN + self._words.say("spent"))

    def _round_end(self, item: Object) -> Iterator[Line]:
        words = self._words
        fields = {"round": item["round"] + 1, "turns": words.count("turns", item["turns"])}
        yield ()
        if item["winner"] is None:
            yield line(Span(words.say("round_stalled", **fields), "head"))
        else:
            text = words.say("round_won", seat=words.seat(item["winner"]), **fields)
            yield line(Span(text, "head"))


_SENTENCES: Mapping[str, Callable[[Sentences, Object], Iterator[Line]]] = {
    "round": Sentences._round,
    "deal": Sentences._deal,
    "turn": Sentences._turn,
    "draw": Sentences._draw,
    "take": Sentences._take,
    "keep": Sentences._keep,
    "back": Sentences._back,
    "bust": Sentences._bust,
    "shuffle": Sentences._shuffle,
    "steal": Sentences._steal,
    "garnish": Sentences._garnish,
    "stop": Sentences._stop,
    "spent": Sentences._spent,
    "round_end": Sentences._round_end,
}
