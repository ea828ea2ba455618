"""What every dice draft measures of its course; columns as `draft.course` records them."""

from __future__ import annotations

from collections.abc import Mapping

from balance.core.courses import MeanByEnd, Parts, QuantilesOver, over_phases
from balance.core.figure import Figure
from balance.core.gauges import Mean, PlayoutShare
from balance.core.metric import CellFacts, MetricSpec
from balance.games.draft.phases import PHASES, THOUSANDTHS

_MIX = ("pair", "joker", "device", "special", "pass")
_PHASES = range(1, PHASES + 1)


def _mix(_: CellFacts) -> Mapping[str, tuple[str, str]]:
    return over_phases({phase: {kind: f"{kind}_{phase}" for kind in _MIX} for phase in _PHASES})


def _help(_: CellFacts) -> Mapping[str, str]:
    return {f"{kind}@{phase}": f"{kind}_{phase}" for phase in _PHASES for kind in ("reroll", "hire")}


def _leads(_: CellFacts) -> Mapping[int, str]:
    return {phase: f"lead_{phase}" for phase in _PHASES}


COURSE_METRICS = (
    MetricSpec(
        "decision_mix",
        "share",
        de="Entscheidungen im Verlauf",
        en="Decisions over the course of the game",
        words="What seats do with their turns in each sixth of the clock: take a pair, a pair with a joker, a "
        "device, a "
        "special, or pass.",
        words_de="Was Plätze in jedem Sechstel der Uhr mit ihren Zügen tun: ein Paar, ein Paar mit Joker, ein "
        "Gerät, eine "
        "Sonderzutat nehmen oder passen.",
        formula="Σ decisions of the kind in the phase / Σ turns in the phase",
        gauge=Parts("games", _mix),
    ),
    MetricSpec(
        "help_over_mean",
        "count",
        de="Neuwürfe und Meisterinnen im Verlauf",
        en="Rerolls and masters over the course of the game",
        words="How often all seats together reroll, and hire, in each sixth of the clock.",
        words_de="Wie oft alle Plätze zusammen in jedem Sechstel der Uhr neu würfeln und einstellen.",
        formula="Σ / n",
        gauge=Mean("games", _help),
    ),
    MetricSpec(
        "lead_over",
        "points",
        de="Vorsprung im Verlauf",
        en="Lead over the course of the game",
        words="Quantiles of the first's lead over the second at the end of each sixth of the clock.",
        words_de="Quantile des Vorsprungs des Ersten vor dem Zweiten am Ende jedes Sechstels der Uhr. Nur "
        "Partien, die so "
        "lange dauern.",
        formula="smallest value that at least q of the playouts do not exceed, q = 5, 25, 50, 75, 95%",
        gauge=QuantilesOver(_leads),
        conditions="Of the playouts that reach the end of the phase.",
    ),
    MetricSpec(
        "drama_mean",
        "share",
        de="Dramatik",
        en="Drama",
        words="How far the later winner lies behind the leader on average over all turns, in parts of the "
        "winner's final "
        "score: 0 if the winner always leads.",
        words_de="Wie weit der spätere Sieger im Mittel aller Züge hinter dem Führenden liegt, in Teilen "
        "seiner Endpunkte: "
        "0, wenn er immer führt.",
        formula="Σ over plies t of (max_p v_p(t) − v_w(t)) / plies, v = score / final score of the winner w",
        gauge=Mean("games", "drama", unit=THOUSANDTHS),
        conditions="Counted in thousandths, rounded down; level winners give their mean.",
    ),
    MetricSpec(
        "decisive_mean",
        "share",
        de="Entscheidender Moment",
        en="Decisive point",
        words="After which part of the game the winner is never behind again: 0 if never behind at all.",
        words_de="Nach welchem Teil der Partie der Sieger nie mehr hinten liegt: 0, wenn er es nie war.",
        formula="first ply from which the winner leads, alone or level, to the end / plies",
        gauge=Mean("games", "decisive", unit=THOUSANDTHS),
        conditions="Counted in thousandths, rounded down; level winners give their mean.",
    ),
    MetricSpec(
        "unequal_takes_share",
        "share",
        de="Anteil der Partien mit ungleich vielen Zügen",
        en="Share of playouts with unequal takes",
        words="How often the end comes in the middle of a roll, before every seat had its take.",
        words_de="Wie oft das Ende mitten in einem Wurf kommt, bevor jeder Platz seinen Zug hatte.",
        formula="playouts whose last roll is cut short / n",
        gauge=PlayoutShare("unequal_takes"),
    ),
    MetricSpec(
        "length_by_end_mean",
        "rolls",
        de="Mittlere Länge je Ende",
        en="Mean length by ending",
        words="How long playouts last that end for each reason.",
        words_de="Wie lange Partien dauern, die aus dem jeweiligen Grund enden. Nur Gründe, die vorkamen.",
        formula="Σ length of the playouts that ended for the reason / their number",
        gauge=MeanByEnd("length"),
        conditions="Only reasons that occurred.",
    ),
)

COURSE_FIGURES = (
    Figure("decisions", "mix", ("decision_mix",)),
    Figure("leads", "band", ("lead_over",), facts=("drama_mean", "decisive_mean", "lead_changes_mean")),
)
