"""Play the scenarios beside this file, uncompiled, and print as JSON what is wrong with each; run as a script.

The kernels play; only what new places show and what the seats decide is replaced. A decision that the kernels do not
offer is refused.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from pydantic import ValidationError
from scenarios import RefusedError, main, rules_model

from balance.core.layout import new_record
from balance.games.schwarzwaelder_kirsch import GAME, choose, kernel, layout, moves
from balance.games.schwarzwaelder_kirsch.compiling import compile_policies, compile_rules, face_names
from balance.games.schwarzwaelder_kirsch.layout import Keep, Option
from balance.games.schwarzwaelder_kirsch.rules import (
    PROFESSIONS,
    Rules,
    fullest_cake,
    n_tiles,
    n_wedges,
    problems,
)

SCENARIOS = Path(__file__).with_name("kirsch_scenarios.yaml")
WHOLE = {"seen", "kinds", "tiles"}  # maps that are compared as a whole
VERBS = {Option.STEAL: "steals", Option.ROB: "robs", Option.LIFT: "lifts"}


class PausedError(Exception):
    """Nothing more is decided: the scenario looks at the table here."""


class Table:
    """A state laid out in words, and the decisions in the order in which they are made."""

    def __init__(self, scenario: Mapping[str, Any], model: Rules) -> None:
        self.model = model
        self.rules = compile_rules(model)
        self.names = face_names(model)
        self.faces = {name: face for face, name in self.names.items()}
        policy = GAME.policy("random", model.players)
        self.line_ups = compile_policies(model, [policy] * model.players, False)
        self.scratch = np.zeros(2, layout.STATE).view(np.recarray)
        self.state = self.scratch[0]
        self.trace = new_record(layout.TRACE)
        self.given = scenario.get("given", {})
        self.shows = list(self.given.get("shows", ()))
        self.does = list(scenario.get("does", ()))
        self.offered: list[int] = []

    def lay(self) -> None:
        """Put the given table into the state; what does not lie elsewhere was never seen."""
        state = self.state
        kernel.set_up(self.rules, state, self.trace)
        pool = [int(face) for face in state.pool[: state.n_pool]]
        state.is_used[:] = 1
        for seat, given in self.given.get("seats", {}).items():
            for name in given.get("cake", ()):
                moves.add_wedge(state, seat, self.faces[name])
                pool.remove(self.faces[name])
            for name in given.get("actions", ()):
                moves.gain_action(state, seat, self.faces[name], 0, 0)
                pool.remove(self.faces[name])
            state.n_places[seat] = max(1, int(state.n_actions[seat]))
            state.profession[seat] = PROFESSIONS.index(given.get("profession", "chocolatiere"))
            state.is_used[seat] = given.get("used", "profession" not in given)
        for place, name in self.given.get("seen", {}).items():
            state.n_numbered = max(int(state.n_numbered), place + 1)
            state.content[place] = self.faces[name]
            state.seen |= 1 << place
            state.n_seen += 1
            pool.remove(self.faces[name])
        if self.given.get("only"):  # the box holds nothing besides what was named and these
            pool = [self.faces[name] for name in self.given["only"] if name != "nothing"]
        state.n_pool = len(pool)
        state.pool[: len(pool)] = pool
        state.hidden[:] = 0
        for face in [*pool, *(self.faces[name] for name in self.given.get("seen", {}).values())]:
            state.hidden[face] += 1

    def draw(self, _key: Any, _index: int, n: int) -> int:
        """The next new place shows what the script says."""
        if not self.shows:
            raise RefusedError("nothing says what the next place shows")
        pool = [int(face) for face in self.state.pool[:n]]
        name = self.shows.pop(0)
        if self.faces[name] not in pool:
            raise RefusedError(f"{name} does not lie in the pantry")
        return pool.index(self.faces[name])

    def decide(self) -> str:
        """The next decision."""
        if not self.does:
            raise PausedError
        return str(self.does.pop(0))

    def offer(self, _line_up: Any, _state: Any, _seat: int, option: int, _worth: int) -> None:
        self.offered.append(int(option))

    def options(self, weigh: Any, *args: Any) -> list[int]:
        """Everything a question offers."""
        self.offered = []
        weigh(*args)
        return list(self.offered)

    def turn_texts(self, options: list[int]) -> dict[str, int]:
        """Options of a turn in words."""
        texts: dict[str, int] = {}
        for option in options:
            kind = Option(option >> 2 * layout.PART_BITS)
            about, what = option >> layout.PART_BITS & layout.PART - 1, option & layout.PART - 1
            if kind in VERBS:
                texts[f"{VERBS[kind]} {self.names[what]} from {about}"] = option
            else:
                texts[
                    {"STOP": "stops", "FLIP": "flips", "GARNISH": "garnishes", "DRAW": "draws"}[kind.name]
                ] = option
        return texts

    def weigh_turn(self, rules: Any, line_up: Any, state: Any, seat: int) -> None:
        texts = self.turn_texts(self.options(_REAL["weigh_turn"], rules, line_up, state, seat))
        wish = self.decide()
        again = re.fullmatch(r"flips place (\d+)", wish)
        if again and "flips" in texts and int(state.seen) >> int(again[1]) & 1:
            state.best_option = texts["flips"] - layout.WEDGES + int(again[1])
        elif wish in texts:
            state.best_option = texts[wish]
        else:
            raise RefusedError(f"'{wish}' is not among {sorted(texts)}")

    def keep_texts(self, options: list[int], seat: int) -> dict[str, int]:
        """What may become of an action, in words."""
        words = {Keep.REFUSE: "refuses", Keep.FREE: "keeps", Keep.DECORATE: "decorates"}
        return {
            words[Keep(option)]
            if option < Keep.REPLACE
            else f"replaces {self.names[int(self.state.action[seat, option - Keep.REPLACE])]}": option
            for option in options
        }

    def choose_action(self, line_up: Any, state: Any, seat: int, face: int) -> int:
        texts = self.keep_texts(self.options(_REAL["choose_action"], line_up, state, seat, face), seat)
        wish = self.decide()
        if wish not in texts:
            raise RefusedError(f"'{wish}' is not among {sorted(texts)}")
        return texts[wish]

    def choose_drawn(self, rules: Any, line_up: Any, state: Any, seat: int, first: int, second: int) -> int:
        options = self.options(_REAL["choose_drawn"], rules, line_up, state, seat, first, second)
        texts: dict[str, int] = {}
        for option in options:
            wedge, how = divmod(option, layout.PART)
            face = (first, second)[wedge]
            text = "takes" if face < layout.STEAL else next(iter(self.keep_texts([how], seat)))
            texts["refuses" if option == Keep.REFUSE else f"{text} ({self.names[face]})"] = option
        if not texts:
            return int(layout.NONE)
        wish = self.decide()
        if wish not in texts:
            raise RefusedError(f"'{wish}' is not among {sorted(texts)}")
        return texts[wish]

    def wants_double(self, *_: Any) -> bool:
        wish = self.decide()
        if wish not in ("doubles", "does not double"):
            raise RefusedError(f"'{wish}', but Chocolatière is asked")
        return wish == "doubles"

    @contextlib.contextmanager
    def scripted(self) -> Iterator[None]:
        """What is decided and turned up comes from the script, everything else from the kernels."""
        with contextlib.ExitStack() as stack:
            for name in ("weigh_turn", "choose_action", "choose_drawn", "wants_double"):
                stack.enter_context(mock.patch.object(kernel, name, getattr(self, name)))
            stack.enter_context(mock.patch.object(choose, "offer", self.offer))
            stack.enter_context(mock.patch.object(moves, "draw", self.draw))
            stack.enter_context(
                mock.patch.object(moves, "noise", lambda *_: 0)
            )  # a new place, if there is one
            yield


_REAL = {name: getattr(kernel, name) for name in ("weigh_turn", "choose_action", "choose_drawn")}


def play(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """What comes out of a scenario, as plain data."""
    try:
        model = rules_model(GAME, scenario.get("rules", {}))
        found = list(problems(model))
        if faults := [problem for problem in found if problem.level == "error"]:
            return {"refused": True, "says": faults[0].text}
        table = Table(scenario, model)
        when, _, number = str(scenario["when"]).partition(" ")
        if when == "rules":
            return variant(table, [problem.text for problem in found])
        if when == "game":
            return game(table)
        return turn(table, int(number), when == "offers")
    except (RefusedError, ValidationError) as error:
        return {"refused": True, "says": str(error)}


def turn(table: Table, seat: int, is_asked: bool) -> dict[str, Any]:
    """A turn, or what a seat may do at its beginning or after some decisions."""
    with table.scripted():
        table.lay()
        ended = True
        try:
            kernel.play_turn(table.rules, table.line_ups[0], table.state, table.trace, seat)
        except PausedError:
            ended = False
        state = table.state
        found = {"ended": ended, **view(table)}
        if is_asked:
            weigh = choose.weigh_turn
            options = table.options(weigh, table.rules, table.line_ups[0], state, seat)
            found["offers"] = sorted(table.turn_texts(options))
    if table.does or (table.shows and not is_asked):
        return {"refused": True, "says": f"left over: {[*table.does, *table.shows]}"}
    return found


def view(table: Table) -> dict[str, Any]:
    """The table as plain data."""
    state, names = table.state, table.names
    order = list(names)
    places = [place for place in range(layout.WEDGES) if int(state.seen) >> place & 1]
    return {
        "seats": {
            seat: {
                "cake": [
                    names[face]
                    for face in order
                    for _ in range(
                        int(state.jokers[seat])
                        if face == layout.JOKER
                        else (int(state.owned[seat]) >> face & 1) + (int(state.doubled[seat]) >> face & 1)
                    )
                ],
                "actions": [names[int(face)] for face in state.action[seat, : state.n_actions[seat]]],
                "used": bool(state.is_used[seat]),
                "points": [int(n) for n in state.points[seat]],
                "behind": int(state.behind[seat]),
                **{
                    count.name.lower(): int(state.tally[seat, count])
                    for count in layout.Count
                    if count.name not in ("ACTIONS", "BEHIND")
                },
            }
            for seat in range(table.rules.n_seats)
        },
        "seen": {place: names[int(state.content[place])] for place in places},
        "hidden": int(state.n_pool + state.n_seen),
        "shuffled": int(state.shuffles),
        "winner": int(state.winner) if state.winner >= 0 else "nobody",
    }


def game(table: Table) -> dict[str, Any]:
    """A playout whose rounds are won as the script says: by a seat, in its first turn, or by nobody."""
    winners = list(table.given["won_by"])
    first: list[int] = []

    def play_turn(rules: Any, _line_up: Any, state: Any, trace: Any, seat: int) -> None:
        if state.turn == 0:
            first.append(int(state.first))
        if winners[state.race] == seat:
            moves.gain_action(state, seat, layout.GARNISH, 0, 0)
            kernel.win_round(rules, state, trace, seat)

    games = np.zeros(1, layout.GAME_ROW).view(np.recarray)
    seats = np.zeros(table.rules.n_seats, layout.SEAT_ROW).view(np.recarray)
    with (
        mock.patch.object(kernel, "play_turn", play_turn),
        mock.patch.object(kernel, "check", lambda *_: None),
    ):
        kernel.play(table.rules, table.line_ups, table.scratch, table.trace, 0, 0, games[0], seats)
    row = games[0]
    return {
        "first": first,
        "scores": [int(seat.score) for seat in seats],
        "ranks": [int(seat.rank) for seat in seats],
        "shares": [int(seat.share) for seat in seats],
        "winners": [seat for seat in range(table.rules.n_seats) if row.winners >> seat & 1],
        "end": GAME.end_reasons[row.end_reason],
        "truncated": bool(row.truncated),
        "margin": int(row.margin),
        "length": int(row.length),
        "rounds": int(row.rounds),
        "stalled": int(row.stalled_rounds),
        "tiebreaks": int(row.tiebreak_rounds),
        "lead_changes": int(row.lead_changes),
        "dealt": int(seats["had"].sum()),
    }


def variant(table: Table, warnings: list[str]) -> dict[str, Any]:
    """What the rules come to before anything is played."""
    model = table.model
    return {
        "wedges": n_wedges(model),
        "kinds": dict(model.kinds),
        "others": [model.wedges.jokers, model.wedges.steal, model.wedges.garnish],
        "tiles": n_tiles(model),
        "fullest": fullest_cake(model),
        "warns": warnings,
        "memory": [weight.default for weight in GAME.weights if weight.name == "memory"],
    }


if __name__ == "__main__":
    main(SCENARIOS, play, WHOLE)
