"""What every dice draft measures of its course, its dice and its takes; columns as `draft.course` records them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from balance.core.courses import MeanByEnd, Parts, QuantilesOver, over_phases
from balance.core.figure import Figure
from balance.core.gauges import Mean, PlayoutShare
from balance.core.metric import CellFacts, MetricSpec
from balance.core.rulebook import for_players
from balance.games.draft.phases import PHASES, THOUSANDTHS

_PHASES = range(1, PHASES + 1)
_A_SEAT = "Σ over all seats / (n · k), k seats"


@dataclass(frozen=True, slots=True)
class DraftWords:
    """What a draft calls the things that both drafts have.

    Args:
        mix: What a turn can be, names of `phases.Decision` in small letters.
        mix_en: The same as words, after "seats".
        mix_de: The same in German.
        takes_en: What can be taken from the dice, as plurals.
        takes_de: The same in German.
        helper_en: Who is hired.
        helper_de: The same in German; her plural ends in -nen.
    """

    mix: tuple[str, ...]
    mix_en: str
    mix_de: str
    takes_en: str
    takes_de: str
    helper_en: str
    helper_de: str


def dice_left(facts: CellFacts, takes: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Dice of each kind that nobody takes from their roll, and all that are thrown for takes.

    Args:
        facts: Of the cell.
        takes: For each kind of die of the rules the decisions that take one, joined by `+`.
    """
    rules = facts.rules
    found = {}
    for die, decisions in takes.items():
        thrown = for_players(getattr(rules.dice, die), rules.players)
        if thrown:
            taken = [f"-1*{decision}_{phase}" for decision in decisions.split("+") for phase in _PHASES]
            found[f"die_{die}"] = ("+".join([f"{thrown}*length", *taken]), f"{thrown}*length")
    return found


def _help(_: CellFacts) -> Mapping[str, str]:
    return {f"{kind}@{phase}": f"{kind}_{phase}" for phase in _PHASES for kind in ("reroll", "hire")}


def _leads(_: CellFacts) -> Mapping[int, str]:
    return {phase: f"lead_{phase}" for phase in _PHASES}


def course_metrics(words: DraftWords, *, ends_early: bool) -> tuple[MetricSpec, ...]:
    """How playouts go on.

    Args:
        words: What the draft calls things.
        ends_early: Whether the end can come before the clock has run out.
    """

    def mix(_: CellFacts) -> Mapping[str, tuple[str, str]]:
        return over_phases({phase: {kind: f"{kind}_{phase}" for kind in words.mix} for phase in _PHASES})

    found = (
        MetricSpec(
            "decision_mix",
            "share",
            de="Entscheidungen im Verlauf",
            en="Decisions over the course of the game",
            words=f"What seats do with their turns in each sixth of the clock: {words.mix_en}.",
            words_de=f"Was Plätze in jedem Sechstel der Uhr mit ihren Zügen tun: {words.mix_de}.",
            formula="Σ decisions of the kind in the phase / Σ turns in the phase",
            gauge=Parts("games", mix),
        ),
        MetricSpec(
            "help_over_mean",
            "count",
            de=f"Neuwürfe und {words.helper_de}nen im Verlauf",
            en=f"Rerolls and {words.helper_en}s over the course of the game",
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
    )
    return found + _ENDS if ends_early else found


_ENDS = (
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


def dice_metrics(
    dice: Mapping[str, str], used: Callable[[CellFacts], Mapping[str, str]]
) -> tuple[MetricSpec, ...]:
    """What becomes of the dice, and of what they bring.

    Args:
        dice: As `dice_left` has it.
        used: Columns of pieces delivered, by ingredient.
    """
    return (
        MetricSpec(
            "dice_left_share",
            "share",
            de="Liegen gebliebene Würfel",
            en="Dice left over",
            words="How many of the thrown dice of each kind nobody takes; a reroll replaces the roll before it.",
            words_de="Wie viele der geworfenen Würfel jeder Art niemand nimmt; ein Neuwurf ersetzt den Wurf davor.",
            formula="1 − Σ takes of the kind / (dice of the kind · Σ rolls)",
            gauge=Parts("games", lambda facts: dice_left(facts, dice)),
        ),
        MetricSpec(
            "pieces_used_mean",
            "count",
            de="Gelieferte Stück je Zutat",
            en="Pieces delivered by ingredient",
            words="Pieces of each ingredient that all seats together deliver in a playout.",
            words_de="Stück jeder Zutat, die alle Plätze zusammen in einer Partie liefern.",
            formula="Σ pieces / n",
            gauge=Mean("games", used),
        ),
        MetricSpec(
            "jokers_mean",
            "count",
            de="Joker",
            en="Jokers",
            words="Pairs with a joker that a seat takes in a playout.",
            words_de="Paare mit Joker, die ein Platz in einer Partie nimmt.",
            formula=_A_SEAT,
            gauge=Mean("seats", "jokers", each="seat"),
        ),
        MetricSpec(
            "applications_left_mean",
            "count",
            de="Unverbrauchte Bewerbungen",
            en="Unused applications",
            words="Applications that a seat has left at the end.",
            words_de="Bewerbungen, die ein Platz am Ende übrig hat.",
            formula=_A_SEAT,
            gauge=Mean("seats", "applications", each="seat"),
        ),
    )


def take_metrics(words: DraftWords, takes: Mapping[str, str]) -> tuple[MetricSpec, ...]:
    """How often seats take, pass, reroll and hire.

    Args:
        words: What the draft calls things.
        takes: Columns of takes by kind.
    """
    return (
        MetricSpec(
            "takes_mean",
            "count",
            de="Züge nach Art",
            en="Takes by kind",
            words=f"{words.takes_en} a seat takes in a playout.",
            words_de=f"{words.takes_de}, die ein Platz in einer Partie nimmt.",
            formula=_A_SEAT,
            gauge=Mean("seats", lambda _: takes, each="seat"),
        ),
        MetricSpec(
            "passes_mean",
            "count",
            de="Passen",
            en="Passes",
            words="How often a seat passes in a playout.",
            words_de="Wie oft ein Platz in einer Partie passt.",
            formula=_A_SEAT,
            gauge=Mean("seats", "passes", each="seat"),
        ),
        MetricSpec(
            "rerolls_mean",
            "count",
            de="Neuwürfe",
            en="Rerolls",
            words="How often a seat spends an application to reroll in a playout.",
            words_de="Wie oft ein Platz in einer Partie eine Bewerbung für einen Neuwurf ausgibt.",
            formula=_A_SEAT,
            gauge=Mean("seats", "rerolls", each="seat"),
        ),
        MetricSpec(
            "hires_mean",
            "count",
            de=f"Angestellte {words.helper_de}nen",
            en=f"{words.helper_en.capitalize()}s hired",
            words=f"How often a seat hires the {words.helper_en} in a playout.",
            words_de=f"Wie oft ein Platz in einer Partie die {words.helper_de} anstellt.",
            formula=_A_SEAT,
            gauge=Mean("seats", "hires", each="seat"),
        ),
    )


COURSE_FIGURES = (
    Figure("decisions", "mix", ("decision_mix",)),
    Figure("leads", "band", ("lead_over",), facts=("drama_mean", "decisive_mean", "lead_changes_mean")),
)
