"""The shipped policies of chocolaterie: names, kinds and weights; data only.

A weighted policy measures work in thousandths of a take and worth in thousandths of a point; choose.py says how the
weights are used. Work and time are never negative: that would mean nothing, and only so is the worth of a take far from
what one number holds (`draft.takes.ranked`), however large all the others are.
"""

from __future__ import annotations

from balance.core.game import Preset, Weight
from balance.core.tuned import tuned_weights
from balance.games.chocolaterie.rules import Rules

WEIGHTS = (
    Weight("bronze", 1000, "Wert eines Bronze-Punkts.", "Worth of a bronze point."),
    Weight("silver", 1000, "Wert eines Silber-Punkts.", "Worth of a silver point."),
    Weight("gold", 1000, "Wert eines Gold-Punkts.", "Worth of a gold point."),
    Weight("piece", 180, "Arbeit, die ein fehlendes Stück macht.", "Work of one missing piece.", low=0),
    Weight(
        "gap",
        1000,
        "Arbeit, die eine angefangene Zutat zusätzlich macht, solange sie unvollständig ist.",
        "Work an ingredient adds as long as it is incomplete.",
        low=0,
    ),
    Weight("process", 1100, "Arbeit, die ein fehlendes Gerät macht.", "Work of one missing device.", low=0),
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
        low=0,
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
    Weight(
        "queue",
        0,
        "Wie sehr die Arbeit an lohnenderen Stationen die Zeit der übrigen verkürzt.",
        "How far work on more rewarding stations shortens the time of the others.",
        low=0,
        high=5000,
    ),
    Weight(
        "fit",
        0,
        "Abzug für jede Zutat einer neuen Sorte, die schon eine andere eigene Station sammelt.",
        "Deduction for each ingredient of a new variety that another own station collects already.",
    ),
    Weight(
        "company",
        0,
        "Wie viel mehr ein Paket zählt für jede fremde Station, die dieselbe Sorte macht.",
        "How much more a package counts for each station of others that makes the same variety.",
    ),
    Weight(
        "own",
        0,
        "Wert eines Bonuspunkts für schon gepackte eigene Tafeln, dem eine Tafel näher kommt.",
        "Worth of a bonus point for own bars packed before, which a bar brings nearer.",
    ),
    Weight(
        "feed",
        0,
        "Abzug für jeden Bonuspunkt anderer, dem eine Tafel näher kommt.",
        "Deduction for each bonus point of others that a bar brings nearer.",
    ),
    Weight(
        "hurry",
        0,
        "Wert einer gepackten Tafel, weil sie den Vorrat aufbraucht.",
        "Worth of a packed bar because it uses up the supply.",
    ),
    Weight(
        "end",
        0,
        "Wert, das letzte Paket zu füllen, wenn man dann führt; Abzug, wenn nicht.",
        "Worth of filling the last package where that makes one the winner; deduction where it does not.",
    ),
    Weight(
        "deny",
        0,
        "Anteil an dem, was der nächste Platz verliert, wenn ihm ein letzter Würfel genommen wird.",
        "Share of what the next seat loses if a last die is taken away from it.",
    ),
    Weight(
        "stub",
        0,
        "Zusätzliche Arbeit einer Zutat, der ein Stück fehlt; die Hälfte bei zweien, ein Drittel bei dreien.",
        "Additional work of an ingredient that lacks one piece; half of it at two, a third at three.",
        low=0,
        high=10_000,
    ),
    Weight(
        "hope",
        0,
        "Anteil vom üblichen Wert des besten Angebots, unter dem neu gewürfelt wird.",
        "Share of what the best offer is usually worth below which dice are rerolled.",
    ),
    Weight(
        "fade",
        0,
        "Wie weit der Wert einer Bewerbung bis zum Ende schwindet.",
        "How far the worth of an application fades towards the end.",
        low=0,
        high=1000,
    ),
    Weight(
        "restless",
        0,
        "Um wie viel die Schwelle zum Neuwürfeln bis zum Ende steigt.",
        "By how much the threshold of a reroll rises towards the end.",
    ),
    Weight(
        "master",
        0,
        "Wert eines Punkts der Tafel, die die Meisterin fertigstellt.",
        "Worth of a point of a bar that the master finishes.",
    ),
)

FORESIGHT = ("queue", "fit", "company", "own", "feed", "end", "deny", "stub", "hope", "fade", "restless")
"""Weights that only foresight.py uses; where all of them are 0 it costs nothing."""


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
        by_players=tuned_weights(__package__, "expert"),
        de="Plant mit der Uhr, dem Ende des Vorrats und den anderen; seine Gewichte sind im Spiel gegen sich gefunden.",
        en="Plans with the clock, the end of the supply and the others; its weights were found by self-play.",
    ),
    Preset(
        "bronze_rush",
        "weighted",
        {"bronze": 2000, "silver": 300, "gold": 300},
        de="Macht viele schnelle Bronze-Tafeln und rührt Silber und Gold kaum an.",
        en="Makes many quick bronze bars and hardly touches silver and gold.",
    ),
    Preset(
        "gold_hoarder",
        "weighted",
        {"bronze": 500, "silver": 600, "gold": 2000},
        de="Setzt auf wenige Gold-Tafeln, so lange sie auch dauern.",
        en="Bets on a few gold bars, however long they take.",
    ),
    Preset(
        "packer",
        "weighted",
        {"package": 3500, "own": 1500, "company": 300, "give": 0},
        de="Macht gemeinsame Pakete voll, auch wenn andere daran mitverdienen.",
        en="Completes shared packages, even where others profit.",
    ),
    Preset(
        "refiner",
        "weighted",
        {"refine": 2500},
        de="Nimmt jede Sonderzutat und veredelt fast alles.",
        en="Takes every special ingredient and refines nearly everything.",
    ),
    Preset(
        "loner",
        "weighted",
        {"give": 3000, "feed": 2500},
        de="Füllt keine Pakete, an denen andere mitverdienen.",
        en="Fills no packages from which others profit.",
    ),
    Preset(
        "hurrier",
        "weighted",
        {
            **{"bronze": 500, "silver": 500, "gold": 300, "refine": 0, "package": 1000, "give": 0},
            **{"hurry": 6000, "feed": -500, "company": -150, "stub": 300, "finish": 1000, "piece": 130},
            "reroll": 900,
        },
        de="Packt, so schnell es geht, damit der Vorrat die Partie vor der Uhr beendet.",
        en="Packs as fast as it can, so that the supply ends the game before the clock does.",
    ),
)
