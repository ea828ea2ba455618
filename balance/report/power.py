"""What a run of this size can show at all."""

from __future__ import annotations

from balance.metrics import visible_drift, win_shares_tally
from balance.report.entries import Context


def power(context: Context) -> str:
    """The smallest change of a seat's win share that another run as large would show, in the least telling cell.

    Empty where no wins were counted.
    """
    say, numbers = context.phrases.say, context.phrases.numbers
    counts = sorted({view.facts.n for view in context.views})
    games = context.phrases.games(counts[0])
    if len(counts) > 1:
        games = say("word.games", n=f"{numbers.number(counts[0])} – {numbers.number(counts[-1])}")
    counted = [
        view.measured for view in context.views if win_shares_tally(view.facts) in view.measured.tallied
    ]
    if not counted:
        return ""
    drift = max(map(visible_drift, counted))
    if drift >= 1:
        return say("reading.unseen", games=games)
    return say("reading.seen", games=games, points=numbers.number(100 * drift, 1 if drift >= 0.01 else 2))
