"""Checks the end of a trace: why it ended, who won, and the rows of the tables, counted again from the events."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from objections import Event

from .box import PROFESSIONS
from .record import Record
from .table import Table

COUNTED: tuple[str, ...] = (
    *("turns", "flips", "taken", "safe", "busts", "lost", "actions", "refused", "steals", "stolen", "robbed"),
    *("lifted", "unburdened", "tiebreaks_won", "behind"),
)
OF_PROFESSIONS = tuple(
    f"{what}_{name}" for what in ("had", "used", "won_as", "won_using") for name in PROFESSIONS
)
ORIGINS = ("flipped", "seen", "zuckerbaecker", "stolen")


def check_end(record: Record, table: Table, event: Event) -> None:
    """Object to whatever the last event says that did not come about.

    Args:
        record: The trace, `end` read last.
        table: The table at the end.
        event: The event `end`.
    """
    n, won, leaders = table.n, table.rounds_won, table.leaders()
    reason = "drawn" if table.is_level() else "rounds" if len(table.turns) == n else "tiebreak"
    record.wants(event, "R10", reason=reason, rounds=len(table.turns), turns=sum(table.turns))
    record.wants(event, "R10", scores=won, winners=[seat in leaders for seat in range(n)])
    try:
        record.wants_row(event["rows"]["games"], _games(table, reason), "games")
        seats = event["rows"]["seats"]
        if record.want(len(seats) == n, "rows", "not one row a seat"):
            for index, row in enumerate(seats):
                record.wants_row(row, _seat(table, index), f"seat {index}")
                _check_origins(record, table, index, row)
    except (KeyError, TypeError) as error:
        record.object("trace", f"rows are malformed: {type(error).__name__}: {error}")


def _games(table: Table, reason: str) -> dict[str, Any]:
    """What the row of the playout has to hold."""
    setup, n, played = table.setup, table.n, len(table.turns)
    first, second, *_ = sorted(table.rounds_won, reverse=True)
    most_rounds = n + setup["tiebreak_rounds"]
    turns = [*table.turns, *[0] * (most_rounds - played)]
    return {
        **{key: setup[key] for key in ("cell", "playout", "deal", "n_seats")},
        "length": sum(table.turns),
        "end_reason": reason,
        "truncated": False,
        "winners": sum(1 << seat for seat in table.leaders()),
        "margin": first - second,
        "rounds": played,
        "tiebreak_rounds": played - n,
        **{key: table.counts[key] for key in ("lead_changes", "stalled_rounds", "shuffles")},
        **{f"won_from_place_{place}": table.counts[f"won_from_place_{place}"] for place in range(1, n + 1)},
        **{f"turns_round_{number}": n_turns for number, n_turns in enumerate(turns, 1)},
    }


def _seat(table: Table, index: int) -> dict[str, Any]:
    """What the row of a seat has to hold."""
    setup, won, leaders = table.setup, table.rounds_won, table.leaders()
    counted = COUNTED if setup["professions"] == "off" else (*COUNTED, *OF_PROFESSIONS)
    return {
        **{key: setup[key] for key in ("cell", "playout")},
        "seat": index,
        "policy": setup["policies"][index],
        "score": won[index],
        "rank": 1 + sum(other > won[index] for other in won),
        "win_share": 1.0 / len(leaders) if index in leaders else 0.0,
        "rounds": len(table.turns),
        **{column: table.seats[index].counts[column] for column in counted},
    }


def _check_origins(record: Record, table: Table, index: int, row: Event) -> None:
    """Where the garnish cards came from that won; of two alike it may be either."""
    told = {origin: row[f"points_{origin}"] for origin in ORIGINS}
    possible = [Counter(origins) for origins in product(*table.seats[index].won_with)]
    fits = any(all(told[origin] == counted[origin] for origin in ORIGINS) for counted in possible)
    whole = all(type(number) is int for number in told.values())
    record.want(fits and whole, "rows", f"seat {index}: won by garnish cards {told}")
