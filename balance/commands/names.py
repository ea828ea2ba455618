"""Names that a config may use and that only later layers know."""

from __future__ import annotations

from collections.abc import Collection

from balance.core.game import Game


def metric_names(game: Game) -> Collection[str]:
    """Names of a game's metrics; they are imported only when a config names one."""
    from balance.metrics import specs  # noqa: PLC0415  # a config without gates needs none of it

    return [spec.name for spec in specs(game)]
