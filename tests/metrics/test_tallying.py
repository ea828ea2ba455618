"""Tallies against plain counting, however the tables are cut into chunks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.random import Generator, default_rng  # noqa: TID251  # a yardstick, not a playout

from balance.core.errors import RunError
from balance.core.metric import CellFacts, Tallied, Tally
from balance.metrics.tallying import Tallier
from balance.stats.seats import pack

POLICIES = ("a", "b", "a", "c", "b", "a")


def random_tables(rng: Generator, facts: CellFacts, make_frames: Callable[..., Any], k: int) -> Any:
    n = facts.n_seats
    winners = rng.integers(0, 1 << n, k).tolist()
    reasons = rng.choice(["clock", "supply"], k).tolist()
    seats = {
        "score": rng.integers(-20, 200, (k, n)).tolist(),
        "rank": rng.integers(1, n + 1, (k, n)).tolist(),
        "points_x": rng.integers(0, 9, (k, n)).tolist(),
        "far": (rng.integers(-3, 4, (k, n)) * 10**9).tolist(),
    }
    games = {"margin": rng.integers(0, 60, k).tolist(), "end_reason": reasons}
    return make_frames(facts, winners, games, seats)


def tallies(facts: CellFacts) -> list[Tally]:
    unit = facts.unit
    return [
        Tally("games", "shares", per=unit),
        Tally("games", "tied", per=unit),
        Tally("games", "truncated", per=unit),
        Tally("games", "margin"),
        Tally("games", "margin", ("end_reason",), unit),
        Tally("games", "one", ("end_reason",), unit),
        Tally("games", "margin", ("decided",), unit),
        Tally("games", "margin", ("n_seats", "end_reason", "decided")),
        Tally("seats", "score", ("seat",)),
        Tally("seats", "score", ("seat",), unit),
        Tally("seats", "score", per=unit),
        Tally("seats", "score", ("rank", "policy")),
        Tally("seats", "share", ("policy",), unit),
        Tally("seats", "one", ("seat", "policy"), unit),
        Tally("seats", "points_x", per=unit, plus="score"),
        Tally("seats", "points_x", ("decided",), unit, weight="won"),
        Tally("seats", "points_x", ("seat", "decided"), unit, weight="lost"),
        Tally("seats", "points_x", ("decided",), weight="lost"),
        Tally("seats", "far", ("seat",)),
        Tally("seats", "far", per=unit, plus="score"),
    ]


def plainly(
    facts: CellFacts, games: pl.DataFrame, seats: pl.DataFrame, tally: Tally
) -> dict[Any, Counter[int]]:
    """Row by row, from the definition of a tally."""
    n = facts.n_seats
    by_playout = {game["playout"]: game for game in games.to_dicts()}
    rows = games.to_dicts() if tally.table == "games" else seats.to_dicts()

    def shares(mask: int) -> list[int]:
        return [60 // mask.bit_count() if mask >> seat & 1 else 0 for seat in range(n)]

    def value(row: dict[str, Any], name: str) -> int:
        mask = by_playout[row["playout"]]["winners"]
        if name == "shares":
            return sum(share << 10 * seat for seat, share in enumerate(shares(mask)))
        derived = {
            "one": lambda: 1,
            "tied": lambda: mask.bit_count() > 1,
            "share": lambda: shares(mask)[row["seat"]],
        }
        return int(derived[name]() if name in derived else row[name])

    def weighed(row: dict[str, Any]) -> int:
        mask = by_playout[row["playout"]]["winners"]
        total = value(row, tally.column) + (value(row, tally.plus) if tally.plus else 0)
        if not tally.weight:
            return total
        won = shares(mask)[row["seat"]]
        return total * (won if tally.weight == "won" else (60 if mask else 0) - won)

    def unit(index: int, row: dict[str, Any]) -> int:
        if tally.per == "row":
            return index
        return row["playout"] if tally.per == "playout" else by_playout[row["playout"]]["deal"]

    parts = [name for name in tally.by if name != "decided"]
    sums: dict[Any, int] = defaultdict(int)
    decided: dict[int, set[int]] = defaultdict(set)
    labels = set()
    for index, row in enumerate(rows):
        label = tuple(row[name] for name in parts)
        labels.add(label)
        sums[label, unit(index, row)] += weighed(row)
        if by_playout[row["playout"]]["winners"]:
            decided[unit(index, row)].add(row["playout"])
    units = {unit for _, unit in sums}
    keys = (
        sums
        if tally.per == "row"
        else [(label, unit) for label in product_of(tally, facts, labels) for unit in units]
    )
    found: dict[Any, Counter[int]] = defaultdict(Counter)
    for label, one in keys:
        own = (len(decided[one]),) if "decided" in tally.by else ()
        found[label + own][sums.get((label, one), 0)] += 1
    return dict(found)


def product_of(tally: Tally, facts: CellFacts, labels: set[Any]) -> set[Any]:
    """Every part of a split that has to count, also where it has no rows."""
    if tally.by[:2] == ("seat", "policy"):
        return {(seat, policy) for seat in range(facts.n_seats) for policy in facts.policies}
    return labels


def cut(games: pl.DataFrame, seats: pl.DataFrame, places: Sequence[int]) -> Iterator[Any]:
    n = len(seats) // len(games)
    for start, end in pairwise([0, *places, len(games)]):
        yield games[start:end], seats[start * n : end * n]


def counted(facts: CellFacts, chunks: Any, wanted: Sequence[Tally] = ()) -> Tallied:
    tallier = Tallier(facts, wanted or tallies(facts))
    for games, seats in chunks:
        tallier.add(games, seats)
    return tallier.result()


def as_counters(tallied: Tallied, tally: Tally) -> dict[Any, Counter[int]]:
    return {
        label: Counter(dict(zip(found.values.tolist(), found.counts.tolist(), strict=True)))
        for label, found in tallied[tally].items()
    }


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("n", [2, 3, 6])
def test_any_cut_counts_what_plain_counting_counts(
    n: int, rotate: bool, make_facts: Any, make_frames: Any
) -> None:
    rng = default_rng(n)
    facts = make_facts(n, POLICIES[:n], rotate=rotate)
    games, seats = random_tables(rng, facts, make_frames, 60)
    whole = counted(facts, [(games, seats)])
    for tally in tallies(facts):
        assert as_counters(whole, tally) == plainly(facts, games, seats, tally), tally
    for _ in range(5):
        places = sorted(rng.integers(0, 61, rng.integers(1, 20)).tolist())
        pieces = counted(facts, cut(games, seats, places))
        for tally in tallies(facts):
            assert as_counters(pieces, tally) == as_counters(whole, tally), (tally, places)
            assert list(pieces[tally]) == list(whole[tally]), "parts come in the same order"
            for found in pieces[tally].values():
                assert (found.values[1:] > found.values[:-1]).all()
                assert (found.counts > 0).all()


def test_only_whole_deals_count(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(3, ("a", "b", "b"), rotate=True)
    games, seats = random_tables(default_rng(5), facts, make_frames, 20)
    chunks = list(cut(games, seats, [4, 8, 14]))
    tallier = Tallier(facts, tallies(facts))
    for index in (
        0,
        2,
        3,
    ):  # playouts 4 to 7 are missing: deals 1 and 2 are broken, deal 6 was never finished
        tallier.add(*chunks[index])
    assert tallier.facts.n == 12
    assert tallier.left_out == 4
    kept = games["deal"].is_in([0, 3, 4, 5]).to_numpy()
    frames = games.filter(kept), seats.filter(kept.repeat(3))
    for tally in tallies(facts):
        assert as_counters(tallier.result(), tally) == plainly(facts, *frames, tally), tally


def test_a_deal_may_be_longer_than_a_chunk(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(3, rotate=True)
    games, seats = random_tables(default_rng(6), facts, make_frames, 6)
    tallier = Tallier(facts, tallies(facts))
    for index in range(6):
        tallier.add(games[index : index + 1], seats[3 * index : 3 * index + 3])
    assert (tallier.facts.n, tallier.left_out) == (6, 0)


def test_shares_add_up_to_wins(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(2)
    games, seats = make_frames(facts, [0b01, 0b11, 0b00, 0b10, 0b10], {}, {})
    tally = Tally("games", "shares", per="playout")
    found = counted(facts, [(games, seats)], [tally])[tally][()]
    packed = pack(np.array([[60, 0], [30, 30], [0, 0], [0, 60]], np.int64)).tolist()
    assert dict(zip(found.values.tolist(), found.counts.tolist(), strict=True)) == dict(
        zip(packed, [1, 1, 1, 2], strict=True)
    )


def test_tables_that_do_not_fit_are_refused(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(2)
    games, seats = random_tables(default_rng(1), facts, make_frames, 4)
    shuffled = seats.sort("seat")
    later = games.with_columns(pl.col("playout") + 9)
    for frames, message in (
        ((games, seats[:-1]), "do not belong together"),
        ((games, shuffled), "do not belong together"),
        ((later, seats), "do not belong together"),
        ((games.with_columns(pl.lit("rain").alias("end_reason")), seats), "'rain'"),
        ((games, seats.with_columns(pl.lit("oracle").alias("policy"))), "'oracle'"),
        ((games.drop("margin"), seats), "no column margin"),
        ((games.with_columns(pl.lit(0.5).alias("margin")), seats), "no whole numbers"),
        ((games.with_columns(pl.lit(4).alias("winners")), seats), "beyond seat 1"),
    ):
        with pytest.raises(RunError, match=message):
            counted(facts, [frames])
    with pytest.raises(RunError, match="second time"):
        counted(facts, [(games, seats), (games, seats)])
    dealt = make_facts(2, rotate=True)
    with pytest.raises(RunError, match="deals are not"):
        counted(dealt, [(games, seats)])


def test_unclear_tallies_are_refused(make_facts: Any, make_frames: Any) -> None:
    facts = make_facts(2)
    frames = random_tables(default_rng(1), facts, make_frames, 4)
    for tally in (Tally("seats", "score", ("rank",), "playout"), Tally("games", "margin", weight="won")):
        with pytest.raises(ValueError, match=r"can be split by|only seats win"):
            Tallier(facts, [tally]).add(*frames)
