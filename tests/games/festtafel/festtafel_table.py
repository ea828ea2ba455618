"""A table of festtafel that a test lays out in words; `draft/scripted.py` has what all drafts share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from scenarios import RefusedError
from scripted import ScriptedTable

from balance.games.draft import stations
from balance.games.draft.layout import NONE
from balance.games.festtafel import GAME, kernel, layout, places
from balance.games.festtafel.compiling import table_step
from balance.games.festtafel.layout import Count
from balance.games.festtafel.rules import table_cells


class Table(ScriptedTable):
    """Stations, the banquet, dice, and the wishes of the seats."""

    kinds: Mapping[str, str] = {"amount": "amount", "ingredient": "ingredient", "cook": "device"}
    own_wishes = (
        (
            "serve",
            re.compile(r"serves at (?P<table>\w+)(?: row (?P<row>\d) column (?P<column>\d))?( turned \d)?"),
        ),
        ("serve", re.compile(r"serves on the sideboard")),
        ("tier", re.compile(r"wants (?P<tier>\w+)")),
        ("make", re.compile(r"makes (?P<dish>\w+)")),
    )
    answers = ("choose_place", "choose_tier", "choose_dish")

    def __init__(self, model: Any, given: Mapping[str, Any], wishes: list[str]) -> None:
        self.dishes = list(model.dishes)
        self.tables = list(model.banquet.tables)
        self.cooks = {part.cook: index for index, part in enumerate(model.ingredients.values()) if part.cook}
        super().__init__(GAME, model, given, wishes)
        self.steps = [table_step(table_cells(model, table)) for table in model.banquet.tables.values()]

    def of_face(self, kind: str, face: int) -> int | str:
        """What a die shows, as the YAML calls it."""
        if kind == "cook":
            return next(name for name, ingredient in self.cooks.items() if ingredient == face)
        return super().of_face(kind, face)

    def name_take(self, kind: int, ingredient: int) -> str:
        """A cook."""
        return str(self.of_face("cook", ingredient))

    def drawing(self) -> tuple[tuple[ModuleType, Any], ...]:
        """Also the first dishes and those that come later."""
        return (*super().drawing(), (stations, self.draw_dish), (kernel, self.draw_dish))

    def draw_dish(self, source: int, address: int, faces: int) -> int:
        """A first dish, or the next of the scripted draws for later ones."""
        if source == layout.Source.START:
            return self.draw_start(source, address, faces)
        later = self.given.get("later", [])
        pick = later.pop(0) if later else 0
        if pick >= faces:
            raise RefusedError(f"a draw among {faces}")
        return int(pick)

    # laying out

    def rows(self, row: Any, seats: Any) -> dict[str, Any]:
        """Also what is left of the banquet."""
        columns = ("cells_left", "tables_full", "holes")
        return super().rows(row, seats) | {column: int(row[column]) for column in columns}

    def open_to(self, when: str, seat: int) -> dict[str, Any]:
        """Also where the dish of its first station may lie."""
        if when != "places":
            return super().open_to(when, seat)
        return {"places": sorted(self.places(seat, self.rules.form[self.state.making[seat, 0]]))}

    def lay(self) -> None:
        """Put the given table into the state."""
        state, given = self.state, self.given
        self.lay_clock()
        if self.rules.has_banquet:
            places.lay_banquet(self.rules, state)
        for seat in range(self.rules.n_seats):
            mine = given.get("seats", {}).get(seat, {})
            state.applications[seat] = mine.get("applications", 0)
            state.score[seat] = state.points_tier[seat, 0] = mine.get("score", 0)
            state.tally[seat, Count.DISHES] = state.tally[seat, Count.ASIDE] = mine.get("dishes", 0)
            for station in range(self.rules.n_stations):
                self._lay_station(seat, station, mine.get("stations", {}).get(station, {}))
        for name, served in given.get("banquet", {}).items():
            for one in served:
                self._lay_dish(self.tables.index(name), one)
        state.stale[:] = state.outdated[:] = (1 << self.rules.n_stations) - 1
        self.lay_dice()

    def _lay_station(self, seat: int, station: int, given: Mapping[str, Any]) -> None:
        tier = self.rules.start_tier[station]
        dish = self.dishes.index(given["dish"]) if "dish" in given else self.rules.in_tier[tier, 0]
        stations.begin_station(self.rules, self.state, seat, station, dish)
        self.lay_needs(seat, station, dish, given)

    def _lay_dish(self, table: int, given: Mapping[str, Any]) -> None:
        """A dish that has been served before: `{seat: 0, cells: [[row, column], …]}`."""
        state, seat = self.state, given["seat"]
        for row, column in given["cells"]:
            bit = row * self.steps[table] + column
            assert state.free[table, bit // layout.WORD] >> bit % layout.WORD & 1, "two dishes on a cell"
            state.free[table, bit // layout.WORD] &= ~(1 << bit % layout.WORD)
        state.n_free[table] -= len(given["cells"])
        state.n_served[table] += 1
        state.served[table, seat] += 1
        state.tally[seat, Count.DISHES] += 1
        state.tally[seat, Count.SERVED] += 1
        places.note_table(self.rules, state, table)

    # wishes

    def places(self, seat: int, form: int) -> dict[str, int]:
        """Every place the kernels offer for a shape, in the words of a wish."""
        found: dict[str, int] = {}
        for code in self.offered(self.choose.draw_place, seat, form):
            if code == NONE:
                found["on the sideboard"] = NONE
                continue
            table, turn, word = places.table_of(code), places.turn_of(code), places.word_of(code)
            if self.rules.fits_by_count:
                found[f"at {self.tables[table]}"] = code
                continue
            mask = int(places.places(self.rules, self.state, table, form, turn, word))
            while mask:
                bit = int(places.lowest(mask))
                mask &= mask - 1
                row, column = divmod(word * layout.WORD + bit, self.steps[table])
                text = f"at {self.tables[table]} row {row} column {column}" + (
                    f" turned {turn}" if turn else ""
                )
                found[text] = places.place_code(table, turn, word, bit)
        return found

    def choose_place(self, _rules: Any, _line_up: Any, _state: Any, seat: int, form: int, *_: int) -> int:
        """The wished place, else the first that is offered, else the sideboard."""
        offers = self.places(seat, form) if self.state.fitting[form] else {}
        wish = self.wish("serve", seat)
        text, place = next(iter(offers.items()), ("on the sideboard", NONE))
        if wish is not None:
            text = wish.string[len("0 serves ") :]
            fitting = [key for key in offers if key == text or key.startswith(f"{text} row")]
            if not fitting and not (text == "on the sideboard" and not offers):
                raise RefusedError(f"{wish.string}: offered are {', '.join(offers)}")
            place = offers[fitting[0]] if fitting else NONE
        self.course.append(f"{seat} serves {' '.join(text.split()[:2]) if place != NONE else text}")
        return place

    def choose_tier(self, _rules: Any, _line_up: Any, _state: Any, seat: int, *_: int) -> int:
        """The wished tier, else the first."""
        offers = list(self.offered(self.choose.choose_tier, seat))
        wish = self.wish("tier", seat)
        tier = self.tiers.index(wish["tier"]) if wish else offers[0]
        self.course.append(f"{seat} wants {self.tiers[tier]}")
        if tier not in offers:
            raise RefusedError("a tier without dishes")
        return tier

    def choose_dish(self, _rules: Any, _line_up: Any, _state: Any, seat: int, tier: int, *_: int) -> int:
        """The wished dish, else the first that is offered."""
        offers = list(self.offered(self.choose.choose_dish, seat, tier))
        wish = self.wish("make", seat)
        dish = self.dishes.index(wish["dish"]) if wish else offers[0]
        self.course.append(f"{seat} makes {self.dishes[dish]}")
        if dish not in offers:
            raise RefusedError(f"{wish.string if wish else ''}: not offered")
        return dish

    def drawn_banquet(self) -> dict[str, list[str]]:
        """Each table as rows of text: `.` a free cell, `x` a covered one."""
        found = {}
        for index, (name, table) in enumerate(self.model.banquet.tables.items()):
            cells = set(table_cells(self.model, table))
            rows = [""] * (1 + max(row for row, _ in cells))
            for row in range(len(rows)):
                for column in range(self.steps[index] - 1):
                    bit = row * self.steps[index] + column
                    free = int(self.state.free[index, bit // layout.WORD]) >> bit % layout.WORD & 1
                    rows[row] += " " if (row, column) not in cells else "." if free else "x"
            found[name] = [row.rstrip() for row in rows]
        return found
