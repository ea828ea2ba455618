"""Playouts of the printed game, or of a variant of it, as the objects of their traces."""

from pathlib import Path

from balance.config import load_experiment
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.festtafel.tracing import objects

PRINTED = Path(__file__).parents[2] / "configs/festtafel/printed.yaml"


def traced(*sets, playout=3):
    """All objects of a playout of the printed game with these overrides."""
    experiment = load_experiment(str(PRINTED), sets=sets, seed=7)
    setting = prepare(experiment.game, experiment.cells[0], experiment.seed)
    played = replay(setting, playout)
    return list(objects(setting.cell.rules, played.facts, played.events))
