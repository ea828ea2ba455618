"""What is told of a playout: each card once, fields that are alike apart, choices as choices."""

from __future__ import annotations

from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from balance.config import load_experiment
from balance.core.telling import View
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.schokoladenmarkt.telling import tell
from balance.games.schokoladenmarkt.tracing import objects

GOLDEN = Path(__file__).parent / "golden"


@cache
def played(name: str) -> list[dict[str, Any]]:
    experiment = load_experiment(str(GOLDEN / f"{name}.yaml"))
    (cell,) = experiment.cells
    again = replay(prepare(experiment.game, cell, experiment.seed), 4)
    return list(objects(cell.rules, again.facts, again.events))


def told(name: str, lang: Any = "en", **view: Any) -> list[str]:
    return ["".join(span.text for span in line) for line in tell(played(name), lang, View(**view))]


def rolls_that_bring(name: str, seats: range) -> int:
    """Seats that get cards by a roll, added up over all rolls."""
    runs = groupby(played(name), lambda event: event["event"] in ("gain", "short"))
    return sum(
        len({event["seat"] for event in run if event["event"] == "gain"} & set(seats))
        for is_run, run in runs
        if is_run
    )


@pytest.mark.parametrize("name", ["four-greedy", "three-switched", "two-traders"])
def test_cards_of_a_roll_are_told_once_a_seat(name: str) -> None:
    n = played(name)[0]["n_seats"]
    lines = [line for line in told(name) if line.startswith("    Seat") and line[10:11] == ":"]
    assert len(lines) == rolls_that_bring(name, range(n))
    for seat in range(n):
        own = [line for line in told(name, seat=seat) if line.startswith(f"    Seat {seat + 1}:")]
        assert len(own) == rolls_that_bring(name, range(seat, seat + 1))


def test_discards_are_told_once_a_seat() -> None:
    lines = [line for line in told("four-greedy") if "discards" in line]
    runs = groupby(
        (event for event in played("four-greedy") if event["event"] in ("discard", "roll")),
        lambda event: (event["event"], event.get("seat")),
    )
    assert len(lines) == sum(kind == "discard" for (kind, _), _ in runs) > 0


def test_fields_that_are_alike_are_told_apart() -> None:
    fields = played("four-greedy")[1]["fields"]
    robbed = [event["field"] for event in played("four-greedy") if event["event"] == "robber"]
    lines = [line for line in told("four-greedy") if "The robber goes" in line]
    assert len(robbed) == len(lines)
    names = [(field["landscape"], field["number"]) for field in fields]
    for field, line in zip(robbed, lines, strict=True):
        assert ("[" in line) == (names.count(names[field]) > 1)


def test_who_chose_what_rises_is_told() -> None:
    trace = played("four-greedy")
    varieties = trace[0]["market"]["varieties"]
    chosen = [
        event
        for before, event in pairwise(trace)
        if event["event"] == "rise" and varieties[event["variety"]]["number"] != before["face"]
    ]
    assert len([line for line in told("four-greedy") if " lets " in line]) == len(chosen)
    assert len([line for line in told("four-greedy", "de") if " lässt " in line]) == len(chosen)
