"""A table of chocolaterie that a test lays out in words: whose stations lack what, what the dice show, who does what.

The kernels play on it, uncompiled; only chance and the wishes of the seats are replaced. What a seat wishes is held
against what the kernels offer it: a wish they do not offer is refused.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any
from unittest import mock

import numpy as np

from balance.core.game import Policy
from balance.core.layout import new_record
from balance.games.chocolaterie import GAME, choose, kernel, layout, moves
from balance.games.chocolaterie.compiling import compile_policies, compile_rules
from balance.games.chocolaterie.layout import Count, Fault, Source, Take
from balance.games.chocolaterie.rules import Rules, devices
from balance.games.draft import dice, options, stations

KINDS = ("amount", "ingredient", "device", "special")
ODD_WEIGHT = 1000

WISHES = (
    ("pass", re.compile(r"passes")),
    ("reroll", re.compile(r"rerolls")),
    (
        "joker",
        re.compile(r"takes joker (?P<spent>\w+) to fill (?P<ingredient>\w+) at station (?P<station>\d)"),
    ),
    ("pair", re.compile(r"takes (?P<amount>\d+|joker) (?P<ingredient>\w+) for station (?P<station>\d)")),
    ("die", re.compile(r"takes (?P<thing>\w+) for station (?P<station>\d)")),
    ("hire", re.compile(r"hires for (?P<ingredient>\w+) at station (?P<station>\d)")),
    ("wait", re.compile(r"packs station (?P<station>\d)")),
    ("pack", re.compile(r"packs into (?P<package>\w+)(?: with (?P<bars>\d+))?")),
    ("make", re.compile(r"makes (?P<variety>\w+)")),
)
QUESTION = {"pass": "take", "joker": "take", "pair": "take", "die": "take"}


class RefusedError(Exception):
    """The rules do not allow what a seat wishes."""


class Names:
    """Numbers of a compiled variant by the names of its YAML, and the other way round."""

    def __init__(self, model: Rules) -> None:
        self.varieties = list(model.varieties)
        self.ingredients = list(model.ingredients)
        self.tiers = list(model.tiers)
        self.specials = list(model.specials)
        self.devices = {name: self.ingredients.index(owner) for name, owner in devices(model).items()}

    def of_face(self, kind: str, face: int) -> int | str:
        """What a die shows, as the YAML calls it."""
        if kind == "amount":
            return "joker" if face == layout.JOKER else face
        if kind == "device":
            return next(name for name, ingredient in self.devices.items() if ingredient == face)
        return (self.ingredients if kind == "ingredient" else self.specials)[face]


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Maps merge, anything else replaces, null removes."""
    result = dict(base)
    for key, value in over.items():
        if value is None and key in base:
            del result[key]
        elif isinstance(value, Mapping) and isinstance(base.get(key), Mapping):
            result[key] = merged(base[key], value)
        else:
            result[key] = value
    return result


def rules_model(over: Mapping[str, Any]) -> Rules:
    """The printed game for two, with a scenario's own rules over it."""
    return Rules.model_validate(merged(Rules(players=2).model_dump(), over))


class Table:
    """A state, the rules it lives by, and the seats' wishes in the order in which they come true."""

    def __init__(self, model: Rules, given: Mapping[str, Any], wishes: list[str]) -> None:
        self.model = model
        self.names = Names(model)
        self.rules = compile_rules(model)
        weights = {weight.name: weight.default for weight in GAME.weights}
        weights |= dict.fromkeys(GAME.extra_weights(model), ODD_WEIGHT)
        self.line_ups = compile_policies(model, [Policy("random", "random", weights)] * model.players, False)
        self.scratch = np.zeros(2, layout.STATE).view(np.recarray)
        self.state = self.scratch[0]
        self.trace = new_record(layout.TRACE)
        self.wishes = [_wish(text) for text in wishes]
        self.course: list[str] = []  # what was asked and done, in order
        self.thrown: list[list[int]] = []  # roll and reroll of every throw
        self.throws = [dict(throw) for throw in given.get("throws", ())]
        self.starts = given.get("draws", {})
        self.given = given

    # laying out

    def lay(self) -> None:
        """Put the given table into the state."""
        state, given = self.state, self.given
        state.roll = given.get("roll", 0)
        state.active = (
            state.roll - 1 if state.roll == self.rules.n_rolls else state.roll
        ) % self.rules.n_seats
        state.leaders = (1 << self.rules.n_seats) - 1
        self._lay_packages(given.get("packages", {}))
        for seat in range(self.rules.n_seats):
            mine = given.get("seats", {}).get(seat, {})
            state.applications[seat] = mine.get("applications", 0)
            state.score[seat] = state.points_tier[seat, 0] = mine.get("score", 0)
            state.tally[seat, Count.BARS] = state.tally[seat, Count.STORED] = mine.get("bars", 0)
            for station in range(self.rules.n_stations):
                self._lay_station(seat, station, mine.get("stations", {}).get(station, {}))
        state.stale[:] = -1
        if "dice" in given:
            self._lay_dice(given["dice"])

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
                state.package_variety[slot] = self.names.varieties.index(variety)
                state.bars[slot, : len(bars)] = bars
                state.n_bars[slot] = sum(bars)
        moves.note_packages(rules, state)

    def _lay_station(self, seat: int, station: int, given: Mapping[str, Any]) -> None:
        state, rules, names = self.state, self.rules, self.names
        tier = self.rules.start_tier[station]
        first = next(v for v in range(rules.n_varieties) if rules.tier[v] == tier)
        variety = names.varieties.index(given["variety"]) if "variety" in given else first
        moves.fill_station(rules, state, seat, station, variety)
        missing = given.get("missing", dict(zip(names.ingredients, rules.need[variety], strict=False)))
        for ingredient, name in enumerate(names.ingredients):
            delivered = rules.need[variety, ingredient] - missing.get(name, 0)
            if delivered > 0:
                stations.deliver(state, seat, station, ingredient, delivered, Fault.OVERFILLED)
        for name in given.get("processed", ()):
            stations.process(state, seat, station, names.ingredients.index(name))
        state.refined[seat, station] = given.get("refined", False)
        state.waiting[seat, station] = given.get("waiting", False)

    def _lay_dice(self, given: Mapping[str, Any]) -> None:
        """These dice and no others are left on the table."""
        for kind in KINDS:
            self.rules[f"n_{kind}_dice"] = len(given.get(kind, ()))
        self.throws.insert(0, dict(given))
        moves.throw(self.rules, self.state, self.trace, 0, 0)
        self.thrown.clear()

    # chance

    def draw_die(self, source: Source, address: int, faces: int) -> int:
        """The next scripted throw; a die that it does not name shows its first face."""
        kind = Source(source).name.lower()
        throw, die = divmod(int(address), layout.DICE)
        place = list(divmod(throw, layout.REROLLS))
        if not self.thrown or self.thrown[-1] != place:
            if self.thrown:
                self.throws = self.throws[1:]
            self.thrown.append(place)
        wanted = self.throws[0].get(kind, ()) if self.throws else ()
        if die >= len(wanted):
            return 0
        shown = [self.names.of_face(kind, face) for face in self.rules[f"{kind}_face"][:faces]]
        return shown.index(wanted[die])

    def draw_start(self, _source: Source, address: int, faces: int) -> int:
        """The scripted draw for a station's first variety."""
        seat, station = divmod(int(address), layout.STATIONS)
        pick = self.starts.get(seat, [0] * layout.STATIONS)[station]
        if pick >= faces:
            raise RefusedError(f"a draw among {faces}")
        return int(pick)

    # wishes

    def wish(self, question: str, seat: int) -> re.Match[str] | None:
        """The next wish if it answers this question of this seat."""
        if self.wishes and self.wishes[0][:2] == (seat, question):
            return self.wishes.pop(0)[3]
        return None

    def next_kind(self) -> str:
        """What sort of wish comes next."""
        return self.wishes[0][2]

    def offered(self, ask: Any, *args: Any) -> dict[int, int]:
        """Options that the kernels offer a seat that draws at random, and how many each stands for."""
        found: dict[int, int] = {}

        def collect(_state: Any, _seat: int, option: int, n: int, _seed: int, _deal: int) -> None:
            if n > 0:
                assert int(option) not in found, "offered twice"
                found[int(option)] = int(n)

        with mock.patch.object(options, "draw_option", collect):
            ask(self.rules, self.line_ups[0], self.state, *args, 0, 0)
        return found

    def amounts(self, seat: int, station: int, ingredient: int, n: int) -> list[int]:
        """The amounts that a pair of this ingredient may have, told apart by the draw that picks one."""
        missing = self.state.missing[seat, station, ingredient]
        found = []
        for pick in range(n):
            with mock.patch.object(choose, "noise", lambda *_, pick=pick: pick):
                found.append(
                    int(choose.pick_amount(self.rules, self.line_ups[0], self.state, seat, missing, 0, 0))
                )
        assert len(set(found)) == n, "amounts that cannot be told apart"
        return found

    def takes(self, seat: int) -> dict[str, tuple[int, int]]:
        """Every take the kernels offer, in the words of a wish: its option and its amount."""
        names, found = self.names, {}
        for option, n in self.offered(choose.weigh_takes, seat).items():
            spent, ingredient = option % 8, (option >> layout.INGREDIENT_SHIFT) % 8
            station, kind = (option >> layout.STATION_SHIFT) % 8, option >> layout.TAKE_SHIFT
            end = f"station {station}"
            if kind == Take.PASS:
                found["passes"] = option, 0
            elif kind == Take.DEVICE:
                found[f"takes {names.of_face('device', ingredient)} for {end}"] = option, 0
            elif kind == Take.SPECIAL:
                found[f"takes {names.specials[ingredient]} for {end}"] = option, 0
            elif kind == Take.JOKER:
                thing = f"joker {names.ingredients[spent]} to fill {names.ingredients[ingredient]} at"
                found[f"takes {thing} {end}"] = option, 0
            else:
                for amount in self.amounts(seat, station, ingredient, n):
                    shown = names.of_face("amount", amount)
                    found[f"takes {shown} {names.ingredients[ingredient]} for {end}"] = option, amount
        return found

    def weigh_takes(self, _rules: Any, _line_up: Any, state: Any, seat: int, *_: int) -> None:
        """A seat takes what it wishes; without a wish it passes."""
        takes = self.takes(seat)
        wish = self.wish("take", seat)
        text = wish.string[2:] if wish else "passes"
        self.course.append(f"{seat} {text}")
        if text not in takes:
            raise RefusedError(f"{seat} {text}: offered are {', '.join(takes)}")
        state.best_option, self.amount = takes[text]

    def pick_amount(self, *_: Any) -> int:
        """The amount the last wish named."""
        return self.amount

    def wants_reroll(self, _rules: Any, _line_up: Any, _state: Any, seat: int, *_: int) -> bool:
        """Whether the next wish is to reroll."""
        wish = self.wish("reroll", seat)
        self.course.append(f"{seat} rerolls" if wish else f"{seat} may reroll")
        return wish is not None

    def hires(self, seat: int) -> dict[str, int]:
        """Every ingredient the master may process, in the words of a wish."""
        found = {}
        for option in self.offered(choose.weigh_hire, seat):
            if option >> layout.TAKE_SHIFT == Take.DEVICE:
                ingredient = self.names.ingredients[(option >> layout.INGREDIENT_SHIFT) % 8]
                found[f"hires for {ingredient} at station {(option >> layout.STATION_SHIFT) % 8}"] = option
        return found

    def weigh_hire(self, _rules: Any, _line_up: Any, state: Any, seat: int, *_: int) -> bool:
        """A seat hires if that is its next wish."""
        hires = self.hires(seat)
        wish = self.wish("hire", seat)
        if wish is None:
            return False
        self.course.append(wish.string)
        if wish.string[2:] not in hires:
            raise RefusedError(f"{wish.string}: offered are {', '.join(hires)}")
        state.best_option = hires[wish.string[2:]]
        return True

    def wants_packing(
        self, _rules: Any, _line_up: Any, _state: Any, seat: int, variety: int, *_: int
    ) -> bool:
        """Whether the next wish is to pack this bar."""
        if self.wishes and self.wishes[0][:2] == (seat, "wait"):
            station = int(self.wishes[0][3]["station"])
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
                name = self.names.varieties[self.state.package_variety[slot]]
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
        variety = self.names.varieties.index(wish["variety"]) if wish else varieties[0]
        self.course.append(f"{seat} makes {self.names.varieties[variety]}")
        if variety not in varieties:
            raise RefusedError(f"{wish.string if wish else ''}: not offered")
        return variety

    def decide(self, *args: Any) -> bool:
        """Note each time that a seat comes to a decision and wants nothing (more)."""
        before = len(self.course)
        wanted = self.real_decide(*args)
        if not wanted and len(self.course) == before:
            self.course.append(f"{args[4]} decides")
        return bool(wanted)

    @contextlib.contextmanager
    def scripted(self, *, every_point: bool = False) -> Iterator[None]:
        """Chance and wishes come from the script, everything else from the kernels.

        With `every_point` also those decision points are noted that the kernels skip because nothing can be decided.
        """
        self.real_decide = kernel.decide
        wishes = ("weigh_takes", "pick_amount", "wants_reroll", "weigh_hire", "wants_packing", "decide")
        with contextlib.ExitStack() as stack:
            for name in (*wishes, "choose_package", "choose_variety"):
                stack.enter_context(mock.patch.object(kernel, name, getattr(self, name)))
            for module, draw in ((moves, self.draw_die), (dice, self.draw_die), (kernel, self.draw_start)):
                stack.enter_context(mock.patch.object(module, "stream", lambda _seed, _deal, source: source))
                stack.enter_context(mock.patch.object(module, "draw", draw))
            if every_point:
                stack.enter_context(mock.patch.object(kernel, "has_decision", lambda *_: True))
            yield


def _wish(text: str) -> tuple[int, str, str, re.Match[str]]:
    """Seat, the question it answers, its kind, and its words."""
    for kind, pattern in WISHES:
        match = re.compile(r"\d " + pattern.pattern).fullmatch(text)
        if match:
            return int(text[0]), QUESTION.get(kind, kind), kind, match
    raise ValueError(f"nobody understands '{text}'")
