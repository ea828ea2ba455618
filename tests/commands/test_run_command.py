import hashlib
import importlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

import balance
from balance.__main__ import main
from balance.commands.evaluation import _teller
from balance.engine.store import open_run
from balance.games import GAMES

CONFIG = """\
version: 1
game: chocolaterie
title: {de: Zwei gegen vier, en: Two against four}
vary: {rules.players: [2, 4]}
run: {games: 150, seed: 5}
"""


@pytest.fixture
def drawn(tmp_path, monkeypatch):
    """A config in the working folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "two_four.yaml"
    path.write_text(CONFIG)
    return path


@pytest.fixture
def config(drawn, monkeypatch):
    """The same where nothing is drawn: most of the time of a short run goes into its pictures."""
    monkeypatch.setattr("balance.report.render.write", lambda *_, **__: None)
    return drawn


def digests(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in Path(folder).rglob("*.parquet")
    }


def run(*args):
    return main(["run", "two_four.yaml", *args])


def test_a_run_leaves_everything_in_its_default_folder_and_says_where(drawn, capsys):
    assert run() == 0
    folder = Path("reports/chocolaterie/two_four")
    assert {path.name for path in folder.iterdir()} == {
        "figures",
        "games",
        "index.html",
        "manifest.json",
        "metrics.json",
        "seats",
    }
    out, _ = capsys.readouterr()
    assert f"Report: {folder / 'index.html'}" in out
    assert "150 games: a seat's win share that differs by" in out
    assert len(re.findall(r"\([−\d.]+–[−\d.]+", out)) >= 6, "numbers come with intervals"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["command"] == "balance run two_four.yaml"
    assert manifest["interrupted"] is False
    assert manifest["title"]["de"] == "Zwei gegen vier"


def test_metrics_are_those_of_the_tables(config):
    run("-o", "out", "-q")
    found = json.loads(Path("out/metrics.json").read_text())
    assert found["schema_version"] == 1
    assert all(
        record.keys()
        == {"metric", "cell", "seat", "item", "value", "low", "high", "n", "level", "method", "unit"}
        for record in found["metrics"]
    )
    seats = pl.read_parquet("out/seats/*.parquet")
    for cell in ("rules.players=2", "rules.players=4"):
        shares = seats.filter(pl.col("cell") == cell).group_by("seat").agg(pl.col("win_share").mean())
        expected = dict(shares.iter_rows())
        measured = {
            record["seat"]: record["value"]
            for record in found["metrics"]
            if record["metric"] == "seat_win_share" and record["cell"] == cell
        }
        assert measured == pytest.approx(expected)


def test_the_report_is_written_in_german(drawn, capsys):
    assert run("--lang", "de", "-o", "out") == 0
    assert "Bericht: out/index.html" in capsys.readouterr().out
    assert '<html lang="de"' in Path("out/index.html").read_text()
    assert json.loads(Path("out/manifest.json").read_text())["command"].endswith("--lang de")


@pytest.mark.parametrize(
    ("flags", "is_other"),
    [
        (["-n", "160"], False),
        (["-j", "1"], False),
        (["--lang", "de"], False),
        (["--batch-size", "7"], False),
        (["-s", "rules.clock=12"], True),
        (["-s", "policies.all=random"], True),
        (["--seed", "6"], True),
    ],
)
def test_the_default_folder_has_a_number_only_if_a_flag_changes_what_is_played(config, flags, is_other):
    assert run("-q", *flags) == 0
    (folder,) = Path("reports/chocolaterie").iterdir()
    assert bool(re.fullmatch(r"two_four-[0-9a-f]{8}", folder.name)) is is_other
    assert (folder.name == "two_four") is not is_other


def test_the_tables_depend_neither_on_jobs_nor_on_batch_size_and_more_games_only_add(config):
    assert run("-o", "a", "-j", "1", "-q") == 0
    assert run("-o", "b", "-j", "3", "--batch-size", "11", "-q") == 0
    assert digests("a") == digests("b")
    assert run("-o", "a", "-n", "300", "-q") == 0
    assert run("-o", "c", "-n", "300", "-q") == 0
    assert digests("a") == digests("c")
    kept = {path: digest for path, digest in digests("b").items() if "-0000000000-" in path}
    assert kept.items() <= digests("a").items()


def test_fewer_games_keep_what_is_there_and_say_so(config, capsys):
    run("-o", "out", "-q")
    before = digests("out")
    assert run("-o", "out", "-n", "20") == 0
    assert "20 games asked, 150 are stored: all of them are used" in capsys.readouterr().err
    assert digests("out") == before
    assert json.loads(Path("out/metrics.json").read_text())["metrics"][0]["n"] == 150


def test_another_experiment_is_refused_unless_fresh(config, capsys):
    run("-o", "out", "-q")
    before = digests("out")
    assert run("-o", "out", "--seed", "6", "-q") == 2
    refusal = capsys.readouterr().err
    assert all(word in refusal for word in ("another experiment", "-o", "--fresh"))
    assert digests("out") == before
    assert run("-o", "out", "--seed", "6", "-q", "--fresh") == 0
    assert set(before).isdisjoint(digests("out"))


@pytest.mark.parametrize("flags", [[], ["--fresh"]])
def test_a_strangers_folder_and_a_file_are_left_alone(config, capsys, flags):
    Path("mine").mkdir()
    Path("mine/thesis.txt").write_text("mine")
    for out in ("mine", "two_four.yaml", "two_four.yaml/below", "/proc/nothing"):
        assert run("-o", out, *flags) == 2
    assert [path.name for path in Path("mine").iterdir()] == ["thesis.txt"]
    assert config.read_text() == CONFIG
    assert capsys.readouterr().out == ""


def test_a_faulty_config_writes_nothing(config, capsys):
    config.write_text(CONFIG.replace("150", "0"))
    assert run() == 2
    assert "two_four.yaml:5:" in capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["two_four.yaml"]


def test_quiet_says_nothing_on_stderr(config, capsys):
    assert run("-q") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("Report:")


def test_a_broken_rule_keeps_finished_chunks_and_tells_how_to_see_it(config, capsys, monkeypatch):
    from balance.games import GAMES

    kernel = next(game for game in GAMES if game.slug == "chocolaterie").module("kernel")
    original = kernel.batch

    def flawed(rules, policies, scratch, trace, seed, first, games, seats):
        original(rules, policies, scratch, trace, seed, first, games, seats)
        if rules.n_seats == 4:
            games["fault"][games["playout"] == 123] = 1

    monkeypatch.setattr(kernel, "batch", flawed)
    assert run("-o", "my out", "-q") == 70
    out, err = capsys.readouterr()
    assert out == ""
    assert "playout 123 (seed 5, cell rules.players=4) broke a rule" in err
    assert "balance replay 'my out' --playout 123 --cell rules.players=4" in err
    games = pl.read_parquet("my out/games/*.parquet")
    assert games.group_by("cell").len().sort("cell").rows() == [
        ("rules.players=2", 150),
        ("rules.players=4", 100),
    ]


def test_a_rotated_line_up_plays_whole_deals(config):
    config.write_text(
        "version: 1\ngame: chocolaterie\nrules: {players: 3}\n"
        "policies: {seats: [greedy, random, random], rotate: true}\nrun: {games: 100}\n"
    )
    assert run("-o", "out", "-q") == 0
    games = pl.read_parquet("out/games/*.parquet")
    assert games.height == 102
    assert games["deal"].to_list() == [playout // 3 for playout in range(102)]


def test_games_are_added_until_the_precision_is_reached(config, capsys):
    config.write_text(
        "version: 1\ngame: chocolaterie\nrules: {players: 2}\nrun: {games: 100, precision: 5pp}\n"
    )
    assert run("-o", "out") == 0
    records = json.loads(Path("out/metrics.json").read_text())["metrics"]
    shares = [record for record in records if record["metric"] == "seat_win_share"]
    assert all((record["high"] - record["low"]) / 2 <= 0.05 for record in shares)
    assert 300 < shares[0]["n"] < 1_000
    assert json.loads(Path("out/manifest.json").read_text())["cells"][0]["games"] == shares[0]["n"]
    assert "run.games" not in capsys.readouterr().out
    assert run("-o", "out", "-n", "1000", "-q") == 0
    assert "reached by run.games, which are played in any case" in capsys.readouterr().out


def test_a_precision_beyond_max_games_is_said_to_be_missed(config, capsys):
    config.write_text(
        "version: 1\ngame: chocolaterie\nrules: {players: 2}\n"
        "run: {games: 100, precision: {score_mean: 0.001}, max_games: 250}\n"
    )
    assert run("-o", "out") == 0
    assert "after 250 games score_mean is known to ±" in capsys.readouterr().err


def test_a_precision_of_what_has_no_meaning_is_refused_before_anything_is_played(config, capsys):
    assert run("-o", "out", "-s", "run.precision={policy_win_share: 1pp}") == 2
    assert "policy_win_share has no meaning in cell rules.players=2" in capsys.readouterr().err
    assert not Path("out").exists()


def test_a_precision_of_what_never_happened_is_not_reached(config, capsys):
    config.write_text(
        "version: 1\ngame: chocolaterie\nrules: {players: 2, packages: {enabled: false}}\n"
        "run: {games: 60, precision: {variety_lift: 1pp}, max_games: 60}\n"
    )
    assert run("-o", "out", "-q") == 0
    assert "variety_lift is known to ±" in capsys.readouterr().out


def test_the_page_of_a_best_variant_tells_its_playouts_by_commands_that_work(config, capsys):
    assert run("-o", "out", "-q", "--best", "score_mean:max", "-n", "60", "--vary", "rules.clock=10,12") == 0
    stored = open_run(Path("out"), GAMES)
    assert "--best" in stored.manifest["command"]
    for key in stored.cells:
        words = shlex.split(_teller(stored, stored.manifest["command"], "en")(key, 3))
        assert words[:2] == ["balance", "replay"]
        assert main([*words[1:], "-q"]) == 0


def start(tmp_path, *args, **options):
    package = Path(balance.__file__).parent.parent
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return subprocess.Popen(
        [sys.executable, "-m", "balance", "run", "two_four.yaml", "-o", "out", *args],
        cwd=tmp_path,
        env={**kept, "PYTHONPATH": str(package)},
        stdout=subprocess.PIPE,
        text=True,
        **{"stderr": subprocess.PIPE, **options},
    )


def wait_for_chunks(folder, count, process):
    deadline = time.monotonic() + 120
    while len(list(folder.glob("seats/*.parquet"))) < count and time.monotonic() < deadline:
        assert process.poll() is None, process.stderr.read() if process.stderr else "it has ended"
        time.sleep(0.01)


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_saves_what_is_finished_and_goes_on(config, tmp_path, number):
    process = start(tmp_path, "-n", "10000000")
    wait_for_chunks(tmp_path / "out", 3, process)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    saved = re.search(r"interrupted: ([\d,]+) of 20,000,000 games are saved in out; the same command", err)
    assert saved, err
    n_saved = int(saved[1].replace(",", ""))
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["interrupted"] is True
    assert not list((tmp_path / "out").rglob("*.tmp"))
    assert not (tmp_path / "out" / ".lock").exists()
    more = str(n_saved + 50)
    assert run("-o", "out", "-n", more, "-q") == 0
    assert run("-o", "direct", "-n", more, "-q") == 0
    assert digests("out") == digests("direct")


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_a_second_interrupt_aborts_at_once(config, tmp_path):
    process = start(tmp_path, "-n", "10000000", "--batch-size", "10000", "-j", "2", "-q")
    wait_for_chunks(tmp_path / "out", 20, process)  # batches of seconds from here on
    process.send_signal(signal.SIGINT)
    time.sleep(0.1)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 130
    assert time.monotonic() - sent < 3
    assert run("-o", "out", "-n", "100", "-q") == 0


@pytest.fixture
def interrupted_in(config, monkeypatch, capfd):
    """Ctrl-C once, as soon as a function is called; exit code, stdout and stderr."""

    def interrupted(name, *args):
        module, _, function = name.rpartition(".")
        called = getattr(importlib.import_module(module), function)

        def interrupting(*given, **named):
            monkeypatch.setattr(name, called)
            signal.raise_signal(signal.SIGINT)
            return called(*given, **named)

        monkeypatch.setattr(name, interrupting)
        return run("-o", "out", *args), *capfd.readouterr()

    return interrupted


def test_an_interrupt_while_kernels_are_compiled_says_so_and_plays_nothing(interrupted_in, monkeypatch):
    monkeypatch.setattr("balance.engine.pace.is_cached", lambda _: False)
    code, out, err = interrupted_in("balance.engine.pace.play_batch")
    assert (code, out) == (130, "")
    assert "stopping: the kernels are compiled to the end and kept; once more aborts at once" in err
    assert "interrupted: 0 of 300 games are saved in out" in err
    assert not list(Path("out").rglob("*.parquet"))


@pytest.mark.parametrize("name", ["engine.pace.play_batch", "commands.run.measure_run"])
def test_an_interrupt_waits_for_nothing_where_kernels_are_only_loaded_or_all_is_played(interrupted_in, name):
    code, out, err = interrupted_in(f"balance.{name}")
    assert (code, out, err) == (130, "", "interrupted\n")


def test_an_interrupt_while_the_last_batch_is_played_is_no_less_one(interrupted_in):
    code, out, err = interrupted_in(
        "balance.engine.running.play_batch", "-n", "100", "-j", "1", "--vary=rules.players=2"
    )
    assert (code, out) == (130, "")
    assert "stopping: what is being played is finished and saved; once more" in err
    assert "interrupted: 100 of 100 games are saved in out; the same command goes on from there" in err
    assert not Path("out/index.html").exists()


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_a_terminal_sees_how_far_and_how_fast_it_is(config, tmp_path):
    reader, writer = os.openpty()
    process = start(tmp_path, "-n", "500", "--format", "json", stderr=writer)
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
    process.communicate(timeout=60)
    os.close(reader)
    assert process.returncode == 0
    assert b"1000/1000" in seen
    assert b"a second" in seen


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
def test_a_run_whose_messages_nobody_reads_is_played_all_the_same(config, tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    process = start(tmp_path, "-n", "120", "--format", "html", stderr=writer)
    os.close(writer)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert out.startswith("Report: out")
    assert pl.read_parquet("out/games/*.parquet").height == 240


@pytest.mark.skipif(os.name == "nt", reason="streams of another kind")
def test_a_run_without_stdout_is_played_all_the_same(config, tmp_path):
    package = Path(balance.__file__).parent.parent
    line = f'"{sys.executable}" -m balance run two_four.yaml -o out -n 120 -q --format html >&-'
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(["sh", "-c", line], env={**kept, "PYTHONPATH": str(package)}, check=False)
    assert done.returncode == 0
    assert pl.read_parquet("out/games/*.parquet").height == 240


@pytest.mark.parametrize("flags", [[], ["--fresh"]])
def test_a_folder_whose_name_is_too_long_is_refused(config, capsys, flags):
    assert run("-o", "x" * 300, *flags) == 2
    assert "File name too long" in capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["two_four.yaml"]


def test_fresh_leaves_what_is_not_of_a_run(drawn):
    assert run("-o", "out", "-q") == 0
    mine = ["out/figures/mine.png", "out/games/mine.parquet", "out/notes/draft.tmp", "out/todo.tmp"]
    for name in mine:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("mine")
    Path("out/x.tmp").mkdir()
    before = digests("out")
    assert run("-o", "out", "-q", "--fresh", "--seed", "6") == 0
    assert [Path(name).read_text() for name in mine] == ["mine"] * 4
    assert Path("out/x.tmp").is_dir()
    assert set(before) & set(digests("out")) == {"games/mine.parquet"}


def test_probes_are_priced_played_and_told(tmp_path, capsys):
    config = tmp_path / "two.yaml"
    config.write_text("version: 1\ngame: chocolaterie\nrules: {players: 2, clock: 8}\nrun: {games: 100}\n")
    out = tmp_path / "out"
    assert main(["run", str(config), "-o", str(out), "--probe", "100", "--format", "md"]) == 0
    said = capsys.readouterr()
    assert "--probe: 27 variants and 1 original of 100 games each, 2,800 games more" in said.err
    assert "What does a point do?" in (out / "report.md").read_text()
    assert main(["report", str(out), "--format", "md"]) == 0, "the report keeps what was probed"
    assert "What does a point do?" in (out / "report.md").read_text()
