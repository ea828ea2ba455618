import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import matplotlib
import pytest
from made_up import Playout, manifest, measured, playouts, printed_values
from markupsafe import escape
from PIL import Image

from balance.core.errors import RunError
from balance.core.run_files import FIGURES, picture_name
from balance.core.texts import read_texts
from balance.report import RunFacts, build
from balance.report.markdown import markdown
from balance.report.palette import THEMES
from balance.report.render import page_html, write

VOID = {"meta", "link", "br"}
EVIL = "<script>alert(1)</script><b onclick='x'>&amp; $x^2$ --> \"q\""


class Page(HTMLParser):
    """Ids, references, tags and texts of a page; complains about tags left open."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.ids, self.references, self.tags, self.texts, self._open = [], [], [], [], []
        self.attributes = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, key, value) for key, value in attrs]
        for key, value in attrs:
            if key == "id":
                self.ids.append(value)
            elif key == "href" and value.startswith("#"):
                self.references.append(value[1:])
            elif value:
                self.references += re.findall(r"url\(#([^)]+)\)", value)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        while tag != self._open[-1]:  # cells and rows of a table end with what holds them
            assert self._open.pop() in ("td", "th", "tr", "thead", "tbody")
        self._open.pop()

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture(scope="module")
def page(make_model, three_cells):
    cells, settings = three_cells
    return page_html(make_model(cells, "de", settings=settings))


def test_the_page_stands_alone(page):
    found = Page(page)
    assert "script" not in found.tags
    assert not [key for _, key, _ in found.attributes if key.startswith("on")]
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    assert ("meta", "content", policy) in found.attributes
    links = [value for _, key, value in found.attributes if key in ("href", "src", "xlink:href")]
    assert all(link.startswith(("#", "data:")) for link in links)
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)
    assert "@import" not in page and "@font-face" not in page
    assert page.startswith("<!doctype html>")
    assert '<html lang="de">' in page


def test_ids_are_unique_and_every_reference_has_one(page):
    found = Page(page)
    assert len(found.ids) == len(set(found.ids))
    assert found.references
    assert set(found.references) <= set(found.ids)


def test_figures_take_their_colours_from_the_theme(page):
    drawings = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(drawings) > 20
    for drawing in drawings:
        assert not re.search(r"#[0-9a-f]{6}", re.sub(r">[^<]*<", "><", drawing))
        assert set(re.findall(r"var\(--([\w-]+)\)", drawing)) <= THEMES["light"].keys()
        assert "<style" not in drawing and "font-family" not in drawing
        assert 'viewBox="' in drawing and 'role="img"' in drawing and 'aria-label="' in drawing
        assert not re.search(r'<svg[^>]* (width|height)="', drawing)


def test_header_has_all_that_a_number_rests_on(page):
    header = page[page.index("<header>") : page.index("</header>")].replace("\u00a0", " ")
    for needed in (
        "Chocolaterie", "Probe", "Spielerzahl 2, 4, 6", "greedy auf allen Plätzen", "800 Partien je Variante",
        "balance run sample.yaml", "balance 0.1.0", "Regeln 1", "Zufall 1", "0123abcd",
    ):  # fmt: skip
        assert needed in header, needed
    assert "<dt>Startwert</dt><dd>7</dd>" in header


def test_every_figure_has_title_caption_n_and_its_numbers(page, make_model, three_cells):
    cells, settings = three_cells
    model = make_model(cells, "de", settings=settings)
    for number, block in enumerate(model.figures, 1):
        start = page.index(f'id="{block.key}"')
        section = page[start : page.index("</section>", start)]
        assert f"Abb. {number}" in section
        assert "n\u00a0=\u00a0800\u00a0Partien" in section
        assert "<figcaption>" in section and "<details" in section and "<table" in section
        assert len(block.data.rows) > 0


def test_small_answers_have_their_interval_and_n_too(page, make_model, three_cells):
    cells, settings = three_cells
    model = make_model(cells, "de", settings=settings)
    assert model.rest
    start = page.index('<dl class="rest">')
    section, told = page[start : page.index("</dl>", start)], markdown(model)
    for answer in model.rest:
        for words in (*answer.cells, *answer.details):
            assert str(escape(words)) in section, words
        assert any(
            answer.details[-1].split("\u00a0")[-1] in line for line in told.splitlines() if "<sub>" in line
        )
    assert section.count("n\u00a0=\u00a0") >= len(model.rest)


def test_markup_stays_text_wherever_a_designer_may_write(make_model):
    rules = {
        "tiers": {EVIL: {"bonus": 1, "devices": False}},
        "stations": {EVIL: 4},
        "varieties": {EVIL: {"tier": EVIL, "points": 3, "needs": {"milch": 1}, "special": None}},
    }
    cell = measured(playouts(60, 2), policies=[EVIL, "random"], rotate=True, rules=rules)
    values = printed_values() | {
        f"rules.varieties.{EVIL}.points": {"value": EVIL, "place": EVIL, "source": "changed", "note": EVIL}
    }
    model = make_model(
        [cell],
        title={"en": EVIL},
        warnings=[EVIL],
        command=EVIL,
        values=values,
        settings=[{f"rules.varieties.{EVIL}.points": EVIL}],
    )
    html = page_html(model)
    found = Page(html)
    assert {"script", "b"}.isdisjoint(found.tags)
    assert not [key for _, key, _ in found.attributes if key.startswith("on")]
    told = "\n".join(found.texts)
    assert told.count("<script>alert(1)</script>") > 10
    drawings = re.findall(r"<svg.*?</svg>", html, re.S)
    assert any("&lt;script&gt;" in drawing for drawing in drawings)
    assert "$x^2$" in told


def test_the_same_run_gives_the_same_bytes_in_any_process(tmp_path, make_model, one_cell):
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from made_up import *\n"
        "from balance.report import RunFacts, build\n"
        "from balance.report.render import write\n"
        "cell = measured(playouts(300, 3))\n"
        "write(build(RunFacts.from_manifest(manifest([cell])), [cell], 'de'), sys.argv[2])\n"
    )
    written = []
    for salt in ("1", "2"):
        folder = tmp_path / salt
        config = tmp_path / f"config{salt}"
        config.mkdir()
        (config / "matplotlibrc").write_text(
            "font.size: 30\nsvg.fonttype: path\nlines.linewidth: 9\n" if salt == "2" else ""
        )
        environment = {**os.environ, "PYTHONHASHSEED": salt, "MATPLOTLIBRC": str(config)}
        subprocess.run(
            [sys.executable, "-c", script, str(Path(__file__).parent), str(folder)],
            check=True,
            env=environment,
        )
        written.append({path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()})
    assert written[0].keys() == written[1].keys()
    assert written[0] == written[1]


def test_pictures_are_light_sharp_and_only_those_of_this_report(tmp_path, make_model, one_cell):
    model = make_model([one_cell])
    (tmp_path / "figures").mkdir()
    assert "policies" not in {block.key for block in model.figures}
    (tmp_path / "figures" / "policies.png").write_bytes(b"old")
    mine = {"notes.txt", "mine.png"}
    for name in mine:
        (tmp_path / "figures" / name).write_text("mine")
    write(model, tmp_path)
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    assert names == {f"{picture_name(block.key)}.png" for block in model.figures if block.panels} | mine
    with Image.open(tmp_path / "figures" / "seats.png") as picture:
        assert picture.width >= 800
        assert picture.convert("RGB").getpixel((2, 2)) == (255, 255, 255)
    assert not list(tmp_path.rglob("*.part"))


def test_the_pictures_names_are_known_to_whoever_removes_them():
    figures = read_texts("balance.report", "texts/en.yaml")["figure"]
    titled = {key for key, text in figures.items() if isinstance(text, dict) and "title" in text}
    assert titled == set(FIGURES)


def test_six_cells_fit_a_page_of_a_megabyte(make_model):
    settings = [{"rules.players": n, "rules.clock": c} for n in (4, 5, 6) for c in ("short", "long")]
    cells = [
        measured(playouts(400, own["rules.players"], seed=place), key=f"k{place}")
        for place, own in enumerate(settings)
    ]
    model = make_model(cells, settings=settings)
    html = page_html(model)
    assert all(len(block.panels) in (0, 6) for block in model.figures)
    assert len(html.encode()) < 1_000_000


def test_the_users_matplotlib_settings_stay_as_they_were(make_model, one_cell):
    matplotlib.rcParams["font.size"] = 17.0
    try:
        page_html(make_model([one_cell]))
        assert matplotlib.rcParams["font.size"] == 17.0
    finally:
        matplotlib.rcdefaults()


def test_signs_no_font_has_are_no_warning(make_model, one_cell):
    html = page_html(make_model([one_cell], title={"en": "日本 🍫"}, settings=[{"rules.clock": "🍫日本"}]))
    assert "日本 🍫" in html


def test_building_the_model_is_light():
    heavy = ("matplotlib", "jinja2", "numba", "scipy", "polars")
    script = f"import sys, balance.report; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_a_report_loads_nothing_that_plays():
    """`balance report` reads tables and draws; kernels would cost it half a second."""
    rooms = (
        "commands.report",
        "engine.store",
        "engine.picking",
        "engine.scenes",
        "verdict.sweeping",
        "report.render",
    )
    script = "\n".join(
        [*(f"import balance.{room}" for room in rooms), "import sys; print('numba' in sys.modules)"]
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"


def test_pyplot_is_never_imported(make_model, one_cell):
    page_html(make_model([one_cell]))
    assert "matplotlib.pyplot" not in sys.modules


def test_what_cannot_be_reported_is_refused(one_cell):
    good = manifest([one_cell])
    facts = RunFacts.from_manifest(good)
    with pytest.raises(RunError, match="no report in 'fr'"):
        build(facts, [one_cell], "fr")
    with pytest.raises(RunError, match="nothing to report"):
        build(facts, [], "de")
    with pytest.raises(RunError, match="'seed'"):
        RunFacts.from_manifest({key: value for key, value in good.items() if key != "seed"})
    with pytest.raises(RunError, match="game 'chess'"):
        RunFacts.from_manifest({**good, "game": "chess"})


def test_what_a_reader_must_know_first_stands_first(make_model, three_cells):
    cells, settings = three_cells
    warning = "supply.yaml:3:4: warning: odd\n     3 | supply: 7\n       |    ^\n       = be even"
    model = make_model(cells, settings=settings, interrupted=True, warnings=[warning])
    assert "interrupted" in model.alerts[0]
    assert model.alerts[-1] == "The check warned: supply.yaml:3:4: odd; be even."
    part = build(RunFacts.from_manifest(manifest(cells, settings=settings)), cells[:2], "en")
    assert "A variant of this experiment is missing" in part.alerts[0]
    uneven = measured([Playout((50, 40))] * 7, policies=("greedy", "random"), rotate=True)
    assert any("do not count" in alert for alert in make_model([uneven]).alerts)
