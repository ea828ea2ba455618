"""Metrics as sums of blocks of playouts: what a gate compares, and which metrics can be compared that way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from balance.core.game import Game
from balance.core.metric import CellFacts, MetricSpec, Part, Tally
from balance.metrics.rows import Ints, Rows
from balance.metrics.tallying import Label, unit_sums

SPREAD = "seat_spread"
"""The one metric that is no mean and can be gated all the same: by the differences of all pairs of seats."""

SPREAD_OF = "seat_win_share"
"""The metric whose seats `seat_spread` compares."""

BOUNDS = ("drift", "min", "max")


@dataclass(frozen=True, slots=True)
class Series:
    """An estimate that is a plain mean over playouts.

    Args:
        metric: Name of the metric.
        seat: As in `Measure`.
        item: As in `Measure`.
        part: What a unit counts.
        divisor: What a playout's number is divided by: 60 for a win in sixtieths.
        is_share: Whether the mean lies between 0 and 1.
    """

    metric: str
    seat: int | None
    item: str | None
    part: Part
    divisor: int
    is_share: bool


def printed_facts(game: Game) -> CellFacts:
    """A cell of the printed game in which two policies play, so that every metric of it has a meaning."""
    rules = game.rules_model()
    n = rules.players
    names = tuple(f"policy {seat % 2}" for seat in range(n))
    return CellFacts("", n, 0, names, False, rules, game.end_reasons)


def unfit_bounds(spec: MetricSpec, facts: CellFacts) -> Mapping[str, str]:
    """The bounds that no gate can hold a metric to, and why.

    Args:
        spec: The metric.
        facts: A cell; of a metric without a meaning there nothing is said.

    Returns:
        Bound to the rest of a sentence that begins with the metric's name; empty where all can be.
    """
    if spec.name == SPREAD:
        return {
            "min": "is gated by the differences of all pairs of seats: all can be small, but not all large"
        }
    quotients = list(spec.quotients(facts))
    if (quotients or not spec.tallies(facts)) and all(quotient.whole is None for quotient in quotients):
        return {}
    reason = (
        f"is no mean over playouts (it is made by '{spec.gauge.procedure}'): "
        "sums of blocks cannot tell how far it moved"
    )
    return dict.fromkeys(BOUNDS, reason)


def gated_series(specs: Sequence[MetricSpec], names: Sequence[str], facts: CellFacts) -> tuple[Series, ...]:
    """The series that gates of these names need in a cell, in the order of the metrics.

    A metric without a meaning in the cell has none; `seat_spread` needs those of `seat_win_share`.
    """
    needed = {SPREAD_OF if name == SPREAD else name for name in names}
    return tuple(
        Series(
            spec.name,
            quotient.seat,
            quotient.item,
            quotient.part,
            quotient.scale // facts.per_unit,
            quotient.is_share,
        )
        for spec in specs
        if spec.name in needed
        for quotient in spec.quotients(facts)
        if quotient.whole is None
    )


def series_values(rows: Rows, series: Sequence[Series]) -> Ints:
    """What each unit counts, shape (series, units).

    Args:
        rows: Rows of whole units.
        series: Of the same cell.

    Raises:
        RunError: If a column is missing.
    """
    sums: dict[Tally, dict[Label, Ints]] = {}
    units = rows.n_playouts // rows.facts.per_unit
    values = np.zeros((len(series), units), np.int64)
    for number, each in enumerate(series):
        tally = each.part.tally
        if tally not in sums:
            sums[tally] = unit_sums(rows, tally, tally.by)
        values[number] = sums[tally].get(each.part.label, 0)
    return values


_OUTCOME: tuple[tuple[Literal["games", "seats"], tuple[str, ...]], ...] = (
    ("games", ("length", "truncated", "winners", "margin", "lead_changes")),
    ("seats", ("score", "rank", "share")),
)


def outcome_values(rows: Rows) -> Ints:
    """What every game's playouts came to, whatever else its rows hold: shape (playouts, numbers).

    Length, end reason, truncation, winners, margin and lead changes of the playout, score, rank and share of each of
    its seats. Two kernels with the same of these play the same, however fast, and whatever columns were added.
    """
    ends, _ = rows.codes("games", "end_reason")
    parts = [ends[:, None]]
    for table, columns in _OUTCOME:
        width = rows.facts.n_seats if table == "seats" else 1
        parts += [rows.column(table, column).reshape(-1, width) for column in columns]
    return np.concatenate(parts, axis=1)


def counted(values: Ints) -> dict[int, int]:
    """How often each value occurs, ascending."""
    distinct, counts = np.unique(values, return_counts=True)
    pairs: Any = zip(distinct.tolist(), counts.tolist(), strict=True)
    return dict(pairs)
