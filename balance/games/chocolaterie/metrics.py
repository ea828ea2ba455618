"""What chocolaterie measures beyond every game's metrics; varieties and tiers are those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from balance.core.contrasts import CONTRAST, CONTRAST_CONDITIONS, Contrast, contrast_metrics
from balance.core.courses import Mix
from balance.core.figure import Figure
from balance.core.finding import Rule
from balance.core.gauges import EndShare, Mean, OutcomeMean, PartOfWhole
from balance.core.metric import CellFacts, MetricSpec
from balance.core.points import points_metrics
from balance.games.chocolaterie.compiling import column_names


def _has_packages(facts: CellFacts) -> bool:
    return bool(facts.rules.packages.enabled)


def _sources(facts: CellFacts) -> Mapping[str, str]:
    """Columns of points by source; their names are what `texts.yaml` knows."""
    names = column_names(facts.rules)
    bonus = names["points_bonus"] if _has_packages(facts) else ()
    return {column: column for column in (*names["points_tier"], *bonus, "points_refined")}


def _varieties(facts: CellFacts) -> Mapping[str, str]:
    return dict(zip(facts.rules.varieties, column_names(facts.rules)["made"], strict=True))


def _with_packages(column: str) -> Callable[[CellFacts], Mapping[str | None, str]]:
    return lambda facts: {None: column} if _has_packages(facts) else {}


def _takes(_: CellFacts) -> Mapping[str, str]:
    return {"pair": "pairs", "device": "devices", "special": "specials"}


_PACKAGES = "Only in games with packages."
_A_SEAT = "Σ over all seats / (n · k), k seats"
_A_PLAYOUT = "Σ over all seats / n"

METRICS = (
    *points_metrics(
        _sources, "Package bonuses only in games with packages.", "Paketboni nur in Spielen mit Paketen."
    ),
    MetricSpec(
        "bars_mean",
        "count",
        de="Fertige Tafeln",
        en="Bars finished",
        words="Bars that all seats together finish in a playout.",
        words_de="Tafeln, die alle Plätze zusammen in einer Partie fertigstellen.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", "bars"),
    ),
    MetricSpec(
        "variety_bars_mean",
        "count",
        de="Tafeln je Sorte",
        en="Bars by variety",
        words="Bars of each variety that all seats together finish in a playout.",
        words_de="Tafeln jeder Sorte, die alle Plätze zusammen in einer Partie fertigstellen; für jede "
        "Sorte der Regeln, auch eine, die niemand macht.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", _varieties),
        conditions="For every variety of the rules, also one that nobody makes.",
    ),
    MetricSpec(
        "variety_share",
        "share",
        de="Anteil der Sorte an allen Tafeln",
        en="Share of the variety among all bars",
        words="How many of the finished bars are of this variety.",
        words_de="Welcher Teil aller fertigen Tafeln von dieser Sorte ist. Für jede Sorte der Regeln.",
        formula="Σ bars of the variety / Σ finished bars",
        gauge=Mix("seats", lambda facts: {1: _varieties(facts)}, flat=True),
        conditions="For every variety of the rules.",
    ),
    MetricSpec(
        "variety_winner_bars_mean",
        "count",
        de="Tafeln je Sorte bei Siegern",
        en="Winners' bars by variety",
        words="Bars of each variety that winners finish.",
        words_de="Fertige Tafeln der Sieger, je Sorte. Nur entschiedene Partien; wer gleichauf "
        "siegt, teilt sich einen Wert.",
        formula="Σ W_s · bars_s / decided playouts",
        gauge=OutcomeMean(_varieties, "won"),
        conditions="Decided playouts only; level winners share one value.",
    ),
    MetricSpec(
        "variety_other_bars_mean",
        "count",
        de="Tafeln je Sorte bei den Übrigen",
        en="Others' bars by variety",
        words="Bars of each variety that those who do not win finish.",
        words_de="Fertige Tafeln derer, die nicht gewinnen, je Sorte. Nur entschiedene Partien.",
        formula="Σ (1 − W_s) · bars_s / ((k − 1) · decided playouts), k seats",
        gauge=OutcomeMean(_varieties, "lost"),
        conditions="Decided playouts only.",
    ),
    *contrast_metrics(
        "variety",
        _varieties,
        what=("bars of the variety", "Tafeln der Sorte"),
    ),
    MetricSpec(
        "refined_share",
        "share",
        de="Anteil veredelter Tafeln",
        en="Share of refined bars",
        words="How many of the finished bars are refined.",
        words_de="Wie viele der fertigen Tafeln veredelt sind.",
        formula="Σ refined bars / Σ finished bars",
        gauge=PartOfWhole("refined", "bars"),
    ),
    MetricSpec(
        "refined_lift",
        "difference",
        de="Was häufigeres Veredeln wert ist",
        en="What refining more is worth",
        words="Win share of seats that refine more bars than their table's average, minus that of seats that refine "
        "fewer. It is a comparison within tables, no proof of a cause.",
        words_de="Siegquote der Plätze, die mehr Tafeln veredeln als der Tisch im Mittel, "
        "minus die derer mit weniger. Ein Vergleich innerhalb der Tische, kein Beweis einer Ursache. "
        "Nur entschiedene Partien.",
        formula=CONTRAST,
        gauge=Contrast("refined"),
        conditions=CONTRAST_CONDITIONS,
    ),
    MetricSpec(
        "storeroom_share",
        "share",
        de="Anteil der Tafeln im Lager",
        en="Share of bars in the storeroom",
        words="How many of the finished bars no package took.",
        words_de="Wie viele der fertigen Tafeln kein Paket aufnahm. Nur in Spielen mit Paketen.",
        formula="Σ bars in the storeroom / Σ finished bars",
        gauge=PartOfWhole("stored", "bars", only=_has_packages),
        conditions=_PACKAGES,
    ),
    MetricSpec(
        "packages_full_mean",
        "count",
        de="Volle Pakete",
        en="Full packages",
        words="Packages filled in a playout.",
        words_de="Pakete, die in einer Partie voll werden. Nur in Spielen mit Paketen.",
        formula="Σ full packages / n",
        gauge=Mean("games", _with_packages("packages_full")),
        conditions=_PACKAGES,
    ),
    MetricSpec(
        "bars_unfilled_mean",
        "count",
        de="Tafeln in unvollen Paketen",
        en="Bars in unfilled packages",
        words="Bars that lie in open packages when a playout ends and get no bonus.",
        words_de="Tafeln, die beim Ende in offenen Paketen liegen und keinen Bonus bringen. Nur in Spielen"
        " mit Paketen.",
        formula="Σ bars in open packages / n",
        gauge=Mean("games", _with_packages("bars_unfilled")),
        conditions=_PACKAGES,
    ),
    MetricSpec(
        "supply_end_share",
        "share",
        de="Anteil der Partien, die der Vorrat beendet",
        en="Share of playouts ended by the supply",
        words="How often the last package fills before the clock runs out.",
        words_de="Wie oft das letzte Paket voll wird, bevor die Schichtzeit abläuft. Nur in Spielen mit "
        "Paketen.",
        formula="playouts ended by the supply / n",
        gauge=EndShare("supply", only=_has_packages),
        conditions=_PACKAGES,
    ),
    MetricSpec(
        "takes_mean",
        "count",
        de="Züge nach Art",
        en="Takes by kind",
        words="Pairs of dice, devices and specials a seat takes in a playout.",
        words_de="Würfelpaare, Geräte und Sonderzutaten, die ein Platz in einer Partie nimmt.",
        formula=_A_SEAT,
        gauge=Mean("seats", _takes, each="seat"),
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
        de="Angestellte Meisterinnen",
        en="Masters hired",
        words="How often a seat hires the master in a playout.",
        words_de="Wie oft ein Platz in einer Partie die Meisterin anstellt.",
        formula=_A_SEAT,
        gauge=Mean("seats", "hires", each="seat"),
    ),
)

FIGURES = (
    Figure(
        "varieties",
        "twin",
        ("variety_bars_mean", "variety_lift"),
        columns=(
            "variety_share",
            "variety_more_win_share",
            "variety_less_win_share",
            "variety_winner_bars_mean",
            "variety_other_bars_mean",
        ),
    ),
    Figure(
        "packages",
        "bars",
        ("packages_full_mean", "bars_unfilled_mean"),
        facts=("storeroom_share", "supply_end_share"),
    ),
)

FINDINGS = (
    Rule("dead_supply", "supply_end_share", 60, below=0.05, figure="ends", only=_has_packages),
    Rule(
        "dominant_variety", "variety_share", 58, above=0.3, figure="varieties", each=True, topic="varieties"
    ),
    Rule("dead_variety", "variety_share", 56, below=0.03, figure="varieties", each=True, topic="varieties"),
    Rule("strong_variety", "variety_lift", 30, above=0.2, figure="varieties", each=True, topic="varieties"),
)
