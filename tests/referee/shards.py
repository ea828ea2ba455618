"""Many variants judged, a shard of them in each process."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from playing import game_of, line_ups, setting, trace


def judge_shard(slug: str, shard: int, variants_of_shard: int, playouts: int) -> int:
    """Judge playouts of variants that hypothesis invents.

    Args:
        slug: The game; its folder here has a `referee` and `variants`.
        shard: Its number, from which everything in it follows.
        variants_of_shard: Number of variants.
        playouts: Playouts of each variant.

    Returns:
        Number of traces judged.

    Raises:
        AssertionError: At the first objection, with all that is needed to see it again.
    """
    game, traces = game_of(slug), 0
    judge = import_module(f"{slug}.referee").judge
    variants = import_module(f"{slug}.variants").variants

    @seed(shard)
    @settings(
        max_examples=variants_of_shard,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def judge_variant(data: st.DataObject) -> None:
        nonlocal traces
        rules = data.draw(variants())
        line_up = data.draw(line_ups(game, rules["players"]))
        chance, rotate = data.draw(st.integers(0, 2**63 - 1)), data.draw(st.booleans())
        played = setting(game, rules, line_up, chance, rotate=rotate)
        for playout in range(playouts):
            found = judge(trace(played, playout), rules)
            place = f"seed {chance}, playout {playout}, rotate {rotate}, rules {rules}, {line_up}"
            assert not found, f"{found[0]}; {place}"
            traces += 1

    judge_variant()
    return traces


def judge_shards(slug: str, shards: int, variants_of_shard: int, playouts: int) -> int:
    """All shards from 0 on, on all cores; the number of traces judged."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = [
            pool.submit(judge_shard, slug, shard, variants_of_shard, playouts) for shard in range(shards)
        ]
        return sum(part.result() for part in parts)
