"""Playouts on the page: what a game draws becomes SVG in the page's colours, whatever its texts say."""

import re
from xml.etree import ElementTree

import pytest
from made_up import manifest

from balance.core.picture import Area, Disc, KeptPlayout, Label, Picture, Strokes, rectangle, shelves
from balance.games.chocolaterie import GAME
from balance.report import RunFacts, build
from balance.report.looks import Looks
from balance.report.palette import THEMES
from balance.report.picture_svg import picture_svg
from balance.report.playouts import Shown
from balance.report.render import page_html

EVIL = "<script>alert(1)</script> & \"q\" 'x'"


def drawn(scene, lang):
    """A picture with each kind of shape; its text is the scene's."""
    shapes = (
        Area((rectangle(0, 0, 10, 5), rectangle(10, 0, 10, 5)), "series-1", "rule", 0.5),
        Strokes((((0, 0), (3.04, 4.16), (9, 9)),), "grid", 2),
        Disc((5, 5.25), 3, "", "series-6"),
        Label((1, 10), f"{scene['text']} {lang}", size=10, anchor="middle", is_bold=True),
    )
    return (Picture(f"{scene['text']} title", f"{scene['text']} label", 400, 120, shapes),)


def shown(
    cell,
    *picks,
    text="plain",
    scores=(30, 41, 8, 8),
    winners=(False, True, False, False),
    command="balance replay sample.yaml --playout 1234",
    **changes,
):
    made = {
        "picks": picks,
        "playout": 1234,
        "policies": ("greedy",) * len(scores),
        "scores": scores,
        "winners": winners,
        "scene": {"text": text},
    }
    return Shown(cell, KeptPlayout(**{**made, **changes}), command)


@pytest.fixture
def make_page(monkeypatch):
    monkeypatch.setattr(GAME.module("picture"), "pictures", drawn, raising=False)

    def make(cells, found, lang="en", settings=None):
        changes = {} if settings is None else {"settings": settings}
        facts = RunFacts.from_manifest(manifest(cells, **changes))
        return page_html(build(facts, cells, lang, shown=found)).replace("\u00a0", " ")

    return make


def section(page):
    start = page.index('<section id="playouts">')
    return page[start : page.index("</section>", start)]


def test_shapes_become_markup_in_the_colours_of_the_page():
    looks = Looks()
    root = ElementTree.fromstring(picture_svg(drawn({"text": EVIL}, "en")[0], looks))
    area, strokes, disc, label = list(root)
    style = dict(re.findall(r"\.(\w+) \{ (.*?) \}", looks.sheet))
    assert area.attrib["d"] == "M0 0h10v5h-10zM10 0h10v5h-10z"
    assert style[area.attrib["class"]].startswith("fill: var(--series-1); stroke: var(--rule); stroke-width:")
    assert strokes.attrib["d"] == "M0 0l3 4.2l6 4.8"
    assert all(style[shape.attrib["class"]].startswith("fill: none") for shape in (strokes, disc))
    assert (disc.attrib["cx"], disc.attrib["cy"], disc.attrib["r"]) == ("5", "5.2", "3")
    assert label.text == f"{EVIL} en"
    assert style[label.attrib["class"]].endswith("px; text-anchor: middle; font-weight: 700")
    assert root.attrib["aria-label"] == f"{EVIL} label"
    assert root.attrib["viewBox"] == "0 0 400 120" and "width" not in root.attrib


def test_a_colour_that_the_palette_lacks_is_refused():
    with pytest.raises(KeyError, match="red"):
        picture_svg(Picture("", "", 1, 1, (Area((rectangle(0, 0, 1, 1),), "red"),)), Looks())


def test_shelves_leave_a_gap_and_overlap_nowhere():
    sizes = [(150, 60), (150, 90), (150, 20), (500, 10), (10, 10)]
    places, height = shelves(sizes, 400, 16)
    assert places == [(0, 0), (166, 0), (0, 106), (0, 142), (0, 168)]
    assert height == 178


def test_a_card_says_which_game_it_is_how_it_ended_and_how_to_see_it(make_page, one_cell):
    found = [
        shown("base", "typical", "closest"),
        shown("base", "widest", scores=(20, 20, 7, 3), winners=(True, False, False, False), playout=7),
    ]
    text = section(make_page([one_cell], found))
    assert "Typical · Closest" in text and "Widest" in text
    assert "Game 1,234: Seat 2 wins by 11 points." in text
    assert "Game 7: Seat 1 wins on equal points." in text
    assert "greedy <b>41</b> · wins" in text and "greedy <b>30</b></li>" in text
    assert text.count("balance replay sample.yaml --playout 1234") == 2
    assert text.count("<svg") == 2
    assert "Three games as they ended. One is near the middle" in text
    german = section(make_page([one_cell], found, "de"))
    assert "Partie 1.234: Platz 2 gewinnt mit 11 Punkten Vorsprung." in german
    assert "Typisch · Am knappsten" in german and "plain de" in german


@pytest.mark.parametrize(
    ("scores", "winners", "said"),
    [
        ((9, 10), (False, True), "Seat 2 wins by one point."),
        ((10, 10), (True, True), "Seat 1 and Seat 2 share the win."),
        ((-3, -3), (False, False), "nobody wins."),
    ],
)
def test_every_way_to_end_is_said(make_page, one_cell, scores, winners, said):
    text = section(make_page([one_cell], [shown("base", "closest", scores=scores, winners=winners)]))
    assert said in text


def test_playouts_stand_below_their_cell_and_cells_without_any_are_left_out(make_page, three_cells):
    cells, settings = three_cells
    keys = [cell.facts.key for cell in cells]
    found = [shown(keys[2], "typical"), shown(keys[0], "typical"), shown("no such cell", "typical")]
    text = section(make_page(cells, found, settings=settings))
    assert re.findall(r"<h3>(.*?)</h3>", text) == ["2 players", "6 players"]
    assert "Three games of each of the first 2 of 3 variants" in text
    page = make_page(cells, [], settings=settings)
    assert 'id="playouts"' not in page and "#playouts" not in page


def test_texts_stay_texts_and_colours_are_variables(make_page, one_cell):
    found = [shown("base", "typical", text=EVIL, policies=(EVIL,) * 4, command=EVIL)]
    page = make_page([one_cell], found)
    text = section(page)
    assert "<script" not in text and text.count("&lt;script&gt;") == 9
    looks = dict(re.findall(r"^\.(d\d+) \{ (.*?) \}$", page, re.M))
    drawn_as = [looks[name] for name in re.findall(r'class="(d\d+)"', text)]
    roles = set(re.findall(r"var\(--([\w-]+)\)", " ".join([text, *drawn_as])))
    assert {"series-1", "series-4", "grid"} <= roles <= THEMES["light"].keys()
    assert not re.search(r"#[0-9a-f]{3,6}\b", text)
