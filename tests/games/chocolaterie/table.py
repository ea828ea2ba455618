"""A table of chocolaterie that a test lays out in words; `draft/scripted.py` has what all drafts share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from scenarios import RefusedError
from scripted import ScriptedTable

from balance.games.chocolaterie import GAME, choose, kernel, layout, moves
from balance.games.chocolaterie.layout import Count, Take
from balance.games.chocolaterie.rules import devices


class Table(ScriptedTable):
    """Stations, packages, dice, and the wishes of the seats."""

    kinds: Mapping[str, str] = {kind: kind for kind in ("amount", "ingredient", "device", "special")}
    own_wishes = (
        ("wait", re.compile(r"packs station (?P<station>\d)")),
        ("pack", re.compile(r"packs into (?P<package>\w+)(?: with (?P<bars>\d+))?")),
        ("make", re.compile(r"makes (?P<variety>\w+)")),
    )
    answers = ("wants_packing", "choose_package", "choose_variety")

    def __init__(self, model: Any, given: Mapping[str, Any], wishes: list[str]) -> None:
        self.varieties = list(model.varieties)
        self.specials = list(model.specials)
        self.devices = {name: list(model.ingredients).index(owner) for name, owner in devices(model).items()}
        super().__init__(GAME, model, given, wishes)

    def of_face(self, kind: str, face: int) -> int | str:
        """What a die shows, as the YAML calls it."""
        if kind == "device":
            return next(name for name, ingredient in self.devices.items() if ingredient == face)
        return self.specials[face] if kind == "special" else super().of_face(kind, face)

    def name_take(self, kind: int, ingredient: int) -> str:
        """A device or a special."""
        return str(self.of_face("device" if kind == Take.DEVICE else "special", ingredient))

    def drawing(self) -> tuple[tuple[ModuleType, Any], ...]:
        """Also the dice of specials, and the first varieties."""
        return (*super().drawing(), (moves, self.draw_die), (kernel, self.draw_start))

    def rows(self, row: Any, seats: Any) -> dict[str, Any]:
        """Also how the playout ended."""
        return super().rows(row, seats) | {"end": GAME.end_reasons[row.end_reason]}

    def lay(self) -> None:
        """Put the given table into the state."""
        state, given = self.state, self.given
        self.lay_clock()
        self._lay_packages(given.get("packages", {}))
        for seat in range(self.rules.n_seats):
            mine = given.get("seats", {}).get(seat, {})
            state.applications[seat] = mine.get("applications", 0)
            state.score[seat] = state.points_tier[seat, 0] = mine.get("score", 0)
            state.tally[seat, Count.BARS] = state.tally[seat, Count.STORED] = mine.get("bars", 0)
            for station in range(self.rules.n_stations):
                self._lay_station(seat, station, mine.get("stations", {}).get(station, {}))
        state.stale[:] = state.outdated[:] = (1 << self.rules.n_stations) - 1
        self.lay_dice()

    def _lay_packages(self, given: Mapping[str, Any]) -> None:
        state, rules = self.state, self.rules
        if not rules.has_packages:
            moves.note_packages(rules, state)
            return
        state.n_full = state.n_opened = given.get("full", 0)
        state.n_slots = min(rules.n_open, rules.supply - state.n_full)
        for slot in range(state.n_slots):
            moves.open_package(state, self.trace, slot)
        for slot, package in enumerate(given.get("open", ())):
            for variety, bars in package.items():
                state.package_variety[slot] = self.varieties.index(variety)
                state.bars[slot, : len(bars)] = bars
                state.n_bars[slot] = sum(bars)
        moves.note_packages(rules, state)

    def _lay_station(self, seat: int, station: int, given: Mapping[str, Any]) -> None:
        state, rules = self.state, self.rules
        tier = self.rules.start_tier[station]
        first = next(v for v in range(rules.n_varieties) if rules.tier[v] == tier)
        variety = self.varieties.index(given["variety"]) if "variety" in given else first
        moves.fill_station(rules, state, seat, station, variety)
        self.lay_needs(seat, station, variety, given)
        state.refined[seat, station] = given.get("refined", False)
        state.waiting[seat, station] = given.get("waiting", False)

    def wants_packing(
        self, _rules: Any, _line_up: Any, _state: Any, seat: int, variety: int, *_: int
    ) -> bool:
        """Whether the next wish is to pack this bar."""
        if self.wishes and self.wishes[0][:2] == (seat, "wait"):
            station = int(self.wishes[0][2]["station"])
            if self.state.variety[seat, station] == variety and self.state.waiting[seat, station]:
                self.wishes.pop(0)
                return True
        return False

    def packages(self, seat: int, variety: int) -> dict[str, int]:
        """Every place the kernels offer for a bar, by what is in it."""
        found: dict[str, int] = {}
        for slot in self.offered(choose.choose_package, seat, variety):
            if slot == layout.NONE:
                found["storeroom"] = slot
            elif self.state.package_variety[slot] == layout.NONE:
                found["empty"] = slot
            else:
                name = self.varieties[self.state.package_variety[slot]]
                found[f"{name} with {self.state.n_bars[slot]}"] = slot
        return found

    def choose_package(
        self, _rules: Any, _line_up: Any, _state: Any, seat: int, variety: int, *_: int
    ) -> int:
        """The wished package, else the first that is offered, else the storeroom."""
        packages = self.packages(seat, variety)
        wish = self.wish("pack", seat)
        if wish is None:
            place, slot = next(iter(packages.items()), ("storeroom", layout.NONE))
        else:
            place = wish.string.removeprefix(f"{seat} packs into ")
            matching = [key for key in packages if key == place or key.startswith(f"{place} with ")]
            if not matching and not (place == "storeroom" and not packages):
                raise RefusedError(f"{wish.string}: offered are {', '.join(packages)}")
            place = matching[0] if matching else "storeroom"
            slot = packages.get(place, layout.NONE)
        self.course.append(f"{seat} packs into {place}")
        return slot

    def choose_variety(self, _rules: Any, _line_up: Any, _state: Any, seat: int, tier: int, *_: int) -> int:
        """The wished variety, else the first that is offered."""
        varieties = list(self.offered(choose.choose_variety, seat, tier))
        wish = self.wish("make", seat)
        variety = self.varieties.index(wish["variety"]) if wish else varieties[0]
        self.course.append(f"{seat} makes {self.varieties[variety]}")
        if variety not in varieties:
            raise RefusedError(f"{wish.string if wish else ''}: not offered")
        return variety
