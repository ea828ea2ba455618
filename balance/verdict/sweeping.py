"""A sweep: which cells differ from the baseline cell, and which cell is best by a metric."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from balance.core.errors import UsageError
from balance.core.game import Game
from balance.core.metric import CellFacts, MetricSpec
from balance.core.suggest import did_you_mean
from balance.metrics import CellMeasures, PairMeasures, common_chunks, deal_differences, measure_pair
from balance.stats.multiple import benjamini_hochberg
from balance.verdict.comparing import Change, paired_changes, unpaired_changes
from balance.verdict.comparison import change_record

if TYPE_CHECKING:
    from balance.metrics.pairing import Tables

    Chunks = Callable[[str], Iterable[Tables]]

Direction = Literal["min", "max"]


@dataclass(frozen=True, slots=True)
class Sweep:
    """The cells of a sweep against one of them.

    Args:
        baseline: Key of the cell that others are held against.
        changes: What differs in each other cell, by its key, in the order of the metrics. Adjusted a metric
            at a time: over all cells, seats and items of it.
    """

    baseline: str
    changes: Mapping[str, tuple[Change, ...]]

    def find(self, cell: str, metric: str, seat: int | None, item: str | None) -> Change | None:
        """A cell's change of one estimate; None of the baseline, or where it cannot be compared."""
        return next(
            (
                change
                for change in self.changes.get(cell, ())
                if (change.metric, change.seat, change.item) == (metric, seat, item)
            ),
            None,
        )


def baseline_cell(game: Game, settings: Mapping[str, Mapping[str, Any]]) -> str:
    """The cell that is nearest to the printed game: most swept keys have its values; the first of several.

    Args:
        game: The game.
        settings: Swept keys and values of each cell, by its key.
    """
    printed: Any = {"rules": game.resolve(game.rules_model())}

    def alike(cell: str) -> int:
        return sum(_printed_value(printed, key) == value for key, value in settings[cell].items())

    return max(settings, key=alike)  # the first of equals


def _printed_value(printed: Any, key: str) -> Any:
    for step in key.split("."):
        printed = printed.get(step) if isinstance(printed, Mapping) else None
    return printed


def sweep_of(
    baseline: str, specs: Sequence[MetricSpec], cells: Mapping[str, CellMeasures], chunks: Chunks
) -> Sweep:
    """Hold every cell against the baseline cell: deal by deal where they have as many seats.

    Args:
        baseline: Its key.
        specs: The game's metrics.
        cells: What was measured, by key; all were played with one seed.
        chunks: Gives a cell's tables, chunk by chunk.

    Raises:
        RunError: If a chunk is damaged.
    """
    base = cells[baseline]
    found: list[Change] = []
    for key, cell in cells.items():
        if key == baseline:
            continue
        if (cell.facts.n_seats, cell.facts.rotate) != (base.facts.n_seats, base.facts.rotate):
            found += unpaired_changes(key, specs, base, cell)
            continue
        n = min(cell.facts.n, base.facts.n)
        both = common_chunks(chunks(baseline), chunks(key), n)
        if cell.facts.n == base.facts.n:
            pair = PairMeasures(base, cell, deal_differences(base.facts, cell.facts, specs, both))
        else:
            pair = measure_pair(base.facts, cell.facts, specs, both)
        found += paired_changes(key, specs, pair)
    known = adjusted_by_metric(found)
    return Sweep(baseline, {key: tuple(change for change in known if change.cell == key) for key in cells})


def adjusted_by_metric(changes: Sequence[Change]) -> list[Change]:
    """The same, adjusted a metric at a time: the question is which cells differ in it."""
    metrics = dict.fromkeys(change.metric for change in changes)
    adjusted: dict[int, float] = {}
    for metric in metrics:
        places = [place for place, change in enumerate(changes) if change.metric == metric]
        ps = benjamini_hochberg([changes[place].p for place in places])
        adjusted.update(zip(places, ps, strict=True))
    return [replace(change, p_adjusted=adjusted[place]) for place, change in enumerate(changes)]


def sweep_records(sweep: Sweep) -> dict[str, Any]:
    """A sweep as plain data for JSON."""
    changes = [change_record(change) for found in sweep.changes.values() for change in found]
    return {"baseline": sweep.baseline, "changes": changes}


@dataclass(frozen=True, slots=True)
class Aim:
    """By which number cells are called better.

    Args:
        metric: Name of the metric; its estimate for the whole table.
        direction: Whether less or more of it is better.
    """

    metric: str
    direction: Direction


def aim_of(text: str, specs: Sequence[MetricSpec], facts: CellFacts) -> Aim:
    """`seat_w:min`, `tie_share:max`; a name alone means the least of it.

    Args:
        text: As it was typed.
        specs: The game's metrics.
        facts: A cell in which each of them has a meaning.

    Raises:
        UsageError: If it names no metric, one that is no single size, or no direction.
    """
    name, _, direction = text.partition(":")
    known = {spec.name: spec for spec in specs}
    if name not in known:
        hint = did_you_mean(name, known) or "docs/metrics.md lists them"
        raise UsageError(f"--best {text}: there is no metric '{name}'; {hint}")
    if not _may_be_whole(known[name], facts):
        raise UsageError(
            f"--best {text}: {name} is no single size of a whole game; name one that is, e.g. seat_w, score_mean"
        )
    if direction not in ("", "min", "max"):
        raise UsageError(f"--best {text}: say {name}:min or {name}:max")
    return Aim(name, "max" if direction == "max" else "min")


def _may_be_whole(spec: MetricSpec, facts: CellFacts) -> bool:
    """Whether cells can be told apart by one number of it; what is sure only when it is measured counts as yes."""
    if spec.unit == "p" or spec.gauge.procedure == "ranks":  # no size, or several quantiles
        return False
    quotients = list(spec.quotients(facts))
    return not quotients or any(each.seat is None and each.item is None for each in quotients)


def best_cell(aim: Aim, cells: Mapping[str, CellMeasures]) -> str | None:
    """The cell with the least or most of a metric; the first of equals. None if no cell has one number of it."""
    sign = 1 if aim.direction == "max" else -1
    values = {
        key: sign * found.estimate.value
        for key, cell in cells.items()
        for found in cell.of(aim.metric)
        if found.seat is None and found.item is None and math.isfinite(found.estimate.value)
    }
    return max(values, key=lambda key: values[key], default=None)
