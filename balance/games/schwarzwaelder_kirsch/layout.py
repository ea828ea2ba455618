"""The records of schwarzwaelder_kirsch: rules, policies, state, rows, trace; and how much a variant may hold."""

from __future__ import annotations

from enum import IntEnum
from typing import cast

import numpy as np

from balance.core.layout import Annotated, Ints, record

SEATS = 6
SEAT_SOURCE = 16  # + seat: stream of a policy's own draws
SOURCES = SEAT_SOURCE + SEATS
KINDS = 16
WEDGES = 60  # places of the pantry stand in the bits of one number
CAKE = 24  # a goal is below it
SLOTS = 2  # actions a seat can hold
TILES = 4 * SEATS
ROUNDS = 16
SHUFFLES = 1 << 16  # stride of a round's addresses; turns of a round are limited far below it
PAGE = 4096  # events a trace page holds; a longer playout is told page by page

FACES = KINDS + 3

# Literal numbers in a call compile the called kernel anew for each value; these constants do not.
NONE = cast(int, np.int64(-1))
ZERO = cast(int, np.int64(0))
ONE = cast(int, np.int64(1))
COIN = cast(int, np.int64(2))
THOUSAND = cast(int, np.int64(1000))

# What a wedge shows: an ingredient by its number, or one of these.
JOKER = cast(int, np.int64(KINDS))
STEAL = cast(int, np.int64(KINDS + 1))
GARNISH = cast(int, np.int64(KINDS + 2))

# An option of a turn as one number: kind | seat it is about | face or place.
PART_BITS = 6
PART = 1 << PART_BITS


class Source(IntEnum):
    """Streams of chance; a number is an address and never changes."""

    PANTRY = 1
    PROFESSION = 2
    SEAT = SEAT_SOURCE  # + seat: a policy's own draws


class Profession(IntEnum):
    """The tiles, in the order of `rules.tile`."""

    CHOCOLATIERE = 0
    ZUCKERBAECKER = 1
    DEKORATEUR = 2
    PATISSIER = 3


N_PROFESSIONS = len(Profession)
CHOCOLATIERE = cast(int, np.int64(Profession.CHOCOLATIERE))
ZUCKERBAECKER = cast(int, np.int64(Profession.ZUCKERBAECKER))
DEKORATEUR = cast(int, np.int64(Profession.DEKORATEUR))
PATISSIER = cast(int, np.int64(Profession.PATISSIER))


class Option(IntEnum):
    """What a seat may do in its turn."""

    STOP = 0
    FLIP = 1  # place; WEDGES is any place that the seat does not remember
    STEAL = 2  # seat, face: by the action
    GARNISH = 3
    DRAW = 4  # Zuckerbäcker
    ROB = 5  # seat, face: an ingredient or joker by Pâtissier
    LIFT = 6  # seat, face: an action by Pâtissier


class Keep(IntEnum):
    """What becomes of an action that was turned up; REPLACE + slot."""

    REFUSE = 0
    FREE = 1
    DECORATE = 2
    REPLACE = 3


class Origin(IntEnum):
    """How a seat came by an action; names the columns of points."""

    FLIPPED = 0  # from a place where nobody had seen it
    SEEN = 1  # from a place where it had been turned back
    ZUCKERBAECKER = 2
    STOLEN = 3


N_ORIGINS = len(Origin)
FROM_FLIP = cast(int, np.int64(Origin.FLIPPED))
FROM_SEEN = cast(int, np.int64(Origin.SEEN))
FROM_DRAW = cast(int, np.int64(Origin.ZUCKERBAECKER))
FROM_OTHERS = cast(int, np.int64(Origin.STOLEN))


class End(IntEnum):
    """Why a playout ended; index into the game's `end_reasons`."""

    ROUNDS = 0
    TIEBREAK = 1
    DRAWN = 2


class Fault(IntEnum):
    """Impossible states a playout reports instead of going on."""

    NONE = 0
    WEDGES = 1  # wedges of the pantry and of all seats are not those of the box
    CAKE = 2  # what a cake holds is not what was counted
    POINTS = 3  # the sources of a seat's rounds do not add up


class Count(IntEnum):
    """What is counted for a seat; the names are columns of the seats' table."""

    TURNS = 0
    FLIPS = 1  # wedges turned up
    TAKEN = 2  # ingredients and jokers taken from the pantry
    SAFE = 3  # turns that a duplicate ended without loss
    BUSTS = 4
    LOST = 5  # ingredients and jokers lost by busts
    ACTIONS = 6  # actions kept, those that replaced one included
    REFUSED = 7  # actions turned back
    STEALS = 8  # steal cards played
    STOLEN = 9  # ingredients and jokers taken from others, by whatever means
    ROBBED = 10  # ingredients and jokers taken by others
    LIFTED = 11  # actions taken from others
    UNBURDENED = 12  # actions taken by others
    TIEBREAKS_WON = 13
    BEHIND = 14  # sum over the rounds won: how many ingredients the seat had been behind at most


N_COUNTS = len(Count)


class Kind(IntEnum):
    """How a seat decides."""

    RANDOM = 0
    WEIGHTED = 1


class Event(IntEnum):
    """Rows of a trace: the event, then seven numbers whose meaning stands here and in docs/trace.md."""

    ROUND = 1  # first seat, round, whether it is a tie-break, wedges in the pantry
    PROFESSION = 2  # seat, profession: dealt
    TURN = 3  # seat, turn of the round
    FLIP = 4  # seat, place, face
    DRAW = 5  # seat, place, face, second place or NONE, second face
    TAKE = 6  # seat, place, face, cake after, profession used or NONE
    KEEP = 7  # seat, place, face, face replaced or NONE, profession used or NONE
    BACK = 8  # seat, place, face
    SHUFFLE = 9  # -, wedges in the pantry after
    BUST = 10  # seat, place, face, ingredients and jokers lost
    STEAL = (
        11  # seat, from, face, cake after, tool, profession used besides or NONE, own action replaced or NONE
    )
    GARNISH = 12  # seat
    STOP = 13  # seat
    WON = 14  # winner or NONE, round, turns
    OVER = 15  # -, reason, winners
    RESULT = 16  # seat, rounds won
    SPENT = 17  # seat: its turn is over, because nothing that Zuckerbäcker turned up may be taken


class Rules:
    """A variant at one player count, compiled; all counts as in the YAML."""

    n_seats: int
    goal: int
    n_kinds: int
    n_wedges: int
    n_tiles: int  # 0: no professions
    deals_each_round: int
    tiebreak_rounds: int
    turn_limit: int
    flips_or_acts: int
    ingredients_first: int
    keeps_jokers: int
    swap_shuffles: int
    eighth_counts: int
    full_busts: int
    decorates_round: int
    doubles: int  # mask of the kinds that Chocolatière may have twice
    n_faces: Annotated[Ints, FACES]  # wedges of each face
    deck: Annotated[Ints, WEDGES]
    tile: Annotated[Ints, TILES]


class Policies:
    """One line-up; a rotated one is an array of these, one a rotation. Weights in thousandths, see policies.py."""

    kind: Annotated[Ints, SEATS]
    policy: Annotated[Ints, SEATS]  # index into the line-up
    memory: Annotated[Ints, SEATS]
    count: Annotated[Ints, SEATS]  # whole flips
    caution: Annotated[Ints, SEATS]
    joker: Annotated[Ints, SEATS]
    steal: Annotated[Ints, SEATS]
    hurt: Annotated[Ints, SEATS]
    hurry: Annotated[Ints, SEATS]
    tile: Annotated[Ints, SEATS]
    step: Annotated[Ints, SEATS, CAKE]  # worth of one more ingredient, by how many there are
    stake: Annotated[Ints, SEATS, CAKE]  # what is lost with so many
    garnish: Annotated[Ints, SEATS, CAKE]  # worth of holding garnish beside so many


class State:
    """Everything on the table, and the choice being weighed. Copied in one go; all zero is an empty table."""

    deal: int
    key: Annotated[Ints, SOURCES]  # of the sources' streams in this deal
    race: int  # number of the round
    turn: int  # of the round
    n_turns: int  # of the playout
    first: int  # start player of the round
    fault: int
    leaders: int
    lead_changes: int
    n_stalled: int
    n_shuffles: int  # of the playout
    # the pantry
    pool: Annotated[
        Ints, WEDGES
    ]  # wedges that nobody has seen since the last shuffle, in no order that matters
    n_pool: int
    shuffles: int  # in this round
    n_numbered: (
        int  # places that have been turned up since the last shuffle; they are numbered as that happens
    )
    seen: int  # mask of the places whose wedge was turned back
    n_seen: int
    content: Annotated[Ints, WEDGES]  # what lies there
    hidden: Annotated[Ints, FACES]  # wedges face down, by face
    # the seats
    owned: Annotated[Ints, SEATS]  # mask of the kinds in the cake
    doubled: Annotated[Ints, SEATS]  # mask of the kinds that are in it twice
    jokers: Annotated[Ints, SEATS]
    cake: Annotated[Ints, SEATS]  # ingredients and jokers in it
    action: Annotated[Ints, SEATS, SLOTS]
    is_fresh: Annotated[Ints, SEATS, SLOTS]  # flipped in this turn
    origin: Annotated[Ints, SEATS, SLOTS]
    n_actions: Annotated[Ints, SEATS]
    n_places: Annotated[Ints, SEATS]  # for actions
    profession: Annotated[Ints, SEATS]
    is_used: Annotated[Ints, SEATS]
    known: Annotated[Ints, SEATS]  # mask of the places a seat remembers
    behind: Annotated[Ints, SEATS]  # at most, in this round
    n_draws: Annotated[Ints, SEATS]  # from the seat's own stream
    # the turn
    n_flips: int
    is_later: int  # a duplicate would bust
    n_played: int  # actions
    was_full: int  # before the turn
    is_over: int  # the turn
    winner: int  # of the round
    stake_share: int  # how much of a loss counts, in thousandths
    # what is counted
    score: Annotated[Ints, SEATS]
    points: Annotated[Ints, SEATS, N_ORIGINS]
    tally: Annotated[Ints, SEATS, N_COUNTS]
    had: Annotated[Ints, SEATS, N_PROFESSIONS]
    used: Annotated[Ints, SEATS, N_PROFESSIONS]
    won: Annotated[Ints, SEATS, N_PROFESSIONS]
    won_used: Annotated[Ints, SEATS, N_PROFESSIONS]
    won_place: Annotated[Ints, SEATS]
    round_turns: Annotated[Ints, ROUNDS]
    # the choice being weighed
    n_options: int
    best_value: int
    best_option: int


class Trace:
    """One page of a playout's events; off in production, where nothing is counted or written."""

    is_on: int
    first: int  # number of the page's first event
    n_events: int  # events so far
    row: Annotated[Ints, PAGE, 8]


class GameRow:
    """A playout."""

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
    rounds: int
    tiebreak_rounds: int
    stalled_rounds: int
    shuffles: int
    won_place: Annotated[Ints, SEATS]
    round_turns: Annotated[Ints, ROUNDS]


class SeatRow:
    """A seat of a playout."""

    playout: int
    seat: int
    policy: int
    score: int
    rank: int
    share: int  # of the win, in sixtieths
    points_origin: Annotated[Ints, N_ORIGINS]
    rounds: int  # of the playout
    tally: Annotated[Ints, N_COUNTS]
    had: Annotated[Ints, N_PROFESSIONS]
    used: Annotated[Ints, N_PROFESSIONS]
    won: Annotated[Ints, N_PROFESSIONS]
    won_used: Annotated[Ints, N_PROFESSIONS]


RULES, POLICIES, STATE, TRACE, GAME_ROW, SEAT_ROW = map(
    record, (Rules, Policies, State, Trace, GameRow, SeatRow)
)
