"""The part of a page that is about a sweep: its metrics in order, and what is said of its best cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from balance.core.figure import Figure
from balance.core.metric import MetricSpec
from balance.report.changes import writer_of
from balance.report.entries import Context, FigureBlock
from balance.report.own_figures import shown_in
from balance.report.sweep_blocks import PREFIX, SweepDrawer
from balance.verdict.comparing import Change
from balance.verdict.sweeping import Sweep

FOLDED = 12
"""Above so many cells the page is an index: every figure is folded."""

FIRST = (
    "seat_win_share",
    "policy_win_share",
    "seat_w",
    "score_mean",
    "margin_mean",
    "tie_share",
    "length_mean",
)
"""Metrics that stand open and have pictures; all others are folded."""


_TOLD = {
    "seats": {"seat_win_share"},
    "policies": {"policy_win_share"},
    "score_means": {"score_mean"},
    "sources": {"points_mean"},
    "winners": {"points_winner_mean", "points_other_mean"},
    "ends": {"end_reason"},
}
"""Figures that every game has, and the metrics of which their numbers are."""


@dataclass(frozen=True, slots=True)
class SweepPart:
    """The part of a page that is about its sweep.

    Args:
        lead: What cells are held against, and how sure a difference is.
        first: The metrics that people ask about first.
        others: All others.
        marks: In how many variants a metric differs from the baseline, a text by key of its block.
        best: What a fresh run says about the best cell, sentences; none if nobody asked.
        is_folded: Whether there are so many cells that every figure is folded.
    """

    lead: str
    first: tuple[FigureBlock, ...]
    others: tuple[FigureBlock, ...]
    marks: Mapping[str, str]
    best: tuple[str, ...]
    is_folded: bool

    @property
    def metrics(self) -> frozenset[str]:
        """Names of the metrics that it tells: no other table needs to."""
        return frozenset(block.key.removeprefix(PREFIX) for block in self.blocks)

    @property
    def blocks(self) -> tuple[FigureBlock, ...]:
        """All metrics, in the order of the page."""
        return (*self.first, *self.others)


@dataclass(frozen=True, slots=True)
class BestCell:
    """The best cell, played again with fresh chance.

    Args:
        metric: By what it is best.
        cell: Its key.
        seed: The fresh seed.
        change: Of that metric against the baseline cell; None if it is the baseline, or cannot be compared.
    """

    metric: str
    cell: str
    seed: int
    change: Change | None


def sweep_part(
    context: Context, sweep: Sweep, specs: Sequence[MetricSpec], best: BestCell | None = None
) -> SweepPart:
    """Everything the page says of a sweep.

    Args:
        context: The cells.
        sweep: What differs from the baseline cell.
        specs: The game's metrics.
        best: The best cell, if anybody asked for it.
    """
    drawer = SweepDrawer(context, sweep)
    blocks = {spec.name: block for spec in specs if (block := drawer.block(spec)) is not None}
    base = next(view for view in context.views if view.facts.key == sweep.baseline)
    lead = [context.phrases.say("sweep.lead", baseline=base.label)]
    if any(view.facts.n_seats != base.facts.n_seats for view in context.views):
        lead.append(context.phrases.say("sweep.players"))
    return SweepPart(
        " ".join(lead),
        tuple(block for name, block in blocks.items() if name in FIRST),
        tuple(block for name, block in blocks.items() if name not in FIRST),
        {blocks[name].key: text for name, text in _marks(context, sweep) if name in blocks},
        () if best is None else tuple(_best_sentences(context, sweep, specs, best)),
        len(context.views) > FOLDED,
    )


def _marks(context: Context, sweep: Sweep) -> Iterator[tuple[str, str]]:
    """Metrics that differ in some variant, each with the number of variants."""
    compared: dict[str, set[str]] = {}
    differs: dict[str, set[str]] = {}
    for cell, changes in sweep.changes.items():
        for change in changes:
            compared.setdefault(change.metric, set()).add(cell)
            if change.moved:
                differs.setdefault(change.metric, set()).add(cell)
    for metric, cells in differs.items():
        yield metric, context.phrases.say("sweep.differs", n=len(cells), of=len(compared[metric]))


def without_repeats(
    found: Sequence[FigureBlock], figures: Sequence[Figure], part: SweepPart | None
) -> tuple[FigureBlock, ...]:
    """Figures of a page that is an index, without the tables whose numbers stand with the metrics anyway.

    Args:
        found: All figures.
        figures: What the game asked for among them.
        part: The metrics by cell; without it, or with few cells, every figure keeps its table.
    """
    if part is None or not part.is_folded:
        return tuple(found)
    told = {**_TOLD, **{figure.key: shown_in([figure]) for figure in figures}}
    return tuple(
        replace(block, told_at="sweep")
        if block.panels and told.get(block.key, {""}) <= part.metrics
        else block
        for block in found
    )


def _best_sentences(
    context: Context, sweep: Sweep, specs: Sequence[MetricSpec], best: BestCell
) -> Iterator[str]:
    say = context.phrases.say
    writer = writer_of(context.phrases, specs, {})
    cell = next(view.label for view in context.views if view.facts.key == best.cell)
    metric = writer.metric(best.metric)
    if best.cell == sweep.baseline:
        yield say("sweep.best_is_baseline", metric=metric, cell=cell)
        return
    yield say("sweep.best", metric=metric, cell=cell, seed=best.seed)
    change = best.change
    if change is None:
        return
    if change.moved:
        numbers = writer.numbers(change)
        yield say("sweep.best_effect", sentence=writer.sentence(change), numbers=numbers)
    else:
        yield say("sweep.best_none", numbers=writer.numbers(change), visible=writer.visible(change))
