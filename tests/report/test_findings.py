"""Which five sentences a page says, and when; every game's own texts."""

import re
import string
from dataclasses import replace
from pathlib import Path

import pytest
from made_up import Playout, manifest, measured, playouts

from balance.core.finding import Rule
from balance.core.tables import GAME_COLUMNS, SEAT_COLUMNS, table_columns
from balance.core.texts import LANGS, game_texts
from balance.games import GAMES
from balance.metrics import specs
from balance.metrics.series import printed_facts
from balance.report import RunFacts, build
from balance.report.bounds import bounds_page
from balance.report.examples import of_rule
from balance.report.findings import MOST
from balance.report.phrases import phrases_for

LEAD = {"value", "interval", "bound", "item", "where"}
MORE = {"twin": ["second"], "lines": ["moment"]}  # texts that a kind of figure has besides


def keys(model):
    return [finding.key for finding in model.headlines]


def said(model, key):
    (found,) = [one for one in (*model.headlines, *model.rest) if one.key == key]
    return found


def test_a_rule_speaks_only_where_the_whole_interval_is_beyond_its_bound():
    below, above = Rule("x", "m", 1, below=0.05), Rule("x", "m", 1, above=0.3)
    assert below.excess(0.0, 0.049) == pytest.approx(0.001)
    assert below.excess(0.0, 0.05) == 0
    assert above.excess(0.31, 0.4) == pytest.approx(0.01)
    assert above.excess(0.3, 0.9) == 0
    assert above.excess(float("nan"), float("nan")) == 0
    always = Rule("x", "m", 1, cells="somewhere")
    assert always.excess(0.2, 0.3) > always.excess(0.0, 0.1) > 0
    assert always.excess(float("nan"), float("nan")) == 0
    with pytest.raises(ValueError, match="one of above and below"):
        Rule("x", "m", 1, above=0.3, below=0.05)
    with pytest.raises(ValueError, match="cells it is meant for"):
        Rule("x", "m", 1)


def test_at_most_five_sentences_the_heaviest_first(make_model, three_cells):
    cells, settings = three_cells
    model = make_model(cells, settings=settings)
    weights = [finding.weight for finding in model.headlines]
    assert len(weights) == MOST and weights == sorted(weights, reverse=True)
    assert max((one.weight for one in model.rest), default=0) <= weights[-1]
    assert "players" in keys(model) and "assumed" in keys(model)


def test_cut_off_playouts_come_before_everything(make_model):
    played = [*playouts(400, 4), *[Playout((1, 1, 1, 1), truncated=True)] * 20]
    assert keys(make_model([measured(played)]))[0] == "ends"


def test_nothing_to_report_is_said(make_model):
    orders = [(50, 40, 40, 40), (40, 50, 40, 40), (40, 40, 50, 40), (40, 40, 40, 50)] * 300
    varieties = dict.fromkeys(GAMES[0].rules_model().varieties, 1)
    cell = measured([Playout(scores, 40, "supply") for scores in orders], made=varieties)
    even = replace(cell, measures=tuple(m for m in cell.measures if m.metric != "points_winner_mean"))
    model = make_model([even], "de")
    assert model.quiet.startswith("Nichts Auffälliges")
    assert keys(model) == ["seats", "assumed", "close", "ends"]
    assert make_model([measured(playouts(2000, 4, edge=9))]).quiet == ""


def test_a_dead_end_rule_is_named_with_number_interval_bound_link_and_reason(make_model):
    model = make_model([measured(playouts(4000, 4))], "de")
    assert "dead_supply" not in keys(model), "one playout in ten ends by it"
    never = make_model([measured([Playout((50, 40, 30, 20))] * 400)], "de")
    found = said(never, "dead_supply")
    assert found.lead == "Der Vorrat an Paketen beendete keine einzige Partie."
    details = " ".join(found.details)
    assert re.search(
        r"0,0.–.1,0.% \(95‑%‑Intervall\); genannt wird das, wenn es 5.% oder weniger sind\.", details
    )
    assert "A1, A3" in details and "400" in details
    assert found.target == "ends"


def test_several_cells_are_counted_and_listed(make_model, three_cells):
    cells, settings = three_cells
    found = said(make_model(cells, settings=settings), "players")
    assert found.lead.replace("\u00a0", " ").startswith("Between 2 players and 6 players")
    assert len(found.cells) == 3 and "times as often as fair" in found.cells[0]


def told(cell, lang="en"):
    """A report in which every wanted playout exists."""
    facts = RunFacts.from_manifest(manifest([cell]))
    return build(facts, [cell], lang, lambda wanted: f"tell {wanted.how} {wanted.seat} {wanted.column}")


def test_a_finding_names_a_playout_to_look_at():
    favoured = told(measured(playouts(4000, 4, edge=9)), "de")
    assert said(favoured, "seats").replay == "tell seat 0 "
    assert said(favoured, "seats").replay_words == "Ein typischer Sieg von Platz 1:"
    assert said(favoured, "points").replay == "tell won_most 0 points_bronze"
    even = told(measured([Playout((50, 40)), Playout((40, 50))] * 100))
    assert said(even, "seats").wanted is None, "no seat is ahead"
    assert said(even, "close").replay == "tell closest 0 "
    assert said(even, "assumed").replay == said(even, "assumed").replay_words == ""
    cut = told(measured([*playouts(400, 4), *[Playout((1, 1, 1, 1), truncated=True)] * 20]))
    assert (said(cut, "ends").replay, said(cut, "ends").replay_words) == (
        "tell cut_off 0 ",
        "A game that was cut off:",
    )


def test_what_hardly_happens_is_shown_where_it_happens_at_all(make_model):
    """Two players never end by the supply; of the few games of four that do so one is named."""
    cells = [
        measured([Playout((50, 40))] * 400, key="rules.players=2"),
        measured(
            [*[Playout((50, 40, 30, 20))] * 398, *[Playout((50, 40, 30, 20), 40, "supply")] * 2],
            key="rules.players=4",
        ),
    ]
    model = make_model(cells, settings=[{"rules.players": n} for n in (2, 4)])
    wanted = said(model, "dead_supply").wanted
    assert (wanted.cell, wanted.how, wanted.word) == ("rules.players=4", "few_ends", "supply")


SHOWN = {
    ("chocolaterie", "dead_supply"): "few_ends supply",
    ("chocolaterie", "dominant_variety"): "won_most made_nougat",
    ("chocolaterie", "strong_variety"): "won_most made_nougat",
    ("festtafel", "full_sideboard"): "most aside",
    ("festtafel", "strong_dish"): "won_most made_pizza",
    ("schokoladenmarkt", "deciding_market"): "most market_decided",
    ("schokoladenmarkt", "dominant_variety"): "won_most made_voll_nuss",
    ("schokoladenmarkt", "blocked_variety"): "most blocked_voll_nuss",
    ("schokoladenmarkt", "jungle_start"): "won_most start_jungle",
    ("schwarzwaelder_kirsch", "scarce"): "longest ",
    ("schwarzwaelder_kirsch", "stalls"): "longest ",
    ("schwarzwaelder_kirsch", "strong_profession"): "won_most won_as_chocolatiere",
    ("schwarzwaelder_kirsch", "many_busts"): "most busts",
    ("schwarzwaelder_kirsch", "many_tiebreaks"): "end tiebreak",
}
"""Which playout shows what a rule says. The others say that something hardly happens: nothing shows that."""
ITEMS = {
    "chocolaterie": "nougat",
    "festtafel": "pizza",
    "schokoladenmarkt": "voll_nuss",
    "schwarzwaelder_kirsch": "chocolatiere",
}


def table_names(game):
    """The columns of a game's two tables."""
    layout = game.module("layout")
    entries = [game.module("compiling").column_names(game.rules_model())]
    rows = {"games": (GAME_COLUMNS, layout.GAME_ROW), "seats": (SEAT_COLUMNS, layout.SEAT_ROW)}
    return {
        table: {c.name for c in table_columns(common, {name: row[name].shape for name in row.names}, entries)}
        for table, (common, row) in rows.items()
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_rule_says_what_shows_it(game):
    facts = replace(printed_facts(game), policies=("greedy",) * game.rules_model().players)
    by_name = {spec.name: spec for spec in specs(game)}
    columns = table_names(game)
    for rule in game.module("metrics").FINDINGS:
        item = ITEMS[game.slug] if rule.each else rule.item
        wanted = of_rule(rule, by_name[rule.metric], facts, item)
        expected = SHOWN.get((game.slug, rule.key))
        if rule.key == "idle_penalty":  # no playout has any penalty then: it is sought, and not found
            assert wanted is not None and wanted.column.startswith("points_penalty_")
            continue
        assert (None if wanted is None else f"{wanted.how} {wanted.column or wanted.word}") == expected, (
            rule.key
        )
        assert wanted is None or not wanted.column or wanted.column in columns[wanted.table]
        assert wanted is None or wanted.words(phrases_for(game, "en")).endswith(":")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_games_findings_have_a_metric_a_figure_and_sentences_in_both_languages(game):
    module, texts = game.module("metrics"), game_texts(game.package).get("findings", {})
    figures = {figure.key for figure in getattr(module, "FIGURES", ())}
    metrics = {spec.name for spec in specs(game)}
    rules = getattr(module, "FINDINGS", ())
    assert {rule.key for rule in rules} == set(texts)
    for rule in rules:
        assert rule.metric in metrics, rule.key
        assert rule.figure in figures | {
            "",
            "seats",
            "scores",
            "margin",
            "sources",
            "winners",
            "length",
            "ends",
        }
        own = texts[rule.key]
        assert {"question", "lead"} <= set(own) <= {"question", "lead", "zero", "same", "many", "why"}
        for part, by_lang in own.items():
            fields = [
                {name for _, name, _, _ in string.Formatter().parse(by_lang[lang]) if name} for lang in LANGS
            ]
            assert fields[0] == fields[1] <= LEAD, (rule.key, part)
            assert part == "question" or all(by_lang[lang].endswith(".") for lang in LANGS), (rule.key, part)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_games_figures_have_metrics_and_texts_in_both_languages(game):
    module, texts = game.module("metrics"), game_texts(game.package).get("figures", {})
    metrics = {spec.name for spec in specs(game)}
    figures = getattr(module, "FIGURES", ())
    assert {figure.key for figure in figures} == set(texts)
    for figure in figures:
        assert {*figure.metrics, *figure.facts, *figure.columns} <= metrics, figure.key
        assert re.fullmatch(r"[a-z][a-z0-9_]*", figure.key)
        wanted = {"title", "lead", "caption", "axis", "item", *MORE.get(figure.kind, [])}
        assert set(texts[figure.key]) == wanted, figure.key
        assert all(text[lang].strip() for text in texts[figure.key].values() for lang in LANGS)


def test_the_page_of_bounds_is_current():
    page = Path(__file__).parents[2] / "docs" / "findings.md"
    assert page.read_text(encoding="utf-8") == bounds_page(), (
        "python -m balance.report.bounds > docs/findings.md"
    )
