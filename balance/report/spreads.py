"""The figures whose panels are distributions: scores, leads, lengths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite

from balance.core.metric import Histogram
from balance.core.picture import series
from balance.report.answers import number_of, share_of, with_interval
from balance.report.entries import Context, FigureBlock, Table
from balance.report.numbers import Tick, digits_for
from balance.report.panels import Axis, Columns, Panel, Ridges, Spans, Spread
from balance.report.scales import Bins, bin_ticks, bins_of, ticks_between
from balance.report.views import CellView, merged, mode_of, quantiles_of
from balance.stats.estimate import Estimate

NEARLY_ALL = 0.98
"""Share of playouts of one length from which a sentence says more than a figure."""

_QUANTILE_HEAD = ("5", "25", "50", "75", "95")


def scores_block(context: Context) -> FigureBlock | None:
    """Distribution of the final score by seat."""
    phrases, numbers = context.phrases, context.phrases.numbers
    found = [
        (view, seat, histogram)
        for view in context.views
        for seat in range(view.facts.n_seats)
        if (histogram := view.scores(seat)) is not None
    ]
    if not found:
        return None
    bins = bins_of([histogram for _, _, histogram in found], tail=0.999, head=0.001)
    title = phrases.say("figure.scores.axis")
    axis = Axis(bins.starts[0], bins.end, ticks_between(numbers, bins.starts[0], bins.end), title)
    panels: tuple[Panel, ...] = ()
    if context.is_many:
        panels = _spans(context, _whole_tables(context, found), axis, "mark")
    else:
        rows = [
            (view, _spread(context, phrases.seat(seat), series(seat), histogram, bins))
            for view, seat, histogram in found
        ]
        peak = max(max(row.shares) for _, row in rows)
        panels = tuple(
            Panel(
                context.title(view),
                Ridges(tuple(row for owner, row in rows if owner is view), axis, bins.width, peak),
            )
            for view in context.views
            if any(owner is view for owner, _ in rows)
        )
    data = [(view.short, phrases.seat(seat), histogram) for view, seat, histogram in found]
    return FigureBlock(
        "scores",
        phrases.say("figure.scores.title"),
        context.text("figure.scores.lead"),
        context.caption("figure.scores", is_spread=True) + context.mixed_note(),
        panels,
        _quantile_table(context, phrases.say("word.seats"), data),
    )


def _whole_tables(
    context: Context, found: Sequence[tuple[CellView, int, Histogram]]
) -> list[tuple[CellView, Histogram]]:
    """Each cell's seats as one distribution."""
    tables = []
    for view in context.views:
        whole = merged([histogram for owner, _, histogram in found if owner is view])
        if whole is not None:
            tables.append((view, whole))
    return tables


def _spread(
    context: Context, label: str, role: str, histogram: Histogram, bins: Bins | None = None
) -> Spread:
    quantiles = quantiles_of(histogram)
    starts, shares = (bins.starts, bins.shares(histogram)) if bins else ((), ())
    return Spread(label, role, starts, shares, quantiles, context.phrases.numbers.number(quantiles[2]))


def _spans(
    context: Context, found: Sequence[tuple[CellView, Histogram]], axis: Axis, role: str
) -> tuple[Panel, ...]:
    """One panel with a quantile bar a cell; none where there are too many cells."""
    if not context.is_drawn:
        return ()
    rows = tuple(_spread(context, view.short, role, histogram) for view, histogram in found)
    return (Panel("", Spans(rows, axis)),)


def _quantile_table(context: Context, item: str, found: Sequence[tuple[str, str, Histogram]]) -> Table:
    """Quantiles and n of each distribution."""
    say, number = context.phrases.say, context.phrases.numbers.number
    lead = (context.cell_head,) if len(context.views) > 1 else ()
    own = (item,) if item else ()
    percent = context.phrases.numbers.percent
    quantiles = tuple(percent(int(q) / 100, 0) for q in _QUANTILE_HEAD)
    rows = []
    for cell, name, histogram in found:
        values = tuple(number(value) for value in quantiles_of(histogram))
        names = ((cell,) if lead else ()) + ((name,) if item else ())
        rows.append((*names, *values, number(int(histogram.counts.sum()))))
    return Table((*lead, *own, *quantiles, say("figure.n_column")), tuple(rows))


def margin_block(context: Context) -> FigureBlock | None:
    """Lead of the first over the second; level games apart."""
    phrases = context.phrases
    found = _found((view, view.margins()) for view in context.views)
    facts = _margin_facts(context)
    if not found:
        return None
    bins = bins_of([histogram for _, histogram in found], least=1)
    means = {view.label: view.one("margin_mean") for view, _ in found}
    has_rule = "tie_break" in phrases.names.names
    decided = phrases.say("figure.margin.tie_break", rule=phrases.name("tie_break")) if has_rule else ""
    title = phrases.say("figure.margin.axis")
    panels = _columns(context, found, bins, title, means, level=phrases.say("figure.level"))
    return FigureBlock(
        "margin",
        phrases.say("figure.margin.title"),
        context.text("figure.margin.lead"),
        f"{context.caption('figure.margin', is_spread=True)} {decided}".rstrip(),
        panels,
        _share_table(context, found, bins, level=phrases.say("figure.level")),
        facts,
    )


def _margin_facts(context: Context) -> Table | None:
    """Mean lead, ties and truncation with their intervals."""
    say = context.phrases.say
    rows = []
    for view in context.views:
        mean = view.one("margin_mean")
        cells = ["" if mean is None else with_interval(number_of(context, mean))]
        for metric in ("tie_share", "truncated_share"):
            share = view.one(metric)
            cells.append("" if share is None else with_interval(share_of(context, share)))
        if any(cells):
            rows.append((context.row_name(view), *(cell or say("word.unknown") for cell in cells)))
    if not rows:
        return None
    head = (context.corner, *(say(f"figure.margin.{key}") for key in ("mean", "ties", "truncated")))
    table = Table(head, tuple(rows))
    return table if context.is_many else table.turned()


def length_block(context: Context) -> FigureBlock | None:
    """Length of a game; a sentence instead of a figure where it never varies."""
    phrases = context.phrases
    found = _found((view, view.lengths()) for view in context.views)
    if not found:
        return None
    means = {view.label: view.one("length_mean") for view, _ in found}
    notes: list[str] = []
    panels: tuple[Panel, ...] = ()
    bins = bins_of([histogram for _, histogram in found])
    if all(mode_of(histogram)[1] >= NEARLY_ALL for _, histogram in found):
        notes += _lengths_in_words(context, found)
    else:
        panels = _columns(
            context,
            found,
            bins,
            phrases.say("figure.length.axis", unit=phrases.name("in_length_unit")),
            means,
        )
    is_drawn = bool(panels)
    return FigureBlock(
        "length",
        phrases.say("figure.length.title"),
        context.text("figure.length.lead").format(unit=phrases.name("in_length_unit")) if is_drawn else "",
        context.caption("figure.length", is_spread=True)
        if is_drawn
        else phrases.say("figure.n", games=context.n_text()),
        panels,
        _quantile_table(context, "", [(view.short, "", histogram) for view, histogram in found]),
        notes=tuple(notes),
    )


def _lengths_in_words(context: Context, found: Sequence[tuple[CellView, Histogram]]) -> list[str]:
    """A sentence a cell, or one for all where the length is the same everywhere."""
    say, numbers = context.phrases.say, context.phrases.numbers
    modes = {view.label: mode_of(histogram) for view, histogram in found}
    cell = "" if len(set(modes.values())) == 1 else "_cell"
    sentences = [
        say(
            f"figure.length.{'constant' if share == 1 else 'mostly'}{cell}",
            cell=label,
            length=numbers.number(length),
            unit=context.phrases.length_unit(numbers.number(length)),
            share=numbers.percent(share, 2),
        )
        for label, (length, share) in modes.items()
    ]
    return sentences if cell else sentences[:1]


def _found(pairs: Iterable[tuple[CellView, Histogram | None]]) -> list[tuple[CellView, Histogram]]:
    return [(view, histogram) for view, histogram in pairs if histogram is not None]


def _columns(
    context: Context,
    found: Sequence[tuple[CellView, Histogram]],
    bins: Bins,
    title: str,
    means: dict[str, Estimate | None],
    level: str = "",
) -> tuple[Panel, ...]:
    """A histogram a cell, or one panel of quantile bars where there are many cells.

    Args:
        context: The report.
        found: Cells and their histograms.
        bins: Common bins; with `level` they start at 1 and a column for 0 stands before them.
        title: What is measured.
        means: For the line.
        level: Name of the column for 0; empty if there is none.
    """
    phrases, numbers = context.phrases, context.phrases.numbers
    low = 0.5 - bins.width if level else bins.starts[0]
    ticks = bin_ticks(numbers, bins, phrases.say("figure.or_more", value="{value}"))
    if level:
        ticks = (Tick(0.5 - bins.width / 2, numbers.number(0)), *ticks)
    axis = Axis(low, bins.end, ticks, title)
    if context.is_many:
        return _spans(context, found, axis, "mark")
    starts = (low, *bins.starts) if level else bins.starts
    shares = {view.label: _shares(histogram, bins, bool(level)) for view, histogram in found}
    peak = max(max(values) for values in shares.values()) * 1.05
    upward = ticks_between(numbers, 0, peak, percent=True, about=4)
    panels = []
    for view, _ in found:
        mean = means[view.label]
        marker = None
        if mean is not None and isfinite(mean.value) and low <= mean.value <= bins.end:
            text = numbers.number(mean.value, digits_for(mean.half_width, 2))
            marker = Tick(mean.value, phrases.say("figure.mean", value=text))
        panels.append(
            Panel(
                context.title(view),
                Columns(
                    starts, shares[view.label], bins.width, axis, peak, upward, marker, bool(level), level
                ),
            )
        )
    return tuple(panels)


def _shares(histogram: Histogram, bins: Bins, level: bool) -> tuple[float, ...]:
    """Shares in the bins; with `level` 0 counts for itself, before them."""
    if not level:
        return bins.shares(histogram)
    total = int(histogram.counts.sum())
    above = histogram.values > 0
    even = total - int(histogram.counts[above].sum())
    if even == total:
        return (1.0, *(0.0 for _ in bins.starts))
    rest = Histogram(histogram.values[above], histogram.counts[above])
    return (even / total, *(share * (1 - even / total) for share in bins.shares(rest)))


def _share_table(
    context: Context, found: Sequence[tuple[CellView, Histogram]], bins: Bins, level: str
) -> Table:
    """Shares of the columns, a row a column and a column a cell (turned where there are many)."""
    say, numbers = context.phrases.say, context.phrases.numbers
    names = [level]
    for index in range(bins.count):
        first = bins.first + index * bins.width
        last = first + bins.width - 1
        text = numbers.number(first) if last == first else f"{numbers.number(first)}–{numbers.number(last)}"
        if bins.has_tail and index == bins.count - 1:
            text = say("figure.or_more", value=numbers.number(first))
        names.append(text)
    head = (say("figure.margin.axis"), *(view.short for view, _ in found))
    columns = [[numbers.percent(share, 2) for share in _shares(h, bins, True)] for _, h in found]
    rows = tuple((name, *values) for name, *values in zip(names, *columns, strict=True))
    return Table(head, rows)
