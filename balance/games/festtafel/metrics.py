"""What festtafel measures beyond every game's metrics; dishes, tiers and tables are those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from balance.core.contrasts import CONTRAST_CONDITIONS, Contrast, contrast_metrics
from balance.core.courses import Parts
from balance.core.figure import Figure
from balance.core.finding import Rule, among_equals
from balance.core.gauges import Mean, PartOfWhole, PlayoutShare
from balance.core.metric import CellFacts, MetricSpec
from balance.core.points import points_metrics
from balance.games.draft.measures import (
    COURSE_FIGURES,
    DraftWords,
    course_metrics,
    dice_metrics,
    take_metrics,
)
from balance.games.festtafel.compiling import column_names
from balance.games.festtafel.rules import table_penalty

Items = Callable[[CellFacts], Mapping[str | None, str]]


def _has_banquet(facts: CellFacts) -> bool:
    return bool(facts.rules.banquet.enabled)


def _sources(facts: CellFacts) -> Mapping[str, str]:
    """Columns of points by source; their names are what `texts.yaml` knows."""
    names = column_names(facts.rules)
    tables = (*names["points_bonus"], *names["points_penalty"]) if _has_banquet(facts) else ()
    return {column: column for column in (*names["points_tier"], *tables)}


def _dishes(facts: CellFacts) -> Mapping[str, str]:
    return dict(zip(facts.rules.dishes, column_names(facts.rules)["made"], strict=True))


def _with_banquet(column: str) -> Items:
    return lambda facts: {None: column} if _has_banquet(facts) else {}


def _by_table(field: str) -> Items:
    """A column a table, by the table's name."""
    return lambda facts: (
        dict(zip(facts.rules.banquet.tables, column_names(facts.rules)[field], strict=True))
        if _has_banquet(facts)
        else {}
    )


def _by_tier(field: str) -> Items:
    """A column a tier, by the tier's name."""
    return lambda facts: (
        dict(zip(facts.rules.tiers, column_names(facts.rules)[field], strict=True))
        if _has_banquet(facts)
        else {}
    )


def _holes(facts: CellFacts) -> Mapping[str | None, str]:
    return {None: "holes", **_by_tier("holes_tier")(facts)} if _has_banquet(facts) else {}


def _used(facts: CellFacts) -> Mapping[str, str]:
    return dict(zip(facts.rules.ingredients, column_names(facts.rules)["used"], strict=True))


def _of_all_dishes(facts: CellFacts) -> Mapping[str, tuple[str, str]]:
    return {dish: (column, "dishes") for dish, column in _dishes(facts).items()}


def _tiers_of_all(facts: CellFacts) -> Mapping[str, tuple[str, str]]:
    rules, columns = facts.rules, _dishes(facts)
    of_tier = {
        tier: [columns[name] for name, dish in rules.dishes.items() if dish.tier == tier]
        for tier in rules.tiers
    }
    return {tier: ("+".join(made), "dishes") for tier, made in of_tier.items() if made}


def _covered(facts: CellFacts) -> Mapping[None, tuple[str, str]]:
    return {None: ("cells+-1*cells_left", "cells")} if _has_banquet(facts) else {}


def _banquet_points(facts: CellFacts) -> Mapping[str, str]:
    if not _has_banquet(facts):
        return {}
    names = column_names(facts.rules)
    return {
        "banquet_bonus": "+".join(names["points_bonus"]),
        "banquet_penalty": "+".join(names["points_penalty"]),
    }


def _has_penalty(facts: CellFacts) -> bool:
    """Whether any table costs points if it stays half empty."""
    rules = facts.rules
    return _has_banquet(facts) and any(table_penalty(rules, table) for table in rules.banquet.tables.values())


def _filled(facts: CellFacts) -> Mapping[str | None, str]:
    return {"own": "bonus_filled", "others": "bonus_given"} if _has_banquet(facts) else {}


_WORDS = DraftWords(
    mix=("pair", "joker", "device", "pass"),
    mix_en="take a pair, a pair with a joker, a cook, or pass",
    mix_de="ein Paar, ein Paar mit Joker, einen Koch nehmen oder passen",
    takes_en="Pairs of dice and cooks",
    takes_de="Würfelpaare und Köche",
    helper_en="sous-chef",
    helper_de="Souschefin",
)
_BANQUET = "Only in games with a banquet."
_A_SEAT = "Σ over all seats / (n · k), k seats"
_A_PLAYOUT = "Σ over all seats / n"

METRICS = (
    *points_metrics(
        _sources,
        "Bonuses and penalties only in games with a banquet.",
        "Boni und Abzüge nur in Spielen mit Festtafel.",
    ),
    MetricSpec(
        "dishes_mean",
        "count",
        de="Fertige Gerichte",
        en="Dishes finished",
        words="Dishes that all seats together finish in a playout.",
        words_de="Gerichte, die alle Plätze zusammen in einer Partie fertig kochen.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", "dishes"),
    ),
    MetricSpec(
        "dish_mean",
        "count",
        de="Gerichte nach Sorte",
        en="Dishes by kind",
        words="How often each dish is finished in a playout, by all seats together.",
        words_de="Wie oft jedes Gericht in einer Partie fertig wird, von allen Plätzen zusammen.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", _dishes),
        conditions="For every dish of the rules, also one that nobody makes.",
    ),
    MetricSpec(
        "dish_share",
        "share",
        de="Anteil des Gerichts an allen",
        en="Share of the dish among all",
        words="How many of the finished dishes are this one.",
        words_de="Welcher Teil aller fertigen Gerichte dieses ist. Für jedes Gericht der Regeln.",
        formula="Σ times the dish was finished / Σ finished dishes",
        gauge=Parts("seats", _of_all_dishes),
        conditions="For every dish of the rules.",
    ),
    MetricSpec(
        "tier_dishes_share",
        "share",
        de="Anteil der Stufe an allen Gerichten",
        en="Share of the tier among all dishes",
        words="How many of the finished dishes are of this tier.",
        words_de="Welcher Teil aller fertigen Gerichte von dieser Stufe ist. Für jede Stufe der Regeln.",
        formula="Σ finished dishes of the tier / Σ finished dishes",
        gauge=Parts("seats", _tiers_of_all),
        conditions="For every tier of the rules.",
    ),
    *contrast_metrics("dish", _dishes, what=("dishes of this kind", "Gerichte dieser Sorte")),
    MetricSpec(
        "sideboard_share",
        "share",
        de="Anteil der Gerichte auf der Anrichte",
        en="Share of dishes on the sideboard",
        words="How many of the finished dishes no table took.",
        words_de="Wie viele der fertigen Gerichte auf keinen Tisch kamen. Nur in Spielen mit Festtafel.",
        formula="Σ dishes on the sideboard / Σ finished dishes",
        gauge=PartOfWhole("aside", "dishes", only=_has_banquet),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "sideboard_mean",
        "count",
        de="Gerichte auf der Anrichte nach Stufe",
        en="Dishes on the sideboard by tier",
        words="Dishes of each tier that come onto the sideboard in a playout.",
        words_de="Gerichte jeder Stufe, die in einer Partie auf die Anrichte kommen. Nur in Spielen mit Festtafel.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", _by_tier("aside_tier")),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "covered_share",
        "share",
        de="Wie voll die Festtafel wird",
        en="How full the banquet gets",
        words="Share of the banquet's cells that are covered at the end.",
        words_de="Welcher Teil der Felder am Ende gedeckt ist. Nur in Spielen mit Festtafel.",
        formula="Σ covered cells / Σ cells",
        gauge=Parts("games", _covered),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "banquet_points_mean",
        "points",
        de="Bonus und Abzug der Festtafel",
        en="Bonus and penalty of the banquet",
        words="Points a seat gets by bonuses of all tables, and loses by penalties; also by seat.",
        words_de="Punkte, die ein Platz durch Boni aller Tische gewinnt und durch Abzüge verliert; auch nach Platz. "
        "Nur in Spielen mit Festtafel.",
        formula=_A_SEAT,
        gauge=Mean("seats", _banquet_points, each="seat", by_seat=True),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "table_full_share",
        "share",
        de="Wie oft ein Tisch voll wird",
        en="How often a table fills",
        words="Share of playouts in which a table is full at the end.",
        words_de="Anteil der Partien, an deren Ende ein Tisch voll gedeckt ist. Nur in Spielen mit Festtafel.",
        formula="playouts with the table full / n",
        gauge=PlayoutShare(_by_table("full")),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "tables_full_mean",
        "count",
        de="Volle Tische",
        en="Full tables",
        words="Tables that are full at the end of a playout.",
        words_de="Tische, die am Ende einer Partie voll gedeckt sind. Nur in Spielen mit Festtafel.",
        formula="Σ full tables / n",
        gauge=Mean("games", _with_banquet("tables_full")),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "cells_left_mean",
        "count",
        de="Freie Felder am Ende",
        en="Cells left at the end",
        words="Free cells of each table at the end of a playout.",
        words_de="Felder jedes Tischs, die am Ende einer Partie frei sind. Nur in Spielen mit Festtafel.",
        formula="Σ free cells / n",
        gauge=Mean("games", _by_table("left")),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "holes_mean",
        "count",
        de="Löcher am Ende",
        en="Holes at the end",
        words="Free cells at the end that no dish could cover, and that no dish of each tier could cover.",
        words_de="Freie Felder am Ende, die kein Gericht mehr bedecken könnte, und die keines einer Stufe könnte. "
        "Nur in Spielen mit Festtafel.",
        formula="Σ holes / n",
        gauge=Mean("games", _holes),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "table_dishes_mean",
        "count",
        de="Gerichte je Tisch",
        en="Dishes by table",
        words="Dishes that are served on each table in a playout.",
        words_de="Gerichte, die in einer Partie an jedem Tisch serviert werden. Nur in Spielen mit Festtafel.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", _by_table("served_table")),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "tables_filled_mean",
        "count",
        de="Selbst gefüllte Tische",
        en="Tables filled",
        words="How often a seat covers the last cell of a table in a playout; also by seat.",
        words_de="Wie oft ein Platz in einer Partie das letzte Feld eines Tischs deckt; auch nach Platz. "
        "Nur in Spielen mit Festtafel.",
        formula=_A_SEAT,
        gauge=Mean("seats", _with_banquet("tables_filled"), each="seat", by_seat=True),
        conditions=_BANQUET,
    ),
    MetricSpec(
        "fill_bonus_mean",
        "points",
        de="Bonus aus selbst gefüllten Tischen: eigener und fremder",
        en="Bonus of tables one fills: own and others'",
        words="What a seat gains itself from the tables it fills (`own`), and what it gives to others (`others`).",
        words_de="Was ein Platz an den Tischen, die er voll macht, selbst gewinnt (`own`) und anderen verschafft "
        "(`others`). Nur in Spielen mit Festtafel.",
        formula=_A_SEAT,
        gauge=Mean("seats", _filled, each="seat"),
        conditions=_BANQUET,
    ),
    *course_metrics(_WORDS, ends_early=False),
    *dice_metrics({"amount": "pair+joker", "ingredient": "pair+joker", "cook": "device"}, _used),
    MetricSpec(
        "neighbour_effect",
        "points",
        de="Was der Platz davor ausmacht",
        en="What the seat before does to a seat",
        words="Points of seats behind one that takes more cooks than the table's average, minus points of seats behind "
        "one that takes fewer: what the seat before takes is gone. It is a comparison within tables, no proof of a "
        "cause; `policy_after_score_mean` is one.",
        words_de="Punkte der Plätze nach einem, der mehr Köche nimmt als der Tisch im Mittel, minus Punkte der Plätze "
        "nach einem, der weniger nimmt: Was der Platz davor nimmt, ist weg. Ein Vergleich innerhalb der Tische, kein "
        "Beweis einer Ursache. Ab drei Spielern, nur entschiedene Partien.",
        formula="Σ score of seats whose predecessor is above the average / their number − the same below",
        gauge=Contrast("cooks", outcome="score", before=True),
        conditions=f"From three players on. {CONTRAST_CONDITIONS}",
    ),
    *take_metrics(_WORDS, {"pair": "pairs", "cook": "cooks"}),
)

FIGURES = (
    Figure(
        "dishes",
        "twin",
        ("dish_mean", "dish_lift"),
        facts=("sideboard_share",),
        columns=("dish_share", "dish_more_win_share", "dish_less_win_share"),
    ),
    Figure("tables", "bars", ("table_full_share",), facts=("covered_share", "tables_full_mean")),
    Figure("left", "bars", ("cells_left_mean",)),
    Figure("holes", "bars", ("holes_mean",)),
    Figure("filling", "bars", ("fill_bonus_mean",), facts=("tables_filled_mean",)),
    Figure("sideboard", "bars", ("sideboard_mean",)),
    *COURSE_FIGURES,
    Figure("dice", "bars", ("dice_left_share",)),
)

FINDINGS = (
    Rule("full_sideboard", "sideboard_share", 58, above=0.3, figure="sideboard", only=_has_banquet),
    Rule("dead_tier", "tier_dishes_share", 56, below=0.05, figure="dishes", each=True),
    Rule("strong_dish", "dish_lift", 30, above=0.2, figure="dishes", each=True, only=among_equals),
    Rule(
        "idle_penalty",
        "banquet_points_mean",
        29,
        above=-0.25,
        item="banquet_penalty",
        figure="left",
        only=_has_penalty,
    ),
)
