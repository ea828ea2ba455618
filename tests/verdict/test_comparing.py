"""Changes, adjusted for being many; signs, units and scales."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from balance.core.metric import CellFacts
from balance.metrics import GENERIC, measure_cell, measure_pair
from balance.stats.estimate import Estimate
from balance.verdict.comparing import (
    LIFT,
    Change,
    adjusted,
    is_comparable,
    paired_changes,
    pairing_gains,
    unpaired_changes,
)
from balance.verdict.tiers import disagreements


def frames(facts: CellFacts, make: Callable[..., Any], shift: int, n: int = 240) -> Any:
    """Playouts in which a shift lets seat 0 win more often and gives it points."""
    winners = [1 if (p * 7 + 3 * shift * (p % 5)) % 20 < 6 + shift else 2 for p in range(n)]
    scores = [[10 + p % 3 + shift, *(8 + (p * s) % 5 for s in range(1, facts.n_seats))] for p in range(n)]
    lengths = [48 + p % 2 for p in range(n)]
    return make(facts, winners, {"length": lengths}, {"score": scores})


@pytest.fixture
def changes(make_facts: Callable[..., Any], make_frames: Callable[..., Any]) -> Callable[..., list[Change]]:
    def found(a: int, b: int) -> list[Change]:
        facts = make_facts(3)
        chunk = (frames(facts, make_frames, a), frames(facts, make_frames, b))
        return adjusted(paired_changes("base", GENERIC, measure_pair(facts, facts, GENERIC, [chunk])))

    return found


def address(change: Change) -> tuple[Any, ...]:
    return (change.metric, change.seat, change.item)


def test_swapping_the_sides_turns_every_sign(changes: Callable[..., list[Change]]) -> None:
    there, back = changes(0, 3), {address(change): change for change in changes(3, 0)}
    assert any(change.moved for change in there)
    for change in there:
        other = back[address(change)]
        assert change.difference == -other.difference
        assert (change.low, change.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
        assert (change.p, change.p_adjusted, change.moved, change.effect) == pytest.approx(
            (other.p, other.p_adjusted, other.moved, other.effect)
        )


def test_a_cell_against_itself_moves_nothing(changes: Callable[..., list[Change]]) -> None:
    for change in changes(2, 2):
        assert (change.difference, change.p, change.moved) == (0, 1, False)
        assert change.low <= 0 <= change.high
        assert change.gain == math.inf or math.isnan(change.gain)


def test_what_does_not_spread_comes_after_what_has_an_effect(changes: Callable[..., list[Change]]) -> None:
    spreading = next(change for change in changes(0, 3) if change.moved and change.spread > 0)
    still = replace(spreading, spread=0.0, metric="still")
    assert [change.metric for change in adjusted([still, spreading])] == [spreading.metric, "still"]


def test_the_moved_come_first_and_by_effect(changes: Callable[..., list[Change]]) -> None:
    found = changes(0, 3)
    moved = [change.moved for change in found]
    assert moved == sorted(moved, reverse=True)
    effects = [change.effect for change in found if change.moved]
    measured = [effect for effect in effects if math.isfinite(effect)]
    assert measured and effects[: len(measured)] == sorted(measured, reverse=True)
    score = next(change for change in found if address(change) == ("score_mean", 0, None))
    assert score.difference == pytest.approx(3)
    assert score.moved
    assert score.method == "paired_t"
    assert next(c for c in found if c.metric == "seat_win_share").method == "bonett_price"
    assert next(c for c in found if c.metric == "seat_w").method == "mover"
    assert set(pairing_gains(found)) <= {spec.name for spec in GENERIC}


def made(metric: str, p: float, difference: float = 0.1, half: float = 0.04) -> Change:
    a, b = (Estimate(0.5 + d, 0.4, 0.6, 100) for d in (0.0, difference))
    low, high = difference - half, difference + half
    return Change(
        metric, "share", "base", None, None, a, b, low, high, p, 1.0, 0.1, math.nan, 0.5, "bonett_price"
    )


def test_a_find_among_many_is_held_to_more() -> None:
    alone = adjusted([made("x", 0.03)])[0]
    assert alone.moved
    among = adjusted([made("x", 0.03), *(made(f"m{i}", 0.5) for i in range(9))])
    change = next(each for each in among if each.metric == "x")
    assert not change.moved
    assert change.stands_out_alone
    assert change.p_adjusted == pytest.approx(0.3)


def test_other_tables_are_compared_on_common_scales(
    make_facts: Callable[..., Any], make_frames: Callable[..., Any]
) -> None:
    cells = []
    for n_seats in (2, 3):
        facts = make_facts(n_seats)
        cells.append(measure_cell(facts, GENERIC, [frames(facts, make_frames, n_seats)]))
    found = adjusted(unpaired_changes("base", GENERIC, *cells))
    lift = [change for change in found if change.metric == LIFT]
    assert {change.seat for change in lift} == {0, 1}
    a, b = (cell.of("seat_win_share")[0].estimate.value for cell in cells)
    first = next(change for change in lift if change.seat == 0)
    assert (first.a.value, first.b.value) == (2 * a, 3 * b)
    kept = {change.metric for change in found}
    assert {"seat_w", "score_mean", "length_mean", "tie_share"} <= kept
    assert not kept & {"seat_win_share", "seat_spread", "margin_mean", "lead_changes_mean"}
    assert all(change.method == "mover" and math.isnan(change.gain) for change in found)
    assert {spec.name for spec in GENERIC if is_comparable(spec)} >= {"seat_w", "length_mean"}


def test_tiers_disagree_where_they_say_different_things() -> None:
    up, same, down = made("x", 1e-9, 0.2), made("y", 1e-9, 0.2), made("z", 1e-9, 0.2)
    first = adjusted([up, same, down])
    second = adjusted([made("x", 0.9, 0.001), made("y", 1e-9, 0.19), made("z", 1e-9, -0.2)])
    found = disagreements(first, second)
    assert [each.first.metric for each in found] == ["z", "x"]
    assert found[0].is_reversed
    assert not found[1].is_reversed
    assert found[1].high < 0
