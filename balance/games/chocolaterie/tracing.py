"""Rows of a trace become objects with names, one an event; docs/trace.md describes each of them and its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from balance.core.layout import Records
from balance.core.rulebook import for_players
from balance.games.chocolaterie.compiling import scaled
from balance.games.chocolaterie.layout import JOKER, Event, Source
from balance.games.chocolaterie.rules import Rules, counts_dice, devices, n_rolls, start_tiers, supply

TRACE_VERSION = 1
"""Raised whenever an event or field is renamed, removed or means something else."""

_KINDS = {
    Source.AMOUNT: "amount",
    Source.INGREDIENT: "ingredient",
    Source.DEVICE: "device",
    Source.SPECIAL: "special",
}

Object = dict[str, Any]


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
    rows: list[list[int]] = events.tolist()
    index = 0
    while index < len(rows):
        event, *numbers = rows[index]
        index += 1
        if event in (Event.ROLL, Event.REROLL):
            start = index
            while index < len(rows) and rows[index][0] == Event.DIE:
                index += 1
            yield _thrown(names, Event(event), numbers, rows[start:index])
        elif event == Event.OVER:
            yield _end(rules, facts, names, numbers, rows)
        elif event != Event.RESULT:  # told by `end`
            yield {"event": Event(event).name.lower(), **_FIELDS[Event(event)](names, numbers)}


class _Names:
    """What the numbers of these rules are called."""

    def __init__(self, rules: Rules) -> None:
        self.varieties = list(rules.varieties)
        self.ingredients = list(rules.ingredients)
        self.specials = list(rules.specials)
        self.device_of = {name: part.device for name, part in rules.ingredients.items()}

    def device(self, ingredient: int) -> str | None:
        """The device that works on an ingredient."""
        return self.device_of[self.ingredients[ingredient]]

    def face(self, kind: int, face: int) -> str | int | None:
        """What a die shows."""
        if kind == Source.AMOUNT:
            return amount_name(face)
        if kind == Source.INGREDIENT:
            return self.ingredients[face]
        return self.device(face) if kind == Source.DEVICE else self.specials[face]


def amount_name(face: int) -> str | int:
    """An amount as YAML writes it."""
    return "joker" if face == JOKER else face


def _at(n: Sequence[int]) -> Object:
    return {"seat": n[0], "station": n[1]}


def _made(names: _Names, n: Sequence[int]) -> Object:
    return {**_at(n), "variety": names.varieties[n[2]]}


def _pair(names: _Names, n: Sequence[int]) -> Object:
    return {
        **_at(n),
        "ingredient": names.ingredients[n[2]],
        "amount": amount_name(n[3]),
        "spent": names.ingredients[n[4]],
        "pieces": n[5],
        "missing": n[6],
    }


_FIELDS: Mapping[Event, Callable[[_Names, Sequence[int]], Object]] = {
    Event.OPEN: lambda _, n: {"package": n[1]},
    Event.START: _made,
    Event.PAIR: _pair,
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


def _thrown(names: _Names, event: Event, numbers: Sequence[int], dice: Sequence[Sequence[int]]) -> Object:
    """A roll or reroll with all its dice."""
    thrown: Object = {"event": event.name.lower(), "roll": numbers[1], "seat": numbers[0]}
    if event == Event.REROLL:
        thrown["applications"] = numbers[2]
    for kind, name in _KINDS.items():
        thrown[name] = [names.face(kind, die[4]) for die in dice if die[2] == kind]
    return thrown


def _end(
    rules: Rules,
    facts: Mapping[str, Any],
    names: _Names,
    numbers: Sequence[int],
    rows: Sequence[Sequence[int]],
) -> Object:
    results = [row for row in rows if row[0] == Event.RESULT]
    return {
        "event": "end",
        "reason": facts["end_reasons"][numbers[1]],
        "rolls": sum(row[0] == Event.ROLL for row in rows),
        "scores": [row[2] for row in results],
        "bars": [row[3] for row in results],
        "winners": [bool(numbers[2] >> seat & 1) for seat in range(rules.players)],
        "rows": facts["rows"],
    }


def _setup(rules: Rules, facts: Mapping[str, Any]) -> Object:
    """Everything about the variant that a playout depends on, names and derived defaults filled in."""
    players = rules.players
    return {
        "event": "setup",
        "trace_version": TRACE_VERSION,
        **{key: facts[key] for key in ("game", "rules_version", "seed", "playout", "deal", "cell")},
        "n_seats": players,
        "policies": list(facts["policies"]),
        "order": list(range(players)),
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
                "recipe": dict(variety.needs),
                "needs": {key: scaled(pieces, rules.amount_scale) for key, pieces in variety.needs.items()},
            }
            for name, variety in rules.varieties.items()
        },
        "dice": _dice(rules),
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


def _dice(rules: Rules) -> Object:
    faces = rules.dice.faces
    shown: dict[str, list[Any]] = {
        "amount": list(faces.amount),
        "ingredient": list(faces.ingredient or rules.ingredients),
        "device": list(faces.device or devices(rules)),
        "special": list(faces.special or rules.specials),
    }
    return {kind: {"number": counts_dice(rules, kind), "faces": names} for kind, names in shown.items()}


def _packages(rules: Rules) -> Object:
    enabled = rules.packages.enabled
    return {
        "enabled": enabled,
        "size": rules.packages.size,
        "supply": supply(rules) if enabled else 0,
        "open_extra": rules.packages.open_extra,
        "open": rules.players + rules.packages.open_extra if enabled else 0,
    }
