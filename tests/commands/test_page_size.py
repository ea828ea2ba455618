"""Pages of shipped configs stay below a megabyte for up to six cells."""

from pathlib import Path

import pytest

from balance.__main__ import main
from balance.config import load_experiment

CONFIGS = Path(__file__).parents[2] / "configs"
MOST_CELLS = 6
MEGABYTE = 1_000_000
HEAVIEST = {
    "chocolaterie": "experts.yaml",
    "festtafel": "players.yaml",
    "schokoladenmarkt": "victory-points.yaml",  # six islands, three times each
}
"""Of each game with large pages a config of up to six cells that seats the most in all of them together."""


@pytest.mark.slow
@pytest.mark.parametrize("slug", HEAVIEST)
def test_a_page_of_up_to_six_cells_stays_below_a_megabyte(slug, tmp_path):
    """Pictures and tables make the page; how many games there are changes little."""
    config, out = str(CONFIGS / slug / HEAVIEST[slug]), tmp_path / "out"
    assert main(["run", config, "-n", "60", "-o", str(out), "--format", "html", "--lang", "de", "-q"]) == 0
    assert 100_000 < (out / "index.html").stat().st_size < MEGABYTE


@pytest.mark.slow
def test_no_shipped_config_seats_more_than_those():
    for slug, heaviest in HEAVIEST.items():
        seated = {}
        for path in sorted(CONFIGS.glob(f"{slug}/*.yaml")):
            cells = load_experiment(str(path)).cells
            if len(cells) <= MOST_CELLS:
                seated[path.name] = sum(cell.n_seats for cell in cells)
        assert seated[heaviest] == max(seated.values()), slug
