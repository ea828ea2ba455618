"""What no game plays: refused with place and caret, exit code 2, and nothing is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.games import GAMES

OWN = {
    "chocolaterie": {
        "unknown ingredient 'milhc'": "rules: {varieties: {nougat: {needs: {milhc: 2}}}}",
        "points must be at least 0": "rules: {varieties: {nougat: {points: -3}}}",
        "bronze must be at most 8": "rules: {stations: {bronze: 9}}",
        "below players + 2 = 8": "rules: {players: 6, packages: {supply: 7}}",
    },
    "festtafel": {
        "unknown ingredient 'melh'": "rules: {dishes: {pizza: {needs: {melh: 2}}}}",
        "points must be at least 0": "rules: {dishes: {pizza: {points: -3}}}",
        "bronze must be at most 8": "rules: {stations: {bronze: 9}}",
    },
    "schokoladenmarkt": {
        "unknown ingredient 'mlik'": "rules: {market: {varieties: {alpenmilch: {cost: {mlik: 2}}}}}",
        "city must be at least 0": "rules: {points: {city: -2}}",
        "cards must be at most 127": "rules: {ingredients: {cocoa: {cards: 999}}}",
    },
    "schwarzwaelder_kirsch": {
        "goal must be at least 1": "rules: {goal: -1}",
        "eier must be at most 60": "rules: {kinds: {eier: 999}}",
    },
}
EVERY = {
    "players must be at least 2": "rules: {players: 1}",
    "players must be at most": "rules: {players: 7}",
    "unknown policy 'wizzard'": "policies: {all: wizzard}",
    "unknown weight 'sturheit'": "personas: {p: {from: greedy, weights: {sturheit: 3}}}",
    "games must be at least 1": "run: {games: 0}",
    "extends goes round in a circle": "extends: [x.yaml]",
}


@pytest.mark.parametrize(
    ("game", "said", "text"),
    [(game.slug, *fault) for game in GAMES for fault in {**OWN[game.slug], **EVERY}.items()],
)
def test_refused(
    game: str,
    said: str,
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.yaml").write_text(f"version: 1\ngame: {game}\n{text}\n", encoding="utf-8")
    assert main(["run", "x.yaml"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.match(rf"x\.yaml:3:\d+: .*{re.escape(said)}.*\n +3 \| .*\n +\| +\^", err), err
    assert [path.name for path in tmp_path.iterdir()] == ["x.yaml"]
