"""YAML models to records: the only place where names become numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.core.game import Policy
from balance.core.layout import new_record
from balance.core.rulebook import for_players
from balance.games.schwarzwaelder_kirsch import layout
from balance.games.schwarzwaelder_kirsch.rules import DOUBLES, PROFESSIONS, Rules, n_tiles, n_wedges

_PLAIN = ("memory", "caution", "joker", "steal", "hurt", "hurry", "tile")
_FIRST_STEP = 1000  # worth of the first ingredient of a cake: the unit of all weights


def compile_rules(rules: Rules) -> Any:
    """One `layout.RULES` record of these rules; the model must be free of problems."""
    record = new_record(layout.RULES)
    record.n_seats = rules.players
    record.goal = rules.goal
    record.n_kinds = len(rules.kinds)
    record.n_wedges = n_wedges(rules)
    record.n_tiles = n_tiles(rules)
    record.deals_each_round = rules.professions == "per_round"
    record.tiebreak_rounds = rules.tiebreak_rounds
    record.turn_limit = rules.turn_limit
    record.flips_or_acts = rules.turn == "flip_or_action"
    record.ingredients_first = rules.first_flip == "ingredient_only"
    record.keeps_jokers = rules.bust_keeps_jokers
    record.swap_shuffles = rules.action_swap == "shuffled"
    record.eighth_counts = rules.eighth_same_turn
    record.full_busts = rules.full_cake_busts
    record.decorates_round = rules.decorator == "round"
    record.doubles = sum(1 << index for index, name in enumerate(rules.kinds) if name in DOUBLES)
    faces = [*rules.kinds.values()]
    record.n_faces[: len(faces)] = faces
    record.n_faces[layout.JOKER] = rules.wedges.jokers
    record.n_faces[layout.STEAL] = rules.wedges.steal
    record.n_faces[layout.GARNISH] = rules.wedges.garnish
    record.deck[: record.n_wedges] = np.repeat(np.arange(layout.FACES), record.n_faces)
    for tile in range(record.n_tiles):
        record.tile[tile] = tile // for_players(rules.profession_tiles, rules.players)
    return record


def face_names(rules: Rules) -> dict[int, str]:
    """What each face of a wedge is called."""
    names = dict(enumerate(rules.kinds))
    return names | {int(layout.JOKER): "joker", int(layout.STEAL): "steal", int(layout.GARNISH): "garnish"}


def compile_policies(rules: Rules, policies: Sequence[Policy], rotate: bool) -> Any:
    """Line-ups as `layout.POLICIES` records, shape (n_seats,) if rotated, else (1,).

    In rotation r seat s is played by policy (s + r) mod n_seats, so that over a deal each policy sits everywhere once.
    """
    n_seats = rules.players
    line_ups = np.zeros(n_seats if rotate else 1, layout.POLICIES)
    for rotation, line_up in enumerate(line_ups):
        for seat in range(n_seats):
            index = (seat + rotation) % n_seats
            line_up["policy"][seat] = index
            _compile_policy(rules, policies[index], line_up, seat)
    return line_ups


def _compile_policy(rules: Rules, policy: Policy, line_up: Any, seat: int) -> None:
    """One seat of a line-up: its kind, its weights, and what follows from them for each size of a cake."""
    if policy.kind == "random":
        line_up["kind"][seat] = layout.Kind.RANDOM
        return
    line_up["kind"][seat] = layout.Kind.WEIGHTED
    weights = policy.weights
    for name in _PLAIN:
        line_up[name][seat] = weights[name]
    line_up["count"][seat] = -(-weights["count"] // 1000)  # one that is begun counts: 0 alone means none
    last = max(1, rules.goal - 1)
    lost = 0
    for cake in range(rules.goal + 1):
        step = _FIRST_STEP + weights["finish"] * min(cake, last) // last
        line_up["step"][seat, cake] = step
        line_up["stake"][seat, cake] = weights["loss"] * lost // 1000
        line_up["garnish"][seat, cake] = weights["garnish"] * (rules.goal + cake) // (2 * rules.goal)
        lost += step


def column_names(rules: Rules) -> dict[str, tuple[str, ...]]:
    """Column names of the sub-array fields of both tables' rows, as many entries as these rules have."""
    professions = PROFESSIONS if rules.professions != "off" else ()
    return {
        "won_place": tuple(f"won_from_place_{place + 1}" for place in range(rules.players)),
        "round_turns": tuple(
            f"turns_round_{race + 1}" for race in range(rules.players + rules.tiebreak_rounds)
        ),
        "points_origin": tuple(f"points_{origin.name.lower()}" for origin in layout.Origin),
        "tally": tuple(count.name.lower() for count in layout.Count),
        "had": tuple(f"had_{name}" for name in professions),
        "used": tuple(f"used_{name}" for name in professions),
        "won": tuple(f"won_as_{name}" for name in professions),
        "won_used": tuple(f"won_using_{name}" for name in professions),
    }
