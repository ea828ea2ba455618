"""What it is worth to have more of something than the others at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from balance.core.gauges import ALPHA, Columns, estimate, items_of
from balance.core.metric import (
    CellFacts,
    Histogram,
    MetricSpec,
    Reading,
    Tallied,
    Tally,
    unpack_contrast,
    unpack_moments,
)
from balance.core.tables import SHARE_UNIT
from balance.stats.correlations import within_correlation
from balance.stats.estimate import Estimate, Interval
from balance.stats.means import ratio_difference

CONTRAST = "Σ W of seats above their table's average / their number − the same of seats below it"
_GERMAN = "Nur entschiedene Partien; wer genau im Mittel liegt, zählt nicht."
CONTRAST_CONDITIONS = "Decided playouts only. Seats that have exactly the average count on neither side."


@dataclass(frozen=True, slots=True)
class Contrast:
    """What it is worth to have more of something than the table's average: seats above it against those below.

    A table where all have the same counts on neither side; so does a seat that has exactly the average.

    Args:
        columns: What seats have more or less of.
        outcome: What is compared: shares of the win, or scores.
        side: The difference, or one of the two means.
        before: Sort seats by what the seat before them has, which only exists with three seats or more.
        only: Whether it has a meaning in a cell.
    """

    columns: Columns
    outcome: Literal["share", "score"] = "share"
    side: Literal["difference", "more", "less"] = "difference"
    before: bool = False
    only: Callable[[CellFacts], bool] = lambda _: True
    procedure: str = "ratio_difference"

    def _tally(self, facts: CellFacts, column: str) -> Tally:
        return Tally("seats", column, per=facts.unit, contrast=self.outcome, before=self.before)

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """One a column."""
        if not self.only(facts) or (self.before and facts.n_seats < 3):
            return ()
        return tuple(self._tally(facts, column) for column in items_of(self.columns, facts).values())

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """One number an item; NaN without limits where no seat was above, or none below."""
        for item, column in items_of(self.columns, facts).items():
            histogram = tallied[self._tally(facts, column)][()]
            yield Reading(self._estimate(facts, histogram), item=item)

    def _estimate(self, facts: CellFacts, histogram: Histogram) -> Estimate:
        y1, x1, y2, x2 = unpack_contrast(histogram.values, self.outcome)
        if self.side != "difference":
            y1, x1 = (y1, x1) if self.side == "more" else (y2, x2)
            y2, x2 = np.zeros_like(y1), np.ones_like(x1)
        scale = SHARE_UNIT if self.outcome == "share" else 1
        value, limits = ratio_difference(y1, x1, y2, x2, histogram.counts, alpha=ALPHA)
        scaled = Interval(limits.low / scale, limits.high / scale)
        return estimate(facts, self.procedure, value / scale, scaled)


@dataclass(frozen=True, slots=True)
class Correlation:
    """How closely the share of the win goes with having more of something than the table's average.

    Args:
        columns: What seats have more or less of, numbers from 0 to 255.
    """

    columns: Columns
    procedure: str = "within_correlation"

    def _tally(self, facts: CellFacts, column: str) -> Tally:
        return Tally("seats", column, per=facts.unit, contrast="moments")

    def tallies(self, facts: CellFacts) -> tuple[Tally, ...]:
        """One a column."""
        return tuple(self._tally(facts, column) for column in items_of(self.columns, facts).values())

    def read(self, facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
        """One coefficient an item; NaN between −1 and 1 where nobody had more than others, or nobody won."""
        for item, column in items_of(self.columns, facts).items():
            histogram = tallied[self._tally(facts, column)][()]
            moments = unpack_moments(histogram.values)
            value, limits = within_correlation(*moments, histogram.counts, alpha=ALPHA)
            yield Reading(estimate(facts, self.procedure, value, limits), item=item)


def contrast_metrics(
    name: str, columns: Columns, what: tuple[str, str], fewer: str = "fewer"
) -> tuple[MetricSpec, ...]:
    """Win share of seats with more of something than their table's average, of those with less, and the difference.

    Args:
        name: The metrics are called `<name>_more_win_share`, `<name>_less_win_share` and `<name>_lift`.
        columns: What seats have more or less of.
        what: What is counted, English and German plural: "bars of the variety", "Tafeln der Sorte".
        fewer: The English word for less of it; "less" of what is not counted.
    """
    english, german = what
    sides: tuple[tuple[Literal["more", "less"], str, str, str], ...] = (
        ("more", "more", "mehr", "above"),
        ("less", fewer, "weniger", "below"),
    )
    shares = [
        MetricSpec(
            f"{name}_{side}_win_share",
            "share",
            de=f"Siegquote derer, die {mehr} {german} haben als der Tisch",
            en=f"Win share with {how_many} {english} than the table",
            words=f"How often seats win that have {how_many} {english} than their table's average.",
            words_de=f"Wie oft Plätze gewinnen, die {mehr} {german} haben als ihr Tisch im Mittel. {_GERMAN}",
            formula=f"Σ W of seats {place} their table's average / their number",
            gauge=Contrast(columns, side=side),
            conditions=CONTRAST_CONDITIONS,
        )
        for side, how_many, mehr, place in sides
    ]
    lift = MetricSpec(
        f"{name}_lift",
        "difference",
        de=f"Was mehr {german} als der Tisch wert sind",
        en=f"What more {english} than the table are worth",
        words=f"Win share of seats with more {english} than their table's average, minus that of seats with {fewer}. "
        "It is a comparison within tables, no proof of a cause.",
        words_de=f"Siegquote der Plätze mit mehr {german} als ihr Tisch im Mittel, minus die derer mit weniger. "
        f"Ein Vergleich innerhalb der Tische, kein Beweis einer Ursache. {_GERMAN}",
        formula=CONTRAST,
        gauge=Contrast(columns),
        conditions=CONTRAST_CONDITIONS,
    )
    return (*shares, lift)
