from itertools import pairwise

import pytest

from balance.engine.plan import (
    Chunk,
    cell_chunks,
    chunk_batches,
    chunk_size,
    chunks_to_play,
    next_boundary,
    stored_games,
)


def test_chunks_cover_every_playout_once():
    chunks = list(cell_chunks(0, 50_000))
    assert chunks[0].first == 0
    assert all(a.first + a.count == b.first for a, b in pairwise(chunks))
    assert sum(chunk.count for chunk in chunks) == 50_000


def test_boundaries_do_not_depend_on_the_number_of_games():
    long = {chunk.first for chunk in cell_chunks(0, 100_000)}
    for games in (1, 99, 100, 101, 5_000, 99_999):
        assert {chunk.first for chunk in cell_chunks(0, games)} <= long


def test_only_the_last_chunk_is_partial():
    *complete, last = cell_chunks(0, 11_500)
    assert all(chunk.count == chunk_size(chunk.first) for chunk in complete)
    assert last == Chunk(0, 10_000, 1_500)


@pytest.mark.parametrize("games", [1_000, 2_000, 10_000, 20_000, 1_000_000])
def test_round_numbers_of_games_end_at_a_boundary_so_that_raising_them_only_adds(games):
    assert all(chunk.count == chunk_size(chunk.first) for chunk in cell_chunks(0, games))


def test_a_short_run_saves_early_and_a_long_one_has_few_files():
    assert chunk_size(0) == 100
    assert len(list(cell_chunks(0, 1_000_000))) < 120


def test_chunks_to_play_skips_what_is_stored_and_completes_a_partial_one():
    stored = {0: 100, 100: 50, 200: 100}
    assert chunks_to_play(3, 250, stored) == (Chunk(3, 100, 100),)
    assert chunks_to_play(3, 150, {0: 100, 100: 50}) == ()
    assert chunks_to_play(3, 151, {0: 100, 100: 50}) == (Chunk(3, 100, 51),)


def test_stored_games_stop_at_a_gap_and_after_a_partial_chunk():
    assert stored_games({}) == 0
    assert stored_games({0: 100, 200: 100}) == 100
    assert stored_games({0: 100, 100: 50, 200: 100}) == 150
    assert stored_games({chunk.first: chunk.count for chunk in cell_chunks(0, 20_000)}) == 20_000


def test_next_boundary():
    assert [next_boundary(n) for n in (0, 1, 100, 101, 1_001, 10_001)] == [0, 100, 100, 200, 2_000, 20_000]


def test_batches_cover_a_chunk_whatever_their_size():
    chunk = Chunk(0, 120, 100)
    for size in (1, 7, 100, 1_000):
        batches = list(chunk_batches(chunk, lambda size=size: size))
        assert [n for batch in batches for n in range(batch.first, batch.first + batch.count)] == list(
            range(120, 220)
        )
        assert [batch.is_last for batch in batches] == [False] * (len(batches) - 1) + [True]
