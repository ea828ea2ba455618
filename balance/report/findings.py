"""At most five sentences that a designer must know, the most important first; docs/findings.md has the bounds.

What is notable comes before what is only asked by everybody. A game's own rules are judged here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from balance.core.finding import Rule
from balance.core.metric import MetricSpec, Unit
from balance.report.answers import Headline, kind_of, n_of
from balance.report.entries import MANY, Context
from balance.report.examples import Examples, no_example, of_rule
from balance.report.headlines import headlines
from balance.report.overview import bound_in_unit, in_unit
from balance.report.players_headline import players_headline
from balance.report.points_headline import points_headline
from balance.report.views import CellView
from balance.stats.estimate import Estimate

MOST = 5
"""Sentences on the first screen."""


@dataclass(frozen=True, slots=True)
class _Hit:
    """An estimate that lies beyond a rule's bound in a cell."""

    view: CellView
    item: str | None
    estimate: Estimate
    excess: float


def findings(
    context: Context,
    rules: Sequence[Rule],
    specs: Mapping[str, MetricSpec],
    others: Sequence[Headline | None],
    example: Examples = no_example,
) -> tuple[tuple[Headline, ...], tuple[Headline, ...]]:
    """The sentences of the first screen, and what else could be said, both with the most important first.

    Args:
        context: The report.
        rules: The game's own.
        specs: Every metric by its name.
        others: Sentences about other things than estimates; None for one that has nothing to say.
        example: Finds playouts worth looking at.
    """
    found = [*headlines(context), *_of_rules(context, rules, specs)]
    more = (players_headline(context), points_headline(context, specs), *others)
    found += [one for one in more if one is not None]
    found.sort(key=lambda one: -one.weight)
    topics = {rule.key: rule.topic for rule in rules if rule.topic}
    first: dict[str, Headline] = {}
    for one in found:
        first.setdefault(topics.get(one.key, one.key), one)
    chosen = [*first.values(), *(one for one in found if one not in first.values())][:MOST]
    said = tuple(_with_example(context, one, example) for one in found if one in chosen)
    return said, tuple(one for one in found if one not in chosen)


def _with_example(context: Context, said: Headline, example: Examples) -> Headline:
    """A finding with the command that tells a playout of its kind, if there is one."""
    command = example(said.wanted) if said.wanted is not None else ""
    if said.wanted is None or not command:
        return said
    return replace(said, replay=command, replay_words=said.wanted.words(context.phrases))


def is_quiet(found: Sequence[Headline]) -> bool:
    """Whether nothing is notable: all sentences are answers that every report gives."""
    return not any(one.is_notable for one in found)


def _of_rules(context: Context, rules: Sequence[Rule], specs: Mapping[str, MetricSpec]) -> Iterator[Headline]:
    for rule in rules:
        hits = [hit for view in context.views if (hit := _strongest(rule, view)) is not None]
        if hits:
            yield _headline(context, rule, hits, specs[rule.metric])


def _hits(rule: Rule, view: CellView) -> list[_Hit]:
    """Everything in a cell that lies beyond the bound, what lies furthest first."""
    if not rule.only(view.facts):
        return []
    judged: dict[str | None, Estimate | None] = {}
    if rule.each:
        judged.update(view.by_item(rule.metric))
    else:
        judged[rule.item] = view.one(rule.metric, rule.item)
    found = [
        _Hit(view, item, estimate, excess)
        for item, estimate in judged.items()
        if estimate is not None and (excess := rule.excess(estimate.low, estimate.high)) > 0
    ]
    return sorted(found, key=lambda hit: -hit.excess)


def _strongest(rule: Rule, view: CellView) -> _Hit | None:
    return next(iter(_hits(rule, view)), None)


def _headline(context: Context, rule: Rule, hits: Sequence[_Hit], spec: MetricSpec) -> Headline:
    own, total, unit = context.phrases.own_text, len(context.views), spec.unit
    worst = max(hits, key=lambda hit: hit.excess)
    section = f"findings.{rule.key}"
    bound = bound_in_unit(context, unit, rule.bound)
    value, limits = _written(context, unit, worst)
    where = context.phrases.say(_where(len(hits), total))
    words = {
        "value": value,
        "interval": limits,
        "bound": bound,
        "where": where.format(count=len(hits), total=total),
    }
    lead = own(f"{section}.lead", item=_item(context, worst), **words)
    if worst.estimate.value == 0:
        lead = own(f"{section}.zero", item=_item(context, worst)) or lead
    details: list[str] = []
    lines: tuple[str, ...] = ()
    if total == 1:
        details.append(_interval(context, rule, limits, worst, bound))
        details += _also(context, rule, worst, unit)
    else:
        form = "same" if rule.each and len({hit.item for hit in hits}) == 1 else "many"
        many = own(f"{section}.{form}", item=_item(context, worst), **words)
        lead = many or f"{worst.view.label}: {lead}"
        lines = _lines(context, hits, unit)
        kind = kind_of(context, worst.estimate, many=True)
        details.append(context.phrases.say(f"finding.{_side(rule)}_many", kind=kind, bound=bound))
    why = own(f"{section}.why")
    # of what hardly happens there is most likely one where it happens least seldom
    shown = worst if rule.below is None else max(hits, key=lambda hit: hit.estimate.value)
    return Headline(
        own(f"{section}.question"),
        lead,
        (*details, *([why] if why else []), n_of(context)),
        lines,
        rule.figure,
        key=rule.key,
        weight=rule.weight,
        is_notable=True,
        wanted=of_rule(rule, spec, shown.view.facts, shown.item),
    )


def _item(context: Context, hit: _Hit) -> str:
    return "" if hit.item is None else context.phrases.item(hit.item)


def _written(context: Context, unit: Unit, hit: _Hit) -> tuple[str, str]:
    """Value and limits in the metric's unit."""
    e = hit.estimate
    width = e.half_width
    return in_unit(context, unit, e.value, width), in_unit(context, unit, e.low, width, e.high)


def _where(hits: int, total: int) -> str:
    """In some variants, in both, in all of them."""
    return "finding.where" if hits < total else "finding.where_both" if total == 2 else "finding.where_all"


def _side(rule: Rule) -> str:
    """How the bound is told: none, anything at all, or a number."""
    if rule.is_unbounded:
        return "always"
    if rule.above == 0:
        return "any"
    return "below" if rule.above is None else "above"


def _interval(context: Context, rule: Rule, limits: str, hit: _Hit, bound: str) -> str:
    kind = kind_of(context, hit.estimate)
    return context.phrases.say(f"finding.{_side(rule)}", interval=limits, kind=kind, bound=bound)


def _also(context: Context, rule: Rule, worst: _Hit, unit: Unit) -> list[str]:
    """Other items of the only cell that are beyond the bound too."""
    others = [hit for hit in _hits(rule, worst.view) if hit.item != worst.item]
    if not others:
        return []
    texts = [f"{_item(context, hit)} {_written(context, unit, hit)[0]}" for hit in others[:MANY]]
    return [context.phrases.say("finding.also", items=context.phrases.listed(texts))]


def _lines(context: Context, hits: Sequence[_Hit], unit: Unit) -> tuple[str, ...]:
    """A line a cell, or for the strongest where there are many."""
    shown = list(hits)
    if len(shown) > MANY:
        shown = sorted(shown, key=lambda hit: -hit.excess)[:MANY]
    lines = []
    for hit in shown:
        value, limits = _written(context, unit, hit)
        name = f"{_item(context, hit)} " if hit.item is not None else ""
        lines.append(f"{hit.view.label}: {name}{value} ({limits})")
    return tuple(lines)
