import json
import re

import pytest

from balance.__main__ import main


def test_bench_prints_a_line_each_and_the_calibration_loop(capsys):
    assert main(["bench", "--game", "chocolaterie", "--players", "2,4", "-n", "40", "--repeat", "3"]) == 0
    out = capsys.readouterr().out
    rows = [line.split() for line in out.splitlines() if line.startswith("chocolaterie")]
    assert [row[1:3] for row in rows] == [["2", "random"], ["2", "greedy"], ["4", "random"], ["4", "greedy"]]
    assert "calibration unit:" in out


def test_bench_as_json_has_medians_between_their_extremes(capsys):
    assert (
        main(
            [
                "bench",
                "--game",
                "chocolaterie",
                "--players",
                "3",
                "--policy",
                "greedy",
                "-n",
                "40",
                "--repeat",
                "3",
                "--json",
            ]
        )
        == 0
    )
    document = json.loads(capsys.readouterr().out)
    assert document["schema_version"] == 1
    for speed in document["speeds"]:
        rate, unit = speed["playouts_per_second"], speed["unit_seconds"]
        assert 0 < rate["min"] <= rate["median"] <= rate["max"]
        assert 0 < unit["min"] <= unit["median"] <= unit["max"]
        assert rate["min"] * unit["min"] <= speed["playouts_per_unit"] <= rate["max"] * unit["max"]
        assert speed["playouts"] == 40
        assert 0 < speed["cpu_share"]["median"] <= 1


def test_workers_are_measured_beside_what_the_machine_gives_them(capsys):
    words = [
        "bench",
        "--game",
        "chocolaterie",
        "--players",
        "2",
        "--policy",
        "random",
        "-n",
        "40",
        "--repeat",
        "2",
    ]
    assert main([*words, "-j", "2"]) == 0
    head, row, _, _, given = capsys.readouterr().out.splitlines()[:5]
    assert head.endswith("2 workers") and re.search(r"×\d\.\d\d$", row)
    assert re.match(r"2 workers at the calibration loop: ×[0-9.]+ \(", given)
    assert main([*words, "-j", "2", "--json"]) == 0
    (speed,) = json.loads(capsys.readouterr().out)["speeds"]
    assert speed["jobs"] == 2
    for gain in (speed["gain"], speed["unit_gain"]):
        assert 0 < gain["min"] <= gain["median"] <= gain["max"]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["speeds"][0]["gain"] is None


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["--policy", "gredy"], "did you mean 'greedy'?"),
        (["--players", "9"], "no game is played by 9 players"),
        (["--players", "two"], "whole numbers"),
        (["--game", "chess"], "chess"),
        (["--repeat", "0"], "--repeat"),
    ],
)
def test_what_cannot_be_measured_is_refused(capsys, args, problem):
    assert main(["bench", *args]) == 2
    assert problem in capsys.readouterr().err


def test_a_busy_machine_is_told_from_a_slow_kernel():
    from balance.engine.benchmark import Speed

    def speed(units, shares):
        return Speed("toy", 2, "greedy", 10, (100.0, 100.0), units, shares)

    assert not speed((0.030, 0.031), (1.0, 0.99)).is_busy
    assert speed((0.030, 0.040), (1.0, 0.99)).is_busy
    assert speed((0.030, 0.031), (0.6, 0.7)).is_busy
    assert speed((0.03, 0.03), (1.0, 1.0)).playouts_per_unit == pytest.approx(3)


def test_the_calibration_loop_does_its_work():
    from balance.engine.calibration import churn

    assert churn(0) == 0
    assert abs(churn(10_000) - 5_000) < 300
