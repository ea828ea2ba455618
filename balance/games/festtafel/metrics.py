"""What festtafel measures beyond every game's metrics; dishes, tiers and tables are those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from balance.core.gauges import Mean, OutcomeMean, PartOfWhole, PlayoutShare
from balance.core.metric import CellFacts, MetricSpec
from balance.games.festtafel.compiling import column_names

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


def _takes(_: CellFacts) -> Mapping[str, str]:
    return {"pair": "pairs", "cook": "cooks"}


def _filled(facts: CellFacts) -> Mapping[str | None, str]:
    return {"own": "bonus_filled", "others": "bonus_given"} if _has_banquet(facts) else {}


_BANQUET = "Only in games with a banquet."
_A_SEAT = "Σ over all seats / (n · k), k seats"
_A_PLAYOUT = "Σ over all seats / n"

METRICS = (
    MetricSpec(
        "points_mean",
        "points",
        de="Punkte nach Quelle",
        en="Points by source",
        words="Points a seat gets from each source on average; together they are the mean score.",
        words_de="Punkte eines Platzes aus jeder Quelle im Mittel; zusammen ergeben sie die mittlere "
        "Punktzahl. Boni und Abzüge nur in Spielen mit Festtafel.",
        formula=_A_SEAT,
        gauge=Mean("seats", _sources, each="seat"),
        conditions="Bonuses and penalties only in games with a banquet.",
    ),
    MetricSpec(
        "points_winner_mean",
        "points",
        de="Punkte der Sieger nach Quelle",
        en="Winners' points by source",
        words="Points that winners get from each source.",
        words_de="Punkte der Sieger aus jeder Quelle. Nur entschiedene Partien; wer gleichauf siegt, teilt"
        " sich einen Wert.",
        formula="Σ W_s · points_s / decided playouts",
        gauge=OutcomeMean(_sources, "won"),
        conditions="Decided playouts only; level winners share one value.",
    ),
    MetricSpec(
        "points_other_mean",
        "points",
        de="Punkte der Übrigen nach Quelle",
        en="Others' points by source",
        words="Points that those who do not win get from each source.",
        words_de="Punkte derer, die nicht gewinnen, aus jeder Quelle. Nur entschiedene Partien.",
        formula="Σ (1 − W_s) · points_s / ((k − 1) · decided playouts), k seats",
        gauge=OutcomeMean(_sources, "lost"),
        conditions="Decided playouts only.",
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
    MetricSpec(
        "takes_mean",
        "count",
        de="Züge nach Art",
        en="Takes by kind",
        words="Pairs of dice and cooks a seat takes in a playout.",
        words_de="Würfelpaare und Köche, die ein Platz in einer Partie nimmt.",
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
        de="Angestellte Souschefinnen",
        en="Sous-chefs hired",
        words="How often a seat hires the sous-chef in a playout.",
        words_de="Wie oft ein Platz in einer Partie die Souschefin anstellt.",
        formula=_A_SEAT,
        gauge=Mean("seats", "hires", each="seat"),
    ),
)
