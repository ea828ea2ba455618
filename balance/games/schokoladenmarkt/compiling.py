"""YAML models to records: the only place where names become numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from balance.core.game import Policy
from balance.core.layout import new_record
from balance.games.schokoladenmarkt import layout
from balance.games.schokoladenmarkt.board import board, spread
from balance.games.schokoladenmarkt.rules import RED, Rules

RESOURCE = len(layout.RAW)


def packed(cards: Mapping[str, int], names: Sequence[str]) -> int:
    """Cards of a pile as one number, eight bits a kind."""
    return sum(cards.get(name, 0) << (8 * kind) for kind, name in enumerate(names))


def harbours(rules: Rules) -> list[str]:
    """Kinds of all harbours before they are shuffled: `any` or a raw material."""
    counts: dict[str, int] = rules.board.harbours.model_dump()
    return [kind for kind, count in counts.items() for _ in range(count)]


def cards(rules: Rules) -> list[str]:
    """The development cards before they are shuffled."""
    counts: dict[str, int] = rules.development.model_dump()
    return [card for card in layout.CARDS for _ in range(counts[card])]


def compile_rules(rules: Rules) -> Any:
    """One `layout.RULES` record of these rules; the model must be free of problems."""
    record = new_record(layout.RULES)
    record.n_seats = rules.players
    for key in ("victory_points", "turn_limit", "hand_limit", "third_road", "start_sites"):
        record[key] = getattr(rules, key)
    record.site_per_player = rules.site_density == "per_player"
    record.short_by_seat = rules.shortage == "seat_order"
    record.reward_random = rules.reward_resource == "random"
    record.chips_limited = rules.vp_chips_limited
    record.n_chips_vp = rules.market.chips
    record.n_settlements, record.n_cities = rules.pieces.settlements, rules.pieces.cities
    record.n_roads = rules.pieces.roads
    record.least_road, record.least_army = rules.longest_road, rules.largest_army
    points = rules.points
    record.points_settlement, record.points_city = points.settlement, points.city
    record.points_road, record.points_army, record.points_card = (
        points.longest_road,
        points.largest_army,
        points.card,
    )
    record.rate_bank, record.rate_any = rules.maritime.bank, rules.maritime.any
    record.rate_special = rules.maritime.special
    record.yield_settlement, record.yield_city = rules.yields.settlement, rules.yields.city
    record.yield_site = rules.yields.site
    record.pips[:] = [max(0, 6 - abs(7 - number)) if number != 7 else 0 for number in range(layout.NUMBERS)]
    _compile_board(rules, record)
    _compile_boxes(rules, record)
    _compile_market(rules, record)
    _compile_tables(record)
    return record


def _fill(target: Any, values: Iterable[int]) -> None:
    for index, value in enumerate(values):
        target[index] = value


def _compile_board(rules: Rules, record: Any) -> None:
    """Tiles, chips and harbours as they lie in the box; red chips first."""
    landscapes: dict[str, int] = rules.board.landscapes.model_dump()
    tiles = [land for land, name in enumerate(layout.LANDSCAPES) for _ in range(landscapes[name])]
    jungle, desert = layout.LANDSCAPES.index("jungle"), layout.LANDSCAPES.index("desert")
    record.n_tiles = len(tiles)
    _fill(record.tile, tiles)
    numbers = iter(rules.board.jungle_numbers)
    _fill(record.tile_number, (next(numbers) if tile == jungle else 0 for tile in tiles))
    record.takes_chip[:] = [land not in (jungle, desert) for land in range(layout.LANDS)]
    chips = sorted(rules.board.chips, key=lambda chip: chip not in RED)
    record.n_chips, record.n_red = len(chips), sum(chip in RED for chip in chips)
    _fill(record.chip, chips)
    kinds = harbours(rules)
    record.n_harbours = len(kinds)
    if kinds:
        _fill(record.harbour_edge, spread(len(kinds), board().coast))
    _fill(record.harbour_kind, (1 if kind == "any" else 2 + layout.RAW.index(kind) for kind in kinds))


def _compile_boxes(rules: Rules, record: Any) -> None:
    """Cards, sites and costs."""
    deck = cards(rules)
    record.n_deck = len(deck)
    _fill(record.deck, (layout.CARDS.index(card) for card in deck))
    names = list(rules.ingredients)
    record.n_ingredients = len(names)
    record.land_raw[:] = [
        layout.RAW.index(layout.YIELDS[land]) if land in layout.YIELDS else layout.NONE
        for land in layout.LANDSCAPES
    ]
    record.land_ingredient[:] = layout.NONE
    for kind, ingredient in enumerate(rules.ingredients.values()):
        record.land_ingredient[layout.LANDSCAPES.index(ingredient.landscape)] = kind
        record.site_stock[kind] = ingredient.sites
        record.n_bank[layout.INGREDIENTS, kind] = ingredient.cards
    record.n_bank[layout.RAWS, :RESOURCE] = rules.resources
    record.bank[layout.RAWS] = packed(dict.fromkeys(layout.RAW, rules.resources), layout.RAW)
    record.bank[layout.INGREDIENTS] = packed(
        {name: ingredient.cards for name, ingredient in rules.ingredients.items()}, names
    )
    for cost in layout.Cost:
        paid: dict[str, int] = getattr(rules.costs, cost.name.lower())
        record.cost[cost] = packed(paid, layout.RAW)
        record.n_cost[cost] = sum(paid.values())


def _compile_market(rules: Rules, record: Any) -> None:
    market = rules.market
    record.n_rows = len(market.rows)
    record.bottom = len(market.rows) - (rules.bottom_row == "last_reward")
    for row, reward in enumerate(market.rows):
        record.reward[row] = [getattr(reward, kind.name.lower()) for kind in layout.Reward]
    record.n_varieties = len(market.varieties)
    record.n_market_faces = 6
    record.variety_of_face[:] = layout.NONE
    names = list(rules.ingredients)
    for index, variety in enumerate(market.varieties.values()):
        record.recipe[index] = packed(variety.cost, names)
        record.n_recipe[index] = sum(variety.cost.values())
        record.start_row[index] = variety.start_row - 1
        if variety.number is not None:
            record.variety_of_face[variety.number] = index


def _words(members: Iterable[int], width: int) -> list[int]:
    """A set of corners or edges as bits in two words."""
    words = [0] * layout.WORDS
    for member in members:
        words[member // width] |= 1 << member % width
    return words


def _compile_tables(record: Any) -> None:
    """Who touches whom."""
    tables = board()
    for field, corners in enumerate(tables.field_corners):
        record.field_corner[field] = corners
        record.field_near[field] = sum(1 << other for other in tables.field_fields[field])
    record.corner_field[:] = layout.NONE
    record.corner_edge[:] = layout.NONE
    for corner, fields in enumerate(tables.corner_fields):
        _fill(record.corner_field[corner], fields)
        edges = tables.corner_edges[corner]
        _fill(record.corner_edge[corner], edges)
        near = {end for edge in edges for end in tables.edge_corners[edge]}
        record.near[corner] = _words(near, layout.CORNER_WORD)
        record.spokes[corner] = _words(edges, layout.EDGE_WORD)
        record.corner_word[corner] = corner // layout.CORNER_WORD
        record.corner_bit[corner] = 1 << corner % layout.CORNER_WORD
    for edge, ends in enumerate(tables.edge_corners):
        record.edge_corner[edge] = ends
        record.edge_word[edge] = edge // layout.EDGE_WORD
        record.edge_bit[edge] = 1 << edge % layout.EDGE_WORD
    record.all_corners[:] = _words(range(layout.CORNERS), layout.CORNER_WORD)
    record.all_edges[:] = _words(range(layout.EDGES), layout.EDGE_WORD)


def compile_policies(rules: Rules, policies: Sequence[Policy], rotate: bool) -> Any:
    """Line-ups as `layout.POLICIES` records, shape (n_seats,) if rotated, else (1,).

    In rotation r seat s is played by policy (s + r) mod n_seats, so that over a deal each policy sits everywhere once.
    """
    n_seats = rules.players
    line_ups = np.zeros(n_seats if rotate else 1, layout.POLICIES)
    demand = _demand(rules)
    for rotation, line_up in enumerate(line_ups):
        line_up["demand"][:] = demand
        for seat in range(n_seats):
            index = (seat + rotation) % n_seats
            policy = policies[index]
            line_up["policy"][seat] = index
            line_up["kind"][seat] = layout.Kind.RANDOM if policy.kind == "random" else layout.Kind.WEIGHTED
            line_up["weight"][seat] = [policy.weights[weight.name.lower()] for weight in layout.Weight]
    return line_ups


def _demand(rules: Rules) -> list[int]:
    """How much of each kind all costs together need, in thousandths of the average kind of its pile."""
    demand = [0] * layout.OWED
    costs: list[dict[str, int]] = [getattr(rules.costs, cost.name.lower()) for cost in layout.Cost]
    recipes = [variety.cost for variety in rules.market.varieties.values()]
    for pile, (names, wanted) in enumerate(((layout.RAW, costs), (tuple(rules.ingredients), recipes))):
        needs = [sum(cost.get(name, 0) for cost in wanted) for name in names]
        for kind, need in enumerate(needs):
            demand[pile * 8 + kind] = 1000 * need * len(names) // max(1, sum(needs))
    return demand


def column_names(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Column names of the sub-array fields of a row, as many entries as these rules have."""
    varieties = tuple(rules.market.varieties)
    return {
        "tally": tuple(count.name.lower() for count in layout.Count),
        "made": tuple(f"made_{variety}" for variety in varieties),
        "made_row": tuple(f"made_in_row_{row + 1}" for row in range(len(rules.market.rows))),
        "blocked": tuple(f"blocked_{variety}" for variety in varieties),
        "row_sum": tuple(f"row_sum_{variety}" for variety in varieties),
        "row_end": tuple(f"row_end_{variety}" for variety in varieties),
        "reached": tuple(f"reached_{rounds}" for rounds in layout.ROUNDS),
        "row_at": tuple(f"row_at_{rounds}_{variety}" for rounds in layout.ROUNDS for variety in varieties),
    }
