"""What the rules allow does happen: a simulator that never lets a seat hire would pass every check for faults."""

from __future__ import annotations

from typing import Any

import pytest
from chocolaterie.knowledge import packed
from chocolaterie.variants import GAME
from drafting.knowledge import dice_left, is_blocked, makes, missing, since, stations
from drafting.permissions import (
    a_draw,
    at_random,
    hiring_when_something_has_left,
    is_third,
    turns,
    variants,
)
from drafting.permissions import permitted as shared
from drafting.words import CHOCOLATERIE
from forging import Permissions, Trace, where
from playing import Playouts

VARIANTS: dict[str, dict[str, Any]] = {
    **variants(CHOCOLATERIE),
    "bars wait": {
        "players": 4,
        "clock": 20,
        "packing": "may_wait",
        "amount_scale": 0.5,
        "applications": {"limit": 5, "master": 1},
    },
    "storeroom": {"players": 3, "storeroom_by_choice": True, "amount_scale": 0.5},
    "small supply": {"players": 4, "amount_scale": 0.5, "packages": {"size": 1, "supply": 6}},
    "without packages": {"players": 4, "amount_scale": 0.5, "packages": {"enabled": False}},
}
MOST_PLAYOUTS = 150
PLAYED = Playouts(GAME, at_random(VARIANTS), seed=5)

permitted = Permissions(shared)
permitted("without packages")(hiring_when_something_has_left)
permitted("small supply")(a_draw)


@permitted("printed")
def passing_though_something_fits(trace: Trace) -> bool:
    for at in where(trace, "pass"):
        for station in stations(trace):
            needs = trace[0]["varieties"][makes(trace, at, trace[at]["seat"], station)]
            refined = since(trace, at, trace[at]["seat"], station, "special")
            if not refined and needs["special"] in dice_left(trace, at, "special"):
                return True
    return False


@permitted("many hires")
def a_master_before_and_after_delivery(trace: Trace) -> bool:
    states = set()
    for at in where(trace, "hire"):
        station = trace[at]["seat"], trace[at]["station"]
        states.add(missing(trace, at, *station)[trace[at]["ingredient"]] == 0)
    return len(states) == 2


@permitted("printed")
def a_device_before_and_after_delivery(trace: Trace) -> bool:
    states = set()
    for at in where(trace, "device"):
        station = trace[at]["seat"], trace[at]["station"]
        states.add(missing(trace, at, *station)[trace[at]["ingredient"]] == 0)
    return len(states) == 2


@permitted("printed")
def a_special_before_anything_is_delivered(trace: Trace) -> bool:
    return any(
        not since(trace, at, trace[at]["seat"], trace[at]["station"], "pair", "device")
        for at in where(trace, "special")
    )


# Bars and packages ----------------------------------------------------------------------------------------------------


@permitted("bars wait")
def a_bar_that_waits_over_a_roll(trace: Trace) -> bool:
    for at in where(trace, "pack"):
        done = max(where(trace[:at], "finish", seat=trace[at]["seat"], station=trace[at]["station"]))
        if where(trace[done:at], "roll"):
            return True
    return False


@permitted("bars wait")
def packing_when_another_bar_has_left(trace: Trace) -> bool:
    return any(is_third(trace, *turn) for turn in turns(trace, "pack"))


@permitted("bars wait")
def two_bars_that_wait(trace: Trace) -> bool:
    return any(
        sum(is_blocked(trace, at + 1, trace[at]["seat"], station) for station in stations(trace)) > 1
        for at in where(trace, "finish")
    )


@permitted("bars wait")
def packing_after_the_last_roll(trace: Trace) -> bool:
    return any(where(trace[at:], "pack", "store") for at in where(trace, "time_up"))


@permitted("storeroom")
def a_bar_stored_by_choice(trace: Trace) -> bool:
    size = trace[0]["packages"]["size"]
    return any(
        bars == 0 or (variety == trace[at]["variety"] and bars < size)
        for at in where(trace, "store")
        for variety, bars in packed(trace, at).values()
    )


@permitted("storeroom")
def a_second_package_of_a_variety(trace: Trace) -> bool:
    size = trace[0]["packages"]["size"]
    return any(
        trace[at]["bars"] == 1
        and any(
            variety == trace[at]["variety"] and bars < size for variety, bars in packed(trace, at).values()
        )
        for at in where(trace, "pack")
    )


@permitted("small supply")
def the_supply_ends_it_in_the_middle_of_a_roll(trace: Trace) -> bool:
    row = trace[-1]["rows"]["games"]
    return bool(trace[-1]["reason"] == "supply" and row["takes_last_roll"] < row["n_seats"])


@pytest.mark.parametrize("name", permitted)
def test_what_is_allowed_happens(name: str) -> None:
    permitted.try_one(name, PLAYED, MOST_PLAYOUTS)
