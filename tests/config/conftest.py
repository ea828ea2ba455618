"""A config written on the spot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from balance.config import Experiment, load_experiment

HEAD = "version: 1\ngame: chocolaterie\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def load(here: Path) -> Callable[..., Experiment]:
    """Load YAML lines below version and game, as `x.yaml`; keywords go to `load_experiment`."""

    def loaded(text: str = "", **options: Any) -> Experiment:
        (here / "x.yaml").write_text(HEAD + text, encoding="utf-8")
        return load_experiment("x.yaml", **options)

    return loaded
