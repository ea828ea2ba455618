"""Plays a trace again, round by round, and says what it has against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from objections import BrokenOffError, Event, Objection

from .record import Record
from .rows import check_end
from .setup import check_setup
from .table import Seat, Table
from .turn import Turn


def judge(events: Sequence[Event], rules: Mapping[str, Any] | None = None) -> list[Objection]:
    """Everything that the rules have against a trace, in the order of its events; empty if nothing.

    Args:
        events: The objects of a trace as docs/trace.md describes them.
        rules: The `rules:` section it was played with, if the set-up is to be derived from it: a key left out is as
            printed, a map replaces the printed one.
    """
    record = Record(events)
    try:
        setup = check_setup(record, rules)
        Referee(record, setup).play()
        record.at += 1
        record.want(record.at == len(events), "R10", "events after the end")
    except BrokenOffError:
        pass
    return record.objections


class Referee:
    """The table beside the trace.

    Args:
        record: The trace, its set-up read.
        setup: The set-up.
    """

    def __init__(self, record: Record, setup: Mapping[str, Any]) -> None:
        self.record, self.setup = record, setup
        self.table = Table(setup)
        self.leaders = self.table.leaders()  # all of them (R18)

    def play(self) -> None:
        """The whole playout after its set-up."""
        n = self.table.n
        number = 0
        while number < n or (self.table.is_level() and number < n + self.setup["tiebreak_rounds"]):
            self._round(number)
            changed = self.table.leaders() != self.leaders
            self.leaders = self.table.leaders()
            self.table.counts["lead_changes"] += changed
            number += 1
        check_end(self.record, self.table, self.record.read("R10", "end"))

    def _round(self, number: int) -> None:
        n = self.table.n
        event = self.record.read("R10", "round")
        self.record.wants(event, "R10", round=number, first=number % n, tie_break=number >= n)
        self.record.wants(event, "R9", hidden=self.table.wedges.total())
        self.table.clear()
        if self.setup["professions"] == "per_round" or (
            self.setup["professions"] == "per_game" and number == 0
        ):
            self._deal()
        for seat in self.table.seats:
            self._note(seat, "had")
        winner = self._turns(number % n)
        event = self.record.read("R11" if winner is None else "R6", "round_end")
        self.record.wants(event, "R10", round=number)
        self.record.wants(event, "R11" if winner is None else "R6", winner=winner, turns=self.table.turns[-1])
        if winner is None:
            self.table.counts["stalled_rounds"] += 1
        else:
            self._win(winner, number)

    def _deal(self) -> None:
        left = dict(self.setup["profession_tiles"])
        for index, seat in enumerate(self.table.seats):
            event = self.record.read("R8", "deal")
            self.record.wants(event, "R8", seat=index)
            if left.get(event["profession"], 0) == 0:
                self.record.stop("A3", f"no tile {event['profession']!r} is left")
            left[event["profession"]] -= 1
            seat.profession, seat.is_used = event["profession"], False

    @staticmethod
    def _note(seat: Seat, what: str) -> None:
        if seat.profession:
            seat.counts[f"{what}_{seat.profession}"] += 1

    def _turns(self, first: int) -> int | None:
        """All turns of a round; who wins it."""
        ended_by = "R1"
        self.table.turns.append(0)
        for number in range(self.setup["turn_limit"]):
            index = (first + number) % self.table.n
            is_end = self.record.next in ("round_end", "round", "end")
            event = self.record.read("R11" if is_end else ended_by, "turn")
            self.record.wants(event, "R1", turn=number)
            if event["seat"] != index:
                self.record.stop("R1", f"turn of seat {event['seat']}, not {index}")
            self.table.turns[-1] += 1
            self.table.seats[index].counts["turns"] += 1
            turn = Turn(self.record, self.table, index)
            ended_by = turn.play()
            if turn.is_won:
                return index
            largest = max(seat.size for seat in self.table.seats)
            for seat in self.table.seats:
                seat.behind = max(seat.behind, largest - seat.size)
        return None

    def _win(self, index: int, number: int) -> None:
        n, seat = self.table.n, self.table.seats[index]
        self.table.rounds_won[index] += 1
        self.table.counts[f"won_from_place_{(index - number) % n + 1}"] += 1
        seat.counts["tiebreaks_won"] += number >= n
        seat.counts["behind"] += seat.behind
        self._note(seat, "won_as")
        if seat.is_used:
            self._note(seat, "won_using")
