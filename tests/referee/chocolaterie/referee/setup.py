"""Checks the set-up: that it fits in itself, and that it is the variant that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import drafting.setup
from drafting.record import Record
from drafting.setup import check_dice

from .box import RULE_OF, expected_setup


def check_setup(record: Record, rules: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Read `setup` and object to what is wrong with it.

    Args:
        record: A trace of which nothing has been read.
        rules: As `judge` has them.

    Raises:
        BrokenOffError: If nothing can be played with it.
    """

    def check_whole(setup: Mapping[str, Any]) -> None:
        for part in setup["varieties"].values():
            fits = part["special"] is None or part["special"] in setup["specials"]
            record.want(fits, "R8", f"no special {part['special']!r}")
        check_dice(record, setup, {"special": setup["specials"]})
        _check_packages(record, setup["packages"], setup["n_seats"])

    return drafting.setup.check_setup(record, rules, RULE_OF, expected_setup, check_whole)


def _check_packages(record: Record, packages: Mapping[str, Any], n: int) -> None:
    if not packages["enabled"]:
        record.want(packages["supply"] == packages["open"] == 0, "R15", "packages in a game without them")
        return
    right = n + packages["open_extra"]
    record.want(packages["open"] == right, "Pakete", f"{packages['open']} packages are open, not {right}")
    record.want(packages["supply"] >= right, "A3", f"a supply of {packages['supply']}")
    record.want(packages["size"] >= 1, "Pakete", "packages of no size")
