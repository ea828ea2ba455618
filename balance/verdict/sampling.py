"""Stretches of blocks become what a verdict needs of them: sums and a digest a block."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.config.experiment import Cell, Experiment
from balance.core.errors import BalanceError
from balance.core.exit_codes import ExitCode
from balance.core.metric import CellFacts, MetricSpec
from balance.engine.blocks import Stretch
from balance.metrics.rows import Ints, Rows
from balance.metrics.series import SPREAD, SPREAD_OF, Series, gated_series, outcome_values, series_values

DIGEST_LENGTH = 8


class UndecidedError(BalanceError):
    """There is nothing to judge, or nothing to judge by."""

    exit_code = ExitCode.UNDECIDED


@dataclass(frozen=True, slots=True)
class GatedCell:
    """A cell and the series that gates need of it.

    Args:
        cell: The cell.
        facts: What metrics know about it.
        series: In the order of the metrics.
    """

    cell: Cell
    facts: CellFacts
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class BlockSums:
    """What the blocks of a stretch came to.

    Args:
        rows: The rows behind them.
        values: What each unit counts, shape (series, units).
        sums: Sums of each block, shape (series, blocks).
        digests: A digest of what each block's playouts came to, 8 hex digits.
    """

    rows: Rows
    values: Ints
    sums: Ints
    digests: tuple[str, ...]


def gated_cells(experiment: Experiment, specs: Sequence[MetricSpec]) -> tuple[GatedCell, ...]:
    """The cells of an experiment with the series that its gates need.

    Raises:
        UndecidedError: If it has no gates, or one without a meaning in any cell: nothing may pass that was not tested.
    """
    if not experiment.gates:
        raise UndecidedError(f"{experiment.file} has no gates: there is nothing to judge by")
    facts = [cell_facts(experiment, cell) for cell in experiment.cells]
    series = [gated_series(specs, list(experiment.gates), each) for each in facts]
    measured = {each.metric for of_cell in series for each in of_cell}
    for name in experiment.gates:
        if (SPREAD_OF if name == SPREAD else name) not in measured:
            raise UndecidedError(
                f"{experiment.file}: {name} has no meaning in any cell, its gate would see no samples"
            )
    return tuple(map(GatedCell, experiment.cells, facts, series))


def cell_facts(experiment: Experiment, cell: Cell) -> CellFacts:
    """A cell of which nothing is played yet, as metrics see it."""
    return CellFacts(
        key=cell.key,
        n_seats=cell.n_seats,
        n=0,
        policies=tuple(policy.name for policy in cell.policies),
        rotate=cell.rotate,
        rules=cell.rules,
        end_reasons=experiment.game.end_reasons,
    )


def block_sums(cell: GatedCell, stretch: Stretch) -> BlockSums:
    """Sums and digests of a stretch of whole blocks.

    A digest is that of the outcome of every playout and of the numbers behind every gated series; it does not depend on
    how fast, or by which columns besides, a playout was played.
    """
    rows = Rows(cell.facts, stretch.games, stretch.seats)
    values = series_values(rows, cell.series)
    sums = values.reshape(len(cell.series), stretch.n_blocks, -1)
    outcomes = outcome_values(rows).reshape(stretch.n_blocks, -1)
    digests = tuple(_digest(outcome, sums[:, number]) for number, outcome in enumerate(outcomes))
    return BlockSums(rows, values, sums.sum(axis=2), digests)


def _digest(*arrays: Ints) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array, "<i8").tobytes())
    return digest.hexdigest()[:DIGEST_LENGTH]
