"""Runs that were never played: a manifest and measured cells from a few lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import polars as pl

from balance.core.metric import CellFacts
from balance.games.chocolaterie import GAME
from balance.games.chocolaterie.compiling import column_names
from balance.metrics import CellMeasures, measure_cell, specs

COUNTED = ("pairs", "jokers", "devices", "specials", "passes", "rerolls", "hires", "applications")


@dataclass(frozen=True)
class Playout:
    """One playout; winners are those with the most points unless it was truncated."""

    scores: tuple[int, ...]
    length: int = 48
    reason: str = "clock"
    truncated: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        if self.truncated:
            return ()
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    @property
    def margin(self) -> int:
        first, second = sorted(self.scores, reverse=True)[:2]
        return first - second


def playouts(n: int, n_seats: int, *, seed: int = 1, edge: int = 0) -> list[Playout]:
    """Random playouts; the first seat gets `edge` points more."""
    chance = Random(seed)
    found = []
    for _ in range(n):
        scores = [sum(chance.randint(0, 12) for _ in range(10)) for _ in range(n_seats)]
        scores[0] += edge
        early = chance.random() < 0.1
        length = 48 - chance.randint(1, 9) if early else 48
        found.append(Playout(tuple(scores), length, "supply" if early else "clock"))
    return found


def measured(
    played: Sequence[Playout],
    *,
    key: str = "base",
    policies: Sequence[str] | None = None,
    rotate: bool = False,
    rules: Mapping[str, Any] | None = None,
    made: Mapping[str, int] | None = None,
) -> CellMeasures:
    """Playouts through the real metrics."""
    n_seats = len(played[0].scores)
    model = GAME.rules_model(**{"players": n_seats, **(rules or {})})
    line_up = tuple(policies or ["greedy"] * n_seats)
    facts = CellFacts(key, n_seats, 0, line_up, rotate, model, GAME.end_reasons)
    return measure_cell(facts, specs(GAME), [_frames(facts, played, made)])


def _frames(
    facts: CellFacts, played: Sequence[Playout], made: Mapping[str, int] | None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    n, names = facts.n_seats, column_names(facts.rules)
    games = [
        {
            "cell": facts.key,
            "playout": number,
            "deal": number // n if facts.rotate else number,
            "n_seats": n,
            "length": p.length,
            "end_reason": p.reason,
            "truncated": p.truncated,
            "winners": sum(1 << seat for seat in p.winners),
            "margin": p.margin,
            "lead_changes": number % 7,
            "supply": 8,
            "packages_full": number % 5,
            "bars_unfilled": number % 3,
            "rerolls": 0,
            "takes_last_roll": n,
            "unequal_takes": 0,
            "drama": number % 90,
            "decisive": number % 1000,
            **dict.fromkeys(names["course"], 1 + number % 5),
            **{name: min(p.margin, 3 * place) for place, name in enumerate(names["lead"])},
            **dict.fromkeys(names["used"], 40 + number % 9),
        }
        for number, p in enumerate(played)
    ]
    return pl.DataFrame(games), pl.DataFrame(list(_seats(facts, played, made)))


def _seats(
    facts: CellFacts, played: Sequence[Playout], fixed: Mapping[str, int] | None
) -> Iterator[dict[str, Any]]:
    n, names = facts.n_seats, column_names(facts.rules)
    for number, p in enumerate(played):
        for seat, score in enumerate(p.scores):
            policy = facts.policies[(seat + number) % n if facts.rotate else seat]
            points = dict.fromkeys((*names["points_tier"], *names["points_bonus"], "points_refined"), 0)
            points[names["points_tier"][0]] = score - score // 3
            points[names["points_bonus"][-1]] = score // 3
            made = {name: (number + place) % 3 for place, name in enumerate(names["made"])}
            if fixed is not None:
                made = {name: fixed.get(name.removeprefix("made_"), 0) for name in names["made"]}
            yield {
                "cell": facts.key,
                "playout": number,
                "seat": seat,
                "policy": policy,
                "score": score,
                "rank": 1 + sum(other > score for other in p.scores),
                "win_share": 1 / len(p.winners) if seat in p.winners else 0.0,
                **points,
                "bars": sum(made.values()),
                **made,
                "refined": min(1, sum(made.values())),
                "packed": sum(made.values()),
                "stored": 0,
                "waiting": 0,
                "turns": 48,
                **dict.fromkeys(COUNTED, (number + seat) % 4),
                "packages_filled": 0,
                "bonus_given": 0,
            }


def manifest(cells: Sequence[CellMeasures], **changes: Any) -> dict[str, Any]:
    """The manifest of a run with these cells.

    Args:
        cells: What was measured.
        changes: Keys that shall be different; `settings` is a list with those of each cell.
    """
    settings = changes.pop("settings", [{} for _ in cells])
    swept: dict[str, list[Any]] = {}
    for own in settings:
        for key, value in own.items():
            swept.setdefault(key, [])
            if value not in swept[key]:
                swept[key].append(value)
    made = {
        "schema_version": 1,
        "experiment": "0123abcd",
        "game": "chocolaterie",
        "title": {"de": "Probe", "en": "Sample"},
        "config": "sample.yaml",
        "command": "balance run sample.yaml",
        "seed": 7,
        "policies": [],
        "cells": [
            {
                "key": cell.facts.key,
                "settings": own,
                "n_seats": cell.facts.n_seats,
                "policies": list(cell.facts.policies),
                "weights": {},
                "rotate": cell.facts.rotate,
                "games": cell.facts.n,
                "rules": GAME.resolve(cell.facts.rules),
            }
            for cell, own in zip(cells, settings, strict=True)
        ],
        "swept": swept,
        "values": printed_values(),
        "assumed": [],
        "warnings": [],
        "versions": {
            "package": "0.1.0",
            "python": "3.11",
            "numba": "0.61",
            "numpy": "2.0",
            "polars": "1.20",
            "chance": 1,
            "rules": 1,
            "sources": "f" * 64,
        },
        "machine": {"system": "Linux", "processor": "Abacus", "cores": 2},
        "timings": {
            "seconds": 1.5,
            "playouts_per_second": 20000.0,
            "jobs": 2,
            "finished": "2026-01-02T03:04:05+00:00",
        },
        "interrupted": False,
    }
    return {**made, **changes}


def printed_values() -> dict[str, dict[str, Any]]:
    """Values of the printed game with their origins, as a manifest has them."""
    rules = GAME.resolve(GAME.rules_model())
    found = {}
    for name, variety in rules["varieties"].items():
        prefix = f"rules.varieties.{name}"
        found[f"{prefix}.tier"] = _value(variety["tier"], "text")
        found[f"{prefix}.points"] = _value(variety["points"], "assumed", "A1: the text gives a range a tier")
        for ingredient, amount in variety["needs"].items():
            found[f"{prefix}.needs.{ingredient}"] = _value(amount, "assumed", "A1")
        found[f"{prefix}.special"] = _value(variety["special"], "assumed", "A2")
    found["rules.packages.supply"] = _value(8, "assumed", "A3")
    found["rules.refinement"] = _value(2, "text")
    return found


def _value(value: Any, source: str, note: str = "", place: str = "default") -> dict[str, Any]:
    return {"value": value, "place": place, "source": source, "note": note}
