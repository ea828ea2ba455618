"""Every metric stands in one place; docs, gates and results follow from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from balance.core.gauges import Mean
from balance.core.metric import MetricSpec
from balance.games import GAMES
from balance.games.chocolaterie import GAME, metrics
from balance.metrics import GENERIC, measure_cell, specs
from balance.metrics.page import metrics_page
from balance.stats.procedures import BY_DEAL, OTHERS, PROCEDURES, explanation

DOCS = Path(__file__).parents[2] / "docs" / "metrics.md"
AD_HOC = MetricSpec(
    "yawns_mean",
    "count",
    de="Gähnen",
    en="Yawns",
    words="How often a seat yawns.",
    formula="Σ yawns / (n · k)",
    gauge=Mean("seats", "yawns", each="seat"),
)


def test_the_page_is_current() -> None:
    assert DOCS.read_text(encoding="utf-8") == metrics_page(), (
        "python -m balance.metrics.page > docs/metrics.md"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_spec_says_everything(game: Any) -> None:
    names = [spec.name for spec in specs(game)]
    assert len(set(names)) == len(names)
    assert names[: len(GENERIC)] == [spec.name for spec in GENERIC]
    for spec in specs(game):
        assert spec.name.isidentifier() and spec.name.islower()
        for text in (spec.de, spec.en, spec.words, spec.formula):
            assert text and text == text.strip()
        assert spec.words.endswith(".")
        assert spec.words_de.endswith(".")
        assert not spec.conditions or spec.conditions.endswith(".")
        assert spec.gauge.procedure in PROCEDURES


@pytest.mark.parametrize("name", [*PROCEDURES, *OTHERS])
def test_a_procedure_is_explained(name: str) -> None:
    text = explanation((PROCEDURES | OTHERS)[name])
    assert "Formula:" in text
    assert "Source" in text
    assert "Args:" not in text and "Raises:" not in text


def test_adding_a_metric_is_one_spec(monkeypatch: Any, make_facts: Any, make_frames: Any) -> None:
    before = metrics_page()
    monkeypatch.setattr(metrics, "METRICS", (*metrics.METRICS, AD_HOC))
    assert specs(GAME)[-1] is AD_HOC
    assert "`yawns_mean`" not in before
    assert "### `yawns_mean`: Yawns\n\nHow often a seat yawns." in metrics_page()
    facts = make_facts(2)
    cell = measure_cell(facts, [AD_HOC], [make_frames(facts, [1, 2], {}, {"yawns": [(3, 0), (1, 2)]})])
    (measure,) = cell.measures
    assert (measure.metric, measure.cell, measure.estimate.value) == ("yawns_mean", "base", 1.5)


def test_two_metrics_of_one_name_are_refused(monkeypatch: Any) -> None:
    monkeypatch.setattr(metrics, "METRICS", (*metrics.METRICS, metrics.METRICS[0]))
    with pytest.raises(ValueError, match="points_mean"):
        specs(GAME)


def test_nothing_measured_is_refused(make_facts: Any, make_frames: Any) -> None:
    with pytest.raises(ValueError, match="no playouts"):
        measure_cell(make_facts(2), GENERIC, [])
    rotated = make_facts(2, rotate=True)
    with pytest.raises(ValueError, match="no playouts"):
        measure_cell(rotated, GENERIC, [make_frames(rotated, [1], {}, {})])


@pytest.mark.parametrize("rotate", [False, True])
def test_estimates_name_their_procedure_and_differ_in_address(
    rotate: bool, make_facts: Any, make_frames: Any
) -> None:
    facts = make_facts(4, ("a", "b", "b", "b"), rotate=rotate)
    cell = measure_cell(facts, GENERIC, [make_frames(facts, [1, 2, 4, 8] * 10, {}, {})])
    gauges = {spec.name: spec.gauge.procedure for spec in GENERIC}
    only_rotated = set() if rotate else {"policy_after_score_mean"}
    assert {measure.metric for measure in cell.measures} == set(gauges) - only_rotated
    addresses = [(measure.metric, measure.seat, measure.item) for measure in cell.measures]
    assert len(set(addresses)) == len(addresses)
    for measure in cell.measures:
        assert measure.estimate.method == gauges[measure.metric] + (BY_DEAL if rotate else "")
        assert not measure.estimate.low > measure.estimate.value
        assert not measure.estimate.high < measure.estimate.value


def test_metric_names_are_known_without_heavy_imports() -> None:
    code = (
        "import sys; from balance.games import GAMES; from balance.metrics import specs; "
        "[spec.name for game in GAMES for spec in specs(game)]; "
        "print([name for name in ('numba', 'polars', 'scipy', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
