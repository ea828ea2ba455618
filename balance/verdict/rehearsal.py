"""The self-test: drifts are planted and nothing is, and the gate has to tell the one from the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from balance.config.experiment import Experiment
from balance.config.models import LARGEST_SEED
from balance.core.metric import MetricSpec
from balance.engine.blocks import How, play_blocks
from balance.metrics.rows import Ints
from balance.stats.sequences import FIRST_LOOK
from balance.verdict.blessing import pilot, sample_size
from balance.verdict.planting import Plant, planted_rise
from balance.verdict.sampling import BlockSums, GatedCell, block_sums, gated_cells
from balance.verdict.tolerances import Check, Moments, Plan
from balance.verdict.weighing import Scale, Verdict, overall

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the gate said of something planted.

    Args:
        metric: The gate whose metric was moved, None where nothing was.
        cell: Key of the cell that it was moved in, None where nothing was.
        seat: Seat that was favoured, or None.
        rise: By how much, in the metric's unit; None if the gate is so wide that nothing can be outside.
        promised: What the gate has to say.
        verdict: What it said; None if it could not be tried.
        n: Playouts of each cell that it took.
    """

    metric: str | None
    cell: str | None
    seat: int | None
    rise: float | None
    promised: Verdict
    verdict: Verdict | None
    n: int


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """All outcomes.

    Args:
        outcomes: One a gate and bound, and the one where nothing was planted.
        n_most: Playouts of each cell at which it would have stopped at the latest.
        seed: The experiment's seed.
        other_seed: Seed of the same variant that must pass.
    """

    outcomes: tuple[Outcome, ...]
    n_most: int
    seed: int
    other_seed: int

    @property
    def is_as_promised(self) -> bool:
        """Whether everything planted was found, and nothing where nothing was."""
        return all(outcome.verdict == outcome.promised for outcome in self.outcomes)


class _Trial:
    """Something planted, or nothing, while it is being judged."""

    def __init__(self, scale: Scale, target: Check | None, plant: Plant | None, rise: float | None) -> None:
        self.scale, self.target, self.plant, self.rise = scale, target, plant, rise
        self.is_open = target is None or rise is not None

    def outcome(self, experiment: Experiment, block: int) -> Outcome:
        if self.target is None:
            verdict = overall(self.scale.findings(at_end=True))[0]
            return Outcome(None, None, None, 0.0, "PASS", verdict, self.scale.n_blocks * block)
        cell, seat = experiment.cells[self.target.cell].key, self.target.seat
        if self.rise is None:
            return Outcome(self.target.metric, cell, seat, None, "FAIL", None, 0)
        verdict = overall(self.scale.findings(at_end=True))[0]
        n = self.scale.n_blocks * block
        return Outcome(self.target.metric, cell, seat, self.rise, "FAIL", verdict, n)


def rehearse(experiment: Experiment, specs: Sequence[MetricSpec], how: How) -> Rehearsal:
    """Plant a drift of 2δ for every gate, and none, and let the gate judge both; nothing is read or written.

    A planted `min` or `max` lies outside by as much as can be told apart, twice. Where nothing is planted the same
    variant is played with another seed, and every series has to be found unmoved.

    Raises:
        UndecidedError: If there is nothing to judge by.
        RuleViolation: If a playout broke a rule.
        InterruptedPlayError: If it was stopped.
    """
    cells = gated_cells(experiment, specs)
    asked, known = pilot(experiment, cells, how)
    asked = [replace(check, level="fail") for check in asked]
    unmoved = [replace(check, bound="drift", limit=check.step) for check in asked]
    unmoved = list(dict.fromkeys(unmoved))
    size = sample_size([*asked, *unmoved], known)
    trials = [
        *_planted(cells, asked, known, size),
        _Trial(Scale(unmoved, known, size.block), None, None, None),
    ]
    other = replace(experiment, seed=(experiment.seed + 1) % (LARGEST_SEED + 1))
    with ExitStack() as stack:
        base, null = (
            stack.enter_context(closing(_stretches(each, cells, how, size))) for each in (experiment, other)
        )
        for played in base:
            again = next(null) if trials[-1].is_open else played
            for trial in trials:
                if trial.is_open:
                    _try(trial, played, again, size)
            if not any(trial.is_open for trial in trials):
                break
    outcomes = tuple(trial.outcome(experiment, size.block) for trial in trials)
    return Rehearsal(outcomes, size.games, experiment.seed, other.seed)


def _planted(
    cells: Sequence[GatedCell], asked: Sequence[Check], known: Sequence[Sequence[Moments]], size: Plan
) -> Iterator[_Trial]:
    """A trial for each gate and bound; it is planted into the first seat that the gate looks at."""
    for metric, bound in dict.fromkeys((check.metric, check.bound) for check in asked):
        judged = [check for check in asked if (check.metric, check.bound) == (metric, bound)]
        target = next((check for check in judged if check.seat is not None), judged[0])
        cell = cells[target.cell]
        rise = planted_rise(target, known[target.cell], cell.cell.n_seats)
        plant = Plant(cell.series, target.plus, rise or 0.0, cell.facts.per_unit)
        yield _Trial(Scale(judged, known, size.block, family=len(asked)), target, plant, rise)


_Stretch = list[BlockSums]


def _stretches(experiment: Experiment, cells: Sequence[GatedCell], how: How, size: Plan) -> Any:
    """Stretches of all cells side by side, as many blocks of each."""
    turn: _Stretch = []
    with closing(
        play_blocks(experiment, how, block=size.block, n_blocks=size.n_blocks, first_turn=FIRST_LOOK)
    ) as stretches:
        for stretch in stretches:
            turn.append(block_sums(cells[stretch.cell], stretch))
            if len(turn) == len(cells):
                yield turn
                turn = []


def _try(trial: _Trial, base: _Stretch, other: _Stretch, size: Plan) -> None:
    """Let a trial see the blocks of a stretch, until it is decided."""
    before = [found.sums for found in base]
    if trial.target is None or trial.plant is None:
        after = [found.sums for found in other]
    else:
        after = list(before)
        found = base[trial.target.cell]
        after[trial.target.cell] = _summed(trial.plant.grow(found.values), found.sums.shape[1])
    for number in range(before[0].shape[1]):
        trial.scale.add([sums[:, number] for sums in after], [sums[:, number] for sums in before])
        if trial.scale.is_decided() or trial.scale.n_blocks >= size.n_blocks:
            trial.is_open = False
            return


def _summed(values: Ints, n_blocks: int) -> Ints:
    sums: Ints = np.sum(values.reshape(len(values), n_blocks, -1), axis=2)
    return sums


def rehearsal_document(experiment: Experiment, rehearsal: Rehearsal) -> dict[str, Any]:
    """A rehearsal as plain data."""
    return {
        "schema_version": SCHEMA_VERSION,
        "config": experiment.file,
        "as_promised": rehearsal.is_as_promised,
        "games_most": rehearsal.n_most,
        "seed": rehearsal.seed,
        "other_seed": rehearsal.other_seed,
        "outcomes": [
            {
                "planted": each.metric,
                "cell": each.cell,
                "seat": each.seat,
                "rise": each.rise,
                "promised": each.promised,
                "verdict": each.verdict,
                "n": each.n,
            }
            for each in rehearsal.outcomes
        ],
    }
