import numpy as np
import pytest

from balance.core.errors import RuleViolation
from balance.engine.plan import Batch, Chunk
from balance.engine.worker import play_batch, prepare


def batch(first, count):
    return Batch(Chunk(0, 0, 120), first, count)


def test_rows_do_not_depend_on_how_playouts_are_batched(toy):
    experiment = toy()
    setting = prepare(experiment.game, experiment.cells[0], experiment.seed)
    whole = play_batch(setting, batch(0, 20))
    parts = [play_batch(setting, batch(first, 5)) for first in range(0, 20, 5)]
    assert np.array_equal(whole.games, np.concatenate([part.games for part in parts]))
    assert np.array_equal(whole.seats, np.concatenate([part.seats for part in parts]))


def test_rotated_playouts_share_their_deal(toy):
    experiment = toy(rotate=True)
    rows = play_batch(prepare(experiment.game, experiment.cells[0], experiment.seed), batch(0, 8))
    assert rows.games["deal"].tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    seats_of_greedy = rows.seats["seat"][rows.seats["policy"] == 0]
    assert sorted(seats_of_greedy[:4].tolist()) == [0, 1, 2, 3]


def test_a_fault_names_its_first_playout_and_cell(toy):
    experiment = toy(flaw=(13,))
    setting = prepare(experiment.game, experiment.cells[0], experiment.seed)
    with pytest.raises(RuleViolation) as caught:
        play_batch(setting, batch(0, 40))
    assert caught.value.playout == 13
    assert caught.value.cell == "rules.flaw=13"
    assert "planted (fault 7)" in str(caught.value)


def test_a_kernel_that_fails_is_a_violation_of_its_first_playout(toy, monkeypatch):
    experiment = toy()
    setting = prepare(experiment.game, experiment.cells[0], experiment.seed)
    kernel = setting.game.module("kernel")
    original = kernel.batch

    def failing(rules, policies, scratch, trace, seed, first, games, seats):
        if first <= 17 < first + len(games):
            raise ZeroDivisionError("division by zero")
        original(rules, policies, scratch, trace, seed, first, games, seats)

    monkeypatch.setattr(kernel, "batch", failing)
    with pytest.raises(RuleViolation, match="ZeroDivisionError") as caught:
        play_batch(setting, batch(10, 20))
    assert caught.value.playout == 17
