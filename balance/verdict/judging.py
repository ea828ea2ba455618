"""The gate: new playouts against blessed ones, block by block, until nothing is left open."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from balance.config.experiment import Experiment
from balance.core.metric import MetricSpec
from balance.engine.blocks import How, play_blocks
from balance.metrics.rows import Ints
from balance.stats.sequences import FIRST_LOOK, Floats
from balance.verdict.baseline import Baseline, BaselineError
from balance.verdict.compatibility import Pairing, pair
from balance.verdict.sampling import GatedCell, block_sums, gated_cells
from balance.verdict.tolerances import Check, checks, fixed_size
from balance.verdict.weighing import IDENTICAL, Finding, Scale, Verdict, overall


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The first block that came to something else.

    Args:
        cell: Key of the cell.
        block: Number of the block.
        first: Its first playout.
        count: Its playouts.
        seed: Seed of all chance.
    """

    cell: str
    block: int
    first: int
    count: int
    seed: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """The whole verdict.

    Args:
        verdict: Of everything that can fail; warnings do not count.
        label: `bit-identical`, why it is inconclusive, or empty.
        findings: One for everything that was judged.
        n: Playouts of each cell that were looked at.
        n_most: Playouts of each cell at which it would have stopped at the latest.
        n_blocks: Blocks of each cell that were looked at.
        first: The first difference, None if there was none.
        fresh_seed: The seed, where chance was not the baseline's.
        pairing: What is known to be other than it was.
        baseline: What it was held against.
    """

    verdict: Verdict
    label: str
    findings: tuple[Finding, ...]
    n: int
    n_most: int
    n_blocks: int
    first: FirstDifference | None
    fresh_seed: int | None
    pairing: Pairing
    baseline: Baseline


@dataclass(frozen=True, slots=True)
class _Case:
    """What is judged, against what.

    Args:
        experiment: As it is played.
        cells: Its cells.
        pairing: The baseline's cells.
        baseline: The baseline.
        asked: Everything that is judged.
        n_most: Blocks at which it stops at the latest.
    """

    experiment: Experiment
    cells: tuple[GatedCell, ...]
    pairing: Pairing
    baseline: Baseline
    asked: tuple[Check, ...]
    n_most: int

    def scale(self, means: Floats | None = None, errors: Floats | None = None) -> Scale:
        known = [stored.moments(self.baseline.games) for stored in self.pairing.stored]
        return Scale(self.asked, known, self.baseline.block, means=means, errors=errors)


def judge(
    experiment: Experiment,
    specs: Sequence[MetricSpec],
    baseline: Baseline,
    how: How,
    *,
    fresh_seed: int | None = None,
) -> Judgement:
    """Hold an experiment against its baseline; nothing is written.

    Args:
        experiment: The experiment.
        specs: The game's metrics.
        baseline: What was blessed.
        how: How to play; the verdict does not depend on it, nor on the order of the cells.
        fresh_seed: A seed of its own, so that the two samples are independent.

    Raises:
        UndecidedError: If there is nothing to judge by.
        BaselineError: If the baseline is of something else, or too small for a fresh seed.
        RuleViolation: If a playout broke a rule.
        InterruptedPlayError: If it was stopped.
    """
    cells = gated_cells(experiment, specs)
    pairing = pair(experiment, cells, baseline)
    known = [stored.moments(baseline.games) for stored in pairing.stored]
    asked = tuple(checks(experiment, cells, known))
    n_fix = max(fixed_size(check, known[check.cell]) for check in asked)
    n_most = min(baseline.n_blocks, max(FIRST_LOOK, math.ceil(2 * n_fix / baseline.block)))
    case = _Case(experiment, cells, pairing, baseline, asked, n_most)
    if fresh_seed is not None:
        if baseline.games < 4 * n_fix:
            raise BaselineError(
                f"the baseline has {baseline.games:,} games a cell, and a fresh seed needs {4 * n_fix:,}: "
                "accept it with --for-fresh-seeds"
            )
        return _judge_fresh(case, how, fresh_seed)
    if pairing.is_unchanged:
        judgement = _judge_paired(case, how, FIRST_LOOK)
        if judgement is not None:
            return judgement
    judgement = _judge_paired(case, how, baseline.n_blocks)
    assert judgement is not None, "all blocks were played"
    return judgement


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of every cell.

    Args:
        number: Its number.
        digests: Of each cell.
        sums: Of each cell's series, shapes (series,).
    """

    number: int
    digests: tuple[str, ...]
    sums: tuple[Ints, ...]


def _blocks(
    experiment: Experiment, cells: Sequence[GatedCell], how: How, block: int, n_blocks: int
) -> Generator[_Block, None, None]:
    """Blocks of all cells side by side."""
    waiting: list[deque[tuple[str, Ints]]] = [deque() for _ in cells]
    number = 0
    with closing(
        play_blocks(experiment, how, block=block, n_blocks=n_blocks, first_turn=FIRST_LOOK)
    ) as stretches:
        for stretch in stretches:
            found = block_sums(cells[stretch.cell], stretch)
            waiting[stretch.cell].extend(zip(found.digests, found.sums.T, strict=True))
            while all(waiting):
                blocks = [queue.popleft() for queue in waiting]
                yield _Block(number, tuple(digest for digest, _ in blocks), tuple(sums for _, sums in blocks))
                number += 1


def _judge_paired(case: _Case, how: How, n_blocks: int) -> Judgement | None:
    """The verdict by the baseline's own chance; None if a block differs and there are too few to tell more."""
    baseline, pairing = case.baseline, case.pairing
    base = [stored.sums for stored in pairing.stored]
    scale = case.scale()
    first: FirstDifference | None = None
    with closing(_blocks(case.experiment, case.cells, how, baseline.block, n_blocks)) as blocks:
        for block in blocks:
            first = first or _difference(case, block)
            if first is not None and n_blocks < baseline.n_blocks:
                return None
            scale.add(block.sums, [sums[:, block.number] for sums in base])
            if first is not None and (scale.is_decided() or scale.n_blocks >= case.n_most):
                break
    if first is None:
        return _judgement(case, "PASS", IDENTICAL, _identical(case), scale.n_blocks, None)
    findings = scale.findings(at_end=scale.n_blocks >= case.n_most)
    return _judgement(case, *overall(findings), findings, scale.n_blocks, first)


def _difference(case: _Case, block: _Block) -> FirstDifference | None:
    size = case.baseline.block
    for cell, stored, digest in zip(case.cells, case.pairing.stored, block.digests, strict=True):
        if digest != stored.digests[block.number]:
            return FirstDifference(
                cell.cell.key, block.number, block.number * size, size, case.experiment.seed
            )
    return None


def _identical(case: _Case) -> tuple[Finding, ...]:
    """Findings of a sample that is the blessed one: no drift, and means as they were blessed."""
    scale = case.scale()
    base = [stored.sums for stored in case.pairing.stored]
    for number in range(case.baseline.n_blocks):
        sums = [of_cell[:, number] for of_cell in base]
        scale.add(sums, sums)
    return tuple(_blessed(finding) for finding in scale.findings(at_end=True))


def _blessed(finding: Finding) -> Finding:
    """What was played again is the same, so nothing is uncertain about its drift."""
    found = replace(finding, verdict="PASS", label=IDENTICAL)
    return replace(found, low=0.0, high=0.0) if found.check.bound == "drift" else found


def _judge_fresh(case: _Case, how: How, seed: int) -> Judgement:
    """The verdict by chance of its own: the blessed means are known up to their errors."""
    games = case.baseline.games
    blessed = [
        case.asked[number].of(case.pairing.stored[check.cell].sums) for number, check in enumerate(case.asked)
    ]
    divisors = np.array([case.pairing.stored[check.cell].series[check.plus].divisor for check in case.asked])
    means = np.array([sums.sum() for sums in blessed]) / games / divisors
    spreads = np.array([sums.std(ddof=1) for sums in blessed])
    errors = spreads * math.sqrt(case.baseline.n_blocks) / games / divisors
    scale = case.scale(means=means, errors=errors)
    nothing = [np.zeros(len(stored.series), np.int64) for stored in case.pairing.stored]
    experiment = replace(case.experiment, seed=seed)
    with closing(_blocks(experiment, case.cells, how, case.baseline.block, case.n_most)) as blocks:
        for block in blocks:
            scale.add(block.sums, nothing)
            if scale.is_decided():
                break
    findings = scale.findings(at_end=scale.n_blocks >= case.n_most)
    return _judgement(case, *overall(findings), findings, scale.n_blocks, None, fresh_seed=seed)


def _judgement(
    case: _Case,
    verdict: Verdict,
    label: str,
    findings: tuple[Finding, ...],
    n_blocks: int,
    first: FirstDifference | None,
    *,
    fresh_seed: int | None = None,
) -> Judgement:
    block = case.baseline.block
    return Judgement(
        verdict,
        label,
        findings,
        n_blocks * block,
        case.n_most * block,
        n_blocks,
        first,
        fresh_seed,
        case.pairing,
        case.baseline,
    )
