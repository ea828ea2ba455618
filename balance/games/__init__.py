"""Every game, by hand: adding one means adding it here."""

from balance.core.game import Game
from balance.games import chocolaterie

GAMES: tuple[Game, ...] = (chocolaterie.GAME,)

__all__ = ["GAMES"]
