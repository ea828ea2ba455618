"""A comparison without a page: lines for a terminal, and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balance.report.comparison import ComparisonModel, TierText
from balance.report.entries import Table
from balance.report.markdown import code, escaped
from balance.report.numbers import plain

MOST_LINES = 16
"""Changes that are printed; the page has all of them."""


def terminal_lines(model: ComparisonModel) -> Iterator[str]:
    """The comparison in lines: rules that differ, what moved, what did not, what pairing saved."""
    yield from map(plain, _lines(model))


def _lines(model: ComparisonModel) -> Iterator[str]:
    compare = model.texts["compare"]
    width = max(len(label) for label, _ in model.summary)
    yield from (f"{label:<{width}}  {value}" for label, value in model.summary)
    yield from model.alerts
    yield from ("", compare["rules_title"])
    if model.rules is None:
        yield f"  {compare['rules_none']}"
    else:
        yield from _differences(model.rules)
    if model.line_ups is not None:
        yield from ("", compare["line_ups_title"], *_differences(model.line_ups))
    if model.identical:
        yield from ("", model.identical)
    if model.agreement:
        yield from ("", compare["tiers_title"], f"  {model.agreement}")
        yield from (f"  {sentence}" for sentence in model.disagreements[:MOST_LINES])
        if (more := len(model.disagreements) - MOST_LINES) > 0:
            yield f"  {compare['more'].format(n=more)}"
    for tier in model.tiers:
        yield from _tier(model, tier)
    yield from ("", model.procedures, model.texts["reading"]["bots"])


def _differences(table: Table) -> Iterator[str]:
    for key, a, b, a_place, b_place, dotted in table.rows:
        yield f"  {key}: {a} → {b}  ({dotted}; {a_place} → {b_place})"


def _tier(model: ComparisonModel, tier: TierText) -> Iterator[str]:
    compare = model.texts["compare"]
    if tier.title:
        yield from ("", tier.title)
    if tier.winners:
        yield from ("", compare["winners_title"])
    for said, numbers in tier.winners:
        yield from (f"  {said}", f"      {numbers}")
    yield from ("", compare["moved_title"])
    if not tier.moved:
        yield f"  {tier.nothing}"
    for said, numbers in tier.leading[:MOST_LINES]:
        yield from (f"  {said}", f"      {numbers}")
    if more := len(tier.moved) - min(len(tier.leading), MOST_LINES):
        yield f"  {compare['moved_more'].format(n=more)}"
    yield from ("", compare["unmoved_title"])
    yield from (f"  {line}" for line in tier.unmoved or (tier.still,))
    if tier.alone:
        yield f"  {tier.alone}"
    if tier.one_sided:
        yield from ("", compare["one_sided_title"], *(f"  {sentence}" for sentence in tier.one_sided))
    if tier.pairing:
        yield from ("", compare["pairing_title"], f"  {tier.pairing}")


def markdown(model: ComparisonModel) -> str:
    """The comparison as Markdown, with all its tables."""
    return plain("\n".join(_markdown(model)) + "\n")


def _markdown(model: ComparisonModel) -> Iterator[str]:
    compare = model.texts["compare"]
    yield from (f"# {escaped(model.title)}", "")
    yield from (f"- **{escaped(label)}**: {escaped(value)}" for label, value in model.summary)
    yield from ("", code(model.command), "")
    yield from (f"> {escaped(alert)}" for alert in model.alerts)
    yield from ("", f"## {compare['rules_title']}", "")
    yield from _table(model.rules) if model.rules is not None else (compare["rules_none"],)
    if model.line_ups is not None:
        yield from ("", f"## {compare['line_ups_title']}", "", *_table(model.line_ups))
    if model.identical:
        yield from ("", escaped(model.identical))
    if model.agreement:
        yield from ("", f"## {compare['tiers_title']}", "", escaped(model.agreement), "")
        yield from (f"- {escaped(sentence)}" for sentence in model.disagreements)
    for tier in model.tiers:
        if tier.title:
            yield from ("", f"## {escaped(tier.title)}")
        if tier.winners:
            yield from ("", f"## {compare['winners_title']}", "", *_items(tier.winners, "-"))
        yield from ("", f"## {compare['moved_title']}", "")
        if tier.moved_table is None:
            yield escaped(tier.nothing)
        else:
            yield from _items(tier.moved, "1.")
        yield from ("", f"## {compare['unmoved_title']}", "")
        yield from _table(tier.unmoved_table) if tier.unmoved_table else (escaped(tier.still),)
        yield from ("", escaped(tier.alone)) if tier.alone else ()
        if tier.one_sided:
            yield from (
                "",
                f"## {compare['one_sided_title']}",
                "",
                *(f"- {escaped(s)}" for s in tier.one_sided),
            )
        if tier.pairing:
            yield from ("", f"## {compare['pairing_title']}", "", escaped(tier.pairing))
    yield from ("", escaped(model.procedures), "", escaped(model.texts["reading"]["bots"]))


def _items(said: Sequence[tuple[str, str]], mark: str) -> Iterator[str]:
    """Sentences as a list, each with its numbers on a line of its own."""
    return (f"{mark} {escaped(text)}  \n   {escaped(numbers)}" for text, numbers in said)


def _table(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(map(escaped, table.head))} |"
    yield f"|{'---|' * len(table.head)}"
    yield from (f"| {' | '.join(map(escaped, row))} |" for row in table.rows)
