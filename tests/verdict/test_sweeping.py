"""Which cell is the baseline, which is best, and which differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.core.errors import UsageError
from balance.games.chocolaterie import GAME
from balance.metrics import GENERIC
from balance.metrics.series import printed_facts
from balance.verdict.sweeping import Aim, aim_of, baseline_cell

GOLD = "rules.varieties.schoko_goldbarren.points"


def test_the_baseline_is_nearest_to_the_printed_game() -> None:
    settings = {"a": {GOLD: 12, "rules.players": 4}, "b": {GOLD: 14, "rules.players": 2}}
    assert baseline_cell(GAME, settings) == "a", "the first of equals"
    assert baseline_cell(GAME, {**settings, "c": {GOLD: 14, "rules.players": 4}}) == "c"
    assert baseline_cell(GAME, {"x": {"policies.all": "random"}, "y": {"policies.all": "greedy"}}) == "x"


def test_aims() -> None:
    facts = printed_facts(GAME)
    assert aim_of("seat_w", GENERIC, facts) == aim_of("seat_w:min", GENERIC, facts) == Aim("seat_w", "min")
    assert aim_of("tie_share:max", GENERIC, facts) == Aim("tie_share", "max")
    for text, why in (
        ("seat_ww", "did you mean 'seat_w'"),
        ("seat_w:least", "seat_w:min"),
        ("seat_win_share", "no single size"),
        ("seat_equality", "no single size"),
        ("score:max", "no single size"),
    ):
        with pytest.raises(UsageError, match=f"--best {text}.*{why}"):
            aim_of(text, GENERIC, facts)


def test_a_sweep_is_held_against_its_baseline_and_its_best_cell_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balance.report.render.write", lambda *_, **__: None)
    Path("c.yaml").write_text(
        "version: 1\ngame: chocolaterie\nrules: {players: 2, clock: 12}\n"
        f"vary: {{{GOLD}: [4, 14, 30]}}\nrun: {{games: 300, seed: 3}}\n"
    )
    assert main(["run", "c.yaml", "-o", "r", "-q", "--best", "margin_mean:max"]) == 0
    out = capsys.readouterr().out
    assert "seed 4" in out
    sweep = json.loads(Path("r/metrics.json").read_text())["sweep"]
    assert sweep["baseline"] == f"{GOLD}=14"
    cells = {change["cell"] for change in sweep["changes"]}
    assert cells == {f"{GOLD}=4", f"{GOLD}=30"}
    assert any(change["moved"] and change["method"] == "paired_t" for change in sweep["changes"])
    best = json.loads(Path("r/best/manifest.json").read_text())
    assert best["seed"] == 4
    assert len(best["cells"]) == 2
    assert sweep["best"]["cell"] == f"{GOLD}=30"
    assert sweep["best"]["change"]["metric"] == "margin_mean"
    assert "--best margin_mean:max" in json.loads(Path("r/manifest.json").read_text())["command"]
    assert main(["report", "r", "-q"]) == 0
    assert json.loads(Path("r/metrics.json").read_text())["sweep"]["best"] == sweep["best"]
    other = ["run", "c.yaml", "-s", "rules.tiers.gold.bonus=9", "-n", "60", "-o", "r", "-q", "--fresh"]
    assert main(other) == 0
    found = json.loads(Path("r/metrics.json").read_text())["sweep"]
    assert found["best"] is None, "the fresh run was one of other rules"
    assert main([*other[:-1], "--best", "variety_lift"]) == 0, "known only when measured"
    assert main(["run", "c.yaml", "-o", "x", "-q", "--best", "seat_win_shar"]) == 2
    assert not Path("x").exists()
    assert main(["run", "c.yaml", "-s", f"{GOLD}=14", "-o", "x", "-q", "--best", "seat_w"]) == 2
