"""The shipped policies of chocolaterie: names, kinds and weights; data only."""

from __future__ import annotations

from balance.core.game import Preset, Weight
from balance.games.chocolaterie.rules import Rules

WEIGHTS = (
    Weight("bronze", 1000, "Wert einer Bronze-Tafel.", "Worth of a bronze bar."),
    Weight("silver", 1000, "Wert einer Silber-Tafel.", "Worth of a silver bar."),
    Weight("gold", 1000, "Wert einer Gold-Tafel.", "Worth of a gold bar."),
)


def extra_weights(rules: Rules) -> tuple[str, ...]:
    """A designer's own tiers are weights of their own names."""
    known = {weight.name for weight in WEIGHTS}
    return tuple(tier for tier in rules.tiers if tier not in known)


PRESETS = (
    Preset(
        "random",
        "random",
        de="Zieht gleichverteilt unter allem, was erlaubt ist, Passen eingeschlossen.",
        en="Draws evenly among all that is allowed, passing included.",
    ),
    Preset(
        "greedy",
        "weighted",
        de="Nimmt, was im Augenblick am meisten wert ist.",
        en="Takes what is worth most at the moment.",
    ),
)
