"""Checks the set-up: that it fits in itself, and that it is the variant that was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from objections import same

from .box import BARE, DEVELOPMENT, RAW_OF, RAWS, REWARDS, RULE_OF, SWITCHES, expected_setup
from .island import FRAME, N_FIELDS
from .record import Record


def check_setup(record: Record, rules: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Read `setup` and object to what is wrong with it.

    Args:
        record: A trace of which nothing has been read.
        rules: As `judge` has them.

    Raises:
        BrokenOffError: If nothing can be played with it.
    """
    right = None if rules is None else partial(expected_setup, rules)
    setup = record.check_setup("schokoladenmarkt", RULE_OF, "founding", partial(_check_whole, record), right)
    n = setup["n_seats"]
    record.limits = {
        **dict.fromkeys(("seat", "victim", "other"), n),
        **dict.fromkeys(("field", "robber"), N_FIELDS),
        "corner": FRAME.n_corners,
        "edge": len(FRAME.edges),
    }
    return setup


def _numbers(part: Any) -> Iterator[Any]:
    """All that is in a part of the set-up and should be a number."""
    if isinstance(part, Mapping):
        for value in part.values():
            yield from _numbers(value)
    elif isinstance(part, list):
        for value in part:
            yield from _numbers(value)
    elif not isinstance(part, str) and part is not None:
        yield part


def _check_whole(record: Record, setup: Mapping[str, Any]) -> None:
    record.want(setup["n_seats"] <= 4, "R21", f"{setup['n_seats']} players")
    for key, (rule, values) in SWITCHES.items():
        known = any(same(value, setup[key]) for value in values)
        record.want(known, rule, f"{key} is {setup[key]!r}")
    for key in RULE_OF:
        if key not in SWITCHES:
            for number in _numbers(setup[key]):
                record.want(type(number) is int and number >= 0, "trace", f"{number!r} in {key}")
    _check_fields(record, setup)
    _check_ingredients(record, setup)
    for card in setup["development"]:
        record.want(card in DEVELOPMENT, "cards", f"no card {card!r}")
    for thing, cost in setup["costs"].items():
        for kind in cost:
            record.want(kind in RAWS, "costs", f"{thing} costs {kind!r}")
    _check_market(record, setup)


def _check_fields(record: Record, setup: Mapping[str, Any]) -> None:
    landscapes, kinds = setup["landscapes"], setup["harbour_kinds"]
    total = sum(landscapes.values())
    record.want(total == N_FIELDS, "landscapes", f"{total} fields")
    record.want(same(setup["raw_of"], RAW_OF), "production", f"landscapes yield {setup['raw_of']}")
    with_chip = total - sum(landscapes[bare] for bare in BARE)
    n = len(setup["chips"])
    record.want(n == with_chip, "chips", f"{n} chips for {with_chip} fields")
    n = len(setup["jungle_numbers"])
    record.want(n == landscapes["jungle"], "A2", f"{n} numbers for {landscapes['jungle']} jungle fields")
    record.want(all(kind in ("any", *RAWS) for kind in kinds), "A3", f"harbours for {kinds}")
    right = FRAME.spread(len(kinds))
    text = f"harbours on edges {setup['harbour_edges']}, not {right}"
    record.want(same(right, setup["harbour_edges"]), "A3", text)


def _check_ingredients(record: Record, setup: Mapping[str, Any]) -> None:
    used = []
    for name, part in setup["ingredients"].items():
        fits = part["landscape"] in setup["landscapes"] and part["landscape"] != "desert"
        record.want(fits, "sites", f"{name} grows on {part['landscape']!r}")
        record.want(name not in RAWS, "sites", f"{name} is a raw material and an ingredient")
        used.append(part["landscape"])
    record.want(len(used) == len(set(used)), "sites", "a landscape with two ingredients")


def _check_market(record: Record, setup: Mapping[str, Any]) -> None:
    market = setup["market"]
    n_rows = len(market["rows"]) + (setup["bottom_row"] == "below")
    record.want(market["n_rows"] == market["bottom_row"] == n_rows, "R1", f"{market['n_rows']} rows")
    for row in market["rows"]:
        record.want(set(row) == set(REWARDS), "A1", f"a row pays {', '.join(row)}")
    for name, variety in market["varieties"].items():
        for ingredient in variety["cost"]:
            record.want(ingredient in setup["ingredients"], "A1", f"{name} of {ingredient!r}")
        record.want(1 <= variety["start_row"] <= n_rows, "A1", f"{name} starts in no row")
    numbers = [variety["number"] for variety in market["varieties"].values() if variety["number"] is not None]
    record.want(len(numbers) == len(set(numbers)), "A1", "two varieties of one number")
    record.want(all(1 <= number <= 6 for number in numbers), "A1", "a number that no die shows")
