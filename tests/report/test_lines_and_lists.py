"""Means over the course of a game as lines, and swept lists that say only what differs from the printed game."""

import re
from math import inf, isnan, nan
from types import SimpleNamespace

import pytest

from balance.core.texts import LANGS
from balance.games import GAMES
from balance.games.schokoladenmarkt import GAME
from balance.games.schokoladenmarkt.metrics import FIGURES, METRICS
from balance.report.courses import lines_panels
from balance.report.numbers import plain
from balance.report.own_figures import own_blocks
from balance.report.phrases import phrases_for
from balance.stats.estimate import Estimate

ROWS = "rules.market.rows"
PRINTED = [
    {"points": 2},
    {"points": 1, "cards": 1},
    {"points": 1, "resources": 1},
    {"points": 1},
    {"cards": 1},
]
PRINTED += [{"roads": 1}, {"resources": 1}]


class Page:
    """What `lines_panels` needs of a context."""

    is_drawn = True
    phrases = phrases_for(GAME, "en")

    def title(self, view):
        return view


def estimate(value, low, high):
    return Estimate(value, low, high, 50, 0.95, "ratio_t")


def test_small_numbers_stand_on_top_where_rows_are_counted_from_there():
    phases = {
        5: {"alpenmilch": estimate(5, 4.5, 5.5), "edel_bitter": estimate(6, 5.8, 6.3)},
        10: {"alpenmilch": estimate(3, -inf, inf)},
    }
    (panel,) = lines_panels(Page(), [("a cell", phases)], ("After round", "Row"), is_down=True)
    drawing = panel.drawing
    assert (panel.title, drawing.ticks, drawing.title) == ("a cell", ("5", "10"), "After round")
    alpenmilch, edel_bitter = drawing.curves
    assert (alpenmilch.label, edel_bitter.label) == ("Alpenmilch", "Edel-Bitter")
    assert [place.value for place in alpenmilch.places] == [-5, -3]
    assert (alpenmilch.places[0].low, alpenmilch.places[0].high) == (-5.5, -4.5)
    assert isnan(edel_bitter.places[1].value)
    assert all(tick.at == -float(tick.text) for tick in drawing.axis.ticks)
    assert drawing.axis.low < -6.3 and drawing.axis.high > -3
    (up,) = lines_panels(Page(), [("a cell", phases)], ("After round", "Row"), is_down=False)
    assert up.drawing.curves[0].places[0].low == 4.5


def test_where_no_playout_lasts_so_long_there_is_no_figure():
    """Games of three points are over before the fifth round; the page crashed."""

    class Short(Page):
        views = (SimpleNamespace(by_item=lambda _: {"alpenmilch@round5": estimate(nan, -inf, inf)}),)

    lines = [figure for figure in FIGURES if figure.kind == "lines"]
    assert lines and own_blocks(Short(), lines, METRICS) == ()


@pytest.mark.parametrize(
    ("lang", "changed", "said"),
    [
        ("en", {}, "as printed"),
        ("de", {}, "wie gedruckt"),
        ("en", {0: {"points": 3}}, "Row 1: 3 points"),
        ("de", {3: {}}, "Reihe 4: nichts"),
        ("en", {4: {"cards": 2}, 5: {"roads": 2, "points": 0}}, "Row 5: 2 development cards; Row 6: 2 roads"),
        ("de", {6: {"cards": 1, "resources": 1}}, "Reihe 7: 1 Entwicklungskarte, 1 Rohstoff"),
    ],
)
def test_a_swept_list_says_what_differs(lang, changed, said):
    rows = [changed.get(place, row) for place, row in enumerate(PRINTED)]
    phrases = phrases_for(GAME, lang)
    assert plain(phrases.swept_value(ROWS, rows)) == said
    assert plain(phrases.setting(ROWS, rows)).endswith(said)


def test_a_list_of_another_length_says_which_parts_it_lacks():
    phrases = phrases_for(GAME, "en")
    assert plain(phrases.swept_value(ROWS, PRINTED[:6])) == "Row 7: none"
    assert plain(phrases.setting(ROWS, [*PRINTED, {"roads": 1}])) == "Rewards · Row 8: 1 road"
    assert phrases.setting(ROWS, PRINTED) == "Rewards as printed"
    whole = [{"points": 2, "cards": 0, "resources": 0, "roads": 0}, {"points": 0, "cards": 0}]
    assert plain(phrases.value(ROWS, whole)) == "Row 1: 2 points; Row 2: nothing"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("lang", LANGS)
def test_no_entry_of_a_table_is_a_number_beside_a_number(game, lang):
    """`Dice · Amount · 4 5`: five dice for four players, but who can tell?"""
    phrases = phrases_for(game, lang)

    def leaves(shelf, path):
        for key, value in shelf.items():
            if isinstance(value, dict) and value:
                yield from leaves(value, f"{path}.{key}")
            else:
                yield f"{path}.{key}", value

    said = [phrases.setting(*leaf) for leaf in leaves(game.resolve(game.rules_model()), "rules")]
    assert len(said) > 20
    assert not [text for text in said if re.search(r"\d \d", text)]


def test_other_lists_are_written_out():
    phrases = phrases_for(GAME, "en")
    assert phrases.swept_value("rules.board.jungle_numbers", [4, 6, 8, 10, 11]) == "4, 6, 8, 10, 11"
    assert phrases.swept_value("rules.players", 3) == "3"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("rules.market.varieties.alpenmilch.cost.cocoa", "Alpenmilch · Cost · cocoa"),
        ("rules.market.varieties.edel_bitter.start_row", "Edel-Bitter · First row"),
        ("rules.ingredients.cocoa.cards", "Cocoa · Cards"),
        ("rules.ingredients.vanille.cards", "Vanille · Cards"),
        ("rules.board.harbours.any", "Board · Harbours · General"),
        ("rules.market.chips", "Victory point chips"),
    ],
)
def test_a_key_is_called_by_what_tells_it_apart(key, said):
    """Not by the shelf it stands on: two swept costs would look the same where a figure cuts them."""
    assert phrases_for(GAME, "en").key_title(key) == said
