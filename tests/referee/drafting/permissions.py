"""What both drafts allow does happen, in some playout of variants that both have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from forging import Event, Permissions, Trace, seats, where

from .knowledge import applications, makes, stations, things, words_of
from .words import Words

permitted = Permissions()


def variants(words: Words) -> dict[str, dict[str, Any]]:
    """Name of a variant to its `rules:` section; all of them are to be played at random."""
    hires = {"applications": {"limit": 5, words.helper: 1}}
    few = dict.fromkeys(words.kinds[2:], 0)
    return {
        "printed": {"players": 4},
        "many hires": {"players": 5, "clock": 20, "amount_scale": 0.5, **hires},
        "nothing to take": {
            "players": 3,
            "clock": 24,
            "applications": {"limit": 6, words.helper: 1},
            "dice": few | {"amount": 0},
        },
        "hires and rerolls": {"players": 3, "clock": 24, "amount_scale": 0.5, "dice": few, **hires},
        "any joker": {"players": 3, "joker_ingredient": "any"},
    }


def at_random(
    variants: Mapping[str, dict[str, Any]],
) -> dict[str, tuple[dict[str, Any], Sequence[str]]]:
    """Variants in which all decide at random."""
    return {variant: (rules, ["random"] * rules["players"]) for variant, rules in variants.items()}


def around(trace: Trace, *kinds: str) -> Iterator[tuple[Event, Event, Event]]:
    """Events of these kinds with the one before and the one after them."""
    for index in where(trace, *kinds):
        yield trace[index - 1], trace[index], trace[index + 1]


def turns(trace: Trace, *kinds: str) -> Iterator[tuple[int, list[int], int]]:
    """Such events before the clock has run out: number, seats that took in this roll, who takes next or −1."""
    order: list[int] = []
    taken: list[int] = []
    for index, event in enumerate(trace):
        if event["event"] == "roll":
            order, taken = [(event["seat"] + step) % len(seats(trace)) for step in seats(trace)], []
        elif event["event"] in words_of(trace).takes:
            taken.append(event["seat"])
        elif event["event"] == "time_up":
            return
        elif event["event"] in kinds:
            yield index, list(taken), order[len(taken)] if len(taken) < len(order) else -1


# Applications, rerolls and hires --------------------------------------------------------------------------------------


@permitted("printed")
def passing_at_the_limit(trace: Trace) -> bool:
    limit = trace[0]["applications"]["limit"]
    return any(applications(trace, at, trace[at]["seat"]) == limit for at in where(trace, "pass"))


@permitted("nothing to take")
def rerolling_again_and_again(trace: Trace) -> bool:
    return any(before["event"] == "reroll" for before, _, _ in around(trace, "reroll"))


@permitted("hires and rerolls")
def hiring_before_a_reroll(trace: Trace) -> bool:
    return any(before["event"] == "hire" for before, _, _ in around(trace, "reroll"))


@permitted("hires and rerolls")
def hiring_after_a_reroll(trace: Trace) -> bool:
    return any(after["event"] == "hire" for _, _, after in around(trace, "reroll"))


@permitted("many hires")
def hiring_before_the_own_take(trace: Trace) -> bool:
    takes = words_of(trace).takes
    return any(
        taken and trace[at]["seat"] == to_take and trace[at - 1]["event"] in takes
        for at, taken, to_take in turns(trace, "hire")
    )


@permitted("many hires")
def hiring_after_the_own_take(trace: Trace) -> bool:
    takes = words_of(trace).takes
    return any(
        bool(taken) and trace[at]["seat"] == taken[-1] and trace[at - 1]["event"] in takes
        for at, taken, _ in turns(trace, "hire")
    )


def is_third(trace: Trace, at: int, taken: list[int], to_take: int) -> bool:
    """Whether a seat acts that is neither next nor has just taken."""
    return trace[at]["seat"] not in (to_take, *taken[-1:])


@permitted("many hires")
def hiring_when_something_has_left(trace: Trace) -> bool:
    return any(is_third(trace, *turn) for turn in turns(trace, "hire"))


@permitted("many hires")
def hiring_after_the_last_roll(trace: Trace) -> bool:
    for time_up in where(trace, "time_up"):
        active = trace[max(where(trace, "roll"))]["seat"]
        hirers = {trace[at]["seat"] for at in where(trace, "hire") if at > time_up}
        return bool(hirers - {active, (active - 1) % len(seats(trace))})
    return False


@permitted("many hires")
def hiring_twice_at_once(trace: Trace) -> bool:
    hires = around(trace, "hire")
    return any(after["event"] == "hire" and after["seat"] == hire["seat"] for _, hire, after in hires)


@permitted("many hires")
def finishing_in_the_turn_of_another(trace: Trace) -> bool:
    return any(
        trace[at + 1]["event"] == "finish" and taken and trace[at]["seat"] == to_take
        for at, taken, to_take in turns(trace, "hire")
    )


# Stations and takes ---------------------------------------------------------------------------------------------------


@permitted("printed")
def another_tier_on_a_station(trace: Trace) -> bool:
    words, tiers = words_of(trace), trace[0]["stations"]
    begun = (trace[at] for at in where(trace, words.begin))
    return any(things(trace)[event[words.thing]]["tier"] != tiers[event["station"]] for event in begun)


@permitted("printed")
def the_same_on_two_stations(trace: Trace) -> bool:
    words = words_of(trace)
    for at in where(trace, words.begin):
        others = {*stations(trace)} - {trace[at]["station"]}
        if trace[at][words.thing] in {makes(trace, at, trace[at]["seat"], other) for other in others}:
            return True
    return False


@permitted("printed")
def a_joker_that_is_not_enough_and_one_too_large(trace: Trace) -> bool:
    pieces = {trace[at]["pieces"] for at in where(trace, "pair", amount="joker")}
    return len(pieces) > 2 and min(pieces) == 1


@permitted("any joker")
def a_joker_for_any_ingredient(trace: Trace) -> bool:
    for at in where(trace, "pair", amount="joker"):
        pair = trace[at]
        wanted = things(trace)[makes(trace, at, pair["seat"], pair["station"])]["needs"]
        if pair["spent"] != pair["ingredient"] and pair["spent"] not in wanted:
            return True
    return False


@permitted("printed")
def a_draw(trace: Trace) -> bool:
    return sum(trace[-1]["winners"]) > 1


@permitted("printed")
def every_kind_of_take_in_one_roll(trace: Trace) -> bool:
    rolls = [*where(trace, "roll"), len(trace)]
    return any(
        {*words_of(trace).takes} <= {event["event"] for event in trace[one:other]}
        for one, other in pairwise(rolls)
    )
