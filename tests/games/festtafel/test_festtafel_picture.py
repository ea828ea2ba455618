"""The banquet on the page, against what the trace says of every cell."""

import json

import pytest
from festtafel_playouts import traced

from balance.core.picture import SMALL, WIDTH, Area, Label
from balance.games.festtafel.drawing import cells_of
from balance.games.festtafel.picture import _outlines, final_banquet, grid, pictures, scene


@pytest.fixture(scope="module")
def trace():
    return traced("rules.players=6")


def extent(shape):
    """Left, top, right and bottom of what is drawn."""
    points = [point for outline in shape.outlines for point in outline]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_every_dish_that_was_served_lies_where_it_was_served(trace):
    tables = final_banquet(trace)
    served = [item for item in trace if item["event"] == "serve"]
    assert len(served) > 20
    for item in served:
        cells = grid(tables[item["table"]])
        on_them = [cells[row][column] for row, column in item["cells"]]
        assert {cell.seat for cell in on_them} == {item["seat"]}
        assert {cell.dish for cell in on_them} == {item["dish"]}
        assert len({cell.number for cell in on_them}) == 1


def test_a_dish_is_one_area_in_its_seats_colour_with_its_number_inside(trace):
    (picture,) = pictures(scene(trace), "en")
    served = [item for item in trace if item["event"] == "serve"]
    areas = [shape for shape in picture.shapes if isinstance(shape, Area) and shape.fill != "band"]
    numbers = [shape for shape in picture.shapes if isinstance(shape, Label) and shape.role == "surface"]
    assert len(areas) == len(numbers) == len(served)
    for area, number in zip(areas, numbers, strict=True):
        assert area.fill == f"series-{number.text}"
        left, top, right, bottom = extent(area)
        assert left < number.at[0] < right and top < number.at[1] < bottom
    assert sorted(area.fill for area in areas) == sorted(f"series-{item['seat'] + 1}" for item in served)
    free = sum(table.free for table in final_banquet(trace).values())
    drawn = sum(len(s.outlines) for s in picture.shapes if isinstance(s, Area) and s.fill == "band")
    assert drawn == free


def test_what_a_table_paid_stands_above_it(trace):
    for lang, full, costs in (("en", "full: +{} a dish", ": −"), ("de", "voll: +{} je Gericht", ": −")):
        (picture,) = pictures(scene(trace), lang)
        said = [shape.text for shape in picture.shapes if isinstance(shape, Label)]
        paid = {item["table"] for item in trace if item["event"] == "penalty"}
        tables = final_banquet(trace)
        for bonus in {table.bonus for table in tables.values() if not table.free}:
            n = sum(table.bonus == bonus and not table.free for table in tables.values())
            assert said.count(full.format(bonus)) == n
        assert sum(costs in text for text in said) == len(paid)


@pytest.mark.parametrize(
    "sets",
    [
        ("rules.players=2",),
        ("rules.players=6", "rules.clock=long", "rules.banquet.scale=1.2"),
        ("rules.fit=cells", "rules.half_empty=at_most_half"),
        (
            "rules.banquet.tables.ehrentisch.cells=40",
            "rules.banquet.tables.ehrentisch.shape=" + json.dumps(["#" * 40]),
        ),
    ],
)
def test_any_banquet_fits_its_picture(sets):
    found = json.loads(json.dumps(scene(traced(*sets))))
    for lang in ("de", "en"):
        (picture,) = pictures(found, lang)
        assert picture.width == WIDTH
        for shape in picture.shapes:
            if isinstance(shape, Area):
                left, top, right, bottom = extent(shape)
                assert left >= 0 and top >= 0 and right <= WIDTH and bottom <= picture.height
            elif shape.role != "surface":
                assert shape.size == SMALL


def test_without_a_banquet_there_is_nothing_to_draw():
    assert scene(traced("rules.banquet.enabled=false")) is None


@pytest.mark.parametrize(
    ("cells", "corners"),
    [
        (["#"], [4]),
        (["##", "#."], [6]),
        (["#.", ".#"], [4, 4]),  # at a corner they do not touch
        (["###", "#.#", "###"], [4, 4]),  # with a hole in it
        ([".#.", "###", ".#."], [12]),
        (["##.", "#.#", "###"], [10]),  # the gap is open at a corner: one outline goes in and out there
    ],
)
def test_an_outline_goes_round_the_cells_of_a_dish_and_touches_no_other(cells, corners):
    places = cells_of(cells)
    outlines = list(_outlines(places, (0.0, 0.0), 1.0))
    assert sorted(map(len, outlines)) == sorted(corners)
    edge = 0.06
    inside = [inside_of(outlines, (column + 0.5, row + 0.5)) for row, column in places]
    assert all(inside)
    for row, column in places:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            at = (column + 0.5 + right * (0.5 - edge / 2), row + 0.5 + down * (0.5 - edge / 2))
            assert inside_of(outlines, at) == ((row + down, column + right) in places)


def inside_of(outlines, at):
    """Whether a point lies inside, as a page fills it: where the outlines go round it."""
    x, y = at
    winding = 0
    for outline in outlines:
        for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
            if x0 == x1 and x0 > x and min(y0, y1) < y < max(y0, y1):
                winding += 1 if y1 > y0 else -1
    return winding != 0
