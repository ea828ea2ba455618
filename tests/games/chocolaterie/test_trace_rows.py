"""What a trace tells adds up to the rows of the tables: every point and every bar of every seat."""

from __future__ import annotations

import numpy as np
import pytest

from balance.config.experiment import Cell
from balance.core.game import Policy
from balance.core.layout import new_record
from balance.engine.worker import Setting, play_rows, prepare
from balance.games.chocolaterie import GAME, layout
from balance.games.chocolaterie.layout import Count, Event
from balance.games.chocolaterie.rules import Rules

CHUNK = 500


def setting(players: int, name: str) -> Setting:
    preset = GAME.preset(name)
    assert preset is not None
    weights = {weight.name: preset.weights.get(weight.name, weight.default) for weight in GAME.weights}
    policy = Policy(preset.name, preset.kind, weights)
    cell = Cell("base", (), Rules(players=players), players, (policy,) * players, False, CHUNK)
    return prepare(GAME, cell, 5)


def check(players: int, name: str, n: int) -> None:
    """Play each playout with its trace and hold it to the rows that were played without."""
    played = setting(players, name)
    trace = new_record(layout.TRACE)
    for first in range(0, n, CHUNK):
        games, seats = play_rows(played, first, CHUNK)
        for k in range(CHUNK):
            trace.is_on, trace.first, trace.n_events = 1, 0, 0
            play_rows(played, first + k, 1, trace)
            assert trace.n_events <= layout.PAGE
            events = trace.row[: trace.n_events]
            finished = events[events[:, 0] == Event.FINISH]
            paid = events[events[:, 0] == Event.BONUS]
            result = events[events[:, 0] == Event.RESULT]
            rows = seats[k * players : (k + 1) * players]
            points = np.bincount(finished[:, 1], finished[:, 5], players)
            points += np.bincount(paid[:, 1], paid[:, 4], players)
            assert points.tolist() == rows["score"].tolist() == result[:, 2].tolist()
            bars = np.bincount(finished[:, 1], minlength=players)
            assert bars.tolist() == rows["tally"][:, Count.BARS].tolist() == result[:, 3].tolist()
            over = events[events[:, 0] == Event.OVER]
            assert over[0, 2:4].tolist() == [games["end_reason"][k], games["winners"][k]]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_traces_add_up_to_rows(players: int) -> None:
    check(players, "greedy", CHUNK)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_many_traces_add_up_to_rows(players: int, name: str) -> None:
    check(players, name, 1_500)
