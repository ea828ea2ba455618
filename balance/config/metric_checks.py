"""What `gates` and `run.precision` ask of metrics: that they exist, and can be held to what is asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from balance.config.faults import Document, Fault
from balance.config.nodes import MapNode, Path, ScalarNode, find, plain
from balance.config.scalars import read_points
from balance.config.source import shorten
from balance.core.suggest import did_you_mean

Scale = Literal["share", "counted", "free"]
"""What a metric's values are: between 0 and 1, amounts to which percentage points mean nothing, or neither."""

_TOLERANCES = ("drift", "precision")
_COARSE = 0.1
"""A tolerance of a share, written without a unit, from which on whole points were more likely meant."""

_AS_POINTS = "{value} percentage points are written {value}pp"
_ALLOW = "games that were counted can only show that it is small: allow a little, e.g. 0.1pp"
_PAST_ONE = {
    "drift": ("never exceeded", _AS_POINTS),
    "precision": ("reached by every interval", _AS_POINTS),
    "max": ("never exceeded", _AS_POINTS),
    "min": ("never met", _AS_POINTS),
}
_NOT_ABOVE_ZERO = {
    "max": ("never surely met", _ALLOW),
    "min": ("always met", "leave it out, or ask for more"),
}
"""Bounds of a share that say nothing: why, and what to write instead."""


@dataclass(frozen=True, slots=True)
class KnownMetric:
    """What a config has to know of a metric.

    Args:
        scale: What its values are.
        unfit: The bounds no gate can hold it to, and why.
    """

    scale: Scale
    unfit: Mapping[str, str]


Metrics = Callable[[], Collection[str]]
"""Gives the known names; where they are a mapping to `KnownMetric`, amounts and bounds are checked, too."""


def metric_faults(document: Document, metrics: Metrics) -> Iterator[Fault]:
    """What is wrong with the metrics that a config names.

    Args:
        document: The merged config.
        metrics: Asked only if there is a name to check.
    """
    sections: tuple[Path, ...] = (("gates",), ("run", "precision"))
    named: list[Path] = []
    for section in sections:
        node = find(document.tree, section)
        named += ((*section, name) for name in (node.entries if isinstance(node, MapNode) else ()))
    known: Collection[str] = metrics() if named else ()
    for path in named:
        if path[-1] not in known:
            hint = (
                did_you_mean(path[-1], known) or f"docs/metrics.md has all, e.g. {', '.join(list(known)[:3])}"
            )
            yield document.fault(path, f"unknown metric '{shorten(path[-1])}'", hint, at_key=True)
        elif isinstance(known, Mapping):
            if path[0] == "gates":
                yield from _unfit_bounds(document, path, known)
            yield from _impossible_amounts(document, path, known[path[-1]].scale)


def _unfit_bounds(document: Document, path: Path, known: Mapping[str, KnownMetric]) -> Iterator[Fault]:
    """Bounds of a gate that exist, and that its metric cannot be held to."""
    gate = find(document.tree, path)
    for bound, reason in known[path[-1]].unfit.items():
        if isinstance(gate, MapNode) and bound in gate.entries:
            fit = ", ".join([name for name, other in known.items() if bound not in other.unfit][:3])
            hint = f"a gate can hold a mean, e.g. {fit}"
            yield document.fault(
                (*path, bound), f"{bound} is no bound of {path[-1]}: it {reason}", hint, at_key=True
            )


def _impossible_amounts(document: Document, path: Path, scale: Scale) -> Iterator[Fault]:
    """Amounts that could never be broken, or never be met: such a gate would look like one and guard nothing."""
    for place, kind in _amounts(document, path):
        node = find(document.tree, place)
        written = plain(node) if isinstance(node, ScalarNode) else None
        value = _quantity(written)
        if value is None:
            continue  # said by the model
        metric = path[-1]
        is_pp = isinstance(written, str)
        if scale == "counted" and is_pp:
            problem = f"{metric} is no share: percentage points mean nothing to it"
            yield document.fault(place, problem, "give a number in its own unit, e.g. 0.5")
        if scale == "share":
            yield from _of_a_share(document, place, kind, metric, value, is_pp=is_pp)


def _of_a_share(
    document: Document, place: Path, kind: str, metric: str, value: float, *, is_pp: bool
) -> Iterator[Fault]:
    if value <= 0 and kind in _TOLERANCES:
        return  # said by the model
    if not 0 < value < 1:
        why, hint = _PAST_ONE[kind] if value >= 1 else _NOT_ABOVE_ZERO[kind]
        problem = f"{kind} {value:g} is {why}: {metric} lies between 0 and 1"
        is_points = value <= 100  # more is no percentage either
        yield document.fault(
            place, problem, hint.format(value=f"{value:g}") if is_points and not is_pp else ""
        )
    elif kind in _TOLERANCES and value >= _COARSE and not is_pp:
        points = f"{100 * value:g}pp"
        problem = f"{kind} {value:g} lets {metric} be off by {100 * value:g} percentage points"
        yield document.fault(place, problem, f"write {points}, or {value:g}pp if less is meant", warns=True)


def _amounts(document: Document, path: Path) -> Iterator[tuple[Path, str]]:
    """Where a gate's bounds stand, or a precision's half-width, and what they are called."""
    if path[0] == "run":
        yield path, "precision"
        return
    gate = find(document.tree, path)
    if isinstance(gate, MapNode):
        yield from (((*path, bound), bound) for bound in ("drift", "min", "max") if bound in gate.entries)


def _quantity(written: Any) -> float | None:
    """A number or percentage points as a number; None for what is neither."""
    if isinstance(written, str):
        return read_points(written)
    if isinstance(written, bool) or not isinstance(written, int | float):
        return None
    return float(written)
