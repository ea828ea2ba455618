"""Checks the end of a trace: why it ended, who won, and the rows of the tables, counted again from the events."""

from __future__ import annotations

from typing import Any

from objections import Event

from .island import FRAME
from .record import Record
from .table import Table

COUNTED = (
    *("cards", "cards_played", "chocolates", "reward_points", "reward_cards", "reward_resources"),
    *("reward_roads", "domestic_trades"),
    *(
        f"{pile}_{what}"
        for what in ("produced", "blocked", "short", "discarded", "stolen", "traded")
        for pile in ("raw", "ingredients")
    ),
)
MOMENTS = (5, 10, 15, 20, 25, 30)  # rounds after which the market is looked at


def check_end(record: Record, table: Table, event: Event, winner: int | None, turns: int) -> None:
    """Object to whatever the last event says that did not come about.

    Args:
        record: The trace, `end` read last.
        table: The table at the end.
        event: The event `end`.
        winner: The seat that has won, None at the limit of turns.
        turns: Turns begun.
    """
    seats = range(table.n)
    scores = [table.score(seat) for seat in seats]
    reason = "turn_limit" if winner is None else "victory"
    record.wants(event, "R13", reason=reason, turns=turns, winners=[seat == winner for seat in seats])
    record.wants(event, "R13", scores=scores)
    try:
        record.wants_row(event["rows"]["games"], _games(table, reason, winner, turns, scores), "games")
        rows = event["rows"]["seats"]
        if record.want(len(rows) == table.n, "rows", "not one row a seat"):
            for seat, row in enumerate(rows):
                record.wants_row(row, _seat(table, seat, winner, scores), f"seat {seat}")
    except (KeyError, TypeError) as error:
        record.object("trace", f"rows are malformed: {type(error).__name__}: {error}")


def _games(table: Table, reason: str, winner: int | None, turns: int, scores: list[int]) -> dict[str, Any]:
    """What the row of the playout has to hold."""
    first, second, *_ = sorted(scores, reverse=True)
    without = [score - own.chips for score, own in zip(scores, table.seats, strict=True)]
    is_ahead = winner is not None and without.count(max(without)) == 1 and without[winner] == max(without)
    return {
        **{key: table.setup[key] for key in ("cell", "playout", "deal", "n_seats")},
        "length": turns,
        "end_reason": reason,
        "truncated": winner is None,
        "winners": 0 if winner is None else 1 << winner,
        "margin": first - second,
        **{key: table.counts[key] for key in ("lead_changes", "sevens", "short_raw", "short_ingredients")},
        "deck_left": table.deck.total(),
        "chips_left": table.chips,
        "market_decided": int(winner is not None and not is_ahead),
        **{
            f"{what}_{variety}": table.counts[f"{what}_{variety}"]
            for what in ("blocked", "row_sum")
            for variety in table.rows
        },
        **{f"row_end_{variety}": row for variety, row in table.rows.items()},
        **{f"reached_{rounds}": int(rounds in table.rows_at) for rounds in MOMENTS},
        **{
            f"row_at_{rounds}_{variety}": table.rows_at.get(rounds, {}).get(variety, 0)
            for rounds in MOMENTS
            for variety in table.rows
        },
    }


def _seat(table: Table, seat: int, winner: int | None, scores: list[int]) -> dict[str, Any]:
    """What the row of a seat has to hold."""
    setup, own = table.setup, table.seats[seat]
    ahead = sum(other != winner and score > scores[seat] for other, score in enumerate(scores))
    placed = (1 + (winner is not None) + ahead) if seat != winner else 1
    first, *_ = founded = [FRAME.fields_at[corner] for corner in own.founded]
    beside = [place for fields in founded for place in fields]
    return {
        **{key: setup[key] for key in ("cell", "playout")},
        "seat": seat,
        "policy": setup["policies"][seat],
        "score": scores[seat],
        "rank": placed,
        "win_share": float(seat == winner),
        **table.points(seat),
        **{piece: table.used(seat, piece) for piece in ("settlements", "cities", "roads")},
        "sites": list(table.sites.values()).count(seat),
        "longest": table.lengths[seat],
        "knights": own.knights,
        **{column: own.counts[column] for column in COUNTED},
        **{f"{pile}_left": table.pile_of(seat, pile) for pile in ("raw", "ingredients")},
        "start_pips": sum(_pips(table, place) for place in beside),
        "first_pips": sum(_pips(table, place) for place in first),
        "start_jungle": sum(table.island.landscapes[place] == "jungle" for place in beside),
        **{f"made_{variety}": own.counts[f"made_{variety}"] for variety in table.rows},
        **{
            f"made_in_row_{row}": own.counts[f"made_in_row_{row}"]
            for row in range(1, setup["market"]["n_rows"])
        },
    }


def _pips(table: Table, place: int) -> int:
    """Ways to throw a field's number."""
    number = table.island.numbers[place]
    return 0 if number is None else 6 - abs(7 - int(number))
