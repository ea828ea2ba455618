"""The figures that a game asks for as data: `FIGURES` of its `metrics.py`, texts from its `texts.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import isfinite

from balance.core.courses import parted
from balance.core.figure import Figure
from balance.core.metric import MetricSpec, Unit
from balance.report.courses import band_panels, lines_panels, mix_panels
from balance.report.entries import Context, Entry, FigureBlock, Table, common_digits, drawn_values
from balance.report.overview import in_unit, written
from balance.report.panels import Bars, Dots, Panel, Twin, TwinRow
from balance.report.scales import axis_around, axis_from_zero
from balance.report.views import CellView
from balance.stats.estimate import Estimate

Specs = Mapping[str, MetricSpec]


def shown_in(figures: Iterable[Figure]) -> frozenset[str]:
    """Metrics that these figures and the tables beside them show."""
    return frozenset(name for figure in figures for name in (*figure.metrics, *figure.facts, *figure.columns))


def own_blocks(
    context: Context, figures: Sequence[Figure], specs: Sequence[MetricSpec]
) -> tuple[FigureBlock, ...]:
    """A game's figures, in its order; one whose metrics have no meaning in any cell is left out."""
    known = {spec.name: spec for spec in specs}
    found = []
    for figure in figures:
        make = {"twin": _twin, "mix": _mix, "band": _band, "lines": _lines}.get(figure.kind, _rows)
        block = make(context, figure, known)
        if block is not None:
            found.append(block)
    return tuple(found)


def _text(context: Context, figure: Figure, part: str) -> str:
    return context.phrases.own_text(f"figures.{figure.key}.{part}")


def _entries(context: Context, figure: Figure, specs: Specs, names: Sequence[str]) -> list[Entry]:
    """A row an item, after one of the whole if there is one; a row a metric where it has none or there are several."""
    found = []
    for view in context.views:
        for name in names:
            alone = view.one(name)
            items: dict[str | None, Estimate] = {} if alone is None else {None: alone}
            items.update(view.by_item(name))
            for item, estimate in items.items():
                parts = [context.phrases.metric(specs[name])] if item is None or len(names) > 1 else []
                parts += [context.phrases.item(item)] if item is not None else []
                reference = view.fair if figure.is_fair else figure.reference
                label = ": ".join(parts)
                if item not in context.phrases.policies:
                    label = label[:1].upper() + label[1:]
                found.append(Entry(view, label, "mark", estimate, reference))
    return found


def _rows(context: Context, figure: Figure, specs: Specs) -> FigureBlock | None:
    """Bars from zero, or dots around a reference."""
    entries = _entries(context, figure, specs, figure.metrics)
    if not entries:
        return None
    numbers, unit = context.phrases.numbers, specs[figure.metrics[0]].unit
    percent = unit == "share"
    scale = 0.01 if unit == "difference" else 1.0
    entries = [
        Entry(e.view, e.item, e.role, e.estimate, e.reference, scale=scale) if scale != 1.0 else e
        for e in entries
    ]
    values = drawn_values(entries)
    title = _text(context, figure, "axis")
    digits = common_digits(entries, 100 if percent or unit == "difference" else 1, most=2)
    if figure.kind == "bars":
        draw: partial[Bars] | partial[Dots] = partial(
            Bars, axis=axis_from_zero(numbers, values, title, percent=percent)
        )
    else:
        axis = axis_around(numbers, values, title, centre=figure.reference, percent=percent)
        draw = partial(
            Dots, axis=axis, reference=context.phrases.say("figure.fair") if figure.is_fair else ""
        )
    return FigureBlock(
        figure.key,
        _text(context, figure, "title"),
        _text(context, figure, "lead"),
        _caption(context, figure, entries),
        context.panels(entries, lambda entry: _short(context, unit, entry.estimate, digits), draw),
        context.table(
            entries,
            _text(context, figure, "item"),
            lambda value: _value(context, unit, value, digits + 1),
        ),
        _facts(context, figure, specs),
    )


def _short(context: Context, unit: Unit, estimate: Estimate, digits: int) -> str:
    numbers = context.phrases.numbers
    if unit == "share":
        return numbers.percent(estimate.value, digits)
    if unit == "difference":
        return numbers.signed(100 * estimate.value, digits)
    return numbers.number(estimate.value, digits)


def _value(context: Context, unit: Unit, value: float, digits: int) -> str:
    numbers = context.phrases.numbers
    if unit == "share":
        return numbers.percent(value, digits)
    return numbers.number(100 * value if unit == "difference" else value, digits)


def _caption(context: Context, figure: Figure, entries: Sequence[Entry] = ()) -> str:
    """What is drawn in the game's own words, then interval, n and what every caption says."""
    is_spread = figure.kind == "band"
    return f"{_text(context, figure, 'caption')} {context.below(entries, is_spread=is_spread)}".strip()


def _facts(context: Context, figure: Figure, specs: Specs) -> Table | None:
    """Metrics without items beside the figure, a row a metric."""
    rows = []
    for name in figure.facts:
        cells = []
        for view in context.views:
            estimate = view.one(name)
            cells.append("" if estimate is None else written(context, specs[name].unit, estimate))
        if any(cells):
            unknown = context.phrases.say("word.unknown")
            rows.append((context.phrases.metric(specs[name]), *(cell or unknown for cell in cells)))
    if not rows:
        return None
    say = context.phrases.say
    heads = [view.short for view in context.views] if len(context.views) > 1 else [say("figure.value")]
    return Table((say("figure.metric"), *heads), tuple(rows))


def _twin(context: Context, figure: Figure, specs: Specs) -> FigureBlock | None:
    """A bar and a dot an item."""
    first, second = figure.metrics
    pairs: list[tuple[CellView, str, Estimate, Estimate]] = []
    for view in context.views:
        others = view.by_item(second)
        pairs += [
            (view, item, estimate, others[item])
            for item, estimate in view.by_item(first).items()
            if item in others
        ]
    if not pairs:
        return None
    numbers, name = context.phrases.numbers, context.phrases.name
    units = specs[first].unit, specs[second].unit
    left = [Entry(view, name(item), "mark", a) for view, item, a, _ in pairs]
    scale = 0.01 if units[1] == "difference" else 1.0
    right = [Entry(view, name(item), "mark", b, 0.0, scale=scale) for view, item, _, b in pairs]
    bar_axis = axis_from_zero(
        numbers, drawn_values(left), _text(context, figure, "axis"), percent=units[0] == "share", about=3
    )
    dot_axis = axis_around(
        numbers, drawn_values(right), _text(context, figure, "second"), centre=0.0, about=3
    )
    digits = common_digits(left, 100 if units[0] == "share" else 1, most=1)
    finer = common_digits(right, 100 if units[1] == "difference" else 1, most=1)
    groups: dict[str, list[TwinRow]] = {}
    for a, b in zip(left, right, strict=True):
        title, label = a.view.label, a.item
        if context.is_many:
            title, label = a.item, a.view.short
        e = b.estimate
        groups.setdefault(title, []).append(
            TwinRow(
                label,
                "mark",
                (a.estimate.value, a.estimate.low, a.estimate.high),
                (e.value / scale, e.low / scale, e.high / scale),
                _short(context, units[0], a.estimate, digits),
                _short(context, units[1], e, finer),
            )
        )
    alone = len(context.views) == 1
    panels = tuple(
        Panel("" if alone else title, Twin(tuple(rows), bar_axis, dot_axis)) for title, rows in groups.items()
    )
    head = (
        *((context.cell_head,) if not alone else ()),
        _text(context, figure, "item"),
        _text(context, figure, "axis"),
        _text(context, figure, "second"),
        *(context.phrases.metric(specs[column]) for column in figure.columns),
        context.phrases.say("figure.n_column"),
    )
    more = {view.label: [view.by_item(column) for column in figure.columns] for view in context.views}
    unknown = context.phrases.say("word.unknown")
    data = Table(
        head,
        tuple(
            (
                *((view.short,) if not alone else ()),
                name(item),
                written(context, units[0], a),
                written(context, units[1], b) if isfinite(b.value) else unknown,
                *(
                    written(context, specs[column].unit, values[item]) if item in values else unknown
                    for column, values in zip(figure.columns, more[view.label], strict=True)
                ),
                numbers.number(a.n),
            )
            for view, item, a, b in pairs
        ),
    )
    return FigureBlock(
        figure.key,
        _text(context, figure, "title"),
        _text(context, figure, "lead"),
        _caption(context, figure, right),
        panels if context.is_drawn else (),
        data,
        _facts(context, figure, specs),
    )


def _phases(view: CellView, metric: str) -> dict[int, dict[str, Estimate]]:
    """Estimates by phase and what they are of, from items as `parted` knows them."""
    found: dict[int, dict[str, Estimate]] = {}
    for item, estimate in view.by_item(metric).items():
        of_course = parted(item)
        if of_course is not None:
            what, _, number = of_course
            found.setdefault(number, {})[what] = estimate
    return dict(sorted(found.items()))


def _course_table(context: Context, figure: Figure, specs: Specs, *, intervals: bool) -> Table:
    """A row a phase and kind (and cell), with every estimate."""
    unit = specs[figure.metrics[0]].unit
    say = context.phrases.say
    rows = []
    for view in context.views:
        lead = (view.short,) if len(context.views) > 1 else ()
        for phase, kinds in _phases(view, figure.metrics[0]).items():
            for what, e in kinds.items():
                value = written(context, unit, e) if intervals else in_unit(context, unit, e.value)
                rows.append(
                    (
                        *lead,
                        str(phase),
                        context.phrases.heading(what),
                        value,
                        context.phrases.numbers.number(e.n),
                    )
                )
    lead_head = (context.cell_head,) if len(context.views) > 1 else ()
    head = (
        *lead_head,
        _text(context, figure, "moment") if figure.kind == "lines" else say("figure.phase"),
        _text(context, figure, "item"),
        say("figure.value"),
        say("figure.n_column"),
    )
    return Table(head, tuple(rows))


def _mix(context: Context, figure: Figure, specs: Specs) -> FigureBlock | None:
    """Shares over the course of the game."""
    found = [(view, phases) for view in context.views if (phases := _phases(view, figure.metrics[0]))]
    if not found:
        return None
    return FigureBlock(
        figure.key,
        _text(context, figure, "title"),
        _text(context, figure, "lead"),
        _caption(context, figure),
        mix_panels(context, found, _text(context, figure, "axis")),
        _course_table(context, figure, specs, intervals=True),
        _facts(context, figure, specs),
    )


def _band(context: Context, figure: Figure, specs: Specs) -> FigureBlock | None:
    """Quantiles over the course of the game."""
    found = [(view, phases) for view in context.views if (phases := _phases(view, figure.metrics[0]))]
    if not found:
        return None
    return FigureBlock(
        figure.key,
        _text(context, figure, "title"),
        _text(context, figure, "lead"),
        _caption(context, figure),
        band_panels(context, found, _text(context, figure, "axis")),
        _course_table(context, figure, specs, intervals=True),
        _facts(context, figure, specs),
    )


def _lines(context: Context, figure: Figure, specs: Specs) -> FigureBlock | None:
    """Means over the course of the game."""
    reached = [  # a moment that no playout reached is not drawn
        (
            view,
            {moment: own for moment, own in phases.items() if any(isfinite(e.value) for e in own.values())},
        )
        for view in context.views
        for phases in [_phases(view, figure.metrics[0])]
    ]
    found = [(view, phases) for view, phases in reached if phases]
    if not found:
        return None
    titles = _text(context, figure, "moment"), _text(context, figure, "axis")
    drawn = [
        Entry(view, what, "mark", e)
        for view, phases in found
        for own in phases.values()
        for what, e in own.items()
        if isfinite(e.value)
    ]
    return FigureBlock(
        figure.key,
        _text(context, figure, "title"),
        _text(context, figure, "lead"),
        _caption(context, figure, drawn),
        lines_panels(context, found, titles, is_down=figure.is_down),
        _course_table(context, figure, specs, intervals=True),
        _facts(context, figure, specs),
    )
