"""Checks the set-up: that it fits in itself, and that it is the variant that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from objections import same

from .box import PROFESSIONS, RULE_OF, SWITCHES, expected_setup
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
    setup = record.check_setup("schwarzwaelder_kirsch", RULE_OF, "R10", partial(_check_whole, record), right)
    record.limits = {"seat": setup["n_seats"], "from": setup["n_seats"], "first": setup["n_seats"]}
    return setup


def _check_whole(record: Record, setup: Mapping[str, Any]) -> None:
    numbers = [setup[key] for key in ("goal", "jokers", "steal", "garnish", "tiebreak_rounds", "turn_limit")]
    for number in (*numbers, *setup["kinds"].values(), *setup["profession_tiles"].values()):
        record.want(type(number) is int and number >= 0, "trace", f"setup has {number!r} for a number")
    record.want(setup["goal"] >= 1 and setup["turn_limit"] >= 1, "trace", "nothing can be won")
    total = sum(setup["kinds"].values()) + setup["jokers"] + setup["steal"] + setup["garnish"]
    record.want(same(total, setup["wedges"]), "48", f"{setup['wedges']} wedges, not {total}")
    for key, (rule, values) in SWITCHES.items():
        known = any(same(value, setup[key]) for value in values)
        record.want(known, rule, f"{key} is {setup[key]!r}")
    tiles = setup["profession_tiles"]
    record.want(tuple(tiles) == PROFESSIONS, "A3", f"professions are {', '.join(tiles)}")
    n, is_off = sum(tiles.values()), setup["professions"] == "off"
    enough = n == 0 if is_off else n >= setup["n_seats"]
    record.want(enough, "A3", f"{n} tiles for {setup['n_seats']} players")
