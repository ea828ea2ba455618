"""Experiments of the toy game, built without a config; subprocesses of the tests import this too."""

import os
from typing import Any

from balance.config.experiment import Cell, Experiment
from balance.core.game import Policy

if os.environ.get("TOY_INSIDE"):  # a copy of the package that holds the game
    from balance.games.toy import GAME
else:
    from toy import GAME


def policy(name: str, bonus: int = 0) -> Policy:
    """A policy of toy."""
    return Policy(name, "random" if name == "random" else "weighted", {"bonus": bonus})


def make_experiment(
    games: int = 700, seed: int = 7, rotate: bool = False, **swept: tuple[Any, ...]
) -> Experiment:
    """One or more cells; `swept` is at most one rule key with its values."""
    key, values = next(iter(swept.items()), ("clock", (3,)))
    cells = []
    for value in values:
        rules = GAME.rules_model(**{key: value})
        n = rules.players
        line_up = (
            (policy("greedy", 1000), *[policy("random")] * (n - 1)) if rotate else (policy("random"),) * n
        )
        settings = ((f"rules.{key}", value),) if swept else ()
        name = f"rules.{key}={value}" if swept else "base"
        cells.append(Cell(name, settings, rules, n, line_up, rotate, -(-games // n) * n if rotate else games))
    return Experiment(
        game=GAME,
        file="toy.yaml",
        title={"de": "Spielzeug", "en": "Toy"},
        seed=seed,
        games=games,
        max_games=games,
        precision={},
        cells=tuple(cells),
        swept={f"rules.{key}": values} if swept else {},
        gates={},
        assumed={},
        values={},
        overridden=False,
        warnings=(),
    )
