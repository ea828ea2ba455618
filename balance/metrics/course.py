"""What a playout was like: scores, margins, length, endings, leads."""

from __future__ import annotations

from balance.core.gauges import EndShare, Mean, Quantiles
from balance.core.metric import MetricSpec

SCORES = Quantiles("seats", "score")
MARGINS = Quantiles("games", "margin")
LENGTHS = Quantiles("games", "length")

_QUANTILE = "smallest value that at least q of the playouts do not exceed, q = 5, 25, 50, 75, 95%"

COURSE_METRICS = (
    MetricSpec(
        "score_mean",
        "points",
        de="Mittlere Punkte",
        en="Mean score",
        words="Points a seat ends with: of all seats together (no seat), and of each seat.",
        words_de="Punkte, mit denen ein Platz endet: von allen Plätzen zusammen (ohne Platz) und von jedem"
        " einzeln. Von allen Partien. Das Mittel über alle Plätze zählt Partien, denn die Plätze "
        "einer Partie hängen zusammen.",
        formula="Σ score / (n · k) over all k seats; Σ score_s / n of seat s",
        gauge=Mean("seats", "score", each="seat", by_seat=True),
        conditions="Of all playouts. The mean over all seats counts playouts: seats of one are dependent.",
    ),
    MetricSpec(
        "score",
        "points",
        de="Verteilung der Punkte",
        en="Distribution of scores",
        words="Quantiles of a seat's points.",
        words_de="Quantile der Punkte eines Platzes. Von allen Partien.",
        formula=_QUANTILE,
        gauge=SCORES,
        conditions="Of all playouts.",
    ),
    MetricSpec(
        "margin_mean",
        "points",
        de="Mittlerer Vorsprung",
        en="Mean margin",
        words="By how many points the first leads the second, 0 if they are level.",
        words_de="Mit wie vielen Punkten der Erste vor dem Zweiten liegt, 0 bei Gleichstand. Von allen "
        "Partien.",
        formula="Σ (first − second) / n",
        gauge=Mean("games", "margin"),
        conditions="Of all playouts.",
    ),
    MetricSpec(
        "margin",
        "points",
        de="Verteilung des Vorsprungs",
        en="Distribution of margins",
        words="Quantiles of the first's lead over the second.",
        words_de="Quantile des Vorsprungs des Ersten vor dem Zweiten. Von allen Partien.",
        formula=_QUANTILE,
        gauge=MARGINS,
        conditions="Of all playouts.",
    ),
    MetricSpec(
        "length_mean",
        "rolls",
        de="Mittlere Länge",
        en="Mean length",
        words="How long a playout lasts, in rolls or turns.",
        words_de="Wie lange eine Partie dauert, in Würfen oder Zügen. Von allen Partien.",
        formula="Σ length / n",
        gauge=Mean("games", "length"),
        conditions="Of all playouts.",
    ),
    MetricSpec(
        "length",
        "rolls",
        de="Verteilung der Länge",
        en="Distribution of lengths",
        words="Quantiles of a playout's length.",
        words_de="Quantile der Länge einer Partie. Von allen Partien.",
        formula=_QUANTILE,
        gauge=LENGTHS,
        conditions="Of all playouts.",
    ),
    MetricSpec(
        "end_reason",
        "share",
        de="Gründe des Endes",
        en="Reasons for the end",
        words="How often playouts end for each reason.",
        words_de="Wie oft Partien aus welchem Grund enden. Von allen Partien; die Intervalle aller Gründe "
        "gelten gemeinsam.",
        formula="playouts ended for the reason / n",
        gauge=EndShare(),
        conditions="Of all playouts. All reasons' intervals hold together.",
    ),
    MetricSpec(
        "lead_changes_mean",
        "count",
        de="Mittlere Führungswechsel",
        en="Mean lead changes",
        words="How often the set of leading seats changes in a playout; the first lead is no change.",
        words_de="Wie oft die Menge der Führenden in einer Partie wechselt; die erste Führung ist kein "
        "Wechsel. Von allen Partien.",
        formula="Σ lead changes / n",
        gauge=Mean("games", "lead_changes"),
        conditions="Of all playouts.",
    ),
)
