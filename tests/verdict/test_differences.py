"""Rules that differ, with both values and their places."""

from __future__ import annotations

from pathlib import Path

from balance.config import load_experiment
from balance.verdict.differences import (
    ABSENT,
    RuleDifference,
    gathered,
    rule_differences,
    rules_of,
    stored_rules,
)

ROOT = Path(__file__).parents[2]
PRINTED = str(ROOT / "configs/chocolaterie/printed.yaml")
GOLD = "rules.varieties.schoko_goldbarren.points"


def test_a_flag_is_named_with_both_values_and_places() -> None:
    a, b = load_experiment(PRINTED), load_experiment(PRINTED, sets=[f"{GOLD}=15"])
    found = rule_differences(rules_of(a.game, a.cells[0]), rules_of(b.game, b.cells[0]))
    assert found == (RuleDifference(GOLD, 14, 15, "default", "-s"),)


def test_derived_defaults_differ_too_and_a_written_rule_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "five.yaml"
    path.write_text("version: 1\ngame: chocolaterie\nrules:\n  players: 5\n", encoding="utf-8")
    a, b = load_experiment(PRINTED), load_experiment(str(path))
    found = {each.key: each for each in rule_differences(*(rules_of(e.game, e.cells[0]) for e in (a, b)))}
    assert found["rules.players"].b_place == f"{path}:4"
    assert found["rules.players"].a_place.startswith(f"{PRINTED}:")
    supply = found["rules.packages.supply"]
    assert (supply.b_place, supply.a == supply.b) == ("default", False)


def test_every_cell_of_a_sweep_knows_its_own_places() -> None:
    swept = load_experiment(PRINTED, varies=["rules.clock=short,long"])
    short, long = (rules_of(swept.game, cell) for cell in swept.cells)
    clock = next(each for each in rule_differences(short, long) if each.key == "rules.clock")
    assert (clock.a, clock.b, clock.a_place, clock.b_place) == ("short", "long", "--vary", "--vary")


def test_what_one_side_lacks_is_absent_and_types_are_told_apart() -> None:
    a = stored_rules({"clock": 1, "kinds": {"a": [1, 2]}, "flag": True})
    b = stored_rules({"clock": 1, "kinds": {"a": [2, 1], "b": 3}, "flag": 1}, {"rules.kinds.b": "x.yaml:3"})
    found = {each.key: (each.a, each.b, each.a_place, each.b_place) for each in rule_differences(a, b)}
    assert found == {
        "rules.kinds.a": ([1, 2], [2, 1], "default", "default"),
        "rules.flag": (True, 1, "default", "default"),
        "rules.kinds.b": (ABSENT, 3, "", "x.yaml:3"),
    }
    assert rule_differences(a, a) == ()


def test_the_same_difference_in_two_cells_is_said_once_and_others_name_their_cells() -> None:
    a, b, c = (stored_rules({"gold": n, "list": [n], "on": True}) for n in (14, 15, 16))
    found = gathered((key, rule_differences(a, other)) for key, other in (("x", b), ("y", b)))
    assert [(each.key, each.cells) for each in found] == [("rules.gold", ()), ("rules.list", ())]
    found = gathered(
        (key, rule_differences(a, other)) for key, other in (("x", b), ("y", c), ("x", b), ("z", a))
    )
    assert [(each.key, each.b, each.cells) for each in found] == [
        ("rules.gold", 15, ("x",)),
        ("rules.gold", 16, ("y",)),
        ("rules.list", [15], ("x",)),
        ("rules.list", [16], ("y",)),
    ]
