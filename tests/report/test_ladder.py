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


def test_who_never_loses_has_a_place_and_one_bound() -> None:
    found = ladder_of([duel(("a", "greedy"), 60), duel(("greedy", "c"), 30)])
    assert found is not None
    first = found.strengths["a"]
    assert next(iter(found.strengths)) == "a"
    assert math.isfinite(first.value)
    assert (math.isfinite(first.low), first.high) == (True, math.inf)
    assert ladder_records([duel(("a", "greedy"), 60), duel(("greedy", "c"), 30)])[0]["high"] is None


def test_who_never_wins_is_bounded_from_above_only_and_takes_its_victims_along(make_model: Any) -> None:
    cells = [duel(("greedy", "x"), 60), duel(("x", "y"), 30), duel(("greedy", "z"), 30)]
    found = ladder_of(cells)
    assert found is not None
    for never in ("x", "y"):  # y beat x, but nobody of those two ever beat greedy
        assert (found.strengths[never].low, math.isfinite(found.strengths[never].high)) == (-math.inf, True)
    assert math.isfinite(found.strengths["z"].low)
    assert math.isfinite(found.strengths["z"].high)
    settings = [{"policies.seats": list(cell.facts.policies)} for cell in cells]
    model = make_model(cells, lang="de", settings=settings)
    block = next(block for block in model.figures if block.key == "ladder")
    assert {row[0]: row[2] for row in block.data.rows}["x"] == "−∞"
    assert any(line.startswith("x: ") and "−∞ bis" in line for line in model.headlines[0].cells)


def test_few_wins_leave_a_wide_interval() -> None:
    rare, often = (ladder_of([duel(("greedy", "x"), wins), duel(("greedy", "y"), 30)]) for wins in (59, 30))
    assert rare is not None
    assert often is not None
    width = [found.strengths["x"].high - found.strengths["x"].low for found in (rare, often)]
    assert width[0] > 1.5 * width[1]


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


def test_many_line_ups_are_counted_where_they_would_fill_the_screen(make_model: Any) -> None:
    names = [f"a_persona_with_a_long_name_{number}" for number in range(6)]
    cells = [duel((names[0], other), 30) for other in names[1:]]
    settings = [{"policies.seats": list(cell.facts.policies)} for cell in cells]
    many, few = (make_model(cells[:n], settings=settings[:n]) for n in (5, 2))
    assert many.subtitle == "Line-up: 5 different ones"
    assert dict(many.summary)["Variants"] == "Line-up: 5 different ones"
    assert few.subtitle == f"Line-up ({names[0]}, {names[1]}) / ({names[0]}, {names[2]})"
    assert dict(few.summary)["Variants"].startswith("2: Line-up (")
