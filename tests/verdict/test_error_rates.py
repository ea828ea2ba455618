"""How often the gate is wrong: a real game, a thousand runs with its deals reordered. docs/gate.md has the table."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator, default_rng  # noqa: TID251  # a yardstick, not a playout

from balance.config import load_experiment
from balance.engine.blocks import How, play_blocks
from balance.metrics import specs
from balance.metrics.rows import Ints
from balance.verdict.planting import Plant
from balance.verdict.sampling import block_sums, gated_cells
from balance.verdict.tolerances import Check, Moments, checks, fixed_size, plan
from balance.verdict.weighing import Scale, overall

CONFIG = """\
version: 1
game: chocolaterie
rules: {players: %d}
gates: {seat_win_share: {drift: %gpp}, score_mean: {drift: %g}}
"""
RUNS = 1000
POOL = 120_000


class Study:
    """A pool of deals, played once; every run draws two samples from it that share no deal."""

    def __init__(self, folder, players: int, points: float, score: float) -> None:
        path = folder / "study.yaml"
        path.write_text(CONFIG % (players, points, score))
        experiment = load_experiment(str(path))
        (self.cell,) = gated_cells(experiment, specs(experiment.game))
        stretches = play_blocks(experiment, How(), block=300, n_blocks=POOL // 300, first_turn=20)
        self.pool: Ints = np.concatenate([block_sums(self.cell, each).values for each in stretches], axis=1)
        self.known = [
            Moments(POOL, int(row.sum()), int(np.square(row).sum()), 1, each.divisor, each.is_share)
            for row, each in zip(self.pool, self.cell.series, strict=True)
        ]
        self.asked: list[Check] = checks(experiment, [self.cell], [self.known])
        self.n_fix = max(fixed_size(check, self.known) for check in self.asked)
        self.size = plan(2 * self.n_fix)
        assert 2 * self.size.games <= POOL

    def planted(self, rise: float) -> Ints:
        """The pool with a drift of the first seat's win share in it."""
        return Plant(self.cell.series, 0, rise, 1).grow(self.pool)

    def run(self, rng: Generator, pool: Ints) -> tuple[str, str, float]:
        """Verdict, label, and playouts in multiples of n_fix."""
        deals = rng.permutation(POOL)[: 2 * self.size.games].reshape(2, -1)
        before, after = (
            values[:, half].reshape(len(values), self.size.n_blocks, -1).sum(axis=2)
            for values, half in zip((self.pool, pool), deals, strict=True)
        )
        scale = Scale(self.asked, [self.known], self.size.block)
        for number in range(self.size.n_blocks):
            scale.add([after[:, number]], [before[:, number]])
            if scale.is_decided():
                break
        verdict, label = overall(scale.findings(at_end=scale.n_blocks == self.size.n_blocks))
        return verdict, label, scale.n_blocks * self.size.block / self.n_fix

    def rates(self, rise: float) -> dict[str, float]:
        """Shares of the verdicts, and the mean number of playouts."""
        rng, pool = default_rng(3), self.planted(rise) if rise else self.pool
        found = [self.run(rng, pool) for _ in range(RUNS)]
        verdicts = [verdict for verdict, _, _ in found]
        rates = {name: verdicts.count(name) / RUNS for name in ("PASS", "FAIL", "INCONCLUSIVE")}
        return {**rates, "n": float(np.mean([n for _, _, n in found]))}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "points", "score"), [(4, 3, 1)])
def test_null_runs_pass_and_planted_drifts_fail(tmp_path, players: int, points: float, score: float) -> None:
    study = Study(tmp_path, players, points, score)
    delta = points / 100
    null, twice, exact = study.rates(0.0), study.rates(2 * delta), study.rates(delta)
    print(f"\n{players} players, n_fix {study.n_fix:,}: no drift {null}; 2δ {twice}; δ {exact}")
    assert null["FAIL"] <= 0.01 and null["PASS"] >= 0.95
    assert twice["FAIL"] >= 0.99 and twice["PASS"] == 0
    assert exact["PASS"] <= 0.01
