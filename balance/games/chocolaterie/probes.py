"""What `run --probe` changes: each variety's points by one, and each variety banned."""

from __future__ import annotations

from collections.abc import Iterator

from balance.core.probe import Probe, probes_of
from balance.games.chocolaterie.rules import Rules, problems

METRIC = "variety_bars_mean"
"""How common a variety is; its items are the things that are changed."""


def probes(rules: Rules) -> Iterator[Probe]:
    """Variants of these rules, one change each."""
    return probes_of(rules, "varieties", problems)
