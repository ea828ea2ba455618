"""YAML and flags → `Experiment`; every fault of a config at its place."""

from balance.config.experiment import Cell, Experiment, Origin
from balance.config.load import load_experiment

__all__ = ["Cell", "Experiment", "Origin", "load_experiment"]
