"""No wedge is ever lost or doubled: all of them are counted after every ply of random variants."""

from __future__ import annotations

from pathlib import Path

import pytest
from uncompiled import uncompiled

from balance.games.schwarzwaelder_kirsch.layout import Option


def counted(examples: int) -> dict[str, int]:
    """Plies by what was done in them, of so many random variants."""
    found: dict[str, int] = uncompiled(Path(__file__).with_name("play_wedges.py"), str(examples))
    return found


def test_all_wedges_are_there_after_every_ply() -> None:
    found = counted(12)
    assert set(found) >= {option.name for option in Option if option is not Option.LIFT}
    assert found["BUST"] > 10


@pytest.mark.slow
def test_all_wedges_are_there_in_many_variants() -> None:
    assert set(counted(120)) == {option.name for option in Option} | {"BUST"}
