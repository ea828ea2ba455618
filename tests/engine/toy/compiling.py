"""Names to numbers."""

import numpy as np

from balance.core.layout import new_record

from . import layout


def compile_rules(rules):
    record = new_record(layout.RULES)
    record.n_seats = rules.players
    record.clock = rules.clock
    record.n_kinds = len(rules.faces)
    record.n_faces[: len(rules.faces)] = list(rules.faces.values())
    record.flaw = rules.flaw
    return record


def compile_policies(rules, policies, rotate):
    n = rules.players
    line_ups = np.zeros(n if rotate else 1, layout.POLICIES)
    for rotation, line_up in enumerate(line_ups):
        for seat in range(n):
            index = (seat + rotation) % n
            line_up["policy"][seat] = index
            line_up["bonus"][seat] = policies[index].weights["bonus"] // 1000
    return line_ups


def column_names(rules):
    return {
        "points_die": tuple(f"points_{name}" for name in rules.faces),
        "thrown": tuple(f"thrown_{name}" for name in rules.faces),
    }
