"""Whatever may differ in who plays is told, with both values and their places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from balance.config import load_experiment
from balance.engine.manifest import describe
from balance.verdict.differences import RuleDifference, gathered
from balance.verdict.lineups import LineUp, line_up_differences, stored_line_up

BASE = "version: 1\ngame: schokoladenmarkt\n"
TRADER = BASE + "personas:\n  trader: {from: greedy, weights: {trade: 1000}}\npolicies: {all: trader}\n"


def line_ups(path: Path, text: str, *sets: str) -> tuple[Any, list[LineUp]]:
    """The game, and the line-up of each cell as a stored run would have it."""
    path.write_text(text, encoding="utf-8")
    experiment = load_experiment(str(path), sets=list(sets))
    cells = experiment.cells
    manifest = describe(
        experiment,
        command="",
        keys=["0" * 16] * len(cells),
        games=[0] * len(cells),
        sources="",
        timings=None,
        interrupted=False,
    )
    return experiment.game, [stored_line_up(manifest, cell) for cell in manifest["cells"]]


def told(tmp_path: Path, a: str, b: str, *sets: str) -> list[tuple[str, Any, Any, str, str]]:
    game, (first, *_) = line_ups(tmp_path / "a.yaml", a)
    _, (second, *_) = line_ups(tmp_path / "b.yaml", b, *sets)
    back = line_up_differences(game, second, first)
    found = line_up_differences(game, first, second)
    assert {(each.a, each.b) for each in map(_values, back)} == {(e.b, e.a) for e in map(_values, found)}
    return [(each.key, each.a, each.b, Path(each.a_place).name, Path(each.b_place).name) for each in found]


def _values(found: RuleDifference) -> RuleDifference:
    return RuleDifference(found.key, str(found.a), str(found.b), "", "")


def test_a_persona_of_one_name_and_other_weights(tmp_path: Path) -> None:
    key = "personas.trader.weights.trade"
    other = TRADER.replace("1000", "0")
    assert told(tmp_path, TRADER, other) == [(key, 1000, 0, "a.yaml:4", "b.yaml:4")]
    assert told(tmp_path, TRADER, TRADER, f"{key}=0") == [(key, 1000, 0, "a.yaml:4", "-s")]
    assert told(tmp_path, TRADER, TRADER) == []


def test_who_plays_and_what_a_persona_changes(tmp_path: Path) -> None:
    assert told(tmp_path, BASE, TRADER) == [
        ("policies.all", "greedy", "trader", "default", "b.yaml:5"),
        ("personas.trader.weights.trade", 0, 1000, "default", "b.yaml:4"),
    ]
    assert told(tmp_path, BASE, BASE, "policies.all=expert") == [
        ("policies.all", "greedy", "expert", "default", "-s")
    ], "shipped policies are told apart by their names"


def test_line_ups_and_whether_seats_change(tmp_path: Path) -> None:
    seats = BASE + "policies: {seats: [greedy, random, greedy, greedy]}\n"
    turned = BASE + "policies: {seats: [greedy, greedy, random, greedy], rotate: true}\n"
    assert told(tmp_path, seats, turned) == [
        (
            "policies.seats",
            ["greedy", "random", "greedy", "greedy"],
            ["greedy", "greedy", "random", "greedy"],
            "a.yaml:3",
            "b.yaml:3",
        ),
        ("policies.rotate", False, True, "default", "b.yaml:3"),
    ]


def test_a_persona_that_starts_from_another(tmp_path: Path) -> None:
    chain = TRADER.replace("{all: trader}", "{all: mine}").replace(
        "policies", "  mine: {from: trader, weights: {}}\npolicies"
    )
    key = "personas.mine.weights.trade"
    assert told(tmp_path, chain, chain.replace("1000", "0")) == [(key, 1000, 0, "a.yaml:4", "b.yaml:4")]
    found = told(tmp_path, TRADER, TRADER.replace("greedy", "expert"))
    assert found == [("personas.trader.from", "greedy", "expert", "a.yaml:4", "b.yaml:4")]


def test_what_a_shipped_policy_does_at_another_table_is_no_difference(tmp_path: Path) -> None:
    expert = BASE + "policies: {all: expert}\n"
    assert told(tmp_path, expert, expert, "rules.players=3") == []


@pytest.mark.parametrize(
    "vary", ["personas.trader.weights.trade: [0, 500]", "personas.trader: [{from: greedy}, {from: expert}]"]
)
def test_swept_personas_differ_cell_by_cell(tmp_path: Path, vary: str) -> None:
    game, (plain, *_) = line_ups(tmp_path / "a.yaml", TRADER)
    _, cells = line_ups(tmp_path / "b.yaml", f"{TRADER}vary:\n  {vary}\n")
    assert len(cells) == 2
    found = gathered(
        (str(n % 2), line_up_differences(game, plain, cell)) for n, cell in enumerate((*cells, *cells))
    )
    assert len(found) == len({(each.key, each.b) for each in found}) > 0, "each is told once"
    assert {len(each.cells) for each in found} == {1}, "what differs in one variant only names it"
    assert all(each.a_place != each.b_place for each in found)
