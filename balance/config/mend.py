"""Faulty values replaced by printed ones, so that one fault does not hide those that stand elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from balance.config.nodes import Path
from balance.config.shape import Shape

_LINE_UPS: tuple[Path, ...] = (("policies", "all"), ("policies", "seats"))
"""One takes the other's place: without it nobody would play."""

_NOTHING = object()


@dataclass(slots=True)
class Mended:
    """Sections without their faulty values.

    Args:
        sections: Plain data by top-level key, to be validated again.
        broken: Sections that cannot be mended without inventing faults; they are left out.
        dropped: Personas that are left out.
    """

    sections: dict[str, Any]
    broken: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)


def mend(
    sections: Mapping[str, Any], faulty: Iterable[Path], shape: Shape, printed: Mapping[str, Any]
) -> Mended:
    """Take faults out of a config.

    Args:
        sections: Plain data by top-level key; not changed.
        faulty: Paths of values with a fault.
        shape: Shape of the whole config.
        printed: The config that says nothing.
    """
    mended = Mended(deepcopy(dict(sections)))
    for path in faulty:
        above = _at(mended.sections, path[:-1])
        if path[:2] in _LINE_UPS or path[0] in mended.broken:
            mended.broken.add(path[0])
        elif not isinstance(above, dict | list):
            continue  # it was mended with what it stands in
        elif path[0] == "personas" and len(path) > 1:
            _drop_persona(mended, path)
        elif isinstance(above, list):
            example = _like(printed, path[:-1], shape)
            if isinstance(example, list) and example:  # may then stand there twice, which is not said
                above[int(path[-1])] = deepcopy(example[min(int(path[-1]), len(example) - 1)])
            else:
                _replace(_at(mended.sections, path[:-2]), path[-2], example)
        elif shape.at(path) is None:
            above.pop(path[-1], None)
        else:
            _replace(above, path[-1], _like(printed, path, shape))
    for section in mended.broken:
        mended.sections.pop(section, None)
    return mended


def _replace(above: dict[str, Any], key: str, example: Any) -> None:
    """A printed value in place of a faulty one; a section keeps what it says and gets what it lacks."""
    given = above.get(key)
    if example is _NOTHING:
        above.pop(key, None)
    elif isinstance(given, dict) and isinstance(example, dict) and given:
        above[key] = {**deepcopy(example), **given}
    else:
        above[key] = deepcopy(example)


def _like(printed: Any, path: Path, shape: Shape) -> Any:
    """What the printed config has at a path; of a name that it does not know what its first neighbour needs."""
    here = printed
    for depth, key in enumerate(path):
        if not isinstance(here, Mapping) or not here:
            return _NOTHING
        above = shape.at(path[:depth])
        is_new = key not in here and above is not None and above.names_are_free
        if is_new:
            here, new = next(iter(here.values())), shape.at(path[: depth + 1])
            if new is not None and isinstance(here, Mapping) and new.kind == "model":
                here = {name: here[name] for name in new.required}
        else:
            here = here.get(key, _NOTHING)
    return here


def _drop_persona(mended: Mended, path: Path) -> None:
    """Without one weight a persona is still known; without anything else it is left out."""
    personas = mended.sections["personas"]
    if len(path) == 4 and path[2] == "weights":
        personas[path[1]]["weights"].pop(path[3], None)  # `null` has taken it out already
    else:
        personas.pop(path[1], None)
        mended.dropped.add(path[1])


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data
