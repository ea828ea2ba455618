"""YAML models to records: the only place where names become numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.core.game import Policy
from balance.core.layout import new_record
from balance.core.rulebook import for_players
from balance.games.draft.layout import JOKER, PER_WORK_BITS, Kind
from balance.games.draft.phases import course_columns
from balance.games.draft.rules import scaled
from balance.games.festtafel import layout
from balance.games.festtafel.drawing import Cells, cells_of, turns
from balance.games.festtafel.policies import WEIGHTS, extra_weights
from balance.games.festtafel.rules import (
    Rules,
    cooks,
    n_rolls,
    start_tiers,
    table_bonus,
    table_cells,
    table_penalty,
)

_TIER_WEIGHTS = ("bronze", "silver", "gold")
_LEAST_WORK = 1000  # a dish takes at least one take, whatever the weights say
_OTHER_TIER = 1000  # worth of a point of a designer's own tier that no persona names
_NEW_DISH = {"tier_free": layout.NewDish.TIER_FREE, "tier_fixed": layout.NewDish.TIER_FIXED}


def compile_rules(rules: Rules) -> Any:
    """One `layout.RULES` record of these rules; the model must be free of problems."""
    record = new_record(layout.RULES)
    record.n_seats = rules.players
    record.n_rolls = n_rolls(rules)
    record.joker = rules.joker
    record.application_limit = for_players(rules.applications.limit, rules.players)
    record.master_cost = for_players(rules.applications.sous_chef, rules.players)
    record.joker_any = rules.joker_ingredient == "any"
    record.start_chosen = rules.start_dishes == "chosen"
    record.new_dish = _NEW_DISH.get(rules.new_dish, layout.NewDish.FREE)
    record.has_banquet = rules.banquet.enabled
    record.fits_by_count = rules.fit == "cells"
    record.sideboard_by_choice = rules.sideboard_by_choice
    record.at_most_half = rules.half_empty == "at_most_half"
    _compile_dice(rules, record)
    _compile_dishes(rules, record)
    _compile_banquet(rules, record)
    return record


def _compile_dice(rules: Rules, record: Any) -> None:
    ingredient_index = {name: index for index, name in enumerate(rules.ingredients)}
    cook_index = {cook: ingredient_index[name] for cook, name in cooks(rules).items()}
    faces = rules.dice.faces
    shown: dict[str, tuple[str, list[int]]] = {
        "amount": ("amount", [JOKER if face == "joker" else face for face in faces.amount]),
        "ingredient": (
            "ingredient",
            [ingredient_index[face] for face in faces.ingredient or ingredient_index],
        ),
        "device": ("cook", [cook_index[face] for face in faces.cook or cook_index]),
    }
    record.max_amount = max(shown["amount"][1])
    for kind, (key, values) in shown.items():
        record[f"n_{kind}_dice"] = for_players(getattr(rules.dice, key), rules.players)
        record[f"n_{kind}_faces"] = len(values)
        record[f"{kind}_face"][: len(values)] = values


def _compile_dishes(rules: Rules, record: Any) -> None:
    tier_index = {name: index for index, name in enumerate(rules.tiers)}
    ingredient_index = {name: index for index, name in enumerate(rules.ingredients)}
    starts = [tier_index[tier] for tier in start_tiers(rules)]
    record.n_stations = len(starts)
    record.start_tier[: len(starts)] = starts
    record.n_tiers = len(rules.tiers)
    record.n_ingredients = len(rules.ingredients)
    record.n_dishes = len(rules.dishes)
    for index, dish in enumerate(rules.dishes.values()):
        tier = tier_index[dish.tier]
        for name, amount in dish.needs.items():
            record.need[index, ingredient_index[name]] = scaled(amount, rules.amount_scale)
        record.n_pieces[index] = record.need[index].sum()
        record.n_wanted[index] = len(dish.needs)
        record.wanted[index] = sum(1 << ingredient_index[name] for name in dish.needs)
        if rules.tiers[dish.tier].cooks:
            record.to_process[index] = record.wanted[index]
            record.n_to_process[index] = len(dish.needs)
        record.points[index] = dish.points
        record.tier[index] = tier
        record.in_tier[tier, record.n_in_tier[tier]] = index
        record.n_in_tier[tier] += 1


def table_step(table: Cells) -> int:
    """Bits from a cell of a table to the one below it: its width and one more, which is never free."""
    return max(column for _, column in table) + 2


def table_bit(table: Cells, row: int, column: int) -> int:
    """The bit of a cell in the table's masks, counted through all words."""
    return row * table_step(table) + column


def _compile_banquet(rules: Rules, record: Any) -> None:
    """Tables as masks; every different shape once, with every way to lay it on each table."""
    tables = [table_cells(rules, table) for table in rules.banquet.tables.values()]
    record.n_tables = len(tables)
    record.bonus[: len(tables)] = [table_bonus(rules, table) for table in rules.banquet.tables.values()]
    record.penalty[: len(tables)] = [table_penalty(rules, table) for table in rules.banquet.tables.values()]
    for index, table in enumerate(tables):
        bits = [table_bit(table, *cell) for cell in table]
        record.n_cells[index] = len(table)
        record.step[index] = table_step(table)
        record.n_words[index] = max(bits) // layout.WORD + 1
        for bit in bits:
            record.cells[index, bit // layout.WORD] |= 1 << bit % layout.WORD
    forms: dict[Cells, int] = {}
    for index, dish in enumerate(rules.dishes.values()):
        form = forms.setdefault(cells_of(dish.shape), len(forms))
        record.form[index] = form
        record.tiers_of[form] |= 1 << list(rules.tiers).index(dish.tier)
    record.n_shapes = len(forms)
    for cells, form in forms.items():
        record.n_covered[form] = len(cells)
        for index, table in enumerate(tables):
            _compile_turns(record, index, form, table, turns(cells, mirror=rules.mirror))


def _compile_turns(record: Any, index: int, form: int, table: Cells, ways: Sequence[Cells]) -> None:
    """The ways to lay a shape that are neither too wide nor too high for a table, as distances of bits."""
    width, height = table_step(table) - 1, table[-1][0] + 1
    fitting = [way for way in ways if max(column for _, column in way) < width and way[-1][0] < height]
    record.n_turns[index, form] = len(fitting)
    for turn, way in enumerate(fitting):
        first = table_bit(table, *way[0])
        distances = [table_bit(table, *cell) - first for cell in way]
        record.offset[index, form, turn, : len(way)] = distances
        record.covered[index, form, turn] = sum(1 << bit for bit in distances if bit < layout.WORD)


def compile_policies(rules: Rules, policies: Sequence[Policy], rotate: bool) -> Any:
    """Line-ups as `layout.POLICIES` records, shape (n_seats,) if rotated, else (1,).

    In rotation r seat s is played by policy (s + r) mod n_seats, so that over a deal each policy sits everywhere once.
    """
    n_seats = rules.players
    record = compile_rules(rules)
    line_ups = np.zeros(n_seats if rotate else 1, layout.POLICIES)
    for rotation, line_up in enumerate(line_ups):
        for seat in range(n_seats):
            index = (seat + rotation) % n_seats
            line_up["policy"][seat] = index
            _compile_policy(rules, record, policies[index], line_up, seat)
    return line_ups


def _compile_policy(rules: Rules, record: Any, policy: Policy, line_up: Any, seat: int) -> None:
    """One seat of a line-up: its kind, its weights, and what follows from them for each dish and number of cells."""
    line_up["kind"][seat] = Kind.RANDOM if policy.kind == "random" else Kind.WEIGHTED
    for tier_index, tier in enumerate(rules.tiers):
        known = tier in _TIER_WEIGHTS or tier in extra_weights(rules)
        line_up["tier"][seat, tier_index] = policy.weights.get(tier, _OTHER_TIER) if known else _OTHER_TIER
    for weight in WEIGHTS:
        if weight.name not in _TIER_WEIGHTS:
            line_up[weight.name][seat] = policy.weights[weight.name]
    for dish in range(record.n_dishes):
        work = (
            record.n_pieces[dish] * policy.weights["piece"]
            + record.n_wanted[dish] * policy.weights["gap"]
            + record.n_to_process[dish] * policy.weights["process"]
        )
        work = max(_LEAST_WORK, work)
        line_up["total_work"][seat, dish] = work
        line_up["per_work"][seat, dish] = (1 << PER_WORK_BITS) // work
    for cells in range(1, layout.MOST_CELLS + 1):
        takes = max(1, cells * policy.weights["cell"])
        line_up["per_cells"][seat, cells] = (1_000_000 << layout.PER_CELL_BITS) // takes


def column_names(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Column names of the sub-array fields of both rows, as many entries as these rules have."""
    tables = rules.banquet.tables
    return {
        "points_tier": tuple(f"points_{tier}" for tier in rules.tiers),
        "points_bonus": tuple(f"points_bonus_{table}" for table in tables),
        "points_penalty": tuple(f"points_penalty_{table}" for table in tables),
        "tally": tuple(count.name.lower() for count in layout.Count),
        "made": tuple(f"made_{dish}" for dish in rules.dishes),
        "aside_tier": tuple(f"aside_{tier}" for tier in rules.tiers),
        "served_table": tuple(f"served_{table}" for table in tables),
        "full": tuple(f"full_{table}" for table in tables),
        "left": tuple(f"cells_left_{table}" for table in tables),
        "holes_tier": tuple(f"holes_{tier}" for tier in rules.tiers),
        "used": tuple(f"used_{ingredient}" for ingredient in rules.ingredients),
        **course_columns(),
    }
