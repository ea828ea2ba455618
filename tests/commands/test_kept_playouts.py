"""What a run keeps of playouts to be drawn: by whom it was picked, that a report plays nothing, when it is stale."""

import json
import re
import shlex

import pytest

from balance.__main__ import main
from balance.core.run_files import SCENES
from balance.games import GAMES

DRAWING = [game for game in GAMES if game.has_pictures]


@pytest.fixture(scope="module", params=DRAWING, ids=lambda game: game.slug)
def stored(request, tmp_path_factory):
    """A run of two cells of a game that draws."""
    game = request.param
    folder = tmp_path_factory.mktemp(game.slug)
    config = folder / "two.yaml"
    players = [game.seats[0], game.seats[1]]
    if players[0] == players[1]:
        players[1] += 1
    config.write_text(
        f"version: 1\ngame: {game.slug}\nvary: {{rules.players: {players}}}\nrun: {{games: 60, seed: 3}}\n"
    )
    assert main(["run", str(config), "-o", str(folder / "out"), "-q", "--format", "html"]) == 0
    return folder / "out"


def cards(page):
    start = page.index('<section id="playouts">')
    return page[start : page.index("</section>", start)].split('<div class="panel playout">')[1:]


def test_each_cell_shows_its_picks_and_each_command_tells_that_playout(stored, capsys):
    page = (stored / "index.html").read_text()
    kept = json.loads((stored / SCENES).read_text())["cells"]
    assert len(kept) == 2
    found = cards(page)
    assert len(found) == sum(len(cell["shown"]) for cell in kept.values())
    for key, cell in kept.items():
        assert sorted(pick for one in cell["shown"] for pick in one["picks"]) == [
            "closest",
            "typical",
            "widest",
        ]
        for one in cell["shown"]:
            capsys.readouterr()
            assert (
                main(["replay", str(stored), "--pick", one["picks"][0], "--cell", key, "--format", "jsonl"])
                == 0
            )
            end = json.loads(capsys.readouterr().out.splitlines()[-1])
            assert (end["scores"], end["winners"]) == (one["scores"], one["winners"])
    for card in found:
        assert "<svg" in card
        command = re.search(r"<code>(.*?)</code>", card)[1]
        assert re.search(r"--playout \d+ --cell rules\.players=\d", command)
    capsys.readouterr()
    assert main([*shlex.split(command)[1:], "--format", "jsonl", "-q"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["scores"] == one["scores"]
    assert sum(map(len, found)) < 250_000, "half a dozen pictures do not make a page heavy"


def test_a_report_draws_them_again_without_playing(stored, monkeypatch):
    game = json.loads((stored / "manifest.json").read_text())["game"]
    (kernel,) = (found.module("kernel") for found in DRAWING if found.slug == game)
    monkeypatch.delattr(kernel, "batch")
    page = (stored / "index.html").read_text()
    assert main(["report", str(stored), "--format", "html", "--lang", "de", "-q"]) == 0
    german = (stored / "index.html").read_text()
    assert "Am knappsten" in german and len(cards(german)) == len(cards(page))
    assert main(["report", str(stored), "--format", "html", "-q"]) == 0
    assert (stored / "index.html").read_text() == page


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sources": "0" * 64}, "another version"),
        ({"cells": {"rules.players=2": {"games": 60, "shown": [{}]}}}, "damaged"),
    ],
)
def test_what_does_not_fit_is_not_drawn(stored, capsys, change, said):
    whole = (stored / SCENES).read_text()
    try:
        (stored / SCENES).write_text(json.dumps(json.loads(whole) | change))
        assert main(["report", str(stored), "--format", "html"]) == 0
        assert said in capsys.readouterr().err
        assert 'id="playouts"' not in (stored / "index.html").read_text()
    finally:
        (stored / SCENES).write_text(whole)


def test_playouts_picked_from_fewer_games_are_not_drawn(stored):
    document = json.loads((stored / SCENES).read_text())
    whole = json.dumps(document)
    first, second = document["cells"]
    document["cells"][first]["games"] -= 1
    try:
        (stored / SCENES).write_text(json.dumps(document))
        assert main(["report", str(stored), "--format", "html", "-q"]) == 0
        page = (stored / "index.html").read_text()
        assert len(cards(page)) == len(document["cells"][second]["shown"])
    finally:
        (stored / SCENES).write_text(whole)
        assert main(["report", str(stored), "--format", "html", "-q"]) == 0
