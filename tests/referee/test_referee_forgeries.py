"""A referee is worth what it notices: every kind of forgery of a valid trace has to be objected to, by its rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import forged_bars
import forged_setups
import forged_takes
import pytest
from chocolaterie_referee import judge
from forging import FORGERIES, Trace
from traces import policy, setting, trace

from balance.engine.worker import Setting

VARIANTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "printed, two": ({"players": 2}, ["random", "greedy"]),
    "printed, four": ({"players": 4}, ["greedy"] * 4),
    "draws": ({"players": 4, "clock": 16}, ["random"] * 4),
    "full packages": (
        {"players": 3, "amount_scale": 0.5, "packages": {"size": 2, "supply": 6}},
        ["greedy"] * 3,
    ),
    "end of the supply": (
        {"players": 3, "clock": "long", "amount_scale": 0.55, "packages": {"supply": 5}},
        ["greedy"] * 3,
    ),
    "one package of a variety": (
        {"players": 4, "amount_scale": 0.6, "second_package_of_variety": False},
        ["greedy", "random", "greedy", "greedy"],
    ),
    "bars wait": (
        {"players": 3, "clock": 30, "amount_scale": 0.5, "packing": "may_wait"},
        ["random", "greedy", "random"],
    ),
    "many masters": (
        {
            "players": 6,
            "clock": 6,
            "applications": {"limit": 5, "master": 1},
            "dice": {"amount": 1, "device": 0, "special": 0},
        },
        ["random"] * 6,
    ),
    "without packages": (
        {"players": 2, "packages": {"enabled": False}, "joker_ingredient": "any"},
        ["random", "greedy"],
    ),
}
MOST_TRACES = 25  # of a variant, looked through for a place to forge
ENOUGH = 3  # forgeries of a kind from one trace
MODULES = (forged_bars, forged_setups, forged_takes)


@cache
def compiled(variant: str) -> Setting:
    rules, names = VARIANTS[variant]
    return setting(rules, [policy(name) for name in names], 11)


@cache
def played(variant: str, playout: int) -> Trace:
    return trace(compiled(variant), playout)


def places() -> Iterator[tuple[str, int]]:
    for playout in range(MOST_TRACES):
        for variant in VARIANTS:
            yield variant, playout


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_forged_is_fine_before(variant: str) -> None:
    for playout in range(3):
        assert judge(played(variant, playout), VARIANTS[variant][0]) == []


def test_there_are_forgeries_of_many_kinds() -> None:
    assert len(FORGERIES) >= 40
    assert {forger.__module__ for _, forger in FORGERIES.values()} == {it.__name__ for it in MODULES}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_noticed(name: str) -> None:
    rule, forger = FORGERIES[name]
    noticed = 0
    for variant, playout in places():
        for forged in islice(forger(played(variant, playout)), ENOUGH):
            found = judge(forged, VARIANTS[variant][0])
            assert found, f"{name} in playout {playout} of '{variant}' is not noticed"
            assert found[0].rule == rule, f"playout {playout} of '{variant}': {found[0]}"
            noticed += 1
        if noticed >= 3 * ENOUGH or (noticed and playout > 1):
            break
    assert noticed, f"nowhere to forge: {name}"
