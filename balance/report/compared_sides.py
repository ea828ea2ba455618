"""What the two sides of a comparison are: who plays on how many games, in what they differ, what a reader must know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from balance.report.changes import ChangeWriter
from balance.report.entries import Table
from balance.report.phrases import Phrases
from balance.verdict.comparison import Comparison, SideFacts
from balance.verdict.differences import RuleDifference

_MOST_CELLS = 4
"""Variants that are named where some are left out."""


def summary(comparison: Comparison, phrases: Phrases) -> tuple[tuple[str, str], ...]:
    """Facts that every reader needs, label and value."""
    say = phrases.say
    a, b = comparison.a, comparison.b
    seed = str(a.seed) if a.seed == b.seed else say("compare.seeds", a=a.seed, b=b.seed)
    bots = [
        say("compare.bots_same", policies=", ".join(tier.a_policies))
        if tier.a_policies == tier.b_policies
        else say("compare.bots_differ", a=", ".join(tier.a_policies), b=", ".join(tier.b_policies))
        for tier in comparison.tiers
    ]
    return (
        (say("compare.a"), a.name),
        (say("compare.b"), b.name),
        (say("compare.games"), _games(comparison, phrases)),
        (say("compare.bots"), " · ".join(bots)),
        (say("compare.seed"), seed),
    )


def _games(comparison: Comparison, phrases: Phrases) -> str:
    if comparison.is_partly_paired:
        return phrases.say("compare.games_partly", games=phrases.games(comparison.n))
    if not comparison.why:
        return phrases.say("compare.games_paired", games=phrases.games(comparison.n))
    if {*comparison.a.games} == {*comparison.b.games}:
        return phrases.say("compare.games_unpaired", games=phrases.games(comparison.n))
    a, b = (_range(side, phrases) for side in (comparison.a, comparison.b))
    return phrases.say("compare.games_apart", a=a, b=b)


def _range(side: SideFacts, phrases: Phrases) -> str:
    """How many games a side has; of several variants the fewest and the most."""
    ends = dict.fromkeys((min(side.games), max(side.games)))
    *first, last = (phrases.numbers.number(n) for n in ends)
    return "–".join([*first, phrases.games(max(side.games)) if not first else last])


def alerts(comparison: Comparison, writer: ChangeWriter) -> Iterator[str]:
    """What must be known before any number is read."""
    phrases, say, a, b = writer.phrases, writer.phrases.say, comparison.a, comparison.b
    sides = ((say("compare.a"), a), (say("compare.b"), b))
    if comparison.why:
        yield say(f"compare.unpaired_{comparison.why}")
    if comparison.is_partly_paired:
        yield say("compare.unpaired_only", cells=_named([*map(writer.cell, comparison.unpaired)]))
    for name, side in sides:
        if side.is_interrupted:
            yield say("compare.interrupted", side=name)
    if a.versions["rules"] != b.versions["rules"]:
        yield say("compare.other_rules_version", a=a.versions["rules"], b=b.versions["rules"])
    elif a.versions["sources"] != b.versions["sources"]:
        yield say("compare.other_sources")
    if not comparison.why and {*a.games} != {*b.games}:
        yield say("compare.more_games", a=_range(a, phrases), b=_range(b, phrases))
    for name, side in sides:
        if side.left_out:
            yield say("compare.left_out", side=name, n=len(side.left_out), cells=_named(side.left_out))


def _named(cells: Sequence[str]) -> str:
    """Some keys of cells, not all of many."""
    return "; ".join(cells[:_MOST_CELLS]) + ("; …" if len(cells) > _MOST_CELLS else "")


def identical(comparison: Comparison, writer: ChangeWriter) -> str:
    """A sentence on variants that are the same on both sides, or empty."""
    if not comparison.identical:
        return ""
    named = _named([*map(writer.cell, comparison.identical)])
    return writer.phrases.say("compare.identical", cells=named)


def rules_table(comparison: Comparison, writer: ChangeWriter) -> Table | None:
    """Rules that differ, with both values and where they were written; None if there are none."""
    phrases = writer.phrases

    def rows(rule: RuleDifference, title: str, places: Sequence[str]) -> Iterator[tuple[str, ...]]:
        if rule.a_place and rule.b_place and (parts := phrases.differing_parts(rule.key, rule.a, rule.b)):
            yield from ((f"{title} · {name}", a, b, *places, rule.key) for name, a, b in parts)
            return
        values = [
            phrases.say("compare.rules_absent") if not place else phrases.value(rule.key, value)
            for value, place in ((rule.a, rule.a_place), (rule.b, rule.b_place))
        ]
        yield (title, *values, *places, rule.key)

    return _table(comparison.rules, "rules_key", rows, writer)


def line_ups_table(comparison: Comparison, writer: ChangeWriter) -> Table | None:
    """What differs in who plays, likewise."""

    def rows(found: RuleDifference, title: str, places: Sequence[str]) -> Iterator[tuple[str, ...]]:
        yield (title, *(_choice(value, writer.phrases) for value in (found.a, found.b)), *places, found.key)

    return _table(comparison.line_ups, "line_ups_key", rows, writer)


def _choice(value: Any, phrases: Phrases) -> str:
    """A policy's name, several of them, a weight, or whether seats change."""
    if value is None:
        return phrases.say("compare.rules_absent")
    if isinstance(value, list):
        return ", ".join(value)
    return value if isinstance(value, str) else phrases.value("", value)


def _table(
    differences: Sequence[RuleDifference],
    first: str,
    rows: Callable[[RuleDifference, str, Sequence[str]], Iterator[tuple[str, ...]]],
    writer: ChangeWriter,
) -> Table | None:
    if not differences:
        return None
    phrases, say = writer.phrases, writer.phrases.say
    head = (
        say(f"compare.{first}"),
        say("compare.a"),
        say("compare.b"),
        say("compare.rules_place", side=say("compare.a")),
        say("compare.rules_place", side=say("compare.b")),
        say("compare.rules_code"),
    )
    found: list[tuple[str, ...]] = []
    for each in differences:
        places = [
            say("page.default") if place == "default" else place for place in (each.a_place, each.b_place)
        ]
        title = phrases.key_title(each.key)
        if each.cells and not all(each.key in writer.settings.get(cell, {}) for cell in each.cells):
            title += f" ({_named([*map(writer.cell, each.cells)])})"  # a swept key names itself
        found += rows(each, title, places)
    return Table(head, tuple(found))
