"""`balance check`, `balance schema` and what `main()` makes of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.config.schema import schema_text
from balance.games import GAMES

HEAD = "version: 1\ngame: chocolaterie\n"
ROOT = Path(__file__).parents[2]
HEAVY = ("numba", "polars", "scipy", "matplotlib", "joblib", "jinja2")


def test_ok_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.yaml").write_text(HEAD + "vary: {rules.players: [2, 4, 6]}\n")
    (here / "y.yaml").write_text(
        HEAD + "rules: {players: 3}\npolicies: {seats: [greedy, random, random], rotate: true}\n"
    )
    assert main(["check", "x.yaml", "y.yaml"]) == 0
    printed = capsys.readouterr()
    assert printed.out == (
        "x.yaml: ok: 3 cells, 2, 4 and 6 players, 20,000 games a cell\n"
        "y.yaml: ok: 1 cell, 3 players, 20,001 games a cell "
        "(20,000 rounded up to whole deals of the rotated line-up)\n"
    )
    assert printed.err == ""


def test_all_faults_of_all_files_and_the_good_ones_too(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "a.yaml").write_text(HEAD + "rules: {clok: 1}\n")
    (here / "b.yaml").write_text(HEAD)
    (here / "c.yaml").write_text("extends: a.yaml\nrules: {joker: x}\n")
    assert main(["check", "a.yaml", "b.yaml", "c.yaml"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "b.yaml: ok: 1 cell, 4 players, 20,000 games a cell\n"
    assert printed.err == (
        "a.yaml:3:9: unknown key 'clok'\n"
        "     3 | rules: {clok: 1}\n"
        "       |         ^^^^\n"
        "       = did you mean 'clock'?\n"
        "\n"
        "c.yaml:2:16: joker must be a whole number, not the text 'x'\n"
        "     2 | rules: {joker: x}\n"
        "       |                ^\n"
    )


def test_check_writes_nothing(here: Path) -> None:
    (here / "x.yaml").write_text(HEAD)
    main(["check", "x.yaml", "--resolved"])
    assert [path.name for path in here.iterdir()] == ["x.yaml"]


def test_warnings_go_to_stderr_unless_quiet(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.yaml").write_text(HEAD + "run: {max_games: 9}\n")
    assert main(["check", "x.yaml"]) == 0
    assert "warning: max_games bounds nothing" in capsys.readouterr().err
    assert main(["check", "x.yaml", "-q"]) == 0
    assert capsys.readouterr().err == ""


def test_resolved(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.yaml").write_text(HEAD + "rules: {refinement: 3}\n")
    flags = ["-s", "rules.joker=5", "--vary", "rules.clock=long,60"]
    assert main(["check", "x.yaml", "--resolved", *flags]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "first of 2 cells: rules.clock=long"
    shown = [line.split() for line in lines[2:]]
    assert [row for row in shown if row[0] in ("key", "rules.refinement", "rules.joker")] == [
        ["key", "value", "source", "place", "note"],
        ["rules.refinement", "3", "changed", "x.yaml:3"],
        ["rules.joker", "5", "changed", "-s"],
    ]
    assert ["rules.packages.supply", "12", "assumed", "default", "A3"] in shown
    assert len({line.index(f"  {line.split()[2]}  ") for line in lines[2:] if "[" not in line}) == 1


def test_json(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.yaml").write_text(HEAD + "vary: {rules.clock: [short, 60]}\n")
    assert main(["check", "x.yaml", "--json", "--resolved"]) == 0
    document = json.loads(capsys.readouterr().out)
    (config,) = document["configs"]
    assert document["schema_version"] == 1
    assert config["swept"] == {"rules.clock": ["short", 60]}
    assert [cell["key"] for cell in config["cells"]] == ["rules.clock=short", "rules.clock=60"]
    assert config["values"]["rules.clock"] == {
        "value": "short",
        "place": "x.yaml:3",
        "source": "choice",
        "note": "",
    }


def test_json_holds_the_faults(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.yaml").write_text(HEAD + "rules: {clok: 1}\n")
    (here / "y.yaml").write_text(HEAD)
    assert main(["check", "x.yaml", "y.yaml", "no.yaml", "--json"]) == 2
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert [config["file"] for config in document["configs"]] == ["y.yaml"]
    assert document["faults"] == [
        {
            "file": "no.yaml",
            "line": None,
            "column": None,
            "key": None,
            "problem": "no such file",
            "hint": None,
        },
        {
            "file": "x.yaml",
            "line": 3,
            "column": 9,
            "key": "rules.clok",
            "problem": "unknown key 'clok'",
            "hint": "did you mean 'clock'?",
        },
    ]
    assert "x.yaml:3:9: unknown key 'clok'" in printed.err
    assert main(["check", "y.yaml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        *(("score_mean", value) for value in ("1", "0", "-1", '"1"', '"0,5"')),
        *(("seat_spread", value) for value in ("4pp", "4%", ".inf", "many", "true")),
    ],
)
def test_advice_about_gates_is_good_advice(
    here: Path, capsys: pytest.CaptureFixture[str], metric: str, value: str
) -> None:
    (here / "x.yaml").write_text(HEAD + f"gates: {{{metric}: {value}}}\n")
    assert main(["check", "x.yaml", "--json"]) == 2
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    advised = re.findall(r"\{.*?\}", fault["hint"])
    assert advised
    for gate in advised:
        (here / "x.yaml").write_text(HEAD + f"gates: {{{metric}: {gate}}}\n")
        assert main(["check", "x.yaml"]) == 0, gate


def test_metrics_that_nothing_is_like(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.yaml").write_text(HEAD + "gates: {x: {max: 1}}\n")
    assert main(["check", "x.yaml"]) == 2
    hint = "docs/metrics.md has all, e.g. seat_win_share, seat_spread, "
    assert hint in capsys.readouterr().err
    assert (ROOT / "docs" / "metrics.md").is_file()


def test_a_misspelt_metric_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "x.yaml").write_text(HEAD + "gates: {seat_sprea: {max: 4pp}}\n")
    assert main(["check", "x.yaml"]) == 2
    assert "did you mean 'seat_spread'?" in capsys.readouterr().err


def test_schema_to_stdout_and_to_a_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "chocolaterie"]) == 0
    assert capsys.readouterr().out == schema_text(GAMES[0])
    assert main(["schema", "chocolaterie", "-o", "s.json"]) == 0
    assert (here / "s.json").read_text(encoding="utf-8") == schema_text(GAMES[0])
    assert [path.name for path in here.iterdir()] == ["s.json"]


def test_schema_where_nothing_can_be_written(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "chocolaterie", "-o", "no/s.json"]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert main(["schema", "chess"]) == 2


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["check", "configs/chocolaterie/players.yaml", "--resolved"],
        ["check", "configs/chocolaterie/players.yaml", "-s", "gates.seat_spread={max: 4pp}"],
        ["schema", "chocolaterie"],
    ],
)
def test_light_commands_import_nothing_heavy(args: list[str]) -> None:
    code = (
        "import sys\nfrom balance.__main__ import main\n"
        f"code = main({args!r})\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
        "sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert done.stdout


@pytest.mark.parametrize("instruction", ["bash_source", "bash_complete"])
def test_completion_imports_nothing_heavy(instruction: str) -> None:
    code = (
        "import sys\nfrom balance.__main__ import main\nmain([])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    env = {"_BALANCE_COMPLETE": instruction, "COMP_WORDS": "balance check --re", "COMP_CWORD": "2"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, env=env
    )
    assert done.stderr == "[]\n"
    assert ("--resolved" in done.stdout) == (instruction == "bash_complete")
