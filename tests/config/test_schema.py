"""The tracked schemas are those the models give, and shipped configs hold what they promise."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from balance.config import load_experiment
from balance.config.compose import compose
from balance.config.models import document_model
from balance.config.nodes import plain
from balance.config.schema import config_schema, schema_text
from balance.config.source import read_source
from balance.games import GAMES

CONFIGS = Path(__file__).parents[2] / "configs"
SHIPPED = sorted(CONFIGS.glob("*/*.yaml"))
BAD = Path(__file__).parent / "bad"


def schema(slug: str = "chocolaterie") -> Any:
    return json.loads((CONFIGS / "schema" / f"{slug}.json").read_text(encoding="utf-8"))


def faults(document: Any, slug: str = "chocolaterie") -> list[str]:
    return [error.message for error in Draft7Validator(schema(slug)).iter_errors(document)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_tracked_schema_is_the_generated_one(game: Any) -> None:
    path = CONFIGS / "schema" / f"{game.slug}.json"
    assert path.read_text(encoding="utf-8") == schema_text(game), (
        f"write it again: balance schema {game.slug} -o configs/schema/{game.slug}.json"
    )
    Draft7Validator.check_schema(config_schema(game))


def test_every_game_ships_configs() -> None:
    assert {path.parent.name for path in SHIPPED} == {game.slug for game in GAMES}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_shipped_configs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text(encoding="utf-8")
    modeline = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
    assert modeline is not None
    slug = path.parent.name
    assert (path.parent / modeline[1]).resolve() == (CONFIGS / "schema" / f"{slug}.json").resolve()
    assert faults(plain(compose(read_source(str(path)))), slug) == []
    monkeypatch.chdir(CONFIGS.parent)
    experiment = load_experiment(str(path.relative_to(CONFIGS.parent)))
    assert experiment.game.slug == slug
    assert set(experiment.title) == {"de", "en"} and experiment.title["de"] != experiment.title["en"]


def test_what_the_shipped_questions_play() -> None:
    def keys(name: str) -> list[str]:
        experiment = load_experiment(str(CONFIGS / "chocolaterie" / f"{name}.yaml"))
        return [cell.key for cell in experiment.cells]

    def first(name: str) -> Any:
        return load_experiment(str(CONFIGS / "chocolaterie" / f"{name}.yaml")).cells[0]

    printed = document_model(GAMES[0])(version=1, game="chocolaterie").rules
    assert first("printed").rules == printed
    assert first("printed-long").rules == printed.model_copy(update={"clock": "long"})
    assert keys("players") == ["rules.players=2", "rules.players=4", "rules.players=6"]
    assert first("players").games >= 20_000
    assert len(keys("supply")) == 4
    assert len(keys("points-gold")) == 4
    assert keys("no-packages") == ["rules.packages.enabled=true", "rules.packages.enabled=false"]
    for name, seats in (("greedy-vs-random", 2), ("greedy-vs-random-4", 4)):
        cell = first(name)
        assert cell.n_seats == seats and cell.rotate
        assert [policy.name for policy in cell.policies] == ["greedy"] + ["random"] * (seats - 1)


HEAD = {"version": 1, "game": "chocolaterie"}


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"rules": {"varieties": {"nougat": {"points": 8}}}},
        {"rules": {"varieties": {"nougat": None, "trueffel": {"needs": {"milch": None}, "special": None}}}},
        {"rules": {"varieties": {"marzipan": {"tier": "gold", "points": 20, "needs": {"zucker": 9}}}}},
        {"rules": {"clock": 60, "dice": {"amount": 4, "device": {"2": 1}}}},
        {"rules": None, "vary": None, "title": {"de": "x"}, "extends": ["a.yaml"]},
        {"vary": {"rules.clock": ["short", 60], "policies.seats": [["greedy"]]}},
        {"run": {"games": 5, "precision": "0.5pp"}, "gates": {"a": {"drift": "1pp", "level": "warn"}}},
        {"run": {"precision": {"a": 0.5, "b": "2 pp"}}},
        {
            "personas": {"a": {"from": "greedy", "weights": {"bronze": 3, "platin": 4}}},
            "policies": {"all": "a"},
        },
        {"policies": {"seats": ["greedy", "mine"], "rotate": True}, "assumed": {"rules.clock": "why"}},
    ],
)
def test_partial_configs_are_fine(document: dict[str, Any]) -> None:
    assert faults(HEAD | document) == []


@pytest.mark.parametrize(
    "document",
    [
        {"version": 2},
        {"game": "festtafel2"},
        {"clock": "short"},
        {"rules": {"clok": "short"}},
        {"rules": {"clock": "kurz"}},
        {"rules": {"players": 7}},
        {"rules": {"players": "4"}},
        {"rules": {"packing": "later"}},
        {"rules": {"varieties": {"nougat": {"points": -1}}}},
        {"rules": {"dice": {"amount": {"7": 1}}}},
        {"vary": {"run.games": [1]}},
        {"vary": {"rules.clock": "short"}},
        {"run": {"games": 0}},
        {"gates": {"a": {"level": "error"}}},
        {"personas": {"a": {"weights": {"bronze": 1.5}}}},
    ],
)
def test_wrong_configs_are_not(document: dict[str, Any]) -> None:
    assert faults(HEAD | document)


def test_nothing_but_version_and_game_is_needed() -> None:
    assert schema()["required"] == ["version", "game"]
    assert faults({"version": 1}) and faults({"game": "chocolaterie"})


def test_editors_get_texts_and_names() -> None:
    found = schema()
    definitions, properties = found["definitions"], found["properties"]
    rules = definitions["Rules"]["properties"]
    assert all(part.get("description") for part in rules.values())
    assert set(GAMES[0].rules_model().varieties) == set(rules["varieties"]["properties"])
    assert rules["packing"]["anyOf"][0]["enum"] == ["at_once", "may_wait"]
    assert rules["players"]["default"] == 4
    weights = definitions["Persona"]["properties"]["weights"]["properties"]
    assert set(weights) == {weight.name for weight in GAMES[0].weights}
    policies = definitions["Policies"]["properties"]["all"]["anyOf"][0]["enum"]
    assert policies == [preset.name for preset in GAMES[0].presets]
    assert list(properties) == [
        *("version", "game", "title", "extends", "rules", "assumed", "personas", "policies", "vary"),
        *("run", "gates"),
    ]


def test_the_schema_refuses_nothing_that_check_takes() -> None:
    """What is printed in full, null and all, is fine for both."""
    whole = document_model(GAMES[0])(version=1, game="chocolaterie").model_dump(mode="json", by_alias=True)
    assert faults(whole) == []
