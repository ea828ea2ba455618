"""What a game's metrics look like on the page: which metrics, drawn in which way. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FigureKind = Literal["bars", "dots", "twin", "mix", "band", "lines"]
"""How it is drawn:

- `bars`: a bar with its interval for every item of the metric, or for every metric if there are several;
- `dots`: dots with intervals likewise, around `reference`;
- `twin`: for every item of two metrics a bar (how often) and beside it a dot around 0 (how much it wins by);
- `mix`: shares over the course of the game, stacked; items are called `<what>@<phase>`, phases from 1;
- `band`: quantiles over the course of the game; items are called `<quantile>@<phase>`, e.g. `q50@3`;
- `lines`: means over the course of the game, a line each; items are called `<what>@round<n>`.
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a game's own metrics.

    Its texts stand in the game's `texts.yaml` under `figures: <key>:`, each in `de` and `en`: `title` (a
    question), `lead` (how to read it), `caption` (what is drawn), `axis` (what is measured, with its unit),
    `item` (what the rows are), for `twin` also `second` (what the dots measure), for `lines` also `moment`
    (what the moments are).

    Args:
        key: Its id on the page, small letters and `_`; the name of its picture file.
        kind: How it is drawn.
        metrics: One metric, several (`bars`, `dots`: a row each), or two (`twin`).
        reference: Where a line stands in `dots`, or None.
        is_fair: Whether that is at the even share, 1 / number of players.
        facts: Metrics without items that stand in a small table beside it.
        columns: Of `twin`: more metrics by the same items that only the table of numbers shows.
        is_down: Of `lines`: small numbers stand on top, as rows do that are counted from there.
    """

    key: str
    kind: FigureKind
    metrics: tuple[str, ...]
    reference: float | None = None
    is_fair: bool = False
    facts: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    is_down: bool = False
