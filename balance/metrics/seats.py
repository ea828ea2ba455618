"""Who wins: the metrics that compare seats and policies."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator

from balance.core.gauges import ALPHA, Custom, PlayoutShare, estimate, power_sums, share_estimate
from balance.core.metric import NOTHING, CellFacts, MetricSpec, Part, Quotient, Reading, Tallied, Tally
from balance.core.tables import SHARE_UNIT
from balance.stats.estimate import Estimate, Interval
from balance.stats.means import mean_interval
from balance.stats.seats import (
    WinShares,
    effect_size,
    largest_deviation,
    seat_equality,
    seat_shares,
    seat_spread,
    unpack,
)

_NO_LIMITS = Interval(math.nan, math.nan)


def win_shares_tally(facts: CellFacts) -> Tally:
    """The tally behind everything about seats."""
    return Tally("games", "shares", per=facts.unit)


def win_shares(facts: CellFacts, tallied: Tallied) -> WinShares:
    """How often each combination of the seats' shares occurred, by playout or by deal."""
    packed = tallied[win_shares_tally(facts)][()]
    return WinShares(unpack(packed.values, facts.n_seats), packed.counts, facts.per_unit)


def _of_seats(
    procedure: str,
    reading: Callable[[CellFacts, WinShares], Iterator[Reading]],
    dividing: Callable[[CellFacts], Iterator[Quotient]] = lambda _: iter(()),
) -> Custom:
    return Custom(
        procedure,
        lambda facts: (win_shares_tally(facts),),
        lambda facts, tallied: reading(facts, win_shares(facts, tallied)),
        dividing,
    )


def _win_shares(facts: CellFacts, table: WinShares) -> Iterator[Reading]:
    for seat, limits in enumerate(seat_shares(table, alpha=ALPHA)):
        yield Reading(estimate(facts, "goodman", table.share(seat), limits), seat)


def _win_quotients(facts: CellFacts) -> Iterator[Quotient]:
    tally = Tally("seats", "share", ("seat",), facts.unit)
    for seat in range(facts.n_seats):
        yield Quotient(Part(tally, (seat,)), SHARE_UNIT * facts.per_unit, is_share=True, seat=seat)


def _spread(facts: CellFacts, table: WinShares) -> Iterator[Reading]:
    yield Reading(estimate(facts, "seat_pairs", *seat_spread(table, alpha=ALPHA)))


def _deviation(facts: CellFacts, table: WinShares) -> Iterator[Reading]:
    value, limits = largest_deviation(table, alpha=ALPHA)
    yield Reading(estimate(facts, "even_share", value, limits, n=table.decided))


def _w(facts: CellFacts, table: WinShares) -> Iterator[Reading]:
    test, limits = effect_size(table, alpha=ALPHA)
    yield Reading(estimate(facts, "noncentral", test.w, limits, n=test.n))


def _equality(facts: CellFacts, table: WinShares) -> Iterator[Reading]:
    test = seat_equality(table)
    yield Reading(estimate(facts, "rao_scott", test.p, _NO_LIMITS, n=test.n))
    yield Reading(estimate(facts, "rao_scott", test.statistic, _NO_LIMITS, n=test.n), item="statistic")


def outcomes_tally(facts: CellFacts) -> Tally:
    """Who won each playout of a unit; behind the order of policies, see `balance.metrics.ladder`."""
    return Tally("games", "outcomes", per=facts.unit)


def _policy_tallies(facts: CellFacts) -> tuple[Tally, ...]:
    if len(set(facts.policies)) == 1:
        return ()
    order = (outcomes_tally(facts),) if facts.rotate else ()
    return (Tally("seats", "share", ("policy",), facts.unit), *order)


def _policy_shares(facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
    parts = tallied[_policy_tallies(facts)[0]]
    seats = Counter(facts.policies)
    for policy, n_seats in seats.items():
        histogram = parts.get((policy,), NOTHING)
        value: Estimate = share_estimate(facts, histogram, weight=SHARE_UNIT * n_seats, family=len(seats))
        yield Reading(value, item=policy)


def _policy_share_quotients(facts: CellFacts) -> Iterator[Quotient]:
    for policy, n_seats in Counter(facts.policies).items():
        scale = SHARE_UNIT * n_seats * facts.per_unit
        yield Quotient(Part(_policy_tallies(facts)[0], (policy,)), scale, is_share=True, item=policy)


def _score_tallies(facts: CellFacts) -> tuple[Tally, ...]:
    return (Tally("seats", "score", ("policy",), facts.unit),) if len(set(facts.policies)) > 1 else ()


def _policy_scores(facts: CellFacts, tallied: Tallied) -> Iterator[Reading]:
    parts = tallied[_score_tallies(facts)[0]]
    for policy, n_seats in Counter(facts.policies).items():
        n, total, squares = power_sums(parts[(policy,)])
        scale = facts.per_unit * n_seats
        limits = mean_interval(n, total, squares, scale=scale, alpha=ALPHA)
        yield Reading(estimate(facts, "t", total / n / scale, limits), item=policy)


def _policy_score_quotients(facts: CellFacts) -> Iterator[Quotient]:
    for policy, n_seats in Counter(facts.policies).items():
        yield Quotient(Part(_score_tallies(facts)[0], (policy,)), n_seats * facts.per_unit, item=policy)


SEAT_METRICS = (
    MetricSpec(
        "seat_win_share",
        "share",
        de="Siegquote je Platz",
        en="Win share by seat",
        words="How often a seat wins; level winners get equal parts of the win.",
        words_de="Wie oft ein Platz gewinnt; wer gleichauf siegt, teilt sich den Sieg zu gleichen Teilen. "
        "Von allen Partien; eine abgebrochene gewinnt niemand. Die Intervalle aller Plätze gelten"
        " gemeinsam.",
        formula="p_s = Σ W_s / n, W_s = 1/k if the seat is one of k level winners, otherwise 0",
        gauge=_of_seats("goodman", _win_shares, _win_quotients),
        conditions="Of all playouts; nobody wins a truncated one. All seats' intervals hold together.",
    ),
    MetricSpec(
        "seat_spread",
        "share",
        de="Abstand zwischen bestem und schlechtestem Platz",
        en="Gap between the best and the worst seat",
        words="The largest win share of a seat minus the smallest.",
        words_de="Die größte Siegquote eines Platzes minus die kleinste. Von allen Partien.",
        formula="max_s p_s − min_s p_s",
        gauge=_of_seats("seat_pairs", _spread),
        conditions="Of all playouts, as seat_win_share.",
    ),
    MetricSpec(
        "seat_deviation",
        "share",
        de="Größte Abweichung eines Platzes vom gleichen Anteil",
        en="Largest distance of a seat from an even share",
        words="How far the seat that is furthest from winning as often as all others is from it.",
        words_de="Wie weit der Platz, der am weitesten vom gleichen Anteil liegt, davon entfernt ist. Nur "
        "entschiedene Partien.",
        formula="max_s |p_s − 1/k| among decided playouts, k seats",
        gauge=_of_seats("even_share", _deviation),
        conditions="Decided playouts only, so that it stands beside seat_w.",
    ),
    MetricSpec(
        "seat_w",
        "w",
        de="Ungleichheit der Plätze (w)",
        en="Inequality of the seats (w)",
        words="How unequal the seats are, comparable between 2 and 6 players: the coefficient of variation "
        "of their win shares.",
        words_de="Wie ungleich die Plätze sind, vergleichbar von 2 bis 6 Spielern: der "
        "Variationskoeffizient ihrer Siegquoten. Nur entschiedene Partien.",
        formula="w = √(k·Σ(p_s − 1/k)²) among decided playouts, k seats",
        gauge=_of_seats("noncentral", _w),
        conditions="Decided playouts only.",
    ),
    MetricSpec(
        "seat_equality",
        "p",
        de="Test auf gleiche Plätze (p)",
        en="Test of equal seats (p)",
        words="How probable seats at least as unequal as these are if in truth all win equally often. "
        "The item `statistic` is X²/deff, to be held against χ² with k − 1 degrees of freedom.",
        words_de="Wie wahrscheinlich mindestens so ungleiche Plätze wären, wenn in Wahrheit alle gleich "
        "oft siegten. Der Eintrag `statistic` ist X²/deff, zu halten gegen χ² mit k − 1 "
        "Freiheitsgraden. Nur entschiedene Partien; ein p-Wert hat kein Intervall.",
        formula="p = P(χ²_{k−1} > X²/deff)",
        gauge=_of_seats("rao_scott", _equality),
        conditions="Decided playouts only. A p value has no interval: its limits are empty.",
    ),
    MetricSpec(
        "tie_share",
        "share",
        de="Anteil geteilter Siege",
        en="Share of shared wins",
        words="How often more than one seat wins.",
        words_de="Wie oft mehr als ein Platz gewinnt. Von allen Partien.",
        formula="playouts with at least 2 winners / n",
        gauge=PlayoutShare("tied"),
        conditions="Of all playouts.",
    ),
    MetricSpec(
        "truncated_share",
        "share",
        de="Anteil abgebrochener Partien",
        en="Share of truncated playouts",
        words="How often a limit cut a playout off before the rules ended it.",
        words_de="Wie oft eine Grenze die Partie abbricht, bevor die Regeln sie beenden.",
        formula="truncated playouts / n",
        gauge=PlayoutShare("truncated"),
    ),
    MetricSpec(
        "policy_win_share",
        "share",
        de="Siegquote eines Platzes je Spielweise",
        en="Win share of a seat by policy",
        words="How often a seat wins that is played by this policy, averaged over its seats: "
        "an even share is 1/k however many seats it plays.",
        words_de="Wie oft ein Platz gewinnt, den diese Spielweise spielt, gemittelt über ihre Plätze: Der "
        "gleiche Anteil ist 1/k, wie viele Plätze sie auch hat. Nur wo mehrere Spielweisen am "
        "Tisch sitzen; ohne Drehung lassen sich Spielweise und Platz nicht trennen. Die "
        "Intervalle aller Spielweisen gelten gemeinsam.",
        formula="Σ over its seats of W_s / (n · number of its seats)",
        gauge=Custom("goodman", _policy_tallies, _policy_shares, _policy_share_quotients),
        conditions="Only where the line-up has more than one policy. Without rotation policy and seat "
        "cannot be told apart. Of all playouts; all policies' intervals hold together.",
    ),
    MetricSpec(
        "policy_score_mean",
        "points",
        de="Punkte eines Platzes je Spielweise",
        en="Score of a seat by policy",
        words="Points that a seat scores that is played by this policy, averaged over its seats.",
        words_de="Punkte eines Platzes, den diese Spielweise spielt, gemittelt über ihre Plätze. Nur wo "
        "mehrere Spielweisen am Tisch sitzen; ohne Drehung lassen sich Spielweise und Platz nicht"
        " trennen.",
        formula="Σ over its seats of the score / (n · number of its seats)",
        gauge=Custom("t", _score_tallies, _policy_scores, _policy_score_quotients),
        conditions="Only where the line-up has more than one policy. Without rotation policy and seat "
        "cannot be told apart.",
    ),
)
