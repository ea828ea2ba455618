"""YAML models to records: the only place where names become numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.core.game import Policy
from balance.core.layout import new_record
from balance.core.rulebook import for_players
from balance.games.chocolaterie import layout
from balance.games.chocolaterie.policies import FORESIGHT, WEIGHTS, extra_weights
from balance.games.chocolaterie.rules import Rules, devices, n_rolls, start_tiers, supply
from balance.games.draft.phases import course_columns
from balance.games.draft.rules import scaled

_TIER_WEIGHTS = ("bronze", "silver", "gold")
_LEAST_WORK = 1000  # a bar takes at least one take, whatever the weights say
_OTHER_TIER = 1000  # worth of a point of a designer's own tier that no persona names


def compile_rules(rules: Rules) -> Any:
    """One `layout.RULES` record of these rules; the model must be free of problems."""
    record = new_record(layout.RULES)
    record.n_seats = rules.players
    record.n_rolls = n_rolls(rules)
    record.joker = rules.joker
    record.refinement = rules.refinement
    record.application_limit = for_players(rules.applications.limit, rules.players)
    record.master_cost = for_players(rules.applications.master, rules.players)
    record.has_packages = rules.packages.enabled
    record.package_size = rules.packages.size
    for bars in range(rules.packages.size + 1):
        record.fill_share[bars] = 1000 * bars // rules.packages.size
    record.supply = supply(rules)
    record.n_open = rules.players + rules.packages.open_extra
    record.joker_any = rules.joker_ingredient == "any"
    record.may_wait = rules.packing == "may_wait" and rules.packages.enabled  # R15: nothing is packed
    record.storeroom_by_choice = rules.storeroom_by_choice
    record.second_package = rules.second_package_of_variety
    record.start_chosen = rules.start_varieties == "chosen"
    _compile_dice(rules, record)
    _compile_varieties(rules, record)
    return record


def _compile_dice(rules: Rules, record: Any) -> None:
    ingredient_index = {name: index for index, name in enumerate(rules.ingredients)}
    special_index = {name: index for index, name in enumerate(rules.specials)}
    device_index = {device: ingredient_index[name] for device, name in devices(rules).items()}
    faces = rules.dice.faces
    shown: dict[str, list[int]] = {
        "amount": [layout.JOKER if face == "joker" else face for face in faces.amount],
        "ingredient": [ingredient_index[face] for face in faces.ingredient or ingredient_index],
        "device": [device_index[face] for face in faces.device or device_index],
        "special": [special_index[face] for face in faces.special or special_index],
    }
    record.max_amount = max(shown["amount"])
    for kind, values in shown.items():
        record[f"n_{kind}_dice"] = for_players(getattr(rules.dice, kind), rules.players)
        record[f"n_{kind}_faces"] = len(values)
        record[f"{kind}_face"][: len(values)] = values


def _compile_varieties(rules: Rules, record: Any) -> None:
    tier_index = {name: index for index, name in enumerate(rules.tiers)}
    ingredient_index = {name: index for index, name in enumerate(rules.ingredients)}
    starts = [tier_index[tier] for tier in start_tiers(rules)]
    record.n_stations = len(starts)
    record.start_tier[: len(starts)] = starts
    record.n_tiers = len(rules.tiers)
    record.bonus[: len(rules.tiers)] = [tier.bonus for tier in rules.tiers.values()]
    record.n_ingredients = len(rules.ingredients)
    record.n_specials = len(rules.specials)
    record.n_varieties = len(rules.varieties)
    for index, variety in enumerate(rules.varieties.values()):
        for name, amount in variety.needs.items():
            record.need[index, ingredient_index[name]] = scaled(amount, rules.amount_scale)
        record.n_pieces[index] = record.need[index].sum()
        record.n_wanted[index] = len(variety.needs)
        record.most_missing = min(layout.AMOUNTS - 1, max(record.most_missing, record.need[index].max()))
        record.wanted[index] = sum(1 << ingredient_index[name] for name in variety.needs)
        if rules.tiers[variety.tier].devices:
            record.to_process[index] = record.wanted[index]
            record.n_to_process[index] = len(variety.needs)
        record.points[index] = variety.points
        special = layout.NONE if variety.special is None else rules.specials.index(variety.special)
        record.special[index] = special
        record.special_bit[index] = 0 if special == layout.NONE else 1 << special
        record.tier[index] = tier_index[variety.tier]


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
    """One seat of a line-up: its kind, its weights, and what follows from them for each variety."""
    line_up["kind"][seat] = layout.Kind.RANDOM if policy.kind == "random" else layout.Kind.WEIGHTED
    for tier_index, tier in enumerate(rules.tiers):
        known = tier in _TIER_WEIGHTS or tier in extra_weights(rules)
        line_up["tier"][seat, tier_index] = policy.weights.get(tier, _OTHER_TIER) if known else _OTHER_TIER
    for weight in WEIGHTS:
        if weight.name not in _TIER_WEIGHTS:
            line_up[weight.name][seat] = policy.weights[weight.name]
    line_up["foresees"][seat] = any(policy.weights[name] != 0 for name in FORESIGHT)
    for missing in range(1, layout.AMOUNTS):
        line_up["lack"][seat, missing] = _lack(policy, missing)
    for variety in range(record.n_varieties):
        work = record.n_to_process[variety] * policy.weights["process"]
        work += sum(_lack(policy, int(missing)) for missing in record.need[variety] if missing)
        work = max(_LEAST_WORK, work)
        line_up["total_work"][seat, variety] = work
        line_up["per_work"][seat, variety] = (1 << layout.PER_WORK_BITS) // work
        tier = record.tier[variety]
        line_up["bar"][seat, variety] = record.points[variety] * line_up["tier"][seat, tier]
        bonus = record.bonus[tier]
        later = bonus * policy.weights["package"] * record.fill_share[1] // 1000
        line_up["begin"][seat, variety] = policy.weights["hurry"] + (
            bonus * 1000 if record.package_size == 1 else later
        )


def _lack(policy: Policy, missing: int) -> int:
    """Work of an ingredient that lacks so many pieces."""
    weights = policy.weights
    return weights["gap"] + weights["piece"] * missing + weights["stub"] // missing


def column_names(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Column names of the sub-array fields of a row, as many entries as these rules have."""
    return {
        "points_tier": tuple(f"points_{tier}" for tier in rules.tiers),
        "points_bonus": tuple(f"points_bonus_{tier}" for tier in rules.tiers),
        "tally": tuple(count.name.lower() for count in layout.Count),
        "made": tuple(f"made_{variety}" for variety in rules.varieties),
        "used": tuple(f"used_{ingredient}" for ingredient in rules.ingredients),
        **course_columns(),
    }
