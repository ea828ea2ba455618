"""The banquet as coloured characters; texts.yaml explains the signs (`telling`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from string import ascii_lowercase

from balance.core.telling import Line, Span, Tone, line
from balance.games.festtafel.picture import Cell, grid
from balance.games.festtafel.scene import DiningTable

WIDTH = 96  # of a line of tables
FREE, NOTHING = "·", " "
_BETWEEN = "   "

_TONES: Sequence[Tone] = ("seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "seat-6")


def _spans(row: Sequence[Cell | None]) -> Iterator[Span]:
    """A row of a table: for each cell the seat counted from 1 and a letter that tells dishes apart."""
    for cell in row:
        if cell is None:
            yield Span(NOTHING * 2 + " ")
        elif cell.seat is None:
            yield Span(f"{FREE}{FREE} ", "open")
        else:
            letter = ascii_lowercase[cell.number % len(ascii_lowercase)]
            yield Span(f"{cell.seat + 1}{letter} ", _TONES[cell.seat % len(_TONES)])


def _block(title: str, table: DiningTable) -> list[Line]:
    """A table below its title, every line as wide as the widest."""
    lines: list[Line] = [line(title), *(tuple(_spans(row)) for row in grid(table))]
    widths = [sum(len(span.text) for span in spans) for spans in lines]
    return [(*spans, Span(" " * (max(widths) - width))) for spans, width in zip(lines, widths, strict=True)]


def banquet_lines(
    titles: Mapping[str, str], tables: Mapping[str, DiningTable], indent: str
) -> Iterator[Line]:
    """Tables below their titles, as many side by side as fit.

    Args:
        titles: What stands above each table.
        tables: The tables by name.
        indent: What stands before every line.
    """
    blocks = [_block(titles[name], table) for name, table in tables.items()]
    shelf: list[list[Line]] = []
    for block in blocks:
        width = sum(_width(other) + len(_BETWEEN) for other in [*shelf, block])
        if shelf and len(indent) + width > WIDTH:
            yield from _side_by_side(shelf, indent)
            shelf = []
        shelf.append(block)
    yield from _side_by_side(shelf, indent)


def _width(block: Sequence[Line]) -> int:
    return sum(len(span.text) for span in block[0])


def _side_by_side(blocks: Sequence[Sequence[Line]], indent: str) -> Iterator[Line]:
    empty = [(Span(" " * _width(block)),) for block in blocks]
    for parts in zip_longest(*blocks):
        spans: list[Span] = [Span(indent)]
        for part, blank in zip(parts, empty, strict=True):
            spans += [*(part if part is not None else blank), Span(_BETWEEN)]
        yield tuple(_trimmed(spans))


def _trimmed(spans: list[Span]) -> list[Span]:
    """Without blanks at the end."""
    while spans and not spans[-1].text.strip():
        spans.pop()
    return [*spans[:-1], spans[-1]._replace(text=spans[-1].text.rstrip())] if spans else []
