import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import balance
from balance.__main__ import main
from balance.commands.replay import PICKS
from balance.config import load_experiment
from balance.engine.picking import PICKS as KNOWN_PICKS
from balance.engine.running import run_experiment

CONFIG = """\
version: 1
game: chocolaterie
vary: {rules.players: [2, 4]}
run: {games: 120, seed: 5}
"""
CELL = "rules.players=4"


@pytest.fixture
def config(tmp_path, monkeypatch):
    """A config in the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balance.report.render.write", lambda *_, **__: None)
    path = tmp_path / "c.yaml"
    path.write_text(CONFIG)
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Its run folder, played once."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "c.yaml").write_text(CONFIG)
    run_experiment(load_experiment(str(folder / "c.yaml")), folder / "out", jobs=1)
    return folder / "out"


@pytest.fixture
def run(config, played):
    """A copy of the run folder, beside the config."""
    return Path(shutil.copytree(played, "out"))


def replay(*args):
    return main(["replay", *args])


def trace(capsys, *args):
    assert replay(*args, "--format", "jsonl") == 0
    return [json.loads(text) for text in capsys.readouterr().out.splitlines()]


def test_run_and_config_give_the_same_trace_and_that_of_the_tables(run, capsys):
    of_run = trace(capsys, "out", "--playout", "119", "--cell", CELL)
    assert of_run == trace(capsys, "c.yaml", "--playout", "119", "--cell", CELL)
    end = of_run[-1]
    assert [of_run[0]["event"], end["event"]] == ["setup", "end"]
    stored = pl.read_parquet("out/seats/*.parquet").filter(pl.col("cell") == CELL, pl.col("playout") == 119)
    assert stored["score"].to_list() == end["scores"]
    assert (stored["rank"] == 1).to_list() == end["winners"]
    assert stored.to_dicts() == end["rows"]["seats"]


def test_flags_change_a_config_and_not_a_run(run, capsys):
    setup = trace(
        capsys, "c.yaml", "--playout", "1", "--seed", "9", "-s", "rules.clock=long", "--cell", CELL
    )[0]
    assert (setup["seed"], setup["rolls"], setup["n_seats"]) == (9, 72, 4)
    for flags in (["--seed", "9"], ["-s", "rules.clock=long"], ["--vary", "rules.players=2"]):
        assert replay("out", "--playout", "1", *flags) == 2
        assert "a run is told as it was played" in capsys.readouterr().err


def test_text_is_told_in_either_language_without_colour(run, capsys):
    assert replay("out", "--playout", "3", "--cell", CELL, "--lang", "de") == 0
    german, err = capsys.readouterr()
    assert german.startswith("Chocolaterie, Partie 3 · Startwert 5, Variante rules.players=4\n")
    assert german.count("\nWurf ") == 48
    assert re.search(r"Platz \d gewinnt: \d+ Punkte|Unentschieden", german)
    assert err == ""
    assert "\x1b" not in german
    assert replay("out", "--playout", "3", "--cell", CELL) == 0
    assert capsys.readouterr().out.startswith("Chocolaterie, game 3 · seed 5, variant rules.players=4\n")


def test_rolls_and_seat_narrow_the_text(run, capsys):
    assert replay("out", "--playout", "3", "--cell", CELL, "--roll", "5-6", "--seat", "2") == 0
    out = capsys.readouterr().out
    assert re.findall(r"^Roll (\d+)", out, re.MULTILINE) == ["5", "6"]
    assert set(re.findall(r"^  (Seat \d) ", out, re.MULTILINE)) <= {"Seat 2"}
    assert replay("out", "--playout", "3", "--roll", "48") == 0
    assert re.findall(r"^Roll (\d+)", capsys.readouterr().out, re.MULTILINE) == ["48"]


def test_the_first_cell_is_told_and_said_if_none_is_named(run, capsys):
    assert replay("out", "--playout", "3", "--format", "jsonl") == 0
    out, err = capsys.readouterr()
    assert json.loads(out.splitlines()[0])["cell"] == "rules.players=2"
    assert "this is cell rules.players=2, the first of 2" in err


@pytest.mark.parametrize("how", PICKS)
def test_a_run_picks_its_playout(run, capsys, how):
    assert replay("out", "--pick", how, "--cell", CELL, "--format", "jsonl") == 0
    out, err = capsys.readouterr()
    setup, *_, end = map(json.loads, out.splitlines())
    assert f"the {how} of 120 games is playout {setup['playout']}" in err
    margins = pl.read_parquet("out/games/*.parquet").filter(pl.col("cell") == CELL)["margin"]
    if how in ("closest", "widest"):
        assert end["rows"]["games"]["margin"] == (margins.min() if how == "closest" else margins.max())


def test_the_ways_to_pick_are_those_of_the_engine():
    assert tuple(KNOWN_PICKS) == PICKS


def test_a_playout_beyond_is_told_all_the_same_and_said(run, capsys):
    assert replay("out", "--playout", "500", "--cell", CELL, "--format", "jsonl") == 0
    out, err = capsys.readouterr()
    assert json.loads(out.splitlines()[-1])["event"] == "end"
    assert (
        "out has 120 games of this cell, playout 500 is not among them: it is played by the same rules" in err
    )
    assert replay("c.yaml", "--playout", "500", "--cell", CELL, "--roll", "1") == 0
    assert "playout 500 is beyond the 120 games that the config asks for" in capsys.readouterr().err
    assert replay("out", "--playout", "500", "--roll", "1", "-q") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["out"], "name a playout with --playout N"),
        (["out", "--playout", "-1"], "-1 is not in the range"),
        (["out", "--playout", "1.5"], "1.5"),
        (["out", "--playout", "x"], "'x'"),
        (["out", "--playout", "1", "--pick", "closest"], "name a playout with --playout N, or"),
        (["out", "--pick", "best"], "'best' is not one of"),
        (["c.yaml", "--pick", "closest"], "a config has none"),
        (["out", "--playout", "1", "--cell", "rules.players=5"], "no cell 'rules.players=5'; did you mean"),
        (["c.yaml", "--playout", "1", "--cell", "nonsense"], "no cell 'nonsense'; known: rules.players=2"),
        (["out", "--playout", "1", "--seat", "0"], "0 is not in the range"),
        (["out", "--playout", "1", "--seat", "3"], "there is no seat 3: 2 play"),
        (["out", "--playout", "1", "--roll", "49"], "there is no roll 49: this playout has 48"),
        (["out", "--playout", "1", "--roll", "0-3"], "rolls are counted from 1"),
        (["out", "--playout", "1", "--roll", "5-3"], "5-3 ends before it begins"),
        (["out", "--playout", "1", "--roll", "all"], "'all' is no roll"),
        (["out", "--playout", "1", "--format", "jsonl", "--seat", "1"], "always whole"),
        (["missing", "--playout", "1"], "missing: no such file"),
        (["games_only", "--playout", "1"], "games_only is no run folder: it has no manifest.json"),
    ],
)
def test_what_does_not_fit_is_refused(run, capsys, args, problem):
    Path("games_only").mkdir()
    assert replay(*args) == 2
    out, err = capsys.readouterr()
    assert problem in err
    assert out == ""


def test_a_run_that_is_played_otherwise_now_is_not_told(run, capsys):
    for path in run.glob("seats/000-*.parquet"):
        table = pl.read_parquet(path).with_columns(pl.col("score") + 1)
        table.write_parquet(path)
        path.rename(path.with_name(redigested(path)))
    assert replay("out", "--playout", "3") == 70
    out, err = capsys.readouterr()
    assert "playout 3 is not what out has stored of it: score was" in err
    assert out == ""


def redigested(path):
    import hashlib

    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    return re.sub(r"[0-9a-f]{8}\.parquet$", f"{digest}.parquet", path.name)


def test_a_broken_rule_is_seen_by_the_command_that_the_run_prints(config, capsys, monkeypatch):
    from balance.games import GAMES

    kernel = GAMES[0].module("kernel")
    original = kernel.batch

    def flawed(rules, policies, scratch, trace, seed, first, games, seats):
        original(rules, policies, scratch, trace, seed, first, games, seats)
        if rules.n_seats == 4:
            games["fault"][games["playout"] == 103] = 2

    monkeypatch.setattr(kernel, "batch", flawed)
    assert main(["run", "c.yaml", "-o", "my out", "-q"]) == 70
    err = capsys.readouterr().err
    printed = shlex.split(re.search(r"balance (replay .*)", err)[1])
    assert main([*printed, "--lang", "de"]) == 70
    out, err = capsys.readouterr()
    assert out.count("\nWurf ") == 48
    assert f"playout 103 (seed 5, cell {CELL}) broke a rule: overfilled (fault 2)" in err
    assert main([*printed, "--format", "jsonl"]) == 70
    assert json.loads(capsys.readouterr().out.splitlines()[0])["playout"] == 103


def test_the_telling_of_a_failure_ends_where_it_failed(run, capsys, monkeypatch):
    from balance.games import GAMES

    kernel = GAMES[0].module("kernel")
    original = kernel.batch

    def failing(rules, policies, scratch, trace, *rest):
        original(rules, policies, scratch, trace, *rest)
        trace.n_events = 200
        raise IndexError("planted")

    monkeypatch.setattr(kernel, "batch", failing)
    assert replay("out", "--playout", "3", "--cell", CELL) == 70
    out, err = capsys.readouterr()
    assert 3 < out.count("\nRoll ") < 48
    assert "broke a rule: IndexError: planted" in err


def on_a_terminal(tmp_path, **variables):
    reader, writer = os.openpty()
    package = Path(balance.__file__).parent.parent
    kept = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "balance", "replay", "c.yaml", "--playout", "3", "--roll", "1-2", "-q"],
        cwd=tmp_path,
        env={**kept, "PYTHONPATH": str(package), "TERM": "xterm", **variables},
        stdout=writer,
        stderr=subprocess.PIPE,
    )
    os.close(writer)
    seen = b""
    while True:
        try:
            part = os.read(reader, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    assert process.communicate(timeout=60)[1] == b""
    os.close(reader)
    assert process.returncode == 0
    return seen


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_only_a_terminal_that_wants_it_sees_colour(config, tmp_path):
    coloured = on_a_terminal(tmp_path)
    assert b"\x1b[" in coloured
    plain = on_a_terminal(tmp_path, NO_COLOR="1")
    assert b"\x1b[" not in plain
    assert re.sub(rb"\x1b\[[0-9;]*m", b"", coloured) == plain


def test_help_needs_neither_kernels_nor_tables():
    heavy = "{'numba', 'polars', 'scipy', 'matplotlib'}"
    code = (
        "import sys; from balance.__main__ import main; main(['replay', '--help']); "
        f"sys.exit(str({heavy} & sys.modules.keys()) if {heavy} & sys.modules.keys() else 0)"
    )
    package = str(Path(balance.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": package},
    )
    assert done.returncode == 0, done.stderr
    assert "RUN|CONFIG" in done.stdout
