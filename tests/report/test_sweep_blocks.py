"""The part of a page that is about a sweep: figures by the number of keys, tables, marks, sentences."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from math import isfinite

import matplotlib
import pytest
from made_up import manifest, measured, playouts

from balance.metrics import specs
from balance.report import RunFacts, build
from balance.report.canvas import STYLE
from balance.report.figures import panel_figure
from balance.report.looks import Looks
from balance.report.numbers import Numbers, plain
from balance.report.panels import Curve, Curves, Heat, Place
from balance.report.render import page_html
from balance.report.scales import axis_around
from balance.report.svg import inline_svg
from balance.report.sweep_part import FOLDED, BestCell
from balance.stats.estimate import Estimate
from balance.verdict.comparing import unpaired_changes
from balance.verdict.sweeping import Sweep, adjusted_by_metric

POINTS = "rules.varieties.schoko_goldbarren.points"


def swept(settings, games=120, **how):
    """A model of cells in which seat 0 gets better and better."""
    cells = [
        measured(playouts(games, its.get("rules.players", 4), seed=1, edge=3 * place), key=f"cell{place}")
        for place, its in enumerate(settings)
    ]
    facts = RunFacts.from_manifest(manifest(cells, settings=settings))
    known = specs(facts.game)
    found = [
        change for cell in cells[1:] for change in unpaired_changes(cell.facts.key, known, cells[0], cell)
    ]
    changes = adjusted_by_metric(found)
    sweep = Sweep("cell0", {c.facts.key: tuple(x for x in changes if x.cell == c.facts.key) for c in cells})
    best = how.pop("best", None)
    return build(facts, cells, how.pop("lang", "en"), sweep=sweep, best=best and best(changes))


@pytest.fixture(scope="module")
def one_key():
    return swept([{POINTS: value} for value in (12, 14, 16)], 400)


def test_one_key_is_a_line_with_a_band(one_key):
    blocks = {block.key: block for block in one_key.sweep.blocks}
    (panel,) = blocks["sweep-seat_win_share"].panels
    assert isinstance(panel.drawing, Curves)
    assert len(panel.drawing.curves) == 4
    assert panel.drawing.ticks == ("12", "14", "16")
    assert panel.drawing.baseline == 0
    first = panel.drawing.curves[0].places
    assert not first[0].differs, "the baseline does not differ from itself"
    assert first[2].differs
    table = blocks["sweep-seat_win_share"].data
    assert table.head[1:] == ("Seat\u00a01", "Seat\u00a02", "Seat\u00a03", "Seat\u00a04")
    assert table.rows[2][1].endswith("▲")
    assert not table.rows[0][1].endswith(("▲", "▼"))
    assert re.match(r"[\d.]+% \([\d.]+\u2060–\u2060[\d.]+%\)", table.rows[0][1])


def test_every_metric_with_an_interval_has_a_table(one_key):
    keys = [block.key for block in one_key.sweep.blocks]
    assert len(keys) == len(set(keys)) > 8
    assert "sweep-seat_equality" not in keys
    scores = next(block for block in one_key.sweep.blocks if block.key == "sweep-score")
    assert all(re.fullmatch(r"\d+ \(\d+–\d+\)( [▲▼])?", plain(row[-1])) for row in scores.data.rows), (
        "whole points"
    )
    constant = next(block for block in one_key.sweep.blocks if block.key == "sweep-length_mean")
    assert constant.panels == () or isinstance(constant.panels[0].drawing, Curves)


def test_two_keys_are_a_heat_map_and_three_are_several():
    two = swept([{POINTS: p, "rules.clock": c} for p in (12, 14) for c in ("short", "long")])
    panels = next(block for block in two.sweep.blocks if block.key == "sweep-seat_w").panels
    (heat,) = [panel.drawing for panel in panels]
    assert isinstance(heat, Heat)
    assert (heat.rows, len(heat.columns)) == (("12", "14"), 2)
    assert heat.tiles[0][0].is_baseline
    assert sorted(tile.strength for row in heat.tiles for tile in row)[::3] == [0, 1]
    three = swept(
        [
            {POINTS: p, "rules.clock": c, "rules.packages.supply": s}
            for p in (12, 14)
            for c in ("short", "long")
            for s in (8, 9)
        ]
    )
    panels = next(block for block in three.sweep.blocks if block.key == "sweep-seat_w").panels
    assert [panel.title for panel in panels] == ["Package supply 8", "Package supply 9"]
    assert all(isinstance(panel.drawing, Heat) for panel in panels)
    seats = next(block for block in three.sweep.blocks if block.key == "sweep-seat_win_share").panels
    assert len(seats) == 8, "every seat, where there is room"


def test_tables_of_different_sizes_are_shaded_by_what_is_fair():
    """Half of all games are much for one of six, and nothing special for one of two."""
    model = swept([{"rules.clock": c, "rules.players": n} for c in ("short", "long") for n in (2, 6)])
    found = next(block for block in model.sweep.blocks if block.key == "sweep-seat_win_share")
    assert "more often than fair" in found.caption
    tiles = [
        (tile.strength, float(tile.text.rstrip("%")) * n)
        for panel in found.panels
        for row in panel.drawing.tiles
        for tile, n in zip(row, (2, 6), strict=True)
        if tile is not None
    ]
    assert [n for _, n in sorted(tiles)] == pytest.approx(sorted(n for _, n in tiles), abs=3)
    assert {0, 1} <= {strength for strength, _ in tiles}
    points = next(block for block in model.sweep.blocks if block.key == "sweep-score_mean")
    assert "more often than fair" not in points.caption
    lines = swept([{"rules.players": n} for n in (2, 6)], 400).sweep
    curves = next(block for block in lines.blocks if block.key == "sweep-seat_win_share")
    assert "1 is fair" in curves.caption
    drawn = [place for panel in curves.panels for curve in panel.drawing.curves for place in curve.places]
    assert all(0.3 < place.value < 2.5 for place in drawn if isfinite(place.value))
    assert curves.data.rows[0][1].startswith(("4", "5")), "the table has the shares themselves"


def test_panels_that_find_no_room_are_told():
    many = swept(
        [
            {POINTS: p, "rules.clock": "short", "rules.packages.supply": s}
            for s in range(14)
            for p in (12, 14)
        ],
        30,
    )
    block = next(block for block in many.sweep.blocks if block.key == "sweep-seat_w")
    assert len(block.panels) == 12
    assert "12 of 14 panels" in block.caption
    assert len(block.data.rows) == 28


def test_the_index_says_in_how_many_variants_a_metric_differs(one_key):
    assert re.fullmatch(r"differs in [12] of 2", one_key.sweep.marks["sweep-seat_win_share"])
    assert "sweep-length_mean" not in one_key.sweep.marks, "all games were as long"
    assert one_key.sweep.marks["sweep-seat_win_share"] in page_html(one_key)


def test_a_size_that_is_no_more_than_chance_is_called_so():
    block = next(
        block for block in swept([{POINTS: 12}, {POINTS: 14}], 40).sweep.blocks if block.key == "sweep-seat_w"
    )
    assert block.data.rows[0][1] == "0.1: less than chance leads to expect"


def test_differences_of_shares_are_in_percentage_points():
    estimate = Estimate(0.041, 0.012, 0.07, 120, 0.95, "ratio_difference")
    cells = [measured(playouts(120, 4), key=f"cell{place}") for place in range(2)]
    cells = [
        replace(
            c,
            measures=tuple(
                replace(m, estimate=estimate) if m.metric == "refined_lift" else m for m in c.measures
            ),
        )
        for c in cells
    ]
    facts = RunFacts.from_manifest(manifest(cells, settings=[{POINTS: 12}, {POINTS: 14}]))
    model = build(facts, cells, "en", sweep=Sweep("cell0", {"cell0": (), "cell1": ()}))
    (block,) = [block for block in model.sweep.blocks if block.key == "sweep-refined_lift"]
    assert plain(block.data.rows[0][1]) == "+4.1 percentage points (1.2–7.0)"


@pytest.mark.parametrize(("count", "turned"), [(3, False), (7, True)])
def test_long_values_below_a_figure_are_whole(count, turned):
    """In two lines side by side, or upright; not cut after the first word."""
    ticks = tuple(f"Row {row}: Development cards {row}" for row in range(count))
    places = tuple(Place(0.2, 0.1, 0.3) for _ in ticks)
    axis = axis_around(Numbers("en"), [0.1, 0.3], "", percent=True)
    with matplotlib.rc_context(STYLE):
        figure = panel_figure(Curves((Curve("all", "mark", places),), ticks, "Rewards", axis, 0))
        assert f"rotate({-90}" in inline_svg(figure, "x", "y", Looks()) or not turned
        drawn = [text for text in figure.texts if text.get_text().startswith("Row ")]
        assert len(drawn) == count
        assert {text.get_rotation() == 90 for text in drawn} == {turned}
        boxes = [text.get_window_extent() for text in drawn]
    assert all(left.x1 <= right.x0 for left, right in pairwise(boxes)), "none lies on another"
    if turned:
        assert [text.get_text() for text in drawn] == list(ticks)


def test_above_twelve_cells_the_page_is_an_index():
    many = swept([{POINTS: value} for value in range(1, FOLDED + 2)], 40)
    assert many.is_index
    html = page_html(many)
    assert '<details class="sweep" id="all-figures">' in html
    assert not re.search(r'<details class="sweep"[^>]* open', html)
    told = {block.key for block in many.figures if block.told_at}
    assert {"seats", "sources", "varieties", "decisions"} <= told, "numbers that stand with the metrics"
    assert "ladder" not in told and "scores" not in told, "numbers that stand nowhere else"
    assert html.count('<a href="#sweep">What the sweep changes\u00a0→') + html.count(
        '<a href="#sweep">What the sweep changes&nbsp;→'
    ) == len(told)


def test_a_metric_is_told_once_where_there_is_a_sweep(one_key):
    assert one_key.others is None, "every metric stands with the sweep"
    assert not any(block.told_at for block in one_key.figures), "few cells: each figure has its numbers"


def test_open_figures_and_both_languages(one_key):
    html = page_html(one_key)
    assert re.search(r'id="sweep-seat_win_share" open', html)
    assert 'id="all-figures"' not in html
    german = swept([{POINTS: value} for value in (12, 14)], lang="de")
    assert "Was die Variation ändert" in page_html(german)
    assert "„" in german.sweep.lead


def test_the_best_cell_is_told_from_its_fresh_run():
    def best(changes):
        change = next(x for x in changes if x.cell == "cell1" and x.metric == "seat_w")
        return BestCell("seat_w", "cell1", 8, change)

    said = swept([{POINTS: 12}, {POINTS: 16}], 300, best=best).sweep.best
    assert "seed 8" in said[0]
    assert len(said) == 2
    same = swept([{POINTS: 12}, {POINTS: 16}], best=lambda _: BestCell("seat_w", "cell0", 8, None)).sweep.best
    assert "baseline itself" in same[0]


def test_games_cut_off_in_one_variant_are_counted_in_all():
    """None is a number: it was said to be unknown."""
    played = playouts(60, 4)
    cut = [replace(p, truncated=True) if n < 3 else p for n, p in enumerate(played)]
    cells = [measured(played, key="cell0"), measured(cut, key="cell1")]
    settings = [{POINTS: 12}, {POINTS: 14}]
    model = build(RunFacts.from_manifest(manifest(cells, settings=settings)), cells, "en")
    assert model.glance.head[-1] == "Cut off"
    assert [row[-1].split()[0] for row in model.glance.rows] == ["0.0%", "5.0%"]
    told = " ".join(detail for answer in model.headlines for detail in answer.details)
    assert "nobody's win: 14: 5.0% (" in told
