"""What a comparison draws and tabulates: the largest changes on one scale, and all of them with their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from balance.report.changes import ChangeWriter
from balance.report.entries import FigureBlock, Table
from balance.report.panels import Captioned, Panel, Row
from balance.report.scales import axis_around
from balance.verdict.comparing import Change
from balance.verdict.comparison import Comparison, Tier

LISTED = 24
"""Changes that a page lists one by one for each tier of play; figures draw these and no others."""
_DRAWN = 14
"""Rows of a panel: so many long names that it fits a printed page."""


def leading(tier: Tier) -> list[Change]:
    """Of everything that moved the largest of each metric and cell, in the same order."""
    first: dict[tuple[str, str], Change] = {}
    for change in tier.moved:
        first.setdefault((change.cell, change.metric), change)
    return list(first.values())


def cells_of(tier: Tier, writer: ChangeWriter) -> tuple[str, ...]:
    """Keys of the pairs of cells that a tier compares, in the order of the sweep."""
    held = {change.cell for change in tier.changes}
    return tuple(key for key in writer.settings if key in held)


def changes_table(
    changes: Sequence[Change], writer: ChangeWriter, cells: Sequence[str], last: str
) -> Table | None:
    """Changes as a table; None if there are none.

    Args:
        changes: The rows.
        writer: Names and numbers.
        cells: Keys of all pairs; with several, each row names its own.
        last: `visible` for a last column with the change that would have shown.
    """
    if not changes:
        return None
    say, number = writer.phrases.say, writer.phrases.numbers.number
    columns = ("a", "b", "difference", "interval", "n", *(("visible",) if last == "visible" else ()))
    lead = (say("compare.cell"),) if len(cells) > 1 else ()
    rows = []
    for change in changes:
        row = (
            *((writer.cell(change.cell),) if lead else ()),
            writer.name(change),
            writer.value(change, change.a),
            writer.value(change, change.b),
            writer.difference(change),
            writer.interval(change),
            number(change.n),
        )
        rows.append((*row, writer.visible(change)) if last == "visible" else row)
    return Table((*lead, say("compare.metric"), *(say(f"compare.{key}") for key in columns)), tuple(rows))


def changes_figure(comparison: Comparison, writer: ChangeWriter) -> FigureBlock | None:
    """The largest changes of every tier and cell on one scale; None if nothing moved."""
    say = writer.phrases.say
    groups: list[tuple[str, list[tuple[int, Change]]]] = []
    for tier in comparison.tiers:
        cells = cells_of(tier, writer)
        numbered = [(n, c) for n, c in enumerate(leading(tier)[:LISTED], 1) if c.spread > 0]
        for cell in cells:
            found = [(n, change) for n, change in numbered if change.cell == cell][:_DRAWN]
            titles = [tier.name] if len(comparison.tiers) > 1 else []
            titles += [writer.cell(cell)] if len(cells) > 1 else []
            if found:
                groups.append((" · ".join(titles), found))
    if not groups:
        return None
    drawn = [change for _, found in groups for _, change in found]
    values = [value / c.spread for c in drawn for value in (c.low, c.high, c.difference)]
    axis = axis_around(writer.phrases.numbers, values, say("compare.figure_axis"), centre=0.0)
    less, more = say("compare.figure_less"), say("compare.figure_more")
    panels = tuple(
        Panel(title, Captioned(tuple(_rows(found, writer)), axis, less, more)) for title, found in groups
    )
    data = changes_table(drawn, writer, (), "n")
    assert data is not None
    caption = say("compare.figure_caption", a=comparison.a.name, b=comparison.b.name)
    return FigureBlock(
        "changes",
        say("compare.figure_title"),
        say("compare.figure_lead"),
        f"{caption} {say('figure.n', games=writer.phrases.games(comparison.n))}",
        panels,
        data,
    )


def _rows(changes: Iterable[tuple[int, Change]], writer: ChangeWriter) -> Iterator[Row]:
    """Rows with their place in the list of what moved."""
    for number, change in changes:
        s = change.spread
        yield Row(
            f"{number}. {writer.name(change)}",
            "mark",
            change.difference / s,
            change.low / s,
            change.high / s,
            writer.short_difference(change),
        )
