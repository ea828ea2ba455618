"""docs/findings.md, written from rules and texts: `python -m balance.report.bounds > docs/findings.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from balance.core.finding import Rule
from balance.core.game import Game
from balance.core.texts import game_texts
from balance.games import GAMES
from balance.metrics import specs

_HEAD = """# Findings

Written by `python -m balance.report.bounds`; a test holds it to the code.

A page begins with at most five sentences, the heaviest first. A sentence about a bound is said only where the whole 95%
interval lies beyond it: luck alone rarely makes one. Each has its number, interval and n, a link to its figure, and
where there is one the command that tells a playout of the kind. Rules about one topic are said once as long as others
have something to say; what found no room stands below, a line each. Where nothing is beyond its bound the page says so,
and gives the answers that every report has.

Which playout a sentence names, of the cell where it holds most: a win of the favoured seat, or of the bot that wins
most; the win with most points of the source one wins by; the closest game; one that ended as most do, or as hardly
any do where the sentence is about that; one that was cut off, where some are. Of a game's own rules that say there is
much of something, the win, or the game, that has most of it; the longest, where rounds come to no end. Of several
alike it is the most typical, sought among the first 100,000 of the cell. Nothing shows that something hardly happens,
what tables of different sizes have in common, or what is assumed: such sentences name none.

A bound is a convention, no verdict: it says from where on a designer should look.

## Of every game

"""

_EVERY = (
    ("Playouts are cut off", "more than 1% of a cell have no result; the ending is then said first", "95"),
    (
        "Is a seat favoured?",
        "always; heavy where a seat's interval, simultaneous for all seats, is clear of fair, or the test of equal "
        "seats has p < 5% (several cells: by Holm's method)",
        "90, else 45",
    ),
    ("Who wins?", "instead, where different bots play", "85"),
    (
        "What does one win by?",
        "points by source are measured; heavy where one source makes 50% of the winners' lead or more",
        "55, else 28",
    ),
    (
        "Do few and many play the same game?",
        "nothing but the number of players is swept; heavy where the points of a player differ by more than 15%, or "
        "w by more than 0.05, for sure",
        "50, else 42",
    ),
    ("What does this rest on?", "a value is assumed", "40"),
    ("How close and how long?", "always", "26"),
    ("What ends a game?", "always", "24"),
)
_TABLE = "| sentence | said where | weight |\n|---|---|---|"


def bounds_page(games: Sequence[Game] = GAMES) -> str:
    """The page: sentences of every game, then each game's own rules."""
    parts = [_HEAD + _TABLE, *(f"| {' | '.join(row)} |" for row in _EVERY), ""]
    for game in games:
        rules: tuple[Rule, ...] = getattr(game.module("metrics"), "FINDINGS", ())
        if rules:
            parts += _rows(game, rules)
    return "\n".join(parts)


def _rows(game: Game, rules: Sequence[Rule]) -> Iterator[str]:
    texts = game_texts(game.package)["findings"]
    units = {spec.name: spec.unit for spec in specs(game)}
    yield f"## Of {game.slug}\n"
    yield _TABLE
    for rule in sorted(rules, key=lambda one: -one.weight):
        bound = (
            f"{100 * rule.bound:g}" if units[rule.metric] in ("share", "difference") else f"{rule.bound:g}"
        )
        bound += {"share": "%", "difference": " percentage points"}.get(units[rule.metric], "")
        what = f"`{rule.metric}`" + (f" of {rule.item}" if rule.item else " of any item" if rule.each else "")
        said = f"is {'below' if rule.above is None else 'above'} {bound}"
        if rule.is_unbounded:
            said = f"whatever it is, {rule.cells}"
        yield f"| {texts[rule.key]['question']['en']} | {what} {said} | {rule.weight} |"
    yield ""


if __name__ == "__main__":
    sys.stdout.write(bounds_page())
