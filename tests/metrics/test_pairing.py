"""Two cells of the same deals, worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from balance.core.errors import RunError
from balance.metrics import GENERIC, Address, common_chunks, measure_pair
from balance.stats.differences import bonett_price

SCORES_A = [[10, 12], [8, 8], [20, 3], [5, 6]]
SCORES_B = [[13, 12], [8, 9], [20, 5], [5, 6]]


@pytest.fixture
def pair(make_facts: Callable[..., Any], make_frames: Callable[..., Any]) -> Callable[..., Any]:
    def measured(cut: int = 4, *, swapped: bool = False) -> Any:
        facts = make_facts(2)

        def tables(winners: list[int], scores: list[list[int]], margin: list[int]) -> list[Any]:
            return [
                make_frames(
                    facts,
                    winners[first : first + cut],
                    {"margin": margin[first : first + cut]},
                    {"score": scores[first : first + cut]},
                    first,
                )
                for first in range(0, 4, cut)
            ]

        a = tables([2, 3, 1, 2], SCORES_A, [2, 0, 17, 1])
        b = tables([1, 2, 1, 2], SCORES_B, [1, 1, 15, 1])
        chunks = zip(*((b, a) if swapped else (a, b)), strict=True)
        return measure_pair(facts, facts, GENERIC, chunks)

    return measured


def test_differences_by_hand(pair: Callable[..., Any]) -> None:
    found = pair()
    share, is_share = found.differences[Address("seat_win_share", 0, None)]
    # d = 1, −½, 0, 0
    assert is_share
    assert (share.a, share.b) == (0.375, 0.5)
    assert share.variance == pytest.approx((1 + 0.25 - 4 * 0.125**2) / 3)
    score, is_share = found.differences[Address("score_mean", None, None)]
    assert not is_share
    assert score.difference == (3 + 1 + 2) / 8
    # a playout's mean over both seats differs by 1.5, 0.5, 1 and 0
    assert score.variance == pytest.approx((2.25 + 0.25 + 1 - 4 * 0.75**2) / 3)
    assert found.a.facts.n == found.b.facts.n == 4
    for name in ("seat_w", "score", "seat_spread"):
        assert not any(address.metric == name for address in found.differences), "no quotient of sums"


def test_cutting_chunks_elsewhere_and_swapping_sides(pair: Callable[..., Any]) -> None:
    whole, cut, back = pair(), pair(1), pair(2, swapped=True)
    assert whole.differences == cut.differences
    for address, (found, _) in whole.differences.items():
        other = back.differences[address][0]
        assert (found.difference, found.variance) == (-other.difference, other.variance)


def test_a_rotated_line_up_counts_deals(
    make_facts: Callable[..., Any], make_frames: Callable[..., Any]
) -> None:
    facts = make_facts(2, ["greedy", "random"], rotate=True)
    a = [make_frames(facts, [1, 2, 1, 1], {}, {})]
    # the second deal is cut by a chunk's end
    b = [make_frames(facts, [2, 2, 1], {}, {}), make_frames(facts, [2], {}, {}, 3)]
    a_cut = [make_frames(facts, [1, 2, 1], {}, {}), make_frames(facts, [1], {}, {}, 3)]
    found = measure_pair(facts, facts, GENERIC, zip(a_cut, b, strict=True))
    seat = found.differences[Address("seat_win_share", 0, None)][0]
    assert seat.n == 2
    assert seat.difference == -0.5
    assert seat.variance == 0, "each deal loses half a win"
    assert bonett_price(2, -1, 0.5).low < -0.5
    again = measure_pair(facts, facts, GENERIC, common_chunks(a, a, 4))
    assert all(each.difference == 0 for each, _ in again.differences.values())


def test_cells_that_share_no_deals(make_facts: Callable[..., Any], make_frames: Callable[..., Any]) -> None:
    facts = make_facts(2)
    with pytest.raises(ValueError, match="share no deals"):
        measure_pair(facts, make_facts(3), GENERIC, [])
    other = [make_frames(facts, [1, 1], {}, {}, 5)]
    with pytest.raises(RunError, match="other playouts"):
        measure_pair(facts, facts, GENERIC, zip([make_frames(facts, [1, 1], {}, {})], other, strict=True))


def test_only_common_playouts_count(make_facts: Callable[..., Any], make_frames: Callable[..., Any]) -> None:
    facts = make_facts(2)
    long = [make_frames(facts, [1, 1], {}, {}), make_frames(facts, [1, 2, 1], {}, {}, 2)]
    short = [make_frames(facts, [1, 1], {}, {}), make_frames(facts, [2], {}, {}, 2)]
    found = measure_pair(facts, facts, GENERIC, common_chunks(long, short, 3))
    assert found.a.facts.n == 3
    assert found.differences[Address("seat_win_share", 0, None)][0].difference == pytest.approx(-1 / 3)
