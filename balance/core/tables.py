"""The two tables every run is stored in: what their columns are called, in which order, of which type.

Names only: nothing here imports numpy or polars, so that light commands may know the columns too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

TABLES_SCHEME = 1
"""Raised whenever the same rows would be stored otherwise; part of every chunk's key."""

SHARE_UNIT = 60
"""A win is counted in sixtieths: the least number that 1 to 6 level winners share evenly."""

ColumnType = Literal["text", "long", "int", "flag", "share"]
"""`text` words, `long` 64 bit, `int` 32 bit, `flag` true or false, `share` a float (rows: sixtieths)."""

GAME_COLUMNS: Mapping[str, ColumnType] = {
    "cell": "text",
    "playout": "long",
    "deal": "long",
    "n_seats": "int",
    "length": "int",
    "end_reason": "text",
    "truncated": "flag",
    "winners": "int",
    "margin": "int",
    "lead_changes": "int",
}
SEAT_COLUMNS: Mapping[str, ColumnType] = {
    "cell": "text",
    "playout": "long",
    "seat": "int",
    "policy": "text",
    "score": "int",
    "rank": "int",
    "win_share": "share",
}
"""Columns that every game has, in order; `points_*` and the game's own ones follow."""

_FIELD = {"win_share": "share"}  # a column whose field in a row record has another name
_NO_FIELD = frozenset({"cell"})
_NOT_STORED = frozenset({"fault"})


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table and where its numbers stand in a row record.

    Args:
        name: Its name in the table.
        kind: Its type.
        field: Field of the row record, empty if there is none.
        entry: Name of an entry of a sub-array field, empty for a plain field.
    """

    name: str
    kind: ColumnType
    field: str
    entry: str = ""


def table_columns(
    common: Mapping[str, ColumnType],
    fields: Mapping[str, tuple[int, ...]],
    entries: Iterable[Mapping[str, tuple[str, ...]]],
) -> tuple[Column, ...]:
    """All columns of a table, the same for every cell of a run.

    Args:
        common: `GAME_COLUMNS` or `SEAT_COLUMNS`.
        fields: Fields of the row record in order, with their shapes; `()` for a plain number.
        entries: For each cell the column names of its sub-array fields; their union is taken in order.

    Returns:
        The common columns, then `points_*`, then the game's own, each group in the order of the record.

    Raises:
        ValueError: If two columns would have one name, or the record lacks a common field.
    """
    columns = [
        Column(name, kind, "" if name in _NO_FIELD else _FIELD.get(name, name))
        for name, kind in common.items()
    ]
    taken = {column.field for column in columns}
    if missing := sorted(taken - {""} - set(fields)):
        raise ValueError(f"row record without the field {', '.join(missing)}")
    own = [name for name in fields if name not in taken and name not in _NOT_STORED]
    cells = list(entries)
    for field in sorted(own, key=lambda name: not name.startswith("points_")):
        if not fields[field]:
            columns.append(Column(field, "int", field))
            continue
        names = dict.fromkeys(name for cell in cells for name in cell.get(field, ()))
        columns += [Column(name, "int", field, name) for name in names]
    seen: set[str] = set()
    for column in columns:
        if column.name in seen:
            raise ValueError(f"two columns would be called {column.name}")
        seen.add(column.name)
    return tuple(columns)
