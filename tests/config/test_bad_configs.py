"""Each bad/*.yaml has a *.txt beside it: exactly what is said about it."""

from pathlib import Path

import pytest

from balance.config import load_experiment
from balance.config.metric_checks import KnownMetric
from balance.core.errors import ConfigErrors

BAD = Path(__file__).parent / "bad"
METRICS = {
    "seat_win_share": KnownMetric("share", {}),
    "seat_spread": KnownMetric("share", {}),
    "score_mean": KnownMetric("counted", {}),
    "seat_w": KnownMetric("free", {"drift": "is no mean"}),
}


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


@pytest.mark.parametrize(
    ("section", "said"),
    [
        (
            "gates: {seat_win_share: {drift: 0.5}}",
            "drift 0.5 lets seat_win_share be off by 50 percentage points",
        ),
        (
            "run: {precision: {seat_spread: 0.1}}",
            "precision 0.1 lets seat_spread be off by 10 percentage points",
        ),
        ("gates: {seat_win_share: {drift: 50pp, min: 0.2}, score_mean: {drift: 5}}", ""),
        ("run: {precision: {seat_win_share: 0.05}}", ""),
    ],
)
def test_a_wide_tolerance_without_a_unit_is_asked_about(tmp_path: Path, section: str, said: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"version: 1\ngame: chocolaterie\n{section}\n", encoding="utf-8")
    warnings = [str(warning) for warning in load_experiment(str(path), metrics=lambda _: METRICS).warnings]
    assert len(warnings) == bool(said)
    assert not said or said in warnings[0]
