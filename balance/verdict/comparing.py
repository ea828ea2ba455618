"""What moved between two measured cells, how sure that is, and what could have moved unseen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from balance.core.gauges import QUANTILES, Mean
from balance.core.metric import MetricSpec, Unit
from balance.metrics import Address, CellMeasures, PairMeasures
from balance.stats.differences import crossing_p, mover
from balance.stats.distributions import two_sided_z
from balance.stats.estimate import Estimate, Interval
from balance.stats.multiple import benjamini_hochberg
from balance.stats.paired import PairedDifference, paired_mean, paired_p, paired_share
from balance.stats.sizes import ALPHA, POWER, smallest_difference

LIFT = "seat_lift"
"""A seat's win share times the number of players: 1 is fair at any table."""

FALSE_FINDS = 0.05
"""Expected share of false ones among what is said to have moved (Benjamini–Hochberg)."""

_ALPHA = 0.05
_OF_ONE_TABLE = frozenset({"seat_spread", "seat_deviation"})
"""Shares whose fair value depends on how many sit at the table, beside all win shares."""


@dataclass(frozen=True, slots=True)
class Change:
    """One estimate in two cells, and its difference.

    Args:
        metric: Name of the metric, or `LIFT`.
        unit: What its value counts.
        cell: Key of the pair of cells.
        seat: Seat from 0, or None for the whole table.
        item: Variety, source of points, policy, end reason …, or None.
        a: In the first cell.
        b: In the second.
        low: Lower 95% limit of b − a.
        high: Upper limit.
        p: How probable a difference at least as large is if nothing changed.
        p_adjusted: The same among all that was looked at together (Benjamini–Hochberg).
        visible: The smallest change that this many games show 99 times in 100.
        gain: How many times as many games two samples of their own would need; NaN where nothing was paired.
        spread: Standard deviation of one unit: root of the mean of both cells' variances, whichever comes first.
        method: Procedure of the interval: `bonett_price`, `paired_t` or `mover`.
    """

    metric: str
    unit: Unit
    cell: str
    seat: int | None
    item: str | None
    a: Estimate
    b: Estimate
    low: float
    high: float
    p: float
    p_adjusted: float
    visible: float
    gain: float
    spread: float
    method: str

    @property
    def difference(self) -> float:
        """Second minus first."""
        return self.b.value - self.a.value

    @property
    def n(self) -> int:
        """Playouts of the smaller of the two."""
        return min(self.a.n, self.b.n)

    @property
    def moved(self) -> bool:
        """Whether it is said to have moved: a false find at most one time in twenty such sayings."""
        return self.p_adjusted <= FALSE_FINDS and self.difference != 0

    @property
    def stands_out_alone(self) -> bool:
        """Whether its own interval excludes 0, though among so many that is no wonder."""
        return not self.moved and (self.low > 0 or self.high < 0)

    @property
    def effect(self) -> float:
        """Size of the difference in standard deviations of one game."""
        if self.difference == 0:
            return 0.0
        return abs(self.difference) / self.spread if self.spread > 0 else math.inf


def paired_changes(cell: str, specs: Sequence[MetricSpec], pair: PairMeasures) -> list[Change]:
    """Every estimate that both cells of the same deals have, unadjusted; in the order of the metrics.

    Args:
        cell: Key of the pair.
        specs: The game's metrics.
        pair: What was measured.
    """
    found = []
    for spec, address, a, b in _both(specs, pair.a, pair.b):
        known = pair.differences.get(address)
        if known is None:
            spread = _spread(pair.a, pair.b, address, a, b)
            found.append(_apart(spec.name, spec.unit, cell, address, a, b, spread))
        else:
            found.append(_together(spec, cell, address, a, b, *known))
    return found


def unpaired_changes(
    cell: str, specs: Sequence[MetricSpec], a: CellMeasures, b: CellMeasures
) -> list[Change]:
    """Every estimate that two independent cells have on a common scale, unadjusted.

    With another number of players that is a seat's lift n·p, w, what is counted a seat, shares that do not
    depend on the number of seats, and the length.

    Args:
        cell: Key of the pair.
        specs: The game's metrics.
        a: The first cell.
        b: The second.
    """
    found = [] if a.facts.n_seats == b.facts.n_seats else list(_lifts(cell, a, b))
    for spec, address, first, second in _both(common_specs(specs, a, b), a, b):
        spread = _spread(a, b, address, first, second)
        found.append(_apart(spec.name, spec.unit, cell, address, first, second, spread))
    return found


def common_specs(specs: Sequence[MetricSpec], a: CellMeasures, b: CellMeasures) -> Sequence[MetricSpec]:
    """The metrics that two cells are compared by: of tables of two sizes only those that mean the same at both."""
    return specs if a.facts.n_seats == b.facts.n_seats else [spec for spec in specs if is_comparable(spec)]


def is_comparable(spec: MetricSpec) -> bool:
    """Whether a metric means the same at tables of any size."""
    if spec.unit in ("w", "rolls"):
        return True
    if isinstance(spec.gauge, Mean):
        return spec.gauge.table == "seats" and spec.gauge.each == "seat"
    return spec.unit == "share" and spec.name not in _OF_ONE_TABLE and "win_share" not in spec.name


def adjusted(changes: Sequence[Change]) -> list[Change]:
    """The same with their p adjusted for being looked at together, largest effect first among the moved.

    Those whose games do not spread cannot be measured by it, and come last of them.
    """
    ps = benjamini_hochberg([change.p for change in changes])
    found = [replace(change, p_adjusted=p) for change, p in zip(changes, ps, strict=True)]

    def place(change: Change) -> tuple[bool, float]:
        effect = change.effect if math.isfinite(change.effect) else -1.0
        return not change.moved, -effect if change.moved else 0.0

    return sorted(found, key=place)


def pairing_gains(changes: Iterable[Change]) -> Mapping[str, float]:
    """For each metric how many times as many unpaired games would be needed, of the estimate it helped least."""
    gains: dict[str, float] = {}
    for change in changes:
        if not math.isnan(change.gain):
            gains[change.metric] = min(gains.get(change.metric, math.inf), change.gain)
    return gains


def _both(
    specs: Iterable[MetricSpec], a: CellMeasures, b: CellMeasures
) -> Iterator[tuple[MetricSpec, Address, Estimate, Estimate]]:
    """Estimates that exist in both cells and have an interval."""
    for spec in specs:
        if spec.unit == "p":
            continue
        others = {(found.seat, found.item): found.estimate for found in b.of(spec.name)}
        for measure in a.of(spec.name):
            other = others.get((measure.seat, measure.item))
            if other is None or not (math.isfinite(measure.estimate.value) and math.isfinite(other.value)):
                continue
            yield spec, Address(spec.name, measure.seat, measure.item), measure.estimate, other


def _together(
    spec: MetricSpec,
    cell: str,
    address: Address,
    a: Estimate,
    b: Estimate,
    found: PairedDifference,
    is_share: bool,
) -> Change:
    limits = (paired_share if is_share else paired_mean)(found, alpha=_ALPHA)
    variance = found.variance
    if is_share:  # what a share's interval is never narrower than
        variance = max(variance, 2 / (found.n + 2))
    return Change(
        spec.name,
        spec.unit,
        cell,
        address.seat,
        address.item,
        a,
        b,
        limits.low,
        limits.high,
        p=paired_p(found, is_share=is_share),
        p_adjusted=1.0,
        visible=smallest_difference(found.n, variance)
        if math.isfinite(limits.low) and found.n > 1
        else math.inf,
        gain=found.gain,
        spread=math.sqrt((found.a_variance + found.b_variance) / 2) if found.n > 1 else 0.0,
        method="bonett_price" if is_share else "paired_t",
    )


def _apart(
    metric: str, unit: Unit, cell: str, address: Address, a: Estimate, b: Estimate, spread: float
) -> Change:
    limits = mover(b.value, Interval(b.low, b.high), a.value, Interval(a.low, a.high))
    if not all(map(math.isfinite, limits)):
        limits = Interval(-math.inf, math.inf)
    difference = b.value - a.value
    z = two_sided_z(_ALPHA)
    half = (limits.high - limits.low) / 2
    return Change(
        metric,
        unit,
        cell,
        address.seat,
        address.item,
        a,
        b,
        limits.low,
        limits.high,
        p=crossing_p(difference, limits, alpha=_ALPHA),
        p_adjusted=1.0,
        visible=(two_sided_z(ALPHA) + two_sided_z(2 * (1 - POWER))) / z * half,
        gain=math.nan,
        spread=spread,
        method="mover",
    )


def _spread(a: CellMeasures, b: CellMeasures, address: Address, first: Estimate, second: Estimate) -> float:
    """Standard deviation of one unit of two cells: root of the mean of their variances; 0 where none is known."""
    found = [_deviation(a, address, first), _deviation(b, address, second)]
    known = [each for each in found if math.isfinite(each)]
    return math.sqrt(sum(each**2 for each in known) / len(known)) if known else 0.0


def _deviation(cell: CellMeasures, address: Address, found: Estimate) -> float:
    """Standard deviation of one unit: of a quantile that of its distribution, otherwise from the interval.

    Between the 5% and the 95% quantile of a normal distribution lie 3.29 standard deviations.
    """
    if address.item in QUANTILES:
        ends = {
            each.item: each.estimate.value
            for each in cell.of(address.metric)
            if each.seat == address.seat and each.item in ("q05", "q95")
        }
        if len(ends) == 2:
            return (ends["q95"] - ends["q05"]) / (2 * two_sided_z(0.1))
    return found.half_width / two_sided_z(_ALPHA) * math.sqrt(cell.facts.n_units)


def _lifts(cell: str, a: CellMeasures, b: CellMeasures) -> Iterator[Change]:
    """n·p of the seats that both tables have."""
    others = {found.seat: found.estimate for found in b.of("seat_win_share")}
    for measure in a.of("seat_win_share"):
        other = others.get(measure.seat)
        if other is not None:
            first, second = (
                _times(side.facts.n_seats, each) for side, each in ((a, measure.estimate), (b, other))
            )
            address = Address(LIFT, measure.seat, None)
            spread = _spread(a, b, address, first, second)
            yield _apart(LIFT, "w", cell, address, first, second, spread)


def _times(factor: int, found: Estimate) -> Estimate:
    return replace(found, value=factor * found.value, low=factor * found.low, high=factor * found.high)
