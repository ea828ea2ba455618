"""Checks the set-up: that it fits in itself, and that it is the variant that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import drafting.setup
from drafting.record import Record
from drafting.setup import check_dice

from .box import RULE_OF, expected_setup, length_of
from .shapes import as_rows, cells_of, is_one_piece


def check_setup(record: Record, rules: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Read `setup` and object to what is wrong with it.

    Args:
        record: A trace of which nothing has been read.
        rules: As `judge` has them.

    Raises:
        BrokenOffError: If nothing can be played with it.
    """

    def check_whole(setup: Mapping[str, Any]) -> None:
        right = length_of(setup["clock"])
        record.want(setup["length"] == right, "A2", f"a {setup['length']} game, not a {right} one")
        for name, dish in setup["dishes"].items():
            _check_shape(record, name, dish, "A4")
        banquet = setup["banquet"]
        record.want(banquet["enabled"] or not banquet["tables"], "R13", "tables in a game without them")
        for name, table in banquet["tables"].items():
            _check_shape(record, name, table, "A3")
            for key in ("bonus", "penalty"):
                fits = type(table[key]) is int and table[key] >= 0
                record.want(fits, "Festtafel", f"{name}: {key} is {table[key]!r}")
        check_dice(record, setup, {})

    return drafting.setup.check_setup(record, rules, RULE_OF, expected_setup, check_whole)


def _check_shape(record: Record, name: str, part: Mapping[str, Any], rule: str) -> None:
    drawn = cells_of(part["shape"])
    if not record.want(bool(drawn), rule, f"{name} has no cell"):
        return
    record.want(len(drawn) == part["cells"], rule, f"{name}: {len(drawn)} cells, not {part['cells']}")
    record.want(as_rows(part["shape"]) == part["shape"], rule, f"{name}: drawn with something around it")
    record.want(is_one_piece(drawn), rule, f"{name} is in pieces")
