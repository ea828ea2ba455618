"""What schokoladenmarkt measures beyond every game's metrics; varieties and rows are those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from balance.core.contrasts import Correlation, contrast_metrics
from balance.core.courses import ROUND, MeansOf, Parts
from balance.core.figure import Figure
from balance.core.finding import Rule, among_equals
from balance.core.gauges import Mean, OutcomeMean, PlayoutShare
from balance.core.metric import CellFacts, MetricSpec
from balance.games.schokoladenmarkt.compiling import column_names
from balance.games.schokoladenmarkt.layout import ROUNDS

SOURCES = ("settlements", "cities", "market", "longest_road", "largest_army", "cards")


def _sources(_: CellFacts) -> Mapping[str, str]:
    """Columns of points by source; their names are what `texts.yaml` knows."""
    return {f"points_{source}": f"points_{source}" for source in SOURCES}


def _varieties(field: str) -> Callable[[CellFacts], Mapping[str, str]]:
    return lambda facts: dict(
        zip(facts.rules.market.varieties, column_names(facts.rules)[field], strict=True)
    )


def _rows(facts: CellFacts) -> Mapping[str, str]:
    columns = column_names(facts.rules)["made_row"]
    return {f"row_{row + 1}": column for row, column in enumerate(columns)}


def _blocked(facts: CellFacts) -> Mapping[str, tuple[str, str]]:
    columns = column_names(facts.rules)["blocked"]
    return {
        name: (column, "length") for name, column in zip(facts.rules.market.varieties, columns, strict=True)
    }


def _rows_of_turns(facts: CellFacts) -> Mapping[str, tuple[str, str]]:
    columns = column_names(facts.rules)["row_sum"]
    return {
        name: (column, "length") for name, column in zip(facts.rules.market.varieties, columns, strict=True)
    }


def _rows_at_moments(facts: CellFacts) -> Mapping[str, tuple[str, str]]:
    """Rows after so many rounds, and whether a playout lasted until then."""
    return {
        f"{variety}@{ROUND}{rounds}": (f"row_at_{rounds}_{variety}", f"reached_{rounds}")
        for rounds in ROUNDS
        for variety in facts.rules.market.varieties
    }


def _of_all_chocolates(facts: CellFacts) -> Mapping[str, tuple[str, str]]:
    columns = column_names(facts.rules)["made"]
    pairs = zip(facts.rules.market.varieties, columns, strict=True)
    return {name: (column, "chocolates") for name, column in pairs}


def _piles(what: str) -> Callable[[CellFacts], Mapping[str, str]]:
    return lambda _: {pile: f"{pile}_{what}" for pile in ("raw", "ingredients")}


def _same(*names: str) -> Callable[[CellFacts], Mapping[str, str]]:
    return lambda _: {name: name for name in names}


_A_SEAT = "Σ over all seats / (n · k), k seats"
_A_PLAYOUT = "Σ over all seats / n"
_DECIDED = "Decided playouts only."


def _cards_mean(name: str, what: str, de: str, en: str, words: str, words_de: str) -> MetricSpec:
    """Cards a seat has to do with in one way, by pile."""
    return MetricSpec(
        name,
        "count",
        de=de,
        en=en,
        words=words,
        words_de=words_de,
        formula=_A_SEAT,
        gauge=Mean("seats", _piles(what), each="seat"),
    )


METRICS = (
    MetricSpec(
        "points_mean",
        "points",
        de="Punkte nach Quelle",
        en="Points by source",
        words="Points a seat gets from each source on average; together they are the mean score.",
        words_de="Punkte eines Platzes aus jeder Quelle im Mittel; zusammen ergeben sie die mittlere Punktzahl.",
        formula=_A_SEAT,
        gauge=Mean("seats", _sources, each="seat"),
    ),
    MetricSpec(
        "points_winner_mean",
        "points",
        de="Punkte der Sieger nach Quelle",
        en="Winners' points by source",
        words="Points that winners get from each source.",
        words_de="Punkte der Sieger aus jeder Quelle. Nur entschiedene Partien.",
        formula="Σ W_s · points_s / decided playouts",
        gauge=OutcomeMean(_sources, "won"),
        conditions=_DECIDED,
    ),
    MetricSpec(
        "points_other_mean",
        "points",
        de="Punkte der Übrigen nach Quelle",
        en="Others' points by source",
        words="Points that those who do not win get from each source.",
        words_de="Punkte derer, die nicht siegen, aus jeder Quelle. Nur entschiedene Partien.",
        formula="Σ (1 − W_s) · points_s / ((k − 1) · decided playouts), k seats",
        gauge=OutcomeMean(_sources, "lost"),
        conditions=_DECIDED,
    ),
    MetricSpec(
        "market_decided_share",
        "share",
        de="Anteil der Partien, die der Markt entscheidet",
        en="Share of playouts the market decides",
        words="How often the winner would not be alone ahead if nobody had points from the market.",
        words_de="Wie oft der Sieger nicht allein vorn läge, wenn niemand Punkte vom Markt hätte.",
        formula="playouts with market_decided = 1 / n",
        gauge=PlayoutShare("market_decided"),
    ),
    MetricSpec(
        "chocolates_mean",
        "count",
        de="Schokoladen",
        en="Chocolates made",
        words="Chocolates that all seats together make in a playout.",
        words_de="Schokoladen, die alle zusammen in einer Partie herstellen.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", "chocolates"),
    ),
    MetricSpec(
        "variety_chocolates_mean",
        "count",
        de="Schokoladen je Sorte",
        en="Chocolates by variety",
        words="Chocolates of each variety that all seats together make in a playout.",
        words_de="Schokoladen jeder Sorte, die alle zusammen in einer Partie herstellen.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", _varieties("made")),
        conditions="For every variety of the rules, also one that nobody makes.",
    ),
    MetricSpec(
        "row_chocolates_mean",
        "count",
        de="Schokoladen je Reihe",
        en="Chocolates by row",
        words="Chocolates that are made while their bar stands in each row, counted from the top.",
        words_de="Schokoladen, die hergestellt werden, während ihre Tafel in der Reihe steht; von oben gezählt.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", _rows),
    ),
    MetricSpec(
        "rewards_mean",
        "count",
        de="Belohnungen nach Art",
        en="Rewards by kind",
        words="Victory point chips, development cards, raw materials and roads that a seat gets from the market.",
        words_de="Siegpunktchips, Entwicklungskarten, Rohstoffe und Straßen, die ein Platz vom Markt bekommt.",
        formula=_A_SEAT,
        gauge=Mean(
            "seats",
            _same("reward_points", "reward_cards", "reward_resources", "reward_roads"),
            each="seat",
        ),
    ),
    MetricSpec(
        "variety_share",
        "share",
        de="Anteil der Sorte an allen Schokoladen",
        en="Share of the variety among all chocolates",
        words="How many of the chocolates are of this variety.",
        words_de="Welcher Teil aller Schokoladen von dieser Sorte ist.",
        formula="Σ chocolates of the variety / Σ chocolates",
        gauge=Parts("seats", _of_all_chocolates),
        conditions="For every variety of the rules.",
    ),
    *contrast_metrics("variety", _varieties("made"), ("chocolates of the variety", "Schokoladen der Sorte")),
    MetricSpec(
        "variety_blocked_share",
        "share",
        de="Anteil der Züge mit der Sorte in der untersten Reihe",
        en="Share of turns with the variety in the bottom row",
        words="How many turns end with the variety in the bottom row, where it cannot be made.",
        words_de="Welcher Teil der Züge mit der Sorte in der untersten Reihe endet, wo niemand sie herstellen kann.",
        formula="Σ turns that end so / Σ turns",
        gauge=Parts("games", _blocked),
        conditions="For every variety of the rules.",
    ),
    MetricSpec(
        "row_end_mean",
        "count",
        de="Reihe am Ende",
        en="Row at the end",
        words="Row in which the variety's bar stands at the end, counted from the top.",
        words_de="Reihe, in der die Tafel der Sorte am Ende steht, von oben gezählt.",
        formula="Σ rows at the end / n",
        gauge=Mean("games", _varieties("row_end")),
    ),
    MetricSpec(
        "row_mean",
        "count",
        de="Reihe im Mittel aller Züge",
        en="Row on average over all turns",
        words="Row in which the variety's bar stands on average over the ends of all turns, counted from the top.",
        words_de="Reihe, in der die Tafel der Sorte im Mittel am Ende der Züge steht, von oben gezählt.",
        formula="Σ over all turns of the row after the turn / Σ turns",
        gauge=MeansOf("games", _rows_of_turns),
    ),
    MetricSpec(
        "row_over_mean",
        "count",
        de="Reihe im Verlauf",
        en="Row over the course of the game",
        words="Row in which the variety's bar stands after every fifth round, counted from the top.",
        words_de="Reihe, in der die Tafel der Sorte nach jeder fünften Runde steht, von oben gezählt. Nur Partien,"
        " die so lange dauern.",
        formula="Σ row after the round / playouts that last so long",
        gauge=MeansOf("games", _rows_at_moments),
        conditions="Of the playouts that last so long, up to round 30; fewer than 30 of them bound nothing.",
    ),
    MetricSpec(
        "pieces_mean",
        "count",
        de="Gebautes",
        en="What is built",
        words="Roads, settlements, cities and production sites of a seat at the end, and development cards it got.",
        words_de="Straßen, Siedlungen, Städte und Produktionsstätten eines Platzes am Ende und Entwicklungskarten,"
        " die er bekam.",
        formula=_A_SEAT,
        gauge=Mean("seats", _same("roads", "settlements", "cities", "sites", "cards"), each="seat"),
    ),
    _cards_mean(
        "produced_mean",
        "produced",
        "Erwürfelt",
        "Produced",
        "Cards a seat gets by rolls of the dice.",
        "Karten, die ein Platz durch Würfe bekommt.",
    ),
    _cards_mean(
        "blocked_mean",
        "blocked",
        "Blockiert",
        "Blocked",
        "Cards a seat does not get because the robber stands on the field.",
        "Karten, die ein Platz nicht bekommt, weil der Räuber auf dem Feld steht.",
    ),
    _cards_mean(
        "short_mean",
        "short",
        "Entgangen",
        "Short",
        "Cards a seat does not get because the bank has too few.",
        "Karten, die ein Platz nicht bekommt, weil die Bank zu wenige hat.",
    ),
    _cards_mean(
        "discarded_mean",
        "discarded",
        "Abgeworfen",
        "Discarded",
        "Cards a seat loses to a 7 because a pile is too large.",
        "Karten, die ein Platz bei einer 7 abwirft, weil ein Stapel zu groß ist.",
    ),
    _cards_mean(
        "stolen_mean",
        "stolen",
        "Gestohlen",
        "Stolen",
        "Cards a seat loses to thieves.",
        "Karten, die einem Platz gestohlen werden.",
    ),
    _cards_mean(
        "traded_mean",
        "traded",
        "Getauscht",
        "Traded",
        "Cards a seat gives to the bank for others.",
        "Karten, die ein Platz der Bank für andere gibt.",
    ),
    _cards_mean(
        "left_mean",
        "left",
        "Übrig",
        "Left",
        "Cards in a seat's hand at the end.",
        "Karten auf der Hand eines Platzes am Ende.",
    ),
    MetricSpec(
        "domestic_trades_mean",
        "count",
        de="Handel untereinander",
        en="Domestic trades",
        words="Trades between seats in a playout.",
        words_de="Tauschgeschäfte zwischen den Plätzen in einer Partie.",
        formula=_A_PLAYOUT,
        gauge=Mean("seats", "domestic_trades"),
    ),
    MetricSpec(
        "shortages_mean",
        "count",
        de="Würfe, für die die Bank zu wenig hat",
        en="Rolls the bank cannot pay",
        words="How often the bank has too few cards of a kind for a roll, by pile.",
        words_de="Wie oft die Bank bei einem Wurf zu wenige Karten einer Art hat, nach Stapel.",
        formula="Σ shortages / n",
        gauge=Mean("games", lambda _: {"raw": "short_raw", "ingredients": "short_ingredients"}),
    ),
    MetricSpec(
        "chips_left_mean",
        "count",
        de="Übrige Siegpunktchips",
        en="Victory point chips left",
        words="Victory point chips in stock at the end.",
        words_de="Siegpunktchips, die am Ende im Vorrat sind.",
        formula="Σ chips left / n",
        gauge=Mean("games", "chips_left"),
    ),
    MetricSpec(
        "deck_left_mean",
        "count",
        de="Übrige Entwicklungskarten",
        en="Development cards left",
        words="Development cards in the deck at the end.",
        words_de="Entwicklungskarten, die am Ende im Stapel sind.",
        formula="Σ cards left / n",
        gauge=Mean("games", "deck_left"),
    ),
    MetricSpec(
        "start_winner_mean",
        "count",
        de="Start der Sieger",
        en="Winners' start",
        words="Pips of the first settlement, of all three, and jungle fields beside the three, of winners.",
        words_de="Augenpunkte der ersten Siedlung, aller drei, und Urwaldfelder an den dreien, bei Siegern. Nur"
        " entschiedene Partien.",
        formula="Σ W_s · x_s / decided playouts",
        gauge=OutcomeMean(_same("first_pips", "start_pips", "start_jungle"), "won"),
        conditions=_DECIDED,
    ),
    MetricSpec(
        "start_other_mean",
        "count",
        de="Start der Übrigen",
        en="Others' start",
        words="The same of those who do not win.",
        words_de="Dasselbe bei denen, die nicht siegen. Nur entschiedene Partien.",
        formula="Σ (1 − W_s) · x_s / ((k − 1) · decided playouts), k seats",
        gauge=OutcomeMean(_same("first_pips", "start_pips", "start_jungle"), "lost"),
        conditions=_DECIDED,
    ),
    *contrast_metrics(
        "start",
        _same("first_pips", "start_pips", "start_jungle"),
        ("of it at the start", "davon zu Beginn"),
        fewer="less",
    ),
    *(
        MetricSpec(
            f"{column}_correlation",
            "r",
            de=f"Korrelation mit dem Sieg: {german}",
            en=f"Correlation with winning: {english}",
            words=f"How closely winning goes with more {english} than the table's average: 0 not at all. One of "
            "several seats wins, so that even a start that decides much stays well below 1.",
            words_de=f"Wie eng der Sieg damit zusammenhängt, davon mehr zu haben als der Tisch im Mittel: {german};"
            " 0 heißt gar nicht. Nur einer am Tisch siegt, deshalb bleibt auch ein Start, der viel entscheidet,"
            " deutlich unter 1. Nur entschiedene Partien.",
            formula="Σ (x − x̄)(W − 1/k) / √(Σ (x − x̄)² · Σ (W − 1/k)²), x̄ the table's average",
            gauge=Correlation(column),
            conditions=_DECIDED,
        )
        for column, german, english in (
            ("first_pips", "Augenpunkte der ersten Siedlung", "pips of the first settlement"),
            ("start_pips", "Augenpunkte aller drei ersten Siedlungen", "pips of all three first settlements"),
        )
    ),
)

FIGURES = (
    Figure(
        "chocolates",
        "twin",
        ("variety_chocolates_mean", "variety_lift"),
        facts=("chocolates_mean", "market_decided_share", "chips_left_mean"),
        columns=("variety_share", "variety_blocked_share", "row_mean", "row_end_mean"),
    ),
    Figure("market_course", "lines", ("row_over_mean",), is_down=True),
    Figure("rows", "bars", ("row_chocolates_mean",)),
    Figure("rewards", "bars", ("rewards_mean",)),
    Figure("pieces", "bars", ("pieces_mean",)),
    Figure(
        "cards",
        "bars",
        (
            "produced_mean",
            "blocked_mean",
            "short_mean",
            "discarded_mean",
            "stolen_mean",
            "traded_mean",
            "left_mean",
        ),
        facts=("domestic_trades_mean", "deck_left_mean"),
    ),
    Figure(
        "start",
        "dots",
        ("start_lift",),
        reference=0.0,
        facts=("first_pips_correlation", "start_pips_correlation"),
    ),
)

FINDINGS = (
    Rule("idle_market", "market_decided_share", 58, below=0.1, figure="chocolates", topic="market"),
    Rule("deciding_market", "market_decided_share", 57, above=0.6, figure="chocolates", topic="market"),
    Rule("dead_variety", "variety_share", 56, below=0.05, figure="chocolates", each=True, topic="varieties"),
    Rule(
        "dominant_variety", "variety_share", 55, above=0.4, figure="chocolates", each=True, topic="varieties"
    ),
    Rule("blocked_variety", "variety_blocked_share", 45, above=0.1, figure="chocolates", each=True),
    Rule(
        "jungle_start", "start_lift", 30, above=0.05, figure="start", item="start_jungle", only=among_equals
    ),
)
