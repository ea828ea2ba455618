"""The shipped policies of schokoladenmarkt: names, kinds and weights; data only.

A weighted policy measures worth in thousandths of a victory point; choose.py and weigh.py say how weights are used.
"""

from __future__ import annotations

from balance.core.game import Preset, Weight
from balance.games.schokoladenmarkt.rules import Rules

WEIGHTS = (
    Weight(
        "pip",
        90,
        "Wert eines Augenpunkts an Rohstoffen (ein Wurf von 36), den man noch nicht hat.",
        "Worth of a pip of raw materials (one throw of 36) of which there is none yet.",
    ),
    Weight(
        "spread",
        120,
        "Wie schnell weitere Augenpunkte derselben Sorte an Wert verlieren.",
        "How fast more pips of the same kind lose their worth.",
    ),
    Weight("ingredient", 90, "Wert eines Augenpunkts an Zutaten.", "Worth of a pip of ingredients."),
    Weight("harbour", 100, "Wert eines Hafens.", "Worth of a harbour."),
    Weight(
        "settlement", 1000, "Wert eines Siegpunkts durch eine Siedlung.", "Worth of a settlement's point."
    ),
    Weight("city", 1000, "Wert eines Siegpunkts durch eine Stadt.", "Worth of a city's point."),
    Weight(
        "road",
        500,
        "Anteil vom Wert eines Bauplatzes, den eine Straße dorthin wert ist.",
        "Share of a corner's worth that a road towards it is worth.",
    ),
    Weight(
        "longest",
        600,
        "Wert eines Punkts der längsten Handelsstraße.",
        "Worth of a point of the longest road.",
    ),
    Weight("card", 400, "Wert einer Entwicklungskarte.", "Worth of a development card."),
    Weight(
        "army", 600, "Wert eines Punkts der größten Rittermacht.", "Worth of a point of the largest army."
    ),
    Weight("market", 1000, "Wert eines Siegpunktchips.", "Worth of a victory point chip."),
    Weight("card_cost", 90, "Wert eines Rohstoffs auf der Hand.", "Worth of a raw material in the hand."),
    Weight("ingredient_cost", 120, "Wert einer Zutat auf der Hand.", "Worth of an ingredient in the hand."),
    Weight(
        "timing",
        0,
        "Was eine Schokolade mehr bringen muss, solange die Zutaten vor der 7 sicher sind.",
        "What a chocolate must bring more while ingredients are safe from a 7.",
    ),
    Weight(
        "raise",
        0,
        "Wie sehr man beim Anheben einer Sorte scheut, dass andere sie herstellen können.",
        "How much it tells against raising a variety that others can make.",
    ),
    Weight(
        "deny",
        0,
        "Wie viel mehr es wert ist, dem Führenden zu schaden.",
        "How much more it is worth to hurt the leader.",
    ),
    Weight(
        "patience",
        0,
        "Abzug für jede Karte, die dem eigenen Plan danach fehlt.",
        "Deduction for each card that the own plan lacks afterwards.",
    ),
    Weight(
        "hurry",
        300,
        "Wie sehr der Wert eines Plans mit jedem Zug schrumpft, den er noch braucht.",
        "How much the worth of a plan shrinks with each turn it still needs.",
    ),
    Weight(
        "trade",
        0,
        "Ob der Bot 1:1 mit anderen tauscht: 0 nein, 1000 ja (A5).",
        "Whether the bot trades 1:1 with others: 0 no, 1000 yes (A5).",
    ),
)


def extra_weights(_: Rules) -> tuple[str, ...]:
    """No rule adds a weight."""
    return ()


PRESETS = (
    Preset(
        "random",
        "random",
        de="Zieht gleichverteilt unter den Arten von Zügen, die erlaubt sind, dann unter den Möglichkeiten.",
        en="Draws evenly among the kinds of action that are allowed, then among the ways to do it.",
    ),
    Preset(
        "greedy",
        "weighted",
        de="Tut, was im Augenblick am meisten wert ist.",
        en="Does what is worth most at the moment.",
    ),
)
