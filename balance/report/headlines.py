"""The first screen: three sentences that answer what a designer asks, each with number, interval and n."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

from balance.report.answers import Headline, kind_of, n_of, number_of, sensible_digits, share_of
from balance.report.entries import MANY, Context
from balance.report.examples import Wanted
from balance.report.numbers import digits_for
from balance.report.policy_headline import policy_headline, policy_scores
from balance.report.seat_headline import seats_headline
from balance.report.spreads import NEARLY_ALL
from balance.report.views import CellView, mode_of, quantiles_of
from balance.stats.estimate import Estimate

_NOT_FINISHED = 0.01
"""Share of playouts without a result from which that must be said before anything else."""


def headlines(context: Context) -> tuple[Headline, ...]:
    """The answers that every report gives, each with its weight among the findings."""
    seats = seats_headline(context)
    first = policy_headline(context, seats) or seats
    closest = min(context.views, key=_mean_margin)
    wanted = Wanted(closest.facts.key, "closest")
    close = replace(_closeness(context), wanted=wanted, key="close", weight=26)
    ends = replace(_ends(context), wanted=_an_end(context), key="ends", weight=24)
    if any(view.truncated > _NOT_FINISHED for view in context.views):
        most = max(context.views, key=lambda view: view.truncated)
        ends = replace(ends, wanted=Wanted(most.facts.key, "cut_off"), weight=95, is_notable=True)
    return (first, close, ends)


def _mean_margin(view: CellView) -> float:
    margin = view.one("margin_mean")
    return margin.value if margin is not None and isfinite(margin.value) else float("inf")


# --- how close, how long? --------------------------------------------------------------------------------


def _length(context: Context, view: CellView, said: str = "") -> str:
    """The mean length in words, or the exact one where it never varies; empty if it was not measured.

    Args:
        context: The report.
        view: The cell.
        said: `_said` for a clause of its own.
    """
    say, numbers, histogram = context.phrases.say, context.phrases.numbers, view.lengths()
    unit = context.phrases.length_unit
    if histogram is not None:
        length, share = mode_of(histogram)
        if share >= NEARLY_ALL:
            key, text = "exact" if share == 1 else "mostly", numbers.number(length)
            return say(f"headline.close.{key}{said}", length=text, unit=unit(text))
    mean = view.one("length_mean")
    if mean is None or not isfinite(mean.value):
        return ""
    about = number_of(context, mean)[0]
    return say(f"headline.close.about{said}", length=about, unit=unit(about))


def _closeness(context: Context) -> Headline:
    say = context.phrases.say
    question = say("headline.close.question")
    margins = [(view, view.one("margin_mean")) for view in context.views]
    known = [(view, m) for view, m in margins if m is not None and isfinite(m.value)]
    if len(context.views) == 1:
        lead, details = _one_closeness(context, context.views[0], known[0][1] if known else None)
        return Headline(question, lead, (*details, n_of(context)), (), "margin" if known else "length")
    if not known:
        return Headline(question, say("headline.close.nothing"), (n_of(context),), (), "")
    order = sorted(range(len(known)), key=lambda index: known[index][1].value)
    ends = [known[order[0]][1], known[order[-1]][1]]
    digits = min(sensible_digits(margin.value, margin.half_width) for margin in ends)
    low, high = (context.phrases.numbers.number(margin.value, digits) for margin in ends)
    lead = say("headline.close.many_same" if low == high else "headline.close.many", low=low, high=high)
    kind = kind_of(context, known[0][1], many=True)
    conditions = (say("headline.close.kind", kind=kind), n_of(context))
    chosen = known if len(known) <= MANY else [known[order[0]], known[order[-1]]]
    return Headline(
        question, lead, conditions, tuple(_close_line(context, *pair) for pair in chosen), "margin"
    )


def _one_closeness(context: Context, view: CellView, margin: Estimate | None) -> tuple[str, list[str]]:
    say = context.phrases.say
    length, details = _length(context, view, "_said"), []
    if margin is None:
        key = "length_only" if length else "nothing"
        lead = say(f"headline.close.{key}", length=length[:1].upper() + length[1:])
    else:
        value, limits = number_of(context, margin)
        lead = say(f"headline.close.{'lead_length' if length else 'lead'}", margin=value, length=length)
        kind = kind_of(context, margin)
        known = isfinite(margin.half_width)
        details.append(
            say("headline.close.margin", interval=limits, kind=kind) if known else say("headline.too_few")
        )
        median = quantiles_of(view.margins())[2]
        if isfinite(median):
            details.append(say("headline.close.half", median=context.phrases.numbers.number(median)))
    details += _score_and_length(context, view)
    ties = view.one("tie_share")
    if ties is not None and isfinite(ties.value):
        share, limits = share_of(context, ties)
        details.append(say("headline.close.ties", share=share, interval=limits))
    return lead, details


def _score_and_length(context: Context, view: CellView) -> list[str]:
    """The mean score, so that a lead can be judged, and the interval of a length that varies."""
    say, found = context.phrases.say, []
    score, length, lengths = view.one("score_mean"), view.one("length_mean"), view.lengths()
    if by_policy := policy_scores(context, view):
        found.append(by_policy)
    elif score is not None and isfinite(score.value):
        value, limits = number_of(context, score)
        found.append(say("headline.close.score", score=value, interval=limits))
    varies = lengths is None or mode_of(lengths)[1] < NEARLY_ALL
    if length is not None and isfinite(length.value) and varies:
        unit = context.phrases.name("length_unit")
        found.append(say("headline.close.length", interval=number_of(context, length)[1], unit=unit))
    return found


def _close_line(context: Context, view: CellView, margin: Estimate) -> str:
    value, limits = number_of(context, margin)
    length = _length(context, view)
    key = "cell" if length else "cell_margin"
    return context.phrases.say(
        f"headline.close.{key}", cell=view.label, margin=value, interval=limits, length=length
    )


# --- what ends it? ---------------------------------------------------------------------------------------


def _ends(context: Context) -> Headline:
    say = context.phrases.say
    question = say("headline.ends.question")
    known = [(view, ends) for view in context.views if (ends := _ranked(view))]
    if not known:
        return Headline(question, say("headline.ends.nothing"), (n_of(context),), (), "")
    kind = kind_of(context, known[0][1][0][1], many=len(known) > 1)
    truncated = _truncation(context)
    if len(context.views) == 1:
        lead, details = _one_end(context, known[0][1], kind)
        return Headline(question, lead, (*details, *truncated, n_of(context)), (), "ends")
    first = {ends[0][0] for _, ends in known}
    lead = say("headline.ends.differ")
    if len(first) == 1:
        lead = _main_end(context, first.pop(), "same", _hull(context, [ends[0][1] for _, ends in known]))
    if len(known) > MANY:
        known = sorted(known, key=lambda pair: pair[1][0][1].value)
        known = [known[0], known[-1]]
    lines = [
        say(
            "headline.ends.cell",
            cell=view.label,
            reason=context.phrases.name(ends[0][0]),
            share=share_of(context, ends[0][1])[0],
            interval=share_of(context, ends[0][1])[1],
        )
        for view, ends in known
    ]
    details = [say("headline.ends.kind", kind=kind), n_of(context)]
    return Headline(question, lead, (*truncated, *details), tuple(lines), "ends")


def _an_end(context: Context) -> Wanted | None:
    """A playout that ended as most do, where that is more often so than anywhere else."""
    known = [(view, ends[0]) for view in context.views if (ends := _ranked(view))]
    if not known:
        return None
    view, (reason, _) = max(known, key=lambda pair: pair[1][1].value)
    return Wanted(view.facts.key, "end", word=reason)


def _hull(context: Context, estimates: Sequence[Estimate]) -> str:
    """Smallest to largest share, or the one that all are."""
    low, high = min(e.value for e in estimates), max(e.value for e in estimates)
    if low == high:
        return share_of(context, estimates[0])[0]
    return context.phrases.numbers.percent_interval(low, high)


def _ranked(view: CellView) -> list[tuple[str, Estimate]]:
    """End reasons, the most frequent first; those that never came included."""
    return sorted(view.by_item("end_reason").items(), key=lambda pair: -pair[1].value)


def _main_end(context: Context, reason: str, key: str, share: str = "") -> str:
    """A sentence about a reason: with the game's own clause if it has one, else with the reason's name."""
    clause = context.phrases.names.clause(reason, context.phrases.lang)
    if clause is not None:
        return context.phrases.say(f"headline.ends.{key}", because=clause, share=share)
    name = context.phrases.name(reason)
    return context.phrases.say(f"headline.ends.{key}_named", reason=name, share=share)


def _one_end(context: Context, ends: list[tuple[str, Estimate]], kind: str) -> tuple[str, list[str]]:
    say = context.phrases.say
    reason, estimate = ends[0]
    # parts of one whole are written with the same decimals, so that they add up
    digits = max((digits_for(100 * e.half_width, 2) for _, e in ends if e.value > 0), default=0)
    share, limits = share_of(context, estimate, digits)
    if estimate.value >= 1:
        lead = _main_end(context, reason, "always")
        low = context.phrases.numbers.percent(estimate.low, digits_for(100 * estimate.half_width, 2))
        return lead, [say("headline.ends.at_least", low=low, kind=kind)]
    lead = _main_end(context, reason, "because", share)
    details = [say("headline.ends.interval", interval=limits, kind=kind)]
    rest = []
    for other, its in ends[1:]:
        if its.value > 0:
            part, its_limits = share_of(context, its, digits)
            name = context.phrases.name(other)
            rest.append(say("headline.ends.rest_item", reason=name, share=part, interval=its_limits))
    if rest:
        details.append(say("headline.ends.rest", rest=context.phrases.listed(rest)))
    return lead, details


def _truncation(context: Context) -> list[str]:
    """How many playouts were cut off, of each cell where any were, in one sentence; else none."""
    found = []
    for view in context.views:
        estimate = view.one("truncated_share")
        if estimate is not None and estimate.value > 0:
            share, limits = share_of(context, estimate)
            name = f"{view.short}: " if len(context.views) > 1 else ""
            found.append(f"{name}{share} ({limits})")
    if not found:
        return []
    shown = found[:MANY] + (["…"] if len(found) > MANY else [])
    return [context.phrases.say("headline.ends.truncated", shares="; ".join(shown))]
