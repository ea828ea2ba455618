"""Runs with hardly anything in them: nothing may crash, and nothing may look like knowledge."""

import math
import re
from dataclasses import replace

import pytest
from made_up import Playout, measured, playouts

from balance.core.metric import Measure
from balance.report.render import page_html
from balance.stats.estimate import Estimate

CASES = {
    "one playout": [Playout((50, 40))],
    "two playouts": playouts(2, 4),
    "all tied": [Playout((40, 40, 40))] * 30,
    "all truncated": [Playout((3, 1), 1000, truncated=True)] * 30,
    "a seat never wins": [Playout((50, 40, 1)), Playout((40, 50, 1))] * 20,
    "no points": [Playout((0, 0))] * 10,
    "far apart": [Playout((0, 100_000)), Playout((3, 1))] * 10,
    "one always wins": [Playout((60, 40))] * 500,
    "lengths far apart": [Playout((5, 4), 1)] * 20 + [Playout((4, 5), 5000)] * 20,
}


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("case", CASES)
def test_a_page_is_made_of_anything(make_model, case, lang):
    html = page_html(make_model([measured(CASES[case])], lang))
    text = re.sub(r"<style.*?</style>|<[^>]+>", " ", html, flags=re.S)
    assert not re.search(r"\b(nan|inf|None)\b", text)
    assert "<built-in" not in text and "Decimal" not in text
    assert not re.search(r'="[^"]*\b(nan|inf)\b', html)


def test_cells_of_every_kind_stand_beside_one_another(make_model):
    cells = [
        measured(played, key=f"k{place}")
        for place, played in enumerate([CASES["one playout"], CASES["all truncated"], playouts(50, 4)])
    ]
    model = make_model(cells, settings=[{"rules.players": n} for n in (2, 3, 4)])
    html = page_html(model)
    assert "no game decided" in html.replace("\u00a0", " ")


def test_infinite_and_missing_numbers_are_shown_as_what_they_are(make_model, one_cell):
    nan, inf = math.nan, math.inf

    def spoiled(measure: Measure, value: float, low: float, high: float) -> Measure:
        return replace(measure, estimate=Estimate(value, low, high, 0, 0.95, measure.estimate.method))

    for value, low, high in ((nan, nan, nan), (nan, -inf, inf), (5.0, -inf, inf)):
        measures = tuple(spoiled(measure, value, low, high) for measure in one_cell.measures)
        page_html(make_model([replace(one_cell, measures=measures)]))


@pytest.mark.parametrize(
    "missing", ["seat_win_share", "seat_equality", "score_mean", "margin_mean", "end_reason", "length_mean"]
)
def test_any_metric_may_be_missing(make_model, one_cell, missing):
    kept = tuple(measure for measure in one_cell.measures if measure.metric != missing)
    html = page_html(make_model([replace(one_cell, measures=kept)]))
    assert "</html>" in html


def test_histograms_may_be_missing(make_model, one_cell):
    model = make_model([replace(one_cell, tallied={})])
    assert {"scores", "margin", "length"}.isdisjoint(block.key for block in model.figures)
    assert "</html>" in page_html(model)
