"""What the end of a trace has to say about packages and bars, counted again from the events."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import drafting.rows
from drafting.record import Record
from objections import Event

from .table import Table

COUNTED = ("refined", "packed", "stored", "packages_filled", "bonus_given", "points_refined")


def check_end(record: Record, table: Table, event: Event, lead_changes: Collection[int]) -> None:
    """Object to whatever the last event says that did not come about.

    Args:
        record: The trace, `end` read last.
        table: The table at the end.
        event: The event `end`.
        lead_changes: How many there can have been; decision points at which nothing was done leave several.
    """
    packages = table.setup["packages"]
    unfilled = [package.bars for package in table.packages if package.bars < packages["size"]]
    games = {
        "supply": packages["supply"],
        "packages_full": table.packages_full,
        "bars_unfilled": sum(unfilled),
    }
    seats: list[dict[str, Any]] = []
    for seat in table.seats:
        columns = [*COUNTED, *(f"points_bonus_{tier}" for tier in table.setup["tiers"])]
        seats.append({"waiting": seat.waiting, **{column: seat.counts[column] for column in columns}})
    reason = "supply" if table.is_over else "clock"
    drafting.rows.check_end(record, table, event, lead_changes, reason, games, seats)
