"""How a draft goes on: decisions phase by phase, the lead at the end of each, and how far the winner was behind.

A phase is a sixth of the clock. Scores change at few takes, so what depends on them is added up when they do: a gap
that held for so many takes counts as often. Records that are handed in have these fields:

- state: `n_plies`, `since`, `phase`, `gap`, `behind` and `last_behind` (a seat each), `course`, `lead`;
- the playout's row: `course`, `lead`, `drama`, `decisive`, `unequal_takes`.
"""

from __future__ import annotations

from typing import Any

from balance.core.kernel import kernel
from balance.games.draft.phases import DECISIONS, PHASES, THOUSANDTHS, Decision

Rules = Any
State = Any
GameRow = Any


@kernel(inline=True)
def begin_course(state: State) -> None:
    """No phase has ended yet."""
    for phase in range(PHASES):
        state.lead[phase] = -1


@kernel(inline=True)
def begin_phase(rules: Rules, state: State) -> None:
    """The phase of the roll that begins; the lead is noted where another one ends."""
    phase = state.roll * PHASES // rules.n_rolls
    if phase != state.phase:
        state.lead[state.phase] = lead_of(rules, state)
        state.phase = phase


@kernel(inline=True)
def note_decision(state: State, decision: Decision) -> None:
    """A decision of this phase."""
    state.course[state.phase * DECISIONS + decision] += 1


@kernel()
def note_scores(rules: Rules, state: State) -> None:
    """Gaps to the leader have changed: those that held until now count for the takes since they did."""
    span = state.n_plies - state.since
    state.since = state.n_plies
    best = state.score[0]
    for seat in range(1, rules.n_seats):
        best = max(best, state.score[seat])
    for seat in range(rules.n_seats):
        if state.gap[seat] > 0:
            state.behind[seat] += span * state.gap[seat]
            state.last_behind[seat] = state.n_plies
        state.gap[seat] = best - state.score[seat]


@kernel()
def lead_of(rules: Rules, state: State) -> int:
    """Points of the first before the second by the gaps last noted; 0 if they are level."""
    n_first = 0
    lead = 1 << 62
    for seat in range(rules.n_seats):
        if state.gap[seat] == 0:
            n_first += 1
        else:
            lead = min(lead, state.gap[seat])
    return 0 if n_first > 1 else lead


@kernel()
def write_course(rules: Rules, state: State, winners: int, row: GameRow) -> None:
    """The course of a playout whose last scores have been noted.

    Drama is how far the winner was behind the leader on average over all takes, decisive the share of takes after which
    the winner was never behind again; the first in thousandths of the winner's final score, the second of all
    takes. Level winners give their mean.
    """
    if state.roll == rules.n_rolls and state.is_over == 0:
        state.lead[state.phase] = lead_of(rules, state)
    for index in range(PHASES * DECISIONS):
        row.course[index] = state.course[index]
    for phase in range(PHASES):
        row.lead[phase] = state.lead[phase]
    n_winners = 0
    drama = 0
    decisive = 0
    for seat in range(rules.n_seats):
        if winners >> seat & 1:
            n_winners += 1
            decisive += THOUSANDTHS * state.last_behind[seat] // max(1, state.n_plies)
            if state.score[seat] > 0:
                drama += THOUSANDTHS * state.behind[seat] // (max(1, state.n_plies) * state.score[seat])
    row.drama = drama // max(1, n_winners)
    row.decisive = decisive // max(1, n_winners)
    row.unequal_takes = 1 if state.n_acted < rules.n_seats else 0
