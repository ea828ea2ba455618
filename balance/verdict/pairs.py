"""Two stored cells, compared: deal by deal where they share their deals, on common scales where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.core.errors import RunError
from balance.core.metric import MetricSpec
from balance.metrics import common_chunks, measure_cell, measure_pair
from balance.verdict.comparing import Change, common_specs, paired_changes, unpaired_changes
from balance.verdict.comparison import Why
from balance.verdict.one_sided import OneSided, one_sided

if TYPE_CHECKING:
    from balance.engine.store import Run


@dataclass(frozen=True, slots=True)
class CellChanges:
    """What a pair of cells says.

    Args:
        changes: Of all that both have, unadjusted.
        one_sided: What only one of them has.
    """

    changes: tuple[Change, ...]
    one_sided: tuple[OneSided, ...]


def why_unpaired(a: Run, first: str, b: Run, second: str) -> Why:
    """Why two cells share no deals; empty if they do.

    Args:
        a: The run of the first cell.
        first: Its key.
        b: The run of the second cell.
        second: Its key.
    """
    one, two = a.cells[first], b.cells[second]
    if one.n_seats != two.n_seats:
        return "players"
    if a.manifest["seed"] != b.manifest["seed"]:
        return "seed"
    if one.rotate != two.rotate:
        return "rotation"
    return "" if a.manifest["versions"]["chance"] == b.manifest["versions"]["chance"] else "other"


def cell_changes(
    key: str, specs: Sequence[MetricSpec], a: Run, first: str, b: Run, second: str
) -> CellChanges:
    """Every change between two cells, and what cannot be compared because one of them lacks it.

    Args:
        key: Key of the pair.
        specs: The game's metrics.
        a: The run of the first cell.
        first: Its key.
        b: The run of the second cell.
        second: Its key.

    Raises:
        RunError: If a chunk is damaged, or a side has no playout.
    """
    one, two = a.cells[first], b.cells[second]
    if not (one.n_units and two.n_units):
        raise RunError(f"{key}: no game is stored on one of the sides")
    if why_unpaired(a, first, b, second):
        ours, theirs = (
            measure_cell(facts, specs, run.chunks(facts.key)) for run, facts in ((a, one), (b, two))
        )
        changes = unpaired_changes(key, specs, ours, theirs)
    else:
        n = min(one.n_units, two.n_units) * one.per_unit
        pair = measure_pair(one, two, specs, common_chunks(a.chunks(first), b.chunks(second), n))
        ours, theirs = pair.a, pair.b
        changes = paired_changes(key, specs, pair)
    return CellChanges(tuple(changes), tuple(one_sided(key, common_specs(specs, ours, theirs), ours, theirs)))
