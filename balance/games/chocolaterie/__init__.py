"""chocolaterie: a dice draft for 2 to 6 chocolatiers who fill the same packages."""

from balance.core.game import Game
from balance.games.chocolaterie.policies import PRESETS, WEIGHTS, extra_weights
from balance.games.chocolaterie.rules import Rules, problems, resolve

GAME = Game(
    slug="chocolaterie",
    rules_version=1,
    package="balance.games.chocolaterie",
    seats=(2, 4, 6),
    rules_model=Rules,
    problems=problems,
    resolve=resolve,
    weights=WEIGHTS,
    extra_weights=extra_weights,
    presets=PRESETS,
    end_reasons=("clock", "supply"),
)

__all__ = ["GAME"]
