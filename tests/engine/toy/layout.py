"""Records of toy."""

from enum import IntEnum

from balance.core.layout import Annotated, Ints, record

SEATS = 6
KINDS = 4


class Fault(IntEnum):
    """Faults."""

    NONE = 0
    PLANTED = 7


class Rules:
    n_seats: int
    clock: int
    n_kinds: int
    n_faces: Annotated[Ints, KINDS]
    flaw: int


class Policies:
    policy: Annotated[Ints, SEATS]
    bonus: Annotated[Ints, SEATS]


class State:
    leader: int
    points: Annotated[Ints, SEATS, KINDS]
    score: Annotated[Ints, SEATS]


class Trace:
    limit: int
    row: Annotated[Ints, 4, 2]


class GameRow:
    playout: int
    deal: int
    n_seats: int
    length: int
    end_reason: int
    truncated: int
    winners: int
    margin: int
    lead_changes: int
    fault: int
    throws: int


class SeatRow:
    playout: int
    seat: int
    policy: int
    score: int
    rank: int
    share: int
    luck: int
    points_die: Annotated[Ints, KINDS]
    points_bonus: int
    thrown: Annotated[Ints, KINDS]


RULES, POLICIES, STATE, TRACE, GAME_ROW, SEAT_ROW = map(
    record, (Rules, Policies, State, Trace, GameRow, SeatRow)
)
