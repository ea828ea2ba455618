"""The records of schokoladenmarkt: rules, state, policies, rows, trace; and how much a variant may hold."""

from __future__ import annotations

from enum import IntEnum
from typing import cast

import numpy as np

from balance.core.layout import Annotated, Ints, record

SEATS = 4
FIELDS = 24
CORNERS = 66
EDGES = 89
NUMBERS = 13  # sums of two dice are below it
LANDS = 7
KINDS = 6  # of cards in a pile: five raw materials, up to six ingredients
PILES = 2  # raw materials and ingredients
OWED = PILES * 8  # a kind of a pile as one index: pile · 8 + kind
VARIETIES = 8
ROWS = 12  # of the market, the one below the rewards included
MOMENTS = 6  # at which the market's rows are noted
ROUNDS_APART = 5  # rounds from one moment to the next
ROUNDS = tuple(ROUNDS_APART * (moment + 1) for moment in range(MOMENTS))  # after which they are
TILES = 24
CHIPS = 24
HARBOURS = 17  # every second edge of the coast
DECK = 60
BUILDINGS = 20  # of a seat
TRAIL = 32  # roads of a seat
PAGE = 4096  # events a trace page holds; a longer playout is told page by page

# Literal numbers in a call compile the called kernel anew for each value; these constants do not.
NONE = cast(int, np.int64(-1))
ZERO = cast(int, np.int64(0))
ONE = cast(int, np.int64(1))
TWO = cast(int, np.int64(2))

# A pile is one number: eight bits a kind, the highest of them a guard that lets all kinds be compared at once.
BITS = cast(int, np.int64(8))
MOST_CARDS = 127  # of a kind
MOST = cast(int, np.int64(MOST_CARDS))
GUARD = cast(int, np.int64(sum(0x80 << (8 * kind) for kind in range(KINDS))))
EACH = cast(int, np.int64(sum(1 << (8 * kind) for kind in range(KINDS))))

# Corners and edges are sets of bits in two words.
WORDS = 2
CORNER_WORD = 33
EDGE_WORD = 45


# The two piles of a hand, which never mix at the bank.
RAWS = ZERO
INGREDIENTS = ONE

RAW = ("brick", "wood", "wool", "grain", "ore")
LANDSCAPES = ("forest", "pasture", "fields", "hills", "mountains", "jungle", "desert")
JUNGLE = 5
DESERT = 6
YIELDS = {"forest": "wood", "pasture": "wool", "fields": "grain", "hills": "brick", "mountains": "ore"}
CARDS = ("knight", "road_building", "year_of_plenty", "monopoly", "victory_point")
N_CARDS = 5


class Card(IntEnum):
    """Development cards."""

    KNIGHT = 0
    ROAD_BUILDING = 1
    YEAR_OF_PLENTY = 2
    MONOPOLY = 3
    VICTORY_POINT = 4


class Cost(IntEnum):
    """What is paid for with raw materials."""

    ROAD = 0
    SETTLEMENT = 1
    CITY = 2
    DEVELOPMENT = 3
    SITE = 4


N_COSTS = len(Cost)


class Reward(IntEnum):
    """What a row of the market pays."""

    POINTS = 0
    CARDS = 1
    RESOURCES = 2
    ROADS = 3


N_REWARDS = len(Reward)


class Action(IntEnum):
    """What a seat does next; the first N_CARDS − 1 after PLAY are its development cards."""

    END = 0  # ends the turn, or throws the dice if they have not been thrown
    ROAD = 1
    SETTLEMENT = 2
    CITY = 3
    DEVELOPMENT = 4
    SITE = 5
    CHOCOLATE = 6
    MARITIME = 7
    PLAY = 8  # + Card
    DOMESTIC = 12


class Source(IntEnum):
    """Streams of chance; a number is an address and never changes."""

    LAND = 1
    RED = 2
    CHIPS = 3
    HARBOURS = 4
    DECK = 5
    DICE = 6
    MARKET = 7
    THEFT = 8
    REWARD = 9
    SEAT = 16  # + seat: a policy's own draws


class End(IntEnum):
    """Why a playout ended; index into the game's `end_reasons`."""

    VICTORY = 0
    TURN_LIMIT = 1


class Fault(IntEnum):
    """Impossible states a playout reports instead of going on."""

    NONE = 0
    POINTS = 1  # the sources of a seat's points do not add up to its score
    CARDS = 2  # raw materials or ingredients appeared or vanished
    SITES = 3  # production sites appeared or vanished
    PIECES = 4  # more pieces on the board than a seat has
    MARKET = 5  # a variety beyond the market
    CHIPS = 6  # victory point chips appeared or vanished
    DECK = 7  # development cards appeared or vanished
    NO_PLACE = 8  # a settlement of the set-up found no corner


class Kind(IntEnum):
    """How a seat decides."""

    RANDOM = 0
    WEIGHTED = 1


class Count(IntEnum):
    """What is counted for a seat; the names are columns of the seats' table."""

    SETTLEMENTS = 0  # on the board at the end
    CITIES = 1
    ROADS = 2
    SITES = 3
    LONGEST = 4  # roads of the own longest road
    KNIGHTS = 5  # played
    CARDS = 6  # development cards bought or got
    CARDS_PLAYED = 7
    CHOCOLATES = 8
    REWARD_POINTS = 9  # chips
    REWARD_CARDS = 10
    REWARD_RESOURCES = 11
    REWARD_ROADS = 12
    RAW_PRODUCED = 13
    INGREDIENTS_PRODUCED = 14
    RAW_BLOCKED = 15  # kept from it by the robber
    INGREDIENTS_BLOCKED = 16
    RAW_SHORT = 17  # kept from it because the bank had too few
    INGREDIENTS_SHORT = 18
    RAW_DISCARDED = 19
    INGREDIENTS_DISCARDED = 20
    RAW_STOLEN = 21  # from it, by thieves
    INGREDIENTS_STOLEN = 22
    RAW_TRADED = 23  # given to the bank
    INGREDIENTS_TRADED = 24
    DOMESTIC_TRADES = 25  # with other seats, as the one in turn
    RAW_LEFT = 26
    INGREDIENTS_LEFT = 27
    START_PIPS = 28  # of the three first settlements, raw materials and jungle alike
    FIRST_PIPS = 29  # of the very first one
    START_JUNGLE = 30  # jungle fields beside the three first settlements


N_COUNTS = len(Count)


class Event(IntEnum):
    """Rows of a trace: the event, then seven numbers whose meaning stands here and in docs/trace.md."""

    FIELD = 1  # -, field, landscape, number
    HARBOUR = 2  # -, edge, kind (see State.harbour)
    FOUND = 3  # seat, corner, round
    FOUND_ROAD = 4  # seat, edge
    FOUND_CARD = 5  # seat, raw material
    FOUND_SITE = 6  # seat, corner, field
    TURN = 7  # seat, turn
    ROLL = 8  # seat, die, die
    GAIN = 9  # seat, pile, kind, cards
    SHORT = 10  # -, pile, kind, owed, in the bank
    DISCARD = 11  # seat, pile, kind
    ROBBER = 12  # seat, field
    STEAL = 13  # seat, victim, pile, kind
    ROAD = 14  # seat, edge
    SETTLEMENT = 15  # seat, corner
    CITY = 16  # seat, corner
    BUY = 17  # seat, card
    SITE = 18  # seat, corner, field
    PLAY = 19  # seat, card
    FREE_ROAD = 20  # seat, edge
    TAKE = 21  # seat, raw material
    MONOPOLY = 22  # seat, raw material, cards
    MARITIME = 23  # seat, pile, kind given, cards given, kind got
    DOMESTIC = 24  # seat, other, pile given, kind given, pile got, kind got
    CHOCOLATE = 25  # seat, variety, row
    REWARD_POINTS = 26  # seat, points
    REWARD_CARD = 27  # seat, card
    REWARD_RESOURCE = 28  # seat, raw material
    REWARD_ROAD = 29  # seat, edge
    FALL = 30  # -, variety, row after
    MARKET_DIE = 31  # seat, face
    RISE = 32  # seat, variety, row after
    LONGEST_ROAD = 33  # holder or NONE, length
    LARGEST_ARMY = 34  # holder, knights
    OVER = 35  # -, reason, winner or NONE
    RESULT = 36  # seat, score


class Weight(IntEnum):
    """What a weighted policy decides by; see policies.py."""

    PIP = 0
    SPREAD = 1
    INGREDIENT = 2
    HARBOUR = 3
    SETTLEMENT = 4
    CITY = 5
    ROAD = 6
    LONGEST = 7
    CARD = 8
    ARMY = 9
    MARKET = 10
    CARD_COST = 11
    INGREDIENT_COST = 12
    TIMING = 13
    RAISE = 14
    DENY = 15
    PATIENCE = 16
    HURRY = 17
    TRADE = 18


N_WEIGHTS = len(Weight)
GOALS = N_COSTS + VARIETIES  # what a seat saves for: each cost, each variety
NOTHING = -(1 << 62)


class Rules:
    """A variant at one player count, compiled; all counts and points as in the YAML."""

    n_seats: int
    victory_points: int
    turn_limit: int
    hand_limit: int
    n_tiles: int
    n_chips: int
    n_red: int  # the first chips of `chip`
    n_harbours: int
    n_deck: int
    n_ingredients: int
    n_varieties: int
    n_rows: int  # that pay
    bottom: int  # row in which a variety cannot be made
    n_market_faces: int
    chips_limited: int
    n_chips_vp: int
    third_road: int
    start_sites: int
    site_per_player: int
    short_by_seat: int
    reward_random: int
    n_settlements: int
    n_cities: int
    n_roads: int
    least_road: int
    least_army: int
    points_settlement: int
    points_city: int
    points_road: int
    points_army: int
    points_card: int
    rate_bank: int
    rate_any: int
    rate_special: int
    yield_settlement: int
    yield_city: int
    yield_site: int
    tile: Annotated[Ints, TILES]  # landscape
    tile_number: Annotated[Ints, TILES]  # printed number, 0 if a chip is laid or nothing
    takes_chip: Annotated[Ints, LANDS]
    chip: Annotated[Ints, CHIPS]
    harbour_edge: Annotated[Ints, HARBOURS]
    harbour_kind: Annotated[Ints, HARBOURS]
    deck: Annotated[Ints, DECK]
    land_raw: Annotated[Ints, LANDS]  # kind of raw material, or NONE
    land_ingredient: Annotated[Ints, LANDS]
    bank: Annotated[Ints, PILES]  # piles
    n_bank: Annotated[Ints, PILES, 8]  # cards by kind
    site_stock: Annotated[Ints, KINDS]
    cost: Annotated[Ints, N_COSTS]  # piles of raw materials
    n_cost: Annotated[Ints, N_COSTS]  # cards
    recipe: Annotated[Ints, VARIETIES]  # piles of ingredients
    n_recipe: Annotated[Ints, VARIETIES]
    start_row: Annotated[Ints, VARIETIES]
    variety_of_face: Annotated[Ints, 8]  # NONE: the maker chooses
    reward: Annotated[Ints, ROWS, N_REWARDS]
    pips: Annotated[Ints, NUMBERS]  # ways of two dice
    field_corner: Annotated[Ints, FIELDS, 6]
    field_near: Annotated[Ints, FIELDS]  # mask of neighbours
    corner_field: Annotated[Ints, CORNERS, 3]
    corner_edge: Annotated[Ints, CORNERS, 3]
    edge_corner: Annotated[Ints, EDGES, 2]
    near: Annotated[Ints, CORNERS, WORDS]  # a corner and its neighbours
    spokes: Annotated[Ints, CORNERS, WORDS]  # the edges of a corner
    all_corners: Annotated[Ints, WORDS]
    all_edges: Annotated[Ints, WORDS]
    corner_word: Annotated[Ints, CORNERS]
    corner_bit: Annotated[Ints, CORNERS]
    edge_word: Annotated[Ints, EDGES]
    edge_bit: Annotated[Ints, EDGES]


class Policies:
    """One line-up; a rotated one is an array of these, one a rotation. Weights in thousandths, see policies.py."""

    kind: Annotated[Ints, SEATS]
    policy: Annotated[Ints, SEATS]  # index into the line-up
    weight: Annotated[Ints, SEATS, N_WEIGHTS]
    demand: Annotated[Ints, OWED]  # how much of a kind things need, in thousandths of the average


class State:
    """Everything on the table, and the choice being weighed. Copied in one go."""

    turn: int
    active: int
    is_over: int
    end_reason: int
    fault: int
    winner: int
    has_rolled: int
    has_played: int  # a development card in this turn
    n_trades: int  # domestic ones in this turn
    robber: int
    road_holder: int
    army_holder: int
    deck_next: int
    chips_left: int
    n_made: int  # chocolates; addresses of the market die
    n_thefts: int
    n_drawn: int  # random rewards
    n_sevens: int
    leaders: int
    lead_changes: int
    land: Annotated[Ints, FIELDS]
    number: Annotated[Ints, FIELDS]
    first_field: Annotated[Ints, NUMBERS]  # fields of a number as a list, NONE at its end
    next_field: Annotated[Ints, FIELDS]
    deck: Annotated[Ints, DECK]
    shuffled: Annotated[Ints, DECK]  # of whatever is shuffled
    harbour: Annotated[Ints, CORNERS]  # 0 none, 1 any kind, 2 + raw material
    corner_owner: Annotated[Ints, CORNERS]
    corner_level: Annotated[Ints, CORNERS]  # 1 settlement, 2 city
    corner_sites: Annotated[Ints, CORNERS]  # mask of the corner's fields
    edge_owner: Annotated[Ints, EDGES]
    free: Annotated[Ints, WORDS]  # corners that keep the distance
    open_edges: Annotated[Ints, WORDS]
    reach: Annotated[Ints, SEATS, WORDS]  # corners at own roads
    frontier: Annotated[Ints, SEATS, WORDS]  # edges beside own roads and buildings
    field_yield: Annotated[Ints, FIELDS, SEATS]
    field_sites: Annotated[Ints, FIELDS, SEATS]
    income: Annotated[Ints, SEATS, OWED]  # pips, the robber aside
    owed: Annotated[Ints, OWED, SEATS]  # while a roll is paid out
    bank: Annotated[Ints, PILES]
    hand: Annotated[Ints, SEATS, PILES]
    n_hand: Annotated[Ints, SEATS, PILES]
    rate: Annotated[Ints, SEATS, PILES]  # cards of each kind that the bank takes for one, packed
    site_stock: Annotated[Ints, KINDS]
    building: Annotated[Ints, SEATS, BUILDINGS]  # corners
    n_buildings: Annotated[Ints, SEATS]
    n_settlements: Annotated[Ints, SEATS]  # on the board
    n_cities: Annotated[Ints, SEATS]
    n_roads: Annotated[Ints, SEATS]
    length: Annotated[Ints, SEATS]  # longest road
    cards: Annotated[Ints, SEATS, N_CARDS]  # held, the new ones included
    new_cards: Annotated[Ints, SEATS, N_CARDS]  # bought in this turn
    knights: Annotated[Ints, SEATS]
    chips: Annotated[Ints, SEATS]
    score: Annotated[Ints, SEATS]
    row: Annotated[Ints, VARIETIES]  # of the market, 0 at the top
    tally: Annotated[Ints, SEATS, N_COUNTS]
    made: Annotated[Ints, SEATS, VARIETIES]
    made_row: Annotated[Ints, SEATS, ROWS]
    blocked: Annotated[Ints, VARIETIES]  # turns that ended with it in the bottom row
    row_sum: Annotated[Ints, VARIETIES]  # of rows, counted from 1, at the ends of turns
    row_at: Annotated[Ints, MOMENTS, VARIETIES]  # rows, counted from 1, at every moment that came
    n_short: Annotated[Ints, PILES]  # rolls for which the bank had too few
    used: Annotated[Ints, WORDS]  # edges of a trail
    trail_corner: Annotated[Ints, TRAIL]
    trail_edge: Annotated[Ints, TRAIL]
    trail_slot: Annotated[Ints, TRAIL]
    n_draws: Annotated[Ints, SEATS]  # from the seat's own stream
    n_options: int  # the choice being weighed
    best_value: int
    best_option: int
    action: int  # what the seat does next, and with what
    place: int
    slot: int
    pile: int
    give: int
    get: int
    goal: int
    goal_worth: Annotated[Ints, GOALS]  # of the seat that weighs; NOTHING where it is out of reach
    goal_place: Annotated[Ints, GOALS]
    goal_slot: Annotated[Ints, GOALS]
    plan: Annotated[Ints, SEATS, PILES]  # what the seat's best goal costs


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
    sevens: int
    deck_left: int
    chips_left: int
    short_raw: int
    short_ingredients: int
    market_decided: int
    blocked: Annotated[Ints, VARIETIES]
    row_sum: Annotated[Ints, VARIETIES]
    row_end: Annotated[Ints, VARIETIES]
    reached: Annotated[Ints, MOMENTS]  # 1 if the playout lasted until the moment
    row_at: Annotated[
        Ints, MOMENTS * VARIETIES
    ]  # of every variety at the first moment, the second, …; else 0


class SeatRow:
    """A seat of a playout."""

    playout: int
    seat: int
    policy: int
    score: int
    rank: int
    share: int  # of the win, in sixtieths
    points_settlements: int
    points_cities: int
    points_market: int
    points_longest_road: int
    points_largest_army: int
    points_cards: int
    tally: Annotated[Ints, N_COUNTS]
    made: Annotated[Ints, VARIETIES]
    made_row: Annotated[Ints, ROWS]


RULES, POLICIES, STATE, TRACE, GAME_ROW, SEAT_ROW = map(
    record, (Rules, Policies, State, Trace, GameRow, SeatRow)
)
