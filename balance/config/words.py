"""Pydantic's findings in plain words: a table from its error types to sentences, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any

from balance.config.german import english, yes_or_no
from balance.config.nodes import ListNode, MapNode, Node, ScalarNode, plain, shown
from balance.config.scalars import compact, respell, respell_points
from balance.config.shape import Shape, places_of
from balance.config.source import shorten
from balance.core.suggest import did_you_mean, key_name

Say = Callable[[Mapping[str, Any]], str]


def _entries(context: Mapping[str, Any], bound: str) -> str:
    count = context.get(bound, 0)
    return f"{count} entry" if count == 1 else f"{count} entries"


def _limit(bound: object) -> str:
    """A limit as people write it: 2, not 2.0."""
    return compact(int(bound) if isinstance(bound, float) and bound.is_integer() else bound)


SENTENCES: Mapping[str, Say] = {
    "int_type": lambda _: "must be a whole number",
    "int_parsing_size": lambda _: "is too large a number",
    "float_type": lambda _: "must be a number",
    "finite_number": lambda _: "must be a finite number",
    "bool_type": lambda _: "must be true or false",
    "string_type": lambda _: "must be a text",
    "list_type": lambda _: "must be a list",
    "dict_type": lambda _: "must be a map of keys",
    "model_type": lambda _: "must be a map of keys",
    "model_attributes_type": lambda _: "must be a map of keys",
    "literal_error": lambda c: f"must be {str(c.get('expected', '')).replace(chr(39), '')}",
    "greater_than_equal": lambda c: f"must be at least {_limit(c['ge'])}",
    "greater_than": lambda c: f"must be above {_limit(c['gt'])}",
    "less_than_equal": lambda c: f"must be at most {_limit(c['le'])}",
    "less_than": lambda c: f"must be below {_limit(c['lt'])}",
    "too_short": lambda c: f"must have at least {_entries(c, 'min_length')}",
    "too_long": lambda c: f"must have at most {_entries(c, 'max_length')}",
    "string_too_short": lambda c: f"must have at least {c['min_length']} characters",
    "string_too_long": lambda c: f"must have at most {c['max_length']} characters",
}
"""What each error type says about a value, after its name; validators of ours bring their own words."""


def _line_up_form(node: ScalarNode) -> str:
    return f"write {{all: {compact(node.raw)}}}"


def _gate_form(node: ScalarNode) -> str:
    """Bounds at the number that stands there; a drift is above 0."""
    if isinstance(node.value, str):
        bound = respell_points(node.raw) or respell(node.raw, whole=False)
    else:
        bound = compact(node.value) if type(node.value) is int or _is_finite(node.value) else ""
    if not bound:
        return "e.g. {max: 4pp}"
    is_drift = float(bound.removesuffix("pp")) > 0
    return f"write {{{'drift' if is_drift else 'min'}: {bound}}} or {{max: {bound}}}"


def _is_finite(value: object) -> bool:
    return isinstance(value, float) and isfinite(value)


def _persona_form(node: ScalarNode) -> str:
    return f"write {{from: {compact(node.raw)}}}" if isinstance(node.value, str) else "e.g. {from: greedy}"


def _run_form(node: ScalarNode) -> str:
    return f"write {{games: {node.raw}}}" if type(node.value) is int else ""


_SHORT_FORMS: Mapping[str, Callable[[ScalarNode], str]] = {
    "rotate": _line_up_form,
    "drift": _gate_form,
    "from": _persona_form,
    "games": _run_form,
}
"""For sections that people write as a single value: a key that tells the section, and what it should be."""

_QUOTES = "“”„‟‘’‚«»‹›"
"""Typographic quotes, which word processors write by themselves."""

_COUNTS = frozenset({"too_short", "too_long"})
_NUMBERS = frozenset({"int_type", "float_type"})


def sentence(kind: str, context: Mapping[str, Any], message: str, node: Node | None) -> str:
    """What is wrong with a value, after its name.

    Args:
        kind: Pydantic's error type.
        context: What it says about it.
        message: Its own words, used for the types that our validators make.
        node: The value.
    """
    if kind == "less_than_equal" and isinstance(node, ScalarNode) and node.value in (float("inf"),):
        kind = "finite_number"
    if kind in SENTENCES:
        text = SENTENCES[kind](context)
    else:
        text = message.removeprefix("Value error, ").removeprefix("Assertion failed, ")
    if kind in _COUNTS:
        return f"{text}, not {len(plain(node)) if isinstance(node, MapNode | ListNode) else 0}"
    says_what = text.startswith("must be")
    return f"{text}, not {shown(node)}" if says_what and node is not None else text


def value_hint(
    kind: str, context: Mapping[str, Any], node: Node | None, shape: Shape | None, text: str
) -> str:
    """What would be right in place of a value, empty if nothing is known.

    Args:
        kind: Pydantic's error type.
        context: What it says about it; a validator of ours may put a `hint` there.
        node: The value.
        shape: What may stand there.
        text: The sentence about it, which names what may be written.
    """
    if context.get("hint"):
        return str(context["hint"])
    if kind == "list_type" and isinstance(node, ScalarNode) and node.value is not None:
        return f"write [{compact(node.value)}]"
    if kind == "list_type" and isinstance(node, MapNode):
        return "a list is given as a whole, e.g. [a, b]"
    if kind == "model_type" and isinstance(node, ListNode) and shape is not None and "seats" in shape.keys:
        return (
            f"write {{seats: [{', '.join(compact(entry) for entry in plain(node))}]}}" if node.entries else ""
        )
    if not isinstance(node, ScalarNode) or node.value is None:
        return ""
    raw = node.raw
    if raw.strip(_QUOTES) != raw:
        return f"write {raw.strip(_QUOTES)}: quotes of this kind are letters in YAML"
    if kind == "model_type" and shape is not None:
        form = next((form for key, form in _SHORT_FORMS.items() if key in shape.keys), None)
        return form(node) if form is not None else ""
    if kind == "string_type":
        return f"put it in quotes: {compact(raw)}"
    if kind == "bool_type":
        word = yes_or_no(raw)
        return f"write {word}" if word else ""
    translated = english(raw) if isinstance(node.value, str) else ""
    options = tuple(str(option) for option in shape.options) if shape is not None else ()
    if translated and (translated in options or translated in text.replace(",", " ").split()):
        return f"values are English: write {translated}"
    if kind == "literal_error":
        if raw in options and node.quoted:
            return f"write {raw} without quotes"
        return did_you_mean(raw, options) if isinstance(node.value, str) and len(options) > 1 else ""
    return _number_hint(kind, node, text)


def _number_hint(kind: str, node: ScalarNode, text: str) -> str:
    """The right spelling of a number, where one is wanted."""
    wants_whole = kind == "int_type" or "whole number" in text or "number of pieces" in text
    if kind not in _NUMBERS and not wants_whole and "number" not in text:
        return ""
    spelt = respell(node.raw, whole=wants_whole)
    if not spelt or (spelt == node.raw and not node.quoted):
        return ""
    return f"write {spelt} without quotes" if spelt == node.raw else f"write {spelt}"


_ALMOST = 0.85  # alike enough to be meant, even where another key is called so: `card` among `cards`


def key_hint(key: str, known: Iterable[str], top: Shape) -> str:
    """What was meant by an unknown key.

    Args:
        key: The key as written.
        known: Keys that can stand there.
        top: The shape of the whole config, to find where the key belongs.
    """
    names = list(known)
    word = english(key)
    if word in names:
        return f"keys are English: write '{word}'"
    if key_name(key) in names:
        return f"write '{key_name(key)}'"
    path = tuple(key.split("."))
    if len(path) > 1 and top.at(path) is not None:
        return f"dotted keys are for flags: write {': {'.join(path)}: …{'}' * (len(path) - 1)}"
    near = did_you_mean(key, names) if names else ""
    place = next(places_of(top, key_name(key)), None)
    if place is not None and not get_close_matches(key_name(key), names, n=1, cutoff=_ALMOST):
        return _elsewhere(place)
    place = next(places_of(top, word), None) if word else None
    if place is not None and not near.startswith("did you mean"):
        return _elsewhere(place)
    return near or (f"known: {', '.join(names)}" if names else "")


def _elsewhere(place: tuple[str, ...]) -> str:
    dotted = ".".join(place)
    return f"the key is '{dotted}'" if len(place) > 1 else f"'{dotted}' stands at the top"


def odd_sign(key: str) -> str:
    """That a sign in a key cannot be told from a space, or from nothing, by looking at it."""
    odd = next((sign for sign in key if sign != " " and (sign.isspace() or not sign.isprintable())), "")
    return f"take out the sign U+{ord(odd):04X}, which looks like a space or like nothing" if odd else ""


def name_hint(key: str, neighbours: Iterable[str]) -> str:
    """What was meant by a name that nothing has: one of its neighbours, if it is near."""
    near = did_you_mean(key, [name for name in neighbours if name != key])
    return near if near.startswith("did you mean") else ""


def meant(name: str, known: Sequence[str]) -> str:
    """What was meant by an unknown policy or weight: its English word, the nearest name, else all of them."""
    word = english(name)
    if word in known:
        return f"names are English: write {word}"
    return did_you_mean(name, known) or f"known: {', '.join(known)}"


def label(path: Sequence[str | int]) -> str:
    """What a message calls the value at a path: its key, or its number in a list."""
    if not path:
        return "the config"
    last = path[-1]
    above = shorten(str(path[-2])) if len(path) > 1 else ""
    if isinstance(last, int):
        return f"entry {last + 1} of {above}"
    return f"{above}.{last}" if last.isdecimal() and above else shorten(last)
