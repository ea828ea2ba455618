"""From an experiment to a run folder."""

from balance.engine.running import Progress, RunSummary, run_experiment

__all__ = ["Progress", "RunSummary", "run_experiment"]
