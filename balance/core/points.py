"""Where points come from: three metrics that every game with `points_*` columns takes over."""

from __future__ import annotations

from balance.core.gauges import Columns, Mean, OutcomeMean
from balance.core.metric import MetricSpec


def points_metrics(sources: Columns, conditions: str = "", conditions_de: str = "") -> tuple[MetricSpec, ...]:
    """Points by source: of all seats, of winners, of the others. Figures of every game draw them.

    Args:
        sources: The `points_*` columns by themselves: items are called as their columns, which `texts.yaml` names.
        conditions: Which sources exist when.
        conditions_de: The same in German.
    """
    said = f" {conditions}" if conditions else ""
    german = f" {conditions_de}" if conditions_de else ""
    return (
        MetricSpec(
            "points_mean",
            "points",
            de="Punkte nach Quelle",
            en="Points by source",
            words="Points a seat gets from each source on average; together they are the mean score.",
            words_de="Punkte eines Platzes aus jeder Quelle im Mittel; zusammen ergeben sie die mittlere "
            f"Punktzahl.{german}",
            formula="Σ over all seats / (n · k), k seats",
            gauge=Mean("seats", sources, each="seat"),
            conditions=conditions,
        ),
        MetricSpec(
            "points_winner_mean",
            "points",
            de="Punkte der Sieger nach Quelle",
            en="Winners' points by source",
            words="Points that winners get from each source.",
            words_de="Punkte der Sieger aus jeder Quelle. Nur entschiedene Partien; wer gleichauf siegt, teilt sich "
            f"einen Wert.{german}",
            formula="Σ W_s · points_s / decided playouts",
            gauge=OutcomeMean(sources, "won"),
            conditions=f"Decided playouts only; level winners share one value.{said}",
        ),
        MetricSpec(
            "points_other_mean",
            "points",
            de="Punkte der Übrigen nach Quelle",
            en="Others' points by source",
            words="Points that those who do not win get from each source.",
            words_de=f"Punkte derer, die nicht gewinnen, aus jeder Quelle. Nur entschiedene Partien.{german}",
            formula="Σ (1 − W_s) · points_s / ((k − 1) · decided playouts), k seats",
            gauge=OutcomeMean(sources, "lost"),
            conditions=f"Decided playouts only.{said}",
        ),
    )
