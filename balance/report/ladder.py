"""Who beats whom: the order of policies over all line-ups of a run, and the matrix behind it."""

from __future__ import annotations

from collections import Counter

from balance.metrics import ladder_of
from balance.report.answers import share_of, with_interval
from balance.report.entries import Context, FigureBlock, Table
from balance.report.panels import Dots, Panel, Row
from balance.report.scales import axis_around
from balance.report.views import CellView

_LEAST_ELO = 20.0  # reach of the scale to either side: less would make noise look large


def ladder_block(context: Context) -> FigureBlock | None:
    """The order of three or more policies, with the matrix of those who met alone; None without an order."""
    found = ladder_of([view.measured for view in context.views])
    if found is None:
        return None
    say, number = context.phrases.say, context.phrases.numbers.number
    limits = [limit for e in found.strengths.values() for limit in (e.value, e.low, e.high)]
    axis = axis_around(context.phrases.numbers, limits, say("figure.ladder.axis"), least=_LEAST_ELO)
    rows, data = [], []
    for policy, e in found.strengths.items():
        rows.append(Row(policy, "mark", e.value, e.low, e.high, number(e.value), 0.0))
        limits_of = (context.phrases.numbers.limit(limit, 1) for limit in (e.low, e.high))
        data.append((policy, number(e.value, 1), *limits_of, number(e.n)))
    head = (
        say("figure.policies.item"),
        *(say(f"figure.{key}") for key in ("value", "low", "high", "n_column")),
    )
    reference = say("figure.ladder.reference", policy=found.reference)
    return FigureBlock(
        "ladder",
        say("figure.ladder.title"),
        say("figure.ladder.lead", policy=found.reference),
        say("figure.ladder.caption", policies=number(len(found.strengths))),
        (Panel("", Dots(tuple(rows), axis, reference)),),
        Table(head, tuple(data)),
        matrix(context, list(found.strengths)),
    )


def matrix(context: Context, order: list[str]) -> Table | None:
    """Win share of a seat of the row's policy against the column's; None where no two policies met alone.

    A column is a policy that had as many seats, or a table of one policy that a single seat played against.

    Args:
        context: The report.
        order: Policies in the order of rows and columns.
    """
    entries: dict[tuple[str, tuple[int, str]], str] = {}
    for view in context.views:
        for policy, column in _met(view):
            entries.setdefault((policy, column), _entry(context, view, policy))
    columns = sorted(
        {column for _, column in entries}, key=lambda column: (column[0], order.index(column[1]))
    )
    rows = [policy for policy in order if any(key[0] == policy for key in entries)]
    if not columns:
        return None
    say = context.phrases.say
    heads = [name if n == 0 else say("figure.ladder.table", n=n, policy=name) for n, name in columns]
    head = (say("figure.ladder.corner"), *heads)
    return Table(head, tuple((row, *(entries.get((row, column), "–") for column in columns)) for row in rows))


def _met(view: CellView) -> list[tuple[str, tuple[int, str]]]:
    """Policies that met one other in a rotated line-up, and their column: (0, other) for equal numbers of seats."""
    seats = Counter(view.record.policies)
    if len(seats) != 2 or not view.record.rotate:
        return []
    (a, n_a), (b, n_b) = seats.items()
    if n_a == n_b:
        return [(a, (0, b)), (b, (0, a))]
    return [(a, (n_b, b))] if n_a == 1 else [(b, (n_a, a))] if n_b == 1 else []


def _entry(context: Context, view: CellView, policy: str) -> str:
    estimate = view.by_item("policy_win_share").get(policy)
    return (
        context.phrases.say("word.unknown")
        if estimate is None
        else with_interval(share_of(context, estimate))
    )
