"""Names that a config may use and that only later layers know."""

from __future__ import annotations

from collections.abc import Mapping

from balance.config.metric_checks import KnownMetric, Scale
from balance.core.game import Game

_SCALES: Mapping[str, Scale] = {"share": "share", "points": "counted", "rolls": "counted", "count": "counted"}


def metric_names(game: Game) -> Mapping[str, KnownMetric]:
    """Names of a game's metrics, each with what can be asked of it.

    They are imported only when a config names one.
    """
    from balance.metrics import specs  # noqa: PLC0415  # a config without gates needs none of it
    from balance.metrics.series import printed_facts, unfit_bounds  # noqa: PLC0415  # as above

    facts = printed_facts(game)
    return {
        spec.name: KnownMetric(_SCALES.get(spec.unit, "free"), unfit_bounds(spec, facts))
        for spec in specs(game)
    }
