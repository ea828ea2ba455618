"""Names of the procedures behind estimates: what `Estimate.method` says and docs/metrics.md explains."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from balance.stats import (
    correlations,
    differences,
    luce,
    means,
    multiple,
    paired,
    quantiles,
    seats,
    sequences,
    shares,
    sizes,
)

BY_DEAL = ", by deal"
"""Follows a procedure's name where the line-up rotates and the deal is the unit."""

PROCEDURES: Mapping[str, Callable[..., Any]] = {
    "wilson": shares.wilson,
    "goodman": shares.goodman,
    "ratio_share": shares.ratio_share,
    "ratio_p": shares.ratio_p,
    "t": means.mean_interval,
    "ratio_t": means.ratio_interval,
    "ratio_difference": means.ratio_difference,
    "within_correlation": correlations.within_correlation,
    "ranks": quantiles.quantile,
    "seat_pairs": seats.seat_spread,
    "even_share": seats.largest_deviation,
    "rao_scott": seats.seat_equality,
    "noncentral": seats.effect_size,
}
"""Procedures of metrics by name."""

OTHERS: Mapping[str, Callable[..., Any]] = {
    "clopper_pearson": shares.clopper_pearson,
    "unbiased_w": seats.unbiased_w,
    "quantile_ranks": quantiles.quantile_ranks,
    "bonett_price": differences.bonett_price,
    "paired_difference": paired.paired_difference,
    "paired_share": paired.paired_share,
    "paired_mean": paired.paired_mean,
    "paired_p": paired.paired_p,
    "mover": differences.mover,
    "crossing_p": differences.crossing_p,
    "holm": multiple.holm,
    "benjamini_hochberg": multiple.benjamini_hochberg,
    "games_needed": sizes.games_needed,
    "smallest_difference": sizes.smallest_difference,
    "seat_test_games": sizes.seat_test_games,
    "luce": luce.luce,
    "mixture_rho2": sequences.mixture_rho2,
    "unit_half_width": sequences.unit_half_width,
    "look": sequences.look,
}
"""Procedures of comparisons and of planning, explained beside them."""

_CODE = ("Args:", "Returns:", "Raises:")


def explanation(procedure: Callable[..., Any]) -> str:
    """What a procedure's docstring says for readers: all but arguments, results and errors."""
    paragraphs = inspect.cleandoc(procedure.__doc__ or "").split("\n\n")
    return "\n\n".join(text for text in paragraphs if not text.startswith(_CODE))
