"""A game's config as a JSON Schema (draft-07) that yaml-language-server reads: completion, hovers, checks.

Everything comes from the pydantic models; only what a designer may leave out or null is widened here:
a config is laid over the printed game, so that nothing but `version` and `game` is needed and null removes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from balance.config.models import CELL_SECTIONS, document_model, printed
from balance.core.game import Game

_NULL = {"type": "null"}
_KEPT = (
    *("type", "enum", "const", "pattern", "minLength", "maxLength", "minItems", "maxItems"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "maxProperties"),
)


def config_schema(game: Game) -> dict[str, Any]:
    """The schema of a game's configs.

    Args:
        game: The game; its rules, weights and presets are named.
    """
    model = document_model(game)
    raw = model.model_json_schema(by_alias=True)
    definitions = raw.pop("$defs", {})
    widened = {name: _section(part) for name, part in definitions.items()}
    top = _section(raw)
    properties: dict[str, Any] = top["properties"]
    properties["version"] = {"description": properties["version"]["description"], "const": 1}
    properties["game"] = {"description": properties["game"]["description"], "const": game.slug}
    properties["vary"] = _vary(properties["vary"])
    _name_policies(widened, game)
    _name_items(properties, widened, printed(game))
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"balance: {game.slug}",
        "type": "object",
        "required": ["version", "game"],
        "properties": properties,
        "additionalProperties": False,
        "definitions": widened,
    }


def schema_text(game: Game) -> str:
    """The schema as the text of a file, the same for the same game."""
    return json.dumps(config_schema(game), ensure_ascii=False, indent=2) + "\n"


def _section(part: Mapping[str, Any]) -> dict[str, Any]:
    """A model: unknown keys refused, none needed, each may be null."""
    properties = {key: _property(value) for key, value in part.get("properties", {}).items()}
    section: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if "description" in part:
        section = {"description": part["description"], **section}
    return section


def _property(part: Mapping[str, Any]) -> dict[str, Any]:
    """A key of a model: what it is, its default, what it may hold, or null."""
    about: dict[str, Any] = {key: part[key] for key in ("description",) if key in part}
    default = part.get("default")
    if isinstance(default, bool | int | float | str | list):
        about["default"] = default
    return {**about, **_or_null(_value(part))}


def _value(part: Mapping[str, Any]) -> dict[str, Any]:
    """What a value may be, without what is said about it.

    A least number of keys is left out: a map is laid over the printed one and may name none at all.
    """
    if "$ref" in part:
        return {"$ref": part["$ref"].replace("#/$defs/", "#/definitions/")}
    if "anyOf" in part:
        options = [_value(option) for option in part["anyOf"]]
        return options[0] if len(options) == 1 else {"anyOf": options}
    value = {key: part[key] for key in _KEPT if key in part}
    if "items" in part:
        value["items"] = _value(part["items"])
    if "properties" in part:
        value["properties"] = {key: _or_null(_value(inner)) for key, inner in part["properties"].items()}
    if "additionalProperties" in part:
        inner = part["additionalProperties"]
        value["additionalProperties"] = _or_null(_value(inner)) if isinstance(inner, Mapping) else inner
    if "propertyNames" in part:
        value["propertyNames"] = _value(part["propertyNames"])
    return value


def _or_null(value: dict[str, Any]) -> dict[str, Any]:
    """The same, or null."""
    if not value or _NULL in value.get("anyOf", ()):
        return value
    if "anyOf" in value:
        return {"anyOf": [*value["anyOf"], _NULL]}
    if isinstance(value.get("type"), str) and "enum" not in value and "const" not in value:
        return {**value, "type": [value["type"], "null"]}
    return {"anyOf": [value, _NULL]}


def _vary(part: Mapping[str, Any]) -> dict[str, Any]:
    sections = "|".join(CELL_SECTIONS)
    return {
        "description": part["description"],
        "type": ["object", "null"],
        "patternProperties": {rf"^({sections})\.": {"type": ["array", "null"], "minItems": 1}},
        "additionalProperties": False,
    }


def _name_policies(definitions: dict[str, Any], game: Game) -> None:
    """Shipped policies and weights by name; own ones may stand beside them."""
    names = {"enum": [preset.name for preset in game.presets]}
    policy = {"anyOf": [names, {"type": "string"}]}
    line_up = definitions["Policies"]["properties"]
    line_up["all"] = {"description": line_up["all"]["description"], **_or_null(policy)}
    line_up["seats"] = {
        "description": line_up["seats"]["description"],
        "type": ["array", "null"],
        "items": policy,
    }
    persona = definitions["Persona"]["properties"]
    persona["from"] = {"description": persona["from"]["description"], **_or_null(policy)}
    number = persona["weights"]["additionalProperties"]
    persona["weights"]["properties"] = {
        weight.name: {
            "description": weight.en,
            "default": weight.default,
            **number,
            "minimum": weight.low,
            "maximum": weight.high,
        }
        for weight in game.weights
    }


def _name_items(properties: dict[str, Any], definitions: dict[str, Any], defaults: Mapping[str, Any]) -> None:
    """Names that the printed game has in its free maps, so that an editor offers them."""
    rules = definitions[properties["rules"]["anyOf"][0]["$ref"].rsplit("/", 1)[1]]
    for key, names in defaults["rules"].items():
        section = rules["properties"].get(key, {})
        inner = section.get("additionalProperties")
        if isinstance(names, Mapping) and isinstance(inner, Mapping):
            section["properties"] = {name: dict(inner) for name in names}
