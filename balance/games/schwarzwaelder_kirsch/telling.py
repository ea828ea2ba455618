"""A trace becomes sentences and pictures: one playout, turn by turn, as somebody at the table would tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from balance.core.errors import UsageError
from balance.core.telling import Line, Phrases, Span, View, line
from balance.core.texts import Lang
from balance.games.schwarzwaelder_kirsch.sentences import TAKE, Sentences
from balance.games.schwarzwaelder_kirsch.table import Object, Table

PACKAGE = "balance.games.schwarzwaelder_kirsch"
_ALWAYS = ("round", "deal", "round_end")


def tell(trace: Sequence[Object], lang: Lang, view: View) -> Iterator[Line]:
    """Tell a playout; what a view calls rolls are the turns here, counted through the whole playout.

    Args:
        trace: All objects of `tracing.objects`; a playout that failed lacks its `end`.
        lang: Language.
        view: What of it is told.

    Yields:
        Lines, empty ones between sections.

    Raises:
        UsageError: If the view is about a seat or a turn that the playout does not have.
    """
    n_seats, n_turns = trace[0]["n_seats"], sum(item["event"] == "turn" for item in trace)
    if view.seat is not None and view.seat >= n_seats:
        raise UsageError(f"there is no seat {view.seat + 1}: {n_seats} play")
    if view.first >= max(n_turns, 1):
        raise UsageError(f"there is no turn {view.first + 1}: this playout has {n_turns}")
    return _Teller(trace, lang, view).tell()


class _Teller:
    """Follows the table and puts every event into words."""

    def __init__(self, trace: Sequence[Object], lang: Lang, view: View) -> None:
        self._trace = trace
        self._setup = trace[0]
        self._view = view
        self._words = Phrases(PACKAGE, lang)
        self._table = Table(self._setup)
        self._sentences = Sentences(self._words, self._table)

    def tell(self) -> Iterator[Line]:
        yield from self._title()
        told = self._view.first == 0
        for item in self._trace[1:]:
            if item["event"] == "turn":
                turn = self._table.turn + 1
                if told and not self._view.shows(turn):
                    yield from self._picture("table_after", turn=turn)
                    return
                if not told and self._view.shows(turn):
                    told = True
                    yield from self._picture("table_before", turn=turn + 1)
            if item["event"] == "end":
                yield from self._end(item) if told else ()
                continue
            if told and self._is_told(item):
                yield from self._sentences.tell(item)
            self._table.follow(item)

    def _is_told(self, item: Object) -> bool:
        if self._view.seat is None or item["event"] in _ALWAYS:
            return True
        if item["event"] == "turn":
            return bool(item["seat"] == self._view.seat)
        return self._table.seat == self._view.seat or item.get("from") == self._view.seat

    def _title(self) -> Iterator[Line]:
        setup, words = self._setup, self._words
        title = words.say("title", game=words.name(setup["game"]), playout=setup["playout"])
        where = words.say("seed", seed=setup["seed"])
        if setup["cell"] != "base":
            where += f", {words.say('cell', cell=setup['cell'])}"
        yield line(Span(title, "head"), f" · {where}")
        yield line(
            " · ".join(
                words.say("plays", seat=words.seat(seat), policy=policy)
                for seat, policy in enumerate(setup["policies"])
            )
        )
        counts = {
            "ingredients": words.count("ingredients", sum(setup["kinds"].values())),
            "kinds": words.count("kinds", sum(n > 0 for n in setup["kinds"].values())),
            "goal": words.count("ingredients", setup["goal"]),
        }
        yield line(words.say("pantry", **{**setup, **counts}))
        yield line(Span(words.say("signs", goal=setup["goal"]), "faint"))

    def _picture(self, heading: str, **fields: Any) -> Iterator[Line]:
        """All cakes, or that of the seat that is told."""
        words = self._words
        yield ()
        hidden = words.count("face_down", self._table.hidden)
        yield line(Span(words.say(heading, **fields), "head"), Span(f" · {hidden}", "faint"))
        for seat in range(self._setup["n_seats"]):
            if self._view.is_about(seat):
                yield line(f"{TAKE}{words.seat(seat)}  ", *self._sentences.cake(seat))

    def _end(self, item: Object) -> Iterator[Line]:
        words = self._words
        yield ()
        yield line(Span(self._verdict(item), "head"))
        ranked = sorted(item["rows"]["seats"], key=lambda row: (row["rank"], row["seat"]))
        for row in ranked:
            sources = [
                f"{words.name(column)} {value}"
                for column, value in row.items()
                if column.startswith("points_") and value
            ]
            text = words.say(
                "result",
                seat=words.seat(row["seat"]),
                policy=row["policy"],
                rounds=words.count("rounds", row["score"]),
                busts=words.count("busts", row["busts"]),
            )
            yield line(TAKE + text, Span(f" – {', '.join(sources)}" if sources else "", "faint"))

    def _verdict(self, item: Object) -> str:
        words = self._words
        winners = [seat for seat, wins in enumerate(item["winners"]) if wins]
        rounds = words.count("rounds", item["scores"][winners[0]])
        seats = [words.seat(seat) for seat in winners]
        if len(winners) > 1:
            listed = ", ".join(seats[:-1]) + words.say("and") + seats[-1]
            return words.say("draw_game", seats=listed, rounds=rounds)
        return words.say(f"wins_{item['reason']}", seat=seats[0], rounds=rounds)
