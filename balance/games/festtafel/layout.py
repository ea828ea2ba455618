"""The records of festtafel: rules, state, choice, policies, rows, trace; and how much a variant may hold.

Fields that kernels of `draft` work on have the draft's names: `making` is the dish of a station, a `device` is a cook,
`master` the sous-chef.
"""

from __future__ import annotations

from enum import IntEnum

from balance.core.layout import Annotated, Ints, record
from balance.games.draft.layout import (
    AMOUNTS,
    DICE,
    FACES,
    INGREDIENTS,
    SEAT_SOURCE,
    SEATS,
    SOURCES,
    STATIONS,
    TIERS,
    Trace,
)
from balance.games.draft.phases import DECISIONS, PHASES

DISHES = 32
TABLES = 8
SHAPES = 32  # different shapes of dishes
TURNS = 8  # ways to lay a shape: four quarters, mirrored or not
SHAPE_CELLS = 12  # of a dish
WORD = 60  # cells a word of a mask holds
WORDS = 4  # of a table; a word has room for a column of no cells on the right of the table too
FULL_WORD = (1 << WORD) - 1
MOST_CELLS = WORD * WORDS

PER_CELL_BITS = 20

DRAWN_DISHES = 1 << 16  # stride of the addresses of drawn dishes: more than any tier of any seat can need

# A place on the banquet as one number: table | turn | word | bit.
BIT_BITS, WORD_BITS, TURN_BITS = 6, 2, 3
WORD_SHIFT = BIT_BITS
TURN_SHIFT = WORD_SHIFT + WORD_BITS
TABLE_SHIFT = TURN_SHIFT + TURN_BITS


class Source(IntEnum):
    """Streams of chance; a number is an address and never changes."""

    AMOUNT = 1
    INGREDIENT = 2
    COOK = 3
    START = 5
    DISH = 6
    SEAT = SEAT_SOURCE  # + seat: a policy's own draws


class Take(IntEnum):
    """What a seat takes from a roll, in the order in which a station's takes are looked at."""

    PASS = 0
    PAIR = 1
    JOKER = 2  # a pair whose joker fills any ingredient (`joker_ingredient: any`)
    COOK = 3


class NewDish(IntEnum):
    """What comes onto a freed station (R7)."""

    TIER_FREE = 0  # its owner chooses the tier, the dish is drawn
    TIER_FIXED = 1  # a dish of the tier that it had is drawn
    FREE = 2  # its owner chooses the dish


class End(IntEnum):
    """Why a playout ended; index into the game's `end_reasons`."""

    CLOCK = 0


class Fault(IntEnum):
    """Impossible states a playout reports instead of going on."""

    NONE = 0
    POINTS = 1  # the sources of a seat's points do not add up to its score
    OVERFILLED = 2  # more delivered than a dish needs
    APPLICATIONS = 3  # applications outside 0 … limit
    COVERED = 4  # a dish lies where no free cell was
    DISHES = 5  # dishes served and put aside do not add up to the dishes finished


class Count(IntEnum):
    """What is counted for a seat; the names are columns of the seats' table."""

    DISHES = 0  # finished
    SERVED = 1  # on the banquet
    ASIDE = 2  # on the sideboard
    TURNS = 3  # takes and passes
    PAIRS = 4
    JOKERS = 5
    COOKS = 6
    PASSES = 7
    REROLLS = 8
    HIRES = 9
    APPLICATIONS = 10  # left over
    TABLES_FILLED = 11
    BONUS_FILLED = 12  # own bonus from tables this seat filled
    BONUS_GIVEN = 13  # points others got from tables this seat filled


N_COUNTS = len(Count)


class Event(IntEnum):
    """Rows of a trace: the event, then seven numbers whose meaning stands here and in docs/trace.md."""

    START = 1  # seat, station, dish
    ROLL = 2  # active seat, roll
    REROLL = 3  # seat, roll, applications left
    DIE = 4  # -, kind of die (Source), die, face
    PAIR = 5  # seat, station, ingredient, amount shown, ingredient spent, pieces, missing after
    COOK = 6  # seat, station, ingredient
    PASS = 7  # seat, applications after
    HIRE = 8  # seat, station, ingredient, applications after
    FINISH = 9  # seat, station, dish, points
    SERVE = 10  # seat, station, dish, table, cells of the table that are still free
    CELL = 11  # -, bit of the table's masks: where the dish served last lies
    ASIDE = 12  # seat, station, dish
    FULL = 13  # server, table
    BONUS = 14  # seat, table, dishes, points
    REFILL = 15  # seat, station, dish
    TIME_UP = 16  # no numbers: the clock has run out, last hires and servings follow
    PENALTY = 17  # seat, table, dishes, points lost
    OVER = 18  # -, reason, winners
    RESULT = 19  # seat, score, dishes finished


class Rules:
    """A variant at one player count, compiled; all counts and points as in the YAML."""

    n_seats: int
    n_stations: int
    n_ingredients: int
    n_dishes: int
    n_tiers: int
    n_tables: int
    n_shapes: int
    n_rolls: int
    n_amount_dice: int
    n_ingredient_dice: int
    n_device_dice: int
    n_amount_faces: int
    n_ingredient_faces: int
    n_device_faces: int
    max_amount: int
    joker: int
    application_limit: int
    master_cost: int
    joker_any: int
    start_chosen: int
    new_dish: int  # see NewDish
    has_banquet: int
    fits_by_count: int  # a dish fits wherever enough cells are free
    sideboard_by_choice: int
    at_most_half: int  # only tables at most half full cost points
    amount_face: Annotated[Ints, FACES]  # 1 … or JOKER
    ingredient_face: Annotated[Ints, FACES]
    device_face: Annotated[Ints, FACES]  # the ingredient a cook works on
    start_tier: Annotated[Ints, STATIONS]
    need: Annotated[Ints, DISHES, INGREDIENTS]
    wanted: Annotated[Ints, DISHES]  # mask of the dish's ingredients
    n_pieces: Annotated[Ints, DISHES]  # sum of need
    n_wanted: Annotated[Ints, DISHES]  # its ingredients
    to_process: Annotated[Ints, DISHES]  # mask of ingredients that need their cook
    n_to_process: Annotated[Ints, DISHES]
    points: Annotated[Ints, DISHES]
    tier: Annotated[Ints, DISHES]
    form: Annotated[Ints, DISHES]  # its shape
    n_in_tier: Annotated[Ints, TIERS]
    in_tier: Annotated[Ints, TIERS, DISHES]  # its dishes, in order
    n_cells: Annotated[Ints, TABLES]
    n_words: Annotated[Ints, TABLES]
    step: Annotated[Ints, TABLES]  # bits from a cell to the one below it
    bonus: Annotated[Ints, TABLES]
    penalty: Annotated[Ints, TABLES]
    cells: Annotated[Ints, TABLES, WORDS]  # mask
    n_covered: Annotated[Ints, SHAPES]  # cells of a shape
    tiers_of: Annotated[Ints, SHAPES]  # mask of the tiers whose dishes have it
    n_turns: Annotated[Ints, TABLES, SHAPES]  # ways to lay it that are not too wide or high for the table
    offset: Annotated[Ints, TABLES, SHAPES, TURNS, SHAPE_CELLS]  # bits from a shape's first cell to each
    covered: Annotated[Ints, TABLES, SHAPES, TURNS]  # mask of those below WORD


class Policies:
    """One line-up; a rotated one is an array of these, one a rotation. Weights in thousandths, see policies.py."""

    kind: Annotated[Ints, SEATS]
    policy: Annotated[Ints, SEATS]  # index into the line-up
    tier: Annotated[Ints, SEATS, TIERS]
    piece: Annotated[Ints, SEATS]
    gap: Annotated[Ints, SEATS]
    process: Annotated[Ints, SEATS]
    finish: Annotated[Ints, SEATS]
    pace: Annotated[Ints, SEATS]
    bonus: Annotated[Ints, SEATS]
    penalty: Annotated[Ints, SEATS]
    host: Annotated[Ints, SEATS]
    give: Annotated[Ints, SEATS]
    company: Annotated[Ints, SEATS]
    cell: Annotated[Ints, SEATS]
    hole: Annotated[Ints, SEATS]
    edge: Annotated[Ints, SEATS]
    spoil: Annotated[Ints, SEATS]
    application: Annotated[Ints, SEATS]
    reroll: Annotated[Ints, SEATS]
    total_work: Annotated[Ints, SEATS, DISHES]  # of a whole dish, in thousandths of a take
    per_work: Annotated[Ints, SEATS, DISHES]  # 1/total_work, PER_WORK_BITS fixed point
    per_cells: Annotated[
        Ints, SEATS, MOST_CELLS + 1
    ]  # 1000/takes that so many cells need, PER_CELL_BITS fixed point


class State:
    """Everything on the table, and the choice being weighed. Copied in one go; all zero is an empty table."""

    roll: int
    reroll: int
    active: int
    is_over: int
    end_reason: int
    fault: int
    is_clearing: int  # a finished dish is to leave its station now
    clearing_seat: int
    clearing_station: int
    n_acted: int  # seats that took or passed in this roll
    leaders: int
    has_scored: int  # points were counted since the leaders were
    lead_changes: int
    amount_die: Annotated[Ints, DICE]  # faces as thrown
    ingredient_die: Annotated[Ints, DICE]
    device_die: Annotated[Ints, DICE]  # the ingredient its cook works on
    making: Annotated[Ints, SEATS, STATIONS]
    missing: Annotated[Ints, SEATS, STATIONS, INGREDIENTS]
    n_missing: Annotated[Ints, SEATS, STATIONS]  # pieces
    n_open: Annotated[Ints, SEATS, STATIONS]  # ingredients not yet complete
    open_mask: Annotated[Ints, SEATS, STATIONS]
    processed: Annotated[Ints, SEATS, STATIONS]  # mask
    n_unprocessed: Annotated[Ints, SEATS, STATIONS]
    waiting: Annotated[Ints, SEATS, STATIONS]  # empty, or its dish is finished: nothing can be delivered
    applications: Annotated[Ints, SEATS]
    key: Annotated[Ints, SOURCES]  # of the sources' streams in this deal
    n_draws: Annotated[Ints, SEATS]  # from the seat's own stream
    n_drawn: Annotated[Ints, SEATS, TIERS]  # dishes of the tier that came onto its stations after the start
    score: Annotated[Ints, SEATS]
    points_tier: Annotated[Ints, SEATS, TIERS]
    points_bonus: Annotated[Ints, SEATS, TABLES]
    points_penalty: Annotated[Ints, SEATS, TABLES]
    made: Annotated[Ints, SEATS, DISHES]
    aside: Annotated[Ints, SEATS, TIERS]
    tally: Annotated[Ints, SEATS, N_COUNTS]  # see Count
    free: Annotated[Ints, TABLES, WORDS]  # mask of free cells
    n_free: Annotated[Ints, TABLES]
    n_served: Annotated[Ints, TABLES]  # dishes on a table
    served: Annotated[Ints, TABLES, SEATS]  # the same by owner
    covered: Annotated[Ints, WORDS]  # mask of cells, while holes are counted
    fitting: Annotated[Ints, SHAPES]  # mask of tables on which the shape fits now
    outlook: Annotated[
        Ints, SEATS, SHAPES
    ]  # worth of serving it, as the seat sees it, kept until a table changes
    is_seen: Annotated[Ints, SEATS]  # mask of shapes whose outlook is known
    dish_rate: Annotated[
        Ints, SEATS, STATIONS
    ]  # worth of its dish for a unit of its work, kept until it changes
    rate: Annotated[Ints, SEATS, STATIONS]  # the same with what is done already
    rate_now: Annotated[Ints, STATIONS]  # and in view of the time left, of the seat that decides
    work: Annotated[Ints, SEATS, STATIONS]
    stale: Annotated[Ints, SEATS]  # mask of stations that have changed since the seat looked at them
    outdated: Annotated[Ints, SEATS]  # mask of stations whose `dish_rate` is out of date
    amounts_left: Annotated[Ints, AMOUNTS]  # dice that still show the amount; at JOKER the jokers
    ingredients_left: Annotated[Ints, INGREDIENTS]
    devices_left: Annotated[Ints, INGREDIENTS]
    ingredient_mask: int  # what is left at all
    device_mask: int
    n_fitting: Annotated[Ints, AMOUNTS]  # different amounts left that fit where so many are missing, no joker
    largest: Annotated[Ints, AMOUNTS]  # the largest of them
    is_weighed: int  # the choice below is the active seat's and still holds
    n_plies: int  # takes and passes so far; from here on see draft.course
    since: int
    phase: int
    gap: Annotated[Ints, SEATS]
    behind: Annotated[Ints, SEATS]
    last_behind: Annotated[Ints, SEATS]
    course: Annotated[Ints, PHASES * DECISIONS]
    lead: Annotated[Ints, PHASES]
    used: Annotated[Ints, INGREDIENTS]  # pieces delivered
    n_options: int  # the choice being weighed
    best_value: int
    best_option: int


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
    cells: int  # of the banquet
    cells_left: int
    tables_full: int
    holes: int  # free cells that no dish could cover
    rerolls: int
    takes_last_roll: int
    unequal_takes: int  # never here: the last roll is played to its end (R12)
    drama: int  # thousandths of the winner's score
    decisive: int  # thousandths of the playout
    course: Annotated[Ints, PHASES * DECISIONS]
    lead: Annotated[Ints, PHASES]
    used: Annotated[Ints, INGREDIENTS]
    full: Annotated[Ints, TABLES]
    left: Annotated[Ints, TABLES]
    holes_tier: Annotated[Ints, TIERS]  # free cells that no dish of the tier could cover


class SeatRow:
    """A seat of a playout."""

    playout: int
    seat: int
    policy: int
    score: int
    rank: int
    share: int  # of the win, in sixtieths
    points_tier: Annotated[Ints, TIERS]
    points_bonus: Annotated[Ints, TABLES]
    points_penalty: Annotated[Ints, TABLES]
    tally: Annotated[Ints, N_COUNTS]
    made: Annotated[Ints, DISHES]
    aside_tier: Annotated[Ints, TIERS]
    served_table: Annotated[Ints, TABLES]


RULES, POLICIES, STATE, TRACE, GAME_ROW, SEAT_ROW = map(
    record, (Rules, Policies, State, Trace, GameRow, SeatRow)
)
