"""Two stored cells, compared: deal by deal where they share their deals, on common scales where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from balance.core.errors import RunError
from balance.core.metric import MetricSpec
from balance.metrics import common_chunks, measure_cell, measure_pair
from balance.verdict.comparing import Change, paired_changes, unpaired_changes
from balance.verdict.comparison import Why

if TYPE_CHECKING:
    from balance.engine.store import Run


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
) -> list[Change]:
    """Every change between two cells, unadjusted.

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
        cells = (measure_cell(facts, specs, run.chunks(facts.key)) for run, facts in ((a, one), (b, two)))
        return unpaired_changes(key, specs, *cells)
    n = min(one.n_units, two.n_units) * one.per_unit
    chunks = common_chunks(a.chunks(first), b.chunks(second), n)
    return paired_changes(key, specs, measure_pair(one, two, specs, chunks))
