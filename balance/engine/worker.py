"""A batch becomes arrays: rows are allocated here, filled by the game's kernel and checked for faults."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.config.experiment import Cell
from balance.core.errors import RuleViolation
from balance.core.game import Game
from balance.core.layout import Records, new_record
from balance.engine.plan import Batch


@dataclass(frozen=True, slots=True)
class Setting:
    """A cell as the kernel sees it; shared by all workers and never changed.

    Args:
        game: The game.
        cell: The cell.
        seed: Seed of all chance.
        rules: A record of the game's `layout.RULES`.
        policies: Line-ups, `layout.POLICIES` records, shape (n_seats,) if rotated, else (1,).
        entries: Column names of the sub-array fields of its rows.
    """

    game: Game
    cell: Cell
    seed: int
    rules: Any
    policies: Records
    entries: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Rows:
    """What a batch came to.

    Args:
        batch: The batch.
        games: `layout.GAME_ROW` records, shape (count,).
        seats: `layout.SEAT_ROW` records, shape (count · n_seats,), by playout, then seat.
        seconds: Time it took.
    """

    batch: Batch
    games: Records
    seats: Records
    seconds: float


def prepare(game: Game, cell: Cell, seed: int) -> Setting:
    """Compile a cell's rules and line-up to records."""
    compiling = game.module("compiling")
    return Setting(
        game,
        cell,
        seed,
        compiling.compile_rules(cell.rules),
        compiling.compile_policies(cell.rules, cell.policies, cell.rotate),
        compiling.column_names(cell.rules),
    )


def play_batch(setting: Setting, batch: Batch) -> Rows:
    """Play the batch's playouts.

    Raises:
        RuleViolation: With the first playout that broke a rule or made the kernel fail.
    """
    started = time.perf_counter()
    try:
        games, seats = play_rows(setting, batch.first, batch.count)
    except MemoryError:
        raise
    except Exception as error:  # whatever a kernel can raise is a fault of ours, and has a first playout
        raise _first_failure(setting, batch) from error
    faults = np.flatnonzero(games["fault"])
    if len(faults):
        row = games[faults[0]]
        raise _violation(setting, int(row["playout"]), fault_name(setting.game, int(row["fault"])))
    return Rows(batch, games, seats, time.perf_counter() - started)


def play_rows(setting: Setting, first: int, count: int, trace: Any = None) -> tuple[Records, Records]:
    """Rows of playouts first … first + count − 1, faults unchecked.

    Args:
        setting: The cell, compiled.
        first: First playout.
        count: Playouts.
        trace: A `layout.TRACE` record that is filled; by default nothing is recorded.
    """
    layout = setting.game.module("layout")
    games = np.zeros(count, layout.GAME_ROW)
    seats = np.zeros(count * setting.cell.n_seats, layout.SEAT_ROW)
    setting.game.module("kernel").batch(
        setting.rules,
        setting.policies,
        np.zeros(2, layout.STATE),  # the table, and an empty one it is cleared from
        new_record(layout.TRACE) if trace is None else trace,  # all zero is off
        setting.seed,
        first,
        games,
        seats,
    )
    return games, seats


def joined(parts: Sequence[Records]) -> Records:
    """Arrays of records one after another; numpy itself would copy them field by field, four times slower."""
    return np.concatenate([part.view(np.int64) for part in parts]).view(parts[0].dtype)


def _first_failure(setting: Setting, batch: Batch) -> RuleViolation:
    """The first playout of a failed batch that fails alone too."""
    for playout in range(batch.first, batch.first + batch.count):
        try:
            play_rows(setting, playout, 1)
        except Exception as error:  # as above
            return _violation(setting, playout, f"{type(error).__name__}: {error}")
    return _violation(setting, batch.first, f"{batch.count} playouts fail together, none of them alone")


def _violation(setting: Setting, playout: int, what: str) -> RuleViolation:
    return RuleViolation(setting.game.slug, setting.seed, playout, what, setting.cell.key)


def fault_name(game: Game, fault: int) -> str:
    """The fault in the game's own words."""
    faults = game.module("layout").Fault
    known = {int(member): member.name.lower() for member in faults}
    return f"{known.get(fault, 'unknown fault')} (fault {fault})"
