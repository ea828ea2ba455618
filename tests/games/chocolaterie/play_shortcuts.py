"""Play without the shortcuts that kernels take, uncompiled; prints as JSON what that changes, which is nothing.

The shortcuts: a policy's view of a station is kept until it changes, decision points that can hold nothing are skipped,
and a weighted policy looks for its best option without listing all. Here every view is made anew, every point is
played, and every take of a weighted policy is looked up among those that `random` would be offered.
"""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

import numpy as np
from scenarios import rules_model
from table import Table

from balance.core.game import Policy
from balance.core.kernel import COMPILED
from balance.core.layout import new_record
from balance.games.chocolaterie import GAME, choose, kernel, layout
from balance.games.chocolaterie.compiling import compile_policies
from balance.games.chocolaterie.layout import Kind, Take
from balance.games.draft.takes import ingredient_of, station_of, take_of

VARIANTS: dict[str, dict[str, Any]] = {
    "printed": {"players": 3, "clock": 24},
    "small packages": {
        "players": 2,
        "clock": 40,
        "packages": {"size": 2, "open_extra": 0, "supply": 9},
        "amount_scale": 0.5,
    },
    "one package of a variety": {
        "players": 4,
        "clock": 16,
        "second_package_of_variety": False,
        "amount_scale": 0.5,
    },
    "other switches": {
        "players": 3,
        "clock": 24,
        "joker_ingredient": "any",
        "packing": "may_wait",
        "storeroom_by_choice": True,
        "start_varieties": "chosen",
        "amount_scale": 0.5,
        "applications": {"limit": 3, "master": 1},
    },
}
SEATS = ("greedy", "random", "greedy", "greedy")


def rows(table: Table, line_ups: Any) -> bytes:
    """Rows of two playouts."""
    games = np.zeros(2, layout.GAME_ROW)
    seats = np.zeros(2 * table.rules.n_seats, layout.SEAT_ROW)
    scratch, trace = np.zeros(2, layout.STATE), new_record(layout.TRACE)
    kernel.batch(table.rules, line_ups, scratch, trace, 3, 0, games, seats)
    assert not games["fault"].any()
    return games.tobytes() + seats.tobytes()


def differences(over: dict[str, Any]) -> dict[str, Any]:
    """What comes out otherwise without each shortcut; `looked_up` counts the takes of weighted policies."""
    table = Table(rules_model(GAME, over), {}, [])
    weights = {weight.name: weight.default for weight in GAME.weights}
    presets = [GAME.preset(name) for name in SEATS[: table.rules.n_seats]]
    policies = [Policy(p.name, p.kind, weights | dict(p.weights)) for p in presets if p is not None]
    line_ups = compile_policies(table.model, policies, False)
    expected = rows(table, line_ups)
    real_look, real_weigh = choose.look_around, choose.weigh_takes
    looked_up: list[int] = []
    illegal: list[str] = []
    outdated: list[str] = []

    def look_anew(rules: Any, line_up: Any, state: Any, seat: int) -> None:
        due = int(state.stale[seat])
        kept = state.work[seat].tolist(), state.rate[seat].tolist()
        state.stale[seat] = state.outdated[seat] = (1 << rules.n_stations) - 1
        real_look(rules, line_up, state, seat)
        seen = state.work[seat], state.rate[seat]
        for station in range(rules.n_stations):
            is_due = due >> station & 1
            if not is_due and any(was[station] != now[station] for was, now in zip(kept, seen, strict=True)):
                outdated.append(f"roll {state.roll}, seat {seat}, station {station}")

    def weigh_and_look_up(rules: Any, line_up: Any, state: Any, seat: int) -> None:
        real_weigh(rules, line_up, state, seat)
        if line_up.kind[seat] == Kind.RANDOM or line_up is table.line_ups[0]:
            return
        best, value = int(state.best_option), int(state.best_value)
        amount = 0
        if take_of(best) == Take.PAIR:
            station, ingredient = station_of(best), ingredient_of(best)
            missing = state.missing[seat, station, ingredient]
            amount = int(choose.pick_amount(rules, line_up, state, seat, missing))
        table.state = state
        with mock.patch.object(choose, "weigh_takes", real_weigh):
            if (best, amount) not in table.takes(seat).values():
                illegal.append(f"roll {state.roll}, seat {seat}: option {best}, amount {amount}")
        state.best_option, state.best_value = best, value
        looked_up.append(1)

    found: dict[str, Any] = {}
    with mock.patch.object(choose, "look_around", look_anew):
        found["views"] = rows(table, line_ups) != expected
    with mock.patch.object(kernel, "has_decision", lambda *_: True):
        found["points"] = rows(table, line_ups) != expected
    with (
        mock.patch.object(kernel, "weigh_takes", weigh_and_look_up),
        mock.patch.object(choose, "weigh_takes", weigh_and_look_up),
    ):
        found["takes"] = rows(table, line_ups) != expected
    return found | {"illegal": illegal, "outdated": outdated, "looked_up": len(looked_up)}


if __name__ == "__main__":
    assert not COMPILED, "shortcuts are left out with NUMBA_DISABLE_JIT=1"
    print(json.dumps({name: differences(over) for name, over in VARIANTS.items()}))
