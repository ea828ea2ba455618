"""Series of block sums: which metrics have them, and that they are the metrics' own means."""

from __future__ import annotations

import numpy as np
import pytest

from balance.config import load_experiment
from balance.engine.blocks import How, play_blocks
from balance.games import GAMES
from balance.metrics import measure_cell, specs
from balance.metrics.series import BOUNDS, printed_facts, unfit_bounds
from balance.verdict.sampling import block_sums, gated_cells

CONFIG = """\
version: 1
game: chocolaterie
rules: {players: 2, clock: 8}
policies: {seats: [greedy, random], rotate: %s}
gates: {%s}
"""


GATED = (
    "seat_win_share",
    "seat_spread",
    "tie_share",
    "policy_win_share",
    "policy_score_mean",
    "score_mean",
    "length_mean",
    "end_reason",
    "points_mean",
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_metric_can_be_gated_or_says_why_not(game) -> None:
    facts = printed_facts(game)
    unfit = {spec.name: set(unfit_bounds(spec, facts)) for spec in specs(game)}
    fit = {name for name, bounds in unfit.items() if not bounds}
    assert {"seat_win_share", "score_mean", "tie_share", "truncated_share", "policy_win_share"} <= fit
    assert unfit["seat_spread"] == {"min"}
    for name in ("score", "length", "margin", "seat_w", "seat_deviation", "seat_equality"):
        assert unfit[name] == set(BOUNDS)


@pytest.mark.parametrize("rotate", ["true", "false"])
def test_block_sums_are_the_metrics_means_whatever_the_blocks(tmp_path, rotate: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(CONFIG % (rotate, ", ".join(f"{name}: {{drift: 0.1}}" for name in GATED)))
    experiment = load_experiment(str(path))
    known = specs(experiment.game)
    (cell,) = gated_cells(experiment, known)
    assert {each.metric for each in cell.series} >= {"seat_win_share", "policy_score_mean", "points_mean"}
    stretches = list(play_blocks(experiment, How(jobs=1), block=60, n_blocks=6, first_turn=1))
    assert [(each.first_block, each.n_blocks) for each in stretches] == [(0, 1), (1, 5)]
    found = [block_sums(cell, stretch) for stretch in stretches]
    sums = np.concatenate([each.sums for each in found], axis=1)
    assert sums.shape == (len(cell.series), 6)
    measured = measure_cell(cell.facts, known, [(each.games, each.seats) for each in stretches])
    for each, total in zip(cell.series, sums.sum(axis=1), strict=True):
        (estimate,) = (
            measure.estimate
            for measure in measured.of(each.metric)
            if (measure.seat, measure.item) == (each.seat, each.item)
        )
        assert total / 360 / each.divisor == pytest.approx(estimate.value), each
    whole = [
        block_sums(cell, each)
        for each in play_blocks(experiment, How(2, 7), block=60, n_blocks=6, first_turn=6)
    ]
    assert [each.digests for each in whole] == [tuple(digest for each in found for digest in each.digests)]
    assert len(set(whole[0].digests)) == 6
