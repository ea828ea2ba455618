from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from balance.config import Experiment
from balance.config.sweeps import MOST_CELLS
from balance.core.errors import ConfigErrors

Load = Callable[..., Experiment]


def test_cells_are_the_product_yaml_first_then_flags_the_last_key_fastest(load: Load) -> None:
    text = "vary:\n  rules.clock: [short, 60]\n  rules.players: [2, 4]\n"
    experiment = load(text, varies=["rules.packages.enabled=true,false"])
    assert [cell.key for cell in experiment.cells] == [
        f"rules.clock={clock},rules.players={players},rules.packages.enabled={enabled}"
        for clock, players, enabled in product(["short", "60"], ["2", "4"], ["true", "false"])
    ]
    last = experiment.cells[-1]
    assert last.settings == (("rules.clock", 60), ("rules.players", 4), ("rules.packages.enabled", False))
    assert (last.rules.clock, last.rules.players, last.rules.packages.enabled) == (60, 4, False)
    assert experiment.swept == {
        "rules.clock": ("short", 60),
        "rules.players": (2, 4),
        "rules.packages.enabled": (True, False),
    }


def test_each_cell_has_its_own_seats_and_derived_values(load: Load) -> None:
    experiment = load("vary: {rules.players: [2, 4, 6]}\n")
    assert [cell.n_seats for cell in experiment.cells] == [2, 4, 6]
    assert [len(cell.policies) for cell in experiment.cells] == [2, 4, 6]
    assert experiment.values["rules.packages.supply"][0] == 4


def test_line_ups_and_personas_can_be_swept(load: Load) -> None:
    text = """
rules: {players: 2}
personas: {rush: {from: greedy}}
policies: {all: rush}
vary:
  personas.rush.weights.bronze: [1000, 1500]
"""
    experiment = load(text, varies=["policies.seats=[rush,greedy],[greedy,rush]"])
    assert [cell.key for cell in experiment.cells] == [
        f"personas.rush.weights.bronze={bronze},policies.seats=[{seats}]"
        for bronze, seats in product([1000, 1500], ["rush,greedy", "greedy,rush"])
    ]
    assert experiment.cells[2].policies[0].weights["bronze"] == 1500
    assert [policy.name for policy in experiment.cells[3].policies] == ["greedy", "rush"]


def test_maps_and_null_can_be_swept(load: Load) -> None:
    text = "vary: {rules.varieties.nougat: [{points: 8}, {points: 8, special: null}, null]}\n"
    experiment = load(text)
    assert [cell.key for cell in experiment.cells] == [
        "rules.varieties.nougat={points: 8}",
        "rules.varieties.nougat={points: 8,special: null}",
        "rules.varieties.nougat=null",
    ]
    first, second, third = (cell.rules.varieties for cell in experiment.cells)
    assert (first["nougat"].points, first["nougat"].special) == (8, "meersalz")
    assert second["nougat"].special is None
    assert "nougat" not in third


def test_the_most_cells_can_be_had(load: Load) -> None:
    joker = ",".join(str(number) for number in range(1, 51))
    experiment = load(
        varies=[f"rules.joker={joker}", "rules.refinement=" + ",".join(map(str, range(MOST_CELLS // 50)))]
    )
    assert len({cell.key for cell in experiment.cells}) == len(experiment.cells) == MOST_CELLS


def test_one_more_is_refused_soon(load: Load) -> None:
    numbers = ",".join(str(number) for number in range(1, 90))
    with pytest.raises(ConfigErrors, match="7,921 cells; at most 500"):
        load(varies=[f"rules.joker={numbers}", f"rules.refinement={numbers}"])


def test_a_fault_of_all_cells_is_said_once_and_without_a_cell(load: Load) -> None:
    with pytest.raises(ConfigErrors) as caught:
        load("rules: {joker: x, players: 2}\nvary: {rules.clock: [short, long]}\n")
    (error,) = caught.value.errors
    assert error.problem == "joker must be a whole number, not the text 'x'"


def test_a_fault_of_some_cells_names_one(load: Load) -> None:
    with pytest.raises(ConfigErrors) as caught:
        load("rules: {dice: {amount: {6: 99}}}\nvary: {rules.players: [4, 6]}\n")
    (error,) = caught.value.errors
    assert error.problem == "99 amount dice (cell rules.players=6)"


def test_rules_that_a_sweep_overlays_need_not_fit(load: Load) -> None:
    assert load("rules: {packages: {supply: 3}}\nvary: {rules.packages.supply: [8, 9]}\n").cells
