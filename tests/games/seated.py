"""What a policy's seats do at a table, counted: does a persona do what its sentence says?"""

from __future__ import annotations

from functools import cache

from balance.config.experiment import Cell
from balance.engine.worker import play_rows, prepare
from balance.games import GAMES


class Seats:
    """Means of what a policy's seats did in the same deals, and how the games ended.

    Args:
        slug: The game, with its rules as printed.
        policy: A shipped policy.
        others: Another one in all seats but one; by default the policy itself.
        players: Size of the table.
        deals: Deals, each played once with every rotation.
    """

    def __init__(self, slug: str, policy: str, others: str | None, players: int, deals: int) -> None:
        game = next(game for game in GAMES if game.slug == slug)
        self.rules = game.rules_model(players=players)
        own = game.policy(policy, players)
        line_up = (own, *(game.policy(others or policy, players),) * (players - 1))
        setting = prepare(game, Cell("base", (), self.rules, players, line_up, True, 0), 8)
        self.games, rows = play_rows(setting, 0, deals * players)
        self.rows = rows[rows["policy"] == 0]
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
