"""What a policy's seats do and win at a table, counted: does a persona do what its sentence says?"""

from __future__ import annotations

from functools import cache

from balance.config.experiment import Cell
from balance.core.game import Game
from balance.core.tables import SHARE_UNIT
from balance.engine.tuning import wins
from balance.engine.worker import play_rows, prepare
from balance.games import GAMES


def game_of(slug: str) -> Game:
    """The game of this name."""
    return next(game for game in GAMES if game.slug == slug)


def personas(game: Game) -> list[str]:
    """Its shipped policies that are characters, not strengths."""
    return [preset.name for preset in game.presets if preset.name not in ("random", "greedy", "expert")]


def wins_among(
    game: Game, policy: str, others: str, players: int, deals: int, seed: int
) -> tuple[float, float]:
    """How often one of a policy wins among others, every seat in turn: its share, and three standard errors less."""
    rules = game.rules_model(players=players)
    won = wins(game, rules, game.policy(policy, players), game.policy(others, players), seed, 0, deals)
    shares = won / (SHARE_UNIT * players)
    return float(shares.mean()), float(shares.mean() - 3 * shares.std() / len(shares) ** 0.5)


class Seats:
    """Means of what a policy's seats did in the same deals, and how the games ended.

    Args:
        slug: The game, with its rules as printed.
        policy: A shipped policy.
        others: Another one in all seats but one; by default the policy itself.
        players: Size of the table.
        deals: Deals, each played once with every rotation.

    Attributes:
        rules: The rules.
        setting: What was played.
        games: Rows of the playouts.
        all: Rows of all seats.
        rows: Those of the policy's seats.
    """

    def __init__(self, slug: str, policy: str, others: str | None, players: int, deals: int) -> None:
        game = game_of(slug)
        self.rules = game.rules_model(players=players)
        own = game.policy(policy, players)
        line_up = (own, *(game.policy(others or policy, players),) * (players - 1))
        self.setting = prepare(game, Cell("base", (), self.rules, players, line_up, True, 0), 8)
        self.games, self.all = play_rows(self.setting, 0, deals * players)
        self.rows = self.all[self.all["policy"] == 0]
        self._names = game.module("compiling").column_names(self.rules)

    def mean(self, name: str) -> float:
        """Mean of a column of the seats' table, counts included."""
        field = next((field for field, names in self._names.items() if name in names), None)
        column = self.rows[name] if field is None else self.rows[field][:, self._names[field].index(name)]
        return float(column.mean())

    def ratio(self, part: str, whole: str) -> float:
        """Sum of one column over sum of another."""
        return self.mean(part) / self.mean(whole)


@cache
def seats(slug: str, policy: str, *, others: str | None = None, players: int = 4, deals: int = 100) -> Seats:
    """Played once for all tests of a file."""
    return Seats(slug, policy, others, players, deals)
