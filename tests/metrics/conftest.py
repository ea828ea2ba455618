"""A game's own metrics of a few playouts that a test writes down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from balance.core.game import Game
from balance.metrics import CellMeasures, measure_cell
from balance.stats import means

WINNERS = (1, 2, 3, 1)


@pytest.fixture(autouse=True)
def few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worked out by hand has few playouts; that so few say nothing is tested beside the procedure."""
    monkeypatch.setattr(means, "LEAST_UNITS", 1)


@pytest.fixture
def measure_own(make_facts: Any, make_frames: Any) -> Callable[..., CellMeasures]:
    """Playouts of two seats under given rules; columns that are not given are 0."""

    def measure(
        game: Game,
        rules: Mapping[str, Any],
        games: Mapping[str, Sequence[Any]] | None = None,
        seats: Mapping[str, Any] | None = None,
        winners: Sequence[int] = WINNERS,
    ) -> CellMeasures:
        model = game.rules_model.model_validate({**rules, "players": 2})
        layout, names = game.module("layout"), game.module("compiling").column_names(model)
        facts = make_facts(2, rules=model)
        columns = [column for field in layout.SEAT_ROW.names for column in names.get(field, (field,))]
        common = {"playout", "seat", "policy", "score", "rank", "share"}
        zeros = {column: [(0, 0)] * len(winners) for column in columns if column not in common}
        fields = layout.GAME_ROW.names[layout.GAME_ROW.names.index("fault") + 1 :]
        own = {name: [0] * len(winners) for field in fields for name in names.get(field, (field,))}
        frames = make_frames(facts, winners, {**own, **(games or {})}, {**zeros, **(seats or {})})
        return measure_cell(facts, game.module("metrics").METRICS, [frames])

    return measure
