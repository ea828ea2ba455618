"""The longest road is what brute force finds, with rings, branches, several parts and foreign settlements."""

from __future__ import annotations

from pathlib import Path

from uncompiled import uncompiled

from balance.games.schokoladenmarkt.board import board


def test_longest_roads_are_those_of_brute_force() -> None:
    found = uncompiled(Path(__file__).with_name("play_roads.py"))
    assert found["wrong"] == []
    assert found["compared"] > 700
    assert found["rings"] > 40


def test_the_frame_is_that_of_the_rules() -> None:
    """A2: 24 fields, 66 corners, 89 edges, 34 of them at the coast, which is one ring."""
    tables = board()
    assert [len(part) for part in (tables.place, tables.corner_place, tables.edge_corners, tables.coast)] == [
        24,
        66,
        89,
        34,
    ]
    assert all(len(set(corners)) == 6 for corners in tables.field_corners)
    assert sorted(tables.coast) == [e for e, fields in enumerate(tables.edge_fields) if len(fields) == 1]
    for one, other in zip(tables.coast, [*tables.coast[1:], tables.coast[0]], strict=True):
        assert len(set(tables.edge_corners[one]) & set(tables.edge_corners[other])) == 1
    assert {len(edges) for edges in tables.corner_edges} == {2, 3}
    assert sum(map(len, tables.field_fields)) == 2 * (89 - 34)
