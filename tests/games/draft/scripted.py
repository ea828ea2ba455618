"""A table of a draft that a test lays out in words: whose stations lack what, what the dice show, who does what.

The kernels play on it, uncompiled; only chance and the wishes of the seats are replaced. What a seat wishes is held
against what the kernels offer it: a wish they do not offer is refused. Each game adds its own things in a subclass.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any
from unittest import mock

import numpy as np
from pydantic import ValidationError
from scenarios import RefusedError, rules_model

from balance.core.game import Game, Policy
from balance.core.layout import new_record
from balance.games.draft import dice, options, stations, takes
from balance.games.draft.layout import (
    DICE,
    JOKER,
    REROLLS,
    STATIONS,
)

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
)
WHOLE = ("missing", "processed", "dice", "needs")
"""Maps of the drafts' scenarios that are compared as a whole."""
QUESTION = {"pass": "take", "joker": "take", "pair": "take", "die": "take"}


Outcome = dict[str, Any]
View = Callable[[Any], Outcome]
TableType = Callable[[Any, Mapping[str, Any], list[str]], "ScriptedTable"]


class ScriptedTable:
    """A state, the rules it lives by, and the seats' wishes in the order in which they come true.

    Args:
        game: The game.
        model: The variant.
        given: What lies on the table, as the scenarios' file describes it.
        wishes: What seats do.

    Attributes:
        kinds: Kinds of dice, as scenarios call them, with the kernels' names.
        own_wishes: Wishes of this game alone.
        answers: Functions of the game's kernel that are replaced by methods of the same name.
    """

    kinds: Mapping[str, str] = {"amount": "amount", "ingredient": "ingredient"}
    own_wishes: tuple[tuple[str, re.Pattern[str]], ...] = ()
    answers: tuple[str, ...] = ()

    def __init__(self, game: Game, model: Any, given: Mapping[str, Any], wishes: Sequence[str]) -> None:
        self.game, self.model, self.given = game, model, given
        self.layout = game.module("layout")
        self.kernel = game.module("kernel")
        self.choose = game.module("choose")
        self.moves = game.module("moves")
        self.ingredients = list(model.ingredients)
        self.tiers = list(model.tiers)
        compiling = game.module("compiling")
        self.rules = compiling.compile_rules(model)
        weights = {weight.name: weight.default for weight in game.weights}
        weights |= dict.fromkeys(game.extra_weights(model), ODD_WEIGHT)
        policies = [Policy("random", "random", weights)] * model.players
        self.line_ups = compiling.compile_policies(model, policies, False)
        self.scratch = np.zeros(2, self.layout.STATE).view(np.recarray)
        self.state = self.scratch[0]
        self.trace = new_record(self.layout.TRACE)
        self.wishes = [self._wish(text) for text in wishes]
        self.course: list[str] = []  # what was asked and done, in order
        self.thrown: list[list[int]] = []  # roll and reroll of every throw
        self.throws = [dict(throw) for throw in given.get("throws", ())]
        self.starts = given.get("draws", {})

    def of_face(self, kind: str, face: int) -> int | str:
        """What a die shows, as the YAML calls it."""
        if kind == "amount":
            return "joker" if face == JOKER else face
        return self.ingredients[face]

    # laying out

    def lay_clock(self) -> None:
        """Whose roll it is; all lead together."""
        state = self.state
        state.roll = self.given.get("roll", 0)
        is_over = state.roll == self.rules.n_rolls
        state.active = (state.roll - 1 if is_over else state.roll) % self.rules.n_seats
        state.leaders = (1 << self.rules.n_seats) - 1

    def lay_needs(self, seat: int, station: int, product: int, given: Mapping[str, Any]) -> None:
        """What a station lacks and what is processed on it."""
        need = self.rules.need[product]
        missing = given.get("missing", dict(zip(self.ingredients, need, strict=False)))
        for ingredient, name in enumerate(self.ingredients):
            delivered = need[ingredient] - missing.get(name, 0)
            if delivered > 0:
                fault = self.layout.Fault.OVERFILLED
                stations.deliver(self.state, seat, station, ingredient, delivered, fault)
        for name in given.get("processed", ()):
            stations.process(self.state, seat, station, self.ingredients.index(name))

    def lay_dice(self) -> None:
        """The given dice and no others are left on the table."""
        if "dice" not in self.given:
            return
        for kind, name in self.kinds.items():
            self.rules[f"n_{name}_dice"] = len(self.given["dice"].get(kind, ()))
        self.throws.insert(0, dict(self.given["dice"]))
        self.moves.throw(self.rules, self.state, self.trace)
        self.thrown.clear()

    # chance

    def draw_die(self, source: int, address: int, faces: int) -> int:
        """The next scripted throw; a die that it does not name shows its first face."""
        kind = self.layout.Source(source).name.lower()
        throw, die = divmod(int(address), DICE)
        place = list(divmod(throw, REROLLS))
        if not self.thrown or self.thrown[-1] != place:
            if self.thrown:
                self.throws = self.throws[1:]
            self.thrown.append(place)
        wanted = self.throws[0].get(kind, ()) if self.throws else ()
        if die >= len(wanted):
            return 0
        shown = [self.of_face(kind, face) for face in self.rules[f"{self.kinds[kind]}_face"][:faces]]
        return shown.index(wanted[die])

    def draw_start(self, _source: int, address: int, faces: int) -> int:
        """The scripted draw for what a station makes first."""
        seat, station = divmod(int(address), STATIONS)
        pick = self.starts.get(seat, [0] * STATIONS)[station]
        if pick >= faces:
            raise RefusedError(f"a draw among {faces}")
        return int(pick)

    # wishes

    def wish(self, question: str, seat: int) -> re.Match[str] | None:
        """The next wish if it answers this question of this seat."""
        if self.wishes and self.wishes[0][:2] == (seat, question):
            return self.wishes.pop(0)[2]
        return None

    def offered(self, ask: Any, *args: Any) -> dict[int, int]:
        """Options that the kernels offer a seat that draws at random, and how many each stands for."""
        found: dict[int, int] = {}

        def collect(_state: Any, _seat: int, option: int, n: int) -> None:
            if n > 0:
                assert int(option) not in found, "offered twice"
                found[int(option)] = int(n)

        with contextlib.ExitStack() as stack:
            for module in (options, takes, self.choose):
                stack.enter_context(mock.patch.object(module, "draw_option", collect))
            ask(self.rules, self.line_ups[0], self.state, *args)
        return found

    def amounts(self, seat: int, station: int, ingredient: int, n: int) -> list[int]:
        """The amounts that a pair of this ingredient may have, told apart by the draw that picks one."""
        missing = self.state.missing[seat, station, ingredient]
        pick_amount = getattr(self.choose, "pick_amount", takes.pick_amount)
        found = []
        for pick in range(n):
            with contextlib.ExitStack() as stack:
                for module in (self.choose, takes):
                    stack.enter_context(mock.patch.object(module, "noise", lambda *_, pick=pick: pick))
                found.append(int(pick_amount(self.rules, self.line_ups[0], self.state, seat, missing)))
        assert len(set(found)) == n, "amounts that cannot be told apart"
        return found

    def name_take(self, kind: int, ingredient: int) -> str:
        """A die that is taken alone, as the YAML calls it."""
        raise NotImplementedError

    def takes(self, seat: int) -> dict[str, tuple[int, int]]:
        """Every take the kernels offer, in the words of a wish: its option and its amount."""
        take, found = self.layout.Take, {}
        for option, n in self.offered(self.choose.weigh_takes, seat).items():
            spent, ingredient = takes.spent_of(option), takes.ingredient_of(option)
            station, kind = takes.station_of(option), takes.take_of(option)
            end = f"station {station}"
            if kind == take.PASS:
                found["passes"] = option, 0
            elif kind == take.JOKER:
                thing = f"joker {self.ingredients[spent]} to fill {self.ingredients[ingredient]} at"
                found[f"takes {thing} {end}"] = option, 0
            elif kind == take.PAIR:
                for amount in self.amounts(seat, station, ingredient, n):
                    shown = self.of_face("amount", amount)
                    found[f"takes {shown} {self.ingredients[ingredient]} for {end}"] = option, amount
            else:
                found[f"takes {self.name_take(kind, ingredient)} for {end}"] = option, 0
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
        """Every ingredient that who is hired may process, in the words of a wish."""
        found = {}
        for option in self.offered(self.choose.weigh_hire, seat):
            if takes.take_of(option) != self.layout.Take.PASS:
                ingredient = self.ingredients[takes.ingredient_of(option)]
                found[f"hires for {ingredient} at station {takes.station_of(option)}"] = option
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

    def decide(self, *args: Any) -> bool:
        """Note each time that a seat comes to a decision and wants nothing (more)."""
        before = len(self.course)
        wanted = self.real_decide(*args)
        if not wanted and len(self.course) == before:
            self.course.append(f"{args[4]} decides")
        return bool(wanted)

    def drawing(self) -> tuple[tuple[ModuleType, Any], ...]:
        """Modules that draw chance, and what they get instead."""
        return ((dice, self.draw_die),)

    @contextlib.contextmanager
    def scripted(self, *, every_point: bool = False) -> Iterator[None]:
        """Chance and wishes come from the script, everything else from the kernels.

        With `every_point` also those decision points are noted that the kernels skip because nothing can be decided.
        """
        self.real_decide = self.kernel.decide
        with contextlib.ExitStack() as stack:
            for name in ("weigh_takes", "pick_amount", "wants_reroll", "weigh_hire", "decide", *self.answers):
                stack.enter_context(mock.patch.object(self.kernel, name, getattr(self, name)))
            for module, draw in self.drawing():
                replaced = {"key_of": lambda _state, source: source, "draw": draw}
                for name in replaced.keys() & vars(module).keys():
                    stack.enter_context(mock.patch.object(module, name, replaced[name]))
            if every_point:
                stack.enter_context(mock.patch.object(self.kernel, "has_decision", lambda *_: True))
            yield

    def play_on(self) -> tuple[Any, Any]:
        """Play on from the given table to the end; the rows."""
        games = np.zeros(1, self.layout.GAME_ROW).view(np.recarray)
        seats = np.zeros(self.rules.n_seats, self.layout.SEAT_ROW).view(np.recarray)

        def lay(_rules: Any, _line_up: Any, state: Any, *_: Any) -> None:
            self.state = state
            self.lay()

        with mock.patch.object(self.kernel, "set_up", lay):
            self.kernel.play(self.rules, self.line_ups, self.scratch, self.trace, 0, 0, games[0], seats)
        return games[0], seats

    def lay(self) -> None:
        """Put the given table into the state."""
        raise NotImplementedError

    def ask(self, when: str, seat: int, *, every_point: bool) -> dict[str, Any]:
        """Let the kernels do what a scenario is about; what is to be seen besides the table."""
        arguments = (self.rules, self.line_ups[0], self.state, self.trace)
        with self.scripted(every_point=every_point):
            if when == "start":
                self.kernel.set_up(*arguments)
                return {}
            if when == "game":
                return self.rows(*self.play_on())
            self.lay()
            if when == "take":
                self.kernel.take(*arguments, seat)
            if when in ("take", "point"):
                self.kernel.decision_point(*arguments, seat)
            if when == "roll":
                self.kernel.play_roll(*arguments)
            return self.open_to(when, seat)

    def open_to(self, when: str, seat: int) -> dict[str, Any]:
        """What a seat may do, where a scenario asks for that."""
        if when != "offers":
            return {}
        takes = sorted(self.takes(seat))
        return {
            "takes": [text for text in takes if text != "passes"],
            "passes": "passes" in takes,
            "hires": sorted(self.hires(seat)),
        }

    def rows(self, row: Any, seats: Any) -> dict[str, Any]:
        """What either game writes of a whole playout."""
        columns = ("margin", "fault", "lead_changes", "takes_last_roll", "length")
        return {
            "winners": [seat for seat in range(len(seats)) if row.winners >> seat & 1],
            "shares": [int(seat.share) for seat in seats],
            "ranks": [int(seat.rank) for seat in seats],
            **{column: int(row[column]) for column in columns},
        }

    def left(self, kind: str, counts: Any) -> list[int | str]:
        """The faces that are still on the table."""
        return [self.of_face(kind, face) for face in range(len(counts)) for _ in range(counts[face])]

    def needs(self, pieces: Any) -> dict[str, int]:
        """Pieces by ingredient, those of none left out."""
        return {name: int(n) for name, n in zip(self.ingredients, pieces, strict=False) if n}

    def _wish(self, text: str) -> tuple[int, str, re.Match[str]]:
        """Seat, the question it answers, and its words."""
        for kind, pattern in (*WISHES, *self.own_wishes):
            match = re.compile(r"\d " + pattern.pattern).fullmatch(text)
            if match:
                return int(text[0]), QUESTION.get(kind, kind), match
        raise ValueError(f"nobody understands '{text}'")


def play(
    scenario: Mapping[str, Any], game: Game, table_type: TableType, variant: View, view: View
) -> Outcome:
    """What comes out of a scenario, as plain data.

    Args:
        scenario: As its file describes it.
        game: The game.
        table_type: Makes its table of the variant, what is given and the wishes.
        variant: What the rules come to before anything is played.
        view: The table as plain data.
    """
    try:
        model = rules_model(game, scenario.get("rules", {}))
        if faults := [problem for problem in game.problems(model) if problem.level == "error"]:
            return {"refused": True, "says": faults[0].text}
        when, _, number = str(scenario["when"]).partition(" ")
        table = table_type(model, scenario.get("given", {}), scenario.get("wishes", []))
        if when == "rules":
            return variant(table)
        rows = table.ask(when, int(number) if number else 0, every_point="course" in scenario["then"])
    except (RefusedError, ValidationError) as error:
        return {"refused": True, "says": str(error)}
    if table.wishes:
        return {"refused": True, "says": f"nobody asked for {[wish[2].string for wish in table.wishes]}"}
    return view(table) | rows
