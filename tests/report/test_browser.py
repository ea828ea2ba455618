"""The page in a real browser. Without one these are skipped, but on a build server that is a failure."""

import json
import os
from pathlib import Path

import pytest
from chromium import Chromium, find_browser
from made_changes import comparison
from made_up import manifest, measured, playouts

from balance.games import GAMES
from balance.report import RunFacts
from balance.report.compared_runs import ComparedRun
from balance.report.comparison import build_comparison
from balance.report.render import page_html

WIDTHS = (360, 800, 1400)
NOISE = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    program = find_browser()
    if program is None:
        if os.environ.get("CI", "") not in ("", "0", "false"):
            pytest.fail("no chromium found: install Debian's package chromium")
        pytest.skip("no chromium found")
    with Chromium(program, tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory, make_model, one_cell, three_cells, many_cells):
    """Pages of one, three and many cells, one with names as long as they come, and one of a comparison."""
    folder = tmp_path_factory.mktemp("pages")
    long = "Donaudampfschifffahrtsgesellschaftskapitaen" * 3
    wide = measured(playouts(80, 3), policies=(long, "greedy", "random"))
    models = {
        "one": make_model([one_cell], "de"),
        "three": make_model(three_cells[0], settings=three_cells[1]),
        "many": make_model(many_cells[0], "de", settings=many_cells[1]),
        "long": make_model(
            [wide], title={"en": long}, command=f"balance run {long}", settings=[{f"rules.{long}": long}]
        ),
        "compare": build_comparison(
            comparison(GAMES[0], ("base", "other"), tiers=2),
            GAMES[0],
            "de",
            command=f"balance compare {long}",
            version="1",
            runs=[
                ComparedRun(side, RunFacts.from_manifest(manifest([wide])), "", long) for side in ("a", "b")
            ],
        ),
    }
    for name, model in models.items():
        (folder / f"{name}.html").write_text(page_html(model), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in models}


@pytest.mark.parametrize("name", ["one", "three", "many", "long", "compare"])
def test_a_page_fits_every_screen_and_asks_for_nothing(browser, pages, name):
    browser.look(1400)
    browser.open(pages[name].as_uri())
    for width in WIDTHS:
        for scheme in ("light", "dark"):
            browser.look(width, scheme)
            wide = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
            assert browser.value(wide) == 0, (width, scheme)
            browser.value("window.scrollTo(1000, 0)")
            assert browser.value("window.scrollX") == 0
    said = [event for event in browser.events if event["method"] in NOISE]
    assert said == []
    asked = [
        event["params"]["request"]["url"]
        for event in browser.events
        if event["method"] == "Network.requestWillBeSent"
    ]
    assert [url for url in asked if not url.startswith("data:")] == [pages[name].as_uri()]


def test_texts_of_figures_are_large_enough_on_a_telephone(browser, pages):
    browser.look(360)
    browser.open(pages["three"].as_uri())
    smallest = browser.value(
        "Math.min(...[...document.querySelectorAll('svg text')].map(text => "
        "parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"
    )
    assert smallest >= 10


@pytest.mark.parametrize("name", ["one", "three", "many", "long", "compare"])
@pytest.mark.parametrize("width", [360, 1400])
def test_texts_stay_inside_their_figure(browser, pages, name, width):
    browser.look(width)
    browser.open(pages[name].as_uri())
    outside = browser.value(
        "[...document.querySelectorAll('svg.plot')].flatMap(svg => { const box = svg.getBoundingClientRect();"
        " return [...svg.querySelectorAll('text')].filter(text => { const its = text.getBoundingClientRect();"
        " return its.left < box.left - 1 || its.right > box.right + 1 || its.top < box.top - 1"
        " || its.bottom > box.bottom + 1; }).map(text => text.textContent); })"
    )
    assert outside == []


def test_the_scheme_of_the_reader_is_followed(browser, pages):
    browser.open(pages["one"].as_uri())
    grounds = {}
    for scheme in ("light", "dark"):
        browser.look(800, scheme)
        grounds[scheme] = browser.value("getComputedStyle(document.body).backgroundColor")
        mark = browser.value("getComputedStyle(document.querySelector('#seats svg use')).fill")
        grounds[scheme + " mark"] = mark
    assert grounds["light"] == "rgb(250, 247, 242)"
    assert grounds["dark"] == "rgb(22, 19, 16)"
    assert grounds["light mark"] != grounds["dark mark"]


def test_every_link_leads_somewhere_on_the_page(browser, pages):
    browser.open(pages["three"].as_uri())
    lost = browser.value(
        "[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"
        ".filter(href => !href.startsWith('#') || !document.getElementById(href.slice(1)))"
    )
    assert lost == []
    assert browser.value("document.querySelectorAll('.answers ol a').length") == 5


def test_the_findings_are_on_the_first_screen(browser, pages):
    browser.look(1400, height=900)
    browser.open(pages["one"].as_uri())
    assert browser.value("document.querySelector('.answers ol').getBoundingClientRect().bottom") <= 900


def test_it_prints(browser, pages, tmp_path):
    browser.open(pages["one"].as_uri())
    browser.pdf(Path(tmp_path / "page.pdf"))
    content = (tmp_path / "page.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert 2 <= content.count(b"/Type /Page\n") + content.count(b"/Type /Page ") <= 12


def test_a_figures_sentence_stands_at_its_left_edge_unless_a_table_stands_beside(browser, pages):
    browser.look(1400)
    browser.open(pages["many"].as_uri())
    gaps = """JSON.stringify([...document.querySelectorAll('.figure:not(.beside)')].map(section =>
        section.querySelector('.lead, h2').getBoundingClientRect().left
        - section.querySelector('figure').getBoundingClientRect().left))"""
    assert set(json.loads(browser.value(gaps))) == {0}


def test_a_wide_table_shows_that_it_goes_on(browser, pages):
    browser.look(360)
    browser.open(pages["many"].as_uri())
    shades = """[...document.querySelectorAll('.scroll')].filter(box => box.scrollWidth > box.clientWidth)
        .every(box => getComputedStyle(box).backgroundAttachment === 'local, scroll')"""
    assert browser.value(shades) is True


@pytest.mark.parametrize("name", ["one", "three", "many", "compare"])
def test_no_figure_is_clipped_where_a_page_is_printed(browser, pages, name):
    """A4 between its margins is 182 mm wide: 688 pixels, and 1,000 high at 16 mm of margin."""
    browser.look(688, height=1000)
    browser.send("Emulation.setEmulatedMedia", media="print")
    browser.open(pages[name].as_uri())
    clipped = browser.value(
        "JSON.stringify([...document.querySelectorAll('svg.plot, .panel')].filter(box => {"
        " const its = box.getBoundingClientRect();"
        " return its.right > 689 || its.left < -1 || its.height > 1000; }).length)"
    )
    browser.send("Emulation.setEmulatedMedia", media="")
    assert clipped == "0"
