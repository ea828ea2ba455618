"""Single values: how YAML 1.2 (core schema) reads them, how they are written, what a number was meant as."""

from __future__ import annotations

import json
import re
from math import isfinite, isinf, isnan

Scalar = bool | int | float | str | None

_NULL = {"", "~", "null", "Null", "NULL"}
_TRUE = {"true", "True", "TRUE"}
_FALSE = {"false", "False", "FALSE"}
_INT = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(inf|Inf|INF)")
_NAN = {".nan", ".NaN", ".NAN"}
_PLAIN = re.compile(r"[\w./+-]+")

MOST_DIGITS = 400
"""A longer number is no number of a game, and Python takes quadratic time to read it."""


def read_scalar(text: str) -> Scalar:
    """A plain (unquoted) scalar as YAML 1.2's core schema reads it: `no`, `on`, `12:30`, `20_000` stay texts.

    Raises:
        OverflowError: A number of more than `MOST_DIGITS` signs.
    """
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if text in _NAN:
        return float("nan")
    if _INFINITE.fullmatch(text):
        return float(text.replace(".", "").lower())
    number = next((kind for kind in (_INT, _OCTAL, _HEX, _FLOAT) if kind.fullmatch(text)), None)
    if number is None:
        return text
    if len(text) > MOST_DIGITS:
        raise OverflowError(f"a number of {len(text)} digits")
    if number is _FLOAT:
        return float(text)
    return int(text, 10 if number is _INT else 0)


def compact(value: object) -> str:
    """A plain value as one line of YAML, the same for the same value: `short`, `[a,b]`, `{points: 7}`."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{compact(key)}: {compact(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(compact(entry) for entry in value) + "]"
    if isinstance(value, str):
        is_safe = _PLAIN.fullmatch(value) and not value.startswith("-") and _reads_as_text(value)
        return value if is_safe else json.dumps(value, ensure_ascii=not value.isprintable())
    if isinstance(value, float):
        return _float_text(value)
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _reads_as_text(value: str) -> bool:
    try:
        return isinstance(read_scalar(value), str)
    except OverflowError:
        return False


def _float_text(value: float) -> str:
    if isnan(value):
        return ".nan"
    if isinf(value):
        return ".inf" if value > 0 else "-.inf"
    return repr(value)


POINTS = re.compile(r"([-+]?[0-9]+(?:\.[0-9]*)?|[-+]?\.[0-9]+)\s*pp")
"""Percentage points: `1pp`, `0.5 pp`."""


def read_points(text: str) -> float | None:
    """Percentage points as a part of one: `1pp` is 0.01; None for what is no percentage points."""
    match = POINTS.fullmatch(text.strip())
    return None if match is None else float(match[1]) / 100


def respell_points(text: str) -> str:
    """How percentage points that were written in another way are written; empty if they are none."""
    spelt = text.strip().replace(",", ".").replace("%", "pp")
    spelt = re.sub(r"\s*(PP|Pp|Prozentpunkte?|percentage points?)$", "pp", spelt)
    return spelt if POINTS.fullmatch(spelt) else ""


_GROUPS = re.compile(r"[-+]?[0-9]{1,3}([_' .,\u00a0\u202f’][0-9]{3})+")
_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+")
_LEADING = re.compile(r"([-+]?[0-9]+(?:[.,][0-9]+)?)\s*(k|K|M|Mio\.?|[^\W\d_].*|€)?")
_FACTORS = {"k": 1_000, "K": 1_000, "M": 1_000_000, "Mio": 1_000_000, "Mio.": 1_000_000}


def respell(text: str, *, whole: bool) -> str:
    """How a number that was written in another way is written in YAML; empty if it is no number.

    Args:
        text: What stands there, without quotes: `20_000`, `20.000`, `0,5`, `4 Spieler`, `20k`.
        whole: Whether a whole number is wanted, so that `20.000` are thousands.
    """
    plain = text.strip()
    if not plain or len(plain) > MOST_DIGITS:
        return ""
    if whole and _GROUPS.fullmatch(plain):
        return str(int(re.sub(r"[^0-9+-]", "", plain)))
    if _GROUPS.fullmatch(plain) and "," not in plain and "." not in plain:
        return str(int(re.sub(r"[^0-9+-]", "", plain)))
    if _COMMA.fullmatch(plain):
        plain = plain.replace(",", ".")
    number = read_scalar(plain)
    if isinstance(number, int | float) and not isinstance(number, bool):
        return _number_text(number, whole=whole)
    match = _LEADING.fullmatch(plain)
    if match is None:
        return ""
    value = float(match[1].replace(",", ".")) * _FACTORS.get(match[2] or "", 1)
    return _number_text(value, whole=whole)


def _number_text(value: float, *, whole: bool) -> str:
    if not isfinite(value):
        return ""
    if value == int(value):
        return str(int(value))
    return "" if whole else repr(value)
