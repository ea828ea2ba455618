"""tools/tune.py with a small budget: what it finds is better, repeatable, recorded and playable."""

from __future__ import annotations

import json
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from balance.config import load_experiment
from balance.core.errors import BalanceError, UsageError
from balance.core.game import Policy
from balance.core.tuned import read_tuned
from balance.engine.tuning import Search, tune, wins
from balance.games import GAMES
from balance.games.chocolaterie import GAME

ROOT = Path(__file__).parents[2]
SMALL = ("--deals", "20", "--playouts", "6000", "--final-deals", "200", "--fixed", "gap,piece,finish,silver")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("tune", ROOT / "tools" / "tune.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_search_mends_a_bad_weight() -> None:
    """A seat that holds devices for nothing is beaten; the search finds out which weight it is."""
    greedy = GAME.policy("greedy", 2)
    lame = {**greedy.weights, "process": 0}
    said: list[str] = []
    search = Search(
        game=GAME,
        tables=(GAME.rules_model(players=2),),
        start=lame,
        moved=tuple(weight for weight in GAME.weights if weight.name in ("process", "gold")),
        against=(lambda players: greedy, None),
        seed=5,
        deals=100,
        playouts=40_000,
        sure=1.0,
        say=said.append,
    )
    found = tune(search)
    assert found.weights["process"] > 300
    assert {name for name, value in found.weights.items() if value != lame[name]} <= {"process", "gold"}
    assert found.steps == len(said)
    assert found.playouts < 60_000
    rules = search.tables[0]
    before, after = (
        wins(GAME, rules, Policy("own", "weighted", weights), greedy, 6, 0, 1000)
        for weights in (lame, found.weights)
    )
    gain = after - before
    assert gain.mean() > 3 * gain.std() / len(gain) ** 0.5


def test_every_playout_of_a_deal_is_somebodys() -> None:
    """Two policies take each other's place: what one wins the other does not."""
    rules = GAME.rules_model(players=2)
    greedy, chance = GAME.policy("greedy", 2), GAME.policy("random", 2)
    own = wins(GAME, rules, greedy, chance, 3, 0, 50)
    others = wins(GAME, rules, chance, greedy, 3, 0, 50)
    assert ((own + others) == 120).all()
    assert own.sum() > others.sum()
    assert (wins(GAME, rules, greedy, chance, 3, 20, 30) == own[20:]).all()


def test_the_same_arguments_find_the_same(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["chocolaterie", "--players", "2,3", "--joint", "--set", "gap=900", *SMALL]
    texts = []
    for _ in range(2):
        tool.main(arguments)
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    (record,) = json.loads(texts[0])
    assert record["players"] == [2, 3]
    assert record["seed"] == 1
    assert set(record["weights"]) == {weight.name for weight in GAME.weights}
    assert record["weights"]["gap"] == 900
    assert [(won["against"], won["players"]) for won in record["wins"]] == [("greedy", 2), ("greedy", 3)]
    low, high = record["wins"][0]["win_share"][1:]
    assert 0 < low < high < 1


def test_a_variant_gets_a_persona_that_can_be_played(tool: ModuleType, tmp_path: Path) -> None:
    variant = tmp_path / "variant.yaml"
    head = "version: 1\ngame: chocolaterie\nrules: {players: 2, clock: 16}\n"
    variant.write_text(head + "policies: {seats: [greedy, random], rotate: true}\n")
    out = tmp_path / "adapted.yaml"
    tool.main(["--config", str(variant), "-o", str(out), "--set", "package=0,process=1000", *SMALL])
    experiment = load_experiment(str(out))
    assert experiment.warnings == ()
    (cell,) = experiment.cells
    assert [policy.name for policy in cell.policies] == ["adapted", "adapted"]
    assert cell.rules.clock == 16
    assert experiment.game.slug == "chocolaterie"
    assert '"gap"' not in out.read_text()  # only what differs from greedy is written
    assert cell.policies[0].weights["gap"] == 1000
    assert cell.policies[0].weights["process"] != 1100


def test_a_search_that_finds_nothing_says_so(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    variant = tmp_path / "variant.yaml"
    variant.write_text("version: 1\ngame: chocolaterie\nrules: {players: 2, clock: 16}\n")
    monkeypatch.setattr(tool, "tune", lambda search: tool.Found(dict(search.start)))
    tool.main(["--config", str(variant), "--final-deals", "20"])
    told = capsys.readouterr()
    assert "nothing better than greedy was found" in told.err
    assert '"weights": {}' in told.out


def test_unknown_opponents_are_refused(tool: ModuleType) -> None:
    with pytest.raises(UsageError, match="no policy 'gredy'"):
        tool.main(["chocolaterie", "--against", "gredy", *SMALL])
    with pytest.raises(UsageError, match="no weight 'silvr'"):
        tool.main(["chocolaterie", "--set", "silvr=3", *SMALL])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--playouts", "0"], "a whole number from 1 on, not '0'"),
        (["--deals", "-3"], "a whole number from 1 on, not '-3'"),
        (["--final-deals", "x"], "a whole number from 1 on, not 'x'"),
        (["--set", "gold=1.5"], "WEIGHT=N with a whole number, not 'gold=1.5'"),
        (["--config", "c.yaml"], "name a game, or a config with --config"),
        (["--out", "c.yaml"], "--out is for --config"),
    ],
)
def test_a_wrong_command_line_is_refused(
    tool: ModuleType, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    with pytest.raises(SystemExit):
        tool.main(["chocolaterie", *arguments])
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chocolaterie", "--players", "9"], "chocolaterie is played by 2 to 6, not by 9"),
        (["chocolaterie", "--set", "gap=-5"], "gap must be 0 to 100000, not -5"),
        (["chocolaterie", "--start", "random"], "'random' draws among all it may do"),
        (["--config", "nosuch.yaml"], "nosuch.yaml: no such file"),
        (["--config", "v.yaml", "--name", "greedy"], "choose another --name, e.g. my_greedy"),
        (["--config", "v.yaml", "--name", "b d"], "write 'b_d'"),
        (["--config", "v.yaml", "-o", "v.yaml"], "the config that is tuned for"),
        (["--config", "v.yaml", "-o", "nosuch/a.yaml"], "there is no folder nosuch"),
    ],
)
def test_what_could_not_be_used_is_refused_before_the_search(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("v.yaml").write_text("version: 1\ngame: chocolaterie\n")
    monkeypatch.setattr(tool, "tune", pytest.fail)
    with pytest.raises(BalanceError, match=re.escape(said)):
        tool.main(arguments)


@pytest.mark.parametrize("unused", [["--write"], ["--joint"], ["--players", "3"]])
def test_a_config_has_its_own_tables(
    tool: ModuleType, capsys: pytest.CaptureFixture[str], unused: list[str]
) -> None:
    with pytest.raises(SystemExit):
        tool.main(["--config", "v.yaml", *unused])
    assert "is not for --config" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_what_is_recorded_is_what_is_played(game: object) -> None:
    """Each record names every weight and belongs to a preset; no player count stands twice."""
    assert isinstance(game, type(GAME))
    for name, records in read_tuned(game.package).items():
        preset = game.preset(name)
        assert preset is not None
        counts = [players for record in records for players in record["players"]]
        assert sorted(set(counts)) == counts
        for record in records:
            assert set(record["weights"]) == {weight.name for weight in game.weights}
            assert record["rules_version"] == game.rules_version
            for players in record["players"]:
                assert game.policy(name, players).weights == record["weights"]
