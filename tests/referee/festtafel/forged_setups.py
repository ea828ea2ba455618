"""Forgeries of dishes, tables and switches in the set-up, and of the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from festtafel.knowledge import forgery
from festtafel.referee.shapes import as_rows
from forging import Trace, changed, setup_with

OTHERS = {
    "R7": ("new_dish", ("tier_free", "tier_fixed", "free")),
    "R8": ("start_dishes", ("random", "chosen")),
    "R10": ("half_empty", ("not_full", "at_most_half")),
    "A5": ("fit", ("polyomino", "cells")),
}


def _switch(rule: str, key: str, values: tuple[Any, ...]) -> None:
    def forge(trace: Trace) -> Iterator[Trace]:
        for value in values:
            if value != trace[0][key]:
                yield changed(trace, 0, **{key: value})

    forge.__name__ = f"another_{key}"
    forgery(rule)(forge)


for switch_rule, switch in OTHERS.items():
    _switch(switch_rule, *switch)
for flag in ("mirror", "sideboard_by_choice"):
    _switch("R9", flag, (False, True))


def _tables(trace: Trace) -> dict[str, Any]:
    found: dict[str, Any] = trace[0]["banquet"]["tables"]
    return found


def _with_table(trace: Trace, name: str, **fields: Any) -> Trace:
    tables = _tables(trace)
    return setup_with(trace, "banquet", tables=tables | {name: tables[name] | fields})


def _with_dish(trace: Trace, name: str, **fields: Any) -> Trace:
    return setup_with(trace, "dishes", **{name: trace[0]["dishes"][name] | fields})


@forgery("A2")
def another_length(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, 0, length={"short": "long", "long": "short"}[trace[0]["length"]])


@forgery("A2")
def a_larger_table(trace: Trace) -> Iterator[Trace]:
    for name, part in _tables(trace).items():
        shape = [f"#{row}" for row in part["shape"]]
        yield _with_table(trace, name, shape=shape, cells=part["cells"] + len(shape))


@forgery("A2")
def a_table_less(trace: Trace) -> Iterator[Trace]:
    for name in _tables(trace):
        yield setup_with(
            trace, "banquet", tables={key: part for key, part in _tables(trace).items() if key != name}
        )


@forgery("A2")
def another_bonus(trace: Trace) -> Iterator[Trace]:
    for name, part in _tables(trace).items():
        yield _with_table(trace, name, bonus=part["bonus"] + 1)


@forgery("A2")
def another_penalty(trace: Trace) -> Iterator[Trace]:
    for name, part in _tables(trace).items():
        yield _with_table(trace, name, penalty=part["penalty"] + 1)


@forgery("A3")
def cells_of_a_table_miscounted(trace: Trace) -> Iterator[Trace]:
    for name, part in _tables(trace).items():
        yield _with_table(trace, name, cells=part["cells"] + 1)


@forgery("A2")
def another_form_of_a_table(trace: Trace) -> Iterator[Trace]:
    for name, part in _tables(trace).items():
        turned = as_rows(["".join(column) for column in zip(*part["shape"], strict=True)])
        if turned != part["shape"]:
            yield _with_table(trace, name, shape=turned)


@forgery("A4")
def cells_of_a_dish_miscounted(trace: Trace) -> Iterator[Trace]:
    for name, part in trace[0]["dishes"].items():
        yield _with_dish(trace, name, cells=part["cells"] + 1)


@forgery("A4")
def a_dish_in_pieces(trace: Trace) -> Iterator[Trace]:
    for name, part in trace[0]["dishes"].items():
        wide = len(part["shape"][0])
        yield _with_dish(
            trace, name, shape=[*part["shape"], "." * wide, "#".ljust(wide, ".")], cells=part["cells"] + 1
        )


@forgery("A1")
def another_form_of_a_dish(trace: Trace) -> Iterator[Trace]:
    for name, part in trace[0]["dishes"].items():
        flipped = [row[::-1] for row in part["shape"]]
        if flipped != part["shape"]:
            yield _with_dish(trace, name, shape=flipped)


@forgery("R13")
def tables_in_a_game_without(trace: Trace) -> Iterator[Trace]:
    if not trace[0]["banquet"]["enabled"]:
        table = {"cells": 1, "shape": ["#"], "bonus": 2, "penalty": 1}
        yield setup_with(trace, "banquet", tables={"stammtisch": table})


@forgery("Zug")
def cooks_on_bronze(trace: Trace) -> Iterator[Trace]:
    for tier, part in trace[0]["tiers"].items():
        yield setup_with(trace, "tiers", **{tier: {"cooks": not part["cooks"]}})


@forgery("R12")
def another_reason(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, len(trace) - 1, reason="banquet")
