"""Checks the set-up: that it fits in itself, and that it is the variant that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from objections import same

from .box import CLOCKS, RULE_OF, expected_setup, rolls, scaled
from .record import DICE, Record


def check_setup(record: Record, rules: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Read `setup` and object to what is wrong with it.

    Args:
        record: A trace of which nothing has been read.
        rules: As `judge` has them.

    Raises:
        BrokenOffError: If nothing can be played with it.
    """
    setup = record.read_setup(RULE_OF)
    try:
        _check_whole(record, setup)
        if rules is not None:
            record.wants_variant(expected_setup(rules), RULE_OF)
    except (KeyError, TypeError, AttributeError) as error:
        record.stop("trace", f"setup is malformed: {type(error).__name__}: {error}")
    record.limits = {"seat": setup["n_seats"], "station": len(setup["stations"])}
    return setup


def _check_whole(record: Record, setup: Mapping[str, Any]) -> None:
    n = setup["n_seats"]
    record.wants_setup("chocolaterie", "R3")
    clock = setup["clock"]
    if isinstance(clock, str) and clock not in CLOCKS:
        record.object("Schichtzeit", f"no clock {clock!r}")
    else:
        right = rolls(clock, n)
        record.want(same(right, setup["rolls"]), "Schichtzeit", f"{setup['rolls']} rolls, not {right}")
    _check_varieties(record, setup)
    _check_dice(record, setup)
    _check_packages(record, setup["packages"], n)


def _check_varieties(record: Record, setup: Mapping[str, Any]) -> None:
    for tier in setup["stations"]:
        record.want(tier in setup["tiers"], "Ziel", f"no tier {tier!r}")
    for name, part in setup["varieties"].items():
        record.want(part["tier"] in setup["tiers"], "Ziel", f"no tier {part['tier']!r}")
        fits = part["special"] is None or part["special"] in setup["specials"]
        record.want(fits, "R8", f"no special {part['special']!r}")
        for ingredient in part["recipe"]:
            record.want(ingredient in setup["ingredients"], "A1", f"no ingredient {ingredient!r}")
        right = {key: scaled(pieces, setup["amount_scale"]) for key, pieces in part["recipe"].items()}
        record.want(same(right, part["needs"]), "A4", f"{name} needs {part['needs']}, not {right}")


def _check_dice(record: Record, setup: Mapping[str, Any]) -> None:
    known: dict[str, Any] = {
        "ingredient": list(setup["ingredients"]),
        "device": [device for device in setup["ingredients"].values() if device],
        "special": setup["specials"],
    }
    record.want(len(known["device"]) == len(set(known["device"])), "Zug", "a device works on two ingredients")
    for kind in DICE:
        for face in setup["dice"][kind]["faces"]:
            fits = face == "joker" or type(face) is int if kind == "amount" else face in known[kind]
            record.want(fits, "Zug", f"{face!r} on a die for {kind}")


def _check_packages(record: Record, packages: Mapping[str, Any], n: int) -> None:
    if not packages["enabled"]:
        record.want(packages["supply"] == packages["open"] == 0, "R15", "packages in a game without them")
        return
    right = n + packages["open_extra"]
    record.want(packages["open"] == right, "Pakete", f"{packages['open']} packages are open, not {right}")
    record.want(packages["supply"] >= right, "A3", f"a supply of {packages['supply']}")
    record.want(packages["size"] >= 1, "Pakete", "packages of no size")
