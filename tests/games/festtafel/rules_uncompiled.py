"""The readings of RULES.md, one small table at a time: what kernels offer a seat, and what comes of a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest import mock

import numpy as np
import pytest

from balance.core.layout import new_record
from balance.games.draft import options, stations
from balance.games.draft.layout import INGREDIENT_SHIFT, NONE, STATION_SHIFT, TAKE_SHIFT
from balance.games.festtafel import GAME, choose, kernel, layout, moves, places
from balance.games.festtafel.compiling import compile_policies, compile_rules
from balance.games.festtafel.layout import Count, Take
from balance.games.festtafel.problems import problems
from balance.games.festtafel.rules import Rules

SHAPES = {"kaesebrot": 1, "pizza": 4, "lasagne": 5}


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(base.get(key), Mapping)
        result[key] = merged(base[key], value) if both else value
    return result


class Kitchen:
    """Two seats at an empty banquet whose stations make what a test says."""

    def __init__(self, **over: Any) -> None:
        self.model = Rules.model_validate(merged(Rules(players=2).model_dump(), over))
        assert [problem for problem in problems(self.model) if problem.level == "error"] == []
        self.rules = compile_rules(self.model)
        policy = GAME.policy("random", self.model.players)
        self.line_up = compile_policies(self.model, [policy] * self.model.players, False)[0]
        self.state = new_record(layout.STATE)
        self.trace = new_record(layout.TRACE)
        self.trace.is_on = 1
        self.dishes = list(self.model.dishes)
        self.ingredients = list(self.model.ingredients)
        self.tables = list(self.model.banquet.tables)
        if self.rules.has_banquet:
            places.lay_banquet(self.rules, self.state)
        for seat in range(2):
            for station in range(self.rules.n_stations):
                self.make(seat, station, "kaesebrot")

    def make(self, seat: int, station: int, dish: str, **delivered: int) -> None:
        """A station makes a dish, of which some has been delivered."""
        stations.begin_station(self.rules, self.state, seat, station, self.dishes.index(dish))
        for name, pieces in delivered.items():
            stations.deliver(self.state, seat, station, self.ingredients.index(name), pieces, 1)

    def dice(self, amount: list[int], ingredient: list[str], cook: list[str]) -> None:
        """These dice lie on the table; a joker is 0."""
        state = self.state
        for face in amount:
            state.amounts_left[face] += 1
        for name in ingredient:
            state.ingredients_left[self.ingredients.index(name)] += 1
            state.ingredient_mask |= 1 << self.ingredients.index(name)
        for name in cook:
            state.devices_left[self.ingredients.index(name)] += 1
            state.device_mask |= 1 << self.ingredients.index(name)
        from balance.games.draft.dice import note_fitting

        note_fitting(self.rules, state)

    def offered(self, ask: Any, *args: Any) -> dict[int, int]:
        """Options that a kernel offers, and how many each stands for."""
        found: dict[int, int] = {}

        def collect(_state: Any, _seat: int, option: int, n: int, *_: int) -> None:
            if n > 0:
                found[int(option)] = int(n)

        with (
            mock.patch.object(options, "draw_option", collect),
            mock.patch.object(choose, "draw_option", collect),
        ):
            ask(self.rules, self.line_up, self.state, *args, 0, 0)
        return found

    def takes(self, seat: int = 0) -> set[tuple[str, int, str]]:
        """Kind, station and ingredient of every take that is offered, passing left out."""
        found = set()
        for option in self.offered(choose.weigh_takes, seat):
            kind = Take(option >> TAKE_SHIFT)
            if kind != Take.PASS:
                ingredient = self.ingredients[(option >> INGREDIENT_SHIFT) % 8]
                found.add((kind.name.lower(), (option >> STATION_SHIFT) % 8, ingredient))
        return found

    def serve(self, seat: int, dish: str, table: str) -> None:
        """A seat serves a dish at the first place of a table where it fits."""
        form = self.rules.form[self.dishes.index(dish)]
        index = self.tables.index(table)
        self.make(seat, 0, dish)
        for turn in range(self.rules.n_turns[index, form]):
            mask = int(places.places(self.rules, self.state, index, form, turn, 0))
            if mask:
                place = places.place_code(index, turn, 0, int(places.lowest(mask)))
                moves.serve(self.rules, self.state, self.trace, seat, 0, place)
                return
        raise AssertionError("it fits nowhere there")

    def events(self, kind: layout.Event) -> list[list[int]]:
        return [row[1:] for row in self.trace.row[: self.trace.n_events].tolist() if row[0] == kind]


def one_table(cells: int, **over: Any) -> Kitchen:
    """Only the Ehrentisch, of so many cells in a row."""
    tables = {"ehrentisch": {"bonus": 4, "cells": cells, "shape": ["#" * cells]}}
    model = Rules(players=2).model_dump()
    model["banquet"]["tables"] = tables
    with mock.patch.object(Rules, "model_dump", lambda *_, **__: model):
        return Kitchen(**over)


def test_r1_a_joker_fills_its_pairs_ingredient_or_any() -> None:
    kitchen = Kitchen()
    kitchen.make(0, 0, "salat", gemuese=1)
    kitchen.dice([0], ["gemuese", "obst"], [])
    assert kitchen.takes() == {("pair", 0, "gemuese")}
    kitchen = Kitchen(joker_ingredient="any")
    kitchen.make(0, 0, "salat", gemuese=1)
    kitchen.dice([0], ["obst"], [])
    wanted = {(kind, station, name) for kind, station, name in kitchen.takes() if station == 0}
    assert wanted == {("joker", 0, "gemuese"), ("joker", 0, "gewuerze")}


def test_r2_amounts_fit_whole() -> None:
    kitchen = Kitchen()
    kitchen.dice([4, 5], ["kaese"], [])  # a Käsebrot wants 3
    assert kitchen.takes() == set()
    kitchen.dice([3], [], [])
    assert kitchen.takes() == {("pair", station, "kaese") for station in range(6)}


def test_r4_a_pass_brings_an_application_up_to_the_limit() -> None:
    kitchen = Kitchen()
    for expected in (1, 2, 3, 4, 4):
        kitchen.state.is_weighed = 1
        kitchen.state.best_option = Take.PASS << TAKE_SHIFT
        kernel.take(kitchen.rules, kitchen.line_up, kitchen.state, kitchen.trace, 0, 0, 0)
        assert kitchen.state.applications[0] == expected


def test_r6_r15_cooks_and_the_sous_chef_work_only_on_what_is_complete() -> None:
    kitchen = Kitchen()
    kitchen.make(0, 3, "pizza", mehl=3, gemuese=1)
    kitchen.dice([], [], ["mehl", "gemuese", "kaese"])
    assert kitchen.takes() == {("cook", 3, "mehl")}
    kitchen.state.applications[0] = 4
    hires = [option for option in kitchen.offered(choose.weigh_hire, 0) if option >> TAKE_SHIFT == Take.COOK]
    assert [(option >> STATION_SHIFT) % 8 for option in hires] == [3]
    assert [(option >> INGREDIENT_SHIFT) % 8 for option in hires] == [kitchen.ingredients.index("mehl")]
    stations.process(kitchen.state, 0, 3, kitchen.ingredients.index("mehl"))
    assert kitchen.takes() == set()


def test_bronze_needs_no_cook() -> None:
    kitchen = Kitchen()
    kitchen.make(0, 0, "kaesebrot", mehl=3)
    kitchen.dice([], [], ["mehl"])
    assert kitchen.takes() == set()
    stations.deliver(kitchen.state, 0, 0, kitchen.ingredients.index("kaese"), 3, 1)
    moves.finish(kitchen.rules, kitchen.state, kitchen.trace, 0, 0)
    assert kitchen.state.score[0] == 3
    assert kitchen.state.is_clearing == 1


@pytest.mark.parametrize(
    ("new_dish", "tiers"), [("tier_fixed", {"gold"}), ("tier_free", {"bronze", "silver", "gold"})]
)
def test_r7_a_new_dish_is_drawn_in_its_tier(new_dish: str, tiers: set[str]) -> None:
    kitchen = Kitchen(new_dish=new_dish)
    kitchen.make(0, 0, "lasagne")
    args = (kitchen.rules, kitchen.line_up, kitchen.state)
    drawn = {kitchen.dishes[kernel.new_dish(*args, 0, 0, 5, 0)] for _ in range(150)}
    of_tiers = {name for name, dish in kitchen.model.dishes.items() if dish.tier in tiers}
    assert drawn == of_tiers


def test_r7_free_means_any_dish_of_choice() -> None:
    kitchen = Kitchen(new_dish="free")
    assert len(kitchen.offered(choose.choose_dish, 0, NONE)) == 16


def test_r7_the_same_dish_comes_whatever_others_did() -> None:
    kitchens = [Kitchen(new_dish="tier_fixed") for _ in range(2)]
    for kitchen in kitchens:
        kitchen.make(0, 0, "lasagne")
    kitchens[1].make(1, 0, "pizza")
    kernel.new_dish(kitchens[1].rules, kitchens[1].line_up, kitchens[1].state, 1, 0, 9, 0)
    first, second = (
        [kernel.new_dish(k.rules, k.line_up, k.state, 0, 0, 9, 0) for _ in range(6)] for k in kitchens
    )
    assert first == second


def test_r8_start_dishes_are_drawn_or_chosen_in_their_tier() -> None:
    for over in ({}, {"start_dishes": "chosen"}):
        kitchen = Kitchen(**over)
        kernel.set_up(kitchen.rules, kitchen.line_up, kitchen.state, kitchen.trace, 3, 0)
        dishes = [
            kitchen.model.dishes[kitchen.dishes[row[2]]].tier for row in kitchen.events(layout.Event.START)
        ]
        assert dishes == ["bronze"] * 3 + ["silver"] * 2 + ["gold"] + ["bronze"] * 3 + ["silver"] * 2 + [
            "gold"
        ]


def placing(kitchen: Kitchen, dish: str) -> dict[int, int]:
    form = kitchen.rules.form[kitchen.dishes.index(dish)]
    return kitchen.offered(choose.draw_place, 0, form)


def test_r9_a_dish_must_be_served_where_it_fits() -> None:
    kitchen = one_table(4)
    assert placing(kitchen, "salat").keys() == {0}  # two cells in a row of four: one turn, three places
    assert placing(kitchen, "salat")[0] == 3
    form = kitchen.rules.form[kitchen.dishes.index("pizza")]
    assert choose.choose_place(kitchen.rules, kitchen.line_up, kitchen.state, 0, form, 0, 0) == NONE
    assert NONE in placing(one_table(4, sideboard_by_choice=True), "salat")


def test_r9_mirroring_is_a_switch() -> None:
    turned = {
        mirror: Kitchen(mirror=mirror).rules.n_turns[
            4, Kitchen().rules.form[Kitchen().dishes.index("lasagne")]
        ]
        for mirror in (False, True)
    }
    assert turned[True] == 2 * turned[False]


def test_r9_a_dish_without_a_place_goes_to_the_sideboard() -> None:
    kitchen = Kitchen()
    kitchen.make(0, 5, "lasagne")
    moves.serve(kitchen.rules, kitchen.state, kitchen.trace, 0, 5, NONE)
    assert kitchen.state.tally[0, Count.ASIDE] == 1
    assert kitchen.state.aside[0].tolist()[:3] == [0, 0, 1]
    assert kitchen.state.n_free[:5].tolist() == [2, 2, 4, 4, 5]


@pytest.mark.parametrize(
    ("half_empty", "served", "lost"),
    [("not_full", 3, 3), ("at_most_half", 2, 2), ("at_most_half", 3, 0), ("not_full", 4, 0)],
)
def test_r10_which_tables_are_half_empty(half_empty: str, served: int, lost: int) -> None:
    kitchen = one_table(4, half_empty=half_empty)
    for _ in range(served):
        kitchen.serve(0, "kaesebrot", "ehrentisch")
    moves.take_penalties(kitchen.rules, kitchen.state, kitchen.trace)
    assert kitchen.state.points_penalty[0, 0] == -lost
    assert bool(kitchen.events(layout.Event.PENALTY)) == (lost > 0)


def test_r11_a_full_table_pays_once_for_each_own_dish() -> None:
    kitchen = one_table(4)
    kitchen.serve(1, "kaesebrot", "ehrentisch")
    kitchen.serve(1, "salat", "ehrentisch")
    assert kitchen.events(layout.Event.BONUS) == []
    kitchen.serve(0, "kaesebrot", "ehrentisch")
    assert kitchen.state.points_bonus[:2, 0].tolist() == [4, 8]
    assert kitchen.state.score[:2].tolist() == [4, 8]
    assert kitchen.events(layout.Event.FULL) == [[0, 0, 0, 0, 0, 0, 0]]
    assert [kitchen.state.tally[0, count] for count in (Count.BONUS_FILLED, Count.BONUS_GIVEN)] == [4, 8]


def test_r11_a_score_may_fall_below_zero() -> None:
    kitchen = one_table(4)
    kitchen.serve(0, "kaesebrot", "ehrentisch")
    moves.take_penalties(kitchen.rules, kitchen.state, kitchen.trace)
    assert kitchen.state.score[0] == -1


@pytest.mark.parametrize(("roll", "refilled"), [(47, 1), (48, 0)])
def test_r12_r19_no_station_begins_anew_after_the_last_roll(roll: int, refilled: int) -> None:
    kitchen = Kitchen()
    kitchen.state.roll = roll
    kitchen.make(0, 0, "kaesebrot", mehl=3, kaese=3)
    moves.finish(kitchen.rules, kitchen.state, kitchen.trace, 0, 0)
    kernel.decision_point(kitchen.rules, kitchen.line_up, kitchen.state, kitchen.trace, 0, 0, 0)
    assert len(kitchen.events(layout.Event.SERVE)) == 1
    assert len(kitchen.events(layout.Event.REFILL)) == refilled
    assert kitchen.state.waiting[0, 0] == 1 - refilled


def test_r13_without_a_banquet_nothing_is_served() -> None:
    kitchen = Kitchen(banquet={"enabled": False})
    kitchen.make(0, 0, "kaesebrot", mehl=3, kaese=3)
    moves.finish(kitchen.rules, kitchen.state, kitchen.trace, 0, 0)
    kernel.decision_point(kitchen.rules, kitchen.line_up, kitchen.state, kitchen.trace, 0, 0, 0)
    assert not kitchen.events(layout.Event.SERVE) + kitchen.events(layout.Event.ASIDE)
    assert kitchen.state.score[0] == 3


def test_r14_level_points_are_decided_by_dishes() -> None:
    from balance.games.draft.standing import rank_of

    kitchen = Kitchen()
    kitchen.state.score[:2] = 10
    kitchen.state.tally[:2, Count.DISHES] = (2, 3)
    assert [rank_of(kitchen.rules, kitchen.state, Count.DISHES, seat) for seat in (0, 1)] == [2, 1]
    kitchen.state.tally[0, Count.DISHES] = 3
    assert [rank_of(kitchen.rules, kitchen.state, Count.DISHES, seat) for seat in (0, 1)] == [1, 1]


def test_a5_by_number_a_dish_takes_the_first_free_cells() -> None:
    kitchen = one_table(6, fit="cells")
    kitchen.make(0, 0, "pizza")
    assert len(placing(kitchen, "pizza")) == 1
    moves.serve(kitchen.rules, kitchen.state, kitchen.trace, 0, 0, places.place_code(0, 0, 0, 0))
    assert [row[1] for row in kitchen.events(layout.Event.CELL)] == [0, 1, 2, 3]
    assert kitchen.state.fault == 0


def test_a6_amounts_are_scaled_half_up() -> None:
    kitchen = Kitchen(amount_scale=0.5)
    pizza = kitchen.rules.need[kitchen.dishes.index("pizza")]
    assert np.array_equal(pizza[:6], [2, 1, 1, 0, 0, 1])


def test_a7_the_banquet_is_scaled_half_up() -> None:
    assert Kitchen(banquet={"scale": 1.5}).rules.n_cells[:5].tolist() == [3, 3, 6, 6, 8]
