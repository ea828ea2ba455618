"""The records of chocolaterie: rules, state, choice, policies, rows, trace; and how much a variant may hold."""

from __future__ import annotations

from enum import IntEnum

from balance.core.layout import Annotated, Ints, record

SEATS = 6
STATIONS = 8
INGREDIENTS = 8
VARIETIES = 16
TIERS = 6
SPECIALS = 8
DICE = 12  # of one kind
FACES = 12
OPEN = 16  # packages open at a time
REROLLS = 16  # stride of a roll's addresses; applications are limited below it
PAGE = 4096  # events a trace page holds; a longer playout is told page by page

JOKER = 0  # the face of an amount die that fills up
NONE = -1


class Source(IntEnum):
    """Streams of chance; a number is an address and never changes."""

    AMOUNT = 1
    INGREDIENT = 2
    DEVICE = 3
    SPECIAL = 4
    START = 5
    SEAT = 16  # + seat: a policy's own draws


class Take(IntEnum):
    """What a seat takes from a roll."""

    PASS = 0
    PAIR = 1
    DEVICE = 2
    SPECIAL = 3


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


class Kind(IntEnum):
    """How a seat decides."""

    RANDOM = 0
    WEIGHTED = 1


class Event(IntEnum):
    """Rows of a trace."""

    START = 1  # seat, station, variety
    ROLL = 2  # seat (active)
    DIE = 3  # kind, index, face
    REROLL = 4  # seat
    PAIR = 5  # seat, station, ingredient, amount face, pieces, die, other die
    DEVICE = 6
    SPECIAL = 7
    PASS = 8
    HIRE = 9
    FINISH = 10
    PACK = 11
    STORE = 12
    BONUS = 13
    FULL = 14
    OPEN = 15
    CHOOSE = 16
    OVER = 17


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
    joker: int
    refinement: int
    application_limit: int
    master_cost: int
    has_packages: int
    package_size: int
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
    n_pieces: Annotated[Ints, VARIETIES]  # sum of need
    wants: Annotated[Ints, VARIETIES]  # mask of ingredients a recipe has
    to_process: Annotated[Ints, VARIETIES]  # mask of ingredients that need their device
    n_steps: Annotated[Ints, VARIETIES]  # ingredients delivered and processed: what a recipe asks for
    points: Annotated[Ints, VARIETIES]
    special: Annotated[Ints, VARIETIES]  # NONE if it wants none
    tier: Annotated[Ints, VARIETIES]
    bonus: Annotated[Ints, TIERS]


class Policies:
    """One line-up; a rotated one is an array of these, one a rotation."""

    kind: Annotated[Ints, SEATS]
    policy: Annotated[Ints, SEATS]  # index into the line-up
    tier: Annotated[Ints, SEATS, TIERS]  # all in thousandths from here on
    process: Annotated[Ints, SEATS]
    refine: Annotated[Ints, SEATS]
    finish: Annotated[Ints, SEATS]
    application: Annotated[Ints, SEATS]
    gap: Annotated[Ints, SEATS]
    package: Annotated[Ints, SEATS]
    give: Annotated[Ints, SEATS]
    pace: Annotated[Ints, SEATS]
    reroll: Annotated[Ints, SEATS]
    hire: Annotated[Ints, SEATS]


class State:
    """Everything on the table, and the choice being weighed. Copied in one go."""

    roll: int
    reroll: int
    active: int
    is_over: int
    end_reason: int
    fault: int
    n_full: int  # packages filled
    n_opened: int  # packages ever opened
    n_slots: int  # packages open now
    leaders: int
    lead_changes: int
    n_rerolls: int
    amount_die: Annotated[Ints, DICE]  # face, NONE once taken
    ingredient_die: Annotated[Ints, DICE]
    device_die: Annotated[Ints, DICE]  # the ingredient its device works on
    special_die: Annotated[Ints, DICE]
    variety: Annotated[Ints, SEATS, STATIONS]
    missing: Annotated[Ints, SEATS, STATIONS, INGREDIENTS]
    n_missing: Annotated[Ints, SEATS, STATIONS]  # pieces
    processed: Annotated[Ints, SEATS, STATIONS]  # mask
    refined: Annotated[Ints, SEATS, STATIONS]
    waiting: Annotated[Ints, SEATS, STATIONS]  # finished and not packed
    applications: Annotated[Ints, SEATS]
    n_draws: Annotated[Ints, SEATS]  # from the seat's own stream
    score: Annotated[Ints, SEATS]
    points_tier: Annotated[Ints, SEATS, TIERS]
    points_bonus: Annotated[Ints, SEATS, TIERS]
    points_refined: Annotated[Ints, SEATS]
    n_finished: Annotated[Ints, SEATS]
    made: Annotated[Ints, SEATS, VARIETIES]
    n_refined: Annotated[Ints, SEATS]
    n_packed: Annotated[Ints, SEATS]
    n_stored: Annotated[Ints, SEATS]
    n_pairs: Annotated[Ints, SEATS]
    n_jokers: Annotated[Ints, SEATS]
    n_devices: Annotated[Ints, SEATS]
    n_specials: Annotated[Ints, SEATS]
    n_passes: Annotated[Ints, SEATS]
    n_rerolled: Annotated[Ints, SEATS]
    n_hires: Annotated[Ints, SEATS]
    n_bonus_given: Annotated[Ints, SEATS]
    n_filled: Annotated[Ints, SEATS]
    n_turns: Annotated[Ints, SEATS]  # takes and passes
    package: Annotated[Ints, OPEN]  # number of the package, NONE if the slot is empty
    package_variety: Annotated[Ints, OPEN]  # NONE while empty
    n_bars: Annotated[Ints, OPEN]
    bars: Annotated[Ints, OPEN, SEATS]
    best_value: int  # the choice being weighed
    best_take: int
    best_station: int
    best_ingredient: int
    best_die: int
    best_other_die: int
    best_pieces: int


class Trace:
    """One page of a playout's events; `limit` 0 in production, where nothing is written."""

    limit: int  # rows that may be written
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
    supply: int
    packages_full: int
    bars_unfilled: int
    rerolls: int
    takes_last_roll: int


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
    bars: int
    made: Annotated[Ints, VARIETIES]
    refined: int
    packed: int
    stored: int
    waiting: int
    turns: int
    pairs: int
    jokers: int
    devices: int
    specials: int
    passes: int
    rerolls: int
    hires: int
    applications: int
    packages_filled: int
    bonus_given: int


RULES, POLICIES, STATE, TRACE, GAME_ROW, SEAT_ROW = map(
    record, (Rules, Policies, State, Trace, GameRow, SeatRow)
)
