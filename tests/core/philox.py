"""Philox4x32-10 (Salmon et al. 2011), the yardstick for our chance: as arrays, and as kernels in place of `chance`.

Run as a script it plays `N` playouts of a game by Philox and prints the sums of every column of its rows.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]  # 32-bit words, held in 64 bits so that products do not overflow

M0, M1 = 0xD2511F53, 0xCD9E8D57
W0, W1 = 0x9E3779B9, 0xBB67AE85
LOW = 0xFFFFFFFF
ROUNDS = 10


def philox(counter: Any, key: Any) -> tuple[Words, Words, Words, Words]:
    """Four words for each counter.

    Args:
        counter: Four words, each a number or an array.
        key: Two words.
    """
    low, shift = np.uint64(LOW), np.uint64(32)
    c0, c1, c2, c3 = (np.asarray(word, np.uint64) for word in counter)
    k0, k1 = (int(word) for word in key)
    for _ in range(ROUNDS):
        product0, product1 = np.uint64(M0) * c0, np.uint64(M1) * c2
        c0, c1, c2, c3 = (
            (product1 >> shift) ^ c1 ^ np.uint64(k0),
            product1 & low,
            (product0 >> shift) ^ c3 ^ np.uint64(k1),
            product0 & low,
        )
        k0, k1 = (k0 + W0) & LOW, (k1 + W1) & LOW
    return c0, c1, c2, c3


def replace_chance() -> None:
    """From now on games that are imported draw by Philox: counter (index, deal, source, 0), key (seed, 0)."""
    from balance.core import chance
    from balance.core.kernel import kernel

    m0, m1, w0, w1, low = (np.uint64(n) for n in (M0, M1, W0, W1, LOW))
    s8, s32, s48, byte, deals = (np.uint64(n) for n in (8, 32, 48, 0xFF, (1 << 40) - 1))

    @kernel(wraps=True)
    def stream(seed: int, deal: int, source: int) -> np.uint64:
        return (np.uint64(seed) << s48) | (np.uint64(deal) << s8) | np.uint64(source)

    @kernel(wraps=True)
    def draw(key: np.uint64, index: int, faces: int) -> int:
        c0, c1, c2, c3 = np.uint64(index), (key >> s8) & deals & low, key & byte, np.uint64(0)
        k0, k1 = key >> s48, np.uint64(0)
        for _ in range(ROUNDS):
            product0, product1 = m0 * c0, m1 * c2
            c0, c1 = (product1 >> s32) ^ c1 ^ k0, product1 & low
            c2, c3 = (product0 >> s32) ^ c3 ^ k1, product0 & low
            k0, k1 = (k0 + w0) & low, (k1 + w1) & low
        return int(np.int64((c0 * np.uint64(faces)) >> s32))

    chance.stream, chance.draw = stream, draw


def column_sums(playouts: int) -> dict[str, list[int]]:
    """Number, sum and sum of squares a playout of every column of a printed playout of four, by seat."""
    from balance.core.game import Policy
    from balance.core.layout import new_record
    from balance.games import GAMES

    found: dict[str, list[int]] = {}
    for game in GAMES:
        layout, compiling = game.module("layout"), game.module("compiling")
        rules = game.rules_model()
        weights = {weight.name: weight.default for weight in game.weights}
        names = ("greedy", "random", "greedy", "random")
        presets = [game.preset(name) for name in names]
        line_up = [Policy(p.name, p.kind, weights | dict(p.weights)) for p in presets if p is not None]
        games = np.zeros(playouts, layout.GAME_ROW)
        seats = np.zeros(playouts * rules.players, layout.SEAT_ROW)
        game.module("kernel").batch(
            compiling.compile_rules(rules),
            compiling.compile_policies(rules, line_up, False),
            np.zeros(2, layout.STATE),
            new_record(layout.TRACE),
            4,
            0,
            games,
            seats,
        )
        for table, rows in (("games", games), ("seats", seats)):
            columns = rows.view(np.int64).reshape(playouts, -1)
            for number, column in enumerate(columns.T):
                values = [playouts, int(column.sum()), int((column * column).sum())]
                found[f"{game.slug} {table} {number}"] = values
    return found


if __name__ == "__main__":
    if sys.argv[1] == "philox":
        replace_chance()
    print(json.dumps(column_sums(int(sys.argv[2]))))
