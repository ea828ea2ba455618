"""The vocabulary in which a game writes its `rules:` section down: strict models, sources, values a player count.

Only a game's `rules.py` and the config layer import this; nothing that plays does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

PLAYER_COUNTS = ("2", "3", "4", "5", "6")


class Part(BaseModel):
    """A section of the rules: unknown keys refused, numbers strict, never changed after loading."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def rule(
    default: Any = ...,
    *,
    de: str,
    en: str,
    source: Literal["text", "assumed"] = "text",
    note: str = "",
    note_de: str = "",
    **limits: Any,
) -> Any:
    """A key of the rules with everything said about it in one place.

    Args:
        default: The printed game's value; a mutable one is copied; none if the key is needed.
        de: What it is, one German sentence.
        en: The same in English; JSON Schema and editors show it.
        source: Whether the rule text gives the default, or it is assumed.
        note: Number of the reading or assumption, e.g. `A1`, with some English words if they help.
        note_de: The same with German words; needed only if there are any.
        limits: Passed on to pydantic: `ge`, `le`, `min_length`, …
    """
    extra: dict[str, Any] = {"de": de, "source": source, "note": note}
    if note_de:
        extra["note_de"] = note_de
    if isinstance(default, dict | list):
        return Field(default_factory=default.copy, description=en, json_schema_extra=extra, **limits)
    return Field(default, description=en, json_schema_extra=extra, **limits)


def german_notes(model: type[BaseModel]) -> dict[str, str]:
    """The notes of a rules model, and of all models in it, that have a German text: English to German."""
    found: dict[str, str] = {}
    for field in model.model_fields.values():
        extra = field.json_schema_extra
        if isinstance(extra, dict) and extra.get("note_de"):
            found[str(extra["note"])] = str(extra["note_de"])
        for part in _models(field.annotation):
            found |= german_notes(part)
    return found


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in a field's type, in whatever containers."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)


def _each_count(value: Any) -> Any:
    """One number stands for every player count."""
    if isinstance(value, bool) or not isinstance(value, int | dict):
        raise PydanticCustomError(
            "per_players", "must be a whole number, or one for each player count (2 to 6)"
        )
    return dict.fromkeys(PLAYER_COUNTS, value) if isinstance(value, int) else value


_COUNT_SCHEMA = {"type": "integer", "minimum": 0}

PerPlayers = Annotated[
    dict[Literal["2", "3", "4", "5", "6"], Annotated[int, Field(ge=0)]],
    BeforeValidator(_each_count),
    WithJsonSchema(
        {
            "anyOf": [
                _COUNT_SCHEMA,
                {
                    "type": "object",
                    "properties": dict.fromkeys(PLAYER_COUNTS, _COUNT_SCHEMA),
                    "additionalProperties": False,
                },
            ]
        }
    ),
]
"""A whole number for each player count; one number in YAML stands for all of them."""


def for_players(counts: Mapping[Any, int], players: int) -> int:
    """The number that holds at this player count, 0 if none is given."""
    return counts.get(str(players), 0)


def _is_clock(value: Any) -> Any:
    if value in ("short", "long") or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise PydanticCustomError("clock", "must be short, long or a whole number of rolls")


Clock = Annotated[
    Any,
    BeforeValidator(_is_clock),
    WithJsonSchema({"anyOf": [{"enum": ["short", "long"]}, {"type": "integer", "minimum": 1}]}),
]
"""`short`, `long` or a number of rolls."""
