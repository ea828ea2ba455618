import hashlib
import json

import polars as pl
import pytest
from toy import GAME

from balance.core.errors import RuleViolation, RunError, UsageError
from balance.engine.running import run_experiment
from balance.engine.stopping import Stop
from balance.engine.store import open_run

CUT = 750  # crosses the first boundaries, ends between two


def digests(folder):
    """Bytes of all tables, by name."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*.parquet")
    }


def times(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}


def playouts(folder, cell="base"):
    run = open_run(folder, [GAME])
    return pl.concat([games for games, _ in run.chunks(cell)])["playout"].to_list()


@pytest.fixture
def direct(toy, tmp_path):
    """Tables of a run in one go, serial, one batch a chunk."""
    folder = tmp_path / "direct"
    run_experiment(toy(CUT), folder, jobs=1, batch_size=10_000)
    return digests(folder)


@pytest.mark.parametrize("jobs", [1, 2, 7])
@pytest.mark.parametrize("batch_size", [None, 1, 64, 10_000])
def test_bytes_depend_neither_on_jobs_nor_on_batch_size(toy, tmp_path, direct, jobs, batch_size):
    run_experiment(toy(CUT), tmp_path / "run", jobs=jobs, batch_size=batch_size)
    assert digests(tmp_path / "run") == direct


def test_another_seed_gives_other_bytes(toy, tmp_path, direct):
    run_experiment(toy(CUT, seed=8), tmp_path / "run", jobs=1)
    assert set(digests(tmp_path / "run").values()).isdisjoint(direct.values())


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_and_resumed_gives_the_same_bytes(toy, tmp_path, direct, jobs):
    folder, stop = tmp_path / "run", Stop()

    def interrupt(progress):
        if progress.played >= 300:
            stop.set()

    first = run_experiment(toy(CUT), folder, jobs=jobs, batch_size=50, on_progress=interrupt, stop=stop)
    assert first.interrupted
    assert 200 <= first.stored["base"] < CUT
    assert json.loads((folder / "manifest.json").read_text())["interrupted"] is True
    kept = times(folder)
    second = run_experiment(toy(CUT), folder, jobs=jobs)
    assert not second.interrupted
    assert second.played == CUT - first.stored["base"]
    assert digests(folder) == direct
    assert kept.items() <= times(folder).items()
    assert json.loads((folder / "manifest.json").read_text())["interrupted"] is False


def test_raising_the_number_of_games_only_adds_chunks_and_completes_the_last(toy, tmp_path, direct):
    folder = tmp_path / "run"
    run_experiment(toy(450), folder)
    kept = times(folder)
    summary = run_experiment(toy(CUT), folder)
    assert summary.played == CUT - 400
    assert digests(folder) == direct
    assert len(kept.items() & times(folder).items()) == 2 * 4


def test_the_same_again_plays_nothing_and_keeps_its_timings(toy, tmp_path):
    run_experiment(toy(CUT), tmp_path / "run")
    kept, manifest = times(tmp_path / "run"), json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert run_experiment(toy(CUT), tmp_path / "run").played == 0
    assert times(tmp_path / "run") == kept
    assert json.loads((tmp_path / "run" / "manifest.json").read_text()) == manifest


def test_fewer_games_than_stored_keeps_and_uses_all_and_says_so(toy, tmp_path):
    run_experiment(toy(CUT), tmp_path / "run")
    said = []
    summary = run_experiment(toy(200), tmp_path / "run", on_message=said.append)
    assert summary.stored == {"base": CUT}
    assert summary.played == 0
    assert any("200 games asked, 750 are stored" in line for line in said)
    assert playouts(tmp_path / "run") == list(range(CUT))


@pytest.mark.parametrize("table", ["games", "seats"])
@pytest.mark.parametrize("damage", ["cut", "zeroed", "emptied", "missing"])
def test_a_damaged_chunk_is_played_again(toy, tmp_path, direct, table, damage):
    folder = tmp_path / "run"
    run_experiment(toy(CUT), folder)
    victim = sorted((folder / table).iterdir())[2]
    content = victim.read_bytes()
    if damage == "missing":
        victim.unlink()
    else:
        middle = content[:600] + bytes(64) + content[664:]
        victim.write_bytes({"cut": content[:-100], "zeroed": middle, "emptied": b""}[damage])
        with pytest.raises(RunError, match="damaged"):
            playouts(folder)
    assert run_experiment(toy(CUT), folder).played == 100
    assert digests(folder) == direct


def test_leftovers_of_a_killed_run_are_removed(toy, tmp_path, direct):
    folder = tmp_path / "run"
    run_experiment(toy(CUT), folder)
    chunk = next((folder / "games").iterdir())
    chunk.with_name(chunk.name + ".tmp").write_bytes(b"half")
    (folder / "games" / "mine.tmp").write_bytes(b"mine")
    run_experiment(toy(CUT), folder)
    assert [path.name for path in folder.rglob("*.tmp")] == ["mine.tmp"]
    assert digests(folder) == direct


def test_chunks_of_other_sources_are_replaced_not_used(toy, tmp_path, direct, monkeypatch):
    folder = tmp_path / "run"
    run_experiment(toy(2_000), folder)
    before = set(digests(folder))
    monkeypatch.setattr("balance.engine.running.game_sources", lambda slug: "edited")
    summary = run_experiment(toy(CUT), folder)
    assert summary.played == CUT
    assert before.isdisjoint(digests(folder))
    assert sorted(digests(folder).values()) == sorted(direct.values())


def test_cells_are_stored_side_by_side_even_if_their_rules_are_equal(toy, tmp_path):
    experiment = toy(300, players=(2, 4))
    run_experiment(experiment, tmp_path / "run", jobs=2, batch_size=70)
    run = open_run(tmp_path / "run", [GAME])
    assert list(run.cells) == ["rules.players=2", "rules.players=4"]
    for key, facts in run.cells.items():
        games = pl.concat([games for games, _ in run.chunks(key)])
        seats = pl.concat([seats for _, seats in run.chunks(key)])
        assert facts.n == games.height == 300
        assert seats.height == 300 * facts.n_seats
        assert set(games["cell"]) == set(seats["cell"]) == {key}
        assert facts.rules.players == facts.n_seats


def test_a_violation_keeps_the_chunks_before_it(toy, tmp_path):
    with pytest.raises(RuleViolation) as caught:
        run_experiment(toy(CUT, flaw=(510,)), tmp_path / "run", jobs=2, batch_size=30)
    assert caught.value.playout == 510
    assert playouts(tmp_path / "run", "rules.flaw=510") == list(range(500))
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["interrupted"] is True


@pytest.mark.parametrize("playout", [0, 330])
def test_a_kernel_that_fails_is_told_with_its_playout_and_the_chunks_before_it_stay(
    toy, tmp_path, monkeypatch, playout
):
    kernel = GAME.module("kernel")
    original = kernel.batch

    def failing(rules, policies, scratch, trace, seed, first, games, seats):
        if first <= playout < first + len(games):
            raise ZeroDivisionError("division by zero")
        original(rules, policies, scratch, trace, seed, first, games, seats)

    monkeypatch.setattr(kernel, "batch", failing)
    with pytest.raises(RuleViolation, match="ZeroDivisionError") as caught:
        run_experiment(toy(CUT), tmp_path / "run", jobs=2)
    assert caught.value.playout == playout
    assert open_run(tmp_path / "run", [GAME]).cells["base"].n == playout // 100 * 100


def test_a_folder_that_can_no_longer_be_written_ends_the_run_with_what_is_finished(
    toy, tmp_path, monkeypatch
):
    from balance.engine import store

    whole = store.write_whole

    def full(path, content):
        if path.name.startswith("000-0000000300"):
            raise OSError(28, "No space left on device")
        whole(path, content)

    monkeypatch.setattr(store, "write_whole", full)
    with pytest.raises(RunError, match="No space left"):
        run_experiment(toy(CUT), tmp_path / "run")
    assert playouts(tmp_path / "run") == list(range(300))


def test_nothing_is_written_for_names_that_clash(toy, tmp_path):
    with pytest.raises(UsageError, match="points_bonus"):
        run_experiment(toy(CUT, faces=({"bonus": 6},)), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_names_that_clash_are_refused_before_an_earlier_run_is_removed(toy, tmp_path):
    folder = tmp_path / "run"
    run_experiment(toy(120), folder)
    before = times(folder)
    with pytest.raises(UsageError, match="points_bonus"):
        run_experiment(toy(CUT, faces=({"bonus": 6},)), folder, fresh=True)
    assert times(folder) == before
    assert playouts(folder) == list(range(120))


def test_progress_ends_at_what_was_to_play(toy, tmp_path):
    seen = []
    run_experiment(toy(CUT), tmp_path / "run", on_progress=seen.append)
    assert seen[-1].played == seen[-1].to_play == CUT
    assert [progress.played for progress in seen] == sorted(progress.played for progress in seen)


def test_the_manifest_has_what_the_report_reads(toy, tmp_path):
    experiment = toy(CUT, rotate=True)
    run_experiment(experiment, tmp_path / "run", command="balance run toy.yaml", jobs=2)
    manifest = open_run(tmp_path / "run", [GAME]).manifest
    assert manifest["command"] == "balance run toy.yaml"
    assert manifest["title"] == {"de": "Spielzeug", "en": "Toy"}
    (cell,) = manifest["cells"]
    assert cell["policies"] == ["greedy", "random", "random", "random"]
    assert cell["weights"] == {"greedy": {"bonus": 1000}, "random": {"bonus": 0}}
    assert cell["rotate"] is True
    assert cell["games"] == 752
    assert cell["rules"]["faces"] == {"low": 6, "high": 12}
    assert manifest["versions"].keys() >= {"package", "python", "numba", "chance", "rules", "sources"}
    assert manifest["timings"]["jobs"] == 2
    assert manifest["timings"]["playouts_per_second"] > 0


@pytest.mark.parametrize("key", ["schema_version", "game", "rules"])
def test_a_run_of_another_version_is_not_read(toy, tmp_path, key):
    run_experiment(toy(120), tmp_path / "run")
    path = tmp_path / "run" / "manifest.json"
    manifest = json.loads(path.read_text())
    if key == "rules":
        manifest["cells"][0]["rules"]["unheard_of"] = 1
    else:
        manifest[key] = 99
    path.write_text(json.dumps(manifest))
    with pytest.raises(UsageError):
        open_run(tmp_path / "run", [GAME])


def test_what_is_no_run_folder_is_not_read(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path, tmp_path / "missing", tmp_path / "file"):
        with pytest.raises(UsageError):
            open_run(folder, [GAME])


@pytest.mark.parametrize(("victim", "left"), [(-1, 700), (3, 300)])
def test_missing_files_are_known_and_make_the_run_incomplete(toy, tmp_path, victim, left):
    folder = tmp_path / "run"
    run_experiment(toy(CUT), folder)
    whole = open_run(folder, [GAME])
    assert (whole.lost, whole.manifest["interrupted"]) == ({}, False)
    sorted((folder / "games").iterdir())[victim].unlink()
    run = open_run(folder, [GAME])
    assert run.cells["base"].n == left
    assert run.lost == {"base": CUT}
    assert run.manifest["interrupted"] is True
