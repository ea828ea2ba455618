"""What single keys of the rules cannot show: names that must fit each other, shapes, capacities, sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balance.core.game import Problem
from balance.games.draft.layout import INGREDIENTS, STATIONS, TIERS
from balance.games.draft.rules import (
    check_applications,
    check_clock,
    check_dice,
    check_limits,
    check_owners,
    unknown,
)
from balance.games.festtafel import layout
from balance.games.festtafel.drawing import CELL, GAP, Cells, cells_of, n_pieces, turns
from balance.games.festtafel.rules import (
    DiningTable,
    Dish,
    Rules,
    cooks,
    counts_dice,
    picked,
    table_cells,
)

MOST_POINTS = 1000
MOST_BITS = layout.WORDS * layout.WORD

Path = tuple[str, ...]


def problems(rules: Rules) -> Iterator[Problem]:
    """Everything that is wrong or doubtful about these rules."""
    yield from check_limits(
        (
            ("tiers", len(rules.tiers), TIERS),
            ("ingredients", len(rules.ingredients), INGREDIENTS),
            ("dishes", len(rules.dishes), layout.DISHES),
            ("stations", sum(rules.stations.values()), STATIONS),
        )
    )
    yield from check_clock(rules.clock)
    yield from _names(rules)
    yield from check_owners({name: part.cook for name, part in rules.ingredients.items()}, "cook")
    faces = rules.dice.faces
    yield from check_dice(
        {kind: getattr(rules.dice, kind) for kind in ("amount", "ingredient", "cook")},
        {"ingredient": faces.ingredient, "cook": faces.cook},
        {"ingredient": list(rules.ingredients), "cook": list(cooks(rules))},
        rules.players,
    )
    limit, cost = rules.applications.limit, rules.applications.sous_chef
    yield from check_applications(limit, cost, "sous_chef", "sous-chef", rules.players)
    faulty = [
        *(fault for name, dish in rules.dishes.items() for fault in _dish_shape(name, dish)),
        *_tables(rules),
    ]
    yield from faulty
    if not faulty and rules.banquet.enabled:
        yield from _homeless(rules)


def _names(rules: Rules) -> Iterator[Problem]:
    for name, dish in rules.dishes.items():
        path = ("dishes", name)
        if dish.tier not in rules.tiers:
            yield unknown((*path, "tier"), "tier", dish.tier, rules.tiers)
        for ingredient in dish.needs:
            if ingredient not in rules.ingredients:
                yield unknown((*path, "needs", ingredient), "ingredient", ingredient, rules.ingredients)
            elif (
                dish.tier in rules.tiers
                and rules.tiers[dish.tier].cooks
                and rules.ingredients[ingredient].cook is None
                and counts_dice(rules, "cook")
            ):
                yield Problem(
                    ("rules", *path, "needs", ingredient),
                    f"no cook works on '{ingredient}': only a sous-chef can process it here",
                    level="warning",
                )
    tables = rules.banquet.tables
    for tier in rules.tiers:
        if any(
            tier.removeprefix(prefix) in tables
            for prefix in ("bonus_", "penalty_")
            if tier.startswith(prefix)
        ):
            yield Problem(
                ("rules", "tiers", tier),
                f"a tier called '{tier}': two columns would be called points_{tier}",
                "give it another name",
            )
    with_dish = {dish.tier for dish in rules.dishes.values()}
    for tier, count in rules.stations.items():
        if tier not in rules.tiers:
            yield unknown(("stations", tier), "tier", tier, rules.tiers)
        elif count and tier not in with_dish:
            yield Problem(("rules", "stations", tier), f"a station starts with {tier}, which no dish has")


def _drawing(path: Path, rows: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with a drawing in itself."""
    for number, row in enumerate(rows):
        strange = next((sign for sign in row if sign not in (CELL, GAP)), None)
        if strange is not None:
            text = f"'{strange}' in row {number + 1} of a shape"
            yield Problem((*path, str(number)), text, f"a cell is drawn as {CELL}, a gap as {GAP}")
            return
    cells = cells_of(rows)
    if not cells:
        yield Problem(path, "a shape without a cell", f"draw each cell as {CELL}")
    elif (pieces := n_pieces(cells)) > 1:
        yield Problem(path, f"a shape in {pieces} pieces", "cells of one shape touch along their sides")


def _dish_shape(name: str, dish: Dish) -> Iterator[Problem]:
    path = ("rules", "dishes", name)
    found = list(_drawing((*path, "shape"), dish.shape))
    yield from found
    n_cells = len(cells_of(dish.shape))
    if not found and n_cells > layout.SHAPE_CELLS:
        hint = f"up to {layout.SHAPE_CELLS} can be played"
        yield Problem((*path, "shape"), f"a shape of {n_cells} cells", hint)
    if not found and dish.cells not in (None, n_cells):
        yield Problem((*path, "cells"), *_disagreement(dish.cells, n_cells))


def _disagreement(given: Any, drawn: int) -> tuple[str, str]:
    """Problem and hint where a number of cells is not what is drawn."""
    cells = "1 cell is" if drawn == 1 else f"{drawn} cells are"
    return f"cells says {given}, but {cells} drawn", f"draw {given}, or write cells: {drawn}"


def _tables(rules: Rules) -> Iterator[Problem]:
    path = ("rules", "banquet")
    tables = rules.banquet.tables
    if not 1 <= len(tables) <= layout.TABLES:
        hint = f"from 1 to {layout.TABLES} can be played"
        yield Problem((*path, "tables"), f"{len(tables)} tables", hint)
    yield from _amounts(rules.banquet.penalty, (*path, "penalty"))
    for name, table in tables.items():
        here = (*path, "tables", name)
        for key in ("bonus", "penalty"):
            yield from _amounts(getattr(table, key), (*here, key))
        if picked(table.bonus, rules)[0] is None:
            problem = f"no bonus for {rules.players} players with this clock"
            yield Problem((*here, "bonus"), problem)
        faulty = [
            *(
                fault
                for below, rows in _each(table.shape)
                for fault in _drawing((*here, "shape", *below), rows)
            ),
            *_no_cells(table.cells, (*here, "cells")),
        ]
        yield from faulty or _size(rules, table, here)


def _each(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value that is given by player count and length, with the keys that lead to it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _each(inner, (*path, key))
    elif value is not None:
        yield path, value


def _amounts(value: Any, path: Path) -> Iterator[Problem]:
    for below, points in _each(value):
        if not 0 <= points <= MOST_POINTS:
            yield Problem((*path, *below), f"{path[-1]} of {points} points", f"from 0 to {MOST_POINTS}")


def _no_cells(value: Any, path: Path) -> Iterator[Problem]:
    for below, count in _each(value):
        if count < 1:
            yield Problem((*path, *below), f"a table of {count} cells", "a table has at least 1")


def _size(rules: Rules, table: DiningTable, path: Path) -> Iterator[Problem]:
    """A table without any size, with two that disagree, or one that is too large."""
    shape, drawn_at = picked(table.shape, rules)
    count, _ = picked(table.cells, rules)
    cells = table_cells(rules, table)
    if not cells:
        problem = f"neither cells nor shape for {rules.players} players with this clock"
        yield Problem(path, problem, "give one of them")
    elif shape is not None and count not in (None, len(cells)):
        yield Problem((*path, "shape", *drawn_at), *_disagreement(count, len(cells)))
    elif (bits := _bits(cells)) > MOST_BITS:
        problem = f"a table of {len(cells)} cells that needs {bits} with its borders"
        yield Problem(
            (*path, "cells" if shape is None else "shape"), problem, f"up to {MOST_BITS} can be played"
        )


def _bits(cells: Cells) -> int:
    """Bits of a table's mask: its rows, each with a column of no cells on its right."""
    return (cells[-1][0] + 1) * (max(column for _, column in cells) + 2)


def _homeless(rules: Rules) -> Iterator[Problem]:
    """Dishes that no table has room for, even empty: the sideboard takes them, so it is only a warning (A4)."""
    tables = [set(table_cells(rules, table)) for table in rules.banquet.tables.values()]
    for name, dish in rules.dishes.items():
        cells = cells_of(dish.shape)
        if rules.fit == "cells":
            fits = any(len(table) >= len(cells) for table in tables)
        else:
            ways = turns(cells, mirror=rules.mirror)
            fits = any(_has_room(table, way) for table in tables for way in ways)
        if not fits:
            yield Problem(
                ("rules", "dishes", name, "shape"),
                f"{name} fits on no table of this banquet: it always goes to the sideboard",
                level="warning",
            )


def _has_room(table: set[tuple[int, int]], shape: Cells) -> bool:
    """Whether an empty table has a place for a shape as it lies: its first cell is put on each cell in turn."""
    first = shape[0][1]  # the first row may begin right of others
    return any(
        all((row + down, column + right - first) in table for row, column in shape) for down, right in table
    )
