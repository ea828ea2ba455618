"""Changes in words and as a figure: of every metric of every game, in both languages."""

from dataclasses import replace

import matplotlib
import pytest
from made_changes import change, changes_of, comparison

from balance.core.texts import LANGS
from balance.games import GAMES
from balance.metrics import specs
from balance.report.canvas import STYLE
from balance.report.changes import writer_of
from balance.report.changes_figure import LISTED, changes_figure, leading
from balance.report.figures import sheet_figure
from balance.report.numbers import plain
from balance.report.phrases import phrases_for

EVERY = [pytest.param(game, lang, id=f"{game.slug}-{lang}") for game in GAMES for lang in LANGS]


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_every_row_of_the_figure_says_what_it_is_and_where_it_stands_in_the_list(game, lang):
    found = comparison(game, ("base", "other"), tiers=2)
    writer = writer_of(phrases_for(game, lang), specs(game), found.settings)
    block = changes_figure(found, writer)
    assert len({panel.title for panel in block.panels}) == len(block.panels) == 4
    listed = [f"{n}. {writer.name(each)}" for n, each in enumerate(leading(found.tiers[0])[:LISTED], 1)]
    for panel in block.panels:
        labels = [row.label for row in panel.drawing.rows]
        assert labels and set(labels) <= set(listed)
        assert len({label.partition(". ")[2] for label in labels}) == len(labels)
        assert panel.drawing.axis.low == -panel.drawing.axis.high
    shown = {row.label: row.text for panel in block.panels for row in panel.drawing.rows}
    for number, each in enumerate(leading(found.tiers[0])[:LISTED], 1):
        unit = {"share": {"de": "Pp", "en": "pp"}[lang], "points": writer.phrases.say("change.points", n="")}
        if each.unit in unit:
            assert shown[f"{number}. {writer.name(each)}"].endswith(unit[each.unit].strip())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_names_are_whole_in_the_picture(game):
    found = comparison(game)
    writer = writer_of(phrases_for(game, "de"), specs(game), found.settings)
    long = replace(found.tiers[0].changes[0], metric=next(s.name for s in specs(game)), item="y" * 90)
    found = replace(found, tiers=(replace(found.tiers[0], changes=(long, *found.tiers[0].changes)),))
    block = changes_figure(found, writer)
    with matplotlib.rc_context(STYLE):
        texts = [text.get_text() for text in sheet_figure(block.title, block.panels, 1).texts]
    drawn = "".join("".join(texts).split())
    assert "…" not in drawn
    for row in block.panels[0].drawing.rows:
        assert "".join(row.label.split()) in drawn
        assert row.text in texts


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_every_change_is_a_sentence_with_its_unit(game, lang):
    writer = writer_of(phrases_for(game, lang), specs(game), {})
    kinds = {spec.name: type(spec.gauge).__name__ for spec in specs(game)}
    for up in changes_of(game):
        down = replace(up, a=up.b, b=up.a, low=-up.high, high=-up.low)
        said = [plain(writer.sentence(each)) for each in (up, down)]
        assert said[0] != said[1]
        for text, each in zip(said, (up, down), strict=True):
            assert text[0].isupper() and text.endswith(".") and text.count(": ") <= 1
            both = plain(f"{text} {writer.numbers(each)}")
            assert all(plain(writer.value(each, side)) in both for side in (each.a, each.b))
            counts_games = kinds.get(each.metric) in ("PlayoutShare", "EndShare")
            generic = not writer.phrases.knows(f"change.{each.metric}.up")
            if each.unit == "share" and generic:
                assert any(word in text for word in (" Partien", " games")) >= counts_games
                assert counts_games or "%" in text
    titles = [writer.metric(spec.name) for spec in specs(game)]
    assert len(set(titles)) == len(titles)


def test_whole_numbers_have_no_decimals_and_values_are_as_precise_as_their_difference():
    game = GAMES[0]
    writer = writer_of(phrases_for(game, "de"), specs(game), {})
    whole = change("margin", "points", item="q95", a=15.0, b=19.0, method="ranks")
    assert writer.sentence(whole) == "Verteilung des Vorsprungs · 95-%-Quantil: etwa 4 Punkte höher."
    assert writer.numbers(whole).startswith("15 → 19, Unterschied +4 Punkte (")
    one = change("margin", "points", item="q95", a=15.0, b=14.0, method="ranks")
    assert writer.sentence(one) == "Verteilung des Vorsprungs · 95-%-Quantil: etwa 1 Punkt niedriger."
    assert writer.difference(one) == "−1 Punkt"
    assert writer.difference(replace(one, metric="length", unit="rolls")) == "−1 Wurf"
    stored = replace(change("bars_stored_mean", "count", a=7.33, b=3.7), low=-3.8, high=-3.46)
    assert writer.sentence(stored) == "Tafeln im Lager: jetzt 3,7 statt 7,3."
    assert plain(writer.numbers(stored)) == "Unterschied −3,6 (−3,8 bis −3,5; n = 2.000)"
    length = change("length_mean", "rolls", a=48.0, b=45.0)
    assert (writer.difference(length), writer.visible(length)) == ("−3,0 Würfe", "1,0 Würfe")


def test_a_quantile_of_a_phase_is_named_like_any_other():
    item = phrases_for(GAMES[0], "de").item("q75@1")
    assert plain(item) == "75-%-Quantil (Phase 1)"


def test_a_distance_between_shares_is_in_percentage_points_on_both_sides():
    game = GAMES[0]
    writer = writer_of(phrases_for(game, "en"), specs(game), {})
    found = {each.metric: each for each in changes_of(game)}
    assert writer.value(found["seat_spread"], found["seat_spread"].a).endswith(" percentage points")
    assert writer.value(found["tie_share"], found["tie_share"].a).endswith("%")
