"""The shipped policies of chocolaterie: names, kinds and weights; data only.

A weighted policy measures work in thousandths of a take and worth in thousandths of a point; choose.py says how the
weights are used.
"""

from __future__ import annotations

from balance.core.game import Preset, Weight
from balance.games.chocolaterie.rules import Rules

WEIGHTS = (
    Weight("bronze", 1000, "Wert eines Bronze-Punkts.", "Worth of a bronze point."),
    Weight("silver", 1000, "Wert eines Silber-Punkts.", "Worth of a silver point."),
    Weight("gold", 1000, "Wert eines Gold-Punkts.", "Worth of a gold point."),
    Weight("piece", 180, "Arbeit, die ein fehlendes Stück macht.", "Work of one missing piece."),
    Weight(
        "gap",
        1000,
        "Arbeit, die eine angefangene Zutat zusätzlich macht, solange sie unvollständig ist.",
        "Work an ingredient adds as long as it is incomplete.",
    ),
    Weight("process", 1100, "Arbeit, die ein fehlendes Gerät macht.", "Work of one missing device."),
    Weight("refine", 850, "Wert eines Veredelungspunkts.", "Worth of a point of refinement."),
    Weight(
        "finish",
        600,
        "Wie viel mehr an einer fast fertigen Station zählt als an einer leeren.",
        "How much more a step counts on an almost finished station than on an empty one.",
    ),
    Weight(
        "pace",
        700,
        "Anteil der verbleibenden Würfe, den eine Station für sich erwarten darf.",
        "Share of the remaining rolls a station may expect for itself.",
    ),
    Weight(
        "package",
        1200,
        "Wert eines Bonuspunkts, der noch aussteht.",
        "Worth of a bonus point that is still to come.",
    ),
    Weight(
        "give",
        300,
        "Abzug für jeden Bonuspunkt, den andere bekommen.",
        "Deduction for each bonus point others get.",
    ),
    Weight("application", 250, "Wert einer Bewerbung.", "Worth of an application."),
    Weight(
        "reroll",
        700,
        "Unter diesem Wert des besten Angebots wird neu gewürfelt.",
        "Dice are rerolled when the best offer is worth less than this.",
    ),
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
