"""Estimates on their way into a figure: rows of a panel, rows of a table, and the words below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from balance.report.numbers import digits_together
from balance.report.panels import Drawing, Panel, Row
from balance.report.phrases import Phrases
from balance.report.views import CellView
from balance.stats.estimate import Estimate

MANY = 6
"""Of more cells than this a panel is an item (a seat, a source) and its rows are cells."""
TOO_MANY = 48
"""More cells than this are not drawn at all: the table has them."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; the first column names the row.

    Args:
        head: Column titles.
        rows: As wide as the head.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def turned(self) -> Table:
        """Rows and columns exchanged; the corner stays."""
        first, *others = zip(self.head, *self.rows, strict=True)
        return Table(first, tuple(others))


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """A figure with everything around it.

    Args:
        key: Its id on the page and the name of its picture file.
        title: What it asks.
        lead: How to read it.
        caption: What is drawn, interval, n.
        panels: Drawings; empty if the table or the notes say it better.
        data: The numbers behind it.
        facts: A small table that stands open beside it, or None.
        notes: Further sentences.
        told_at: Where on the page its numbers stand, so that it repeats none; empty if they stand with it.
    """

    key: str
    title: str
    lead: str
    caption: str
    panels: tuple[Panel, ...]
    data: Table
    facts: Table | None = None
    notes: tuple[str, ...] = ()
    told_at: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """An estimate in a figure.

    Args:
        view: Its cell.
        item: What it is of.
        role: Colour role.
        estimate: The number.
        reference: What would be expected, or None.
        scale: The drawing shows value, limits and reference divided by it; texts do not.
        shift: It is taken from them before.
        key: Its key, where its name alone does not find it again.
    """

    view: CellView
    item: str
    role: str
    estimate: Estimate
    reference: float | None = None
    scale: float = 1.0
    shift: float = 0.0
    key: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What every figure needs to know.

    Args:
        phrases: The language.
        views: All measured cells.
    """

    phrases: Phrases
    views: tuple[CellView, ...]

    @property
    def is_many(self) -> bool:
        """Whether there are more cells than panels should be."""
        return len(self.views) > MANY

    @property
    def is_drawn(self) -> bool:
        """Whether there are few enough cells to draw at all."""
        return len(self.views) <= TOO_MANY

    def title(self, view: CellView) -> str:
        """Title of a cell's panel; none if it is the only one."""
        return view.label if len(self.views) > 1 else ""

    @property
    def cell_head(self) -> str:
        """What the parts of the cells' short names are."""
        return self.phrases.cell_head(self.views[0].record)

    @property
    def corner(self) -> str:
        """Corner of a table whose rows, or after turning columns, are cells."""
        return self.cell_head if self.is_many else ""

    def row_name(self, view: CellView) -> str:
        """A cell's name in such a table."""
        return view.short if self.is_many else view.label

    def text(self, key: str) -> str:
        """A figure's text, or the one for many cells where they make a different drawing of it."""
        many = f"{key}_many"
        return self.phrases.say(many if self.is_many and self.phrases.knows(many) else key)

    def n_text(self) -> str:
        """How many playouts there are, in all cells alike or from fewest to most."""
        counts = sorted({view.facts.n for view in self.views})
        if len(counts) == 1:
            text = self.phrases.games(counts[0])
        else:
            low, high = self.phrases.numbers.number(counts[0]), self.phrases.numbers.number(counts[-1])
            text = self.phrases.say("word.games", n=f"{low}–{high}")
        return self.phrases.say("word.each", games=text) if len(self.views) > 1 else text

    def caption(
        self, key: str, entries: Sequence[Entry] = (), *, family: str = "", is_spread: bool = False
    ) -> str:
        """What is drawn, the kind of interval, n, and what became of truncated playouts.

        Args:
            key: Section of the texts.
            entries: Whose intervals are drawn; none for a distribution.
            family: What the intervals hold for at once, if they do: `seats`, `policies`, `ends`.
            is_spread: Whether a distribution is drawn, which has no interval.
        """
        return f"{self.text(f'{key}.caption')} {self.below(entries, family=family, is_spread=is_spread)}"

    def below(self, entries: Sequence[Entry] = (), *, family: str = "", is_spread: bool = False) -> str:
        """What every caption says after what is drawn; arguments as for `caption`."""
        say, numbers = self.phrases.say, self.phrases.numbers
        parts: list[str] = []
        if entries:
            parts.append(self.interval_words([entry.estimate for entry in entries], family))
        if is_spread:
            parts.append(say("figure.distribution"))
        parts.append(say("figure.n", games=self.n_text()))
        truncated = max(view.truncated for view in self.views)
        if family == "seats" and truncated > 0:
            parts.append(say("figure.truncated", share=numbers.percent(truncated)))
        if self.is_many and self.is_drawn:
            parts.append(say("figure.per_cell", settings=self.cell_head))
        if not self.is_drawn:
            parts.append(say("figure.too_many", cells=len(self.views)))
        return " ".join(parts)

    def interval_words(self, estimates: Sequence[Estimate], family: str = "") -> str:
        """What the line beside an estimate is; arguments as for `caption`, at least one estimate."""
        say = self.phrases.say
        level = self.phrases.numbers.number(100 * estimates[0].level)
        methods = "; ".join(dict.fromkeys(self.phrases.procedure(e.method) for e in estimates))
        if family and is_simultaneous(estimates[0]):
            name = say(f"figure.family.{family}")
            return say("figure.together", level=level, family=name, method=methods)
        return say("figure.interval", level=level, method=methods)

    def mixed_note(self) -> str:
        """A sentence on whose points a seat's are, where different bots play; starts with a space."""
        mixed = [view.record for view in self.views if view.record.is_mixed]
        if not mixed:
            return ""
        rotated = all(record.rotate for record in mixed)
        return f" {self.phrases.say('figure.mixed_rotated' if rotated else 'figure.mixed_fixed')}"

    def panels(
        self,
        entries: Sequence[Entry],
        text: Callable[[Entry], str],
        draw: Callable[[tuple[Row, ...]], Drawing],
    ) -> tuple[Panel, ...]:
        """A panel a cell with a row an item, or the other way round where there are many cells."""
        if not self.is_drawn:
            return ()
        groups: dict[str, list[Row]] = {}
        for entry in entries:
            title, label = entry.view.label, entry.item
            if self.is_many:
                title, label = entry.item, entry.view.short
            groups.setdefault(title, []).append(row_of(entry, label, text(entry)))
        alone = len(self.views) == 1
        return tuple(Panel("" if alone else title, draw(tuple(rows))) for title, rows in groups.items())

    def table(self, entries: Sequence[Entry], item: str, written: Callable[[float], str]) -> Table:
        """Cell, item, value, limits and n of every entry; the cell is left out if there is only one."""
        say, number = self.phrases.say, self.phrases.numbers.number
        lead = (self.cell_head,) if len(self.views) > 1 else ()
        head = (*lead, item, *(say(f"figure.{key}") for key in ("value", "low", "high", "n_column")))
        rows = []
        for entry in entries:
            e = entry.estimate
            cell = (entry.view.short,) if lead else ()
            rows.append((*cell, entry.item, written(e.value), written(e.low), written(e.high), number(e.n)))
        return Table(head, tuple(rows))


def is_simultaneous(estimate: Estimate) -> bool:
    """Whether its interval holds together with those beside it."""
    return estimate.method.startswith("goodman")


def row_of(entry: Entry, label: str, text: str) -> Row:
    """An entry as a row of a drawing."""
    e = entry.estimate

    def drawn(value: float) -> float:
        return (value - entry.shift) / entry.scale

    reference = None if entry.reference is None else drawn(entry.reference)
    return Row(label, entry.role, drawn(e.value), drawn(e.low), drawn(e.high), text, reference)


def drawn_values(entries: Iterable[Entry]) -> list[float]:
    """Everything that a scale has to hold: values, limits and references as they are drawn."""
    rows = [row_of(entry, "", "") for entry in entries]
    found = [value for row in rows for value in (row.value, row.low, row.high)]
    return found + [row.reference for row in rows if row.reference is not None]


def common_digits(entries: Iterable[Entry], unit: float = 1.0, most: int = 2) -> int:
    """Decimals that the entries' intervals support, the same for all of them.

    Args:
        entries: The entries.
        unit: What the numbers are multiplied with before they are written; 100 for per cent.
        most: Most decimals.
    """
    return digits_together((unit * entry.estimate.half_width for entry in entries), most)
