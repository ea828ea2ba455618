"""Checks the end of a draft: who won, and what the rows of both drafts hold, counted again from the events."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from objections import Event

from .record import Record
from .table import Table

SIXTHS = range(1, 7)
"""Of the clock."""


def check_end(
    record: Record,
    table: Table,
    event: Event,
    lead_changes: Collection[int],
    reason: str,
    games: Mapping[str, Any],
    seats: list[dict[str, Any]],
) -> bool:
    """Object to whatever the last event says that did not come about.

    Args:
        record: The trace, `end` read last.
        table: The table at the end.
        event: The event `end`.
        lead_changes: How many there can have been; decision points at which nothing was done leave several.
        reason: Why it ended.
        games: What the row of the playout has to hold besides what both drafts have.
        seats: The same of each seat's row.

    Returns:
        Whether there are rows, one of the playout and one a seat.
    """
    words = record.words
    if not table.is_over:
        table.leads[table.sixth] = table.lead()
    scores = [seat.score for seat in table.seats]
    made = [seat.made for seat in table.seats]
    record.wants(event, words.closed, reason=reason, rolls=table.rolls)
    record.wants(event, words.result, scores=scores, winners=table.winners(), **{words.made: made})
    try:
        row = event["rows"]["games"]
        record.wants_row(row, {**_games(table, reason), **games}, "games")
        changes = row["lead_changes"]
        possible = ", ".join(map(str, sorted(lead_changes)))
        record.want(changes in lead_changes, "rows", f"games: lead_changes is {changes!r}, not {possible}")
        rows = event["rows"]["seats"]
        if not record.want(len(rows) == table.n, "rows", "not one row a seat"):
            return False
        for index, row in enumerate(rows):
            record.wants_row(row, {**_seat(table, index), **seats[index]}, f"seat {index}")
    except (KeyError, TypeError) as error:
        record.object("trace", f"rows are malformed: {type(error).__name__}: {error}")
        return False
    return True


def _games(table: Table, reason: str) -> dict[str, Any]:
    kinds = ("pair", "joker", *table.words.kinds[2:], "pass", "reroll", "hire")
    columns = {table.words.worker: "device"}  # by this name in both
    return {
        **{key: table.setup[key] for key in ("cell", "playout", "deal", "n_seats")},
        "length": table.rolls,
        "end_reason": reason,
        "truncated": False,
        "winners": sum(1 << seat for seat, wins in enumerate(table.winners()) if wins),
        "margin": table.lead(),
        "rerolls": sum(seat.counts["rerolls"] for seat in table.seats),
        "takes_last_roll": table.takes_in_roll,
        "unequal_takes": int(table.takes_in_roll < table.n),
        **{f"used_{name}": table.used[name] for name in table.setup["ingredients"]},
        **{f"{columns.get(kind, kind)}_{k}": table.done[kind, k] for kind in kinds for k in SIXTHS},
        **{f"lead_{k}": table.leads.get(k, -1) for k in SIXTHS if not (table.is_over and k == table.sixth)},
    }


def _seat(table: Table, index: int) -> dict[str, Any]:
    setup, seat, words = table.setup, table.seats[index], table.words
    results, winners = table.results(), table.winners()
    counted = [
        "turns",
        "pairs",
        "jokers",
        "passes",
        "rerolls",
        "hires",
        *(f"{it}s" for it in words.kinds[2:]),
    ]
    counted += [f"points_{tier}" for tier in setup["tiers"]]
    counted += [f"made_{thing}" for thing in setup[words.things]]
    return {
        **{key: setup[key] for key in ("cell", "playout")},
        "seat": index,
        "policy": setup["policies"][index],
        "score": seat.score,
        "rank": 1 + sum(result > results[index] for result in results),
        "win_share": 1.0 / sum(winners) if winners[index] else 0.0,
        words.made: seat.made,
        **{column: seat.counts[column] for column in counted},
        "applications": seat.applications,
    }
