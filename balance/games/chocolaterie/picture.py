"""Stations and packages as compact pictures of characters; the signs are explained in texts.yaml (`telling.signs`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from balance.core.telling import Line, Span
from balance.games.chocolaterie.table import Package, Station
from balance.games.draft.telling import Name, needs_spans

REFINED, UNREFINED, FREE = "✦", "✧", "·"


def station_picture(station: Station, name: Name) -> Line:
    """What a station has and lacks, ingredient by ingredient.

    Args:
        station: The station.
        name: Display name of a key.
    """
    return tuple(_station_spans(station, name))


def _station_spans(station: Station, name: Name) -> Iterator[Span]:
    yield from needs_spans(station.needs, station.delivered, station.processed, station.needs_devices, name)
    if station.special is not None:
        special = name(station.special)
        yield (
            Span(f"  {REFINED} {special}", "gain")
            if station.refined
            else Span(f"  {UNREFINED} {special}", "faint")
        )


def package_picture(package: Package, size: int) -> Line:
    """The bars of a package, each as the seat that owns it, counted from 1.

    Args:
        package: The package.
        size: Bars that fill it.
    """
    cells = [str(seat + 1) for seat in package.owners] + [FREE] * (size - len(package.owners))
    spans = [
        Span(" ".join(group), "open" if is_free else "full")
        for is_free, group in groupby(cells, key=lambda cell: cell == FREE)
    ]
    inner = [spans[0]] if len(spans) == 1 else [spans[0], Span(" "), spans[1]]
    return (Span("["), *inner, Span("]"))
