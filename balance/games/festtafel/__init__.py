"""festtafel: a dice draft for 2 to 6 cooks who serve on the same banquet."""

from balance.core.game import Game
from balance.games.festtafel.policies import PRESETS, WEIGHTS, extra_weights
from balance.games.festtafel.problems import problems
from balance.games.festtafel.rules import Rules, resolve

GAME = Game(
    slug="festtafel",
    rules_version=1,
    package="balance.games.festtafel",
    seats=(2, 4, 6),
    rules_model=Rules,
    problems=problems,
    resolve=resolve,
    weights=WEIGHTS,
    extra_weights=extra_weights,
    presets=PRESETS,
    end_reasons=("clock",),
    has_pictures=True,
)

__all__ = ["GAME"]
