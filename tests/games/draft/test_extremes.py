"""Whatever a config may ask for, the worth of a take and the take fit into one number."""

from __future__ import annotations

from pathlib import Path

from uncompiled import uncompiled

from balance.games.draft.takes import OPTION_BITS

ROOM = 63 - OPTION_BITS  # bits for a worth without its sign


def test_the_largest_weights_and_points_do_not_overflow() -> None:
    found = uncompiled(Path(__file__).with_name("play_extremes.py"))
    assert list(found) == ["chocolaterie", "festtafel"]
    for largest, n in found.values():
        assert n > 500
        assert 2**20 < largest < 2**ROOM
