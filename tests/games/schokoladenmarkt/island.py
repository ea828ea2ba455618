"""A table that scenarios are played on, uncompiled: one island, pieces and cards as they are given, choices by wish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import numpy as np
import scenarios
from scenarios import RefusedError

from balance.core.game import Policy
from balance.core.layout import new_record
from balance.games.schokoladenmarkt import GAME, choose, kernel, layout, moves, setup, weigh
from balance.games.schokoladenmarkt.compiling import compile_policies, compile_rules, packed
from balance.games.schokoladenmarkt.layout import (
    CARDS,
    INGREDIENTS,
    LANDSCAPES,
    NONE,
    RAW,
    RAWS,
    Action,
    Count,
    Event,
    Source,
)
from balance.games.schokoladenmarkt.policies import WEIGHTS
from balance.games.schokoladenmarkt.rules import Rules, problems

# Row by row; chips and jungle numbers are the printed ones.
ISLAND = """
forest 5, pasture 10, fields 8, hills 4,
jungle 9, mountains 6, forest 9, desert 0, fields 3,
pasture 11, hills 5, jungle 4, fields 12, forest 8, mountains 10,
jungle 10, fields 9, pasture 2, jungle 11, hills 6,
forest 3, mountains 11, pasture 4, jungle 5
"""
DESERT = 7
HARBOURS = ("any", "any", "any", "any", "brick", "wood", "wool", "grain", "ore")  # round the coast
CHOICES = (
    "start",
    "start_road",
    "road",
    "site",
    "resource",
    "monopoly",
    "discard",
    "robber",
    "victim",
    "pile",
    "rise",
)
BUILDS = {"road": Action.ROAD, "settlement": Action.SETTLEMENT, "city": Action.CITY, "site": Action.SITE}
SEATS = 3


def rules_model(over: Mapping[str, Any]) -> Rules:
    """The printed game for three with other rules over it."""
    model: Rules = scenarios.rules_model(GAME, over, SEATS)
    return model


class Table:
    """The table of a scenario.

    Args:
        model: Its rules.
        given: What lies on it.
        wishes: What seats choose, one map each: the kind of choice and what is chosen.
        dice: Faces of all six-sided dice in order.
        policies: Who decides in a seat where nobody wishes; in the others it is the first option.
    """

    def __init__(
        self,
        model: Rules,
        given: Mapping[str, Any],
        wishes: Sequence[Mapping[str, Any]] = (),
        dice: Sequence[int] = (),
        policies: Mapping[int, str] | None = None,
    ) -> None:
        assert not [problem for problem in problems(model) if problem.level == "error"], list(problems(model))
        self.model = model
        self.rules = compile_rules(model)
        random = Policy("random", "random", {weight.name: weight.default for weight in WEIGHTS})
        named = {seat: GAME.policy(name, model.players) for seat, name in (policies or {}).items()}
        seats = tuple(named.get(seat, random) for seat in range(model.players))
        self.line_up = compile_policies(model, seats, False)[0]
        self.state = np.zeros(2, layout.STATE).view(np.recarray)[0]
        self.trace = new_record(layout.TRACE)
        self.trace.is_on = 1
        self.varieties = list(model.market.varieties)
        self.ingredients = tuple(model.ingredients)
        self.wishes = [dict(wish) for wish in wishes]
        self.dice = list(dice)
        self._wish: Any = None
        self._offered: list[int] = []
        self._lay(given)

    # what is given

    def _lay(self, given: Mapping[str, Any]) -> None:
        state, rules = self.state, self.rules
        setup.clear(rules, state)
        fields = [part.split() for part in ISLAND.replace("\n", "").strip(" ,").split(",")]
        for field, (land, number) in enumerate(fields):
            state.land[field], state.number[field] = LANDSCAPES.index(land), int(number)
        for field, (land, number) in given.get("fields", {}).items():
            state.land[field], state.number[field] = LANDSCAPES.index(land), number
        state.robber = given.get("robber", DESERT)
        for number in range(layout.NUMBERS):
            fitting = [field for field in range(layout.FIELDS) if state.number[field] == number] + [NONE]
            state.first_field[number] = fitting[0]
            for field, following in pairwise(fitting):
                state.next_field[field] = following
        for edge, kind in zip(rules.harbour_edge, HARBOURS, strict=False):
            for corner in rules.edge_corner[edge]:
                state.harbour[corner] = 1 if kind == "any" else 2 + RAW.index(kind)
        state.deck[: rules.n_deck] = rules.deck[: rules.n_deck]
        for place, card in enumerate(given.get("deck", ())):
            state.deck[place] = CARDS.index(card)
        state.deck_next = given.get("deck_next", 0)
        for name, row in given.get("rows", {}).items():
            state.row[self.varieties.index(name)] = row - 1
        state.chips_left = given.get("chips_left", rules.n_chips_vp)
        state.turn = given.get("turn", 0)
        state.has_rolled = given.get("has_rolled", 1)
        state.leaders = (1 << rules.n_seats) - 1
        for seat, has in given.get("seats", {}).items():
            self._pieces(seat, has)
        for seat, has in given.get("seats", {}).items():
            self._cards(seat, has)
        for kind, cards in given.get("bank", {}).items():
            pile, index = self.pile_of(kind)
            state.bank[pile] += (cards - moves.n_of(state.bank[pile], index)) << (8 * index)
        for name, sites in given.get("site_stock", {}).items():
            state.site_stock[self.ingredients.index(name)] = sites

    def _pieces(self, seat: int, has: Mapping[str, Any]) -> None:
        state, rules, trace = self.state, self.rules, self.trace
        for corner in has.get("settlements", ()) or ():
            moves.settle(rules, state, trace, seat, corner)
        for corner in has.get("cities", ()) or ():
            moves.settle(rules, state, trace, seat, corner)
            moves.raise_city(rules, state, seat, corner)
        for edge in has.get("roads", ()) or ():
            moves.lay_road(rules, state, trace, seat, edge)
        for corner, field in has.get("sites", ()) or ():
            moves.place_site(rules, state, seat, corner, self.slot_of(corner, field))
        state.n_roads[seat] += has.get("roads_elsewhere", 0)

    def _cards(self, seat: int, has: Mapping[str, Any]) -> None:
        state = self.state
        for kind, cards in has.get("hand", {}).items():
            pile, index = self.pile_of(kind)
            moves.move_cards(state, seat, pile, cards << (8 * index), cards)
        for name in has.get("cards", ()):
            state.cards[seat, CARDS.index(name)] += 1
            state.score[seat] += self.rules.points_card * (name == "victory_point")
        state.knights[seat] = has.get("knights", 0)
        if state.knights[seat]:
            moves.award_army(self.rules, state, self.trace, seat)
        state.chips[seat] = has.get("chips", 0)
        state.chips_left -= has.get("chips", 0)
        state.score[seat] += has.get("chips", 0)

    # names

    def pile_of(self, kind: str) -> tuple[int, int]:
        """Pile and number of a card."""
        if kind in RAW:
            return int(RAWS), RAW.index(kind)
        return int(INGREDIENTS), self.ingredients.index(kind)

    def slot_of(self, corner: int, field: int) -> int:
        """Which of a corner's fields this is."""
        fields = self.rules.corner_field[corner].tolist()
        if field not in fields:
            raise RefusedError(f"field {field} is not at corner {corner}")
        return fields.index(field)

    def _option(self, choice: str, wish: Any) -> int:
        """A wish as the number of an option."""
        if choice in ("resource", "monopoly"):
            return RAW.index(wish)
        if choice == "discard":
            return self.pile_of(wish)[1]
        if choice == "rise":
            return self.varieties.index(wish)
        if choice == "pile":
            return ("raw", "ingredients").index(wish)
        if choice == "site":
            return wish[0] * choose.SLOT + self.slot_of(wish[0], wish[1])
        return int(wish)

    # choices and dice

    @contextmanager
    def scripted(self) -> Iterator[None]:
        """Seats choose what is wished, dice show what is given; what nobody wishes is the first option."""
        kept = []
        for module in (kernel, setup, weigh):
            for choice in CHOICES:
                name = f"choose_{choice}"
                if hasattr(module, name):
                    kept.append((module, name, getattr(module, name)))
                    setattr(module, name, self._asked(choice, getattr(module, name)))
        for module, name, replacement in (
            (choose, "keep_at_random", self._offer),
            (choose, "noise", lambda *_: 0),
            (kernel, "stream", lambda _seed, _deal, source: source),
            (kernel, "draw", self._draw),
        ):
            kept.append((module, name, getattr(module, name)))
            setattr(module, name, replacement)
        try:
            yield
        finally:
            for module, name, real in reversed(kept):
                setattr(module, name, real)

    def _offer(self, state: Any, _seat: int, option: int, *_: Any) -> None:
        self._offered.append(int(option))
        if len(self._offered) == 1 or option == self._wish:
            state.best_option = option

    def _asked(self, choice: str, real: Any) -> Any:
        def asked(*arguments: Any) -> int:
            wish = self.wishes[0].get(choice) if self.wishes else None
            self._wish = None if wish is None else self._option(choice, wish)
            self._offered = []
            chosen = int(real(*arguments))
            if wish is None:
                return chosen
            self.wishes.pop(0)
            if choice == "discard":
                _, state, seat, pile = arguments[:4]
                self._offered = [kind for kind in range(6) if moves.n_of(state.hand[seat, pile], kind)]
                if pile != self.pile_of(wish)[0]:
                    self._offered = []
            if self._wish not in self._offered:
                raise RefusedError(f"{choice} {wish} is not among {self._offered}")
            return int(self._wish)

        return asked

    def _draw(self, source: int, _index: int, faces: int) -> int:
        if source in (Source.DICE, Source.MARKET):
            return self.dice.pop(0) - 1
        wish = self.wishes[0].get("drawn") if self.wishes else None
        if wish is None:
            return 0
        self.wishes.pop(0)
        assert 0 <= wish < faces
        return int(wish)

    # moves

    def do(self, move: str) -> None:
        """Let a seat do something: `SEAT what …`; what the rules do not allow is refused."""
        seat_text, what, *rest = move.split()
        seat = int(seat_text)
        state, rules, trace = self.state, self.rules, self.trace
        state.active = seat
        scripted = (rules, self.line_up, state, trace)
        if what == "founds":
            setup.found(*scripted, seat, int(rest[0]), 0, 0)
        elif what == "rolls":
            state.has_rolled = 0
            kernel.throw_dice(*scripted, 0, 0)
        elif what == "turn":
            state.turn, kernel_choose = seat, kernel.choose_action
            script = iter([*rest, "end", "end"])
            kernel.choose_action = lambda *_: self._scripted_action(seat, next(script))
            try:
                kernel.take_turn(*scripted, 0, 0)
                kernel.note_turn(rules, state)
            finally:
                kernel.choose_action = kernel_choose
        else:
            self._act(seat, what, rest)
        if what not in ("founds", "turn"):
            kernel.check_victory(rules, state)

    def _scripted_action(self, _seat: int, word: str) -> None:
        """`end` throws the dice or ends the turn; a development card by name is played."""
        self.state.action = Action.END if word == "end" else Action.PLAY + CARDS.index(word)
        self._may(self.state.action)

    def _may(self, action: int) -> None:
        if not moves.actions(self.rules, self.state, self.state.active) >> action & 1:
            raise RefusedError(f"{Action(action).name if action < 8 else 'card'} is not possible")

    def _act(self, seat: int, what: str, rest: Sequence[str]) -> None:
        state, rules, trace = self.state, self.rules, self.trace
        scripted = (rules, self.line_up, state, trace)
        if what in BUILDS:
            state.action, state.place = BUILDS[what], int(rest[0])
            self._may(state.action)
            if what == "site":
                state.slot = self.slot_of(int(rest[0]), int(rest[1]))
            if not self._fits(seat, what):
                raise RefusedError(f"no {what} at {rest}")
            kernel.build(rules, state, trace)
        elif what == "buys":
            state.action = Action.DEVELOPMENT
            self._may(state.action)
            kernel.build(rules, state, trace)
        elif what == "makes":
            variety = self.varieties.index(rest[0])
            if not moves.can_make(rules, state, seat, variety):
                raise RefusedError(f"{rest[0]} cannot be made")
            kernel.make_chocolate(*scripted, variety, 0, 0)
        elif what == "plays":
            card = CARDS.index(rest[0])
            self._may(Action.PLAY + card)
            kernel.play_card(*scripted, card, 0, 0)
        elif what == "gives":  # SEAT gives KIND for KIND, to the bank
            pile, give = self.pile_of(rest[0])
            other, get = self.pile_of(rest[2])
            rate = moves.n_of(state.rate[seat, pile], give)
            if pile != other or give == get or moves.n_of(state.hand[seat, pile], give) < rate:
                raise RefusedError("the bank does not take it")
            if moves.n_of(state.bank[pile], get) == 0:
                raise RefusedError("the bank has none")
            state.action, state.pile, state.give, state.get = Action.MARITIME, pile, give, get
            kernel.trade(rules, state, trace)
        else:
            raise AssertionError(what)

    def _fits(self, seat: int, what: str) -> bool:
        state, rules, place = self.state, self.rules, self.state.place
        if what == "road":
            return bool(moves.road_spots(state, seat, rules.edge_word[place]) & rules.edge_bit[place])
        if what == "settlement":
            word = rules.corner_word[place]
            return bool(moves.settlement_spots(state, seat, word) & rules.corner_bit[place])
        if what == "city":
            return bool(state.corner_owner[place] == seat and state.corner_level[place] == 1)
        return bool(moves.can_site(rules, state, seat, place, state.slot))

    # what has come of it

    def view(self) -> dict[str, Any]:
        """The table as plain data."""
        state, rules = self.state, self.rules
        events = [Event(row[0]).name.lower() for row in self.trace.row[: self.trace.n_events]]
        return {
            "seats": {seat: self._view_seat(seat) for seat in range(rules.n_seats)},
            "robber": int(state.robber),
            "longest_road": None if state.road_holder == NONE else int(state.road_holder),
            "largest_army": None if state.army_holder == NONE else int(state.army_holder),
            "rows": {name: int(state.row[index]) + 1 for index, name in enumerate(self.varieties)},
            "market_sum": sum(int(state.row[index]) + 1 for index in range(len(self.varieties))),
            "bank": {
                kind: int(moves.n_of(state.bank[self.pile_of(kind)[0]], self.pile_of(kind)[1]))
                for kind in (*RAW, *self.ingredients)
            },
            "site_stock": dict(zip(self.ingredients, map(int, state.site_stock), strict=False)),
            "chips_left": int(state.chips_left),
            "deck_next": int(state.deck_next),
            "winner": int(state.winner) if state.is_over else None,
            "has_rolled": bool(state.has_rolled),
            "lead_changes": int(state.lead_changes),
            "events": events,
            "last_event": events[-1] if events else None,
            "wishes_left": len(self.wishes),
        }

    def _view_seat(self, seat: int) -> dict[str, Any]:
        state, rules = self.state, self.rules
        can = moves.actions(rules, state, seat)
        hand = {
            kind: int(moves.n_of(state.hand[seat, self.pile_of(kind)[0]], self.pile_of(kind)[1]))
            for kind in (*RAW, *self.ingredients)
        }
        names = [action.name.lower() for action in Action if action not in (Action.PLAY, Action.DOMESTIC)]
        cards = {name: int(state.cards[seat, card]) for card, name in enumerate(CARDS)}
        roads = (edge for edge in range(layout.EDGES) if state.edge_owner[edge] == seat)
        return {
            "score": int(state.score[seat]),
            "hand": {kind: cards for kind, cards in hand.items() if cards},
            "cards": {name: number for name, number in cards.items() if number},
            "chips": int(state.chips[seat]),
            "roads": list(roads),
            "settlements": int(state.n_settlements[seat]),
            "cities": int(state.n_cities[seat]),
            "sites": int(state.tally[seat, Count.SITES]),
            "length": int(state.length[seat]),
            "knights": int(state.knights[seat]),
            "can": [name for name in names if can >> Action[name.upper()] & 1 and name != "end"]
            + [f"play {name}" for card, name in enumerate(CARDS[:4]) if can >> (Action.PLAY + card) & 1],
            "road_spots": [
                edge
                for edge in range(layout.EDGES)
                if moves.road_spots(state, seat, rules.edge_word[edge]) & rules.edge_bit[edge]
            ],
            "settlement_spots": [
                corner
                for corner in range(layout.CORNERS)
                if moves.settlement_spots(state, seat, rules.corner_word[corner]) & rules.corner_bit[corner]
            ],
        }


__all__ = ["RefusedError", "Table", "packed", "rules_model"]
