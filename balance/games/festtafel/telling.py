"""A trace becomes sentences and pictures: one playout, roll by roll, as somebody at the table would tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balance.core.telling import Line, Phrases, Span, View, line
from balance.core.texts import Lang
from balance.games.draft.telling import PICTURE, TAKE, THEN, check_view, heading, needs_spans, result_lines
from balance.games.festtafel.scene import DiningTable, Object, Scene, Station
from balance.games.festtafel.sentences import Sentences
from balance.games.festtafel.table import banquet_lines

PACKAGE = "balance.games.festtafel"


def tell(trace: Sequence[Object], lang: Lang, view: View) -> Iterator[Line]:
    """Tell a playout.

    Args:
        trace: All objects of `tracing.objects`; a playout that failed lacks its `end`.
        lang: Language.
        view: What of it is told.

    Yields:
        Lines, empty ones between sections.

    Raises:
        UsageError: If the view is about a seat or a roll that the playout does not have.
    """
    check_view(trace, view)
    return _Teller(trace, lang, view).tell()


class _Teller:
    """Follows the scene and puts every event into words."""

    def __init__(self, trace: Sequence[Object], lang: Lang, view: View) -> None:
        self._trace = trace
        self._setup = trace[0]
        self._view = view
        self._words = Phrases(PACKAGE, lang)
        self._scene = Scene(self._setup)
        self._sentences = Sentences(self._words, self._scene, says_left=view.seat is not None)

    def tell(self) -> Iterator[Line]:
        yield from self._title()
        told = False
        for item in self._trace[1:]:
            kind = item["event"]
            if kind == "roll":
                if told and not self._view.shows(item["roll"]):
                    yield from self._picture("table_after", roll=self._scene.roll + 1)
                    return
                if not told and self._view.shows(item["roll"]):
                    told = True
                    start = "table_before" if item["roll"] else "table_start"
                    yield from self._picture(start, roll=item["roll"] + 1)
            if kind == "end":
                yield from self._end(item) if told else ()
                continue
            lines = list(self._sentences.tell(item)) if told and self._is_told(item) else []
            self._scene.follow(item)
            if lines:
                yield from lines
                yield from self._after(item)

    def _is_told(self, item: Object) -> bool:
        if self._view.seat is None or item["event"] in ("roll", "time_up"):
            return True
        return item.get("seat") == self._view.seat

    def _title(self) -> Iterator[Line]:
        setup, words = self._setup, self._words
        yield from heading(words, setup)
        limits = setup["applications"]
        yield line(
            words.say("clock", rolls=setup["rolls"], limit=limits["limit"], sous_chef=limits["sous_chef"])
        )
        tables = setup["banquet"]["tables"]
        n_cells = sum(table["cells"] for table in tables.values())
        yield line(
            words.say("banquet", tables=len(tables), cells=n_cells) if tables else words.say("no_banquet")
        )
        if tables and setup["fit"] == "cells":
            yield line(words.say("fit_cells"))
        yield line(Span(words.say("signs"), "faint"))
        if tables:
            yield line(Span(words.say("pays"), "faint"))

    def _picture(self, heading: str, **fields: Any) -> Iterator[Line]:
        """All stations and the banquet, stations of one seat if only it is told."""
        words = self._words
        yield ()
        yield line(Span(words.say(heading, **fields), "head"))
        for seat, stations in enumerate(self._scene.stations):
            if not self._view.is_about(seat):
                continue
            points = words.count("points", self._scene.scores[seat])
            applications = words.count("applications", self._scene.applications[seat])
            yield line(
                f"{TAKE}{words.seat(seat)}: {words.say('holds', points=points, applications=applications)}"
            )
            for number, station in stations.items():
                yield self._station_line(number, station)
        yield from self._banquet(self._scene.tables, TAKE)

    def _station_line(self, number: int, station: Station | None, indent: str = THEN) -> Line:
        head = f"{indent}{self._words.say('station', station=number + 1)} "
        if station is None:
            return line(head, Span(self._words.say("empty_station"), "faint"))
        spans = needs_spans(
            station.needs, station.delivered, station.processed, station.needs_cooks, self._words.name
        )
        return line(head, f"{self._words.name(station.dish)}: ", *spans)

    def _banquet(self, tables: Mapping[str, DiningTable], indent: str) -> Iterator[Line]:
        titles = {
            name: self._words.say(
                "table",
                table=self._words.name(name),
                bonus=table.bonus,
                penalty=self._setup["banquet"]["tables"][name]["penalty"],
            )
            for name, table in tables.items()
        }
        return banquet_lines(titles, tables, indent)

    def _after(self, item: Object) -> Iterator[Line]:
        kind = item["event"]
        if kind in ("pair", "cook", "hire"):
            yield self._station_line(item["station"], self._scene.station(item), PICTURE)
        elif kind == "serve":
            yield from self._banquet({item["table"]: self._scene.tables[item["table"]]}, PICTURE)

    def _end(self, item: Object) -> Iterator[Line]:
        yield from self._picture("table_end")
        yield ()
        yield from result_lines(self._words, item, "dishes")
