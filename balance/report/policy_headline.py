"""Who wins where different bots play: the sentence that leads there, before any about seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite

from balance.metrics import ladder_of
from balance.report.answers import Headline, kind_of, n_of, number_of, share_of, with_interval
from balance.report.entries import MANY, Context
from balance.report.examples import Wanted
from balance.report.views import CellView
from balance.stats.estimate import Estimate


def policy_shares(view: CellView) -> dict[str, Estimate]:
    """The part of all games that each bot wins in any of its seats; empty for one bot.

    The bot whose single seat wins most stands first: one seat of a strong bot may win less than three weak ones.
    """
    if not view.record.is_mixed:
        return {}
    a_seat = {p: e for p, e in view.by_item("policy_win_share").items() if isfinite(e.value)}
    seats = view.record.policies
    return {
        policy: _times(a_seat[policy], seats.count(policy))
        for policy in sorted(a_seat, key=lambda policy: -a_seat[policy].value)
    }


def policy_headline(context: Context, of_seats: Headline) -> Headline | None:
    """Which bot wins, then what can be said about seats; None if the same bot plays everywhere.

    Args:
        context: The report.
        of_seats: The answer about seats, whose lead becomes a detail.
    """
    say = context.phrases.say
    found = {view.label: (view, shares) for view in context.views if (shares := policy_shares(view))}
    if not found:
        return None
    question = say("headline.policies.question")
    estimate = next(iter(next(iter(found.values()))[1].values()))
    kind = kind_of(context, estimate, "policies")
    order = ladder_of([view.measured for view in context.views]) if len(context.views) > 1 else None
    if len(context.views) == 1:
        view, shares = next(iter(found.values()))
        best, *others = shares
        share, interval = share_of(context, shares[best])
        details = [say("headline.policies.kind", kind=kind), _even(context, view, best)]
        if others:
            rest = [f"{name} {with_interval(share_of(context, shares[name]))}" for name in others]
            details.append(say("headline.policies.rest", rest=context.phrases.listed(rest)))
        lead = say("headline.policies.lead", policy=best, share=share, interval=interval)
        lines: tuple[str, ...] = ()
    else:
        lead = _of_many(context, list(found.values()))
        if order is not None:
            lead = say("headline.policies.order", order=", ".join(order.strengths))
            details = [say("headline.policies.elo", policy=order.reference)]
            lines = tuple(_strength(context, *pair) for pair in list(order.strengths.items())[: 2 * MANY])
        else:
            details = [say("headline.policies.kind", kind=kind)]
            lines = tuple(_line(context, *pair) for pair in list(found.values())[:MANY])
    confounded = all(view.record.is_confounded for view, _ in found.values())
    about_seats = say("headline.seats.confounded_why") if confounded else of_seats.lead
    return Headline(
        question,
        lead,
        (*details, about_seats, n_of(context)),
        lines,
        "policies" if order is None else "ladder",
        key="policies",
        weight=85,
        is_notable=True,
        wanted=_a_win(list(found.values())),
    )


def _a_win(found: Sequence[tuple[CellView, Mapping[str, Estimate]]]) -> Wanted | None:
    """A win of the bot whose seat surely wins more than its part, where it does so most; None where none does."""
    firsts = [(view, next(iter(shares.items()))) for view, shares in found]
    sure = [
        (view, policy, e.value / (view.record.policies.count(policy) * view.fair))
        for view, (policy, e) in firsts
        if view.fair > 0 and e.low > view.record.policies.count(policy) * view.fair
    ]
    if not sure:
        return None
    view, policy, _ = max(sure, key=lambda one: one[2])
    return Wanted(view.facts.key, "policy", word=policy)


def _of_many(context: Context, found: Sequence[tuple[CellView, Mapping[str, Estimate]]]) -> str:
    """Who wins in several cells: a bot is named where it surely wins more than it would if all were alike."""
    firsts = []
    for view, shares in found:
        best = next(iter(shares))
        if shares[best].low > view.record.policies.count(best) * view.fair:
            firsts.append(best)
    cells = len(context.views)
    key = "many"
    if len(firsts) < cells:
        key = "many_some" if firsts else "many_none"
    elif len(set(firsts)) == 1:
        key = "many_same"
    return context.phrases.say(
        f"headline.policies.{key}", policy="".join(firsts[:1]), count=len(firsts), cells=cells
    )


def policy_scores(context: Context, view: CellView) -> str:
    """Each bot's mean score in a sentence; empty where one bot plays or scores were not measured."""
    scores: Mapping[str, Estimate] = view.by_item("policy_score_mean")
    known = {policy: e for policy, e in scores.items() if isfinite(e.value)}
    if not view.record.is_mixed or not known:
        return ""
    texts = [f"{policy} {with_interval(number_of(context, e))}" for policy, e in known.items()]
    return context.phrases.say("headline.policies.scores", scores=context.phrases.listed(texts))


def _times(estimate: Estimate, seats: int) -> Estimate:
    """What all seats of a bot win together, from what one of them wins on average."""
    return replace(
        estimate,
        value=min(1.0, seats * estimate.value),
        low=seats * estimate.low,
        high=min(1.0, seats * estimate.high),
    )


def _even(context: Context, view: CellView, policy: str) -> str:
    seats = view.record.policies.count(policy)
    even = context.phrases.numbers.percent(seats * view.fair, 1 if (100 * seats) % view.facts.n_seats else 0)
    return context.phrases.say("headline.policies.even", share=even)


def _strength(context: Context, policy: str, elo: Estimate) -> str:
    """A bot's place in the order: its distance from the reference, with its interval where it has one."""
    numbers = context.phrases.numbers
    if elo.low == elo.high:
        return f"{policy}: {numbers.number(elo.value)}"
    return f"{policy}: {with_interval((numbers.signed(elo.value), numbers.interval(elo.low, elo.high)))}"


def _line(context: Context, view: CellView, shares: Mapping[str, Estimate]) -> str:
    best = next(iter(shares))
    share, interval = share_of(context, shares[best])
    return context.phrases.say(
        "headline.policies.cell", cell=view.label, policy=best, share=share, interval=interval
    )
