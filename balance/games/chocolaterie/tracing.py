"""Rows of a trace become objects with names, one an event; docs/trace.md describes each of them and its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from balance.core.layout import Records
from balance.core.rulebook import for_players
from balance.games.chocolaterie.layout import Event, Source
from balance.games.chocolaterie.rules import Rules, devices, n_rolls, start_tiers, supply
from balance.games.draft.tracing import (
    Object,
    amount_name,
    dice_fields,
    end_fields,
    grouped,
    needs_fields,
    pair_fields,
    setup_head,
    thrown,
)

TRACE_VERSION = 1
"""Raised whenever an event or field is renamed, removed or means something else."""

_PARTS = (Event.DIE, Event.RESULT)


def objects(rules: Rules, facts: Mapping[str, Any], events: Records) -> Iterator[Object]:
    """A playout as objects that JSON can hold, in order: `setup` first, `end` last if it came to an end.

    Args:
        rules: The variant.
        facts: As `balance.engine.replaying.Replay.facts` has them.
        events: Rows of the trace, shape (n, 8), whose columns `layout.Event` names.

    Yields:
        Objects whose key `event` says what they are.
    """
    yield _setup(rules, facts)
    names = _Names(rules)
    n_rolled = 0
    for (code, *numbers), parts in grouped(events, _PARTS):
        event = Event(code)
        n_rolled += event == Event.ROLL
        if event in (Event.ROLL, Event.REROLL):
            yield thrown(event.name.lower(), numbers, names.kinds, parts)
        elif event == Event.OVER:
            yield end_fields(facts, numbers, parts, n_rolled, "bars")
        else:
            yield {"event": event.name.lower(), **_FIELDS[event](names, numbers)}


class _Names:
    """What the numbers of these rules are called."""

    def __init__(self, rules: Rules) -> None:
        self.varieties = list(rules.varieties)
        self.ingredients = list(rules.ingredients)
        self.specials = list(rules.specials)
        self.device_of = {name: part.device for name, part in rules.ingredients.items()}
        self.kinds: Mapping[int, tuple[str, Callable[[int], Any]]] = {
            Source.AMOUNT: ("amount", amount_name),
            Source.INGREDIENT: ("ingredient", self.ingredients.__getitem__),
            Source.DEVICE: ("device", self.device),
            Source.SPECIAL: ("special", self.specials.__getitem__),
        }

    def device(self, ingredient: int) -> str | None:
        """The device that works on an ingredient."""
        return self.device_of[self.ingredients[ingredient]]


def _at(n: Sequence[int]) -> Object:
    return {"seat": n[0], "station": n[1]}


def _made(names: _Names, n: Sequence[int]) -> Object:
    return {**_at(n), "variety": names.varieties[n[2]]}


_FIELDS: Mapping[Event, Callable[[_Names, Sequence[int]], Object]] = {
    Event.OPEN: lambda _, n: {"package": n[1]},
    Event.START: _made,
    Event.PAIR: lambda names, n: pair_fields(names.ingredients, n),
    Event.DEVICE: lambda names, n: {
        **_at(n),
        "device": names.device(n[2]),
        "ingredient": names.ingredients[n[2]],
    },
    Event.SPECIAL: lambda names, n: {**_at(n), "special": names.specials[n[2]]},
    Event.PASS: lambda _, n: {"seat": n[0], "applications": n[1]},
    Event.HIRE: lambda names, n: {**_at(n), "ingredient": names.ingredients[n[2]], "applications": n[3]},
    Event.FINISH: lambda names, n: {**_made(names, n), "refined": bool(n[3]), "points": n[4]},
    Event.PACK: lambda names, n: {**_made(names, n), "package": n[3], "bars": n[4]},
    Event.STORE: _made,
    Event.FULL: lambda _, n: {"seat": n[0], "package": n[1], "packages_full": n[2]},
    Event.BONUS: lambda _, n: {"seat": n[0], "package": n[1], "bars": n[2], "points": n[3]},
    Event.CHOOSE: _made,
    Event.TIME_UP: lambda _, n: {},
}


def _setup(rules: Rules, facts: Mapping[str, Any]) -> Object:
    """Everything about the variant that a playout depends on, names and derived defaults filled in."""
    players = rules.players
    shown: dict[str, Sequence[Any]] = {
        "ingredient": list(rules.ingredients),
        "device": list(devices(rules)),
        "special": rules.specials,
    }
    return {
        **setup_head(facts, TRACE_VERSION, players),
        "clock": rules.clock,
        "rolls": n_rolls(rules),
        "stations": start_tiers(rules),
        "tiers": {name: tier.model_dump() for name, tier in rules.tiers.items()},
        "ingredients": {name: part.device for name, part in rules.ingredients.items()},
        "specials": list(rules.specials),
        "amount_scale": rules.amount_scale,
        "varieties": {
            name: {
                "tier": variety.tier,
                "points": variety.points,
                "special": variety.special,
                **needs_fields(variety.needs, rules.amount_scale),
            }
            for name, variety in rules.varieties.items()
        },
        "dice": dice_fields(rules.dice, ("amount", "ingredient", "device", "special"), shown, players),
        "joker": rules.joker,
        "refinement": rules.refinement,
        "applications": {
            "limit": for_players(rules.applications.limit, players),
            "master": for_players(rules.applications.master, players),
        },
        "packages": _packages(rules),
        "joker_ingredient": rules.joker_ingredient,
        "packing": rules.packing,
        "storeroom_by_choice": rules.storeroom_by_choice,
        "second_package_of_variety": rules.second_package_of_variety,
        "start_varieties": rules.start_varieties,
    }


def _packages(rules: Rules) -> Object:
    enabled = rules.packages.enabled
    return {
        "enabled": enabled,
        "size": rules.packages.size,
        "supply": supply(rules) if enabled else 0,
        "open_extra": rules.packages.open_extra,
        "open": rules.players + rules.packages.open_extra if enabled else 0,
    }
