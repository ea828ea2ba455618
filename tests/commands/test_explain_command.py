"""`balance explain`: every word that configs and results use is explained, in both languages, from its definition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.commands import explain, meanings
from balance.commands.meanings import all_meanings, find, known_words
from balance.core.errors import BalanceError
from balance.core.exit_codes import EXIT_TEXTS, ExitCode
from balance.core.texts import LANGS, Lang
from balance.games import GAMES
from balance.games.chocolaterie import GAME

Out = Callable[[], str]


@pytest.fixture
def out(capsys: pytest.CaptureFixture[str]) -> Out:
    return lambda: capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["give"], ("give  (weight", "Deduction for each bonus point others get.", "default: 300")),
        (["give", "--lang", "de"], ("give  (Gewicht", "Abzug für jeden Bonuspunkt", "Vorgabe: 300")),
        (["random"], ("random  (policy", "Draws evenly", "weights change nothing")),
        (["seat_w"], ("seat_w  (metric", "Inequality of the seats (w).", "formula: w = √", "interval: noncentral")),
        (["seat_w", "--lang", "de"], ("Ungleichheit der Plätze (w).", "Variationskoeffizient", "auf Englisch): w = √")),
        (["rules.clock"], ("rules.clock  (key", "48 rolls", "default: short; as in the rule text")),
        (["schichtzeit", "--lang", "de"], ("rules.clock  (Schlüssel", "48 Würfe", "Vorgabe: short; wie im Regeltext")),
        (["amount_scale"], ("rules.amount_scale  (key", "default: 1.0; assumed (A4); 0.5 to 2.0")),
        (["rules.varieties.trueffel.points"], ("Points of a finished bar.", "default: 7; assumed (A1: the text gives")),
        (["trueffel"], ("rules.varieties.trueffel  (key", "tier: silver")),
        (["packing"], ("one of: at_once, may_wait",)),
        (["a3"], ("A3  (rule", "2 a player with the short clock")),
        (["hope"], ("default: 0; -100000 to 100000; in thousandths",)),
        (["goodman"], ("goodman  (procedure", "Formula: the Wilson interval above")),
        (["70"], ("70  (exit code", "Our fault")),
        (["--game", "chocolaterie"], ("Keys of its configs", "rules.packages.supply", "hires_mean", "  greedy")),
    ],
)  # fmt: skip
def test_a_word_is_explained(words: list[str], said: tuple[str, ...], out: Out) -> None:
    scope = ["--game", "chocolaterie"] if "--game" not in words else []
    assert main(["explain", *words, *scope]) == 0
    text = " ".join(out().split())
    assert [part for part in said if " ".join(part.split()) not in text] == []


def test_a_preset_tells_its_weights_by_player_count(monkeypatch: pytest.MonkeyPatch, out: Out) -> None:
    greedy = replace(GAME.presets[1], by_players={2: {"gold": 1100}, 3: {"gold": 1300, "give": 0}})
    game = replace(GAME, presets=(GAME.presets[0], greedy))
    monkeypatch.setattr(explain, "GAMES", (game,))
    main(["explain", "greedy"])
    told = out()
    assert "with 2 players: gold 1100" in told
    assert "with 3 players: gold 1300, give 0" in told
    main(["explain", "gold"])
    assert "in greedy, by number of players: 2: 1100, 3: 1300, 4: 1000" in out()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["clok"], "'clok' is nothing I could explain; did you mean 'clock'?\n"),
        (["gredy"], "'gredy' is nothing I could explain; did you mean 'greedy'?\n"),
        (["xyzzyqq"], "'xyzzyqq' is nothing I could explain; a persona of your own needs --config FILE\n"),
        ([], "nothing to explain: name a word, or a game with --game to list all of its words\n"),
    ],
)
def test_what_is_unknown_is_refused_with_the_nearest(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *words]) == ExitCode.USAGE
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_everything_has_words_in_both_languages(game: type[GAME], lang: Lang) -> None:
    told = [meaning for meaning in all_meanings([game], lang) if meaning.kind != "procedure"]
    silent = [meaning.name for meaning in told if not meaning.lines or not all(meaning.lines)]
    assert silent == []
    kinds = {meaning.kind for meaning in told}
    assert kinds == {"key", "weight", "policy", "metric", "rule", "exit code"}


def test_nothing_is_german_in_english_only() -> None:
    """A text that is the same in both languages was left untranslated."""
    by_lang = {
        lang: {(m.kind, m.name): m.lines[0] for game in GAMES for m in all_meanings([game], lang)}
        for lang in LANGS
    }
    same = [
        key
        for key, line in by_lang["de"].items()
        if key[0] in ("key", "weight", "policy", "exit code") and by_lang["en"][key] == line
    ]
    assert same == []


def test_a_formula_in_english_words_says_so_in_german() -> None:
    german = {m.name: m.lines for m in all_meanings([GAME], "de") if m.kind == "metric"}
    assert german["seat_win_share"][2].startswith("Formel (auf Englisch): p_s = ")
    assert all("(auf Englisch)" in lines[-2] or " if " not in lines[-2] for lines in german.values())


def test_what_games_say_alike_is_said_once() -> None:
    other = replace(GAME, slug="other")
    (clock,) = find("rules.clock", [GAME, other], "en")
    assert clock.games == ("chocolaterie", "other")
    assert {"clock", "rules.clock", "greedy", "seat_w"} <= set(known_words([GAME]))
    assert meanings.find("nothing_like_it", [GAME], "en") == []


def test_every_exit_code_means_something() -> None:
    assert set(EXIT_TEXTS) == set(ExitCode)

    def children(kind: type[BalanceError]) -> set[type[BalanceError]]:
        return {kind}.union(*(children(child) for child in kind.__subclasses__()))

    assert {int(kind.exit_code) for kind in children(BalanceError)} <= {int(code) for code in ExitCode}


@pytest.fixture
def config(tmp_path: Path) -> str:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "version: 1\ngame: chocolaterie\n"
        "personas:\n"
        "  my_rush: {from: expert, weights: {bronze: 1500}}\n"
        "  quiet: {from: my_rush, weights: {bronze: 1200, gold: 900}}\n"
        "  plain: {from: greedy}\n"
        "policies: {seats: [my_rush, quiet], rotate: true}\n"
        "rules: {players: 2}\n"
        "vary: {rules.clock: [short, 24]}\n"
    )
    return str(path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["my_rush"], ("my_rush (policy, chocolaterie)", "mine.yaml:4; starts from expert", "1500 instead of 1250")),
        (["quiet", "--lang", "de"], ("aus", "geht aus von my_rush", "bronze 1200 statt 1500, gold 900 statt 1000")),
        (["plain"], ("starts from greedy", "no weights of its own")),
        (["bronze"], ("Worth of a bronze point.", "in my_rush", "mine.yaml:4: 1500", "mine.yaml:5: 1200")),
        (["rules.players"], ("Number of players.", "here: 2", "mine.yaml:8")),
        (["uhr", "--lang", "de"], ("hier: short, 24",)),
        ([], ("Weights of its policies", "my_rush", "starts from expert")),
    ],
)  # fmt: skip
def test_a_configs_own_words_are_explained(
    config: str, words: list[str], said: tuple[str, ...], out: Out
) -> None:
    assert main(["explain", *words, "--config", config]) == 0
    text = " ".join(out().split())
    assert [part for part in said if part not in text] == []
    assert "festtafel" not in text


def test_a_persona_without_its_config_or_with_another_game_is_refused(
    config: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "my_rush"]) == ExitCode.USAGE
    assert "--config FILE" in capsys.readouterr().err
    assert main(["explain", "my_rsh", "--config", config]) == ExitCode.USAGE
    assert "did you mean 'my_rush'?" in capsys.readouterr().err
    assert main(["explain", "my_rush", "--config", config, "--game", "festtafel"]) == ExitCode.USAGE
    assert "is a config of chocolaterie" in capsys.readouterr().err
