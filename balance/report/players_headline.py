"""Do few and many players play the same game? On scales that compare: n·p, w, points a player, length."""

from __future__ import annotations

from math import isfinite

from balance.report.answers import Headline, n_of, number_of, with_interval
from balance.report.entries import Context
from balance.report.numbers import digits_for
from balance.report.phrases import PLAYERS
from balance.report.views import CellView
from balance.stats.differences import mover
from balance.stats.estimate import Estimate, Interval

_POINTS = 0.15
"""Relative difference of a player's points from which few and many players play another game."""
_W = 0.05
"""Difference of w likewise."""


def players_headline(context: Context) -> Headline | None:
    """What differs between the fewest and the most players; None unless nothing but their number is swept."""
    views = context.views
    if len(views) < 2 or any(list(view.record.settings) != [PLAYERS] for view in views):
        return None
    order = sorted(views, key=lambda view: view.facts.n_seats)
    few, many = order[0], order[-1]
    if few.facts.n_seats == many.facts.n_seats:
        return None
    say = context.phrases.say
    names = {"few": few.short, "many": many.short}
    scores = few.one("score_mean"), many.one("score_mean")
    effects = few.one("seat_w"), many.one("seat_w")
    differs = []
    if _is_apart(scores[0], scores[1], _POINTS * abs(scores[0].value) if scores[0] is not None else 0):
        differs.append("points")
    if _is_apart(effects[0], effects[1], _W):
        differs.append("seats")
    key = "both" if len(differs) == 2 else differs[0] if differs else "same"
    lines = tuple(_line(context, view) for view in order)
    return Headline(
        say("finding.players.question"),
        say(f"finding.players.{key}", **names),
        (say("finding.players.scales"), n_of(context)),
        lines,
        "seats",
        key="players",
        weight=50 if differs else 42,
        is_notable=bool(differs),
    )


def _is_apart(a: Estimate | None, b: Estimate | None, least: float) -> bool:
    """Whether two independent estimates surely differ by more than this."""
    if a is None or b is None or not isfinite(a.value) or not isfinite(b.value):
        return False
    limits = mover(a.value, Interval(a.low, a.high), b.value, Interval(b.low, b.high))
    return limits.low > least or limits.high < -least


def _line(context: Context, view: CellView) -> str:
    """A cell on comparable scales."""
    say, numbers = context.phrases.say, context.phrases.numbers
    unknown = say("word.unknown")
    score, effect = view.one("score_mean"), view.one("seat_w")
    shares = view.by_seat("seat_win_share")
    lift = unknown
    if shares and view.fair > 0:
        seat = max(shares, key=lambda place: shares[place].value)
        e = shares[seat]
        digits = digits_for(e.half_width / view.fair, 2)
        limits = numbers.interval(e.low / view.fair, e.high / view.fair, digits)
        lift = f"{numbers.number(e.value / view.fair, digits)} ({limits})"
    return say(
        "finding.players.cell",
        cell=view.label,
        lift=lift,
        w=unknown if effect is None else with_interval(_w_of(context, effect)),
        points=unknown if score is None else with_interval(number_of(context, score)),
    )


def _w_of(context: Context, e: Estimate) -> tuple[str, str]:
    numbers = context.phrases.numbers
    return numbers.number(e.value, 2), numbers.interval(e.low, e.high, 2)
