"""What a point more or less does to a thing, and what the game is without it: a figure, a table, a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, isfinite, nan

from balance.core.probe import STEPS, Step
from balance.report.answers import Headline
from balance.report.entries import Context, FigureBlock, Table
from balance.report.numbers import digits_for
from balance.report.panels import Dots, Panel, Row
from balance.report.scales import axis_around
from balance.verdict.comparing import Change

KEY = "probes"
_LEAST = 1.25
"""Factor by which a point must surely change how common a thing is to be worth a sentence."""


@dataclass(frozen=True, slots=True)
class Probed:
    """One thing changed in one cell, against the original, the same deals.

    Args:
        cell: Key of the original.
        item: The thing.
        step: What was done to it.
        common: How common it is, before and after; None where it is gone.
        seats: Win shares of the seats, before and after.
        score: Mean score, before and after.
    """

    cell: str
    item: str
    step: Step
    common: Change | None
    seats: tuple[Change, ...]
    score: Change | None

    @property
    def ratio(self) -> tuple[float, float, float]:
        """How many times as common it is, with limits; not numbers where it was never seen."""
        if self.common is None or not self.common.a.value > 0:
            return nan, -inf, inf
        a = self.common.a.value
        return self.common.b.value / a, 1 + self.common.low / a, 1 + self.common.high / a

    @property
    def seat(self) -> Change | None:
        """The seat whose win share moves most."""
        return max(self.seats, key=lambda change: abs(change.difference), default=None)


def probe_block(context: Context, probed: Sequence[Probed]) -> FigureBlock | None:
    """A panel a step (and cell): how many times as common a thing becomes; without it, what a seat gains."""
    shown = {view.facts.key: view for view in context.views}
    found = [one for one in probed if one.cell in shown]
    if not found:
        return None
    say = context.phrases.say
    n = context.phrases.games(max(change.n for one in found for change in one.seats))
    panels = []
    for view in context.views:
        for step in STEPS:
            own = [one for one in found if one.cell == view.facts.key and one.step == step]
            if own:
                title = say(f"figure.probes.{step}")
                panels.append(
                    Panel(f"{view.label}: {title}" if len(shown) > 1 else title, _dots(context, own, step))
                )
    return FigureBlock(
        KEY,
        say("figure.probes.title"),
        say("figure.probes.lead"),
        say("figure.probes.caption", games=n),
        tuple(panels),
        _table(context, found),
    )


def _dots(context: Context, found: Sequence[Probed], step: Step) -> Dots:
    numbers, say = context.phrases.numbers, context.phrases.say
    rows = []
    for one in found:
        if step == "banned":
            seat = one.seat
            value, low, high = (nan, -inf, inf) if seat is None else (seat.difference, seat.low, seat.high)
            values = (100 * value, 100 * low, 100 * high)
            text = "" if seat is None else f"{numbers.signed(values[0], 1)} ({_seat(context, seat)})"
            reference = 0.0
        else:
            values, reference = one.ratio, 1.0
            text = f"× {numbers.number(values[0], 2)}" if isfinite(values[0]) else say("word.unknown")
        rows.append(Row(context.phrases.name(one.item), "mark", *values, text, reference))
    ends = [value for row in rows for value in (row.value, row.low, row.high)]
    key = "axis_banned" if step == "banned" else "axis"
    centre = 0.0 if step == "banned" else 1.0
    draw = partial(axis_around, numbers, ends, say(f"figure.probes.{key}"), centre=centre, about=4)
    axis = draw(least=1.0) if step == "banned" else draw(least=0.1)
    return Dots(tuple(rows), axis)


def _seat(context: Context, change: Change) -> str:
    return context.phrases.seat(change.seat or 0)


def _table(context: Context, found: Sequence[Probed]) -> Table:
    say, numbers = context.phrases.say, context.phrases.numbers
    views = {view.facts.key: view for view in context.views}
    several = len(views) > 1
    head = (
        *((context.cell_head,) if several else ()),
        *(
            say(f"figure.probes.{key}")
            for key in ("item", "change", "before", "after", "times", "seat", "score")
        ),
        say("figure.n_column"),
    )
    rows = []
    for one in found:
        ratio, low, high = one.ratio
        times = f"{numbers.number(ratio, 2)} ({numbers.interval(low, high, 2)})" if isfinite(ratio) else ""
        seat = one.seat
        rows.append(
            (
                *((views[one.cell].short,) if several else ()),
                context.phrases.name(one.item),
                say(f"figure.probes.{one.step}"),
                numbers.number(one.common.a.value, 2) if one.common else "",
                numbers.number(one.common.b.value, 2) if one.common and one.step != "banned" else "",
                times if one.step != "banned" else "",
                f"{_seat(context, seat)} {_points(context, seat)}" if seat else "",
                _score(context, one.score),
                numbers.number(max((change.n for change in one.seats), default=0)),
            )
        )
    return Table(head, tuple(rows))


def _points(context: Context, change: Change) -> str:
    """A difference of shares in percentage points, with its interval."""
    numbers = context.phrases.numbers
    digits = digits_for(50 * (change.high - change.low), 2)
    limits = numbers.interval(100 * change.low, 100 * change.high, digits)
    return f"{numbers.signed(100 * change.difference, digits)} ({limits})"


def _score(context: Context, change: Change | None) -> str:
    if change is None:
        return ""
    numbers = context.phrases.numbers
    digits = digits_for((change.high - change.low) / 2, 2)
    return (
        f"{numbers.signed(change.difference, digits)} ({numbers.interval(change.low, change.high, digits)})"
    )


def probe_headline(context: Context, probed: Sequence[Probed]) -> Headline | None:
    """What a point more does where it does most; None where nothing was probed."""
    say, numbers = context.phrases.say, context.phrases.numbers
    keys = {view.facts.key: view for view in context.views}
    more = [one for one in probed if one.step == "more" and one.cell in keys and isfinite(one.ratio[0])]
    if not more:
        return None
    most = max(more, key=lambda one: one.ratio[1])
    ratio, low, high = most.ratio
    seat = most.seat
    where = f"{keys[most.cell].label}: " if len(keys) > 1 else ""
    lead = say("finding.probes.lead", item=context.phrases.name(most.item), times=numbers.number(ratio, 1))
    details = [say("finding.probes.times", interval=numbers.interval(low, high, 2))]
    if seat is not None:
        details.append(say("finding.probes.seat", seat=_seat(context, seat), points=_points(context, seat)))
    details.append(say("finding.probes.how", games=context.phrases.games(max(c.n for c in most.seats))))
    is_notable = low > _LEAST
    return Headline(
        say("finding.probes.question"),
        f"{where}{lead}",
        tuple(details),
        (),
        KEY,
        key=KEY,
        weight=54 if is_notable else 46,
        is_notable=is_notable,
    )
