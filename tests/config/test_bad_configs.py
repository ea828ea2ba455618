"""Each bad/*.yaml has a *.txt beside it: exactly what is said about it."""

from pathlib import Path

import pytest

from balance.config import load_experiment
from balance.core.errors import ConfigErrors

BAD = Path(__file__).parent / "bad"
METRICS = ("seat_win_share", "seat_spread", "score_mean")


@pytest.mark.parametrize("name", sorted(path.stem for path in BAD.glob("*.yaml")))
def test_exact_messages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    with pytest.raises(ConfigErrors) as caught:
        load_experiment(f"{name}.yaml", metrics=lambda _: METRICS)
    assert str(caught.value) + "\n" == (BAD / f"{name}.txt").read_text(encoding="utf-8")
    assert caught.value.exit_code == 2


def test_every_expectation_has_its_config() -> None:
    assert {path.stem for path in BAD.glob("*.txt")} == {path.stem for path in BAD.glob("*.yaml")}


def test_errors_are_sorted_by_place_and_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    with pytest.raises(ConfigErrors) as caught:
        load_experiment("wrong_types.yaml")
    places = [(error.line, error.column) for error in caught.value.errors]
    assert places == sorted(places)
    assert len(set(places)) == len(places)
