"""How many playouts a second a kernel plays on one core, measured beside the calibration loop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from balance.config.experiment import Cell
from balance.core.game import Game, Preset
from balance.engine.backends import ordered_map
from balance.engine.calibration import churn, unit_seconds
from balance.engine.pace import warm_up
from balance.engine.worker import play_rows, prepare

_SECONDS = 0.3  # of a repetition where the number of playouts is not given
_BATCHES = 4  # of a worker, so that one that is late holds up less
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
        jobs: Workers that were measured against one; 1 if none were.
        gains: Playouts a second of so many workers over those of one, measured in turns.
        unit_gains: Calibration units a second of so many over those of one: what the machine gives.
    """

    game: str
    players: int
    policy: str
    playouts: int
    rates: tuple[float, ...]
    units: tuple[float, ...]
    cpu_shares: tuple[float, ...]
    jobs: int = 1
    gains: tuple[float, ...] = ()
    unit_gains: tuple[float, ...] = ()

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
    jobs: int = 1,
) -> Speed:
    """Play the printed game again and again, warm and on one core; with more workers those in turns with it.

    Args:
        game: The game.
        players: Number of players.
        preset: Policy of every seat.
        playouts: Playouts a repetition; None for about a third of a second.
        repeat: Repetitions, at least 1; each is preceded by one calibration unit.
        say: Told in one line if compiling takes long.
        jobs: Workers to measure against one, at least 1.
    """
    rules = game.rules_model(players=players)
    line_up = (game.policy(preset.name, players),) * players
    setting = prepare(game, Cell("base", (), rules, players, line_up, False, 0), _SEED)
    churn(1)
    pace = warm_up(setting, say)
    count = playouts or max(1, int(_SECONDS / pace))
    share = -(-count // _BATCHES)
    rates, units, shares, gains, unit_gains = [], [], [], [], []
    for _ in range(repeat):
        units.append(unit_seconds())
        started, used = time.perf_counter(), time.thread_time()
        play_rows(setting, 0, count)
        seconds, used = time.perf_counter() - started, time.thread_time() - used
        rates.append(count / seconds)
        shares.append(min(1.0, used / seconds))
        if jobs > 1:
            gains.append(_gain(jobs, lambda n: play_rows(setting, n * share, share), _BATCHES))
            unit_gains.append(_gain(jobs, lambda _: unit_seconds(), 1))
    return Speed(
        game.slug,
        players,
        preset.name,
        count,
        tuple(rates),
        tuple(units),
        tuple(shares),
        jobs,
        tuple(gains),
        tuple(unit_gains),
    )


def _gain(jobs: int, task: Callable[[int], object], each: int) -> float:
    """How many times as much so many workers do as one does just before, so many tasks each, shared out as in a run."""

    def seconds(workers: int) -> float:
        started = time.perf_counter()
        for _ in ordered_map(task, range(workers * each), jobs=workers, is_stopped=lambda: False):
            pass
        return time.perf_counter() - started

    return jobs * seconds(1) / seconds(jobs)
