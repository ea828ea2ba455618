"""The toy game for tests of the engine, and experiments of it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from toy_experiments import make_experiment


@pytest.fixture
def toy() -> Callable[..., Any]:
    """Makes experiments of the toy game."""
    return make_experiment
