"""The figures whose rows are estimates: mean scores, points by source, what gets finished, endings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite

from balance.core.picture import series
from balance.report.entries import Context, Entry, FigureBlock, common_digits, drawn_values
from balance.report.palette import part
from balance.report.panels import Axis, Bars, Dots, Panel, Part, Stack
from balance.report.scales import axis_around, axis_from_zero
from balance.report.views import CellView


def score_means_block(context: Context) -> FigureBlock | None:
    """Mean score by seat; with several cells around each cell's own mean, which may lie far apart."""
    phrases, numbers = context.phrases, context.phrases.numbers
    shifted = len(context.views) > 1
    entries = [
        Entry(
            view,
            phrases.seat(seat),
            series(seat),
            estimate,
            whole.value,
            shift=whole.value if shifted else 0.0,
        )
        for view in context.views
        if (whole := view.one("score_mean")) is not None and isfinite(whole.value)
        for seat, estimate in view.by_seat("score_mean").items()
    ]
    if not entries:
        return None
    digits = common_digits(entries)
    key = "axis_shift" if shifted else "axis"
    axis = axis_around(numbers, drawn_values(entries), phrases.say(f"figure.score_means.{key}"), least=0.5)
    mean = entries[0].reference
    reference = phrases.say("figure.score_means.reference_shift")
    if not shifted and mean is not None:
        reference = phrases.say("figure.score_means.reference", value=numbers.number(mean, 1))
    return FigureBlock(
        "score_means",
        phrases.say("figure.score_means.title"),
        context.text("figure.score_means.lead"),
        context.caption("figure.score_means", entries) + context.mixed_note(),
        context.panels(
            entries,
            lambda entry: numbers.number(entry.estimate.value, digits),
            partial(Dots, axis=axis, reference=reference),
        ),
        context.table(entries, phrases.say("word.seats"), partial(numbers.number, digits=digits + 1)),
        notes=(phrases.say("figure.score_means.shift_caption"),) if shifted else (),
    )


def sources_block(context: Context) -> FigureBlock | None:
    """Where points come from: a stacked column a cell, or bars by source where there are many cells."""
    phrases, numbers = context.phrases, context.phrases.numbers
    found = [(view, view.by_item("points_mean")) for view in context.views]
    items = list(dict.fromkeys(item for _, sources in found for item in sources))
    if not items:
        return None
    roles = {item: part(index, len(items)) for index, item in enumerate(items)}
    entries = [
        Entry(view, phrases.name(item), roles[item], estimate, key=item)
        for view, sources in found
        for item, estimate in sources.items()
    ]
    if context.is_many:
        axis = axis_from_zero(numbers, drawn_values(entries), phrases.say("figure.sources.axis"))
        panels = context.panels(
            entries, lambda entry: numbers.number(entry.estimate.value, 1), partial(Bars, axis=axis)
        )
    else:
        panels = _stacks(context, entries)
    return FigureBlock(
        "sources",
        phrases.say("figure.sources.title"),
        context.text("figure.sources.lead"),
        context.caption("figure.sources"),
        panels,
        context.table(entries, phrases.say("figure.sources.item"), partial(numbers.number, digits=2)),
    )


def _stacks(context: Context, entries: Iterable[Entry]) -> tuple[Panel, ...]:
    """A column for winners and one for the others; one for all where nobody won."""
    numbers = context.phrases.numbers
    columns: dict[str, list[Part]] = {view.label: [] for view in context.views}
    split = {view.label for view in context.views if _outcomes(view) is not None}
    totals: dict[str, list[float]] = {view.label: [0.0, 0.0] for view in context.views}
    for entry in entries:
        label, name = entry.view.label, entry.item
        won = lost = entry.estimate.value
        outcomes = _outcomes(entry.view)
        if outcomes is not None and entry.key in outcomes:
            won, lost = outcomes[entry.key]
        for place, value in enumerate((won, lost)):  # what is lost counts, though no column shows it
            totals[label][place] += value if isfinite(value) else 0.0
        text = numbers.number(won, 1)
        if outcomes is not None:
            text = f"{text} | {numbers.number(lost, 1)}"
        columns[label].append(Part(name, entry.role, _size(won), text, _size(lost) if outcomes else 0.0))
    top = max(
        max(sum(part.value for part in parts), sum(part.beside for part in parts))
        for parts in columns.values()
    )
    return tuple(
        Panel(
            context.title(view),
            Stack(
                tuple(columns[view.label]), top, *_totals(context, totals[view.label], view.label in split)
            ),
        )
        for view in context.views
        if columns[view.label]
    )


def _totals(context: Context, sums: Sequence[float], is_split: bool) -> tuple[str, str]:
    """Labels above the columns."""
    numbers = context.phrases.numbers
    first, second = sums
    if is_split:
        return numbers.number(first, 1), numbers.number(second, 1)
    return context.phrases.say("figure.sources.total", value=numbers.number(first, 1)), ""


def _size(value: float) -> float:
    return max(0.0, value) if isfinite(value) else 0.0


def _outcomes(view: CellView) -> dict[str, tuple[float, float]] | None:
    """Points of winners and of the others by source; None where nobody won."""
    won, lost = view.by_item("points_winner_mean"), view.by_item("points_other_mean")
    found = {item: (won[item].value, lost[item].value) for item in won if item in lost}
    return found if found and all(isfinite(value) for pair in found.values() for value in pair) else None


def winners_block(context: Context) -> FigureBlock | None:
    """Points of winners by source, against those of the others."""
    phrases, numbers = context.phrases, context.phrases.numbers
    entries, pairs = [], []
    for view in context.views:
        others = view.by_item("points_other_mean")
        for item, estimate in view.by_item("points_winner_mean").items():
            if item in others and isfinite(estimate.value):
                entries.append(Entry(view, phrases.name(item), "mark", estimate, others[item].value))
                pairs.append((entries[-1], Entry(view, phrases.name(item), "mark", others[item])))
    if not entries:
        return None
    say, digits = phrases.say, common_digits(entries, most=1)
    axis = axis_from_zero(numbers, drawn_values(entries), say("figure.winners.axis"))
    listed = [
        replace(entry, item=f"{entry.item}, {say(f'figure.winners.{who}')}")
        for pair in pairs
        for entry, who in zip(pair, ("winner", "other"), strict=True)
    ]
    return FigureBlock(
        "winners",
        say("figure.winners.title"),
        say("figure.winners.lead"),
        context.caption("figure.winners", entries),
        context.panels(
            entries,
            lambda entry: numbers.number(entry.estimate.value, digits),
            partial(Dots, axis=axis, reference=say("figure.winners.reference")),
        ),
        context.table(listed, say("figure.winners.item"), partial(numbers.number, digits=digits + 1)),
    )


def ends_block(context: Context) -> FigureBlock | None:
    """What ends games, truncation among it where it happened."""
    phrases, numbers = context.phrases, context.phrases.numbers
    entries = [
        Entry(view, phrases.name(item), "mark", estimate)
        for view in context.views
        for item, estimate in view.by_item("end_reason").items()
    ]
    for view in context.views:
        truncated = view.one("truncated_share")
        if truncated is not None and truncated.value > 0:
            entries.append(Entry(view, phrases.say("figure.ends.truncated"), "warn", truncated))
    order = {view.label: index for index, view in enumerate(context.views)}
    entries.sort(key=lambda entry: order[entry.view.label])
    digits = common_digits(entries, 100)
    return _bars(context, "ends", entries, partial(numbers.percent, digits=digits), percent=True)


def _bars(
    context: Context, key: str, entries: list[Entry], written: partial[str], *, percent: bool = False
) -> FigureBlock | None:
    say = context.phrases.say
    if not entries:
        return None
    section = f"figure.{key}"
    axis: Axis = axis_from_zero(
        context.phrases.numbers, drawn_values(entries), say(f"{section}.axis"), percent=percent
    )
    finer = partial(written.func, digits=written.keywords["digits"] + 1)
    return FigureBlock(
        key,
        say(f"{section}.title"),
        context.text(f"{section}.lead"),
        context.caption(section, entries, family="ends" if key == "ends" else ""),
        context.panels(entries, lambda entry: written(entry.estimate.value), partial(Bars, axis=axis)),
        context.table(entries, say(f"{section}.item"), finer),
    )
