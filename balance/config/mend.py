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
        if not isinstance(above, dict) or path in _LINE_UPS:
            mended.broken.add(path[0])
        elif shape.at(path) is None:
            above.pop(path[-1], None)
        elif path[0] == "personas" and len(path) > 1:
            _drop_persona(mended, path)
        elif path[-1] in (_at(printed, path[:-1]) or {}):
            above[path[-1]] = deepcopy(_at(printed, path))
        elif path[-1] in above:
            mended.broken.add(path[0])
    for section in mended.broken:
        mended.sections.pop(section, None)
    return mended


def _drop_persona(mended: Mended, path: Path) -> None:
    """Without one weight a persona is still known; without anything else it is left out."""
    personas = mended.sections["personas"]
    if len(path) == 4 and path[2] == "weights":
        del personas[path[1]]["weights"][path[3]]
    else:
        personas.pop(path[1], None)
        mended.dropped.add(path[1])


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data
