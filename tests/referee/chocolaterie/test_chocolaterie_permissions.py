"""What the rules allow does happen: a simulator that never lets a seat hire would pass every check for faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from chocolaterie.knowledge import TAKES, applications, dice_left, is_blocked, makes, missing, packed, since
from chocolaterie.variants import GAME
from forging import Event, Trace, seats, where
from playing import setting, trace

from balance.engine.worker import Setting

VARIANTS: dict[str, dict[str, Any]] = {
    "printed": {"players": 4},
    "many masters": {
        "players": 5,
        "clock": 20,
        "amount_scale": 0.5,
        "applications": {"limit": 5, "master": 1},
    },
    "nothing to take": {
        "players": 3,
        "clock": 24,
        "applications": {"limit": 6, "master": 1},
        "dice": {"amount": 0, "device": 0, "special": 0},
    },
    "bars wait": {
        "players": 4,
        "clock": 20,
        "packing": "may_wait",
        "amount_scale": 0.5,
        "applications": {"limit": 5, "master": 1},
    },
    "any joker": {"players": 3, "joker_ingredient": "any"},
    "storeroom": {"players": 3, "storeroom_by_choice": True, "amount_scale": 0.5},
    "small supply": {"players": 4, "amount_scale": 0.5, "packages": {"size": 1, "supply": 6}},
    "without packages": {"players": 4, "amount_scale": 0.5, "packages": {"enabled": False}},
}
MOST_PLAYOUTS = 150

PERMISSIONS: dict[str, tuple[str, Callable[[Trace], bool]]] = {}


def permitted(variant: str) -> Callable[[Callable[[Trace], bool]], Callable[[Trace], bool]]:
    """What has to happen in some playout of a variant in which all decide at random."""

    def add(happens: Callable[[Trace], bool]) -> Callable[[Trace], bool]:
        PERMISSIONS[f"{happens.__name__}: {variant}"] = (variant, happens)
        return happens

    return add


@cache
def compiled(variant: str) -> Setting:
    rules = VARIANTS[variant]
    return setting(GAME, rules, ["random"] * rules["players"], 5)


@cache
def played(variant: str, playout: int) -> Trace:
    return trace(compiled(variant), playout)


def around(trace: Trace, *kinds: str) -> Iterator[tuple[Event, Event, Event]]:
    """Events of these kinds with the one before and the one after them."""
    for index in where(trace, *kinds):
        yield trace[index - 1], trace[index], trace[index + 1]


def turns(trace: Trace) -> Iterator[tuple[int, list[int], int]]:
    """Hires and packs before the clock has run out: number, seats that took in this roll, who takes next or −1."""
    order: list[int] = []
    taken: list[int] = []
    for index, event in enumerate(trace):
        if event["event"] == "roll":
            order, taken = [(event["seat"] + step) % len(seats(trace)) for step in seats(trace)], []
        elif event["event"] in TAKES:
            taken.append(event["seat"])
        elif event["event"] == "time_up":
            return
        elif event["event"] in ("hire", "pack"):
            yield index, list(taken), order[len(taken)] if len(taken) < len(order) else -1


# Applications and the master ------------------------------------------------------------------------------------------


@permitted("printed")
def passing_at_the_limit(trace: Trace) -> bool:
    limit = trace[0]["applications"]["limit"]
    return any(applications(trace, at, trace[at]["seat"]) == limit for at in where(trace, "pass"))


@permitted("printed")
def passing_though_something_fits(trace: Trace) -> bool:
    for at in where(trace, "pass"):
        for station in range(len(trace[0]["stations"])):
            needs = trace[0]["varieties"][makes(trace, at, trace[at]["seat"], station)]
            refined = since(trace, at, trace[at]["seat"], station, "special")
            if not refined and needs["special"] in dice_left(trace, at, "special"):
                return True
    return False


@permitted("nothing to take")
def rerolling_again_and_again(trace: Trace) -> bool:
    return any(before["event"] == "reroll" for before, _, _ in around(trace, "reroll"))


@permitted("nothing to take")
def hiring_before_a_reroll(trace: Trace) -> bool:
    return any(before["event"] == "hire" for before, _, _ in around(trace, "reroll"))


@permitted("nothing to take")
def hiring_after_a_reroll(trace: Trace) -> bool:
    return any(after["event"] == "hire" for _, _, after in around(trace, "reroll"))


@permitted("many masters")
def hiring_before_the_own_take(trace: Trace) -> bool:
    return any(
        taken and trace[at]["seat"] == to_take and trace[at - 1]["event"] in TAKES
        for at, taken, to_take in turns(trace)
        if trace[at]["event"] == "hire"
    )


@permitted("many masters")
def hiring_after_the_own_take(trace: Trace) -> bool:
    return any(
        bool(taken) and trace[at]["seat"] == taken[-1] and trace[at - 1]["event"] in TAKES
        for at, taken, _ in turns(trace)
        if trace[at]["event"] == "hire"
    )


def _is_third(trace: Trace, at: int, taken: list[int], to_take: int) -> bool:
    """Whether a seat acts that is neither next nor has just taken."""
    return trace[at]["seat"] not in (to_take, *taken[-1:])


@permitted("many masters")
@permitted("without packages")
def hiring_when_another_bar_has_left(trace: Trace) -> bool:
    return any(_is_third(trace, *turn) for turn in turns(trace) if trace[turn[0]]["event"] == "hire")


@permitted("many masters")
def hiring_after_the_last_roll(trace: Trace) -> bool:
    for time_up in where(trace, "time_up"):
        active = trace[max(where(trace, "roll"))]["seat"]
        hirers = {trace[at]["seat"] for at in where(trace, "hire") if at > time_up}
        return bool(hirers - {active, (active - 1) % len(seats(trace))})
    return False


@permitted("many masters")
def hiring_twice_at_once(trace: Trace) -> bool:
    hires = around(trace, "hire")
    return any(after["event"] == "hire" and after["seat"] == hire["seat"] for _, hire, after in hires)


@permitted("many masters")
def a_master_before_and_after_delivery(trace: Trace) -> bool:
    states = set()
    for at in where(trace, "hire"):
        station = trace[at]["seat"], trace[at]["station"]
        states.add(missing(trace, at, *station)[trace[at]["ingredient"]] == 0)
    return len(states) == 2


@permitted("many masters")
def finishing_in_the_turn_of_another(trace: Trace) -> bool:
    return any(
        trace[at + 1]["event"] == "finish" and taken and trace[at]["seat"] == to_take
        for at, taken, to_take in turns(trace)
        if trace[at]["event"] == "hire"
    )


# Stations -------------------------------------------------------------------------------------------------------------


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


@permitted("printed")
def another_tier_on_a_station(trace: Trace) -> bool:
    stations, varieties = trace[0]["stations"], trace[0]["varieties"]
    chosen = (trace[at] for at in where(trace, "choose"))
    return any(varieties[event["variety"]]["tier"] != stations[event["station"]] for event in chosen)


@permitted("printed")
def the_same_variety_on_two_stations(trace: Trace) -> bool:
    for at in where(trace, "choose"):
        others = {*range(len(trace[0]["stations"]))} - {trace[at]["station"]}
        if trace[at]["variety"] in {makes(trace, at, trace[at]["seat"], other) for other in others}:
            return True
    return False


@permitted("printed")
def a_joker_that_is_not_enough_and_one_too_large(trace: Trace) -> bool:
    pieces = {trace[at]["pieces"] for at in where(trace, "pair", amount="joker")}
    return len(pieces) > 3 and min(pieces) == 1


@permitted("any joker")
def a_joker_for_any_ingredient(trace: Trace) -> bool:
    jokers = (trace[at] for at in where(trace, "pair", amount="joker"))
    return any(
        event["spent"] != event["ingredient"]
        and event["spent"]
        not in trace[0]["varieties"][makes(trace, len(trace), event["seat"], event["station"])]["needs"]
        for event in jokers
    )


# Packages -------------------------------------------------------------------------------------------------------------


@permitted("bars wait")
def a_bar_that_waits_over_a_roll(trace: Trace) -> bool:
    for at in where(trace, "pack"):
        done = max(where(trace[:at], "finish", seat=trace[at]["seat"], station=trace[at]["station"]))
        if where(trace[done:at], "roll"):
            return True
    return False


@permitted("bars wait")
def packing_when_another_bar_has_left(trace: Trace) -> bool:
    return any(_is_third(trace, *turn) for turn in turns(trace) if trace[turn[0]]["event"] == "pack")


@permitted("bars wait")
def two_bars_that_wait(trace: Trace) -> bool:
    stations = range(len(trace[0]["stations"]))
    return any(
        sum(is_blocked(trace, at + 1, trace[at]["seat"], station) for station in stations) > 1
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


@permitted("printed")
@permitted("small supply")
def a_draw(trace: Trace) -> bool:
    return sum(trace[-1]["winners"]) > 1


@permitted("printed")
def every_kind_of_take_in_one_roll(trace: Trace) -> bool:
    rolls = [*where(trace, "roll"), len(trace)]
    return any(
        {"pair", "device", "special", "pass"} <= {event["event"] for event in trace[one:other]}
        for one, other in pairwise(rolls)
    )


@pytest.mark.parametrize("name", PERMISSIONS)
def test_what_is_allowed_happens(name: str) -> None:
    variant, happens = PERMISSIONS[name]
    assert any(happens(played(variant, playout)) for playout in range(MOST_PLAYOUTS)), "never"
