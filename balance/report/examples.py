"""Which playout shows what a finding says: asked for as data, for a report neither plays nor reads tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from balance.core.finding import Rule
from balance.core.metric import CellFacts, MetricSpec, Tally
from balance.report.phrases import Phrases


@dataclass(frozen=True, slots=True)
class Wanted:
    """A playout of a kind; of several alike the most typical.

    Args:
        cell: Key of its cell.
        how: `closest`, `longest`, …, as `balance replay --pick` chooses, `cut_off`, or one of these:
            `seat`, `policy`: won by it alone; `end`, `few_ends`: it ended so, as many do or few;
            `won_most`: the winner has most of a column; `most`: the seats or the playout have most of it.
        seat: The seat, from 0.
        word: The policy, or the end reason.
        table: Of the column.
        column: A column, or a sum of some.
    """

    cell: str
    how: str
    seat: int = 0
    word: str = ""
    table: Literal["games", "seats"] = "seats"
    column: str = ""

    def words(self, phrases: Phrases) -> str:
        """What it is, before the command that tells it."""
        return phrases.say(f"finding.replay.{self.how}", seat=self.seat + 1, policy=self.word)


Examples = Callable[[Wanted], str]
"""From a wanted playout to the command that tells it; empty if there is none."""


def no_example(_: Wanted) -> str:
    """Where nothing is stored, nothing can be told."""
    return ""


def of_rule(rule: Rule, spec: MetricSpec, facts: CellFacts, item: str | None) -> Wanted | None:
    """The playout that shows why a rule is said of a cell; None where it is said of what hardly happens.

    Args:
        rule: The rule.
        spec: Its metric.
        facts: The cell.
        item: What it is said of.
    """
    if rule.pick:
        return Wanted(facts.key, rule.pick)
    tally = _tally_of(spec, facts, item)
    if tally is None:
        return None
    if "end_reason" in tally.by:
        reason = next(q.part.label[0] for q in spec.quotients(facts) if q.item == item)
        return Wanted(facts.key, "few_ends" if rule.above is None else "end", word=str(reason))
    if rule.above is None:
        return None
    how = "won_most" if tally.table == "seats" and item is not None else "most"
    return Wanted(facts.key, how, table=tally.table, column=tally.column)


def of_source(spec: MetricSpec, facts: CellFacts, source: str) -> Wanted | None:
    """The win that rests most on a source of points."""
    tally = _tally_of(spec, facts, source)
    return None if tally is None else Wanted(facts.key, "won_most", table=tally.table, column=tally.column)


def _tally_of(spec: MetricSpec, facts: CellFacts, item: str | None) -> Tally | None:
    """What is counted of an item: the upper part of its quotient, or the column that bears its name."""
    for quotient in spec.quotients(facts):
        if (quotient.item, quotient.seat) == (item, None):
            return quotient.part.tally
    named = (t for t in spec.tallies(facts) if item and (t.column == item or t.column.endswith(f"_{item}")))
    return next(named, None)
