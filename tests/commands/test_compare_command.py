"""`balance compare`: both sides dealt the same, whatever else is asked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from balance.__main__ import main

BASE = """\
version: 1
game: chocolaterie
rules: {players: 2, clock: 10}
run: {games: 300, seed: 5}
"""
GOLD = "rules.varieties.schoko_goldbarren.points"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balance.report.render.write", lambda *_, **__: None)
    (tmp_path / "base.yaml").write_text(BASE)
    return tmp_path


def document(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["compare", *words, "--json", "-q"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


def test_one_document_with_everything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "base.yaml", "-s", f"{GOLD}=20", "-o", "c")
    assert found == json.loads((folder / "c/compare.json").read_text())
    assert main(["report", "c"]) == 2
    assert (
        "c is no run folder: it has no manifest.json; the runs of this comparison are c/a, c/b"
        in capsys.readouterr().err
    )
    assert (found["schema_version"], found["n"], found["seed"]) == (1, 300, 5)
    assert (found["policies"], found["paired"]) == (["greedy"], True)
    difference = {"key": GOLD, "a": 14, "b": 20, "a_place": "default", "b_place": "-s", "cells": []}
    assert found["rules_changed"] == [difference]
    keys = {"metric", "cell", "seat", "a", "b", "difference", "low", "high", "n", "moved"}
    assert all(keys <= row.keys() for row in found["metrics"])
    assert any(row["moved"] for row in found["metrics"])
    for row in found["metrics"]:
        assert row["difference"] == pytest.approx(row["b"] - row["a"], abs=1e-12)
    seats = [row["seat"] for row in found["metrics"] if row["metric"] == "seat_win_share"]
    assert sorted(seats) == [0, 1]


def test_sides_swapped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "gold.yaml").write_text(
        "version: 1\ngame: chocolaterie\nextends: base.yaml\n"
        "rules: {varieties: {schoko_goldbarren: {points: 20}}}\nrun: {seed: 99, games: 7}\n"
    )
    there = document(capsys, "base.yaml", "gold.yaml", "-o", "there")
    back = document(capsys, "gold.yaml", "base.yaml", "--seed", "5", "-n", "300", "-o", "back")
    assert there["rules_changed"][0]["b_place"] == "gold.yaml:4"
    others = {(r["metric"], r["seat"], r["item"]): r for r in back["metrics"]}
    for row in there["metrics"]:
        other = others[row["metric"], row["seat"], row["item"]]
        assert (row["a"], row["b"], row["moved"]) == (other["b"], other["a"], other["moved"])
        assert row["difference"] == -other["difference"]
        limits = [None if limit is None else -limit for limit in (other["high"], other["low"])]
        assert [row["low"], row["high"]] == pytest.approx(limits, abs=1e-12)


def test_nothing_depends_on_threads_or_batches(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["base.yaml", "-s", "rules.packages.supply=8"]
    first = document(capsys, *words, "-o", "one", "-j", "1", "--batch-size", "17")
    second = document(capsys, *words, "-o", "two", "-j", "2")
    assert first == second
    assert document(capsys, *words, "-o", "two") == second, "what is stored is not played again"


def test_the_same_on_both_sides(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "base.yaml", "base.yaml", "-o", "same")
    assert found["rules_changed"] == []
    assert not any(row["moved"] for row in found["metrics"])
    assert {row["difference"] for row in found["metrics"]} == {0}
    assert found["same"]
    assert main(["compare", "base.yaml", "base.yaml", "-o", "same", "-q"]) == 0
    out = capsys.readouterr().out
    assert "is the same on both" in out
    assert "would have shown" not in out
    assert not document(capsys, "base.yaml", "-s", "rules.packages.supply=8", "-o", "other")["same"]


def test_another_number_of_players_is_not_paired(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "base.yaml", "-s", "rules.players=3", "-o", "players")
    assert (found["paired"], found["unpaired_because"]) == (False, "players")
    assert {"rules.players", "rules.packages.supply"} <= {rule["key"] for rule in found["rules_changed"]}
    assert {"seat_lift", "seat_w", "score_mean"} <= {row["metric"] for row in found["metrics"]}


def test_one_game_shows_nothing_and_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "base.yaml", "-s", "rules.players=3", "-n", "1", "-o", "one", "-q"]) == 0
    out = capsys.readouterr().out
    assert "Mean score (no change would have shown)" in out
    assert "Share of shared wins (no change would have shown)" in out
    assert "unknown" not in out


def test_stored_runs_and_tiers_and_sweeps(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "base.yaml", "-o", "run", "-q"]) == 0
    assert main(["run", "base.yaml", "-o", "other", "-q", "--seed", "6"]) == 0
    capsys.readouterr()
    played = document(capsys, "run", "base.yaml", "-o", "x")
    assert played["paired"]
    assert {row["difference"] for row in played["metrics"]} == {0}
    assert document(capsys, "run", "other", "-o", "y")["unpaired_because"] == "seed"
    tiers = document(capsys, "base.yaml", "-s", f"{GOLD}=20", "--policies", "greedy,random", "-o", "z")
    assert tiers["policies"] == ["greedy", "random"]
    assert {row["policies"] for row in tiers["metrics"]} == {"greedy", "random"}
    assert tiers["disagreements"]
    assert {tuple(each["policies"]) for each in tiers["disagreements"]} == {("greedy", "random")}
    swept = "version: 1\ngame: chocolaterie\nextends: base.yaml\nvary: {rules.players: [2, 3]}\n"
    (folder / "swept.yaml").write_text(swept)
    cells = document(capsys, "swept.yaml", "-s", f"{GOLD}=20", "-o", "w")
    assert {row["cell"] for row in cells["metrics"]} == {"rules.players=2", "rules.players=3"}
    mixed = f"{BASE}policies: {{seats: [greedy, random], rotate: true}}\n"
    (folder / "mixed.yaml").write_text(mixed)
    rotated = document(capsys, "mixed.yaml", "-s", f"{GOLD}=20", "-o", "v")
    assert rotated["policies"] == ["greedy", "random"]
    assert "policy_win_share" in {row["metric"] for row in rotated["metrics"]}
    assert document(capsys, "mixed.yaml", "--policies", "greedy", "-s", f"{GOLD}=20", "-o", "u")["paired"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["base.yaml"], "there is nothing to compare"),
        (["nothing", "base.yaml"], "nothing"),
        (["base.yaml", "-s", "rules.clok=1"], "did you mean 'clock'"),
        (["base.yaml", "-s", f"{GOLD}=20", "--json", "--md"], "not both"),
        (["base.yaml", "--policies", "greedy,greedy"], "name each policy once"),
        (["base.yaml", "--policies", ""], "a name is missing"),
        (["base.yaml", "--policies", "greedy,"], "a name is missing"),
        (["base.yaml", "-s", f"{GOLD}=20", "-o", "taken"], "no comparison"),
        (["base.yaml", "-s", f"{GOLD}=20", "--policies", "gredy"], "greedy"),
        (["base.yaml", "--policies", "xpert"], "--policies:1:1: unknown policy 'xpert'"),
        (
            ["base.yaml", "feast.yaml"],
            "base.yaml is of chocolaterie, feast.yaml of festtafel: compare one game",
        ),
        (["supplies.yaml", "clocks.yaml"], "no variant of the one is a variant of the other"),
        (["base.yaml", "taken"], "taken is no run folder: it has no manifest.json"),
        (["base.yaml", "-s", "policies.all=expert", "--policies", "greedy"], "both say who plays"),
        (["mine.yaml", "base.yaml", "--policies", "mine"], "unknown policy 'mine' (base.yaml)"),
    ],
)
def test_refused_before_anything_is_played(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    (folder / "taken").mkdir()
    (folder / "taken/mine.txt").write_text("mine")
    (folder / "feast.yaml").write_text("version: 1\ngame: festtafel\n")
    (folder / "mine.yaml").write_text(BASE + "personas: {mine: {from: greedy, weights: {bronze: 1500}}}\n")
    (folder / "supplies.yaml").write_text(BASE + "vary: {rules.packages.supply: [8, 9]}\n")
    (folder / "clocks.yaml").write_text(
        BASE.replace("clock: 10", "packages: {supply: 9}") + "vary: {rules.clock: [10, 12]}\n"
    )
    before = sorted(path.name for path in folder.iterdir())
    assert main(["compare", *words]) == 2
    assert said in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == before
    assert [path.name for path in (folder / "taken").iterdir()] == ["mine.txt"]


def test_a_seed_that_is_not_used_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.yaml").write_text(BASE.replace("seed: 5", "seed: 6"))
    assert main(["compare", "base.yaml", "other.yaml", "-n", "60", "-o", "c", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["seed"] == 5 and json.loads(out)["paired"]
    assert "other.yaml has seed 6; both sides are dealt by seed 5, as base.yaml is" in err
    assert main(["compare", "base.yaml", "other.yaml", "-n", "60", "-o", "d", "--json", "--seed", "7"]) == 0
    assert "has seed" not in capsys.readouterr().err, "it was asked for"
    (folder / "third.yaml").write_text(BASE.replace("games: 300", "games: 90, precision: 1pp"))
    (folder / "few.yaml").write_text(BASE.replace("games: 300", "games: 60"))
    assert main(["compare", "few.yaml", "third.yaml", "-o", "e", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["n"] == 60
    assert "third.yaml has 90 games; both sides play 60, as few.yaml does" in err
    assert (
        "third.yaml asks for a precision; a comparison does not play for one: 60 games on both sides" in err
    )


@pytest.mark.parametrize("lang", ["de", "en"])
def test_lines_and_markdown(folder: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    words = ["compare", "base.yaml", "-s", f"{GOLD}=20", "-o", "c", "-q", "--lang", lang]
    assert main(words) == 0
    lines = capsys.readouterr().out
    assert {"de": "Was sich bewegt hat", "en": "What moved"}[lang] in lines
    assert GOLD in lines
    assert "greedy" in lines
    assert main([*words, "--md"]) == 0
    assert f"| {GOLD} |" in capsys.readouterr().out.replace("\\_", "_")


def test_everything_that_differs_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two stored runs that differ in everything at once; each of it is in the document and in the lines."""
    persona = "personas: {mine: {from: greedy, weights: {bronze: 1500}}}\n"
    (folder / "one.yaml").write_text(
        BASE + persona + "policies: {all: mine}\nvary: {rules.players: [2, 3]}\n"
    )
    (folder / "two.yaml").write_text(
        BASE.replace("clock: 10", "clock: 11")
        + persona.replace("1500", "900")
        + "policies: {all: mine}\nvary: {rules.players: [2, 4]}\n"
    )
    assert main(["run", "one.yaml", "-n", "60", "-o", "r1", "-q"]) == 0
    assert main(["run", "two.yaml", "-n", "90", "-o", "r2", "-q"]) == 0
    manifest = json.loads((folder / "r2/manifest.json").read_text())
    manifest["versions"] |= {"rules": 0, "sources": "other"}
    manifest["interrupted"] = True
    (folder / "r2/manifest.json").write_text(json.dumps(manifest))
    capsys.readouterr()
    found = document(capsys, "r1", "r2", "-o", "c")
    assert [(rule["key"], rule["a"], rule["b"]) for rule in found["rules_changed"]] == [
        ("rules.clock", 10, 11)
    ]
    assert found["policies_changed"] == [
        {
            "key": "personas.mine.weights.bronze",
            "a": 1500,
            "b": 900,
            "a_place": "one.yaml:5",
            "b_place": "two.yaml:5",
            "cells": [],
        }
    ]
    assert (found["n"], found["a"]["games"], found["b"]["games"]) == (60, [60], [90])
    assert (found["a"]["left_out"], found["b"]["left_out"]) == (["rules.players=3"], ["rules.players=4"])
    assert (found["a"]["interrupted"], found["b"]["interrupted"]) == (False, True)
    for lang, said in {
        "en": [
            "Bots that differ",
            "bronze of mine: 1,500 → 900",
            "Side B was interrupted",
            "version 0",
            "left",
        ],
        "de": [
            "Verschiedene Bots",
            "bronze von mine: 1.500 → 900",
            "Seite B wurde unterbrochen",
            "Fassung 0",
        ],
    }.items():
        assert main(["compare", "r1", "r2", "-o", "c", "-q", "--lang", lang]) == 0
        out = capsys.readouterr().out
        assert not [text for text in said if text not in out]
        assert {"en": "One side has more games", "de": "Eine Seite hat mehr Partien"}[lang] in out


def test_one_variant_against_a_sweep_has_no_more_games(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("sweep.yaml").write_text("extends: base.yaml\nvary: {rules.clock: [24, 48]}\n")
    assert main(["compare", "base.yaml", "sweep.yaml", "-n", "40", "-o", "c", "-q"]) == 0
    assert "more games" not in capsys.readouterr().out


def test_sweeps_that_are_paired_in_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["base.yaml", "-s", "vary={rules.players: [2, 3]}", "-s", "rules.clock=8", "-n", "60", "-o", "c"]
    found = document(capsys, *words)
    assert (found["paired"], found["unpaired"]) == (False, ["rules.players=3"])
    assert {row["method"] for row in found["metrics"] if row["cell"] == "rules.players=3"} == {"mover"}
    assert "bonett_price" in {row["method"] for row in found["metrics"]}
    assert main(["compare", *words, "-q"]) == 0
    assert "This holds for some variants only: 3 players" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("run.seed=9", "--seed sets the seed of both"),
        ("run.games=9", "-n sets the number of games of both"),
        ("run.precision=1pp", "-n sets the number of games"),
        ("title=x", "rules, personas and policies"),
        ("gates={score_mean: {drift: 1}}", "rules, personas and policies"),
    ],
)
def test_what_changes_no_game_is_no_side(
    folder: Path, capsys: pytest.CaptureFixture[str], key: str, said: str
) -> None:
    assert main(["compare", "base.yaml", "-s", key]) == 2
    err = capsys.readouterr().err
    assert "both sides would be played alike" in err
    assert said in err


def test_what_is_the_same_or_stands_on_one_side_only_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "sweep.yaml").write_text(f"{BASE}vary: {{rules.packages.enabled: [true, false]}}\n")
    found = document(capsys, "base.yaml", "sweep.yaml", "-o", "c")
    on, off = ("rules.packages.enabled=true", "rules.packages.enabled=false")
    assert found["identical"] == [on]
    assert {row["cell"] for row in found["metrics"]} == {off}, "what is one and the same is not measured"
    assert {(row["side"], row["cell"]) for row in found["one_sided"]} == {("a", off)}
    assert ("packages_full_mean", None) in {(row["metric"], row["item"]) for row in found["one_sided"]}
    both = {row["metric"] for row in found["metrics"]}
    assert not both & {row["metric"] for row in found["one_sided"] if row["item"] is None}
    assert main(["compare", "base.yaml", "sweep.yaml", "-o", "c", "-q"]) == 0
    lines = capsys.readouterr().out
    assert "Not compared, for it is the same on both sides: Packages on." in lines
    assert "  Only A: " in lines and "Full packages" in lines.partition("What only one side has")[2]
    back = document(capsys, "sweep.yaml", "base.yaml", "-o", "back")
    assert {row["side"] for row in back["one_sided"]} == {"b"}


def test_who_wins_comes_first_and_a_rule_of_one_variant_names_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["base.yaml", "-s", "rules.packages.supply=9", "--vary", "rules.players=3,2"]
    assert main(["compare", *words, "-o", "c", "-q"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [
        line.partition(": ")[2].partition("  (")[0] for line in lines if line.startswith("  Package supply (")
    ]
    assert told == ["5 → 9", "4 → 9"], "the default depends on how many play"
    first = lines.index("Who wins")
    assert first < lines.index("What moved")
    assert [line[2:11] for line in (lines[first + 1], lines[first + 3])] == ["3 players", "2 players"]
    assert (
        main(
            [
                "compare",
                "base.yaml",
                "-s",
                "policies={seats: [greedy, random], rotate: false}",
                "-o",
                "d",
                "-q",
            ]
        )
        == 0
    )
    lines = capsys.readouterr().out.splitlines()
    said, numbers = lines[lines.index("Who wins") + 1 :][:2]
    assert {"seat 1", "seat 2"} == set(re.findall("seat.[12]", f"{said}{numbers}".casefold())), (
        "all who moved"
    )


def test_the_page_says_what_it_rests_on_and_where_the_runs_are(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from balance.report.render import page_html

    assert main(["run", "base.yaml", "-n", "60", "-o", "my runs/one", "-q", "--format", "json"]) == 0
    (folder / "my runs/one/index.html").write_text("its page")
    pages: list[str] = []
    monkeypatch.setattr("balance.report.render.write", lambda model, *_: pages.append(page_html(model)))
    words = ["my runs/one", "base.yaml", "-s", f"{GOLD}=20", "-n", "60", "-o", "found/c", "-q"]
    assert main(["compare", *words[:2], *words[4:], "--lang", "de"]) == 0
    assert "Gespielt haben Programme." in capsys.readouterr().out
    assert main(["compare", *words[1:], "--md", "--fresh"]) == 0
    assert "Programs played." in capsys.readouterr().out
    german, english = pages
    assert 'href="../../my%20runs/one/index.html"' in german
    assert "<code>balance report found/c/b --lang de</code>" in german
    assert "<code>balance report found/c/a</code>" in english
    for page, said in (
        (german, ["gelten für diese Bots, nicht für Menschen", "Vorrat an Paketen", ">Angenommen<"]),
        (english, ["holds for these bots, not for people", "Package supply", ">Assumed<"]),
    ):
        assert not [text for text in said if text not in page]
