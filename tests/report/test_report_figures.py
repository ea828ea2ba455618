"""Figures without pixels: what is drawn where, read from the artists."""

import itertools
import math
import re
from dataclasses import replace

import matplotlib
import pytest
from made_up import Playout, measured
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon, Rectangle

from balance.report.canvas import STYLE, WIDTH, apart, colour, most_lines, wrapped
from balance.report.drawings import spread_out
from balance.report.figures import height_of, panel_figure, sheet_figure
from balance.report.numbers import Tick, plain
from balance.report.palette import part
from balance.report.panels import (
    Axis,
    Bars,
    Curve,
    Curves,
    Dots,
    Heat,
    Layer,
    Mix,
    Panel,
    Part,
    Place,
    Ridges,
    Row,
    Spans,
    Spread,
    Stack,
    Tile,
    Twin,
    TwinRow,
)

AXIS = Axis(0.2, 0.3, (Tick(0.2, "20%"), Tick(0.3, "30%")), "Share")
PLACES = (Place(0.25, 0.22, 0.26), Place(0.27, 0.25, 0.3, True))
ROW = Row("Seat 1", "series-1", 0.25, 0.24, 0.26, "25.0%", 0.25)


@pytest.fixture(autouse=True)
def style():
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def artists(figure, gid):
    return [artist for artist in figure.get_children() if artist.get_gid() == gid]


def texts(figure):
    return [text.get_text() for text in figure.texts]


def block(model, key):
    return next(block for block in model.figures if block.key == key)


def draw(model, key, panel=0):
    return panel_figure(block(model, key).panels[panel].drawing)


def test_a_forest_plot_has_a_dot_and_an_interval_a_seat_and_the_fair_line(make_model, one_cell):
    model = make_model([one_cell])
    figure = draw(model, "seats")
    estimates = [m.estimate for m in one_cell.of("seat_win_share")]
    dots, intervals = artists(figure, "value"), artists(figure, "interval")
    assert [dot.get_xdata()[0] for dot in dots] == pytest.approx([e.value for e in estimates])
    assert [dot.get_markerfacecolor() for dot in dots] == [colour(f"series-{s}") for s in (1, 2, 3, 4)]
    for line, estimate in zip(intervals, estimates, strict=True):
        assert list(line.get_xdata()) == pytest.approx([estimate.low, estimate.high])
    (fair,) = artists(figure, "reference")
    assert list(fair.get_xdata()) == [0.25, 0.25]
    assert "fair 25%" in texts(figure)


def test_cells_of_different_player_counts_share_a_scale_of_lift(make_model, three_cells):
    cells, settings = three_cells
    model = make_model(cells, settings=settings)
    panels = block(model, "seats").panels
    assert [len(panel.drawing.rows) for panel in panels] == [2, 4, 6]
    assert len({panel.drawing.axis for panel in panels}) == 1
    for panel, cell in zip(panels, cells, strict=True):
        first = cell.of("seat_win_share")[0].estimate
        assert panel.drawing.rows[0].value == pytest.approx(first.value * cell.facts.n_seats)
        assert {row.reference for row in panel.drawing.rows} == {1.0}
        assert panel.drawing.rows[0].text == f"{100 * first.value:.1f}%"


def test_a_policys_even_share_is_that_of_a_seat(make_model):
    played = [Playout((50, 40, 30, 20)), Playout((20, 50, 40, 30))] * 40
    policies = ("greedy", "greedy", "greedy", "random")
    model = make_model([measured(played, policies=policies, rotate=True)])
    rows = block(model, "policies").panels[0].drawing.rows
    assert [row.label for row in rows] == ["greedy", "random"]
    assert {row.reference for row in rows} == {0.25}


def test_ridges_add_up_and_carry_quantiles(make_model, one_cell):
    model = make_model([one_cell])
    drawing = block(model, "scores").panels[0].drawing
    for row in drawing.rows:
        assert math.isclose(sum(row.shares), 1)
        assert list(row.quantiles) == sorted(row.quantiles)
    figure = panel_figure(drawing)
    assert len(artists(figure, "median")) == 4
    assert all(isinstance(artist, Polygon) for artist in artists(figure, "shares"))


def test_level_games_have_their_own_grey_column(make_model):
    played = [Playout((40, 40))] * 25 + [Playout((50, 40))] * 75
    model = make_model([measured(played)])
    figure = draw(model, "margin")
    bars = artists(figure, "share")
    assert all(isinstance(bar, Rectangle) for bar in bars)
    assert [bar.get_height() for bar in bars] == pytest.approx([0.25, 0.75])
    assert matplotlib.colors.to_hex(bars[0].get_facecolor()) == colour("muted")
    (mean,) = artists(figure, "marker")
    assert mean.get_xdata()[0] == pytest.approx(7.5)


def test_sources_of_winners_and_others_are_stacked_side_by_side_without_gap(make_model, one_cell):
    drawing = block(make_model([one_cell]), "sources").panels[0].drawing
    won = sum(measure.estimate.value for measure in one_cell.of("points_winner_mean"))
    lost = sum(measure.estimate.value for measure in one_cell.of("points_other_mean"))
    assert sum(part.value for part in drawing.parts) == pytest.approx(won)
    assert sum(part.beside for part in drawing.parts) == pytest.approx(lost)
    assert (drawing.total, drawing.beside) == (f"{won:.1f}", f"{lost:.1f}")
    bars = artists(panel_figure(drawing), "part")
    columns = {x: [bar for bar in bars if bar.get_x() == x] for x in {bar.get_x() for bar in bars}}
    assert len(columns) == 2
    for column in columns.values():
        for below, above in itertools.pairwise(column):
            assert above.get_y() == pytest.approx(below.get_y() + below.get_height())


def test_where_nobody_won_the_points_of_all_stand_alone(make_model):
    cell = measured([Playout((5, 3), truncated=True)] * 20)
    drawing = block(make_model([cell]), "sources").panels[0].drawing
    assert drawing.beside == "" and not any(part.beside for part in drawing.parts)
    assert sum(part.value for part in drawing.parts) == pytest.approx(4)


def test_an_open_interval_is_dashed_to_the_end_of_the_scale():
    rows = (replace(ROW, low=-math.inf, high=math.inf), ROW)
    figure = panel_figure(Dots(rows, AXIS, "fair"))
    opened, known = artists(figure, "interval")
    assert list(opened.get_xdata()) == [0.2, 0.3]
    assert opened.is_dashed() and not known.is_dashed()


def test_what_has_no_value_is_a_label_without_a_mark():
    rows = (replace(ROW, value=math.nan, low=math.nan, high=math.nan, text="–"),)
    figure = panel_figure(Dots(rows, AXIS))
    assert artists(figure, "value") == artists(figure, "interval") == []
    assert {"Seat 1", "–"} <= set(texts(figure))


def test_values_beyond_the_scale_stay_inside():
    figure = panel_figure(Dots((replace(ROW, value=0.9, high=2.0),), AXIS))
    assert artists(figure, "value")[0].get_xdata()[0] == 0.3
    assert artists(figure, "interval")[0].get_xdata()[1] == 0.3


def test_different_references_are_ticks_a_row():
    figure = panel_figure(Dots((ROW, replace(ROW, reference=0.28)), AXIS, "even"))
    assert [line.get_xdata()[0] for line in artists(figure, "reference")] == [0.25, 0.28]


def test_many_cells_turn_the_panels_round(make_model, many_cells):
    cells, settings = many_cells
    model = make_model(cells, settings=settings)
    seats = block(model, "seats")
    assert [panel.title.replace("\u00a0", " ") for panel in seats.panels] == [
        f"Seat {n}" for n in (1, 2, 3, 4)
    ]
    assert [row.label for row in seats.panels[0].drawing.rows][:3] == ["6 · short", "6 · long", "7 · short"]
    assert len(block(model, "scores").panels) == 1
    assert len(block(model, "scores").panels[0].drawing.rows) == 12


def test_too_many_cells_are_a_table(make_model):
    cell = measured([Playout((50, 40)), Playout((40, 50))] * 10)
    cells = [replace(cell, facts=replace(cell.facts, key=f"k{n}")) for n in range(60)]
    model = make_model(cells, settings=[{"rules.packages.supply": n} for n in range(60)])
    assert all(not found.panels for found in model.figures)
    assert len(block(model, "seats").data.rows) == 120


LONG = "Wer zuerst die Meisterin einstellt und_dann_nichts_mehr_tut_als_zu_warten, gewinnt" + "x" * 30


@pytest.mark.parametrize(
    "drawing",
    [
        Dots((replace(ROW, label=LONG),) * 3, AXIS),
        Bars((replace(ROW, label=LONG),) * 9, AXIS),
        Spans((Spread(LONG, "mark", (), (), (1, 2, 3, 4, 5), "3"),) * 3, AXIS),
        Ridges((Spread(LONG, "mark", (1.0,), (1.0,), (1, 2, 3, 4, 5), "3"),) * 2, AXIS, 1.0, 1.0),
        Stack((Part(LONG, part(0, 6), 1, "1.0"),) * 6, 6, "6 points"),
        Twin((TwinRow(LONG, "mark", (0.2, 0.1, 0.3), (0.2, 0.1, 0.3), "20%", "+2"),) * 2, AXIS, AXIS),
        Mix((Layer(LONG, part(0, 6), (0.1, 0.1), "10%"),) * 5, ("1", "2"), "Phase"),
        Curves((Curve(LONG, "mark", PLACES), Curve(LONG[5:], "ink", PLACES)), ("1", "2"), LONG, AXIS, 0),
        Curves(
            (Curve(LONG, "mark", PLACES), Curve(LONG[5:], "ink", PLACES)), (LONG,) * 2, LONG, AXIS, 0, False
        ),
        Heat((LONG, LONG), (LONG, "b"), ((Tile("1", 0, False, True), None),) * 2, LONG, LONG),
        Heat((LONG, LONG), ("viele Pakete", "keine"), ((Tile("1", 0, False, True), None),) * 2, LONG, LONG),
    ],
    ids=lambda drawing: type(drawing).__name__,
)
def test_labels_are_whole_and_lie_on_nothing(drawing):
    """A picture goes round without its page: what it cuts is lost."""
    figure = panel_figure(drawing)
    figure.canvas.draw()
    said = re.sub(r"\s", "", "".join(texts(figure)))
    wanted = re.sub(r"\s", "", LONG)
    times = drawing.rows if hasattr(drawing, "rows") else (0,)
    assert said.count(wanted) >= len(times) and "…" not in said
    assert_apart(figure, type(drawing).__name__)


def assert_apart(figure, where):
    """No text lies on another or leaves the figure."""
    boxes = [(text.get_text(), text.get_window_extent()) for text in figure.texts if text.get_text()]
    for place, (name, box) in enumerate(boxes):
        assert box.x0 >= -1 and box.x1 <= figure.bbox.width + 1, (where, name)
        assert box.y0 >= -1 and box.y1 <= figure.bbox.height + 1, (where, name)
        for other, its in boxes[place + 1 :]:
            apart = (
                box.x1 <= its.x0 + 1
                or its.x1 <= box.x0 + 1
                or box.y1 <= its.y0 + 1.5
                or its.y1 <= box.y0 + 1.5
            )
            assert apart, (where, name, other)


@pytest.mark.parametrize("fixture", ["one", "three", "many"])
def test_no_text_lies_on_another_or_outside(make_model, one_cell, three_cells, many_cells, fixture):
    cells, settings = {"one": ([one_cell], [{}]), "three": three_cells, "many": many_cells}[fixture]
    model = make_model(cells, "de", settings=settings)
    for found in model.figures:
        for panel in found.panels[:2]:
            figure = panel_figure(panel.drawing)
            figure.canvas.draw()
            assert_apart(figure, found.key)


def test_labels_of_a_stack_are_moved_apart_but_stay_in_order():
    wanted = [0, 1, 2, 50, 51, 99]
    places = spread_out(wanted, 10, 0, 100)
    assert all(b - a >= 10 - 1e-9 for a, b in itertools.pairwise(places))
    assert places[0] >= 0 and places[-1] <= 100
    assert spread_out([5, 50, 95], 10, 0, 100) == [5, 50, 95]
    crowded = spread_out([0.0] * 20, 10, 0, 100)
    assert all(b - a >= 10 - 1e-9 for a, b in itertools.pairwise(crowded))
    assert spread_out([], 10, 0, 100) == []


def test_a_sheet_holds_every_panel(make_model, three_cells):
    cells, settings = three_cells
    found = block(make_model(cells, settings=settings), "seats")
    figure = sheet_figure("1. Who wins?", found.panels, 3)
    assert len(artists(figure, "value")) == 12
    assert figure.get_size_inches()[0] * 72 > 3 * WIDTH
    assert {"1. Who wins?", "2\u00a0players", "4\u00a0players", "6\u00a0players"} <= set(texts(figure))
    alone = sheet_figure("x", found.panels[:1], 1)
    told = sheet_figure("x", found.panels[:1], 1, plain(found.caption))
    said = " ".join(texts(told))
    assert "95% interval" in said and "n = 800 games" in said, "a picture says kind of interval and n itself"
    assert told.get_size_inches()[1] > alone.get_size_inches()[1]
    assert alone.get_size_inches()[1] * 72 > height_of(found.panels[0].drawing)


def test_a_sheets_headings_are_whole_and_inside():
    """They take as many lines as they need, above the drawing."""
    heading, title = (
        "12. " + "Wodurch enden die Partien und wann? " * 4,
        "Schichtzeit lang, Ohne Pakete, " * 3,
    )
    drawing = Dots((ROW,), AXIS)
    figure = sheet_figure(heading, [Panel(title, drawing), Panel("2 players", drawing)], 1)
    figure.canvas.draw()
    said = " ".join(text.get_text() for text in figure.texts)
    assert " ".join(heading.split()) in said and " ".join(title.split()) in said and "…" not in said
    boxes = [text.get_window_extent() for text in figure.texts if text.get_fontweight() == "bold"]
    assert len(boxes) > 4
    for box in boxes:
        assert box.x0 >= 0 and box.x1 <= figure.bbox.width and box.y1 <= figure.bbox.height
    tops = [box.y0 for box in boxes]
    assert tops == sorted(tops, reverse=True)
    first = next(iter(artists(figure, "value")))
    assert boxes[-2].y0 > first.get_window_extent().y1


def test_dollar_signs_are_no_mathematics():
    figure = panel_figure(Dots((replace(ROW, label="$x^2$ & <b>"),), AXIS))
    figure.canvas.draw()
    assert "$x^2$ & <b>" in texts(figure)
    assert all(isinstance(artist, Line2D) for artist in artists(figure, "ground"))


@pytest.mark.parametrize(
    ("label", "lines"),
    [
        ("Tafeln im Lager", ["Tafeln im Lager"]),
        ("Tafeln in unvollen Paketen", ["Tafeln in unvollen", "Paketen"]),
        ("Durch weitere Runden entschieden", ["Durch weitere Runden", "entschieden"]),
        ("x" * 60, ["x" * 24, "x" * 24, "x" * 12]),
        ("viele " * 9, ["viele viele viele viele", "viele viele viele viele", "viele"]),
        ("Trauben-Nuss-Schokolade mit_Salz", ["Trauben-Nuss-Schokolade", "mit_Salz"]),
        ("gierig_aber_ohne_Meisterin_und_Paket", ["gierig_aber_ohne_", "Meisterin_und_Paket"]),
    ],
)
def test_long_labels_take_as_many_lines_as_they_need(label, lines):
    assert wrapped(label).split("\n") == lines
    assert most_lines([label, "x"]) == len(lines)
    assert wrapped(wrapped(label)) == wrapped(label) or "_" in label


def test_labels_of_an_axis_do_not_touch_and_its_last_one_stays():
    ticks = [Tick(0.30 + 0.02 * index, f"{30 + 2 * index} %") for index in range(4)]
    assert apart(ticks, 0.02 / 80) == ticks
    assert [tick.text for tick in apart(ticks, 0.02 / 33)] == ["32 %", "36 %"]
    assert apart(ticks, 1.0) == ticks[-1:] and apart([], 1.0) == []
