"""Which dish comes onto a freed station, by many draws (R7); scenarios.yaml has what single moves come to."""

from __future__ import annotations

from typing import Any

import pytest

from balance.core.chance import begin_streams
from balance.core.layout import new_record
from balance.games.draft import stations
from balance.games.festtafel import GAME, kernel, layout
from balance.games.festtafel.compiling import compile_policies, compile_rules
from balance.games.festtafel.rules import Rules


class Kitchen:
    """Two seats that draw at random."""

    def __init__(self, **over: Any) -> None:
        self.model = Rules(players=2, **over)
        self.rules = compile_rules(self.model)
        policy = GAME.policy("random", 2)
        self.line_up = compile_policies(self.model, [policy] * 2, False)[0]
        self.state = new_record(layout.STATE)
        self.dishes = list(self.model.dishes)

    def make(self, seat: int, dish: str) -> None:
        """Station 0 of a seat makes a dish."""
        stations.begin_station(self.rules, self.state, seat, 0, self.dishes.index(dish))

    def draw(self, seat: int, seed: int) -> str:
        """The dish that comes next onto it."""
        begin_streams(self.state, seed, 0)
        return self.dishes[kernel.new_dish(self.rules, self.line_up, self.state, seat, 0)]


@pytest.mark.parametrize(
    ("new_dish", "tiers"), [("tier_fixed", {"gold"}), ("tier_free", {"bronze", "silver", "gold"})]
)
def test_all_dishes_of_its_tiers_come_and_no_other(new_dish: str, tiers: set[str]) -> None:
    kitchen = Kitchen(new_dish=new_dish)
    kitchen.make(0, "lasagne")
    drawn = {kitchen.draw(0, 5) for _ in range(150)}
    assert drawn == {name for name, dish in kitchen.model.dishes.items() if dish.tier in tiers}


def test_the_same_dish_comes_whatever_others_did() -> None:
    kitchens = [Kitchen(new_dish="tier_fixed") for _ in range(2)]
    for kitchen in kitchens:
        kitchen.make(0, "lasagne")
    kitchens[1].make(1, "pizza")
    kitchens[1].draw(1, 9)
    first, second = ([kitchen.draw(0, 9) for _ in range(6)] for kitchen in kitchens)
    assert first == second
    assert len(set(first)) > 1
