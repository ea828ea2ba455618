"""Plays a trace again, turn by turn, and says what it has against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from objections import BrokenOffError, Event, Objection

from .founding import Founding
from .island import check_island
from .record import Record
from .rows import MOMENTS, check_end
from .setup import check_setup
from .table import Table
from .turn import Turn


def judge(events: Sequence[Event], rules: Mapping[str, Any] | None = None) -> list[Objection]:
    """Everything that the rules have against a trace, in the order of its events; empty if nothing.

    Args:
        events: The objects of a trace as docs/trace.md describes them.
        rules: The `rules:` section it was played with, if the set-up is to be derived from it: a key left out is as
            printed.
    """
    record = Record(events)
    try:
        setup = check_setup(record, rules)
        Referee(record, Table(setup, *check_island(record, setup))).play()
        record.at += 1
        record.want(record.at == len(events), "R13", "events after the end")
    except BrokenOffError:
        pass
    return record.objections


class Referee:
    """The table beside the trace.

    Args:
        record: The trace, its island read.
        table: The table before the founding phase.
    """

    def __init__(self, record: Record, table: Table) -> None:
        self.record, self.table = record, table
        self.leaders = frozenset(range(table.n))  # all of them (R28)

    def play(self) -> None:
        """The whole playout after its set-up."""
        Founding(self.record, self.table).play()
        winner, turns, limit = None, 0, self.table.setup["turn_limit"]
        while winner is None and turns < limit:
            seat = turns % self.table.n
            event = self.record.read("turn", "turn")
            self.record.wants(event, "turn", turn=turns)
            if event["seat"] != seat:
                self.record.stop("turn", f"turn of seat {event['seat']}, not {seat}")
            turns += 1
            if Turn(self.record, self.table, seat).play():
                winner = seat
            self._note_turn(turns)
        event = self.record.read("R14" if winner is None else "R13", "end")
        check_end(self.record, self.table, event, winner, turns)

    def _note_turn(self, turns: int) -> None:
        """Count what is counted at the end of each turn."""
        table = self.table
        if turns % table.n == 0 and turns // table.n in MOMENTS:
            table.rows_at[turns // table.n] = dict(table.rows)
        changed = table.leaders() != self.leaders
        self.leaders = table.leaders()
        table.counts["lead_changes"] += changed
        for variety, row in table.rows.items():
            table.counts[f"blocked_{variety}"] += row == table.setup["market"]["n_rows"]
            table.counts[f"row_sum_{variety}"] += row
