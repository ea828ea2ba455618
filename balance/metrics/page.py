"""docs/metrics.md, written from specs and docstrings: `python -m balance.metrics.page > docs/metrics.md`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from balance.core.game import Game
from balance.core.metric import MetricSpec, Unit
from balance.games import GAMES
from balance.metrics.cell import GENERIC, specs
from balance.stats.procedures import BY_DEAL, OTHERS, PROCEDURES, explanation

_UNITS: Mapping[Unit, str] = {
    "share": "share, 0 to 1",
    "difference": "difference of shares, −1 to 1",
    "points": "points",
    "rolls": "rolls or turns",
    "count": "a number",
    "p": "p value",
    "w": "effect size w",
    "r": "correlation, −1 to 1",
}

_HEAD = f"""# Metrics

Written by `python -m balance.metrics.page`; a test holds it to the code.

Each number is an estimate: a value, an interval at 95%, and n, the playouts behind it. `method` names the
procedure, explained below. n playouts, k seats; W_s is what seat s has of the win: 1/j if it is one of j
level winners, otherwise 0. A truncated playout is kept and counted: nobody wins it, and `truncated_share`
stands beside the shares. Decided playouts are those that are not truncated.

Where the line-up rotates, the k playouts of a deal share their dice and are not independent. There the deal
is the unit of every procedure: its values are sums or means over whole deals, `n` still counts playouts, and
`method` ends in "{BY_DEAL}". Playouts of a deal that was never completed (an interrupted run) count nowhere.

Where data cannot bound a number, the interval is all that is possible: 0 to 1 for a share, unbounded for a
mean or quantile. What is unbounded, and a value that does not exist (winners' points where nobody won), is
`null` in JSON.
"""


def metrics_page(games: Sequence[Game] = GAMES) -> str:
    """The page: generic metrics, each game's own, procedures."""
    parts = [_HEAD, *_section("Of every game", GENERIC)]
    for game in games:
        own = [spec for spec in specs(game) if spec not in GENERIC]
        parts += _section(f"Of {game.slug}", own)
    parts += _procedures("Procedures of metrics", PROCEDURES)
    parts += _procedures("Procedures of comparisons and planning", OTHERS)
    return "\n".join(parts)


def _section(title: str, found: Iterable[MetricSpec]) -> Iterator[str]:
    yield f"## {title}\n"
    for spec in found:
        yield f"### `{spec.name}`: {spec.en}\n"
        yield f"{spec.words}\n"
        yield f"- German: {spec.de}"
        yield f"- Unit: {_UNITS[spec.unit]}"
        yield f"- Formula: {spec.formula}"
        yield f"- Procedure: [`{spec.gauge.procedure}`](#{spec.gauge.procedure})"
        if spec.conditions:
            yield f"- Conditions: {spec.conditions}"
        yield ""


def _procedures(title: str, procedures: Mapping[str, Callable[..., Any]]) -> Iterator[str]:
    yield f"## {title}\n"
    for name, procedure in procedures.items():
        yield f"### `{name}`\n"
        yield f"{explanation(procedure)}\n"


if __name__ == "__main__":
    sys.stdout.write(metrics_page())
