"""docs/coverage.md: every interval holds the truth as often as it says, and the page says how often that is."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    import sys

    spec = spec_from_file_location("coverage_page", ROOT / "tools" / "covering.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_page_is_true_and_within_a_point(tool: ModuleType) -> None:
    page = tool.page()
    assert page == tool.PAGE.read_text(encoding="utf-8"), "write it anew: python tools/covering.py"
    covers = [float(text) for text in re.findall(r"\| ([\d.]+)%(?= \|)", page)]
    assert len(covers) == 2 * len(tool.CASES) >= 42
    for case, found in zip(tool.CASES, covers[1::2], strict=True):
        assert abs(found - 100 * case.promise) <= 1.0, case.about
