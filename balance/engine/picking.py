"""Which playout of a run is worth seeing, found in its stored tables without playing anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import polars as pl

from balance.core.errors import RunError, UsageError
from balance.engine.store import Run


@dataclass(frozen=True, slots=True)
class Picked:
    """A playout that was picked.

    Args:
        playout: Its number, the smallest where several are alike.
        n_alike: Playouts that are as typical, close, wide, long or short as this one.
    """

    playout: int
    n_alike: int


def pick(run: Run, cell: str, how: str) -> Picked:
    """The playout of a stored cell that is most of a kind.

    `closest` and `widest` have the smallest and the greatest margin (first minus second), `longest` and `shortest`
    the greatest and the smallest length. `typical` is nearest to the middle of all: for length, margin, lead changes
    and the points of all seats together its distance from the median is divided by the mean distance of all
    playouts, and the sum of the four is smallest; what is the same in every playout does not count. Truncated
    playouts are left out.

    Args:
        run: The run.
        cell: Key of the cell.
        how: One of `PICKS`.

    Raises:
        UsageError: If nothing is stored that could be picked.
        RunError: If a file is damaged.
    """
    if not run.cells[cell].n:
        raise UsageError(f"{run.folder} has no playouts of {cell}: name one with --playout")
    games, seats = run.scans(cell)
    games = games.filter(~pl.col("truncated"))
    try:
        values = PICKS[how](games, seats).collect()
    except (OSError, pl.exceptions.PolarsError) as error:
        raise RunError(f"{run.folder} cannot be read ({error}): run the same experiment again") from error
    if values.is_empty():
        raise UsageError(f"all playouts of {cell} were truncated: name one with --playout")
    best = values.filter(pl.col("value") == pl.col("value").min())
    return Picked(int(best["playout"].min()), best.height)  # type: ignore[arg-type]


def _of(column: str, sign: int) -> Callable[[pl.LazyFrame, pl.LazyFrame], pl.LazyFrame]:
    """The value whose minimum is wanted."""
    return lambda games, _: games.select("playout", value=sign * pl.col(column))


def _typical(games: pl.LazyFrame, seats: pl.LazyFrame) -> pl.LazyFrame:
    points = seats.group_by("playout").agg(points=pl.col("score").sum())
    joined = games.join(points, on="playout", how="left")
    distances = {
        name: (pl.col(name) - pl.col(name).median()).abs()
        for name in ("length", "margin", "lead_changes", "points")
    }
    relative = [
        pl.when(distance.mean() > 0).then(distance / distance.mean()).otherwise(0.0)
        for distance in distances.values()
    ]
    return joined.select("playout", value=pl.sum_horizontal(relative))


PICKS: Mapping[str, Callable[[pl.LazyFrame, pl.LazyFrame], pl.LazyFrame]] = {
    "typical": _typical,
    "closest": _of("margin", 1),
    "widest": _of("margin", -1),
    "longest": _of("length", -1),
    "shortest": _of("length", 1),
}
