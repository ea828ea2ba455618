"""Whether an experiment may be held against a baseline at all, and what is known to be other than it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance import __version__
from balance.config.experiment import Cell, Experiment
from balance.core.chance import CHANCE_SCHEME
from balance.engine.manifest import canonical_json, game_sources
from balance.stats.sequences import FIRST_LOOK, block_size
from balance.verdict.baseline import Baseline, BaselineError, StoredCell
from balance.verdict.differences import RuleDifference, gathered, rule_differences, rules_of, stored_rules
from balance.verdict.sampling import GatedCell


@dataclass(frozen=True, slots=True)
class Pairing:
    """An experiment beside its baseline.

    Args:
        stored: The baseline's cell of each cell of the experiment.
        rules: Rules that are not what they were; first the baseline's value, then the experiment's.
        sources: Whether the sources that decide how the game is played are others.
        versions: Package and rules version, then and now, of those that are not the same.
        gates: Bounds and levels that are not the same: gate, then, now.
    """

    stored: tuple[StoredCell, ...]
    rules: tuple[RuleDifference, ...]
    sources: bool
    versions: Mapping[str, tuple[Any, Any]]
    gates: tuple[tuple[str, Mapping[str, Any], Mapping[str, Any]], ...]

    @property
    def is_unchanged(self) -> bool:
        """Whether neither rules nor sources are others, so that a few blocks tell whether all are the same."""
        return not self.rules and not self.sources


def line_up_of(cell: Cell) -> dict[str, Any]:
    """Who plays a cell, as plain data."""
    return {
        "line_up": [policy.name for policy in cell.policies],
        "policies": {
            policy.name: {"kind": policy.kind, "weights": dict(policy.weights)} for policy in cell.policies
        },
        "rotate": cell.rotate,
    }


def pair(experiment: Experiment, cells: Sequence[GatedCell], baseline: Baseline) -> Pairing:
    """Find the baseline's cell of each cell.

    Args:
        experiment: What is asked now.
        cells: Its cells.
        baseline: What was blessed.

    Raises:
        BaselineError: If they are of another game, seed, chance scheme, block size, players, policies, cells or
            metrics; all of that at once.
    """
    problems = list(_problems(experiment, cells, baseline))
    if problems:
        raise BaselineError(
            "\n".join(["the baseline is of something else:", *(f"    {each}" for each in problems)])
        )
    partners = _partners(cells, baseline)
    stored = tuple(partners[cell.cell.key] for cell in cells)
    differences = [
        (new.cell.key, rule_differences(stored_rules(old.rules), rules_of(experiment.game, new.cell)))
        for old, new in zip(stored, cells, strict=True)
    ]
    versions = {
        "package": (baseline.blessing.package, __version__),
        "rules": (baseline.blessing.rules_version, experiment.game.rules_version),
    }
    return Pairing(
        stored,
        gathered(differences),
        baseline.sources != game_sources(experiment.game.slug),
        {name: (then, now) for name, (then, now) in versions.items() if then != now},
        tuple(
            (name, baseline.gates[name], gate)
            for name, gate in experiment.gates.items()
            if dict(baseline.gates[name]) != dict(gate)
        ),
    )


def _partners(cells: Sequence[GatedCell], baseline: Baseline) -> dict[str, StoredCell]:
    """The baseline's cell for each cell's key, of those that have one.

    Cells are found by their swept values, in whatever order they are swept; an only cell belongs to an only one.
    """
    if len(cells) == len(baseline.cells) == 1:
        return {cells[0].cell.key: baseline.cells[0]}
    stored = {canonical_json(dict(cell.settings)): cell for cell in baseline.cells}
    wanted = {cell.cell.key: canonical_json(dict(cell.cell.settings)) for cell in cells}
    return {key: stored[settings] for key, settings in wanted.items() if settings in stored}


def _problems(experiment: Experiment, cells: Sequence[GatedCell], baseline: Baseline) -> Iterator[str]:
    for name, then, now in (
        ("game", baseline.game, experiment.game.slug),
        ("seed", baseline.seed, experiment.seed),
        ("chance scheme", baseline.chance, CHANCE_SCHEME),
        ("block size", baseline.block, block_size(baseline.blessing.games)),
        ("playouts", baseline.blessing.games, baseline.games),
        ("metrics", _listed(baseline.gates), _listed(experiment.gates)),
    ):
        if then != now:
            yield f"{name}: {then} in the baseline, {now} here"
    if baseline.n_blocks < FIRST_LOOK:
        yield f"playouts: only {baseline.n_blocks} blocks, a first look needs {FIRST_LOOK}"
    partners = _partners(cells, baseline)
    for cell in cells:
        if cell.cell.key in partners:
            yield from _cell_problems(partners[cell.cell.key], cell)
        else:
            yield f"cells: {cell.cell.key} is not in the baseline"
    found = {stored.key for stored in partners.values()}
    yield from (f"cells: {stored.key} is not here" for stored in baseline.cells if stored.key not in found)


def _listed(names: Mapping[str, Any]) -> str:
    return ", ".join(sorted(names)) or "none"


def _cell_problems(stored: StoredCell, cell: GatedCell) -> Iterator[str]:
    where = f" (cell {stored.key})"
    if stored.n_seats != cell.cell.n_seats:
        yield f"players: {stored.n_seats} in the baseline, {cell.cell.n_seats} here{where}"
        return
    now = line_up_of(cell.cell)
    if list(stored.line_up) != now["line_up"]:
        yield f"policies: {', '.join(stored.line_up)} in the baseline, {', '.join(now['line_up'])} here{where}"
    elif stored.rotate != now["rotate"]:
        yield f"policies: {_turning(stored.rotate)} in the baseline, {_turning(now['rotate'])} here{where}"
    else:
        for name, policy in now["policies"].items():
            if stored.policies[name] != policy:
                yield f"policies: {name} decides by other weights than in the baseline{where}"
    if [each.address for each in stored.series] != [(s.metric, s.seat, s.item) for s in cell.series]:
        yield f"metrics: what they are measured of is not the same{where}"


def _turning(rotate: bool) -> str:
    return "a rotated line-up" if rotate else "a fixed line-up"
