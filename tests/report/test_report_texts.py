import re
import string
from dataclasses import replace
from pathlib import Path

import pytest

from balance import report
from balance.core.texts import LANGS, game_names, game_texts, prettified, read_texts
from balance.games import GAMES
from balance.metrics import specs
from balance.report.changes import writer_of
from balance.report.facts import CellRecord
from balance.report.numbers import Numbers, plain
from balance.report.phrases import Phrases, phrases_for
from balance.stats.estimate import Estimate
from balance.stats.procedures import PROCEDURES
from balance.verdict.comparing import Change


def leaves(node, path=()):
    if isinstance(node, dict):
        for key, value in node.items():
            yield from leaves(value, (*path, key))
    else:
        yield ".".join(path), node


def test_every_text_that_the_code_names_exists():
    known = {
        key
        for file in ("en", "sweep.en", "compare.en", "gate.en")
        for key in dict(leaves(read_texts("balance.report", f"texts/{file}.yaml")))
    }
    sources = [path.read_text() for path in Path(report.__file__).parent.glob("*.py")]
    named = {key for source in sources for key in re.findall(r'(?:say|text)\(\s*"([\w.]+)"', source)}
    assert len(named) > 50
    assert named <= known


def placeholders(text):
    return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name})


@pytest.mark.parametrize("file", ["", "sweep.", "compare.", "gate."])
def test_both_languages_say_the_same_things(file):
    texts = {lang: dict(leaves(read_texts("balance.report", f"texts/{file}{lang}.yaml"))) for lang in LANGS}
    assert texts["de"].keys() == texts["en"].keys()
    for key, german in texts["de"].items():
        english = texts["en"][key]
        assert isinstance(german, str) and german.strip(), key
        assert isinstance(english, str) and english.strip(), key
        assert placeholders(german) == placeholders(english), key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_a_game_says_in_its_own_words_is_said_to_everybody_else_in_others(game):
    own = game_texts(game.package)
    for lang in LANGS:
        said = {
            key: text
            for file in ("", "sweep.", "compare.")
            for key, text in leaves(read_texts("balance.report", f"texts/{file}{lang}.yaml"))
        }
        phrases = phrases_for(game, lang)
        for key, words in own.get("sentences", {}).items():
            assert set(words) == set(LANGS) and words[lang] != said[key], key
            assert placeholders(words[lang]) == placeholders(said[key]), key
            assert phrases.say(key) == words[lang]
        for spec in specs(game):
            assert (
                phrases.metric(spec)
                == own.get("metrics", {}).get(spec.name, {"de": spec.de, "en": spec.en})[lang]
            )
    assert set(own.get("metrics", {})) <= {spec.name for spec in specs(game)}


def test_a_weight_that_is_swept_is_named_with_its_persona():
    game = next(game for game in GAMES if game.slug == "schwarzwaelder_kirsch")
    key = "personas.rememberer.weights.memory"
    assert phrases_for(game, "de").setting(key, 250) == "Gedächtnis von rememberer 250"
    assert phrases_for(GAMES[0], "en").key_title("personas.x.weights.bronze") == "bronze of x"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_everything_on_the_table_has_a_name_in_both_languages(game):
    names = game_names(game.package)
    rules = game.resolve(game.rules_model())
    keys = {game.slug, "length_unit", "in_length_unit", *game.end_reasons}
    for section in ("varieties", "tiers", "ingredients"):
        keys.update(rules.get(section, ()))
    keys.update(rules.get("specials", ()))
    keys.update(part["device"] for part in rules.get("ingredients", {}).values() if part.get("device"))
    assert keys <= names.names.keys()
    for key, by_lang in names.names.items():
        assert set(by_lang) == set(LANGS), key
        assert all(isinstance(text, str) and text for text in by_lang.values()), key
    assert set(game.end_reasons) <= names.because.keys()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_word_of_a_key_of_the_rules_has_a_name(game):
    names = game_names(game.package).names
    keys = [".".join(path) for path in _paths(game.resolve(game.rules_model()), ("rules",))]
    words = {
        word
        for key in keys
        if key not in names
        for word in key.split(".")[1:]
        if word not in names and f"rules.{word}" not in names and not word.isdigit()
    }
    assert not words


def _paths(value, path):
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _paths(part, (*path, key))
    else:
        yield path


def test_german_names_are_those_on_the_table():
    names = game_names(GAMES[0].package)
    assert names.name("trueffel", "de") == "Trüffel"
    assert names.name("weisse_haselnuss", "de") == "Weiße Haselnuss"
    assert names.name("trueffel", "en") == "Truffle"


def test_a_designers_own_key_gets_a_readable_name():
    names = game_names(GAMES[0].package)
    assert names.name("dunkle_nuss", "de") == "Dunkle nuss"
    assert names.name("points_bonus_platin", "de") == "Paketbonus Platin"
    assert names.name("points_bonus_gold", "en") == "Gold package bonus"
    assert names.name("points_", "en") == "Points"
    assert prettified("_") == "_"
    assert names.name("<b>", "en") == "<b>"


def cell(settings, policies=("greedy",) * 4, rotate=False):
    return CellRecord("x", settings, len(policies), tuple(policies), rotate)


@pytest.mark.parametrize(
    ("lang", "settings", "name"),
    [
        ("de", {"rules.players": 4}, "4 Spieler"),
        ("en", {"rules.clock": "long", "rules.players": 2}, "Clock long, 2 players"),
        ("en", {"rules.packages.enabled": False}, "Packages off"),
        ("de", {"rules.varieties.nougat.points": 9}, "Nougat · Punkte 9"),
        ("de", {"rules.amount_scale": 1.25}, "Faktor der Rezeptmengen 1,25"),
        ("en", {"policies.all": "random"}, "Policy random"),
        ("en", {}, "4 players"),
    ],
)
def test_cells_are_named_by_what_was_set(lang, settings, name):
    phrases = Phrases(
        lang, read_texts("balance.report", f"texts/{lang}.yaml"), Numbers(lang), game_names(GAMES[0].package)
    )
    assert phrases.cell(cell(settings)).replace("\u00a0", " ") == name


def test_line_ups_say_who_sits_where():
    phrases = Phrases(
        "en", read_texts("balance.report", "texts/en.yaml"), Numbers("en"), game_names(GAMES[0].package)
    )
    assert phrases.line_up(cell({})) == "greedy in every seat"
    mixed = ("greedy", "random", "random", "greedy")
    assert phrases.line_up(cell({}, mixed)) == "fixed: seats 1 and 4 greedy; seats 2 and 3 random"
    assert (
        phrases.line_up(cell({}, mixed, rotate=True)) == "2 × greedy, 2 × random, taking turns in every seat"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_items_of_a_course_are_named_with_their_phase(game, lang):
    phrases = phrases_for(game, lang)
    for what in ("reroll", "hire"):
        told = plain(phrases.item(f"{what}@2"))
        assert told == f"{phrases.name(what)} ({'Phase' if lang == 'de' else 'phase'} 2)"
    assert phrases.item("x@y") == phrases.name("x@y")


@pytest.mark.parametrize("lang", LANGS)
def test_every_procedure_has_a_name_for_readers(lang):
    known = read_texts("balance.report", f"texts/{lang}.yaml")["procedure"]
    assert PROCEDURES.keys() <= known.keys()
    assert not [name for name in PROCEDURES if "_" in known[name]]


@pytest.mark.parametrize(
    ("game", "item", "said"),
    [
        ("chocolaterie", "reroll@1", "Neuwurf (Phase 1)"),
        ("chocolaterie", "q50@2", "Median (Phase 2)"),
        ("schwarzwaelder_kirsch", "q05", "5-%-Quantil"),
        ("chocolaterie", "bronze_rush", "bronze_rush"),
        ("chocolaterie", "bronze_rush → greedy", "bronze_rush → greedy"),
        ("chocolaterie", "zartbitter", "Zartbitter"),
    ],
)
def test_what_an_estimate_is_of_is_said_in_words(game, item, said):
    phrases = phrases_for(next(one for one in GAMES if one.slug == game), "de")
    phrases = replace(phrases, policies=frozenset({"bronze_rush", "greedy"}))
    assert plain(phrases.item(item)) == said


def test_a_change_of_a_difference_of_shares_is_told_in_percentage_points():
    game = next(game for game in GAMES if game.slug == "schwarzwaelder_kirsch")
    a, b = (Estimate(value, value - 0.02, value + 0.02, 900, 0.95, "ratio_share") for value in (0.05, 0.082))
    change = Change(
        *("profession_lead", "difference", "base", None, "patissier", a, b),
        **{"low": 0.012, "high": 0.052, "p": 0.01, "p_adjusted": 0.01, "visible": 0.04, "gain": 1.0},
        **{"spread": 0.5, "method": "mover"},
    )
    writer = writer_of(phrases_for(game, "en"), specs(game), {})
    said = plain(" ".join((writer.sentence(change), writer.numbers(change), writer.visible(change))))
    assert "Pâtissier: about 3.2 percentage points more." in said
    assert "5.0 → 8.2, difference +3.2 percentage points (1.2–5.2; n = 900) 4.0 percentage points" in said
