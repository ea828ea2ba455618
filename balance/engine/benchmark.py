"""How many playouts a second a kernel plays on one core, measured beside the calibration loop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from balance.config.experiment import Cell
from balance.core.game import Game, Preset
from balance.engine.calibration import churn, unit_seconds
from balance.engine.pace import warm_up
from balance.engine.worker import play_rows, prepare

_SECONDS = 0.3  # of a repetition where the number of playouts is not given
_SEED = 1
BUSY = 0.1
"""Spread of the calibration loop, or time lost to other processes, above which a machine counts as busy."""


@dataclass(frozen=True, slots=True)
class Speed:
    """One game × player count × policy; a list has an entry a repetition.

    Args:
        game: Slug.
        players: Number of players.
        policy: Preset at every seat.
        playouts: Playouts a repetition.
        rates: Playouts a second.
        units: Seconds of the calibration unit run just before.
        cpu_shares: Processor time over time; below 1 other processes had the core.
    """

    game: str
    players: int
    policy: str
    playouts: int
    rates: tuple[float, ...]
    units: tuple[float, ...]
    cpu_shares: tuple[float, ...]

    @property
    def playouts_per_unit(self) -> float:
        """Playouts in the time of a calibration unit, median over repetitions; it compares machines."""
        return median(rate * unit for rate, unit in zip(self.rates, self.units, strict=True))

    @property
    def is_busy(self) -> bool:
        """Whether something else used the machine meanwhile, so that the rates say little."""
        spread = max(self.units) / min(self.units) - 1
        return spread > BUSY or median(self.cpu_shares) < 1 - BUSY


def measure(
    game: Game,
    players: int,
    preset: Preset,
    *,
    playouts: int | None,
    repeat: int,
    say: Callable[[str], None],
) -> Speed:
    """Play the printed game again and again, warm and on one core.

    Args:
        game: The game.
        players: Number of players.
        preset: Policy of every seat.
        playouts: Playouts a repetition; None for about a third of a second.
        repeat: Repetitions, at least 1; each is preceded by one calibration unit.
        say: Told in one line if compiling takes long.
    """
    rules = game.rules_model(players=players)
    line_up = (game.policy(preset.name, players),) * players
    setting = prepare(game, Cell("base", (), rules, players, line_up, False, 0), _SEED)
    churn(1)
    pace = warm_up(setting, say)
    count = playouts or max(1, int(_SECONDS / pace))
    rates, units, shares = [], [], []
    for _ in range(repeat):
        units.append(unit_seconds())
        started, used = time.perf_counter(), time.thread_time()
        play_rows(setting, 0, count)
        seconds, used = time.perf_counter() - started, time.thread_time() - used
        rates.append(count / seconds)
        shares.append(min(1.0, used / seconds))
    return Speed(game.slug, players, preset.name, count, tuple(rates), tuple(units), tuple(shares))
