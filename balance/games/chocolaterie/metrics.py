"""What chocolaterie measures beyond every game's metrics; varieties and tiers are those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from balance.core.contrasts import CONTRAST, CONTRAST_CONDITIONS, Contrast, contrast_metrics
from balance.core.courses import Parts
from balance.core.figure import Figure
from balance.core.finding import Rule, among_equals
from balance.core.gauges import EndShare, Mean, OutcomeMean, PartOfWhole
from balance.core.metric import CellFacts, MetricSpec
from balance.core.points import points_metrics
from balance.games.chocolaterie.compiling import column_names
from balance.games.draft.measures import (
    COURSE_FIGURES,
    DraftWords,
    course_metrics,
    dice_metrics,
    take_metrics,
)


def _has_packages(facts: CellFacts) -> bool:
    return bool(facts.rules.packages.enabled)


def _sources(facts: CellFacts) -> Mapping[str, str]:
    """Columns of points by source; their names are what `texts.yaml` knows."""
    names = column_names(facts.rules)
    bonus = names["points_bonus"] if _has_packages(facts) else ()
    return {column: column for column in (*names["points_tier"], *bonus, "points_refined")}


def _varieties(facts: CellFacts) -> Mapping[str, str]:
    return dict(zip(facts.rules.varieties, column_names(facts.rules)["made"], strict=True))


def _of_all_bars(facts: CellFacts) -> Mapping[str, tuple[str, str]]:
    return {variety: (column, "bars") for variety, column in _varieties(facts).items()}


def _bonuses(facts: CellFacts) -> Mapping[None, tuple[str, str]]:
    """What others get of the bonuses that a filled package pays."""
    if not _has_packages(facts):
        return {}
    return {None: ("bonus_given", "+".join(column_names(facts.rules)["points_bonus"]))}


def _used(facts: CellFacts) -> Mapping[str, str]:
    return dict(zip(facts.rules.ingredients, column_names(facts.rules)["used"], strict=True))


def _with_packages(column: str) -> Callable[[CellFacts], Mapping[str | None, str]]:
    return lambda facts: {None: column} if _has_packages(facts) else {}


_PACKAGES = "Only in games with packages."
_A_PLAYOUT = "Σ over all seats / n"

_WORDS = DraftWords(
    mix=("pair", "joker", "device", "special", "pass"),
    mix_en="take a pair, a pair with a joker, a device, a special, or pass",
    mix_de="ein Paar, ein Paar mit Joker, ein Gerät, eine Sonderzutat nehmen oder passen",
    takes_en="Pairs of dice, devices and specials",
    takes_de="Würfelpaare, Geräte und Sonderzutaten",
    helper_en="master",
    helper_de="Meisterin",
)

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
        gauge=Parts("seats", _of_all_bars),
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
        "bars_stored_mean",
        "count",
        de="Tafeln im Lager",
        en="Bars in the storeroom",
        words="Bars of all seats together that no package took.",
        words_de="Tafeln aller Plätze zusammen, die kein Paket aufnahm. Nur in Spielen mit Paketen.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", _with_packages("stored")),
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
        "bonus_given_share",
        "share",
        de="Anteil des Bonus, der an andere geht",
        en="Share of the bonus that goes to others",
        words="Of the bonus that full packages pay, how much goes to seats other than the one that filled the "
        "package; "
        "the rest is the filler's own share.",
        words_de="Welcher Teil des Bonus voller Pakete an andere geht als an den, der das Paket gefüllt hat; "
        "der Rest ist "
        "dessen eigener Anteil. Nur in Spielen mit Paketen.",
        formula="Σ bonus points of others in packages a seat filled / Σ bonus points",
        gauge=Parts("seats", _bonuses),
        conditions=_PACKAGES,
    ),
    *course_metrics(_WORDS, ends_early=True),
    *dice_metrics(
        {"amount": "pair+joker", "ingredient": "pair+joker", "device": "device", "special": "special"}, _used
    ),
    MetricSpec(
        "neighbour_effect",
        "points",
        de="Was der Platz davor ausmacht",
        en="What the seat before does to a seat",
        words="Points of seats behind one that takes more devices and specials than the table's average, "
        "minus points of "
        "seats behind one that takes fewer: what the seat before takes is gone. It is a comparison within tables, "
        "no proof of a cause; `policy_after_score_mean` is one.",
        words_de="Punkte der Plätze nach einem, der mehr Geräte und Sonderzutaten nimmt als der Tisch im "
        "Mittel, minus "
        "Punkte der Plätze nach einem, der weniger nimmt: Was der Platz davor nimmt, ist weg. Ein Vergleich "
        "innerhalb "
        "der Tische, kein Beweis einer Ursache. Ab drei Spielern, nur entschiedene Partien.",
        formula="Σ score of seats whose predecessor is above the average / their number − the same below",
        gauge=Contrast("devices+specials", outcome="score", before=True),
        conditions=f"From three players on. {CONTRAST_CONDITIONS}",
    ),
    *take_metrics(_WORDS, {"pair": "pairs", "device": "devices", "special": "specials"}),
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
    *COURSE_FIGURES,
    Figure(
        "packages",
        "bars",
        ("packages_full_mean", "bars_unfilled_mean", "bars_stored_mean"),
        facts=("bonus_given_share", "storeroom_share", "supply_end_share", "unequal_takes_share"),
    ),
    Figure("dice", "bars", ("dice_left_share",)),
)

FINDINGS = (
    Rule("dead_supply", "supply_end_share", 60, below=0.05, figure="ends", only=_has_packages),
    Rule(
        "dominant_variety", "variety_share", 58, above=0.3, figure="varieties", each=True, topic="varieties"
    ),
    Rule("dead_variety", "variety_share", 56, below=0.03, figure="varieties", each=True, topic="varieties"),
    Rule(
        "strong_variety",
        "variety_lift",
        30,
        above=0.2,
        figure="varieties",
        each=True,
        topic="varieties",
        only=among_equals,
    ),
)
