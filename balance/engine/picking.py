"""Which playout of a run is worth seeing, found in its stored tables without playing anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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
    with _reading(run):
        values = PICKS[how](games, seats).collect()
    if values.is_empty():
        raise UsageError(f"all playouts of {cell} were truncated: name one with --playout")
    best = values.filter(pl.col("value") == pl.col("value").min())
    return Picked(int(best["playout"].min()), best.height)  # type: ignore[arg-type]


LOOKED_AT = 100_000
"""Playouts of a cell among which an example is sought: time and memory do not grow with the run."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a playout has to be like; what is not said does not matter.

    Args:
        winner: The seat that wins it alone.
        policy: The policy that wins it alone.
        end: Why it ended.
        table: Where the column stands.
        column: A column, or a sum of some, that is to be as large as in any other playout, and above 0.
        is_won: Whether the column is the winner's, not that of all seats together.
    """

    winner: int | None = None
    policy: str = ""
    end: str = ""
    table: str = "seats"
    column: str = ""
    is_won: bool = False


def example(run: Run, cell: str, kind: Kind) -> int | None:
    """The most typical playout of a kind among the first of a cell, as `pick` finds it; None if there is none.

    Args:
        run: The run.
        cell: Key of the cell.
        kind: What it has to be like.

    Raises:
        RunError: If a file is damaged.
    """
    if not run.cells[cell].n:
        return None
    games, seats = run.scans(cell, LOOKED_AT)
    with _reading(run):
        return _example(games.filter(~pl.col("truncated")), seats, kind)


def cut_off(run: Run, cell: str) -> int | None:
    """The first playout of a cell that was truncated; None if there is none.

    Raises:
        RunError: If a file is damaged.
    """
    games, _ = run.scans(cell, LOOKED_AT)
    with _reading(run):
        found = games.filter("truncated").select(pl.col("playout").min()).collect().item()
    return None if found is None else int(found)


@contextmanager
def _reading(run: Run) -> Iterator[None]:
    """Say of a file that cannot be read what to do.

    Raises:
        RunError: If that is so.
    """
    try:
        yield
    except (OSError, pl.exceptions.PolarsError) as error:
        raise RunError(f"{run.folder} cannot be read ({error}): run the same experiment again") from error


def _example(games: pl.LazyFrame, seats: pl.LazyFrame, kind: Kind) -> int | None:
    if kind.winner is not None:
        games = games.filter(pl.col("winners") == 1 << kind.winner)
    if kind.end:
        games = games.filter(pl.col("end_reason") == kind.end)
    if kind.policy:
        won = seats.filter((pl.col("win_share") == 1) & (pl.col("policy") == kind.policy))
        games = games.join(won.select("playout"), on="playout", how="semi")
    if kind.column:
        most = _most(games, seats, kind)
        if most is None:
            return None
        games = games.join(most, on="playout", how="semi")
    values = _typical(games, seats.join(games.select("playout"), on="playout", how="semi")).collect()
    found = values.filter(pl.col("value") == pl.col("value").min())["playout"].min()
    return None if found is None else int(found)  # type: ignore[arg-type]


def _most(games: pl.LazyFrame, seats: pl.LazyFrame, kind: Kind) -> pl.LazyFrame | None:
    """The playouts in which a column is largest; None if it is none of the table's, or nowhere above 0."""
    terms, frame = kind.column.split("+"), games if kind.table == "games" else seats
    if not set(terms) <= set(frame.collect_schema().names()):
        return None
    value = pl.sum_horizontal(terms)
    if kind.table == "games":
        found = frame.select("playout", most=value)
    else:
        won = frame.filter(pl.col("win_share") > 0) if kind.is_won else frame
        a_seat = won.select("playout", most=value).group_by("playout")
        found = a_seat.agg(pl.col("most").max() if kind.is_won else pl.col("most").sum())
        found = found.join(games.select("playout"), on="playout", how="semi")
    values = found.collect()
    largest = values["most"].max()
    if not largest or largest < 0:  # type: ignore[operator]
        return None
    return values.lazy().filter(pl.col("most") == largest).select("playout")


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
