"""What a game finds worth a sentence: rules that a report turns into at most five findings. Data only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from balance.core.metric import CellFacts

Pick = Literal["", "typical", "closest", "widest", "longest", "shortest"]
"""A playout of the run that shows it, as `balance replay --pick` chooses it; empty for none."""


def _everywhere(_: CellFacts) -> bool:
    return True


def among_equals(facts: CellFacts) -> bool:
    """Whether one policy plays every seat: only then does what winners have more of say more than who they were."""
    return len(set(facts.policies)) == 1


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence that is said where a metric lies beyond a bound with its whole interval, or without a bound always.

    The sentence stands in the game's `texts.yaml` under `findings: <key>:`, each of these in `de` and `en`:

    - `question`: what it answers, a few words;
    - `lead`: the sentence for one cell, with `{value}`, `{interval}`, `{bound}`, and `{item}` where items are judged;
    - `zero`: optional, the sentence for one cell where the value is exactly 0, with `{item}`;
    - `many`: optional, the sentence for several cells; it begins with `{where}`, "In 2 of 3 variants", the cells
      follow line by line;
    - `same`: optional, likewise where items are judged and it is the same `{item}` in all of these cells;
    - `why`: optional, what it means or what to try.

    Args:
        key: Its name in `texts.yaml` and in docs/findings.md.
        metric: The metric that is judged; estimates of the whole table, not of seats.
        weight: The heavier, the earlier it is said. The report's own: cut-off playouts 95, a favoured seat 90,
            who wins 85, players 50, assumed values 40, points 28, closeness 26, ending 24, level seats 15.
        above: Said where the whole interval lies above this, or None.
        below: Said where the whole interval lies below this, or None; without either, said wherever `only` holds.
        figure: Key of the figure that shows it, empty for none.
        each: Whether every item of the metric is judged for itself; otherwise `item` alone is.
        item: The item that is judged; None for a metric without items.
        topic: Of several rules with one topic the heaviest is said first, the others only if there is room.
        pick: A playout worth looking at, for the replay command.
        only: Cells in which it has a meaning.
        cells: Which cells these are, in English, for docs/findings.md; empty for all.
    """

    key: str
    metric: str
    weight: int
    above: float | None = None
    below: float | None = None
    figure: str = ""
    each: bool = False
    item: str | None = None
    topic: str = ""
    pick: Pick = ""
    only: Callable[[CellFacts], bool] = _everywhere
    cells: str = ""

    def __post_init__(self) -> None:
        """Refuse a rule with two bounds, or one without any that would be said of every cell.

        Raises:
            ValueError: If there are two bounds, or neither a bound nor cells for which it is meant.
        """
        if self.above is not None and self.below is not None:
            raise ValueError(f"finding {self.key}: one of above and below")
        if self.is_unbounded and not self.cells:
            raise ValueError(f"finding {self.key}: above, below, or the cells it is meant for")

    @property
    def is_unbounded(self) -> bool:
        """Whether it is said whatever the value is."""
        return self.above is None and self.below is None

    @property
    def bound(self) -> float:
        """The bound."""
        return self.above if self.above is not None else self.below or 0.0

    def excess(self, low: float, high: float) -> float:
        """How far an interval lies beyond the bound; 0 or less where it does not. NaN limits never do.

        Without a bound every interval lies beyond it, one that begins higher further.
        """
        if self.is_unbounded:
            return 1 + max(low, 0) if isfinite(low) else 0.0
        beyond = low - self.above if self.above is not None else self.bound - high
        return beyond if beyond > 0 else 0.0
