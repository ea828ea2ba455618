"""From an experiment to a run folder; `balance.engine.running` is the way in.

Nothing is imported here, so that whoever reads a stored run need not load what plays one.
"""
