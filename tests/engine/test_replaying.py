import numpy as np
import pytest

from balance.config import load_experiment
from balance.core.errors import RunError, UsageError
from balance.core.layout import new_record
from balance.engine.picking import PICKS, Kind, cut_off, example, pick
from balance.engine.replaying import check_stored, replay, stored_setting
from balance.engine.running import run_experiment
from balance.engine.store import open_run
from balance.engine.worker import play_rows, prepare
from balance.games import GAMES
from balance.games.chocolaterie.layout import PAGE, Count
from balance.games.chocolaterie.tracing import objects

VARIANTS = [
    ("rules.players=2",),
    ("rules.players=4", "policies={seats: [greedy, random, greedy, random], rotate: true}"),
    ("rules.players=6", "rules.clock=long", "rules.packages.supply=8"),
    ("rules.players=3", "policies.all=random", "rules.packing=may_wait", "rules.storeroom_by_choice=true"),
    ("rules.players=5", "rules.packages.enabled=false", "rules.joker_ingredient=any"),
]


def experiment(tmp_path, *sets, games=None):
    config = tmp_path / "c.yaml"
    config.write_text("version: 1\ngame: chocolaterie\nrun: {seed: 11}\n")
    return load_experiment(str(config), sets=sets, games=games)


def setting_of(tmp_path, *sets):
    asked = experiment(tmp_path, *sets)
    return prepare(asked.game, asked.cells[0], asked.seed)


@pytest.mark.parametrize("sets", VARIANTS)
def test_traced_and_fast_playouts_agree(tmp_path, sets):
    setting = setting_of(tmp_path, *sets)
    n, n_seats = 1000, setting.cell.n_seats
    games, seats = play_rows(setting, 0, n)
    trace = new_record(setting.game.module("layout").TRACE)
    trace.is_on = 1
    for playout in range(n):
        trace.n_events = 0
        traced_games, traced_seats = play_rows(setting, playout, 1, trace)
        assert traced_games.tobytes() == games[playout : playout + 1].tobytes()
        assert traced_seats.tobytes() == seats[playout * n_seats : (playout + 1) * n_seats].tobytes()


@pytest.mark.parametrize("sets", VARIANTS)
def test_the_end_of_a_trace_is_that_of_the_rows(tmp_path, sets):
    setting = setting_of(tmp_path, *sets)
    n_seats = setting.cell.n_seats
    games, seats = play_rows(setting, 0, 60)
    for playout, game in enumerate(games):
        played = replay(setting, playout)
        assert played.violation is None
        end = list(objects(setting.cell.rules, played.facts, played.events))[-1]
        rows = seats[playout * n_seats : (playout + 1) * n_seats]
        assert end["scores"] == rows["score"].tolist()
        assert (
            end["bars"]
            == [row["bars"] for row in end["rows"]["seats"]]
            == rows["tally"][:, Count.BARS].tolist()
        )
        assert end["winners"] == (rows["rank"] == 1).tolist()
        assert end["reason"] == setting.game.end_reasons[game["end_reason"]]
        assert end["rolls"] == game["length"]


def test_a_trace_longer_than_a_page_is_whole(tmp_path):
    setting = setting_of(tmp_path, "rules.players=6", "rules.clock=600", "rules.packages.supply=500")
    played = replay(setting, 0)
    assert len(played.events) > 2 * PAGE
    trace = list(objects(setting.cell.rules, played.facts, played.events))
    assert [item["event"] for item in (trace[0], trace[-1])] == ["setup", "end"]
    assert [item["roll"] for item in trace if item["event"] == "roll"] == list(range(600))
    points = [0] * 6
    for item in trace:
        if item["event"] in ("finish", "bonus"):
            points[item["seat"]] += item["points"]
    assert points == trace[-1]["scores"]


def test_a_trace_that_just_fills_its_pages_ends_there(tmp_path, monkeypatch):
    setting = setting_of(tmp_path, "rules.players=2")
    kernel = setting.game.module("kernel")
    n_events = 2 * PAGE

    def made_up(rules, policies, scratch, trace, seed, first, games, seats):
        trace.row[:, 0] = 3
        trace.n_events = n_events

    monkeypatch.setattr(kernel, "batch", made_up)
    assert len(replay(setting, 0).events) == n_events


def test_a_failing_kernel_leaves_what_happened_before_it(tmp_path, monkeypatch):
    setting = setting_of(tmp_path, "rules.players=2")
    whole = replay(setting, 4)
    kernel = setting.game.module("kernel")
    original = kernel.batch

    def failing(rules, policies, scratch, trace, *rest):
        original(rules, policies, scratch, trace, *rest)
        trace.n_events = 30
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(kernel, "batch", failing)
    played = replay(setting, 4)
    assert np.array_equal(played.events, whole.events[:30])
    assert "ZeroDivisionError: planted" in str(played.violation)
    assert played.facts["rows"] is None
    assert list(objects(setting.cell.rules, played.facts, played.events))[-1]["event"] != "end"


@pytest.fixture
def run(tmp_path):
    """A small stored run of two cells, one of them rotated."""
    config = tmp_path / "c.yaml"
    config.write_text(
        "version: 1\ngame: chocolaterie\nvary: {rules.players: [2, 4]}\nrun: {games: 250, seed: 5}\n"
        "personas: {rush: {from: greedy, weights: {gold: 200}}}\n"
    )
    run_experiment(load_experiment(str(config)), tmp_path / "run", jobs=1)
    return open_run(tmp_path / "run", GAMES)


def test_a_run_is_replayed_exactly_as_it_is_stored(run):
    for key in run.cells:
        setting = stored_setting(run, key)
        for playout in (0, 99, 100, 249):
            assert check_stored(run, replay(setting, playout))
        assert not check_stored(run, replay(setting, 250))


def test_personas_and_rotation_come_back_from_the_manifest(tmp_path):
    asked = experiment(
        tmp_path,
        "rules.players=3",
        "personas={rush: {from: greedy, weights: {gold: 200}}}",
        "policies={seats: [rush, random, greedy], rotate: true}",
        games=30,
    )
    run_experiment(asked, tmp_path / "run", jobs=1)
    stored = open_run(tmp_path / "run", GAMES)
    setting = stored_setting(stored, "base")
    for playout in range(30):
        played = replay(setting, playout)
        assert check_stored(stored, played)
        names = ["rush", "random", "greedy"]
        assert played.facts["policies"] == names[playout % 3 :] + names[: playout % 3]
        assert played.facts["deal"] == playout // 3


def test_a_playout_that_is_played_otherwise_is_told_apart(run, monkeypatch):
    key = "rules.players=2"
    played = replay(stored_setting(run, key), 7)
    played.facts["rows"]["seats"][1]["score"] += 1
    with pytest.raises(RunError, match=r"playout 7 is not what .* score was"):
        check_stored(run, played)
    run.manifest["versions"]["sources"] = "of long ago"
    with pytest.raises(UsageError, match="another version of balance: run it again"):
        check_stored(run, played)


def test_a_run_of_before_replays_is_refused(run):
    del run.manifest["cells"][0]["kinds"]
    with pytest.raises(UsageError, match="earlier version"):
        stored_setting(run, "rules.players=2")


def test_what_is_picked_is_most_of_its_kind(run):
    key = "rules.players=4"
    games = [row for frame, _ in run.chunks(key) for row in frame.to_dicts()]
    margins = [row["margin"] for row in games]
    assert pick(run, key, "closest").playout == margins.index(min(margins))
    assert pick(run, key, "closest").n_alike == margins.count(min(margins))
    assert pick(run, key, "widest").playout == margins.index(max(margins))
    assert pick(run, key, "longest").playout == 0
    assert pick(run, key, "shortest").n_alike == 250


def test_the_typical_playout_is_nearest_to_the_medians(run):
    key = "rules.players=4"
    games = [row for frame, _ in run.chunks(key) for row in frame.to_dicts()]
    points = [0] * 250
    for _, frame in run.chunks(key):
        for row in frame.to_dicts():
            points[row["playout"]] += row["score"]
    total = np.zeros(250)
    for values in ([row["length"] for row in games], [row["margin"] for row in games], points):
        total += relative(values)
    total += relative([row["lead_changes"] for row in games])
    assert pick(run, key, "typical").playout == int(np.argmin(np.round(total, 9)))


def test_an_example_is_the_most_typical_of_its_kind_or_none(run):
    key = "rules.players=4"
    games = [row for frame, _ in run.chunks(key) for row in frame.to_dicts()]
    seats = [row for _, frame in run.chunks(key) for row in frame.to_dicts()]
    won = example(run, key, Kind(winner=2))
    assert games[won]["winners"] == 0b100
    policy = seats[0]["policy"]
    by_policy = example(run, key, Kind(policy=policy))
    assert [row["policy"] for row in seats[4 * by_policy : 4 * by_policy + 4] if row["win_share"]] == [policy]
    most = example(run, key, Kind(column="bars+refined", is_won=True))
    assert max(row["bars"] + row["refined"] for row in seats if row["win_share"]) in [
        row["bars"] + row["refined"] for row in seats[4 * most : 4 * most + 4] if row["win_share"]
    ]
    rerolled = example(run, key, Kind(column="rerolls", table="games"))
    assert games[rerolled]["rerolls"] == max(row["rerolls"] for row in games)
    passes = [sum(row["passes"] for row in seats[4 * n : 4 * n + 4]) for n in range(250)]
    assert passes[example(run, key, Kind(column="passes"))] == max(passes)
    assert games[example(run, key, Kind(end=games[7]["end_reason"]))]["end_reason"] == games[7]["end_reason"]
    for none in (
        Kind(end="nobody"),
        Kind(policy="nobody"),
        Kind(column="nothing"),
        Kind(column="score?bars"),
    ):
        assert example(run, key, none) is None
    assert cut_off(run, key) is None


def relative(values):
    distance = np.abs(np.array(values) - np.median(values))
    return distance / distance.mean() if distance.any() else np.zeros(len(values))


def test_nothing_is_picked_from_a_cell_without_playouts(run):
    facts = run.cells["rules.players=4"]
    empty = {**run.cells, "rules.players=4": type(facts)(**{**fields(facts), "n": 0})}
    object.__setattr__(run, "cells", empty)
    for how in PICKS:
        with pytest.raises(UsageError, match="no playouts"):
            pick(run, "rules.players=4", how)


def fields(record):
    return {name: getattr(record, name) for name in record.__slots__}
