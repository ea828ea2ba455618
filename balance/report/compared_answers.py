"""What a comparison is asked first: who wins now, does it depend on who plays, what has only one side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balance.report.changes import ChangeWriter
from balance.report.changes_figure import cells_of
from balance.report.phrases import Phrases
from balance.verdict.comparing import Change
from balance.verdict.comparison import Comparison, Tier


def in_cell(cells: Sequence[str], cell: str, writer: ChangeWriter) -> str:
    """Where there are several cells a sentence begins with its own."""
    return f"{writer.cell(cell)}: " if len(cells) > 1 else ""


def winners(tier: Tier, writer: ChangeWriter) -> Iterator[tuple[str, str]]:
    """Who wins now, for each pair of cells: the largest change with its numbers, or that none was seen."""
    cells = cells_of(tier, writer)
    for cell in cells:
        found = [change for change in tier.of_winning if change.cell == cell]
        moved = [change for change in found if change.moved]
        lead = in_cell(cells, cell, writer)
        if moved:
            yield lead + writer.sentence(moved[0]), writer.numbers(moved[0]) + _others(moved, writer)
        elif found:
            widest = max(found, key=lambda change: change.visible)
            yield (
                lead + writer.phrases.say("compare.winners_none"),
                writer.phrases.say(
                    "compare.winners_visible",
                    name=writer.metric(widest.metric),
                    visible=writer.visible(widest),
                ),
            )


def _others(moved: Sequence[Change], writer: ChangeWriter) -> str:
    """The differences of all others whose wins moved."""
    told = [
        f"{writer.part(change)} {writer.difference(change)} ({writer.interval(change)})"
        for change in moved[1:]
    ]
    return f"; {'; '.join(told)}" if told else ""


def agreement(comparison: Comparison, phrases: Phrases) -> str:
    """Whether what moved depends on who plays; empty if one tier did."""
    if len(comparison.tiers) == 1:
        return ""
    if comparison.disagreements:
        return phrases.say("compare.tiers_lead")
    return phrases.say("compare.tiers_none", policies=", ".join(tier.name for tier in comparison.tiers))


def disagreements(comparison: Comparison, writer: ChangeWriter) -> Iterator[str]:
    """A sentence each: the first of each metric and cell, then all others."""
    cells = cells_of(comparison.tiers[0], writer)
    first: dict[tuple[str, ...], int] = {}
    for place, (_, other, found) in enumerate(comparison.disagreements):
        first.setdefault((other.name, found.first.cell, found.first.metric), place)
    places = dict.fromkeys((*first.values(), *range(len(comparison.disagreements))))
    for a, b, found in (comparison.disagreements[place] for place in places):
        yield writer.phrases.say(
            "compare.tier_reversed" if found.is_reversed else "compare.tier_other",
            name=in_cell(cells, found.first.cell, writer) + writer.name(found.first),
            first=f"{writer.difference(found.first)} ({writer.interval(found.first)})",
            second=f"{writer.difference(found.second)} ({writer.interval(found.second)})",
            first_policy=a.name,
            second_policy=b.name,
        )


def one_sided(tier: Tier, writer: ChangeWriter) -> Iterator[str]:
    """What only one side has, a sentence for each side and pair of cells."""
    cells = cells_of(tier, writer)
    held: dict[tuple[str, str], dict[str, list[str]]] = {}
    for found in tier.one_sided:
        items = held.setdefault((found.cell, found.side), {}).setdefault(writer.metric(found.metric), [])
        items += [] if found.item is None else [writer.phrases.item(found.item)]
    for (cell, side), metrics in held.items():
        names = "; ".join(
            f"{name} ({', '.join(items)})" if items else name for name, items in metrics.items()
        )
        yield in_cell(cells, cell, writer) + writer.phrases.say(f"compare.only_{side}", names=names)
