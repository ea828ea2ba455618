"""What a config means: defaults, cells, line-ups, origins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from balance.config import Experiment, load_experiment
from balance.config.load import MOST_GAMES_FOR_PRECISION
from balance.core.errors import ConfigErrors
from balance.games import GAMES

Load = Callable[..., Experiment]
CHOCOLATERIE = next(game for game in GAMES if game.slug == "chocolaterie")


def test_nothing_said_is_the_printed_game(load: Load) -> None:
    experiment = load()
    (cell,) = experiment.cells
    assert cell.rules == CHOCOLATERIE.rules_model()
    assert (cell.key, cell.settings, cell.n_seats, cell.rotate) == ("base", (), 4, False)
    assert (experiment.games, experiment.seed, cell.games) == (20_000, 1, 20_000)
    assert [policy.name for policy in cell.policies] == ["greedy"] * 4
    assert experiment.title == {"de": "x", "en": "x"}
    assert (experiment.precision, experiment.max_games) == ({}, 20_000)
    assert (experiment.gates, experiment.swept, experiment.assumed, experiment.warnings) == ({}, {}, {}, ())


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("title: Gold\n", {"de": "Gold", "en": "Gold"}),
        ("title: {de: Gold, en: gold}\n", {"de": "Gold", "en": "gold"}),
        ("title: {de: Gold}\n", {"de": "Gold", "en": "Gold"}),
    ],
)
def test_titles(load: Load, text: str, title: dict[str, str]) -> None:
    assert load(text).title == title


def test_a_designers_own_variety_tier_and_ingredient(load: Load) -> None:
    text = """
rules:
  tiers: {platin: {bonus: 6, devices: true}}
  ingredients: {honig: {device: schleuder}}
  varieties:
    honignougat: {tier: platin, points: 20, needs: {honig: 6, nuesse: 5}}
    trueffel: {points: 8, needs: {milch: null, honig: 2}, special: null}
  dice: {amount: {4: 5}, device: 2}
personas: {rush: {from: greedy, weights: {platin: 1500}}}
policies: {all: rush}
"""
    cell = load(text).cells[0]
    assert cell.rules.varieties["trueffel"].needs == {"kakaobohnen": 4, "kakaobutter": 4, "honig": 2}
    assert cell.rules.varieties["trueffel"].special is None
    assert cell.rules.varieties["honignougat"].tier == "platin"
    assert cell.rules.dice.amount == {"2": 2, "3": 3, "4": 5, "5": 5, "6": 6}
    assert cell.rules.dice.device == dict.fromkeys("23456", 2)
    assert cell.policies[0].weights["platin"] == 1500


def test_personas_build_on_one_another(load: Load) -> None:
    text = """
personas:
  b: {from: a, weights: {gold: 3}}
  a: {from: greedy, weights: {gold: 2, silver: 5}}
policies: {seats: [b, a, greedy, random]}
"""
    b, a, greedy, chance = load(text).cells[0].policies
    defaults = {weight.name: weight.default for weight in CHOCOLATERIE.weights}
    preset = CHOCOLATERIE.preset("greedy")
    assert preset is not None
    assert dict(greedy.weights) == defaults | dict(preset.weights)
    assert dict(a.weights) == dict(greedy.weights) | {"gold": 2, "silver": 5}
    assert dict(b.weights) == dict(a.weights) | {"gold": 3}
    assert (b.name, b.kind, chance.kind) == ("b", "weighted", "random")


def test_weights_that_nothing_reads_are_a_warning(load: Load) -> None:
    experiment = load("personas: {a: {from: random, weights: {gold: 1}}}\n")
    assert [warning.splitlines()[0] for warning in experiment.warnings] == [
        "x.yaml:3:30: warning: 'random' draws among all it may do: weights change nothing"
    ]


@pytest.mark.parametrize(
    ("game", "name", "rules", "near"),
    [
        ("schwarzwaelder_kirsch", "eirer", "kinds: {eirer: 4}", "eier"),
        ("chocolaterie", "mlich", "ingredients: {mlich: {}}", "milch"),
        (
            "festtafel",
            "piza",
            "dishes: {piza: {tier: silver, points: 7, needs: {mehl: 3}, shape: ['##']}}",
            "pizza",
        ),
        ("schwarzwaelder_kirsch", "eier_2", "kinds: {eier_2: 4}", ""),
        ("schwarzwaelder_kirsch", "eirer", "kinds: {eier: 3, eirer: 4}", ""),
    ],
)
def test_a_new_name_almost_a_printed_one_is_asked_about(
    here: Path, game: str, name: str, rules: str, near: str
) -> None:
    (here / "x.yaml").write_text(f"version: 1\ngame: {game}\nrules: {{{rules}}}\n", encoding="utf-8")
    told = "".join(load_experiment("x.yaml").warnings)
    assert (f"'{name}' is new beside" in told) == bool(near)
    assert f"= did you mean '{near}'?" in told or not near


def test_what_the_files_say_of_games_and_seed_is_known_below_flags(load: Load, here: Path) -> None:
    assert load("run: {games: 300}\n", games=50, seed=9).written == {"run.games": 300}
    assert load(games=50).written == {}


def test_warnings_of_the_game_are_placed(load: Load) -> None:
    experiment = load("rules: {applications: {limit: 2}}\n")
    (warning,) = experiment.warnings
    assert warning.startswith("x.yaml:3:9: warning: rules.applications.master: a master costs 3 applications")


def test_rotation_plays_whole_deals_in_each_cell(load: Load) -> None:
    text = """
policies: {seats: [greedy, random, random], rotate: true}
vary: {policies.seats: [[greedy, random, random], [greedy, greedy, random]]}
rules: {players: 3}
run: {games: 20000}
"""
    experiment = load(text)
    assert [cell.games for cell in experiment.cells] == [20_001, 20_001]
    assert experiment.games == 20_000
    assert load("run: {games: 20001}\n").cells[0].games == 20_001


def test_precision_and_its_bound(load: Load) -> None:
    experiment = load("run: {precision: 0.5pp}\n")
    assert experiment.precision == pytest.approx({"seat_win_share": 0.005})
    assert experiment.max_games == MOST_GAMES_FOR_PRECISION
    experiment = load("run: {precision: {score_mean: 0.1, seat_spread: 1pp}, max_games: 50000}\n")
    assert experiment.precision == pytest.approx({"score_mean": 0.1, "seat_spread": 0.01})
    assert experiment.max_games == 50_000
    assert load("run: {precision: 1pp, games: 3000000}\n").max_games == 3_000_000
    (warning,) = load("run: {max_games: 50000}\n").warnings
    assert warning.startswith("x.yaml:3:7: warning: max_games bounds nothing without precision")


def test_gates(load: Load) -> None:
    text = "gates: {a: {drift: 1pp}, b: {max: 4 pp, level: warn}, c: {min: -0.5, max: 2}}\n"
    assert load(text).gates == {
        "a": {"drift": 0.01, "level": "fail"},
        "b": {"max": 0.04, "level": "warn"},
        "c": {"min": -0.5, "max": 2, "level": "fail"},
    }


def test_metrics_are_asked_for_only_where_one_is_named(load: Load) -> None:
    def unasked(_: object) -> tuple[str, ...]:
        raise AssertionError("nobody named a metric")

    load(metrics=unasked)
    load("gates: {a: {max: 1}}\n", metrics=lambda game: ("a",) if game is CHOCOLATERIE else ())


@pytest.mark.parametrize(
    ("key", "value", "place", "source", "note"),
    [
        ("rules.players", 6, "x.yaml:4", "choice", ""),
        ("rules.clock", "long", "x.yaml:5", "choice", ""),
        ("rules.amount_scale", 1.0, "default", "assumed", "A4"),
        ("rules.tiers.gold.bonus", 4, "default", "text", ""),
        ("rules.joker_ingredient", "paired", "x.yaml:6", "text", "R1"),
        ("rules.packing", "may_wait", "x.yaml:7", "changed", ""),
        ("rules.packages.supply", 18, "default", "assumed", "A3"),
        ("rules.packages.size", 5, "x.yaml:8", "assumed", "measured"),
        ("rules.dice.device.2", 3, "x.yaml:9", "changed", ""),
        ("rules.dice.device.6", 3, "x.yaml:9", "text", ""),
        ("rules.dice.special.6", 4, "x.yaml:10", "changed", ""),
        ("rules.dice.special.5", 3, "default", "text", ""),
        ("rules.varieties.nougat.points", 8, "x.yaml:13", "changed", ""),
        ("rules.varieties.nougat.special", None, "x.yaml:14", "changed", ""),
        ("rules.varieties.nougat.needs.zucker", 4, "default", "assumed", "A1"),
        ("rules.varieties.trueffel.points", 7, "x.yaml:15", "assumed", "A1: the text gives a range a tier"),
        ("rules.varieties.trueffel.tier", "silver", "default", "text", ""),
        ("rules.refinement", 3, "-s", "changed", ""),
        ("rules.joker", 5, "--vary", "changed", ""),
        ("policies.all", "greedy", "default", "choice", ""),
        ("run.seed", 1, "default", "choice", ""),
    ],
)
def test_every_value_knows_its_origin(
    load: Load, key: str, value: object, place: str, source: str, note: str
) -> None:
    text = """rules:
  players: 6
  clock: long
  joker_ingredient: paired
  packing: may_wait
  packages: {size: 5}
  dice: {device: 3,
    special: {6: 4}}
  varieties:
    nougat:
      points: 8
      special: null
    trueffel: {points: 7}
assumed:
  rules.packages.size: measured
"""
    found, origin = load(text, sets=["rules.refinement=3"], varies=["rules.joker=5,4"]).values[key]
    assert (found, origin.place, origin.source, origin.note) == (value, place, source, note)


def test_a_reason_holds_for_all_below(load: Load) -> None:
    experiment = load(
        "rules: {varieties: {nougat: {points: 9}}}\nassumed: {rules.varieties.nougat: tasted}\n"
    )
    origins = [origin for key, (_, origin) in experiment.values.items() if ".nougat." in key]
    assert len(origins) == 6
    assert {(origin.source, origin.note) for origin in origins} == {("assumed", "tasted")}


def test_values_are_complete(load: Load) -> None:
    experiment = load()
    keys = set(experiment.values)
    assert {"rules.varieties.schoko_goldbarren.needs.kakaobohnen", "rules.specials", "run.games"} <= keys
    assert not any(isinstance(value, dict) and value for value, _ in experiment.values.values())


def test_unknown_game_still_shows_other_faults(load: Load, here: object) -> None:
    with pytest.raises(ConfigErrors) as caught:
        load("game2: 1\nrun: {games: 0}\n".replace("game2", "gane"))
    assert [error.line for error in caught.value.errors] == [3, 4]


def test_errors_can_be_pickled(load: Load) -> None:
    import pickle

    with pytest.raises(ConfigErrors) as caught:
        load("rules: {clok: 1, joker: x}\n")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


def test_faults_do_not_hide_those_elsewhere(load: Load) -> None:
    text = """rules:
  players: x
  packages: {supply: 3}
  varieties: {nougat: {points: x, tier: silber}}
policies: {seats: [gredy, greedy]}
"""
    with pytest.raises(ConfigErrors) as caught:
        load(text)
    assert [error.line for error in caught.value.errors] == [4, 5, 6, 6, 7]


@pytest.mark.parametrize("version", ["true", "1.0", "2", "'1'", "[1]", "one"])
def test_version_is_the_number_one(here: Path, version: str) -> None:
    (here / "x.yaml").write_text(f"version: {version}\ngame: chocolaterie\n")
    with pytest.raises(ConfigErrors, match="version must be 1, not "):
        load_experiment("x.yaml")


def test_an_empty_value_removes_and_that_is_said(load: Load) -> None:
    experiment = load("rules:\n  varieties:\n    nougat:\n    trueffel: null\n")
    assert {"nougat", "trueffel"}.isdisjoint(experiment.cells[0].rules.varieties)
    assert [warning.splitlines()[0] for warning in experiment.warnings] == [
        "x.yaml:5:5: warning: nothing stands after 'nougat': it is taken out as by null"
    ]
