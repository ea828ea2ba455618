"""A trace becomes sentences and pictures: one playout, roll by roll, as somebody at the table would tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from balance.core.telling import Line, Phrases, Span, View, line
from balance.core.texts import Lang
from balance.games.chocolaterie.picture import package_picture, station_picture
from balance.games.chocolaterie.sentences import Sentences
from balance.games.chocolaterie.table import Object, Station, Table
from balance.games.draft.telling import PICTURE, TAKE, THEN, check_view, heading, result_lines

PACKAGE = "balance.games.chocolaterie"
WIDTH = 96  # of a line of packages


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
    """Follows the table and puts every event into words."""

    def __init__(self, trace: Sequence[Object], lang: Lang, view: View) -> None:
        self._trace = trace
        self._setup = trace[0]
        self._view = view
        self._words = Phrases(PACKAGE, lang)
        self._table = Table(self._setup)
        self._sentences = Sentences(self._words, self._table, says_left=view.seat is not None)

    def tell(self) -> Iterator[Line]:
        yield from self._title()
        told = False
        for item in self._trace[1:]:
            kind = item["event"]
            if kind == "roll":
                if told and not self._view.shows(item["roll"]):
                    yield from self._picture("table_after", roll=self._table.roll + 1)
                    return
                if not told and self._view.shows(item["roll"]):
                    told = True
                    start = "table_before" if item["roll"] else "table_start"
                    yield from self._picture(start, roll=item["roll"] + 1)
            if kind == "end":
                yield from self._end(item) if told else ()
                continue
            lines = list(self._sentences.tell(item)) if told and self._is_told(item) else []
            self._table.follow(item)
            if lines:
                yield from lines
                yield from self._after(item)

    def _is_told(self, item: Object) -> bool:
        if self._view.seat is None or item["event"] in ("roll", "time_up"):
            return True
        return item.get("seat") == self._view.seat

    # what stands above and below

    def _title(self) -> Iterator[Line]:
        setup, words = self._setup, self._words
        yield from heading(words, setup)
        limits = setup["applications"]
        yield line(words.say("clock", rolls=setup["rolls"], limit=limits["limit"], master=limits["master"]))
        packages = setup["packages"]
        yield line(words.say("packages" if packages["enabled"] else "no_packages", **packages))
        yield line(Span(words.say("signs"), "faint"))

    def _picture(self, phrase: str, **fields: Any) -> Iterator[Line]:
        """All stations and packages, those of one seat if only it is told."""
        words = self._words
        yield ()
        yield line(Span(words.say(phrase, **fields), "head"))
        for seat, stations in enumerate(self._table.stations):
            if not self._view.is_about(seat):
                continue
            points = words.count("points", self._table.scores[seat])
            applications = words.count("applications", self._table.applications[seat])
            yield line(
                f"{TAKE}{words.seat(seat)}: {words.say('holds', points=points, applications=applications)}"
            )
            for number, station in stations.items():
                yield self._station_line(number, station)
        yield from self._packages()

    def _station_line(self, number: int, station: Station | None, indent: str = THEN) -> Line:
        head = f"{indent}{self._words.say('station', station=number + 1)} "
        if station is None:
            return line(head, Span(self._words.say("empty_station"), "faint"))
        if station.is_finished:
            return line(
                head, f"{self._words.name(station.variety)}: ", Span(self._words.say("waits"), "full")
            )
        name = self._words.name(station.variety)
        return line(head, f"{name}: ", *station_picture(station, self._words.name))

    def _packages(self) -> Iterator[Line]:
        """Open packages, as many to a line as fit."""
        spans: list[Span] = []
        width = 0
        for number in self._table.packages:
            part = self._package(number)
            length = sum(len(span.text) for span in part) + 3
            if spans and width + length > WIDTH:
                yield line(TAKE, *spans)
                spans, width = [], 0
            spans += [Span("   " if spans else ""), *part]
            width += length
        if spans:
            yield line(TAKE, *spans)

    def _package(self, number: int) -> Line:
        package = self._table.packages[number]
        words = self._words
        variety = words.name(package.variety) if package.variety else words.say("empty_package")
        picture = package_picture(package, self._setup["packages"]["size"])
        return line(f"{words.say('package', package=number + 1)} {variety} ", *picture)

    # after the table has followed

    def _after(self, item: Object) -> Iterator[Line]:
        kind = item["event"]
        if kind in ("pair", "device", "special", "hire"):
            yield self._station_line(item["station"], self._table.station(item), PICTURE)
        elif kind == "pack":
            yield line(PICTURE, *self._package(item["package"]))

    def _end(self, item: Object) -> Iterator[Line]:
        words = self._words
        if item["reason"] == "supply":
            yield ()
            yield line(Span(words.say("end_supply"), "head"))
        yield from self._picture("table_end")
        yield ()
        yield from result_lines(words, item, "bars")
