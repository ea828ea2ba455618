"""`run.precision`: games are added until the widest interval of each named metric is narrow enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import TYPE_CHECKING

from balance.config import Cell, Experiment
from balance.core.errors import UsageError
from balance.core.texts import Lang

if TYPE_CHECKING:
    from balance.metrics import CellMeasures

_POINTS: Mapping[Lang, str] = {"en": " percentage points", "de": " Prozentpunkte"}
_VERDICT: Mapping[Lang, tuple[str, str, str]] = {
    "en": ("not reached", "reached", "reached by run.games, which are played in any case"),
    "de": ("nicht erreicht", "erreicht", "erreicht mit run.games, die auf jeden Fall gespielt werden"),
}
_REACHED: Mapping[Lang, str] = {
    "en": "{cell}: {metric} is known to ±{found}{unit} after {games} games; ±{asked} was asked: {verdict}.",
    "de": "{cell}: {metric} ist nach {games} Partien auf ±{found}{unit} bekannt; verlangt war ±{asked}: {verdict}.",
}

_MARGIN = 1.02  # the interval shrinks with √n only on average
_MOST = 8.0  # times the games so far: a first interval of few games predicts badly


def enlarged(experiment: Experiment, cells: Sequence[CellMeasures]) -> Experiment | None:
    """The experiment with more games in the cells that are not precise enough; None if nothing can be gained.

    Args:
        experiment: As it was played.
        cells: What was measured, one a cell and in their order.
    """
    from balance.engine.plan import next_boundary  # noqa: PLC0415

    larger = []
    for cell, measured in zip(experiment.cells, cells, strict=True):
        factor = _too_wide(experiment, measured) ** 2 * _MARGIN
        games = measured.facts.n
        if factor > _MARGIN:
            games = min(next_boundary(int(games * min(factor, _MOST)) + 1), _most_games(experiment, cell))
        larger.append(replace(cell, games=max(cell.games, _whole_deals(cell, games))))
    if all(new.games <= measured.facts.n for new, measured in zip(larger, cells, strict=True)):
        return None
    return replace(experiment, cells=tuple(larger))


def reached(experiment: Experiment, cells: Sequence[CellMeasures], lang: Lang) -> Iterator[str]:
    """A line for each cell and metric of which a precision was asked: what is known after how many games."""
    from balance.metrics import specs  # noqa: PLC0415
    from balance.report.numbers import Numbers, digits_for  # noqa: PLC0415

    numbers = Numbers(lang)
    units = {spec.name: spec.unit for spec in specs(experiment.game)}
    for cell, measured in zip(experiment.cells, cells, strict=True):
        at_once = measured.facts.n <= _whole_deals(cell, experiment.games)
        for metric, asked in experiment.precision.items():
            scale, unit = (100, _POINTS[lang]) if units[metric] == "share" else (1, "")
            found = _width(measured, metric)
            digits = digits_for(scale * asked, 4) + 1
            yield _REACHED[lang].format(
                cell=measured.facts.key,
                metric=metric,
                found=numbers.give_or_take(scale * found, digits) if isfinite(found) else "∞",
                asked=numbers.number(scale * asked, digits),
                unit=unit,
                games=numbers.number(measured.facts.n),
                verdict=_VERDICT[lang][(1 + at_once) if found <= asked else 0],
            )


def missed(experiment: Experiment, cells: Sequence[CellMeasures]) -> Iterator[str]:
    """A line for each cell and metric that stayed wider than asked at `max_games`."""
    for measured in cells:
        for metric, half_width in experiment.precision.items():
            found = _width(measured, metric)
            if found > half_width:
                yield (
                    f"{measured.facts.key}: after {measured.facts.n:,} games {metric} is known to "
                    f"±{found:.4g}, not to ±{half_width:.4g}; raise run.max_games"
                )


def check_asked(experiment: Experiment) -> None:
    """Refuse, before anything is played, a precision of what does not exist in a cell.

    Raises:
        UsageError: If a metric has no meaning there.
    """
    if not experiment.precision:
        return
    from balance.metrics import specs  # noqa: PLC0415
    from balance.verdict.sampling import cell_facts  # noqa: PLC0415

    known = {spec.name: spec for spec in specs(experiment.game)}
    for cell in experiment.cells:
        for metric in experiment.precision:
            if not known[metric].gauge.tallies(cell_facts(experiment, cell)):
                raise UsageError(
                    f"{metric} has no meaning in cell {cell.key}: run.precision cannot ask for it"
                )


def _width(measured: CellMeasures, metric: str) -> float:
    """Half-width of a metric's widest interval; infinite as long as nothing of it was seen."""
    from balance.metrics import widest  # noqa: PLC0415

    try:
        return widest(measured, metric)
    except KeyError:
        return inf


def _too_wide(experiment: Experiment, measured: CellMeasures) -> float:
    """How many times wider than asked the worst interval is; 0 where no precision is asked."""
    return max(
        (_width(measured, metric) / asked for metric, asked in experiment.precision.items()), default=0.0
    )


def _whole_deals(cell: Cell, games: int) -> int:
    return -(-games // cell.n_seats) * cell.n_seats if cell.rotate else games


def _most_games(experiment: Experiment, cell: Cell) -> int:
    return _whole_deals(cell, experiment.max_games)
