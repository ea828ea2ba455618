"""What a JSON document that was read may hold: checks of single values, and of what is made of them."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

Check = Callable[[Any], bool]

_LARGEST = 10**18  # beyond every number that is written, and fit to be calculated with


def read_json(text: str) -> Any:
    """A document that can be written again: no NaN, no sign that is none, not nested without end.

    Raises:
        ValueError: If it is none.
    """
    try:
        document = json.loads(text, parse_constant=_refuse)
        json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return document


def first_misfit(document: Mapping[str, Any], shape: Mapping[str, Check]) -> str:
    """The first key of a shape that is missing in a document or cannot be; empty if all is well."""
    for key, check in shape.items():
        if key not in document:
            return f"it has no '{key}'"
        if not check(document[key]):
            return f"its '{key}' cannot be"
    return ""


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def is_text(value: Any) -> bool:
    """A text."""
    return isinstance(value, str)


def is_flag(value: Any) -> bool:
    """True or false."""
    return isinstance(value, bool)


def is_count(value: Any) -> bool:
    """A whole number from 0 on."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def is_whole_number(value: Any) -> bool:
    """A whole number."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 10 * _LARGEST


def is_positive(value: Any) -> bool:
    """A number from 0 on."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def is_map(value: Any) -> bool:
    """A map."""
    return isinstance(value, dict)


def is_command(value: Any) -> bool:
    """A command line that can be split into words."""
    try:
        return isinstance(value, str) and shlex.split(value) is not None
    except ValueError:
        return False


def is_moment(value: Any) -> bool:
    """A date and time."""
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).year > 1
    except ValueError:
        return False


def matching(pattern: str) -> Check:
    """A text that a pattern matches."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def either(*checks: Check) -> Check:
    """What any of these allows."""
    return lambda value: any(check(value) for check in checks)


def list_of(check: Check, *, filled: bool = False) -> Check:
    """A list of such things."""
    return lambda value: (
        isinstance(value, list) and (bool(value) or not filled) and all(check(item) for item in value)
    )


def map_of(check: Check) -> Check:
    """A map of texts to such things."""
    return lambda value: isinstance(value, dict) and all(check(item) for item in value.values())


def record_of(needed: Mapping[str, Check], also: Mapping[str, Check] | None = None) -> Check:
    """A map with these keys, and perhaps those; others are not looked at."""
    return lambda value: (
        isinstance(value, dict)
        and needed.keys() <= value.keys()
        and all(check(value[key]) for key, check in {**needed, **(also or {})}.items() if key in value)
    )
