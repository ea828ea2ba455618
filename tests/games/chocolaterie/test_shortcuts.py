"""What kernels skip or keep to be fast changes nothing, and weighted policies take only what the rules offer."""

from __future__ import annotations

from pathlib import Path

from uncompiled import uncompiled


def test_playouts_without_shortcuts_are_the_same() -> None:
    found = uncompiled(Path(__file__).with_name("play_shortcuts.py"))
    assert len(found) == 4
    for variant, differences in found.items():
        assert differences.pop("looked_up") > 50, variant
        same = dict.fromkeys(("views", "points", "takes"), False)
        assert differences == same | {"illegal": [], "outdated": []}, variant
