"""schokoladenmarkt: the Catan base game with ingredients, production sites and a chocolate market."""

from balance.core.game import Game
from balance.games.schokoladenmarkt.policies import PRESETS, WEIGHTS, extra_weights
from balance.games.schokoladenmarkt.rules import Rules, problems, resolve

GAME = Game(
    slug="schokoladenmarkt",
    rules_version=2,
    package="balance.games.schokoladenmarkt",
    seats=(2, 4, 4),
    rules_model=Rules,
    problems=problems,
    resolve=resolve,
    weights=WEIGHTS,
    extra_weights=extra_weights,
    presets=PRESETS,
    end_reasons=("victory", "turn_limit"),
    has_pictures=True,
)

__all__ = ["GAME"]
