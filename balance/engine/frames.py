"""Rows become table columns: names, narrow types, words instead of codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.core.errors import RunError, UsageError
from balance.core.layout import Records
from balance.core.tables import (
    GAME_COLUMNS,
    SEAT_COLUMNS,
    SHARE_UNIT,
    Column,
    table_columns,
)
from balance.engine.worker import Setting

_INT32 = np.iinfo(np.int32)
_DTYPES: dict[str, Any] = {
    "text": pl.String,
    "long": pl.Int64,
    "int": pl.Int32,
    "flag": pl.Boolean,
    "share": pl.Float64,
}


@dataclass(frozen=True, slots=True)
class Tables:
    """The columns of a run's two tables, the same in every cell.

    Args:
        games: Columns of `games`.
        seats: Columns of `seats`.
    """

    games: tuple[Column, ...]
    seats: tuple[Column, ...]


def tables_of(settings: Sequence[Setting]) -> Tables:
    """Columns that hold the rows of all these cells.

    Raises:
        UsageError: If names given in the rules would make two columns of one name.
    """
    layout = settings[0].game.module("layout")
    entries = [setting.entries for setting in settings]
    try:
        return Tables(
            table_columns(GAME_COLUMNS, _field_shapes(layout.GAME_ROW), entries),
            table_columns(SEAT_COLUMNS, _field_shapes(layout.SEAT_ROW), entries),
        )
    except ValueError as error:
        raise UsageError(f"{error}: give one of the things in rules another name") from error


def _field_shapes(dtype: np.dtype[Any]) -> dict[str, tuple[int, ...]]:
    return {name: dtype[name].shape for name in dtype.names or ()}


def games_frame(tables: Tables, setting: Setting, rows: Records) -> pl.DataFrame:
    """The table `games` of these rows, shape (playouts, columns)."""
    return _frame(tables.games, setting, rows)


def seats_frame(tables: Tables, setting: Setting, rows: Records) -> pl.DataFrame:
    """The table `seats` of these rows, shape (playouts · n_seats, columns)."""
    return _frame(tables.seats, setting, rows)


def _frame(columns: tuple[Column, ...], setting: Setting, rows: Records) -> pl.DataFrame:
    flat = rows.view(np.int64).reshape(len(rows), rows.dtype.itemsize // 8)
    by_field = np.ascontiguousarray(flat.T)  # one pass over the rows; a column is then in one piece
    words = {
        "cell": (setting.cell.key,),
        "end_reason": setting.game.end_reasons,
        "policy": tuple(policy.name for policy in setting.cell.policies),
    }
    series = []
    for column in columns:
        values = _values(column, setting, rows.dtype, by_field)
        if column.kind == "text":
            series.append(_spelt(column.name, values, words[column.name]))
        elif column.kind == "share":
            series.append(pl.Series(column.name, values / SHARE_UNIT))
        elif column.kind == "flag":
            series.append(pl.Series(column.name, values != 0))
        elif column.kind == "long":
            series.append(pl.Series(column.name, values))
        else:
            series.append(pl.Series(column.name, _narrow(column.name, values)))
    return pl.DataFrame(series, schema={column.name: _DTYPES[column.kind] for column in columns})


def _values(
    column: Column, setting: Setting, dtype: np.dtype[Any], by_field: NDArray[np.int64]
) -> NDArray[np.int64]:
    """A column's integers; zeros where this cell has no such entry."""
    if not column.field:
        return np.zeros(by_field.shape[1], np.int64)
    index = _first_index(dtype, column.field)
    if column.entry:
        names = setting.entries.get(column.field, ())
        if column.entry not in names:
            return np.zeros(by_field.shape[1], np.int64)
        index += names.index(column.entry)
    values: NDArray[np.int64] = by_field[index]
    return values


def _first_index(dtype: np.dtype[Any], field: str) -> int:
    """Where a field begins, counted in integers; every field of a record is made of 8-byte integers."""
    offsets: dict[str, int] = {name: item[1] for name, item in (dtype.fields or {}).items()}
    return offsets[field] // 8


def _spelt(name: str, codes: NDArray[np.int64], words: tuple[str, ...]) -> pl.Series:
    if len(codes) and not 0 <= codes.min() <= codes.max() < len(words):
        raise RunError(f"column {name}: a code outside 0 … {len(words) - 1}")
    return pl.Series(name, words, dtype=pl.String).gather(codes)


def _narrow(name: str, values: NDArray[np.int64]) -> NDArray[np.int32]:
    if len(values) and not _INT32.min <= values.min() <= values.max() <= _INT32.max:
        raise RunError(f"column {name}: {values.max()} does not fit 32 bits")
    return values.astype(np.int32)
