"""What does one win by? The source of points in which winners are furthest ahead of the others."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from balance.core.metric import MetricSpec
from balance.report.answers import Headline, n_of, number_of, with_interval
from balance.report.entries import MANY, Context
from balance.report.examples import of_source
from balance.report.views import CellView
from balance.stats.differences import mover
from balance.stats.estimate import Estimate, Interval

_MOST = 0.5
"""Share of the winners' lead from which a single source decides the game."""


def points_headline(context: Context, specs: Mapping[str, MetricSpec]) -> Headline | None:
    """By which source winners lead most, with its part of their whole lead; None where it was not measured.

    Args:
        context: The report.
        specs: Every metric by its name.
    """
    say, name = context.phrases.say, context.phrases.name
    found = [(view, best) for view in context.views if (best := _decisive(view)) is not None]
    if not found:
        return None
    is_notable = any(share >= _MOST for _, (_, _, share) in found)
    lines: tuple[str, ...] = ()
    view, (item, winners, share) = max(found, key=lambda pair: pair[1][2])
    part = context.phrases.numbers.percent(share, 0)
    firsts = {best[0] for _, best in found}
    if len(context.views) == 1:
        lead = say("finding.points.lead", source=name(item), share=part)
    else:
        lead = say(
            "finding.points.many" if len(firsts) == 1 else "finding.points.differ",
            source=name(item),
            share=part,
        )
        shown = found if len(found) <= MANY else sorted(found, key=lambda pair: -pair[1][2])[:MANY]
        lines = tuple(
            say(
                "finding.points.cell",
                cell=own.label,
                source=name(source),
                points=with_interval(number_of(context, ahead)),
                share=context.phrases.numbers.percent(its, 0),
            )
            for own, (source, ahead, its) in shown
        )
    details = [say("finding.points.kind")]
    if not lines:
        details.insert(0, say("finding.points.ahead", points=with_interval(number_of(context, winners))))
    return Headline(
        say("finding.points.question"),
        lead,
        (*details, n_of(context)),
        lines,
        "winners",
        key="points",
        weight=55 if is_notable else 28,
        is_notable=is_notable,
        wanted=of_source(specs["points_mean"], view.facts, item),
    )


def _decisive(view: CellView) -> tuple[str, Estimate, float] | None:
    """The source in which winners are furthest ahead, by how much, and its part of all leads."""
    won, lost = view.by_item("points_winner_mean"), view.by_item("points_other_mean")
    leads = {
        item: won[item].value - lost[item].value
        for item in won
        if item in lost and isfinite(won[item].value) and isfinite(lost[item].value)
    }
    ahead = sum(lead for lead in leads.values() if lead > 0)
    if ahead <= 0 or len(leads) < 2:
        return None
    item = max(leads, key=lambda key: leads[key])
    a, b = won[item], lost[item]
    limits = mover(a.value, Interval(a.low, a.high), b.value, Interval(b.low, b.high))
    return item, Estimate(leads[item], limits.low, limits.high, a.n, a.level, "mover"), leads[item] / ahead
