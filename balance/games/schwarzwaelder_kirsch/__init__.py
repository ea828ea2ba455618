"""schwarzwaelder_kirsch: push your luck over 48 hidden wedges, for 2 to 6 who bake a cake each."""

from balance.core.game import Game
from balance.games.schwarzwaelder_kirsch.policies import PRESETS, WEIGHTS, extra_weights
from balance.games.schwarzwaelder_kirsch.rules import Rules, problems, resolve

GAME = Game(
    slug="schwarzwaelder_kirsch",
    rules_version=1,
    package="balance.games.schwarzwaelder_kirsch",
    seats=(2, 3, 6),
    rules_model=Rules,
    problems=problems,
    resolve=resolve,
    weights=WEIGHTS,
    extra_weights=extra_weights,
    presets=PRESETS,
    end_reasons=("rounds", "tiebreak", "drawn"),
)

__all__ = ["GAME"]
