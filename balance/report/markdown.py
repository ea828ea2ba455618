"""A report as Markdown, made for the text of a pull request: findings first, tables folded, nothing to fetch."""

from __future__ import annotations

import re
from collections.abc import Iterator

from balance.report.answers import Headline
from balance.report.entries import FigureBlock, Table
from balance.report.model import ReportModel
from balance.report.numbers import plain

MOST_ROWS = 40
"""Rows of a folded table; the page and metrics.csv have all of them."""

_ENTITIES = str.maketrans({sign: f"&#{ord(sign)};" for sign in "<>@#$"} | {"&": "&amp;"})
"""Signs that begin markup, a mention, a reference or mathematics wherever they stand."""
_SIGNS = re.compile(r"([\\`*_\[\]|~])")
_AT_START = re.compile(r"^([-+=]|\d+(?=[.)](?:\s|$)))")


def escaped(text: str) -> str:
    """A text that stays text in Markdown: no markup, no link, no mention, on one line."""
    line = " ".join(plain(text).split()).translate(_ENTITIES)
    line = line.replace("://", "&#58;//").replace("www.", "www&#46;")
    return _AT_START.sub(_not_a_list, _SIGNS.sub(r"\\\1", line))


def _not_a_list(match: re.Match[str]) -> str:
    """What would begin a list or underline a heading; a backslash before a digit would be shown."""
    sign = match[1]
    return sign + "\\" if sign[0].isdigit() else "\\" + sign


def code(text: str) -> str:
    """A command as it is typed, with a fence that none of its own backticks ends."""
    line = " ".join(text.split())
    fence = "`" * (max((len(run) for run in re.findall("`+", line)), default=0) + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def markdown(model: ReportModel) -> str:
    """The whole document; every text of the model is escaped here."""
    return "\n".join(_lines(model)).rstrip() + "\n"


def _lines(model: ReportModel) -> Iterator[str]:
    page = model.texts["page"]
    yield f"## {escaped(model.title)}"
    yield ""
    if model.subtitle:
        yield from (escaped(model.subtitle), "")
    yield " · ".join(f"{escaped(label)}: **{escaped(value)}**" for label, value in model.summary)
    yield ""
    for alert in model.alerts:
        yield from (f"> **{escaped(alert)}**", "")
    if model.quiet:
        yield from (escaped(model.quiet), "")
    for number, finding in enumerate(model.headlines, 1):
        yield from _finding(model, number, finding)
    yield ""
    for finding in model.rest:
        yield f"- {escaped(finding.lead)} <sub>{escaped(' · '.join([*finding.cells, ' '.join(finding.details)]))}</sub>"
    if model.rest:
        yield ""
    if model.power:
        yield from (f"<sub>{escaped(model.power)}</sub>", "")
    if model.glance is not None:
        yield from (f"### {escaped(page['glance'])}", "", *_table(model.glance), "")
    for number, block in enumerate(model.figures, 1):
        yield from _figure(model, number, block)
    if model.others is not None:
        yield from _folded(page["others"], model.others)
    for values in model.assumed:
        title = f"{page['assumed_title']}: {values.title}" if values.title else page["assumed_title"]
        yield from _folded(title, values.table, *values.notes)
    yield f"{escaped(page['repeat'])}: {code(model.command)}"
    yield ""
    yield f"<sub>{escaped(model.versions)}</sub>"


def _finding(model: ReportModel, number: int, finding: Headline) -> Iterator[str]:
    """A numbered sentence; what stands behind it is smaller, cells are a list below it."""
    yield f"{number}. **{escaped(finding.lead)}**"
    yield from (f"   - {escaped(line)}" for line in finding.cells)
    if finding.cells:
        yield ""
    place = model.figure_number(finding.target)
    figure = f" ({escaped(model.texts['page']['figure'].format(number=place))})" if place else ""
    yield f"   <sub>{escaped(' '.join(finding.details))}{figure}</sub>"
    if finding.replay:
        yield f"   <br>{escaped(finding.replay_words)} {code(finding.replay)}"


def _figure(model: ReportModel, number: int, block: FigureBlock) -> Iterator[str]:
    name = model.texts["page"]["figure"].format(number=number)
    yield from _folded(f"{name}: {block.title}", block.data, *block.notes, block.caption, first=block.facts)


def _folded(title: str, table: Table, *notes: str, first: Table | None = None) -> Iterator[str]:
    """A table behind its title; blank lines make GitHub read Markdown inside."""
    yield from (f"<details><summary>{escaped(title)}</summary>", "")
    if first is not None:
        yield from (*_table(first), "")
    yield from (*_table(table), "")
    for note in notes:
        if note:
            yield from (escaped(note), "")
    yield from ("</details>", "")


def _table(table: Table) -> Iterator[str]:
    """A table, cut after so many rows with a row that says so."""
    yield f"| {' | '.join(escaped(cell) or ' ' for cell in table.head)} |"
    yield f"|{'---|' * len(table.head)}"
    for row in table.rows[:MOST_ROWS]:
        yield f"| {' | '.join(escaped(cell) or ' ' for cell in row)} |"
    if len(table.rows) > MOST_ROWS:
        more = f"… (+{len(table.rows) - MOST_ROWS})"
        yield f"| {more} |{' |' * (len(table.head) - 1)}"
