"""Checks the end of a trace: why it ended, who won, and the rows of the tables, counted again from the events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from objections import Event

from .record import Record
from .table import Table

COUNTED: tuple[str, ...] = (
    "bars",
    "refined",
    "packed",
    "stored",
    "turns",
    "pairs",
    "jokers",
    "devices",
    "specials",
    "passes",
)
COUNTED += ("rerolls", "hires", "packages_filled", "bonus_given", "points_refined")


def check_end(record: Record, table: Table, event: Event, lead_changes: Collection[int]) -> None:
    """Object to whatever the last event says that did not come about.

    Args:
        record: The trace, `end` read last.
        table: The table at the end.
        event: The event `end`.
        lead_changes: How many there can have been; decision points at which nothing was done leave several.
    """
    scores = [seat.score for seat in table.seats]
    bars = [seat.bars for seat in table.seats]
    record.wants(event, "R12", reason="supply" if table.is_over else "clock", rolls=table.rolls)
    record.wants(event, "R14", scores=scores, bars=bars, winners=table.winners())
    try:
        _check_games(record, table, event["rows"]["games"], lead_changes)
        seats = event["rows"]["seats"]
        if record.want(len(seats) == table.n, "rows", "not one row a seat"):
            for index, row in enumerate(seats):
                record.wants_row(row, _seat(table, index), f"seat {index}")
    except (KeyError, TypeError) as error:
        record.object("trace", f"rows are malformed: {type(error).__name__}: {error}")


def _check_games(record: Record, table: Table, row: Mapping[str, Any], lead_changes: Collection[int]) -> None:
    first, second, *_ = sorted((seat.score for seat in table.seats), reverse=True)
    right = {
        **{key: table.setup[key] for key in ("cell", "playout", "deal", "n_seats")},
        "length": table.rolls,
        "end_reason": "supply" if table.is_over else "clock",
        "truncated": False,
        "winners": sum(1 << seat for seat, wins in enumerate(table.winners()) if wins),
        "margin": first - second,
        "supply": table.setup["packages"]["supply"],
        "packages_full": table.packages_full,
        "bars_unfilled": sum(
            package.bars for package in table.packages if package.bars < table.setup["packages"]["size"]
        ),
        "rerolls": sum(seat.counts["rerolls"] for seat in table.seats),
        "takes_last_roll": table.takes_in_roll,
    }
    record.wants_row(row, right, "games")
    changes = row["lead_changes"]
    possible = ", ".join(map(str, sorted(lead_changes)))
    record.want(changes in lead_changes, "rows", f"games: lead_changes is {changes!r}, not {possible}")


def _seat(table: Table, index: int) -> dict[str, Any]:
    """What the row of a seat has to hold."""
    setup, seat = table.setup, table.seats[index]
    results = [(other.score, other.bars) for other in table.seats]
    winners: Sequence[bool] = table.winners()
    columns = [f"points_{tier}" for tier in setup["tiers"]]
    columns += [f"points_bonus_{tier}" for tier in setup["tiers"]]
    columns += [f"made_{variety}" for variety in setup["varieties"]]
    return {
        **{key: setup[key] for key in ("cell", "playout")},
        "seat": index,
        "policy": setup["policies"][index],
        "score": seat.score,
        "rank": 1 + sum(result > results[index] for result in results),
        "win_share": 1.0 / sum(winners) if winners[index] else 0.0,
        **{column: seat.counts[column] for column in (*COUNTED, *columns)},
        "waiting": seat.waiting,
        "applications": seat.applications,
    }
