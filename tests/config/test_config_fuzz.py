"""Whatever is written, the answer is an experiment or ConfigErrors, never a crash."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from balance.commands.check import summary, value_table
from balance.config import load_experiment
from balance.config.models import document_model
from balance.config.shape import Shape, shape_of
from balance.core.errors import ConfigErrors
from balance.games import GAMES

HEAD = "version: 1\ngame: chocolaterie\n"
PRINTED = document_model(GAMES[0])(version=1, game="chocolaterie").model_dump(mode="json", by_alias=True)


def answered(text: str | bytes, **options: Any) -> bool:
    """Load and print; whether it was taken."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "x.yaml"
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        try:
            experiment = load_experiment(str(file), **options)
        except ConfigErrors as error:
            assert error.errors
            for each in error.errors:
                assert each.problem and "pydantic" not in str(each) and "Input should" not in str(each)
                lines = str(each).splitlines()
                carets = [line for line in lines if line.strip(" |").startswith("^")]
                assert len(carets) == bool(each.source)
            return False
        assert summary(experiment)
        assert list(value_table(experiment))
        assert len({cell.key for cell in experiment.cells}) == len(experiment.cells)
        return True


@settings(deadline=None)  # a busy machine is no fault
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes(data: bytes) -> None:
    answered(data)


yaml_signs = st.text(st.sampled_from("ab:- \n[]{},&*!|>'\"%@`?#<~0.1\t\\xu"), max_size=60)


@settings(deadline=None)  # a busy machine is no fault
@given(yaml_signs)
@example('a: "\\U00110000"')
@example('a: "\\ud800"')
@example("? ? ? a")
@example("a: &a\n  <<: *a")
@example("%TAG ! x:y\n---\na: 1")
@example("%YAML 3.0\n---\na: 1")
@example("{a: {b: [*c]}}")
@example("a: 1\n...\n...\nb")
@example("vary: {a.b: [1], '': [2], '.': [3]}")
def test_yaml_like_texts(text: str) -> None:
    answered(text)
    answered(HEAD + text)


@cache
def _keys() -> list[str]:
    """Every fixed key of the config and every name of the printed game."""
    found: dict[str, None] = {}

    def collect(shape: Shape | None, value: Any) -> None:
        if shape is not None:
            found.update(dict.fromkeys(shape.keys))
        for key, entry in value.items() if isinstance(value, dict) else ():
            found[key] = None
            collect(shape.step(key) if shape is not None else None, entry)

    collect(shape_of(document_model(GAMES[0])), PRINTED)
    found.update(dict.fromkeys(("spieler", "rules.players", "policies.seats", "Weiße Nuss", "7", "", "a.b")))
    return list(found)


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.sampled_from(
        [10**30, 0.5, float("inf"), "greedy", "random", "short", "milch", "gold", "1pp", "0,5", ""]
    ),
    st.text(max_size=4),
)
trees = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.deferred(lambda: st.sampled_from(_keys())), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(deadline=None)  # a busy machine is no fault
@given(st.dictionaries(st.deferred(lambda: st.sampled_from(list(PRINTED))), trees, max_size=4))
def test_known_keys_with_any_values(document: dict[str, Any]) -> None:
    text = json.dumps({"version": 1, "game": "chocolaterie"} | document, ensure_ascii=False)
    answered(text.replace("Infinity", ".inf"))


def _paths(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    below = [p for k, v in value.items() for p in _paths(v, (*path, k))] if isinstance(value, dict) else []
    return [path, *below] if path else below


paths = st.sampled_from(_paths({"rules": PRINTED["rules"]}))


@settings(deadline=None)  # a busy machine is no fault
@given(st.lists(st.tuples(paths, trees), min_size=1, max_size=3), st.integers(2, 6))
def test_one_wrong_value_in_the_printed_game(
    changes: list[tuple[tuple[str, ...], Any]], players: int
) -> None:
    document: dict[str, Any] = {"version": 1, "game": "chocolaterie", "rules": {"players": players}}
    for path, value in changes:
        at = document
        for key in path[:-1]:
            at = at[key] if isinstance(at.get(key), dict) else at.setdefault(key + "_" * (key in at), {})
        at[path[-1]] = value
    answered(json.dumps(document, ensure_ascii=False).replace("Infinity", ".inf"))


flags = st.one_of(
    st.text(max_size=20),
    st.tuples(paths, st.text(max_size=10)).map(lambda pair: f"{'.'.join(pair[0])}={pair[1]}"),
    st.tuples(paths, trees).map(lambda pair: f"{'.'.join(pair[0])}={json.dumps(pair[1])}"),
)


@settings(deadline=None)  # a busy machine is no fault
@given(st.lists(flags, max_size=2), st.lists(flags, max_size=2))
@example(["a=]"], ["rules.players=1],[2"])
@example([], ["rules.players="])
@example(["policies={seats: [a]}"], ["policies.seats=a,b"])
def test_any_flags(sets: list[str], varies: list[str]) -> None:
    answered(HEAD, sets=sets, varies=varies)


def test_the_fuzzers_also_make_good_configs() -> None:
    assert answered(HEAD)
    assert answered(json.dumps(PRINTED))
