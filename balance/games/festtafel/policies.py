"""The shipped policies of festtafel: names, kinds and weights; data only.

A weighted policy measures work in thousandths of a take and worth in thousandths of a point; choose.py says how the
weights are used.
"""

from __future__ import annotations

from balance.core.game import Preset, Weight
from balance.core.tuned import tuned_weights
from balance.games.festtafel.rules import Rules

WEIGHTS = (
    Weight("bronze", 1000, "Wert eines Bronze-Punkts.", "Worth of a bronze point.", low=0),
    Weight("silver", 1000, "Wert eines Silber-Punkts.", "Worth of a silver point.", low=0),
    Weight("gold", 1000, "Wert eines Gold-Punkts.", "Worth of a gold point.", low=0),
    Weight("piece", 180, "Arbeit, die ein fehlendes Stück macht.", "Work of one missing piece.", low=0),
    Weight(
        "gap",
        1000,
        "Arbeit, die eine angefangene Zutat zusätzlich macht, solange sie unvollständig ist.",
        "Work an ingredient adds as long as it is incomplete.",
        low=0,
    ),
    Weight("process", 1300, "Arbeit, die ein fehlender Koch macht.", "Work of one missing cook.", low=0),
    Weight(
        "finish",
        600,
        "Wie viel mehr an einer fast fertigen Kochstelle zählt als an einer leeren.",
        "How much more a step counts on an almost finished station than on an empty one.",
        low=0,
    ),
    Weight(
        "pace",
        700,
        "Anteil der verbleibenden Würfe, den eine Kochstelle für sich erwarten darf.",
        "Share of the remaining rolls a station may expect for itself.",
        low=0,
    ),
    Weight(
        "bonus",
        1000,
        "Wert eines Bonuspunkts, der noch aussteht.",
        "Worth of a bonus point that is still to come.",
        low=0,
    ),
    Weight(
        "penalty",
        1000,
        "Gewicht eines Punkts Abzug, der noch droht.",
        "Weight of a point of penalty that still threatens.",
        low=0,
    ),
    Weight(
        "cell",
        6000,
        "So viele Züge aller Plätze, glaubt man, braucht ein Tisch je freiem Feld, bis er voll ist.",
        "Takes of all seats that a table is believed to need for each free cell until it is full.",
        low=0,
    ),
    Weight("host", 0, "Wert davon, einen Tisch selbst voll zu machen.", "Worth of filling a table oneself."),
    Weight(
        "give",
        300,
        "Abzug für jedes fremde Gericht, dem man den Bonus verschafft, je Bonuspunkt.",
        "Deduction for each bonus point others get from a table one fills.",
    ),
    Weight(
        "company",
        0,
        "Wert jedes fremden Gerichts, das schon auf dem Tisch liegt.",
        "Worth of each dish of others that lies on the table already.",
    ),
    Weight(
        "hole",
        500,
        "Abzug für jedes Feld, das allein bleibt: dort passt nur noch ein Gericht von einem Feld.",
        "Deduction for each cell left alone: only a dish of one cell fits there.",
    ),
    Weight(
        "edge",
        100,
        "Wert jeder Seite, an der freie Felder aneinanderstoßen bleiben.",
        "Worth of each side along which free cells still touch.",
    ),
    Weight(
        "spoil",
        0,
        "Wert jedes einsamen Felds für jedes fremde Gericht auf dem Tisch.",
        "Worth of each lone cell for each dish of others on the table.",
    ),
    Weight("application", 250, "Wert einer Bewerbung.", "Worth of an application.", low=0),
    Weight(
        "reroll",
        700,
        "Unter diesem Wert des besten Angebots wird neu gewürfelt.",
        "Dice are rerolled when the best offer is worth less than this.",
        low=0,
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
    Preset(
        "expert",
        "weighted",
        de="Wie greedy, mit Gewichten, die im Spiel gegen sich selbst gefunden wurden.",
        en="As greedy, with weights that were found by play against itself.",
        by_players=tuned_weights(__package__, "expert"),
    ),
    Preset(
        "bronze_rush",
        "weighted",
        {"bronze": 1800, "silver": 500, "gold": 300},
        de="Kocht vor allem Bronze, schnell und viel.",
        en="Cooks bronze above all, fast and much.",
    ),
    Preset(
        "gold_hoarder",
        "weighted",
        {"bronze": 300, "silver": 900, "gold": 3000},
        de="Will Gold, auch wenn es lange dauert.",
        en="Wants gold, even if it takes long.",
    ),
    Preset(
        "host",
        "weighted",
        {"host": 6000, "bonus": 2500, "give": 0},
        de="Macht Tische voll und gönnt anderen den Bonus.",
        en="Fills tables and grants others their bonus.",
    ),
    Preset(
        "spoiler",
        "weighted",
        {"spoil": 3000, "hole": 0, "edge": -200, "company": 500, "give": 1500},
        de="Setzt sich zu anderen und lässt dort Löcher.",
        en="Sits down with others and leaves holes there.",
    ),
    Preset(
        "loner",
        "weighted",
        {"company": -2500, "give": 1000},
        de="Serviert, wo niemand sonst serviert hat.",
        en="Serves where nobody else has served.",
    ),
)
