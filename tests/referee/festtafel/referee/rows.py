"""What the end of a trace has to say about dishes and tables, counted again from the events."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import drafting.rows
from drafting.record import Record
from objections import Event

from .table import Table

COUNTED = ("served", "aside", "tables_filled", "bonus_filled", "bonus_given")
OF_TABLES = ("full_", "cells_left_", "points_bonus_", "points_penalty_", "served_")


def check_end(record: Record, table: Table, event: Event, lead_changes: Collection[int]) -> None:
    """Object to whatever the last event says that did not come about.

    Args:
        record: The trace, `end` read last.
        table: The table at the end.
        event: The event `end`.
        lead_changes: How many there can have been; decision points at which nothing was done leave several.
    """
    seats = [_seat(table, index) for index in range(table.n)]
    if drafting.rows.check_end(record, table, event, lead_changes, "clock", _games(table), seats):
        rows = event["rows"]
        for row in (rows["games"], *rows["seats"]):
            _check_tables(record, table, row)


def _check_tables(record: Record, table: Table, row: Mapping[str, Any]) -> None:
    """Nothing may be told of tables that are not there."""
    for column, value in row.items():
        for start in OF_TABLES:
            if column.startswith(start) and column[len(start) :] not in table.banquet:
                record.want(value == 0, "rows", f"{column} is {value!r}, there is no such table")


def _games(table: Table) -> dict[str, Any]:
    banquet, dishes = table.banquet, table.setup["dishes"]
    by_tier = {
        tier: {name: part for name, part in dishes.items() if part["tier"] == tier}
        for tier in table.setup["tiers"]
    }
    return {
        "cells": sum(len(it.cells) for it in banquet.values()),
        "cells_left": sum(len(it.free) for it in banquet.values()),
        **{f"special_{sixth}": 0 for sixth in drafting.rows.SIXTHS},
        "tables_full": sum(it.is_full for it in banquet.values()),
        "holes": table.holes(dishes),
        **{f"holes_{tier}": table.holes(some) for tier, some in by_tier.items()},
        **{f"full_{name}": int(it.is_full) for name, it in banquet.items()},
        **{f"cells_left_{name}": len(it.free) for name, it in banquet.items()},
    }


def _seat(table: Table, index: int) -> dict[str, Any]:
    columns = [*COUNTED, *(f"aside_{tier}" for tier in table.setup["tiers"])]
    for start in ("points_bonus", "points_penalty", "served"):
        columns += [f"{start}_{name}" for name in table.banquet]
    counts = table.seats[index].counts
    return {column: counts[column] for column in columns}
