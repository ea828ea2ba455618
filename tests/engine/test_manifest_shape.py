"""A manifest that somebody edited, or that was never ours, is refused and never read halfway."""

import json

import pytest
from toy import GAME

from balance.core.errors import UsageError
from balance.engine.manifest_shape import misfit
from balance.engine.running import run_experiment
from balance.engine.store import open_run


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The manifest of a run of two cells."""
    from toy_experiments import make_experiment

    folder = tmp_path_factory.mktemp("written") / "run"
    run_experiment(make_experiment(120, players=(2, 3)), folder, command="balance run toy.yaml")
    return json.loads((folder / "manifest.json").read_text())


@pytest.fixture
def stored(written, tmp_path):
    """Puts a manifest, or any text, into a run folder of its own."""

    def put(manifest):
        text = manifest if isinstance(manifest, str) else json.dumps(manifest)
        (tmp_path / "manifest.json").write_text(text)
        return tmp_path

    return put


def changed(manifest, place, value):
    """A copy with one value in the place of another."""
    copy = json.loads(json.dumps(manifest))
    *steps, last = place
    inside = copy
    for step in steps:
        inside = inside[step]
    inside[last] = value
    return copy


def test_what_is_written_fits(written, stored):
    assert misfit(written) == ""
    assert list(open_run(stored(written), [GAME]).cells) == ["rules.players=2", "rules.players=3"]


@pytest.mark.parametrize("value", [5, "x", None, [], {}, [1], [{}], [[]], True, {"a": 1}])
def test_every_key_refuses_what_is_of_another_kind(written, stored, value):
    """What some keys do take is a part of that kind: an empty list of warnings, a seed of 5, a title of x."""
    fits = {
        "schema_version": (),
        "experiment": (),
        "game": (),
        "title": ({},),
        "config": ("x",),
        "command": ("x",),
        "seed": (5,),
        "policies": (),
        "cells": (),
        "swept": ({},),
        "values": ({},),
        "assumed": ([],),
        "warnings": ([],),
        "versions": (),
        "machine": ({}, {"a": 1}),
        "timings": ({}, {"a": 1}),
        "interrupted": (True,),
    }
    assert fits.keys() == written.keys()
    for key in written.keys() - {"schema_version", "game"}:
        problem = misfit(changed(written, [key], value))
        is_fine = any(type(value) is type(known) and value == known for known in fits[key])
        assert bool(problem) is not is_fine, (key, value)
        if problem:
            assert key in problem


@pytest.mark.parametrize("key", ["cells", "timings", "swept", "warnings", "seed", "versions", "interrupted"])
def test_a_missing_key_is_named(written, key):
    del (short := dict(written))[key]
    assert misfit(short) == f"it has no '{key}'"


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (["cells", 0, "policies"], []),
        (["cells", 0, "policies"], ["random"]),
        (["cells", 0, "policies"], ["random", 7]),
        (["cells", 0, "n_seats"], 3),
        (["cells", 0, "n_seats"], -1),
        (["cells", 0, "weights"], {}),
        (["cells", 0, "weights", "random", "bonus"], "much"),
        (["cells", 0, "games"], -1),
        (["cells", 0, "games"], 1e300),
        (["cells", 0, "chunk_key"], "x"),
        (["cells", 1, "key"], "rules.players=2"),
        (["timings", "seconds"], "long"),
        (["timings", "seconds"], 10**400),
        (["timings", "finished"], "yesterday"),
        (["command"], "balance 'run"),
        (["values"], {"seed": 7}),
    ],
)
def test_a_damaged_manifest_is_refused(written, stored, place, value):
    with pytest.raises(UsageError, match="is damaged or was not written by balance"):
        open_run(stored(changed(written, place, value)), [GAME])


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (["seed"], 8),
        (["experiment"], "00000000"),
        (["cells", 0, "key"], "another"),
        (["cells", 0, "settings"], {}),
        (["cells", 0, "rules", "clock"], 4),
        (["cells", 0, "rotate"], True),
        (["cells", 0, "kinds", "random"], "weighted"),
        (["cells", 0, "weights", "random", "bonus"], 1),
    ],
)
def test_a_manifest_that_says_other_than_was_played_is_refused(written, stored, place, value):
    with pytest.raises(UsageError, match="was changed after balance wrote it"):
        open_run(stored(changed(written, place, value)), [GAME])


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", "null", "[" * 100_000, '{"a":' * 100_000, '{"seed": NaN}', '{"a": "\\ud800"}'],
)
def test_what_is_no_manifest_is_refused(stored, toy, text):
    folder = stored(text)
    with pytest.raises(UsageError):
        open_run(folder, [GAME])
    for fresh in (False, True):
        with pytest.raises(UsageError):
            run_experiment(toy(120), folder, fresh=fresh)
    assert [path.name for path in folder.iterdir()] == ["manifest.json"]


def test_a_run_does_not_go_on_from_a_damaged_manifest(written, stored, toy):
    folder = stored(changed(written, ["timings"], 7))
    with pytest.raises(UsageError, match="its 'timings' cannot be"):
        run_experiment(toy(120, players=(2, 3)), folder)
    assert [path.name for path in folder.iterdir()] == ["manifest.json"]
