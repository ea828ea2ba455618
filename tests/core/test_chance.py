"""Is our chance as good as a generator that is known to be good, at the addresses that games use?

A draw is a fixed function of its address, so every test here has one outcome for ever. Each asks for no more than what
one of very many fair tests would show: 5.5 standard errors for a single number, p > 1e-6 for a chi-square.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import chdtrc

sys.path.insert(0, str(Path(__file__).parent))

from philox import philox

from balance.core.chance import draw, stream
from balance.core.kernel import COMPILED, kernel

ROOT = Path(__file__).parents[2]
N = 120_000 if COMPILED else 6_000
WORD = 1 << 32  # as many faces as a draw has values: the word itself
LIMIT = 5.5
STRIDES = (1, 2, 6, 12, 192)  # a die, two, the seats, a reroll and a roll of chocolaterie

KNOWN = json.loads((ROOT / "tests/stats/oracles.json").read_text(encoding="utf-8"))["rng"]

Ints = NDArray[np.int64]


@kernel(entry=True)
def fill(out: Any, addresses: Any, faces: int) -> None:
    """Draws at addresses: rows of seed, deal, source and index."""
    for row in range(len(out)):
        key = stream(addresses[row, 0], addresses[row, 1], addresses[row, 2])
        out[row] = draw(key, addresses[row, 3], faces)


@kernel(entry=True)
def fill_from_key(out: Any, key: int, faces: int) -> None:
    """Draws at index 1, 2, … of a given key."""
    for row in range(len(out)):
        out[row] = draw(np.uint64(key), row + 1, faces)


def drawn(faces: int, seed: Any = 0, deal: Any = 0, source: Any = 1, index: Any = 0) -> Ints:
    """Draws where one or more parts of the address are arrays."""
    addresses = np.stack(np.broadcast_arrays(seed, deal, source, index), axis=-1).astype(np.int64)
    addresses = np.ascontiguousarray(np.atleast_2d(addresses))
    out = np.zeros(len(addresses), np.int64)
    fill(out, addresses, faces)
    return out


def p_uniform(counts: Ints) -> float:
    """Probability of so uneven counts, or more uneven ones, where all are equally likely."""
    expected = counts.sum() / counts.size
    return float(chdtrc(counts.size - 1, ((counts - expected) ** 2).sum() / expected))


def p_same(a: Ints, b: Ints) -> float:
    """Probability of so different counts, or more different ones, from one distribution; rare values are pooled."""
    rare = a + b < 20
    a, b = (np.append(counts[~rare], counts[rare].sum()) for counts in (a, b))
    a, b = a[a + b > 0], b[a + b > 0]
    total, share = a + b, a.sum() / (a.sum() + b.sum())
    deviation = (a - total * share) ** 2 / (total * share * (1 - share))
    return float(chdtrc(len(total) - 1, deviation.sum()))


def bits(words: Ints) -> NDArray[np.float64]:
    """Bits of 32-bit words as −1 and 1, shape (n, 32); exact, as floats because those multiply fast."""
    return (words[:, None] >> np.arange(32) & 1) * 2.0 - 1.0


def neighbours() -> dict[str, tuple[Ints, Ints]]:
    """Words at addresses that differ a little, for each way to differ."""
    numbers = np.arange(N)
    found = {
        f"{stride} further": (drawn(WORD, index=numbers), drawn(WORD, index=numbers + stride))
        for stride in STRIDES
    }
    found["next deal"] = drawn(WORD, deal=numbers), drawn(WORD, deal=numbers + 1)
    found["next deal, by index"] = drawn(WORD, index=numbers), drawn(WORD, deal=1, index=numbers)
    found["next source"] = drawn(WORD, source=1, index=numbers), drawn(WORD, source=2, index=numbers)
    found["next source, by deal"] = drawn(WORD, source=1, deal=numbers), drawn(WORD, source=2, deal=numbers)
    found["next seed"] = drawn(WORD, seed=1, index=numbers), drawn(WORD, seed=2, index=numbers)
    found["next seed, by deal"] = drawn(WORD, seed=1, deal=numbers), drawn(WORD, seed=2, deal=numbers)
    found["deal and index change places"] = (
        drawn(WORD, deal=numbers, index=3),
        drawn(WORD, deal=3, index=numbers),
    )
    return found


NEIGHBOURS = neighbours()


def test_splitmix_vector() -> None:
    """Index k of key x is output k of SplitMix64 seeded with x: its upper word."""
    out = np.zeros(5, np.int64)
    fill_from_key(out, 1234567, WORD)
    assert out.tolist() == [number >> 32 for number in KNOWN["splitmix64_seed1234567"]]


def test_the_address_is_mixed_as_written() -> None:
    """The same function in Python's own integers, so that compiled and plain code cannot drift together."""
    mask, golden = (1 << 64) - 1, 0x9E3779B97F4A7C15

    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31

    for seed, deal, source, index in ((0, 0, 0, 0), (7, 3, 2, 191), (2**62, 10**9, 21, 10**6), (1, 2, 3, 4)):
        key = mix(seed + golden & mask)
        key = mix(key ^ deal * golden & mask)
        key = mix(key ^ source * 0xBF58476D1CE4E5B9 & mask)
        word = mix(key + index * golden & mask) >> 32
        for faces in (1, 6, 1000, WORD):
            assert drawn(faces, seed, deal, source, index).tolist() == [word * faces >> 32]


@pytest.mark.parametrize("faces", [1, 2, 3, 5, 6, 7, 11, 12, 100])
@pytest.mark.parametrize("part", ["seed", "deal", "source", "index"])
def test_uniform_along_every_part_of_the_address(part: str, faces: int) -> None:
    numbers = drawn(faces, **{part: np.arange(N)})
    counts = np.bincount(numbers, minlength=faces)
    assert len(counts) == faces
    assert faces == 1 or p_uniform(counts) > 1e-6


@pytest.mark.parametrize("way", NEIGHBOURS)
class TestNeighbours:
    def test_faces_are_independent(self, way: str) -> None:
        """All 36 pairs of two dice equally often."""
        one, two = (words * 6 >> 32 for words in NEIGHBOURS[way])
        assert p_uniform(np.bincount(one * 6 + two, minlength=36)) > 1e-6

    def test_no_bit_follows_another(self, way: str) -> None:
        """None of the 32 × 32 pairs of bits agrees more or less often than by chance."""
        one, two = (bits(words) for words in NEIGHBOURS[way])
        assert np.abs(one.T @ two).max() / math.sqrt(N) < LIMIT

    def test_half_of_the_bits_differ(self, way: str) -> None:
        one, two = NEIGHBOURS[way]
        flipped = (bits(one ^ two) > 0).sum(axis=1)
        assert abs(flipped.mean() - 16) < LIMIT * math.sqrt(8 / N)
        assert abs(flipped.var() - 8) < LIMIT * math.sqrt(2 * 64 / N)


def test_bits_of_one_word_are_independent() -> None:
    table = bits(drawn(WORD, index=np.arange(N)))
    together = np.abs(table.T @ table) / math.sqrt(N)
    np.fill_diagonal(together, 0)
    assert together.max() < LIMIT
    assert np.abs(table.sum(axis=0)).max() / math.sqrt(N) < LIMIT


@pytest.mark.parametrize("part", ["seed", "deal", "index"])
def test_every_bit_of_the_address_turns_half_of_the_word(part: str) -> None:
    """Avalanche: whichever bit of a number changes, each bit of the draw changes with chance ½."""
    numbers = drawn(1 << 30, deal=9, index=np.arange(2000))
    before = drawn(WORD, **{part: numbers})
    for bit in range(30):
        after = drawn(WORD, **{part: numbers ^ (1 << bit)})
        turned = bits(before ^ after).sum(axis=0)
        assert np.abs(turned).max() / math.sqrt(len(numbers)) < LIMIT


def test_runs_have_the_right_lengths() -> None:
    """Waiting times for a six, which pairs of neighbours alone would not show."""
    sixes = np.flatnonzero(drawn(6, deal=5, index=np.arange(N)) == 5)
    waits = np.minimum(np.diff(sixes), 40)
    chances = (5 / 6) ** np.arange(39) / 6
    expected = len(waits) * np.append(chances, 1 - chances.sum())
    counts = np.bincount(waits, minlength=41)[1:]
    if COMPILED:
        assert chdtrc(39, ((counts - expected) ** 2 / expected).sum()) > 1e-6


def test_no_two_streams_are_one() -> None:
    """Streams of many seeds, deals and sources: no two begin with the same two words."""
    seed, deal, source = (grid.ravel() for grid in np.meshgrid(np.arange(20), np.arange(400), np.arange(22)))
    first = drawn(WORD, seed, deal, source, 0)
    second = drawn(WORD, seed, deal, source, 1)
    assert len(set(zip(first.tolist(), second.tolist(), strict=True))) == len(seed)


@pytest.mark.parametrize("faces", [1, 2, 3, 6, 7, 12, 1 << 20, (1 << 20) + 1])
def test_a_draw_stays_below_its_faces(faces: int) -> None:
    """(u32 · n) >> 32: never n, and monotonous in the word, so that no face is more than one word likelier."""
    words, numbers = drawn(WORD, index=np.arange(2000)), drawn(faces, index=np.arange(2000))
    assert numbers.tolist() == [word * faces >> 32 for word in words.tolist()]
    assert (WORD - 1) * faces >> 32 == faces - 1


@pytest.mark.parametrize("vector", KNOWN["philox4x32_10"], ids=lambda vector: vector["ctr"][0])
def test_philox_vectors(vector: dict[str, list[str]]) -> None:
    """The yardstick itself is right."""
    counter, key, expected = ([int(word, 16) for word in vector[name]] for name in ("ctr", "key", "out"))
    assert [int(word) for word in philox(counter, key)] == expected


def dice(word: Any) -> dict[str, Ints]:
    """What decides a roll of chocolaterie for four: distributions over rolls, `word(source, die)` giving the words.

    Four amount dice with a joker, four ingredient dice, two device dice, all of one roll.
    """
    amounts = np.stack([word(1, die) * 6 >> 32 for die in range(4)])
    ingredients = np.stack([word(2, die) * 6 >> 32 for die in range(4)])
    devices = np.stack([word(3, die) * 6 >> 32 for die in range(2)])
    ordered = np.sort(ingredients, axis=0)
    distinct = 1 + (np.diff(ordered, axis=0) > 0).sum(axis=0)
    shown = np.array([(ingredients == face).any(axis=0) for face in range(6)])
    both = np.array([(devices == face).any(axis=0) for face in range(6)]) & shown
    pairs = amounts[0] * 6 + ingredients[0]
    return {
        "sum of amounts": np.bincount(amounts.sum(axis=0), minlength=21),
        "jokers": np.bincount((amounts == 5).sum(axis=0), minlength=5),
        "largest amount": np.bincount(amounts.max(axis=0), minlength=6),
        "different ingredients": np.bincount(distinct, minlength=5),
        "sorted ingredients": np.bincount(np.array([216, 36, 6, 1]) @ ordered, minlength=1296),
        "devices for what is offered": np.bincount(both.sum(axis=0), minlength=3),
        "first pair": np.bincount(pairs, minlength=36),
        "same pair as in the roll before": np.bincount(
            (pairs[1:] == pairs[:-1]).astype(np.int64), minlength=2
        ),
    }


def test_dice_fall_as_by_philox() -> None:
    """Rolls of chocolaterie, 48 of each deal, by our hash and by Philox at the same addresses: one distribution."""
    deals, rolls = (grid.ravel() for grid in np.meshgrid(np.arange(N // 48), np.arange(48), indexing="ij"))

    def by_hash(source: int, die: int) -> Ints:
        return drawn(WORD, 11, deals, source, rolls * 192 + die)

    def by_philox(source: int, die: int) -> Ints:
        return philox((rolls * 192 + die, deals, np.full_like(deals, source), 0), (11, 0))[0].astype(np.int64)

    ours, theirs = dice(by_hash), dice(by_philox)
    assert {name: p for name in ours if (p := p_same(ours[name], theirs[name])) < 1e-5} == {}


@pytest.mark.slow
def test_every_column_of_every_game_comes_out_as_by_philox(tmp_path: Path) -> None:
    """The whole game, compiled once with each: no mean of a column or of its square differs beyond chance.

    The kernels are compiled anew into folders of their own, because a cache cannot know that chance was replaced.
    """

    def sums(chance: str) -> dict[str, list[int]]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path / chance)}
        command = [sys.executable, str(Path(__file__).with_name("philox.py")), chance, "20000"]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=900, check=False
        )
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    ours, theirs = sums("hash"), sums("philox")
    assert ours.keys() == theirs.keys()
    assert ours != theirs
    far = {}
    for column, (n, total, squares) in ours.items():
        other_total, other_squares = theirs[column][1:]
        variance = squares / n - (total / n) ** 2 + other_squares / n - (other_total / n) ** 2
        difference = (total - other_total) / n
        if abs(difference) > 5 * math.sqrt(max(variance, 0) / n):
            far[column] = difference
    assert far == {}
