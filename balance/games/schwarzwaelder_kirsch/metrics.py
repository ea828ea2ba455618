"""What schwarzwaelder_kirsch measures beyond every game's metrics."""

from __future__ import annotations

from collections.abc import Mapping

from balance.core.gauges import Mean, OutcomeMean, PartOfWhole
from balance.core.metric import CellFacts, MetricSpec
from balance.games.schwarzwaelder_kirsch.compiling import column_names


def _sources(facts: CellFacts) -> Mapping[str, str]:
    """Columns of rounds won by where the garnish came from; their names are what `texts.yaml` knows."""
    return {column: column for column in column_names(facts.rules)["points_origin"]}


METRICS = (
    MetricSpec(
        "points_mean",
        "points",
        de="Gewonnene Runden nach Herkunft des Garnierens",
        en="Rounds won by where garnish came from",
        words="Rounds a seat wins on average, by how it came by the garnish card that won them.",
        words_de="Runden, die ein Platz im Mittel gewinnt, danach, wie er zu der Garnierkarte kam, die "
        "sie gewann.",
        formula="Σ over all seats / (n · k), k seats",
        gauge=Mean("seats", _sources, each="seat"),
    ),
    MetricSpec(
        "points_winner_mean",
        "points",
        de="Gewonnene Runden der Sieger nach Herkunft",
        en="Winners' rounds by where garnish came from",
        words="Rounds that winners of the playout have won, by how they came by the garnish card.",
        words_de="Runden, die die Sieger der Partie gewonnen haben, danach, wie sie zu der Garnierkarte "
        "kamen; wer gleichauf siegt, teilt sich einen Wert.",
        formula="Σ W_s · points_s / decided playouts",
        gauge=OutcomeMean(_sources, "won"),
        conditions="Level winners share one value.",
    ),
    MetricSpec(
        "points_other_mean",
        "points",
        de="Gewonnene Runden der Übrigen nach Herkunft",
        en="Others' rounds by where garnish came from",
        words="Rounds that those have won who do not win the playout.",
        words_de="Runden, die jene gewonnen haben, die die Partie nicht gewinnen.",
        formula="Σ (1 − W_s) · points_s / ((k − 1) · decided playouts), k seats",
        gauge=OutcomeMean(_sources, "lost"),
    ),
    MetricSpec(
        "bust_share",
        "share",
        de="Anteil der Züge, in denen sich jemand verzockt",
        en="Share of turns that bust",
        words="How many of all turns end with a bust.",
        words_de="Wie viele aller Züge damit enden, dass sich jemand verzockt.",
        formula="Σ busts / Σ turns",
        gauge=PartOfWhole("busts", "turns"),
    ),
)
