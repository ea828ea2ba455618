"""On which values the result rests: what the designer changed, and what nobody's rule text gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from balance.report.entries import Table
from balance.report.facts import RunFacts, Value
from balance.report.phrases import Phrases

_DEFAULT = "default"
_ALIKE = 3
"""From so many things of a kind on, their values are one table with a row each."""


@dataclass(frozen=True, slots=True)
class ValueGroup:
    """Values that belong together.

    Args:
        title: What they are of; empty for a mixed list.
        table: The values.
        notes: Why, and where they stand.
    """

    title: str
    table: Table
    notes: tuple[str, ...] = ()


def changed_values(facts: RunFacts, phrases: Phrases) -> ValueGroup | None:
    """Rules that differ from the printed game, with what the printed game has; None if there are none."""
    found = [value for value in facts.values if value.source == "changed" and value.key not in facts.swept]
    if not found:
        return None
    printed = dict(_flat("rules", facts.game.rules_model().model_dump(mode="json")))
    say = phrases.say
    rows = []
    for value in found:
        known = value.key in printed or isinstance(value.value, Mapping | list)
        old = phrases.value(value.key, printed.get(value.key)) if known else say("page.new")
        if value.key in printed and printed[value.key] is None:
            old = say("page.derived")
        rows.append(
            (
                phrases.key_title(value.key),
                phrases.value(value.key, value.value),
                old,
                _place(value, phrases),
                value.note,
                value.key,
            )
        )
    head = tuple(say(f"page.{key}") for key in ("key", "value", "printed_value", "place", "note", "code"))
    return ValueGroup("", _without_empty(Table(head, tuple(rows))))


def assumed_values(facts: RunFacts, phrases: Phrases) -> tuple[ValueGroup, ...]:
    """Assumed values: alike ones as one table (a row a variety, a column a value), the rest as a list."""
    found = [
        Value(key, plain, value.place, value.source, value.note)
        for value in facts.values
        if value.source == "assumed"
        for key, plain in _flat(value.key, value.value)
    ]
    kinds: dict[str, list[Value]] = {}
    for value in found:
        kinds.setdefault(".".join(value.key.split(".")[:2]), []).append(value)
    # a thing named elsewhere (an ingredient, say) stands in the order in which the rules list it
    things = dict.fromkeys(_item(value) for value in facts.values if _item(value))
    order = {thing: place for place, thing in enumerate(things)}
    groups, single = [], []
    for kind, values in kinds.items():
        if len({_item(value) for value in values if _item(value)}) >= _ALIKE:
            groups.append(_kind_table(kind, values, order, phrases))
        else:
            single += values
    if single:
        groups.insert(0, _list(single, phrases))
    return tuple(groups)


def _item(value: Value) -> str:
    """The thing a value belongs to, empty if its key is too short to name one."""
    segments = value.key.split(".")
    return segments[2] if len(segments) > 3 else ""


def _flat(key: str, value: Any) -> Iterable[tuple[str, Any]]:
    """A mapping's values under dotted keys; anything else as it is."""
    if isinstance(value, Mapping) and value:
        for name, part in value.items():
            yield from _flat(f"{key}.{name}", part)
    else:
        yield key, value


def _place(value: Value, phrases: Phrases) -> str:
    return phrases.say("page.default") if value.place == _DEFAULT else value.place


def _list(values: list[Value], phrases: Phrases) -> ValueGroup:
    head = tuple(phrases.say(f"page.{key}") for key in ("key", "value", "place", "note", "code"))
    rows = tuple(
        (
            phrases.key_title(value.key),
            phrases.value(value.key, value.value),
            _place(value, phrases),
            value.note,
            value.key,
        )
        for value in values
    )
    return ValueGroup("", _without_empty(Table(head, rows)))


def _kind_table(kind: str, values: list[Value], order: Mapping[str, int], phrases: Phrases) -> ValueGroup:
    columns = sorted(
        dict.fromkeys(_column(value) for value in values),
        key=lambda column: (column.count("."), order.get(column.rpartition(".")[2], len(order))),
    )
    items: dict[str, dict[str, str]] = {}
    for value in values:
        own = items.setdefault(value.key.split(".")[2], {})
        own[_column(value)] = phrases.value(value.key, value.value)
    head = (phrases.say("page.row"), *(phrases.name(column) for column in columns))
    rows = tuple(
        (phrases.name(item), *(own.get(column, "") for column in columns)) for item, own in items.items()
    )
    reasons: dict[str, list[str]] = {}
    for value in values:
        if value.note:
            reasons.setdefault(value.note, []).append(phrases.name(_column(value)))
    notes = [
        phrases.say("page.notes", columns=", ".join(dict.fromkeys(names)), note=note)
        for note, names in reasons.items()
    ]
    places = list(dict.fromkeys(_place(value, phrases) for value in values))
    notes.append(phrases.say("page.origins", place=", ".join(places), code=f"{kind}.…"))
    return ValueGroup(phrases.name(kind), Table(head, rows), tuple(notes))


def _column(value: Value) -> str:
    return ".".join(value.key.split(".")[3:])


def _without_empty(table: Table) -> Table:
    """The table without columns that are empty in every row."""
    kept = [i for i in range(len(table.head)) if any(row[i] for row in table.rows)]
    return Table(tuple(table.head[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in table.rows))
