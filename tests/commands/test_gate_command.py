"""`balance gate` and `balance baseline` as they are typed: exit codes, files, outputs."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from balance.__main__ import main
from balance.core.errors import RuleViolation
from balance.engine.worker import play_batch

CONFIG = """\
version: 1
game: chocolaterie
rules:
  players: 2
  clock: 16
  varieties:
    schoko_goldbarren: {points: 14}
gates:
  seat_win_share: {drift: 5pp}
  score_mean: {drift: 0.5}
"""
FILE = "small.yaml"
BASELINE = "small.baseline.json"
OTHER = ("-s", "rules.varieties.vollmilch.points=9")


@pytest.fixture(autouse=True)
def _no_build_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Baselines are accepted here as a person would; what GitHub sets is set where it is tested."""
    for name in ("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def blessed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a baseline of CONFIG."""
    folder = tmp_path_factory.mktemp("blessed")
    (folder / FILE).write_text(CONFIG)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CI", raising=False)
        assert main(["baseline", "accept", str(folder / FILE), "--reason", "first", "-q"]) == 0
    return (folder / BASELINE).read_text(encoding="utf-8")


@pytest.fixture
def small(blessed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, the working one, with CONFIG and its baseline."""
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text(CONFIG)
    Path(BASELINE).write_text(blessed, encoding="utf-8")
    return tmp_path


@pytest.fixture
def gate(small: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs the command; exit code, stdout, stderr."""

    def run(*args: str) -> tuple[int, str, str]:
        code = main(["gate", FILE, *args])
        found = capsys.readouterr()
        return code, found.out, found.err

    return run


def edited(change: Callable[[dict[str, Any]], object]) -> None:
    """Change the baseline file as if by hand."""
    document = json.loads(Path(BASELINE).read_text(encoding="utf-8"))
    change(document)
    Path(BASELINE).write_text(json.dumps(document), encoding="utf-8")


# Verdicts ------------------------------------------------------------------------------------------------------------


def test_unchanged_is_bit_identical_and_says_which_blocks_were_replayed(gate) -> None:
    code, out, err = gate("-q")
    assert (code, err) == (0, "")
    assert out.startswith("PASS, bit-identical: small.yaml plays as it was blessed\n")
    assert "blocks 0 to 19 of 33 were played again, 300 games each" in out
    assert "base: 2 players, greedy in every seat" in out
    assert "No rule changed." in out


def test_a_change_fails_and_names_rule_place_metric_and_seat(gate) -> None:
    Path(FILE).write_text(CONFIG + "title: Teurer\n")
    text = CONFIG.replace(
        "schoko_goldbarren: {points: 14}", "schoko_goldbarren: {points: 14}\n    vollmilch: {points: 9}"
    )
    Path(FILE).write_text(text)
    code, out, _ = gate("-q")
    assert code == 1
    assert re.match(r"FAIL: small\.yaml: score_mean( seat \d)? moved by \+\d", out)
    assert "rules.varieties.vollmilch.points: 4, now 9 (small.yaml:8)" in out
    assert re.search(r"^FAIL +score_mean +base +seat 1 ", out, re.MULTILINE)
    assert "First difference: cell base, block 0 (games 0 to 299, seed 1)" in out
    assert "balance baseline accept small.yaml --reason" in out


def test_the_verdict_in_german_keeps_its_words(gate) -> None:
    code, out, _ = gate("-q", "--lang", "de", *OTHER)
    assert code == 1
    assert out.startswith("FAIL: small.yaml: score_mean")
    assert "hat sich um +" in out and "Regeln, die nicht mehr sind, was sie waren:" in out
    assert "rules.varieties.vollmilch.points: 4, jetzt 9 (-s)" in out
    assert gate("-q", "--lang", "de")[1].startswith("PASS, bit-identical: ")


def test_a_small_change_passes_without_being_identical(gate) -> None:
    code, out, _ = gate("--json", "-s", "rules.varieties.schoko_goldbarren.points=15")
    found = json.loads(out)
    assert (code, found["verdict"], found["label"]) == (0, "PASS", None)
    assert found["first_difference"]["seed"] == 1
    assert found["rules_changed"] == [
        {
            "key": "rules.varieties.schoko_goldbarren.points",
            "a": 14,
            "b": 15,
            "a_place": "default",
            "b_place": "-s",
        }
    ]
    assert {each["verdict"] for each in found["metrics"]} == {"PASS"}
    assert all(each["low"] < each["value"] < each["high"] and each["n"] >= 6000 for each in found["metrics"])


def test_several_configs_are_judged_together(gate, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    Path("other.yaml").write_text(CONFIG.replace("points: 14", "points: 30"))
    Path("other.baseline.json").write_bytes(Path(BASELINE).read_bytes())
    code, out, _ = gate("other.yaml", "-q", "--junit", "gate.xml")
    assert code == 1
    heads = [line for line in out.splitlines() if line.startswith(("PASS,", "FAIL:"))]
    assert [head.split(":")[0] for head in heads] == ["PASS, bit-identical", "FAIL"]
    assert sum(line.startswith("::") for line in out.splitlines()) <= 10
    suites = ElementTree.parse("gate.xml").getroot().findall("testsuite")
    assert [(suite.get("package"), suite.get("id")) for suite in suites] == [(FILE, "0"), ("other.yaml", "1")]
    found = json.loads(gate("other.yaml", "-q", "--json", "--inconclusive", "pass")[1])
    assert (found["exit_code"], [each["verdict"] for each in found["gates"]]) == (1, ["PASS", "FAIL"])
    Path("other.baseline.json").unlink()
    code, out, err = gate("other.yaml", "-q")
    assert (code, out) == (4, "") and "other.yaml: other.baseline.json does not exist" in err
    Path("other.yaml").write_text(CONFIG.replace("score_mean", "score_men"))
    code, out, err = gate("other.yaml", "broken.yaml", "-q")
    assert (code, out) == (2, "") and "score_men" in err and "broken.yaml" in err


def test_what_nobody_can_tell_is_inconclusive_and_exits_as_asked(gate) -> None:
    narrow = ("-s", "gates.score_mean.drift=0.05", "-s", "rules.varieties.schoko_goldbarren.points=15")
    code, out, _ = gate("-q", *narrow)
    assert code == 3
    assert out.startswith("INCONCLUSIVE (")
    assert "The gate of score_mean was drift 0.5, level fail, now drift 0.05, level fail" in out
    assert gate("-q", "--inconclusive", "warn", *narrow)[0] == 0
    assert gate("-q", "--inconclusive", "pass", *narrow)[0] == 0
    assert gate("-q", "--inconclusive", "pass", *OTHER)[0] == 1


def test_a_failed_gate_that_only_warns_exits_0_and_is_said(gate) -> None:
    warn = ("-s", "gates.score_mean.level=warn", *OTHER)
    code, out, _ = gate("-q", *warn)
    assert code == 0
    assert out.startswith("PASS: ")
    assert "Warning: FAIL: score_mean moved by +" in out
    assert "[warn]" in out


def test_a_min_and_a_max_are_held_against_the_mean(gate) -> None:
    bounds = CONFIG.replace("{drift: 0.5}", "{drift: 0.5, min: 5, max: 12}")
    Path(FILE).write_text(bounds)
    assert gate("-q")[0] == 0
    code, out, _ = gate("--json", "-s", "rules.varieties.schoko_goldbarren.points=15")
    found = {
        (each["bound"], each["seat"]): each
        for each in json.loads(out)["metrics"]
        if each["metric"] == "score_mean"
    }
    assert code == 0
    assert found["max", None]["limit"] == 12
    assert found["max", None]["value"] == found["max", None]["b"] == pytest.approx(7.9, abs=0.5)
    Path(FILE).write_text(bounds.replace("max: 12", "max: 6"))
    code, out, _ = gate("-q", "-s", "rules.varieties.schoko_goldbarren.points=15")
    assert code == 1
    assert "at most 6 are allowed" in out
    assert "was blessed although it is outside" in gate("-q")[1]


def test_accepting_what_lies_outside_of_its_own_bounds_says_so(small, capsys) -> None:
    Path(BASELINE).unlink()
    Path(FILE).write_text(CONFIG + "  seat_spread: {max: 0.1pp}\n  tie_share: {min: 99pp, level: warn}\n")
    assert main(["baseline", "accept", FILE, "--reason", "x", "-q"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "although" in line]
    assert re.fullmatch(
        r"seat_spread seat 2 against seat 1 was .* outside: \d\.\d\d%, bound ≤ 0\.1.*", told[0]
    )
    assert told[1].startswith("tie_share was blessed although it is outside") and len(told) == 2


def test_a_reason_cannot_speak_to_the_build_server(gate, monkeypatch, capsys) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    edited(lambda document: document.update(reason="fine\n::error::not by us\r\n\x1b[31mred"))
    Path(FILE).write_text(CONFIG.replace("0.5}", "0.5, max: 1}"))
    for args in ((), OTHER):
        lines = gate("-q", *args)[1].splitlines()
        assert not any(line.startswith("::error::not") for line in lines)
        assert not any(sign < " " for line in lines for sign in line)
    assert main(["baseline", "accept", FILE, "--reason", "two\n  lines", "-q"]) == 0
    assert "“two lines”" in capsys.readouterr().out


def test_a_spread_is_held_by_all_pairs_of_seats(gate, capsys) -> None:
    Path(FILE).write_text(CONFIG.replace("score_mean: {drift: 0.5}", "seat_spread: {max: 20pp, drift: 8pp}"))
    Path(BASELINE).unlink()
    assert main(["baseline", "accept", FILE, "--reason", "spread", "-q"]) == 0
    capsys.readouterr()
    code, out, _ = gate("--json", "-s", "rules.varieties.schoko_goldbarren.points=15")
    found = [each for each in json.loads(out)["metrics"] if each["metric"] == "seat_spread"]
    assert code == 0
    assert [(each["bound"], each["seat"], each["other_seat"]) for each in found] == [
        ("drift", 0, 1),
        ("max", 0, 1),
    ]
    assert found[1]["value"] == pytest.approx(found[1]["b"])


def test_fresh_dice_need_a_larger_baseline_and_are_independent(gate, capsys) -> None:
    code, _, err = gate("--fresh-seed", "7")
    assert code == 4
    assert "--for-fresh-seeds" in err
    assert main(["baseline", "accept", FILE, "--reason", "nightly", "--for-fresh-seeds", "-q"]) == 0
    capsys.readouterr()
    code, out, _ = gate("--fresh-seed", "7", "--json")
    found = json.loads(out)
    assert (code, found["verdict"], found["fresh"], found["seed"]) == (0, "PASS", True, 7)
    assert found["first_difference"] is None and found["label"] is None
    assert gate("--fresh-seed", "7", "-q", *OTHER)[0] == 1


def test_verdicts_do_not_depend_on_how_they_are_played(gate, small, capsys) -> None:
    Path(FILE).write_text(CONFIG + "vary: {rules.clock: [16, 18]}\n")
    Path(BASELINE).unlink()
    assert main(["baseline", "accept", FILE, "--reason", "two", "-q"]) == 0
    first = Path(BASELINE).read_bytes()
    change = ("--json", "-s", "rules.varieties.vollmilch.points=5", "-q")
    capsys.readouterr()
    expected = json.loads(gate(*change, "-j", "1")[1])
    assert expected["verdict"] in ("FAIL", "INCONCLUSIVE", "PASS") and expected["first_difference"]
    for how in (("-j", "2"), ("-j", "3", "--batch-size", "101"), ("-j", "1", "--batch-size", "7000")):
        assert json.loads(gate(*change, *how)[1]) == expected
    Path(FILE).write_text(CONFIG + "vary: {rules.clock: [18, 16]}\n")
    turned = json.loads(gate(*change)[1])
    assert (turned["verdict"], turned["games"]) == (expected["verdict"], expected["games"])

    def found(document: dict[str, Any]) -> dict[tuple[Any, ...], Any]:
        keys = ("metric", "cell", "seat", "bound")
        return {tuple(each[key] for key in keys): each for each in document["metrics"]}

    assert found(turned) == found(expected)
    assert gate("-q")[1].startswith("PASS, bit-identical")
    Path(BASELINE).unlink()
    assert main(["baseline", "accept", FILE, "--reason", "two", "-q", "-j", "3", "--batch-size", "77"]) == 0
    assert Path(BASELINE).read_bytes() == first


def test_a_verdict_can_be_required_under_two_line_ups(gate, capsys) -> None:
    Path(FILE).write_text(CONFIG + "vary: {policies.all: [greedy, random]}\n")
    Path(BASELINE).unlink()
    assert main(["baseline", "accept", FILE, "--reason", "two line-ups", "-q"]) == 0
    capsys.readouterr()
    code, out, _ = gate("--json", *OTHER)
    document = json.loads(out)
    assert code == 1
    assert [cell["policies"] for cell in document["cells"]] == [["greedy"] * 2, ["random"] * 2]
    assert {tuple(each["policies"]) for each in document["metrics"]} == {
        ("greedy", "greedy"),
        ("random", "random"),
    }


def test_a_number_of_games_does_not_apply_and_that_is_said(gate) -> None:
    code, out, err = gate("-n", "50", "-s", "run.games=60")
    assert (code, out.startswith("PASS, bit-identical")) == (0, True)
    assert "-n does not apply here" in err
    assert gate("-q", "-n", "50")[2] == ""


def test_a_playout_that_breaks_a_rule_is_named_with_its_replay(gate, monkeypatch) -> None:
    def broken(setting: Any, batch: Any) -> Any:
        if batch.first:
            raise RuleViolation("chocolaterie", 1, batch.first, "nine dice", setting.cell.key)
        return play_batch(setting, batch)

    monkeypatch.setattr("balance.engine.blocks.play_batch", broken)
    code, out, err = gate("-j", "1", "--batch-size", "1000", *OTHER)
    assert (code, out) == (70, "")
    replay = "balance replay small.yaml -s rules.varieties.vollmilch.points=9 --playout 1000 --cell base"
    assert "nine dice" in err and replay in err


def test_an_interrupted_gate_says_nothing_else(gate, monkeypatch) -> None:
    def interrupting(setting: Any, batch: Any) -> Any:
        if batch.first:
            signal.raise_signal(signal.SIGINT)
        return play_batch(setting, batch)

    monkeypatch.setattr("balance.engine.blocks.play_batch", interrupting)
    code, out, err = gate("-j", "1", "--batch-size", "1000")
    assert (code, out) == (130, "")
    assert "interrupted: nothing was judged or written" in err
    before = Path(BASELINE).read_bytes()
    assert main(["baseline", "accept", FILE, "--reason", "x", "-j", "1", "--batch-size", "1000"]) == 130
    assert Path(BASELINE).read_bytes() == before


def test_an_edited_kernel_is_compared_over_all_blocks_and_still_identical(gate, monkeypatch) -> None:
    monkeypatch.setattr("balance.verdict.compatibility.game_sources", lambda _: "0" * 64)
    code, out, _ = gate("-q")
    assert (code, out.startswith("PASS, bit-identical")) == (0, True)
    assert "blocks 0 to 32 of 33 were played again" in out
    assert "The program that plays the game was changed since" in out


# What is refused -----------------------------------------------------------------------------------------------------


def test_without_gates_or_samples_nothing_passes(gate) -> None:
    Path(FILE).write_text(CONFIG.partition("gates:")[0])
    assert gate()[0] == 3
    Path(FILE).write_text(CONFIG.partition("gates:")[0] + "gates: {policy_win_share: {drift: 1pp}}\n")
    code, _, err = gate()
    assert code == 3
    assert "policy_win_share has no meaning in any cell" in err


@pytest.mark.parametrize(
    ("gates", "said"),
    [
        ("{seat_win_shar: {drift: 1pp}}", "did you mean 'seat_win_share'?"),
        ("{score: {drift: 1}}", "drift is no bound of score: it is no mean over playouts"),
        ("{seat_w: {drift: 0.1}}", "drift is no bound of seat_w"),
        ("{seat_spread: {min: 1pp}}", "min is no bound of seat_spread"),
    ],
)
def test_what_cannot_be_gated_is_a_fault_of_the_config(gate, gates: str, said: str) -> None:
    Path(FILE).write_text(CONFIG.partition("gates:")[0] + f"gates: {gates}\n")
    code, out, err = gate()
    assert (code, out) == (2, "")
    assert said in err and f"{FILE}:8:" in err


def test_without_a_baseline_it_exits_4(gate) -> None:
    Path(BASELINE).unlink()
    code, out, err = gate()
    assert (code, out) == (4, "")
    assert f"{BASELINE} does not exist: bless how the game plays now by `balance baseline accept`" in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--seed", "2"), "seed: 1 in the baseline, 2 here"),
        (("-s", "rules.players=3"), "players: 2 in the baseline, 3 here"),
        (("-s", "policies.all=random"), "policies: greedy, greedy in the baseline, random, random here"),
        (
            ("-s", "policies={seats: [greedy, greedy], rotate: true}"),
            "policies: a fixed line-up in the baseline",
        ),
        (("--vary", "rules.clock=16,18"), "cells: rules.clock=16 is not in the baseline"),
        (("-s", "gates.tie_share.drift=1pp"), "metrics: score_mean, seat_win_share in the baseline"),
    ],
)
def test_another_experiment_exits_4_and_says_in_what(gate, args: tuple[str, ...], said: str) -> None:
    code, out, err = gate(*args)
    assert (code, out) == (4, "")
    assert said in err


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("seed", 9, "seed: 9 in the baseline, 1 here"),
        ("block_size", 600, "block size: 600 in the baseline, 300 here"),
        ("chance", 99, "chance scheme: 99 in the baseline"),
        ("game", "other", "game: other in the baseline"),
        ("schema_version", 2, "has schema 2"),
        ("cells", [], "is damaged: its 'cells' cannot be"),
        ("sources", "x", "is damaged: its 'sources' cannot be"),
    ],
)
def test_a_baseline_of_something_else_exits_4_and_says_of_what(gate, key: str, value: Any, said: str) -> None:
    edited(lambda document: document.update({key: value}))
    code, out, err = gate()
    assert (code, out) == (4, "")
    assert said in err


def cut(document: dict[str, Any]) -> None:
    document["cells"][0]["series"][0]["sums"].pop()


def miscount(document: dict[str, Any]) -> None:
    document["cells"][0]["winners"]["1"] += 1


def retell(document: dict[str, Any]) -> None:
    document["cells"][0]["rules"]["clock"] = 17


def reweigh(document: dict[str, Any]) -> None:
    weights = document["cells"][0]["policies"]["greedy"]["weights"]
    weights[next(iter(weights))] += 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (cut, "series of other lengths"),
        (miscount, "does not count 9,900 playouts"),
        (retell, "the rules of cell base were changed"),
        (reweigh, "policies: greedy decides by other weights"),
    ],
)
def test_a_baseline_that_contradicts_itself_exits_4(gate, change: Any, said: str) -> None:
    edited(change)
    code, _, err = gate()
    assert code == 4
    assert said in err


def test_a_file_that_is_no_baseline_exits_4(gate) -> None:
    for text in ("", "[]", "{", "null", '{"schema_version": 1}', "\x00", '{"schema_version": NaN}'):
        Path(BASELINE).write_text(text)
        assert gate()[0] == 4, text


# Accepting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ci", ["true", "1", "TRUE", "yes", "woodpecker"])
def test_nothing_is_accepted_on_a_build_server(small, monkeypatch, capsys, ci: str) -> None:
    monkeypatch.setenv("CI", ci)
    before = Path(BASELINE).read_bytes()
    assert main(["baseline", "accept", FILE, "--reason", "because"]) == 2
    assert "CI is set" in capsys.readouterr().err
    assert Path(BASELINE).read_bytes() == before


def test_accepting_again_keeps_the_history_and_says_how_far_it_came(gate, monkeypatch, capsys) -> None:
    monkeypatch.setenv("CI", "false")
    accept = ["baseline", "accept", FILE, "--reason", "milk is worth more", "-q", *OTHER]
    assert main(accept) == 0
    told = capsys.readouterr().out
    assert "Accepted before, the first one first:\n    Accepted with “first”" in told
    assert re.search(r"^score_mean +base +\d+\.\d\d .*\+\d\.\d\d \(", told, re.MULTILINE)
    document = json.loads(Path(BASELINE).read_text(encoding="utf-8"))
    assert [each["reason"] for each in document["history"]] == ["first"]
    assert (document["author"], document["commit"]) == (None, None)
    code, out, _ = gate("-q", *OTHER)
    assert (code, out.startswith("PASS, bit-identical")) == (0, True)
    assert re.search(r"^    score_mean: \+\d\.\d\d \(98%: .*\) since “first”$", out, re.MULTILINE)
    assert main(["baseline", "show", FILE, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    mean = next(each for each in shown["metrics"] if each["metric"] == "score_mean")
    assert mean["since_first"]["value"] > 0.5 and mean["low"] < mean["value"] < mean["high"]
    assert main(["baseline", "show", FILE, "--lang", "de"]) == 0
    assert "Früher abgenommen, die erste zuerst:" in capsys.readouterr().out


def test_the_file_is_sorted_small_and_a_line_a_series(small) -> None:
    text = Path(BASELINE).read_text(encoding="utf-8")
    keys = re.findall(r'^ "([a-z_]+)":', text, re.MULTILINE)
    assert keys == sorted(keys)
    assert len(re.findall(r'"metric": .*"sums": \[', text)) == 5
    assert len(text) < 20_000


def test_a_damaged_baseline_is_not_replaced(small, capsys) -> None:
    Path(BASELINE).write_text("{")
    assert main(["baseline", "accept", FILE, "--reason", "again", "-q"]) == 4
    assert Path(BASELINE).read_text() == "{"


def test_a_tolerance_that_would_take_forever_is_refused(small, capsys) -> None:
    code = main(["baseline", "accept", FILE, "--reason", "x", "-q", "-s", "gates.score_mean.drift=0.0001"])
    assert code == 2
    assert "allow it a larger drift" in capsys.readouterr().err


# Outputs -------------------------------------------------------------------------------------------------------------


def test_junit_has_a_suite_a_cell_and_a_case_a_metric(gate) -> None:
    code, out, _ = gate("--format", "junit", *OTHER)
    assert code == 1
    suite = ElementTree.fromstring(out).find("testsuite")
    assert suite is not None
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("base", "2", "1")
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert set(cases) == {"seat_win_share", "score_mean"}
    failure = cases["score_mean"].find("failure")
    assert failure is not None and failure.get("type") == "FAIL"
    assert "score_mean seat 1 moved by +" in (failure.text or "")
    assert "rules.varieties.vollmilch.points: 4, now 9" in (suite.findtext("system-out") or "")


def test_files_are_written_beside_what_is_printed(gate, tmp_path) -> None:
    code, out, _ = gate("--junit", "out.xml", "--markdown", "out.md", "-q")
    assert code == 0 and out.startswith("PASS")
    assert ElementTree.parse("out.xml").getroot().tag == "testsuites"
    assert Path("out.md").read_text(encoding="utf-8").startswith("### small\n")
    code, _, err = gate("--junit", "no/such/folder.xml", "-q")
    assert code == 70 and "no/such/folder.xml cannot be written" in err


def test_github_gets_annotations_and_a_summary(gate, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    Path("summary.md").write_text("before\n")
    code, out, _ = gate("-q", *OTHER)
    assert code == 1
    lines = [line for line in out.splitlines() if line.startswith("::")]
    assert lines[0].startswith(
        f"::error file={FILE},line=10,title=balance gate FAIL::FAIL: score_mean moved by +"
    )
    assert lines[-1].startswith(
        "::notice title=balance gate FAIL::rules.varieties.vollmilch.points: 4, now 9"
    )
    assert "98%25" in lines[0] and len(lines) <= 10
    summary = Path("summary.md").read_text(encoding="utf-8")
    assert summary.startswith("before\n### small\n") and "**FAIL**: small.yaml: score\\_mean" in summary


def test_a_self_test_tells_a_planted_drift_from_none_and_writes_nothing(gate, small, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    before = {path.name: path.read_bytes() for path in small.iterdir()}
    code, out, _ = gate("--self-test", "-q")
    assert code == 0
    assert out.startswith("Self-test passed: small.yaml")
    assert "seat_win_share seat 1 moved by +0.10: FAIL after" in out
    assert "the same variant with seed 2: PASS after" in out
    assert {path.name: path.read_bytes() for path in small.iterdir()} == before
    Path(FILE).write_text(CONFIG.replace("5pp", "50pp"))
    code, out, _ = gate("--self-test", "-q", "--json")
    found = json.loads(out)
    assert (code, found["as_promised"]) == (70, False)
    assert [each["verdict"] for each in found["outcomes"]] == [None, "FAIL", "PASS"]
