"""Every game, by hand: adding one means adding it here."""

from balance.core.game import Game
from balance.games import chocolaterie, festtafel, schokoladenmarkt, schwarzwaelder_kirsch

GAMES: tuple[Game, ...] = (
    chocolaterie.GAME,
    festtafel.GAME,
    schokoladenmarkt.GAME,
    schwarzwaelder_kirsch.GAME,
)

__all__ = ["GAMES"]
