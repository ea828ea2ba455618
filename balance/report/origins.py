"""On which values the result rests: what the designer changed, and what nobody's rule text gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from balance.core.rulebook import german_notes
from balance.report.answers import Headline
from balance.report.entries import Context, Table
from balance.report.facts import ABSENT, RunFacts, Value
from balance.report.phrases import Phrases

_DEFAULT = "default"
_NAMED = 3
"""Kinds of assumed values that a sentence names."""
_ALIKE = 3
"""From so many things of a kind on, their values are one table with a row each."""
_SHELVES = (2, 3)
"""How many steps of a key lead to things of a kind: `rules.dishes`, or else `rules.banquet.tables`."""


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


def varied_values(facts: RunFacts, phrases: Phrases) -> ValueGroup | None:
    """What the cells differ in, every value of it, with what the printed game has; None if nothing is swept."""
    if not facts.swept:
        return None
    printed = _printed(facts)
    say, known = phrases.say, {value.key: value for value in facts.values}
    rows = []
    for key, values in facts.swept.items():
        kept = list(dict.fromkeys(phrases.swept_value(key, value) for value in values))
        place = _place(known[key], phrases) if key in known else ""
        old = _printed_value(key, printed, phrases) if key.startswith("rules.") else say("word.none")
        rows.append((phrases.key_title(key), " / ".join(kept), old, place, key))
    head = tuple(say(f"page.{key}") for key in ("key", "value", "printed_value", "place", "code"))
    return ValueGroup("", _without_empty(Table(head, tuple(rows))))


def changed_values(facts: RunFacts, phrases: Phrases) -> ValueGroup | None:
    """Rules that differ from the printed game in all cells; None if there are none. Swept ones stand apart."""
    found = changed_in_all(facts)
    if not found:
        return None
    printed, say = _printed(facts), phrases.say
    rows = [
        (
            phrases.key_title(value.key),
            _in_cells(value, facts, phrases),
            _printed_value(value.key, printed, phrases),
            _place(value, phrases),
            note_of(value, facts, phrases),
            value.key,
        )
        for value in found
    ]
    head = tuple(say(f"page.{key}") for key in ("key", "value", "printed_value", "place", "note", "code"))
    return ValueGroup("", _without_empty(Table(head, tuple(rows))))


def changed_in_all(facts: RunFacts) -> list[Value]:
    """Values that the designer changed and does not sweep, nor a part or the whole of them."""
    return [value for value in facts.values if value.source == "changed" and not is_swept(value.key, facts)]


def is_swept(key: str, facts: RunFacts) -> bool:
    """Whether a key, or what it belongs to, takes several values."""
    return any(key == swept or key.startswith(f"{swept}.") for swept in facts.swept)


def is_other_game(facts: RunFacts) -> bool:
    """Whether the cells differ in rules that the rule text does not leave to the table."""
    choices = {value.key for value in facts.values if value.source == "choice"}
    return any(key.startswith("rules.") and key not in choices for key in facts.swept)


def _printed(facts: RunFacts) -> dict[str, Any]:
    return dict(_flat("rules", facts.game.rules_model().model_dump(mode="json")))


def _printed_value(key: str, printed: Mapping[str, Any], phrases: Phrases) -> str:
    """What the printed game has; a part of what it has not is new."""
    if key in printed and printed[key] is None:
        return phrases.say("page.derived")
    if key in printed:
        return phrases.value(key, printed[key])
    below = {name[len(key) + 1 :]: value for name, value in printed.items() if name.startswith(f"{key}.")}
    return phrases.value(key, below) if below else phrases.say("page.new")


def _in_cells(value: Value, facts: RunFacts, phrases: Phrases) -> str:
    """A value as text; if cells differ each one, with the settings it belongs to unless it is itself swept."""
    texts = {cell.key: _text(cell.value(value.key), value.key, phrases) for cell in facts.cells}
    kept = list(dict.fromkeys(texts.values()))
    if len(kept) <= 1:
        return phrases.value(value.key, value.value)
    if value.key in facts.swept:
        return " / ".join(text for text in kept if text)
    places: dict[str, list[str]] = {text: [] for text in kept}
    by = _decisive(facts, texts)
    for cell in facts.cells:
        name = phrases.short_cell(cell) if by is None else phrases.setting(by, cell.settings[by])
        if name not in places[texts[cell.key]]:
            places[texts[cell.key]].append(name)
    none = phrases.say("word.none")
    return "; ".join(f"{', '.join(names)}: {text or none}" for text, names in places.items())


def _decisive(facts: RunFacts, texts: Mapping[str, str]) -> str | None:
    """The one swept key on which a value depends, None if there is no such."""
    for key in facts.swept:
        by_setting: dict[str, set[str]] = {}
        for cell in facts.cells:
            by_setting.setdefault(repr(cell.settings.get(key)), set()).add(texts[cell.key])
        if all(len(found) == 1 for found in by_setting.values()):
            return key
    return None


def _text(value: Any, key: str, phrases: Phrases) -> str:
    return "" if value is ABSENT else phrases.value(key, value)


def note_of(value: Value, facts: RunFacts, phrases: Phrases) -> str:
    """Why a value is as it is; a game's own notes in the reader's language."""
    if phrases.lang == "de":
        return german_notes(facts.game.rules_model).get(value.note, value.note)
    return value.note


def assumed_values(facts: RunFacts, phrases: Phrases) -> tuple[ValueGroup, ...]:
    """Assumed values: alike ones as one table (a row a variety, a column a value), the rest as a list."""
    found = [
        Value(key, plain, value.place, value.source, value.note)
        for value in facts.values
        if value.source == "assumed"
        for key, plain in _flat(value.key, value.value)
    ]
    # a thing named elsewhere (an ingredient, say) stands in the order in which the rules list it
    things = dict.fromkeys(_item(value.key, "") for value in facts.values if _item(value.key, ""))
    order = {thing: place for place, thing in enumerate(things)}
    groups, single = [], found
    for depth in _SHELVES:
        kinds: dict[str, list[Value]] = {}
        for value in single:
            kinds.setdefault(".".join(value.key.split(".")[:depth]), []).append(value)
        single = []
        for kind, values in kinds.items():
            if len({_item(value.key, kind) for value in values} - {""}) >= _ALIKE:
                groups.append(_kind_table(kind, values, order, facts, phrases))
            else:
                single += values
    if single:
        groups.insert(0, _list(single, facts, phrases))
    return tuple(groups)


def assumed_headline(facts: RunFacts, context: Context) -> Headline | None:
    """How many values are assumed and which; None if none is."""
    phrases = context.phrases
    found = [value for value in facts.values if value.source == "assumed"]
    n = sum(1 for value in found for _ in _flat(value.key, value.value))
    if not n:
        return None
    kinds = dict.fromkeys(".".join(value.key.split(".")[:2]) for value in found)
    names = [phrases.key_title(kind) for kind in kinds]
    if len(names) > _NAMED:
        names = [*names[:_NAMED], phrases.say("finding.assumed.more")]
    bots = list(dict.fromkeys(policy for cell in facts.cells for policy in cell.policies))
    return Headline(
        phrases.say("finding.assumed.question"),
        phrases.say(
            f"finding.assumed.{'one' if n == 1 else 'many'}",
            n=phrases.numbers.number(n),
            values=phrases.listed(names),
        ),
        (phrases.say(f"finding.assumed.{'why' if len(bots) > 1 else 'why_one'}", bots=phrases.listed(bots)),),
        (),
        "values",
        key="assumed",
        weight=40,
    )


def _item(key: str, kind: str) -> str:
    """The thing a value belongs to, of a kind or of any, empty if its key is too short to name one."""
    segments = key.split(".")
    depth = len(kind.split(".")) if kind else 2
    return segments[depth] if len(segments) > depth + 1 else ""


def _flat(key: str, value: Any) -> Iterable[tuple[str, Any]]:
    """A mapping's values under dotted keys; anything else as it is."""
    if isinstance(value, Mapping) and value:
        for name, part in value.items():
            yield from _flat(f"{key}.{name}", part)
    else:
        yield key, value


def _place(value: Value, phrases: Phrases) -> str:
    return phrases.say("page.default") if value.place == _DEFAULT else value.place


def _list(values: list[Value], facts: RunFacts, phrases: Phrases) -> ValueGroup:
    head = tuple(phrases.say(f"page.{key}") for key in ("key", "value", "place", "note", "code"))
    rows = tuple(
        (
            phrases.key_title(value.key),
            _in_cells(value, facts, phrases),
            _place(value, phrases),
            note_of(value, facts, phrases),
            value.key,
        )
        for value in values
    )
    return ValueGroup("", _without_empty(Table(head, rows)))


def _kind_table(
    kind: str, values: list[Value], order: Mapping[str, int], facts: RunFacts, phrases: Phrases
) -> ValueGroup:
    """A row a thing and a column a value; a value that was changed or swept stands there too."""
    columns = sorted(
        dict.fromkeys(_column(value, kind) for value in values),
        key=lambda column: (column.count("."), order.get(column.rpartition(".")[2], len(order))),
    )
    known = {value.key: value for value in values}
    items: dict[str, dict[str, str]] = {}
    for item in dict.fromkeys(_item(value.key, kind) for value in values):
        items[item] = {}
        for column in columns:
            key = f"{kind}.{item}.{column}"
            texts = [_text(cell.value(key), key, phrases) for cell in facts.cells]
            found = list(dict.fromkeys(text for text in texts if text))
            if len(found) <= 1 and key in known:
                found = [phrases.value(key, known[key].value)]
            items[item][column] = " / ".join(found)
    head = (phrases.say("page.row"), *(phrases.heading(column) for column in columns))
    rows = tuple(
        (phrases.heading(item), *(own.get(column, "") for column in columns)) for item, own in items.items()
    )
    reasons: dict[str, list[str]] = {}
    for value in values:
        if value.note:
            reasons.setdefault(note_of(value, facts, phrases), []).append(
                phrases.heading(_column(value, kind))
            )
    notes = [
        phrases.say("page.notes", columns=", ".join(dict.fromkeys(names)), note=note)
        for note, names in reasons.items()
    ]
    places = list(dict.fromkeys(_place(value, phrases) for value in values))
    notes.append(phrases.say("page.origins", place=", ".join(places), code=f"{kind}.…"))
    return ValueGroup(phrases.name(kind), Table(head, rows), tuple(notes))


def _column(value: Value, kind: str) -> str:
    return ".".join(value.key.split(".")[len(kind.split(".")) + 1 :])


def _without_empty(table: Table) -> Table:
    """The table without columns that are empty in every row."""
    kept = [i for i in range(len(table.head)) if any(row[i] for row in table.rows)]
    return Table(tuple(table.head[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in table.rows))
