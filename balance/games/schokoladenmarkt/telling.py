"""A trace becomes sentences and pictures: one playout, turn by turn, as somebody at the table would tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balance.core.errors import UsageError
from balance.core.telling import Line, Phrases, Span, Tone, View, line
from balance.core.texts import Lang
from balance.games.schokoladenmarkt.places import Places
from balance.games.schokoladenmarkt.signs import island, market
from balance.games.schokoladenmarkt.table import Object, Table

PACKAGE = "balance.games.schokoladenmarkt"
STEP, THEN = "  ", "    "
_OF_ALL = {"turn", "roll", "short", "monopoly", "longest_road", "largest_army"}  # concern every seat
_GAINS = {"reward_points", "longest_road", "largest_army"}
_FOLLOWS = {
    *("reward_points", "reward_card", "reward_resource", "reward_road", "fall", "market_die", "rise"),
    *(
        "longest_road",
        "largest_army",
        "free_road",
        "take",
        "monopoly",
        "robber",
        "steal",
        "gain",
        "short",
        "discard",
    ),
}


def tell(trace: Sequence[Object], lang: Lang, view: View) -> Iterator[Line]:
    """Tell a playout.

    Args:
        trace: All objects of `tracing.objects`; a playout that failed may lack its `board` or `end`.
        lang: Language.
        view: What of it is told; its rolls are turns here.

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
    return _Teller(trace, lang, view).tell() if len(trace) > 1 else iter(())


class _Teller:
    """Follows the table and puts every event into words."""

    def __init__(self, trace: Sequence[Object], lang: Lang, view: View) -> None:
        self._trace = trace
        self._setup = trace[0]
        self._view = view
        self._words = Phrases(PACKAGE, lang)
        self._table = Table(trace[0], trace[1])
        self._places = Places(trace[1], self._words)

    def tell(self) -> Iterator[Line]:
        yield from self._title()
        told = self._view.first == 0
        if told:
            yield from self._picture("table_start")
        for index, item in enumerate(self._trace[2:], start=2):
            if item["event"] == "turn":
                shows = self._view.shows(item["turn"])
                if told and not shows:
                    yield from self._picture("table_after", turn=item["turn"])
                    return
                if shows and item["turn"]:
                    yield from self._picture("table_before", turn=item["turn"] + 1) if not told else ()
                told = told or shows
            if item["event"] == "end":
                yield from self._end(item) if told else ()
                continue
            lines = list(self._lines(item, index)) if told and self._is_told(item) else []
            self._table.follow(item)
            yield from lines

    def _is_told(self, item: Object) -> bool:
        if self._view.seat is None or item["event"] in _OF_ALL:
            return True
        seat = item.get("seat", self._table.active)
        return self._view.seat in (seat, item.get("victim"), item.get("other"))

    # what stands above and below

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
        yield line(words.say("goal", points=setup["victory_points"]))
        yield line(Span(words.say("signs"), "faint"))

    def _picture(self, heading: str, **fields: Any) -> Iterator[Line]:
        """The island, the market and what everybody has."""
        words, table = self._words, self._table
        yield ()
        yield line(Span(words.say(heading, **fields), "head"))
        for text in island(table, words):
            yield line(STEP + text)
        yield ()
        yield line(Span(words.say("market"), "head"))
        for text in market(table, words):
            yield line(STEP + text)
        yield ()
        for seat in range(self._setup["n_seats"]):
            if self._view.is_about(seat):
                yield line(STEP + self._holds(seat))

    def _holds(self, seat: int) -> str:
        words, table = self._words, self._table
        hand = self._cards(table.hands[seat])
        text = words.say(
            "holds", seat=words.seat(seat), points=words.count("points", table.score(seat)), hand=hand
        )
        hidden = sum(table.cards[seat].values())
        return text + (f"; {words.count('hidden', hidden)}" if hidden else "")

    def _cards(self, cards: Mapping[str, int]) -> str:
        """Cards by kind, raw materials first."""
        kinds = [*self._setup["raw_of"].values(), *self._setup["ingredients"]]
        listed = [f"{cards[kind]} {self._words.name(kind)}" for kind in kinds if cards[kind] > 0]
        return ", ".join(listed) or self._words.say("nothing")

    # events

    def _lines(self, item: Object, index: int) -> Iterator[Line]:
        event = item["event"]
        if event == "turn":
            yield from self._turn(item)
            return
        if event == "gain":
            if self._is_first(index, ("gain", "short")):
                yield from self._gains(index)
            return
        if event == "discard":
            if self._is_first(index, ("discard",)):
                yield from self._discards(index)
            return
        phrase = event
        if event in ("longest_road", "largest_army") and item["seat"] is None:
            phrase = f"{event}_lost"
        if event == "rise" and self._is_chosen(item, index):
            phrase = "rise_chosen"
        indent = THEN if event in _FOLLOWS else STEP
        tone: Tone = "gain" if event in _GAINS else "plain"
        yield line(Span(indent + self._words.say(phrase, **self._fields(item)), tone))

    def _turn(self, item: Object) -> Iterator[Line]:
        words, table = self._words, self._table
        yield ()
        head = words.say("turn", turn=item["turn"] + 1, seat=words.seat(item["seat"]))
        scores = " : ".join(str(table.score(seat)) for seat in range(self._setup["n_seats"]))
        yield line(Span(head, "head"), Span(f" · {words.say('score', scores=scores)}", "faint"))

    def _is_first(self, index: int, kinds: Sequence[str]) -> bool:
        """Whether an event is the first of its kind that is told in a row of these kinds; of a discard, of its seat."""
        item, before = self._trace[index], index - 1
        while self._trace[before]["event"] in kinds:
            other = self._trace[before]
            of_a_seat = other["event"] != "discard" or other["seat"] == item["seat"]
            if other["event"] == item["event"] and self._is_told(other) and of_a_seat:
                return False
            before -= 1
        return True

    def _gains(self, index: int) -> Iterator[Line]:
        """What a roll brings, a line a seat."""
        got: dict[int, dict[str, int]] = {}
        while self._trace[index]["event"] in ("gain", "short"):
            item = self._trace[index]
            if item["event"] == "gain" and self._view.is_about(item["seat"]):
                got.setdefault(item["seat"], {})[item["kind"]] = item["cards"]
            index += 1
        for seat in sorted(got):
            listed = ", ".join(f"{n} {self._words.name(kind)}" for kind, n in got[seat].items())
            yield line(THEN + self._words.say("gain", seat=self._words.seat(seat), cards=listed))

    def _discards(self, index: int) -> Iterator[Line]:
        """All that a seat discards."""
        seat, gone = self._trace[index]["seat"], dict.fromkeys(self._all_kinds(), 0)
        while self._trace[index]["event"] == "discard":
            item = self._trace[index]
            gone[item["kind"]] += item["seat"] == seat
            index += 1
        yield line(THEN + self._words.say("discard", seat=self._words.seat(seat), cards=self._cards(gone)))

    def _is_chosen(self, item: Object, index: int) -> bool:
        """Whether a variety rises that the market die has not named."""
        face = self._trace[index - 1].get("face")
        return bool(self._setup["market"]["varieties"][item["variety"]]["number"] != face)

    def _fields(self, item: Object) -> dict[str, Any]:
        """An event's fields as they are told."""
        words = self._words
        told: dict[str, Any] = dict(item)
        for key in ("seat", "victim", "other"):
            if item.get(key) is not None:
                told[key] = words.seat(item[key])
        for key in ("kind", "gives", "gets", "variety", "card"):
            if key in item:
                told[key] = words.name(item[key])
        if "corner" in item:
            told["place"] = self._places.corner(item["corner"])
        if "field" in item:
            told["field"] = self._places.field(item["field"])
            told["site"] = words.name(self._ingredient(item["field"])) if item["event"] != "robber" else ""
        if "edge" in item:
            told["place"] = self._places.edge(item["edge"])
        if item["event"] == "roll":
            told |= {"one": item["dice"][0], "other": item["dice"][1], "sum": sum(item["dice"])}
        for key in ("length", "knights"):
            if item.get(key):
                told[key] = words.count(key, item[key])
        if item["event"] == "monopoly":
            others = (hand for seat, hand in enumerate(self._table.hands) if seat != item["seat"])
            told["cards"] = sum(hand[item["kind"]] for hand in others)
        if item["event"] == "chocolate":
            told["cost"] = self._cards({**dict.fromkeys(self._all_kinds(), 0), **self._cost(item["variety"])})
        return told

    def _all_kinds(self) -> list[str]:
        return [*self._setup["raw_of"].values(), *self._setup["ingredients"]]

    def _cost(self, variety: str) -> Mapping[str, int]:
        cost: Mapping[str, int] = self._setup["market"]["varieties"][variety]["cost"]
        return cost

    def _ingredient(self, field: int) -> str:
        land = self._table.board["fields"][field]["landscape"]
        parts: Mapping[str, Any] = self._setup["ingredients"]
        return next(name for name, part in parts.items() if part["landscape"] == land)

    def _end(self, item: Object) -> Iterator[Line]:
        words = self._words
        yield from self._picture("table_end")
        yield ()
        winners = [seat for seat, wins in enumerate(item["winners"]) if wins]
        if winners:
            points = words.count("points", item["scores"][winners[0]])
            verdict = words.say("wins", seat=words.seat(winners[0]), points=points)
        else:
            verdict = words.say("cut_off", turns=item["turns"])
        yield line(Span(verdict, "head"))
        for row in sorted(item["rows"]["seats"], key=lambda row: (row["rank"], row["seat"])):
            sources = [
                f"{words.name(column)} {value}"
                for column, value in row.items()
                if column.startswith("points_") and value
            ]
            points = words.count("points", row["score"])
            text = words.say("result", seat=words.seat(row["seat"]), policy=row["policy"], points=points)
            yield line(STEP + text, Span(f" – {', '.join(sources)}" if sources else "", "faint"))
