import pytest

from balance.engine import pace


@pytest.mark.parametrize(("name", "is_there"), [("kernel.batch-1.py311.nbi", True), ("other.nbi", False)])
def test_kernels_are_known_to_be_compiled_by_their_index(tmp_path, monkeypatch, name, is_there):
    monkeypatch.setattr(pace, "cache_of", lambda module: (tmp_path, ""))
    assert not pace.is_cached("toy")
    (tmp_path / "toy_0123").mkdir()
    (tmp_path / "toy_0123" / name).touch()
    assert pace.is_cached("toy") is is_there
    assert not pace.is_cached("to")
    monkeypatch.setattr(pace, "cache_of", lambda module: (None, "no folder"))
    assert not pace.is_cached("toy")
