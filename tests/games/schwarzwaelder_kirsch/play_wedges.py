"""Count all wedges after every ply of random variants, uncompiled; run as a script: `play_wedges.py EXAMPLES`.

Prints as JSON how many plies were looked at and which steps they were made of; fails where a wedge is missing or twice.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any
from unittest import mock

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.core.kernel import COMPILED
from balance.core.layout import new_record
from balance.games.schwarzwaelder_kirsch import GAME, kernel, layout
from balance.games.schwarzwaelder_kirsch.compiling import compile_policies, compile_rules
from balance.games.schwarzwaelder_kirsch.rules import NAMES

plies: Counter[str] = Counter()

KINDS = st.lists(st.integers(0, 5), min_size=1, max_size=9).map(
    lambda counts: {**dict(zip(NAMES, counts, strict=False)), "schokolade": 2}
)
VARIANTS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 6),
        "goal": st.integers(1, 6),
        "kinds": KINDS | st.integers(8, 12),
        "wedges": st.fixed_dictionaries(
            {"jokers": st.integers(0, 4), "steal": st.integers(0, 4), "garnish": st.integers(1, 4)}
        ),
        "professions": st.sampled_from(["per_round", "per_round", "per_game", "off"]),
        "profession_tiles": st.just(2),
        "turn": st.sampled_from(["flip_and_action", "flip_or_action"]),
        "first_flip": st.sampled_from(["any", "ingredient_only"]),
        "bust_keeps_jokers": st.booleans(),
        "action_swap": st.sampled_from(["in_place", "shuffled"]),
        "eighth_same_turn": st.booleans(),
        "full_cake_busts": st.booleans(),
        "decorator": st.sampled_from(["once", "round"]),
        "tiebreak_rounds": st.integers(0, 1),
        "turn_limit": st.just(24),
    }
)
WEIGHTS = st.fixed_dictionaries(
    {
        "memory": st.sampled_from([0, 500, 1000]),
        "count": st.sampled_from([0, 0, 3000]),
        "loss": st.integers(-200, 1500),
        "tile": st.integers(-500, 900),
        "steal": st.integers(-500, 2500),
    }
)


def box(rules: Any) -> Counter[int]:
    """All wedges of a variant, by face."""
    return Counter({face: int(n) for face, n in enumerate(rules.n_faces) if n})


def table(rules: Any, state: Any) -> Counter[int]:
    """All wedges of a table: never seen, turned back, in cakes, beside them."""
    found = Counter(int(face) for face in state.pool[: state.n_pool])
    places = [place for place in range(layout.WEDGES) if int(state.seen) >> place & 1]
    assert len(places) == state.n_seen
    assert all(place < state.n_numbered for place in places)
    found.update(int(state.content[place]) for place in places)
    face_down = Counter({face: int(n) for face, n in enumerate(state.hidden) if n})
    assert found == face_down, "what lies face down is not what was counted"
    for seat in range(rules.n_seats):
        kinds = [kind for kind in range(rules.n_kinds) if int(state.owned[seat]) >> kind & 1]
        kinds += [kind for kind in range(rules.n_kinds) if int(state.doubled[seat]) >> kind & 1]
        assert len(kinds) + state.jokers[seat] == state.cake[seat] <= rules.goal
        assert state.n_actions[seat] <= state.n_places[seat] <= 2
        found.update(kinds)
        found[int(layout.JOKER)] += int(state.jokers[seat])
        found.update(int(face) for face in state.action[seat, : state.n_actions[seat]])
    return +found


def watched(rules: Any, line_up: Any, state: Any, trace: Any, seat: int, option: int) -> None:
    """A ply, and the wedges before and after it."""
    plies[layout.Option(option >> 2 * layout.PART_BITS).name] += 1
    assert table(rules, state) == box(rules)
    before = state.tally[seat, layout.Count.BUSTS]
    _DO(rules, line_up, state, trace, seat, option)
    plies["BUST"] += int(state.tally[seat, layout.Count.BUSTS] - before)
    assert table(rules, state) == box(rules)


_DO = kernel.do


def main(examples: int) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(over=VARIANTS, weights=WEIGHTS, seed=st.integers(0, 2**32), chance=st.booleans())
    def play(over: dict[str, Any], weights: dict[str, int], seed: int, chance: bool) -> None:
        model = GAME.rules_model.model_validate(over)
        if any(problem.level == "error" for problem in GAME.problems(model)):
            return
        shipped = [GAME.policy(name, model.players) for name in ("expert", "random", "greedy")]
        own = [type(p)(p.name, p.kind, {**p.weights, **weights}) for p in shipped]
        line_up = [own[(seat + chance) % 3] for seat in range(model.players)]
        rules = compile_rules(model)
        games = np.zeros(1, layout.GAME_ROW).view(np.recarray)
        seats = np.zeros(model.players, layout.SEAT_ROW).view(np.recarray)
        scratch = np.zeros(2, layout.STATE).view(np.recarray)
        line_ups = compile_policies(model, line_up, False)
        kernel.batch(rules, line_ups, scratch, new_record(layout.TRACE), seed, 0, games, seats)
        assert games[0].fault == 0

    with mock.patch.object(kernel, "do", watched):
        play()


if __name__ == "__main__":
    assert not COMPILED, "wedges are counted with NUMBA_DISABLE_JIT=1"
    main(int(sys.argv[1]))
    print(json.dumps(plies))
