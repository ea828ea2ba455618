"""The runs behind a comparison: where their own pages are, what they assume, who played in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from balance.report.bots import bots_table
from balance.report.entries import Table
from balance.report.facts import RunFacts, Value
from balance.report.origins import ValueGroup, assumed_values
from balance.report.phrases import Phrases


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """One side as it was played.

    Args:
        side: Which one.
        facts: From its manifest.
        link: From the page of the comparison to its own page; empty if it has none.
        command: What to type to write that page.
    """

    side: Literal["a", "b"]
    facts: RunFacts
    link: str
    command: str


@dataclass(frozen=True, slots=True)
class RunLink:
    """Where to read more about one side.

    Args:
        label: Whose page it is.
        link: Its address, empty if it has not been written.
        command: What to type to write it.
    """

    label: str
    link: str
    command: str


def run_links(runs: Sequence[ComparedRun], phrases: Phrases) -> Iterator[RunLink]:
    """One a run; of several with the same side each is told by who plays."""
    sides = [run.side for run in runs]
    for run in runs:
        side = phrases.say(f"compare.{run.side}")
        if sides.count(run.side) > 1:
            side += f" ({', '.join(_policies(run.facts))})"
        said = "compare.report_there" if run.link else "compare.report_by"
        yield RunLink(phrases.say(said, side=side), run.link, run.command)


def assumed_on(a: RunFacts, b: RunFacts, phrases: Phrases) -> tuple[ValueGroup, ...]:
    """What no rule text gives: first what both sides hold alike, then what only holds on one."""
    ours, theirs = _assumed(a), _assumed(b)
    alike = [value for key, value in ours.items() if key in theirs and _held(a, key) == _held(b, key)]
    both = replace(a, values=tuple(alike), cells=a.cells + b.cells, swept={**b.swept, **a.swept})
    groups = list(assumed_values(both, phrases))
    known = {value.key for value in alike}
    for side, facts, found in (("a", a, ours), ("b", b, theirs)):
        own = replace(facts, values=tuple(value for key, value in found.items() if key not in known))
        only = phrases.say("compare.assumed_on", side=phrases.say(f"compare.{side}"))
        groups += [
            replace(group, title=f"{only}: {group.title}" if group.title else only)
            for group in assumed_values(own, phrases)
        ]
    return tuple(groups)


def bots_of(runs: Sequence[ComparedRun], phrases: Phrases) -> Table:
    """Each policy of any run with its style; one that plays otherwise on each side stands there twice."""
    tables = [(run.side, bots_table(run.facts, phrases)) for run in runs]
    styles: dict[str, dict[str, str]] = {}
    for side, table in tables:
        for name, style in table.rows:
            styles.setdefault(name, {}).setdefault(style, phrases.say(f"compare.{side}"))
    rows = [
        (name if len(found) == 1 else f"{name} ({side})", style)
        for name, found in styles.items()
        for style, side in found.items()
    ]
    return Table(tables[0][1].head, tuple(rows))


def _policies(facts: RunFacts) -> dict[str, None]:
    return dict.fromkeys(policy for cell in facts.cells for policy in cell.policies)


def _assumed(facts: RunFacts) -> dict[str, Value]:
    return {value.key: value for value in facts.values if value.source == "assumed"}


def _held(facts: RunFacts, key: str) -> set[str]:
    """Every value that a key has in any cell."""
    return {repr(cell.value(key)) for cell in facts.cells}
