"""Play both drafts with the largest points and weights there may be, uncompiled; prints as JSON how large worths get.

A worth and its take are one number of 63 bits and a sign (`takes.ranked`). numpy warns of an overflow in all other
arithmetic of a playout, and a warning ends this script; of a shift it does not, so shifts are watched here.
"""

from __future__ import annotations

import json
import random
import warnings
from typing import Any
from unittest import mock

import numpy as np

from balance.core.game import Game, Policy
from balance.core.layout import new_record
from balance.games import GAMES
from balance.games.draft import takes
from balance.games.draft.takes import LAST_OPTION, OPTION_BITS

LARGEST = 1000  # points, bonus and refinement


def richest(game: Game, scale: float, **over: Any) -> Any:
    """The printed game with the largest points and bonuses."""
    rules = game.rules_model(players=2, clock=8).model_dump()
    things = rules["varieties"] if "varieties" in rules else rules["dishes"]
    for thing in things.values():
        thing["points"] = LARGEST
    if "refinement" in rules:
        rules["refinement"] = LARGEST
        for tier in rules["tiers"].values():
            tier["bonus"] = LARGEST
        rules["packages"]["size"] = 2
    else:
        rules["banquet"]["penalty"] = LARGEST
        for table in rules["banquet"]["tables"].values():
            table["bonus"] = LARGEST
    return game.rules_model.model_validate({**rules, "amount_scale": scale, **over})


def extremes(game: Game) -> list[dict[str, int]]:
    """All weights at their largest, at their smallest, and mixtures; then the same where work costs next to none."""
    chooser = random.Random(4)
    rows = [[weight.high for weight in game.weights], [weight.low for weight in game.weights]]
    rows += [[chooser.choice((weight.low, weight.high)) for weight in game.weights] for _ in range(6)]
    sets = [dict(zip((weight.name for weight in game.weights), row, strict=True)) for row in rows]
    light = [{**row, "piece": 0, "gap": chooser.choice((0, 1)), "process": 0} for row in sets]
    return [*sets, *light]


def largest_worth(game: Game) -> tuple[int, int]:
    """The largest worth of a take, without its sign, and how many were weighed."""
    compiling, kernel, layout = (game.module(name) for name in ("compiling", "kernel", "layout"))
    worths = [0]

    def watched(worth: int, option: int) -> int:
        worths.append(abs(int(worth)))
        return (int(worth) << OPTION_BITS) | (LAST_OPTION - int(option))

    with (
        mock.patch.object(takes, "ranked", watched),
        mock.patch.object(game.module("choose"), "ranked", watched),
    ):
        for number, weights in enumerate(extremes(game)):
            model = richest(game, (0.5, 2.0)[number % 2], joker_ingredient=("paired", "any")[number // 2 % 2])
            own = Policy("extreme", "weighted", weights)
            line_ups = compiling.compile_policies(model, (own, own), False)
            games, seats = np.zeros(1, layout.GAME_ROW), np.zeros(2, layout.SEAT_ROW)
            scratch, trace = np.zeros(2, layout.STATE), new_record(layout.TRACE)
            kernel.batch(compiling.compile_rules(model), line_ups, scratch, trace, 3, number, games, seats)
            assert not games["fault"].any(), games["fault"]
    return max(worths), len(worths)


if __name__ == "__main__":
    warnings.simplefilter("error")
    drafts = [game for game in GAMES if game.slug in ("chocolaterie", "festtafel")]
    print(json.dumps({game.slug: largest_worth(game) for game in drafts}))
