"""Names that a config may use and that only later layers know."""

from __future__ import annotations

from collections.abc import Mapping

from balance.core.game import Game


def metric_names(game: Game) -> Mapping[str, Mapping[str, str]]:
    """Names of a game's metrics, each with the bounds no gate can hold it to and why.

    They are imported only when a config names one.
    """
    from balance.metrics import specs  # noqa: PLC0415  # a config without gates needs none of it
    from balance.metrics.series import printed_facts, unfit_bounds  # noqa: PLC0415  # as above

    facts = printed_facts(game)
    return {spec.name: unfit_bounds(spec, facts) for spec in specs(game)}
