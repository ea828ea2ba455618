"""What may stand at a place of a config, read off the pydantic models: there is no second list of keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from balance.config.nodes import Path


@dataclass(frozen=True, slots=True)
class Shape:
    """What stands at a place.

    Args:
        kind: `model` a section with fixed keys, `map` one with free keys, `list`, or `value`.
        type: The annotation, without None and Annotated.
        field: The nearest field above that says something about it, None at the top.
        keys: Its fixed keys; of a map those that its type allows, empty if any will do.
        options: What it may be, where there are few: texts or numbers.
    """

    kind: Literal["model", "map", "list", "value"]
    type: Any
    field: FieldInfo | None = None
    keys: tuple[str, ...] = ()
    options: tuple[Any, ...] = ()

    def step(self, key: str) -> Shape | None:
        """What stands under a key; None if no such key can be."""
        if self.kind == "model":
            field = _fields(self.type).get(key)
            return None if field is None else shape_of(field.annotation, field)
        if self.kind == "map":
            known = not self.keys or key in self.keys
            return shape_of(get_args(self.type)[1], self.field) if known else None
        if self.kind == "list":
            return shape_of(get_args(self.type)[0], self.field)
        return None

    def at(self, path: Path) -> Shape | None:
        """What stands at a path below; None if nothing can."""
        here: Shape | None = self
        for key in path:
            here = here.step(key) if here is not None else None
        return here

    @property
    def names_are_free(self) -> bool:
        """Whether its keys are names that a designer gives."""
        return self.kind == "map" and not self.keys

    @property
    def required(self) -> tuple[str, ...]:
        """The keys that a new one needs."""
        if self.kind != "model":
            return ()
        return tuple(key for key, field in _fields(self.type).items() if field.is_required())


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in model.model_fields.items()}


def shape_of(annotation: Any, field: FieldInfo | None = None) -> Shape:
    """The shape of an annotation.

    Args:
        annotation: A pydantic model or the type of one of its fields.
        field: The field that it is, or is a part of.
    """
    origin = get_origin(annotation)
    if origin is Annotated:
        return shape_of(get_args(annotation)[0], field)
    if origin in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        return shape_of(parts[0], field) if len(parts) == 1 else Shape("value", annotation, field)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return Shape("model", annotation, field, tuple(_fields(annotation)))
    if origin is dict:
        return Shape("map", annotation, field, _options(get_args(annotation)[0]))
    if origin is list:
        return Shape("list", annotation, field)
    return Shape("value", annotation, field, options=_options(annotation))


def _options(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def places_of(shape: Shape, name: str, path: Path = ()) -> Iterator[Path]:
    """Every path below at which a fixed key of this name stands; free names are written `<name>`."""
    if shape.kind == "model":
        for key in shape.keys:
            if key == name:
                yield (*path, key)
            inner = shape.step(key)
            if inner is not None:
                yield from places_of(inner, name, (*path, key))
    elif shape.names_are_free:
        inner = shape.step("")
        if inner is not None:
            yield from places_of(inner, name, (*path, "<name>"))
