"""The records of chocolaterie: rules, state, choice, policies, rows, trace; and how much a variant may hold."""

from __future__ import annotations

from enum import IntEnum

from balance.core.layout import Annotated, Ints, record
from balance.games.draft.layout import (
    AMOUNTS,
    DICE,
    FACES,
    INGREDIENT_SHIFT,
    INGREDIENTS,
    JOKER,
    NONE,
    PAGE,
    PER_WORK_BITS,
    RATE_BITS,
    REROLLS,
    SEAT_SOURCE,
    SEATS,
    SOURCES,
    STATION_SHIFT,
    STATIONS,
    TAKE_SHIFT,
    TIERS,
    ZERO,
    Kind,
    Trace,
)
from balance.games.draft.phases import DECISIONS, PHASES

VARIETIES = 16
SPECIALS = 8
OPEN = 16  # packages open at a time


class Source(IntEnum):
    """Streams of chance; a number is an address and never changes."""

    AMOUNT = 1
    INGREDIENT = 2
    DEVICE = 3
    SPECIAL = 4
    START = 5
    SEAT = SEAT_SOURCE  # + seat: a policy's own draws


class Take(IntEnum):
    """What a seat takes from a roll, in the order in which a station's takes are looked at."""

    PASS = 0
    PAIR = 1
    JOKER = 2  # a pair whose joker fills any ingredient (`joker_ingredient: any`)
    DEVICE = 3
    SPECIAL = 4


class End(IntEnum):
    """Why a playout ended; index into the game's `end_reasons`."""

    CLOCK = 0
    SUPPLY = 1


class Fault(IntEnum):
    """Impossible states a playout reports instead of going on."""

    NONE = 0
    POINTS = 1  # the sources of a seat's points do not add up to its score
    OVERFILLED = 2  # more delivered than a recipe needs
    APPLICATIONS = 3  # applications outside 0 … limit
    PACKAGES = 4  # more packages opened than the supply holds
    BARS = 5  # bars packed, stored and waiting do not add up to the bars finished


class Count(IntEnum):
    """What is counted for a seat; the names are columns of the seats' table."""

    BARS = 0  # finished
    REFINED = 1
    PACKED = 2
    STORED = 3
    WAITING = 4  # finished, neither packed nor stored when the end came
    TURNS = 5  # takes and passes
    PAIRS = 6
    JOKERS = 7
    DEVICES = 8
    SPECIALS = 9
    PASSES = 10
    REROLLS = 11
    HIRES = 12
    APPLICATIONS = 13  # left over
    PACKAGES_FILLED = 14
    BONUS_GIVEN = 15  # points others got from packages this seat filled


N_COUNTS = len(Count)


class Event(IntEnum):
    """Rows of a trace: the event, then seven numbers whose meaning stands here and in docs/trace.md."""

    START = 1  # seat, station, variety
    OPEN = 2  # -, package
    ROLL = 3  # active seat, roll
    REROLL = 4  # seat, roll, applications left
    DIE = 5  # -, kind of die (Source), die, face
    PAIR = 6  # seat, station, ingredient, amount shown, ingredient spent, pieces, missing after
    DEVICE = 7  # seat, station, ingredient
    SPECIAL = 8  # seat, station, special
    PASS = 9  # seat, applications after
    HIRE = 10  # seat, station, ingredient, applications after
    FINISH = 11  # seat, station, variety, refined, points
    PACK = 12  # seat, station, variety, package, bars in it after
    STORE = 13  # seat, station, variety
    BONUS = 14  # seat, package, bars, points
    FULL = 15  # packer, package, packages full
    CHOOSE = 16  # seat, station, variety
    OVER = 17  # -, reason, winners
    RESULT = 18  # seat, score, bars finished
    TIME_UP = 19  # no numbers: the clock has run out, last hires and packing follow


class Rules:
    """A variant at one player count, compiled; all counts and points as in the YAML."""

    n_seats: int
    n_stations: int
    n_ingredients: int
    n_varieties: int
    n_tiers: int
    n_specials: int
    n_rolls: int
    n_amount_dice: int
    n_ingredient_dice: int
    n_device_dice: int
    n_special_dice: int
    n_amount_faces: int
    n_ingredient_faces: int
    n_device_faces: int
    n_special_faces: int
    max_amount: int
    joker: int
    refinement: int
    application_limit: int
    master_cost: int
    has_packages: int
    package_size: int
    fill_share: Annotated[Ints, 16]  # thousandths of a package that so many bars fill
    supply: int
    n_open: int  # packages open at a time while the supply lasts
    joker_any: int
    may_wait: int
    storeroom_by_choice: int
    second_package: int
    start_chosen: int
    amount_face: Annotated[Ints, FACES]  # 1 … or JOKER
    ingredient_face: Annotated[Ints, FACES]
    device_face: Annotated[Ints, FACES]  # the ingredient a device works on
    special_face: Annotated[Ints, FACES]
    start_tier: Annotated[Ints, STATIONS]
    need: Annotated[Ints, VARIETIES, INGREDIENTS]
    wanted: Annotated[Ints, VARIETIES]  # mask of the recipe's ingredients
    n_pieces: Annotated[Ints, VARIETIES]  # sum of need
    most_missing: int  # largest need; beyond AMOUNTS − 1 policies do not tell amounts apart
    n_wanted: Annotated[Ints, VARIETIES]  # ingredients of the recipe
    to_process: Annotated[Ints, VARIETIES]  # mask of ingredients that need their device
    n_to_process: Annotated[Ints, VARIETIES]
    points: Annotated[Ints, VARIETIES]
    special: Annotated[Ints, VARIETIES]  # NONE if it wants none
    special_bit: Annotated[Ints, VARIETIES]  # its mask, 0 if it wants none
    tier: Annotated[Ints, VARIETIES]
    bonus: Annotated[Ints, TIERS]


class Policies:
    """One line-up; a rotated one is an array of these, one a rotation. Weights in thousandths, see policies.py."""

    kind: Annotated[Ints, SEATS]
    policy: Annotated[Ints, SEATS]  # index into the line-up
    tier: Annotated[Ints, SEATS, TIERS]
    piece: Annotated[Ints, SEATS]
    gap: Annotated[Ints, SEATS]
    process: Annotated[Ints, SEATS]
    refine: Annotated[Ints, SEATS]
    finish: Annotated[Ints, SEATS]
    pace: Annotated[Ints, SEATS]
    package: Annotated[Ints, SEATS]
    give: Annotated[Ints, SEATS]
    application: Annotated[Ints, SEATS]
    reroll: Annotated[Ints, SEATS]
    queue: Annotated[Ints, SEATS]
    fit: Annotated[Ints, SEATS]
    company: Annotated[Ints, SEATS]
    own: Annotated[Ints, SEATS]
    feed: Annotated[Ints, SEATS]
    hurry: Annotated[Ints, SEATS]
    end: Annotated[Ints, SEATS]
    deny: Annotated[Ints, SEATS]
    stub: Annotated[Ints, SEATS]
    hope: Annotated[Ints, SEATS]
    fade: Annotated[Ints, SEATS]
    restless: Annotated[Ints, SEATS]
    master: Annotated[Ints, SEATS]
    foresees: Annotated[Ints, SEATS]  # whether any weight of foresight.py is set
    lack: Annotated[Ints, SEATS, AMOUNTS]  # work of an ingredient that lacks so many pieces
    total_work: Annotated[Ints, SEATS, VARIETIES]  # of a whole recipe, in thousandths of a take
    per_work: Annotated[Ints, SEATS, VARIETIES]  # 1/total_work, PER_WORK_BITS fixed point
    bar: Annotated[Ints, SEATS, VARIETIES]  # worth of a bar itself
    begin: Annotated[Ints, SEATS, VARIETIES]  # worth of its being the first in a package


class State:
    """Everything on the table, and the choice being weighed. Copied in one go; all zero is an empty table."""

    roll: int
    reroll: int
    active: int
    is_over: int
    end_reason: int
    fault: int
    n_full: int  # packages filled
    n_opened: int  # packages ever opened
    n_slots: int  # packages open now
    is_clearing: int  # a finished bar is to leave its station now
    clearing_seat: int
    clearing_station: int
    n_acted: int  # seats that took or passed in this roll
    leaders: int
    has_scored: int  # points were counted since the leaders were
    lead_changes: int
    amount_die: Annotated[Ints, DICE]  # faces as thrown
    ingredient_die: Annotated[Ints, DICE]
    device_die: Annotated[Ints, DICE]  # the ingredient its device works on
    special_die: Annotated[Ints, DICE]
    variety: Annotated[Ints, SEATS, STATIONS]
    missing: Annotated[Ints, SEATS, STATIONS, INGREDIENTS]
    n_missing: Annotated[Ints, SEATS, STATIONS]  # pieces
    n_open: Annotated[Ints, SEATS, STATIONS]  # ingredients not yet complete
    open_mask: Annotated[Ints, SEATS, STATIONS]
    processed: Annotated[Ints, SEATS, STATIONS]  # mask
    n_unprocessed: Annotated[Ints, SEATS, STATIONS]
    refined: Annotated[Ints, SEATS, STATIONS]
    waiting: Annotated[Ints, SEATS, STATIONS]  # finished and still on its station
    applications: Annotated[Ints, SEATS]
    key: Annotated[Ints, SOURCES]  # of the sources' streams in this deal
    n_draws: Annotated[Ints, SEATS]  # from the seat's own stream
    score: Annotated[Ints, SEATS]
    points_tier: Annotated[Ints, SEATS, TIERS]
    points_bonus: Annotated[Ints, SEATS, TIERS]
    points_refined: Annotated[Ints, SEATS]
    made: Annotated[Ints, SEATS, VARIETIES]
    tally: Annotated[Ints, SEATS, N_COUNTS]  # see Count
    package: Annotated[Ints, OPEN]  # number of the package
    package_variety: Annotated[Ints, OPEN]  # NONE while empty
    n_bars: Annotated[Ints, OPEN]
    bars: Annotated[Ints, OPEN, SEATS]
    begun: Annotated[Ints, VARIETIES]  # slot of the variety's fullest package, NONE if none is begun
    empty: int  # slot of an empty package, NONE if there is none
    bar_rate: Annotated[
        Ints, SEATS, STATIONS
    ]  # worth of a station's bar for a unit of its work, kept until it changes
    rate: Annotated[Ints, SEATS, STATIONS]  # the same with what is done already
    work: Annotated[Ints, SEATS, STATIONS]
    stale: Annotated[Ints, SEATS]  # mask of stations that have changed since the seat looked at them
    outdated: Annotated[Ints, SEATS]  # mask of stations whose `bar_rate` is out of date
    amounts_left: Annotated[Ints, AMOUNTS]  # dice that still show the amount; at JOKER the jokers
    ingredients_left: Annotated[Ints, INGREDIENTS]
    devices_left: Annotated[Ints, INGREDIENTS]
    specials_left: Annotated[Ints, SPECIALS]
    ingredient_mask: int  # what is left at all
    device_mask: int
    special_mask: int
    n_fitting: Annotated[Ints, AMOUNTS]  # different amounts left that fit where so many are missing, no joker
    largest: Annotated[Ints, AMOUNTS]  # the largest of them
    is_weighed: int  # the choice below is the active seat's and still holds
    time_now: Annotated[Ints, STATIONS]  # of the seat that decides: time left for each station
    rate_now: Annotated[Ints, STATIONS]  # and `rate` in view of it
    denied: int  # the die that the next seat can spare least, see foresight.dice_for; NONE
    denial: int  # what taking it away is worth
    gain: Annotated[Ints, AMOUNTS]  # work that the best amount does where so many pieces are missing
    gainful: Annotated[Ints, AMOUNTS]  # that amount
    usual: Annotated[Ints, SEATS]  # what the best offer of an own roll was worth lately
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
    supply: int
    packages_full: int
    bars_unfilled: int
    rerolls: int
    takes_last_roll: int
    unequal_takes: int  # the end came before every seat had its take of the last roll
    drama: int  # thousandths of the winner's score
    decisive: int  # thousandths of the playout
    course: Annotated[Ints, PHASES * DECISIONS]
    lead: Annotated[Ints, PHASES]  # -1 where the end came before
    used: Annotated[Ints, INGREDIENTS]


class SeatRow:
    """A seat of a playout."""

    playout: int
    seat: int
    policy: int
    score: int
    rank: int
    share: int  # of the win, in sixtieths
    points_tier: Annotated[Ints, TIERS]
    points_bonus: Annotated[Ints, TIERS]
    points_refined: int
    tally: Annotated[Ints, N_COUNTS]
    made: Annotated[Ints, VARIETIES]


RULES, POLICIES, STATE, TRACE, GAME_ROW, SEAT_ROW = map(
    record, (Rules, Policies, State, Trace, GameRow, SeatRow)
)
