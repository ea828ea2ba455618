"""Playouts for tests: any rules, any line-up, with traces or with the table as it lies at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from balance.config.experiment import Cell
from balance.core.game import Policy
from balance.core.layout import new_record
from balance.engine.replaying import replay
from balance.engine.worker import Setting, prepare
from balance.games.schokoladenmarkt import GAME, layout
from balance.games.schokoladenmarkt.rules import Rules, problems
from balance.games.schokoladenmarkt.tracing import objects


def policy(name: str, players: int, **weights: int) -> Policy:
    """A shipped policy with other weights over it."""
    shipped = GAME.policy(name, players)
    return replace(shipped, weights={**shipped.weights, **weights})


def setting(rules: Mapping[str, Any], policies: Sequence[Policy], seed: int) -> Setting:
    """A variant, ready to be played; the model must have nothing against its rules."""
    model = Rules.model_validate(rules)
    errors = [problem for problem in problems(model) if problem.level == "error"]
    assert not errors, errors
    return prepare(GAME, Cell("base", (), model, model.players, tuple(policies), False, 1), seed)


def trace(played: Setting, playout: int) -> list[dict[str, Any]]:
    """All events of a playout."""
    again = replay(played, playout)
    assert again.violation is None, again.violation
    return list(objects(played.cell.rules, again.facts, again.events))


def tables_at_the_end(played: Setting, playouts: int) -> Any:
    """The states in which playouts end, shape (playouts,) of `layout.STATE`."""
    kernel = GAME.module("kernel")
    states = np.zeros(playouts, layout.STATE)
    games, seats = np.zeros(1, layout.GAME_ROW), np.zeros(played.cell.n_seats, layout.SEAT_ROW)
    off, scratch = new_record(layout.TRACE), np.zeros(2, layout.STATE)
    for playout in range(playouts):
        kernel.batch(played.rules, played.policies, scratch, off, played.seed, playout, games, seats)
        states[playout] = scratch[0]
    return states
