"""Longest roads against brute force on random networks, uncompiled; run as a script, prints what differs as JSON."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator

from island import Table, rules_model

from balance.core.kernel import COMPILED
from balance.games.schokoladenmarkt import moves
from balance.games.schokoladenmarkt.board import board

NETWORKS = 60
ROADS = 13
BOARD = board()


def longest(edges: set[int], blocked: set[int]) -> int:
    """Every trail, tried from every corner; a blocked corner ends one."""

    def follow(corner: int, used: frozenset[int], is_start: bool) -> int:
        if corner in blocked and not is_start:
            return len(used)
        onward = [edge for edge in BOARD.corner_edges[corner] if edge in edges and edge not in used]
        ends = (sum(BOARD.edge_corners[edge]) - corner for edge in onward)
        return max(
            (follow(end, used | {edge}, False) for edge, end in zip(onward, ends, strict=True)),
            default=len(used),
        )

    corners = {corner for edge in edges for corner in BOARD.edge_corners[edge]}
    return max((follow(corner, frozenset(), True) for corner in corners), default=0)


def network(chance: random.Random) -> Iterator[int]:
    """Edges of a few parts that grow at random; a small region, so that rings and branches are common."""
    region = {edge for field in chance.sample(range(24), 1) for edge in near(field)}
    chosen: list[int] = []
    while len(chosen) < ROADS:
        touching = [edge for edge in region if edge not in chosen and is_touching(edge, chosen)]
        fresh = [edge for edge in region if edge not in chosen]
        pool = touching if touching and chance.random() < 0.92 else fresh
        if not pool:
            return
        chosen.append(chance.choice(sorted(pool)))
        yield chosen[-1]


def near(field: int) -> set[int]:
    """Edges of a field and its neighbours."""
    fields = {field, *BOARD.field_fields[field]}
    return {edge for edge, around in enumerate(BOARD.edge_fields) if fields & set(around)}


def is_touching(edge: int, chosen: list[int]) -> bool:
    """Whether an edge shares a corner with a chosen one."""
    corners = set(BOARD.edge_corners[edge])
    return any(corners & set(BOARD.edge_corners[other]) for other in chosen)


def main() -> None:
    """Lay roads, and foreign settlements among them, and compare after each."""
    assert not COMPILED
    wrong, compared, rings = [], 0, 0
    for number in range(NETWORKS):
        chance = random.Random(number)
        table = Table(rules_model({"pieces": {"settlements": 10}, "longest_road": 1}), {})
        edges: set[int] = set()
        blocked: set[int] = set()
        for edge in network(chance):
            moves.lay_road(table.rules, table.state, table.trace, 0, edge)
            edges.add(edge)
            corners = sorted({c for e in edges for c in BOARD.edge_corners[e]})
            free = [c for c in corners if table.state.free[c // 33] >> (c % 33) & 1]
            if free and len(blocked) < 3 and chance.random() < 0.15:
                owner = chance.choice([0, 1, 2])
                corner = chance.choice(free)
                moves.settle(table.rules, table.state, table.trace, owner, corner)
                blocked |= {corner} if owner else set()
            expected, compared = longest(edges, blocked), compared + 1
            rings += len(edges) >= len({c for e in edges for c in BOARD.edge_corners[e]})
            if int(table.state.length[0]) != expected:
                wrong.append([number, sorted(edges), sorted(blocked), int(table.state.length[0]), expected])
    json.dump({"wrong": wrong, "compared": compared, "rings": rings}, sys.stdout)


if __name__ == "__main__":
    main()
