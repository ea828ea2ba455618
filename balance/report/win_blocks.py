"""The figures about winning: by seat, with the test of equal seats, and by policy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import isfinite

from balance.core.picture import series
from balance.report.answers import fair_of
from balance.report.entries import Context, Entry, FigureBlock, Table, common_digits, drawn_values
from balance.report.panels import Axis, Dots
from balance.report.scales import axis_around
from balance.report.seat_headline import ALPHA, seat_finding, unequal_cells
from balance.report.views import CellView
from balance.stats.estimate import Estimate
from balance.stats.seats import unbiased_w

_LEAST_SHARE = 0.015  # reach of a share's scale to either side: less would make noise look large
_LEAST_LIFT = 0.06


def seats_block(context: Context) -> FigureBlock | None:
    """Win share by seat against the fair one, and the test of equal seats."""
    phrases, numbers = context.phrases, context.phrases.numbers
    lift = len({view.facts.n_seats for view in context.views}) > 1
    entries = [
        Entry(view, phrases.seat(seat), series(seat), estimate, view.fair, view.fair if lift else 1.0)
        for view in context.views
        if view.fair > 0
        for seat, estimate in view.by_seat("seat_win_share").items()
    ]
    if not entries:
        return None
    digits = common_digits(entries, 100)
    axis, reference = _lift_scale(context, entries) if lift else _share_scale(context, entries)
    notes = [phrases.say("figure.seats.lift_caption")] if lift else []
    if any(view.record.is_confounded for view in context.views):
        notes.append(phrases.say("figure.seats.confounded"))
    if len(context.views) > 1:
        notes.append(phrases.say("figure.seats.stray"))
    holm = f" {phrases.say('figure.equality.holm')}" if len(context.views) > 1 else ""
    return FigureBlock(
        "seats",
        phrases.say("figure.seats.title"),
        context.text("figure.seats.lead"),
        context.caption("figure.seats", entries, family="seats") + holm,
        context.panels(
            entries,
            lambda entry: numbers.percent(entry.estimate.value, digits),
            partial(Dots, axis=axis, reference=reference),
        ),
        context.table(entries, phrases.say("word.seats"), partial(numbers.percent, digits=digits + 1)),
        equality_table(context),
        tuple(notes),
    )


def _share_scale(context: Context, entries: Sequence[Entry]) -> tuple[Axis, str]:
    """A scale of shares around the fair one, and the name of its line."""
    say, numbers = context.phrases.say, context.phrases.numbers
    fair = {view.fair: fair_of(context, view) for view in context.views if view.fair > 0}
    centre = next(iter(fair)) if len(fair) == 1 else None
    axis = axis_around(
        numbers,
        drawn_values(entries),
        say("figure.seats.axis"),
        centre=centre,
        least=_LEAST_SHARE,
        bounds=(0.0, 1.0),
        percent=True,
    )
    return axis, say("figure.fair") if centre is None else say("figure.fair_at", share=fair[centre])


def _lift_scale(context: Context, entries: Sequence[Entry]) -> tuple[Axis, str]:
    """A scale of multiples of the fair share, for different player counts, and the name of its line."""
    axis = axis_around(
        context.phrases.numbers,
        drawn_values(entries),
        context.phrases.say("figure.seats.axis_lift"),
        centre=1.0,
        least=_LEAST_LIFT,
        bounds=(0.0, float(max(view.facts.n_seats for view in context.views))),
    )
    return axis, context.phrases.say("figure.fair")


def equality_table(context: Context) -> Table | None:
    """How unequal the seats are, and whether by more than chance: a column (of many: a row) a cell."""
    say = context.phrases.say
    findings = [finding for view in context.views if (finding := seat_finding(view)) is not None]
    unequal = unequal_cells(findings)
    rows = []
    for view in (finding.view for finding in findings):
        cells = _equality(context, view, view.facts.key in unequal)
        if any(cells):
            rows.append(
                (context.row_name(view), *(cell or context.phrases.say("word.unknown") for cell in cells))
            )
    if not rows:
        return None
    head = (context.corner, *(say(f"figure.equality.{key}") for key in ("difference", "spread", "w", "p")))
    table = Table(head, tuple(rows))
    return table if context.is_many else table.turned()


def _equality(context: Context, view: CellView, is_unequal: bool) -> tuple[str, str, str, str]:
    say, numbers = context.phrases.say, context.phrases.numbers

    def written(estimate: Estimate | None, scale: float, digits: int) -> str:
        if estimate is None or not isfinite(estimate.value):
            return ""
        value = numbers.number(scale * estimate.value, digits)
        limits = numbers.interval(scale * estimate.low, scale * estimate.high, digits)
        return f"{context.phrases.percentage_points(value) if scale != 1 else value} ({limits})"

    test = view.one("seat_equality")
    verdict = ""
    if test is not None and isfinite(test.value):
        key = "unequal" if is_unequal else "alone" if test.value < ALPHA else "level"
        verdict = say(f"figure.equality.verdict_{key}", p=numbers.p_value(test.value))
    return (
        written(view.one("seat_deviation"), 100, 1),
        written(view.one("seat_spread"), 100, 1),
        _strength(context, view, written(view.one("seat_w"), 1, 3)),
        verdict,
    )


def _strength(context: Context, view: CellView, text: str) -> str:
    """The size w, its interval, and what is left of it without chance; where that is less than nothing, so it says."""
    w, statistic = view.one("seat_w"), view.one("seat_equality", "statistic")
    if w is None or not isfinite(w.value):
        return text
    say, numbers = context.phrases.say, context.phrases.numbers
    if w.high == 0:
        return say("figure.equality.w_nothing", w=numbers.number(w.value, 3))
    if statistic is None or not isfinite(statistic.value):
        return text
    left = unbiased_w(w.value, statistic.value, view.facts.n_seats - 1)
    return say("figure.equality.w_left", w=text, left=numbers.number(left, 3))


def policies_block(context: Context) -> FigureBlock | None:
    """How often each policy wins, where different ones play."""
    phrases, numbers = context.phrases, context.phrases.numbers
    entries = [
        Entry(view, item, "mark", estimate, view.fair)
        for view in context.views
        if view.record.is_mixed
        for item, estimate in view.by_item("policy_win_share").items()
    ]
    if not entries:
        return None
    digits = common_digits(entries, 100)
    title = phrases.say("figure.policies.axis")
    axis = axis_around(
        numbers, drawn_values(entries), title, least=_LEAST_SHARE, bounds=(0.0, 1.0), percent=True
    )
    return FigureBlock(
        "policies",
        phrases.say("figure.policies.title"),
        context.text("figure.policies.lead"),
        context.caption("figure.policies", entries, family="policies"),
        context.panels(
            entries,
            lambda entry: numbers.percent(entry.estimate.value, digits),
            partial(Dots, axis=axis, reference=phrases.say("figure.policies.reference")),
        ),
        context.table(
            entries, phrases.say("figure.policies.item"), partial(numbers.percent, digits=digits + 1)
        ),
    )
