"""One playout played again with everything that happens in it recorded: the source of every trace and telling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.config.experiment import Cell
from balance.core.errors import RuleViolation, RunError, UsageError
from balance.core.game import Policy
from balance.core.layout import Records, new_record
from balance.engine.frames import games_frame, seats_frame, tables_of
from balance.engine.manifest import game_sources
from balance.engine.store import Run
from balance.engine.worker import Setting, fault_name, play_rows, prepare


@dataclass(frozen=True, slots=True)
class Replay:
    """A playout with all its events.

    Args:
        facts: What a game's telling needs to know besides rules and events: `game`, `rules_version`, `seed`, `playout`,
            `deal`, `cell`, `policies` (names by seat), `end_reasons` (texts of the codes), and `rows`: what the two
            tables hold about it, `{"games": {column: value}, "seats": [{column: value}, …]}`.
        events: Rows of the trace, shape (n, width); columns are the game's `layout.Event`.
        violation: What was impossible about it; if it is there, the events end where it was noticed.
    """

    facts: Mapping[str, Any]
    events: Records
    violation: RuleViolation | None = None


def replay(setting: Setting, playout: int) -> Replay:
    """Play one playout with trace, page by page until all its events are read.

    Args:
        setting: The cell, compiled.
        playout: Its number, from 0; it need not have been played in any run.
    """
    trace = new_record(setting.game.module("layout").TRACE)
    trace.is_on = 1
    rows, pages, length, failure = None, [], 0, ""
    while True:
        trace.n_events = 0
        try:
            rows = play_rows(setting, playout, 1, trace)
        except MemoryError:
            raise
        except Exception as error:  # a fault of ours: what happened before it is still on the page
            failure = f"{type(error).__name__}: {error}"
        pages.append(trace.row[: trace.n_events - trace.first].copy())
        length += len(pages[-1])
        if length == trace.n_events:
            break
        trace.first = length
    if rows is not None and (fault := int(rows[0]["fault"][0])):
        failure = fault_name(setting.game, fault)
    violation = (
        RuleViolation(setting.game.slug, setting.seed, playout, failure, setting.cell.key)
        if failure
        else None
    )
    return Replay(_facts(setting, playout, rows), np.concatenate(pages), violation)


def stored_setting(run: Run, key: str) -> Setting:
    """A cell of a stored run as it was played: rules, policies and seed of its manifest.

    Args:
        run: The run.
        key: Key of the cell.

    Raises:
        UsageError: If its manifest was written before it could be replayed.
    """
    cell = next(cell for cell in run.manifest["cells"] if cell["key"] == key)
    if "kinds" not in cell:
        raise UsageError(f"{run.folder} was written by an earlier version of balance: run it again")
    policies = tuple(Policy(name, cell["kinds"][name], cell["weights"][name]) for name in cell["policies"])
    facts = run.cells[key]
    return prepare(
        run.game,
        Cell(
            key=key,
            settings=tuple(cell["settings"].items()),
            rules=facts.rules,
            n_seats=facts.n_seats,
            policies=policies,
            rotate=facts.rotate,
            games=facts.n,
        ),
        run.manifest["seed"],
    )


def check_stored(run: Run, replayed: Replay) -> bool:
    """Hold a replayed playout to the rows that the run has stored of it.

    Args:
        run: The run.
        replayed: One of its playouts.

    Returns:
        Whether the run has stored it.

    Raises:
        UsageError: If it was stored by other sources and is played otherwise now.
        RunError: If the same sources played it otherwise, or a file is damaged.
    """
    rows, playout = replayed.facts["rows"], replayed.facts["playout"]
    stored = run.rows(replayed.facts["cell"], playout)
    if stored is None or rows is None:
        return stored is not None
    pairs = [(rows["games"], stored[0]), *zip(rows["seats"], stored[1], strict=True)]
    differences = [
        f"{column} was {then[column]} and is {now[column]} now"
        for now, then in pairs
        for column in now
        if now[column] != then[column]
    ]
    if not differences:
        return True
    problem = f"playout {playout} is not what {run.folder} has stored of it: {differences[0]}"
    if run.manifest["versions"]["sources"] != game_sources(run.game.slug):
        raise UsageError(f"{problem}; the run was written by another version of balance: run it again")
    raise RunError(problem)


def _facts(setting: Setting, playout: int, rows: tuple[Records, Records] | None) -> dict[str, Any]:
    line_up = setting.policies[playout % len(setting.policies)]
    names = [policy.name for policy in setting.cell.policies]
    return {
        "game": setting.game.slug,
        "rules_version": setting.game.rules_version,
        "seed": setting.seed,
        "playout": playout,
        "deal": playout // len(setting.policies),
        "cell": setting.cell.key,
        "policies": [names[index] for index in line_up["policy"][: setting.cell.n_seats]],
        "end_reasons": setting.game.end_reasons,
        "rows": None if rows is None else _table_rows(setting, *rows),
    }


def _table_rows(setting: Setting, games: Records, seats: Records) -> dict[str, Any]:
    tables = tables_of([setting])
    return {
        "games": games_frame(tables, setting, games).to_dicts()[0],
        "seats": seats_frame(tables, setting, seats).to_dicts(),
    }
