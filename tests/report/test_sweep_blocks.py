"""The part of a page that is about a sweep: figures by the number of keys, tables, marks, sentences."""

from __future__ import annotations

import re
from dataclasses import replace
from math import isfinite

import matplotlib
import pytest
from made_up import manifest, measured, playouts

from balance.metrics import specs
from balance.report import RunFacts, build
from balance.report.canvas import STYLE
from balance.report.figures import panel_figure
from balance.report.numbers import plain
from balance.report.panels import Curves, Heat
from balance.report.render import page_html
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


def test_the_values_of_a_column_have_the_same_decimals(one_key):
    """`2.76` above `2.8` looks like two kinds of number."""
    checked = 0
    for block in one_key.sweep.blocks:
        for column in list(zip(*block.data.rows, strict=True))[1:]:
            found = {
                len(number.partition(".")[2])
                for cell in column
                for number in re.findall(r"\d[\d.]*", plain(cell).partition("(")[0])
            }
            if block.data.head[-2] != "Metric" and not any(
                cell.startswith(("0%", "100%", "–")) for cell in column
            ):
                checked += 1
                assert len(found) == 1, (block.key, column)
    assert checked > 30


def test_cells_that_are_called_alike_are_numbered():
    long = "wer_zuerst_die_meisterin_einstellt_und_dann_nichts_mehr_tut_als_zu_warten"
    block = swept([{"policies.all": long}, {"policies.all": f"{long}!"}]).sweep.blocks[0]
    assert [row[0][:2] for row in block.data.rows] == ["1:", "2:"]


def test_the_index_says_in_how_many_variants_a_metric_differs(one_key):
    assert re.fullmatch(
        r"differs in [12] of 2 variants compared", one_key.sweep.marks["sweep-seat_win_share"]
    )
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


def test_distances_between_shares_are_in_percentage_points(one_key):
    """They lie between 0 and 1 as shares do, but are none: 4.6% more is not 4.6 percentage points more."""
    blocks = {block.key: block for block in one_key.sweep.blocks}
    for name in ("sweep-seat_spread", "sweep-seat_deviation"):
        block = blocks[name]
        assert re.match(r"[\d.]+ percentage points \([\d.]+–[\d.]+\)", plain(block.data.rows[0][1]))
        assert block.title.endswith(" (percentage points)")
        (panel,) = block.panels
        assert not any("%" in tick.text for tick in panel.drawing.axis.ticks)
        assert max(place.value for place in panel.drawing.curves[0].places) > 1
    assert "%" in blocks["sweep-seat_win_share"].data.rows[0][1]
    assert blocks["sweep-length_mean"].title == "Mean length (rolls)", "48 of what?"


@pytest.mark.parametrize(
    ("key", "values", "ordered"),
    [
        ("rules.packages.supply", (8, 6, 10), ("6", "8", "10")),
        ("rules.clock", ("short", "long", 60), None),
        ("rules.packages.enabled", (True, False), None),
        ("rules.varieties.nougat.tier", ("silver", "gold"), None),
    ],
)
def test_lines_join_only_what_has_an_order(key, values, ordered):
    """What lies between two names is nothing; numbers stand by size, however the config has them."""
    block = next(b for b in swept([{key: v} for v in values]).sweep.blocks if b.key == "sweep-seat_win_share")
    (panel,) = block.panels
    with matplotlib.rc_context(STYLE):
        drawn = [artist.get_gid() for artist in panel_figure(panel.drawing).get_children()]
    assert drawn.count("value") == drawn.count("interval") == 4 * len(values)
    assert ("curve" in drawn, "band" in drawn) == (ordered is not None,) * 2
    assert ("band joins" in block.caption) == (ordered is not None)
    if ordered:
        assert panel.drawing.ticks == ordered
        assert panel.drawing.baseline == ordered.index("8")
        assert [row[0] for row in block.data.rows] == ["8", "6", "10"], "the table keeps the config's order"


def test_a_caption_says_what_its_intervals_are(one_key):
    """A picture shows it below: nothing else tells there how sure it is."""
    captions = {block.key: plain(block.caption) for block in one_key.sweep.blocks}
    assert (
        "95% interval, holding for all seats of a variant at once (Goodman)"
        in captions["sweep-seat_win_share"]
    )
    assert "95% interval (Wilson)" in captions["sweep-tie_share"]
    assert all("n = 400 games" in caption for caption in captions.values())
    unsaid = [key for key, caption in captions.items() if "interval" not in caption]
    blocks = {block.key: block for block in one_key.sweep.blocks}
    assert all(row[-1] == "–" for key in unsaid for row in blocks[key].data.rows), "nothing was measured"
    pictured = {block.key: plain(block.caption) for block in one_key.pictured if block.panels}
    assert all("n = 400 games" in caption and "interval" in caption for caption in pictured.values()), (
        pictured
    )
    two = swept([{POINTS: p, "rules.clock": c} for p in (12, 14) for c in ("short", "long")])
    caption = next(block.caption for block in two.sweep.blocks if block.key == "sweep-seat_win_share")
    table = next(block.data for block in two.sweep.blocks if block.key == "sweep-seat_win_share")
    assert table.head[:3] == ("Chocolate gold bar · Points", "Clock", "Seat\u00a01"), "a column a key"
    assert table.rows[1][:2] == ("12", "long")
    assert "an interval for each value (95% intervals, holding for all seats at once)" in caption


def test_a_heat_map_has_a_panel_for_every_seat_and_names_on_the_side_where_they_fit():
    rows = [{"points": 1}], [{"points": 2}]
    model = swept([{"rules.market": r, "rules.players": n} for n in (6, 2) for r in rows])
    panels = next(block for block in model.sweep.blocks if block.key == "sweep-score_mean").panels
    assert [panel.title for panel in panels] == ["All", *(f"Seat\u00a0{n}" for n in range(1, 7))]
    assert panels[0].drawing.columns == ("2", "6"), "by size"


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
