"""Made-up runs, shared by the tests of the report; what is costly is built once."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from made_up import manifest, measured, playouts

from balance.report import RunFacts, build


@pytest.fixture(scope="session")
def one_cell():
    """A cell of four players in which the first seat is favoured."""
    return measured(playouts(3000, 4, edge=3))


@pytest.fixture(scope="session")
def three_cells():
    """Cells of 2, 4 and 6 players with their settings."""
    cells = [measured(playouts(800, n, edge=3), key=f"rules.players={n}") for n in (2, 4, 6)]
    return cells, [{"rules.players": n} for n in (2, 4, 6)]


@pytest.fixture(scope="session")
def many_cells():
    """Twelve cells of a sweep over two keys."""
    settings = [
        {"rules.packages.supply": supply, "rules.clock": clock}
        for supply in (6, 7, 8, 9, 10, 12)
        for clock in ("short", "long")
    ]
    cells = [measured(playouts(300, 4, seed=place), key=f"cell{place}") for place, _ in enumerate(settings)]
    return cells, settings


@pytest.fixture(scope="session")
def make_model():
    """A model from cells and changes of the manifest."""

    def make(cells, lang="en", **changes):
        return build(RunFacts.from_manifest(manifest(cells, **changes)), cells, lang)

    return make
