"""The order of policies and the matrix behind it: from winners of rotated line-ups, cell by cell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from made_up import Playout, measured

from balance.metrics import CellMeasures, ladder_of, ladder_records

DEALS = 60


def duel(
    policies: Sequence[str], wins: int, *, key: str = "", rotate: bool = True, **rules: Any
) -> CellMeasures:
    """Rotated deals of two bots, each on every other seat; the first bot wins so many of the 60, whatever its seat."""
    n = len(policies)
    played = []
    for deal in range(DEALS):
        for turn in range(n):
            best = policies[0] if deal < wins else policies[1]
            seats = [policies[(seat + turn) % n] if rotate else policies[seat] for seat in range(n)]
            played.append(Playout(tuple(50 if name == best else 40 for name in seats)))
    return measured(played, key=key or "-".join(policies), policies=policies, rotate=rotate, rules=rules)


@pytest.fixture(scope="module")
def duels() -> list[CellMeasures]:
    return [duel(("expert", "greedy"), 40), duel(("greedy", "random"), 45), duel(("expert", "random"), 51)]


def test_the_order_is_that_of_the_wins(duels: list[CellMeasures]) -> None:
    found = ladder_of(duels)
    assert found is not None
    assert list(found.strengths) == ["expert", "greedy", "random"]
    assert found.reference == "greedy"
    expert, greedy, weak = found.strengths.values()
    assert (greedy.value, greedy.low, greedy.high) == (0, 0, 0)
    assert expert.low < expert.value < expert.high
    assert expert.n == 3 * 2 * DEALS
    # 2 : 1 and 3 : 1 chain to 6 : 1, and 51 of 60 is near it
    assert expert.value == pytest.approx(400 * math.log10(2), abs=20)
    assert weak.value == pytest.approx(-400 * math.log10(3), abs=20)
    # deals are alike in both rotations: the interval is that of 60 units, not of 120
    assert (expert.high - expert.low) / 2 == pytest.approx(400 / math.log(10) * 2.24 * 0.24, rel=0.15)


def test_the_order_as_data(duels: list[CellMeasures]) -> None:
    first, second, _ = ladder_records(duels)
    assert (first["policy"], first["reference"], first["unit"]) == ("expert", "greedy", "elo")
    assert first["method"] == "luce, by deal"
    assert first["low"] < first["value"] < first["high"]
    assert (second["value"], second["n"]) == (0.0, first["n"])
    assert ladder_records(duels[:1]) == []


def test_who_never_loses_still_has_a_place() -> None:
    found = ladder_of([duel(("a", "b"), 60), duel(("b", "c"), 30)])
    assert found is not None
    assert next(iter(found.strengths)) == "a"
    assert math.isfinite(found.strengths["a"].value)


NO_ORDER = {
    "two policies": lambda: [duel(("a", "b"), 40)],
    "never met": lambda: [duel(("a", "b"), 40), duel(("c", "d"), 30)],
    "another game": lambda: [duel(("a", "b"), 40), duel(("b", "c"), 30, refinement=3)],
    "a persona changes": lambda: [
        duel(("a", "b"), 40),
        duel(("b", "c"), 30, key="personas.a.weights.gold=1"),
    ],
    "fixed seats": lambda: [duel(("a", "b"), 40), duel(("b", "c"), 30, rotate=False)],
}


@pytest.mark.parametrize("case", NO_ORDER)
def test_there_is_no_order_where_none_can_be(case: str) -> None:
    assert ladder_of(NO_ORDER[case]()) is None


def test_tables_of_different_size_are_one_ladder() -> None:
    found = ladder_of([duel(("a", "b"), 40), duel(("b", "c", "b", "c"), 40)])
    assert found is not None
    assert list(found.strengths) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("lang", "title", "corner"), [("en", "Who beats whom?", "against"), ("de", "Wer schlägt wen?", "gegen")]
)
def test_the_page_shows_order_and_matrix(
    duels: list[CellMeasures], make_model: Any, lang: str, title: str, corner: str
) -> None:
    alone = duel(("expert", "greedy", "greedy", "greedy"), 20)
    cells = [*duels, alone]
    settings = [{"policies.seats": list(cell.facts.policies)} for cell in cells]
    model = make_model(cells, lang=lang, settings=settings)
    block = next(block for block in model.figures if block.key == "ladder")
    assert block.title == title
    (panel,) = block.panels
    assert [row.label for row in panel.drawing.rows] == ["expert", "greedy", "random"]
    assert block.facts is not None
    assert block.facts.head == (corner, "expert", "greedy", "random", "3 × greedy")
    share = "66.7" if lang == "en" else "66,7"
    row = dict(zip(block.facts.head, block.facts.rows[0], strict=True))
    assert row["expert"] == "–"
    assert row["greedy"].startswith(share)
    assert "(" in row["3 × greedy"]
    assert block.facts.rows[2][-1] == "–"
    assert "expert, greedy, random" in model.headlines[0].lead


def test_one_line_up_of_two_has_no_ladder(make_model: Any) -> None:
    model = make_model([duel(("greedy", "random"), 40)])
    assert "ladder" not in [block.key for block in model.figures]
