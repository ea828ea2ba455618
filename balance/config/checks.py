"""Validation of a merged config: what holds for the experiment once, what may differ once a cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from balance.config.faults import Document, Fault, check_names, game_fault, validation_faults
from balance.config.flags import split_key
from balance.config.lineup import line_up
from balance.config.mend import Mended, mend
from balance.config.metric_checks import Metrics, metric_faults
from balance.config.models import CELL_SECTIONS, ConfigModel, Run, printed
from balance.config.nodes import MapNode, Path, find, plain
from balance.config.source import shorten
from balance.config.sweeps import CellTree
from balance.config.words import key_hint
from balance.core.errors import ConfigError
from balance.core.game import Game, Policy


@dataclass(slots=True)
class CheckedCell:
    """A cell and what was found in it; `rules` and `policies` hold if no error was.

    Args:
        cell: Its tree.
        rules: The game's rules model, None if the rules are faulty.
        policies: One a seat.
        rotate: Whether the line-up rotates.
        faults: Errors and warnings.
    """

    cell: CellTree
    rules: Any | None = None
    policies: tuple[Policy, ...] = ()
    rotate: bool = False
    faults: list[Fault] = field(default_factory=list)


def check_settings(
    document: Document, model: type[ConfigModel], metrics: Metrics | None
) -> tuple[ConfigModel | None, list[Fault]]:
    """The sections that hold for all cells, and what is wrong with them.

    Args:
        document: The merged config.
        model: Model of the whole config.
        metrics: As `metric_faults` takes it; metrics are unchecked if None.
    """
    sections = [*document.tree.entries, *document.tree.removed]
    faults = list(check_names(document, [key for key in sections if key not in CELL_SECTIONS]))
    data = {key: value for key, value in plain(document.tree).items() if key not in CELL_SECTIONS}
    valid: ConfigModel | None = None
    try:
        valid = model.model_validate(data)
        faults += _run_faults(document, valid.run)
    except ValidationError as error:
        faults += validation_faults(document, error, faults)
    if metrics is not None:
        faults += metric_faults(document, metrics)
    return valid, faults


def _run_faults(document: Document, run: Run) -> Iterator[Fault]:
    path = ("run", "max_games")
    if run.max_games is None:
        return
    if not run.precision:
        yield document.fault(path, "max_games bounds nothing without precision", at_key=True, warns=True)
    elif run.max_games < run.games:
        fault = document.fault(path, f"max_games is below games ({run.games:,})")
        yield replace(fault, hangs_on_all=True)


def check_cell(
    game: Game, document: Document, model: type[ConfigModel], cell: CellTree, *, is_whole: bool = True
) -> CheckedCell:
    """Validate the sections that may differ between cells.

    Args:
        game: The game.
        document: The config; its tree is not looked at.
        model: Model of the whole config.
        cell: The cell.
        is_whole: Whether all files and flags could be read; otherwise values are not held to one another.
    """
    checked = CheckedCell(cell)
    document = replace(document, tree=cell.tree)
    checked.faults += check_names(document, CELL_SECTIONS)
    head = {"version": 1, "game": game.slug}
    sections = {key: plain(entry.node) for key, entry in cell.tree.entries.items() if key in CELL_SECTIONS}
    try:
        valid = model.model_validate({**head, **sections})
    except ValidationError as error:
        checked.faults += validation_faults(document, error, checked.faults)
    if not is_whole:
        checked.faults = [fault for fault in checked.faults if not fault.hangs_on_all]
        return checked
    faulty = [fault.path for fault in checked.faults if not fault.is_warning]
    mended = Mended(sections)
    if faulty:
        mended = mend(sections, faulty, document.shape, printed(game))
        try:
            valid = model.model_validate({**head, **mended.sections})
        except ValidationError:
            return checked  # what is left cannot be told from the faults already found
    _check_sense(game, document, valid, mended, checked, faulty)
    return checked


def _check_sense(
    game: Game,
    document: Document,
    valid: ConfigModel,
    mended: Mended,
    checked: CheckedCell,
    faulty: Sequence[Path],
) -> None:
    """What only a whole section can tell; said of what is not faulty in itself."""
    if "rules" not in mended.broken:
        checked.rules = valid.rules
        for problem in game.problems(valid.rules):
            path = problem.path
            if not any(path[: len(place)] == place[: len(path)] for place in faulty):
                checked.faults.append(game_fault(document, problem))
    if "personas" not in mended.broken:
        rules = None if ("rules", "players") in faulty else checked.rules
        policies = None if "policies" in mended.broken else valid.policies
        lined = line_up(game, document, valid.personas, policies, rules, mended.dropped)
        checked.faults += lined.faults
        checked.policies = lined.policies
        checked.rotate = valid.policies.rotate


def check_assumed(document: Document, cells: Sequence[CheckedCell]) -> Iterator[Fault]:
    """Keys of `assumed:` that are in no cell, or no rules.

    Args:
        document: The config.
        cells: All cells.
    """
    section = find(document.tree, ("assumed",))
    for key, entry in section.entries.items() if isinstance(section, MapNode) else ():
        path: Path = tuple(key.split("."))
        if any(find(cell.cell.tree, path) is not None for cell in cells):
            if path[0] != "rules":
                mark = entry.key_mark or document.whole
                problem = f"'{shorten(key)}' is no rule: no rule text could give it"
                yield Fault(mark.error(problem, key=f"assumed.{key}"), ("assumed", key))
            continue
        try:
            _, marks = split_key(key, entry.key_mark or document.whole)
        except ConfigError as error:
            yield Fault(error, ("assumed", key))
            continue
        reached = next(n for n in range(len(path)) if find(document.tree, path[: n + 1]) is None)
        above = find(document.tree, path[:reached])
        known = above.entries if isinstance(above, MapNode) else {}
        problem = f"there is no '{shorten('.'.join(path[: reached + 1]))}'"
        hint = key_hint(path[reached], known, document.shape)
        yield Fault(marks[reached].error(problem, key=f"assumed.{key}", hint=hint), ("assumed", key))


def gather(cells: Sequence[CheckedCell]) -> tuple[list[ConfigError], list[ConfigError]]:
    """Errors and warnings of all cells, each once; one that not every cell has names a cell that has it."""
    found: dict[tuple[object, ...], list[tuple[Fault, CellTree]]] = defaultdict(list)
    for checked in cells:
        for fault in checked.faults:
            error = fault.error
            place = (error.file, error.line, error.column, error.problem, error.hint, fault.is_warning)
            found[place].append((fault, checked.cell))
    errors: list[ConfigError] = []
    warnings: list[ConfigError] = []
    for having in found.values():
        fault, cell = having[0]
        error = fault.error
        in_cells = {id(cell) for _, cell in having}
        if len(in_cells) < len(cells) and not cell.is_swept(fault.path):
            others = f" and {len(in_cells) - 1} more" if len(in_cells) > 1 else ""
            error = noted(error, f" (cell {cell.key}{others})")
        (warnings if fault.is_warning else errors).append(error)
    return errors, warnings


def noted(error: ConfigError, note: str) -> ConfigError:
    """The same error with a note behind what is wrong."""
    return ConfigError(
        error.problem + note,
        file=error.file,
        line=error.line,
        column=error.column,
        key=error.key,
        hint=error.hint,
        source=error.source,
        width=error.width,
    )
