"""The course of a draft: by hand, and worked out anew from traces."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from balance.config import load_experiment
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.chocolaterie.layout import Event as BarEvent
from balance.games.draft import course, phases
from balance.games.festtafel.layout import Event as DishEvent

CONFIGS = Path(__file__).parents[3] / "configs"
TAKEN = {
    "chocolaterie": {BarEvent.DEVICE: "device", BarEvent.SPECIAL: "special"},
    "festtafel": {DishEvent.COOK: "device"},
}
POINTS_AT = {"chocolaterie": 4, "festtafel": 3}  # where the points of a finished thing stand


def plain(function: Any) -> Any:
    """A kernel as Python runs it."""
    return getattr(function, "py_func", function)


def table(seats: int, rolls: int) -> tuple[Any, Any]:
    rules = SimpleNamespace(n_seats=seats, n_rolls=rolls)
    zeros = {name: [0] * seats for name in ("score", "gap", "behind", "last_behind")}
    state = SimpleNamespace(roll=0, n_plies=0, since=0, phase=0, is_over=0, n_acted=seats, **zeros)
    state.course = [0] * (phases.PHASES * phases.DECISIONS)
    state.lead = [0] * phases.PHASES
    plain(course.begin_course)(state)
    return rules, state


def test_drama_decisive_point_and_leads_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seats, six rolls of two takes: seat 1 scores 4 at take 3, seat 0 scores 6 at take 7 and 4 at take 12."""
    monkeypatch.setattr(course, "lead_of", plain(course.lead_of))
    rules, state = table(2, 6)
    scored = {3: (1, 4), 7: (0, 6), 12: (0, 4)}
    for roll in range(6):
        state.roll = roll
        plain(course.begin_phase)(rules, state)
        for _ in range(2):
            state.n_plies += 1
            plain(course.note_decision)(state, phases.Decision.PAIR)
            if state.n_plies in scored:
                seat, points = scored[state.n_plies]
                state.score[seat] += points
                plain(course.note_scores)(rules, state)
    state.roll = 6
    plain(course.note_scores)(rules, state)
    row = SimpleNamespace(course=[0] * 42, lead=[0] * 6)
    plain(course.write_course)(rules, state, 0b01, row)
    # after takes 3, 4, 5 and 6 seat 0 was 4 points behind: 16 of 12 takes · 10 points
    assert row.drama == 1000 * 16 // 120
    assert row.decisive == 1000 * 7 // 12, "behind until take 7"
    assert row.lead == [0, 4, 4, 2, 2, 6]
    assert row.course[:: phases.DECISIONS] == [2] * 6
    assert row.unequal_takes == 0


def test_an_early_end_leaves_phases_open_and_takes_unequal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "lead_of", plain(course.lead_of))
    rules, state = table(3, 6)
    state.roll, state.is_over, state.n_acted, state.n_plies = 0, 1, 2, 2
    state.score = [0, 5, 5]
    plain(course.note_scores)(rules, state)
    row = SimpleNamespace(course=[0] * 42, lead=[0] * 6)
    plain(course.write_course)(rules, state, 0b110, row)
    assert (row.lead, row.unequal_takes, row.drama, row.decisive) == ([-1] * 6, 1, 0, 0)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["chocolaterie", "festtafel"])
def test_rows_say_what_traces_show(game: str, players: int) -> None:
    printed = str(CONFIGS / game / "printed.yaml")
    sets = ("rules.applications.limit=1",) if game == "festtafel" else ()  # nobody can hire
    experiment = load_experiment(printed, sets=(f"rules.players={players}", *sets))
    setting = prepare(experiment.game, experiment.cells[0], 3)
    hire = experiment.game.module("layout").Event.HIRE
    seen = 0
    for playout in range(40):
        played = replay(setting, playout)
        events = [tuple(int(value) for value in event) for event in played.events]
        if any(event[0] == hire for event in events):
            continue  # something finished at a decision point may belong to the take before or the one after
        seen += 1
        check(game, events, played.facts["rows"]["games"], players)
    assert seen >= 5


def check(game: str, events: list[tuple[int, ...]], row: dict[str, Any], players: int) -> None:
    """Hold a row to a plain reading of its trace."""
    names: Any = BarEvent if game == "chocolaterie" else DishEvent
    kinds = {**TAKEN[game], names.PASS: "pass", names.REROLL: "reroll"}
    takes = {names.PAIR, names.PASS, *TAKEN[game]}
    counts: Counter[str] = Counter()
    scores, history, leads, roll = [0] * players, [], {}, 0
    for event, *numbers in events:
        if event == names.ROLL:
            roll = numbers[1]
            leads[roll] = sorted(scores)[-1] - sorted(scores)[-2]  # as the roll begins
        phase = roll * 6 // row["length"] + 1
        if event in takes:
            history.append(list(scores))
        if event == names.PAIR:
            counts[f"{'joker' if numbers[3] == 0 else 'pair'}_{phase}"] += 1
        elif event in kinds:
            counts[f"{kinds[names(event)]}_{phase}"] += 1
        elif event == names.FINISH:
            scores[numbers[0]] += numbers[POINTS_AT[game]]
        elif event == names.BONUS:
            scores[numbers[0]] += numbers[3]
        elif event == names.TIME_UP:
            history.append(list(scores))  # penalties come after the last take
        elif event == DishEvent.PENALTY and game == "festtafel":
            scores[numbers[0]] -= numbers[3]
    if len(history) == sum(event[0] in takes for event in events):
        history.append(list(scores))  # the end came before the time was up
    history = history[1:]  # after each take
    columns = [f"{kind}_{phase}" for kind in ("pair", "joker", *kinds.values()) for phase in range(1, 7)]
    assert {name: row[name] for name in columns} == {name: counts[name] for name in columns}
    assert [row[f"lead_{phase}"] for phase in range(1, 6)] == [
        leads[row["length"] * phase // 6] for phase in range(1, 6)
    ]
    assert row["lead_6"] == row["margin"]
    winners = [seat for seat in range(players) if row["winners"] >> seat & 1]
    drama = decisive = 0
    for winner in winners:
        gaps = [max(at) - at[winner] for at in history]
        drama += 1000 * sum(gaps[:-1]) // (len(history) * scores[winner])
        last = max((place + 2 for place, gap in enumerate(gaps) if gap), default=0)
        decisive += 1000 * min(last, len(history)) // len(history)
    assert (row["drama"], row["decisive"]) == (drama // len(winners), decisive // len(winners))
