"""Rows of a trace become objects with names, one an event; docs/trace.md describes each of them and its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from balance.core.layout import Records
from balance.core.rulebook import for_players
from balance.games.draft.tracing import (
    Object,
    Row,
    amount_name,
    dice_fields,
    end_fields,
    grouped,
    needs_fields,
    pair_fields,
    setup_head,
    thrown,
)
from balance.games.festtafel.compiling import table_step
from balance.games.festtafel.drawing import Cells, cells_of, drawn
from balance.games.festtafel.layout import Event, Source
from balance.games.festtafel.rules import (
    Rules,
    cooks,
    length,
    n_rolls,
    start_tiers,
    table_bonus,
    table_cells,
    table_penalty,
)

TRACE_VERSION = 1
"""Raised whenever an event or field is renamed, removed or means something else."""

_PARTS = (Event.DIE, Event.CELL, Event.RESULT)


def objects(rules: Rules, facts: Mapping[str, Any], events: Records) -> Iterator[Object]:
    """A playout as objects that JSON can hold, in order: `setup` first, `end` last if it came to an end.

    Args:
        rules: The variant.
        facts: As `balance.engine.replaying.Replay.facts` has them.
        events: Rows of the trace, shape (n, 8), whose columns `layout.Event` names.

    Yields:
        Objects whose key `event` says what they are.
    """
    yield _setup(rules, facts)
    names = _Names(rules)
    n_rolled = 0
    for (code, *numbers), parts in grouped(events, _PARTS):
        event = Event(code)
        n_rolled += event == Event.ROLL
        if event in (Event.ROLL, Event.REROLL):
            yield thrown(event.name.lower(), numbers, names.kinds, parts)
        elif event == Event.OVER:
            yield end_fields(facts, numbers, parts, n_rolled, "dishes")
        else:
            told = {"event": event.name.lower(), **_FIELDS[event](names, numbers)}
            if event == Event.SERVE:
                told["cells"] = sorted(names.place(numbers[3], part[2]) for part in parts)
            yield told


class _Names:
    """What the numbers of these rules are called."""

    def __init__(self, rules: Rules) -> None:
        self.dishes = list(rules.dishes)
        self.ingredients = list(rules.ingredients)
        self.tables = list(rules.banquet.tables)
        self._cook_of = {name: part.cook for name, part in rules.ingredients.items()}
        self._steps = [table_step(table_cells(rules, table)) for table in rules.banquet.tables.values()]
        self.kinds: Mapping[int, tuple[str, Callable[[int], Any]]] = {
            Source.AMOUNT: ("amount", amount_name),
            Source.INGREDIENT: ("ingredient", self.ingredients.__getitem__),
            Source.COOK: ("cook", self.cook),
        }

    def cook(self, ingredient: int) -> str | None:
        """The cook who works on an ingredient."""
        return self._cook_of[self.ingredients[ingredient]]

    def place(self, table: int, bit: int) -> list[int]:
        """Row and column of a bit of a table's masks."""
        return list(divmod(bit, self._steps[table]))


def _made(names: _Names, n: Row) -> Object:
    return {"seat": n[0], "station": n[1], "dish": names.dishes[n[2]]}


def _paid(names: _Names, n: Row) -> Object:
    return {"seat": n[0], "table": names.tables[n[1]], "dishes": n[2], "points": n[3]}


_FIELDS: Mapping[Event, Callable[[_Names, Row], Object]] = {
    Event.START: _made,
    Event.PAIR: lambda names, n: pair_fields(names.ingredients, n),
    Event.COOK: lambda names, n: {
        "seat": n[0],
        "station": n[1],
        "cook": names.cook(n[2]),
        "ingredient": names.ingredients[n[2]],
    },
    Event.PASS: lambda _, n: {"seat": n[0], "applications": n[1]},
    Event.HIRE: lambda names, n: {
        "seat": n[0],
        "station": n[1],
        "ingredient": names.ingredients[n[2]],
        "applications": n[3],
    },
    Event.FINISH: lambda names, n: {**_made(names, n), "points": n[3]},
    Event.SERVE: lambda names, n: {**_made(names, n), "table": names.tables[n[3]], "free": n[4]},
    Event.ASIDE: _made,
    Event.FULL: lambda names, n: {"seat": n[0], "table": names.tables[n[1]]},
    Event.BONUS: _paid,
    Event.REFILL: _made,
    Event.TIME_UP: lambda _, n: {},
    Event.PENALTY: _paid,
}


def _setup(rules: Rules, facts: Mapping[str, Any]) -> Object:
    """Everything about the variant that a playout depends on, names and derived defaults filled in."""
    players = rules.players
    shown: dict[str, Sequence[Any]] = {"ingredient": list(rules.ingredients), "cook": list(cooks(rules))}
    return {
        **setup_head(facts, TRACE_VERSION, players),
        "clock": rules.clock,
        "length": length(rules),
        "rolls": n_rolls(rules),
        "stations": start_tiers(rules),
        "tiers": {name: tier.model_dump() for name, tier in rules.tiers.items()},
        "ingredients": {name: part.cook for name, part in rules.ingredients.items()},
        "amount_scale": rules.amount_scale,
        "dishes": {
            name: {
                "tier": dish.tier,
                "points": dish.points,
                **needs_fields(dish.needs, rules.amount_scale),
                **_shape(cells_of(dish.shape)),
            }
            for name, dish in rules.dishes.items()
        },
        "dice": dice_fields(rules.dice, ("amount", "ingredient", "cook"), shown, players),
        "joker": rules.joker,
        "applications": {
            "limit": for_players(rules.applications.limit, players),
            "sous_chef": for_players(rules.applications.sous_chef, players),
        },
        "banquet": {
            "enabled": rules.banquet.enabled,
            "tables": {
                name: {
                    **_shape(table_cells(rules, table)),
                    "bonus": table_bonus(rules, table),
                    "penalty": table_penalty(rules, table),
                }
                for name, table in (rules.banquet.tables.items() if rules.banquet.enabled else ())
            },
        },
        "joker_ingredient": rules.joker_ingredient,
        "new_dish": rules.new_dish,
        "start_dishes": rules.start_dishes,
        "mirror": rules.mirror,
        "sideboard_by_choice": rules.sideboard_by_choice,
        "half_empty": rules.half_empty,
        "fit": rules.fit,
    }


def _shape(cells: Cells) -> Object:
    return {"cells": len(cells), "shape": list(drawn(cells))}
