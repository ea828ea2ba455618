"""Accepting: the whole sample of a baseline is played anew, and signed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balance import __version__
from balance.config.experiment import Experiment
from balance.core.chance import CHANCE_SCHEME
from balance.core.errors import UsageError
from balance.core.metric import MetricSpec
from balance.engine.blocks import How, play_blocks
from balance.engine.manifest import game_sources
from balance.metrics.rows import Ints
from balance.metrics.series import counted
from balance.stats.sequences import FIRST_LOOK, WHOLE_DEALS
from balance.verdict.baseline import Baseline, Blessing, StoredCell, StoredSeries, headline_values
from balance.verdict.compatibility import line_up_of
from balance.verdict.sampling import BlockSums, GatedCell, block_sums, gated_cells
from balance.verdict.tolerances import MOST_PLAYOUTS, Check, Moments, Plan, checks, fixed_size, plan


@dataclass(frozen=True, slots=True)
class Signature:
    """Who accepts, why, and on which commit.

    Args:
        reason: Why.
        author: Who, None outside git.
        commit: Where, None outside git.
    """

    reason: str
    author: str | None
    commit: str | None


@dataclass(slots=True)
class _Collected:
    """What a cell came to so far."""

    digests: list[str] = field(default_factory=list)
    sums: list[Ints] = field(default_factory=list)
    squares: Ints | int = 0
    winners: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    scores: list[Counter[int]] = field(default_factory=list)

    def add(self, found: BlockSums) -> None:
        n_seats = found.rows.facts.n_seats
        scores = found.rows.column("seats", "score").reshape(-1, n_seats)
        self.digests += found.digests
        self.sums.append(found.sums)
        self.squares = self.squares + np.square(found.values).sum(axis=1)
        self.winners.update(counted(found.rows.column("games", "winners")))
        self.lengths.update(counted(found.rows.column("games", "length")))
        self.scores = self.scores or [Counter() for _ in range(n_seats)]
        for seat, counter in enumerate(self.scores):
            counter.update(counted(scores[:, seat]))


def sampled(
    experiment: Experiment, cells: Sequence[GatedCell], how: How, size: Plan
) -> tuple[StoredCell, ...]:
    """Play a plan of every cell and keep what a baseline keeps of it.

    Raises:
        RuleViolation: If a playout broke a rule.
        InterruptedPlayError: If it was stopped.
    """
    collected = [_Collected() for _ in cells]
    with closing(
        play_blocks(experiment, how, block=size.block, n_blocks=size.n_blocks, first_turn=FIRST_LOOK)
    ) as stretches:
        for stretch in stretches:
            collected[stretch.cell].add(block_sums(cells[stretch.cell], stretch))
    return tuple(
        _stored(experiment.game.resolve(cell.cell.rules), cell, found)
        for cell, found in zip(cells, collected, strict=True)
    )


def _stored(rules: Mapping[str, Any], cell: GatedCell, found: _Collected) -> StoredCell:
    sums = np.concatenate(found.sums, axis=1)
    squares = np.broadcast_to(found.squares, len(cell.series))
    who = line_up_of(cell.cell)
    return StoredCell(
        key=cell.cell.key,
        settings=dict(cell.cell.settings),
        rules=rules,
        line_up=tuple(who["line_up"]),
        policies=who["policies"],
        rotate=who["rotate"],
        winners=_ascending(found.winners),
        lengths=_ascending(found.lengths),
        scores=tuple(_ascending(scores) for scores in found.scores),
        digests=tuple(found.digests),
        series=tuple(
            StoredSeries(
                each.metric,
                each.seat,
                each.item,
                each.divisor,
                each.is_share,
                int(squares[number]),
                sums[number],
            )
            for number, each in enumerate(cell.series)
        ),
    )


def _ascending(counts: Mapping[int, int]) -> dict[int, int]:
    return dict(sorted(counts.items()))


def pilot(
    experiment: Experiment, cells: Sequence[GatedCell], how: How
) -> tuple[list[Check], list[list[Moments]]]:
    """A first look at every series, by which the sample is sized; its playouts are the sample's first ones.

    Returns:
        Everything that is judged, and what is known about each cell's series.
    """
    size = Plan(WHOLE_DEALS, FIRST_LOOK)
    known = [cell.moments(size.games) for cell in sampled(experiment, cells, how, size)]
    return checks(experiment, cells, known), known


def sample_size(asked: Sequence[Check], known: Sequence[Sequence[Moments]], *, times: float = 2) -> Plan:
    """n_max, the playouts of each cell that decide the slowest series: twice n_fix of it.

    Args:
        asked: Everything that is judged.
        known: About each cell's series.
        times: How many n_fix; 4 and a tenth more, as the pilot is no exact guess, where other seeds shall be held
            against it.

    Raises:
        UsageError: If a tolerance is so narrow that nobody would wait for it.
    """
    games = 0
    for check in asked:
        needed = math.ceil(times * fixed_size(check, known[check.cell]))
        if needed > MOST_PLAYOUTS:
            raise UsageError(
                f"gates: {check.metric} needs {needed:,} games a cell, and {MOST_PLAYOUTS:,} are the most: "
                "allow it a larger drift"
            )
        games = max(games, needed)
    return plan(games)


def bless(
    experiment: Experiment,
    specs: Sequence[MetricSpec],
    how: How,
    signature: Signature,
    earlier: Baseline | None,
    *,
    for_fresh_seeds: bool = False,
) -> Baseline:
    """Play the sample of a baseline and sign it; nothing is written.

    Args:
        experiment: The experiment.
        specs: The game's metrics.
        how: How to play.
        signature: Who and why.
        earlier: The baseline that this one replaces; its values go into the history.
        for_fresh_seeds: Whether the sample shall be large enough to hold other seeds against it.

    Raises:
        UndecidedError: If there is nothing to judge by.
        UsageError: If a tolerance is too narrow.
        RuleViolation: If a playout broke a rule.
        InterruptedPlayError: If it was stopped.
    """
    cells = gated_cells(experiment, specs)
    size = sample_size(*pilot(experiment, cells, how), times=4.4 if for_fresh_seeds else 2)
    stored = sampled(experiment, cells, how, size)
    return Baseline(
        game=experiment.game.slug,
        seed=experiment.seed,
        chance=CHANCE_SCHEME,
        sources=game_sources(experiment.game.slug),
        block=size.block,
        n_blocks=size.n_blocks,
        gates={name: dict(gate) for name, gate in experiment.gates.items()},
        blessing=Blessing(
            signature.reason,
            signature.author,
            signature.commit,
            __version__,
            experiment.game.rules_version,
            size.games,
            headline_values(stored, size.block),
        ),
        cells=stored,
        history=(*earlier.history, earlier.blessing) if earlier is not None else (),
    )
