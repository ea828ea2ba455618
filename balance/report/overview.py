"""Tables over everything: the cells at a glance, and the metrics that no figure shows."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Literal

from balance.core.gauges import Mean
from balance.core.metric import Measure, MetricSpec, Unit
from balance.metrics.series import SPREAD
from balance.report.answers import number_of, share_of, with_interval
from balance.report.entries import Context, Table
from balance.report.numbers import UNKNOWN, digits_for, digits_of, digits_together
from balance.report.seat_headline import seat_finding
from balance.report.views import CellView
from balance.stats.estimate import Estimate

DRAWN = frozenset(
    {
        *("seat_win_share", "seat_spread", "seat_deviation", "seat_w", "seat_equality"),
        "policy_win_share",
        *("tie_share", "truncated_share", "score_mean", "score", "margin_mean", "margin"),
        *("length_mean", "length", "end_reason", "points_mean", "points_winner_mean", "points_other_mean"),
    }
)
"""Metrics that figures and their tables show."""

DISTANCES = frozenset({SPREAD, "seat_deviation"})
"""Shares in the data, as they lie between 0 and 1, but differences of shares: percentage points without a sign."""

PageUnit = Unit | Literal["distance"]

_UNTOLD = ("count", "points")  # units that do not say of what the mean is


def glance_table(context: Context) -> Table | None:
    """Cells side by side in their most important numbers, a row a cell; None if there is only one."""
    if len(context.views) < 2:
        return None
    phrases, numbers = context.phrases, context.phrases.numbers
    columns = ("games", "best", "fair", "deviation", "test", "margin", "ties", "length", "end", "truncated")
    is_cut = any(view.truncated > 0 for view in context.views)
    views, findings = context.views, [seat_finding(view) for view in context.views]
    leading = [
        None if f is None or f.verdict == "undecided" else max(f.shares, key=lambda s: f.shares[s].value)
        for f in findings
    ]
    shares = [
        None if seat is None else view.by_seat("seat_win_share")[seat]
        for view, seat in zip(views, leading, strict=True)
    ]
    best = [
        "" if seat is None else f"{phrases.seat(seat)}: {text}"
        for seat, text in zip(leading, _give_or_take(context, shares, percent=True), strict=True)
    ]
    ps = [float("nan") if finding is None else finding.p for finding in findings]

    def column(metric: str, *, percent: bool = False, unit: float = 1) -> list[str]:
        found = [view.one(metric) for view in views]
        return _give_or_take(context, found, percent=percent, unit=unit)

    cells = (
        [view.short for view in views],
        [numbers.number(view.facts.n) for view in views],
        best,
        [numbers.percent(view.fair) for view in views],
        column("seat_deviation", unit=100),
        [f"p {numbers.p_value(p)}" if isfinite(p) else "" for p in ps],
        column("margin_mean"),
        column("tie_share", percent=True),
        column("length_mean"),
        [_most_frequent_end(context, view) for view in views],
        column("truncated_share", percent=True) if is_cut else [""] * len(views),
    )
    rows = zip(*cells, strict=True)
    head = (context.cell_head, *(phrases.say(f"glance.{column}") for column in columns))
    return _filled(Table(head, tuple(rows)), phrases.say("word.unknown"), constant=(1, 3))


def _most_frequent_end(context: Context, view: CellView) -> str:
    ends = sorted(view.by_item("end_reason").items(), key=lambda pair: -pair[1].value)
    return f"{context.phrases.name(ends[0][0])}: {share_of(context, ends[0][1])[0]}" if ends else ""


def _filled(table: Table, unknown: str, constant: tuple[int, ...]) -> Table:
    """The table without columns that say nothing; a cell that is empty elsewhere is unknown.

    Args:
        table: The table.
        unknown: What to write where a number is missing.
        constant: Columns that are left out too if they are the same everywhere; the page says them elsewhere.
    """
    values = [{row[i] for row in table.rows} for i in range(len(table.head))]
    kept = [i for i, found in enumerate(values) if any(found) and not (i in constant and len(found) == 1)]
    return Table(
        tuple(table.head[i] for i in kept),
        tuple(tuple(row[i] or unknown for i in kept) for row in table.rows),
    )


def _give_or_take(
    context: Context, estimates: Sequence[Estimate | None], *, percent: bool = False, unit: float = 1
) -> list[str]:
    """Values ± half their intervals, all with the same decimals; the value alone where the interval is a point."""
    numbers, unit = context.phrases.numbers, 100 if percent else unit
    digits = digits_together(unit * e.half_width for e in estimates if e is not None)

    def text(e: Estimate | None) -> str:
        if e is None or not isfinite(e.value):
            return ""
        value = numbers.percent(e.value, digits) if percent else numbers.number(unit * e.value, digits)
        if not isfinite(e.half_width) or e.half_width <= 0:
            return value
        return f"{value} ± {numbers.give_or_take(unit * e.half_width, digits)}"

    return [text(e) for e in estimates]


def other_metrics(
    context: Context, game_specs: Sequence[MetricSpec], shown: frozenset[str] = frozenset()
) -> Table | None:
    """Every estimate that no figure shows, a row an estimate and a column a cell; None if there is none.

    Args:
        context: The report.
        game_specs: All metrics.
        shown: Those that the game's own figures show.
    """
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    names: dict[tuple[str, str, str], str] = {}
    for spec in game_specs:
        if spec.name in DRAWN or spec.name in shown:
            continue
        for view in context.views:
            for measure in view.measured.of(spec.name):
                address = (spec.name, str(measure.seat), str(measure.item))
                names[address] = _name(context, spec, measure)
                rows.setdefault(address, {})[view.label] = written(context, spec.unit, measure.estimate)
    if not rows:
        return None
    say = context.phrases.say
    cells = (
        [context.row_name(view) for view in context.views]
        if len(context.views) > 1
        else [say("figure.value")]
    )
    body = []
    for address, values in rows.items():
        own = [values.get(view.label, UNKNOWN) for view in context.views]
        body.append((names[address], *own))
    return Table((say("figure.metric"), *cells), tuple(body))


def _name(context: Context, spec: MetricSpec, measure: Measure) -> str:
    parts = [context.phrases.metric(spec)]
    if isinstance(spec.gauge, Mean) and spec.unit in _UNTOLD:
        per = "each_seat" if spec.gauge.each == "seat" or measure.seat is not None else "each_game"
        parts[0] = context.phrases.say(f"figure.{per}", metric=parts[0])
    if measure.seat is not None:
        parts.append(context.phrases.seat(measure.seat))
    if measure.item is not None:
        parts.append(context.phrases.item(measure.item))
    return ": ".join((parts[0], ", ".join(parts[1:]))) if len(parts) > 1 else parts[0]


def unit_of(spec: MetricSpec) -> PageUnit:
    """What a metric's values count on a page."""
    return "distance" if spec.name in DISTANCES else spec.unit


def written(context: Context, unit: PageUnit, estimate: Estimate, digits: int | None = None) -> str:
    """An estimate with its interval in the unit of its metric; a difference of shares with so many decimals."""
    if unit == "p":
        return f"p {context.phrases.numbers.p_value(estimate.value)}"
    if unit in ("difference", "distance"):
        numbers = context.phrases.numbers
        digits = digits_for(100 * estimate.half_width, 2) if digits is None else digits
        limits = numbers.interval(100 * estimate.low, 100 * estimate.high, digits)
        write = numbers.signed if unit == "difference" else numbers.number
        value = write(100 * estimate.value, digits)
        return with_interval((context.phrases.percentage_points(value), limits))
    value, limits = share_of(context, estimate) if unit == "share" else number_of(context, estimate)
    known = isfinite(estimate.low) and isfinite(estimate.high)
    return with_interval((value, limits)) if known else value


def in_unit(
    context: Context, unit: Unit, value: float, half_width: float = 0.0, high: float | None = None
) -> str:
    """A number, or two limits, in the unit of a metric.

    Args:
        context: The report.
        unit: The unit; differences of shares are signed percentage points.
        value: The number, or the lower limit.
        half_width: Of the interval, which says how many decimals are worth printing; 0 where there is none.
        high: The upper limit, or None.
    """
    numbers = context.phrases.numbers
    scale = 100 if unit in ("share", "difference") else 1
    shown = scale * value
    least = 0 if not half_width and shown == round(shown) else 1
    digits = digits_for(scale * half_width, 2) if half_width else least
    if unit == "share":
        if high is not None:
            return numbers.percent_interval(value, high, digits)
        return numbers.percent(value, digits if 0 < value < 1 else 0)
    if high is not None:
        return numbers.interval(shown, scale * high, digits)
    if unit == "difference":
        return context.phrases.percentage_points(numbers.signed(shown, digits))
    return numbers.number(shown, digits)


def bound_in_unit(context: Context, unit: Unit, bound: float) -> str:
    """A bound in the unit of a metric, with as many decimals as it has and no more."""
    numbers, digits = (
        context.phrases.numbers,
        digits_of(100 * bound if unit in ("share", "difference") else bound),
    )
    if unit == "share":
        return numbers.percent(bound, digits)
    if unit == "difference":
        return context.phrases.percentage_points(numbers.signed(100 * bound, digits))
    return numbers.number(bound, digits)
