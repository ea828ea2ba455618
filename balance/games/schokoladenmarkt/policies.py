"""The shipped policies of schokoladenmarkt: names, kinds and weights; data only.

A weighted policy measures worth in thousandths of a victory point; choose.py and weigh.py say how weights are used.
"""

from __future__ import annotations

from collections.abc import Mapping

from balance.core.game import Preset, Weight
from balance.core.tuned import tuned_weights
from balance.games.schokoladenmarkt.rules import Rules

WEIGHTS = (
    Weight(
        "pip",
        90,
        "Wert eines Augenpunkts an Rohstoffen (ein Wurf von 36), den man noch nicht hat.",
        "Worth of a pip of raw materials (one throw of 36) of which there is none yet.",
        low=0,
    ),
    Weight(
        "spread",
        120,
        "Wie schnell weitere Augenpunkte derselben Sorte an Wert verlieren.",
        "How fast more pips of the same kind lose their worth.",
        low=0,
    ),
    Weight("ingredient", 90, "Wert eines Augenpunkts an Zutaten.", "Worth of a pip of ingredients.", low=0),
    Weight("harbour", 100, "Wert eines Hafens.", "Worth of a harbour.", low=0),
    Weight(
        "settlement",
        1000,
        "Wert eines Siegpunkts durch eine Siedlung.",
        "Worth of a settlement's point.",
        low=0,
    ),
    Weight("city", 1000, "Wert eines Siegpunkts durch eine Stadt.", "Worth of a city's point.", low=0),
    Weight(
        "road",
        500,
        "Anteil vom Wert eines Bauplatzes, den eine Straße dorthin wert ist.",
        "Share of a corner's worth that a road towards it is worth.",
        low=0,
    ),
    Weight(
        "longest",
        600,
        "Wert eines Punkts der längsten Handelsstraße.",
        "Worth of a point of the longest road.",
        low=0,
    ),
    Weight("card", 400, "Wert einer Entwicklungskarte.", "Worth of a development card.", low=0),
    Weight(
        "army",
        600,
        "Wert eines Punkts der größten Rittermacht.",
        "Worth of a point of the largest army.",
        low=0,
    ),
    Weight("market", 1000, "Wert eines Siegpunktchips.", "Worth of a victory point chip.", low=0),
    Weight(
        "card_cost", 90, "Wert eines Rohstoffs auf der Hand.", "Worth of a raw material in the hand.", low=0
    ),
    Weight(
        "ingredient_cost", 120, "Wert einer Zutat auf der Hand.", "Worth of an ingredient in the hand.", low=0
    ),
    Weight(
        "timing",
        0,
        "Was eine Schokolade mehr bringen muss, solange die Zutaten vor der 7 sicher sind.",
        "What a chocolate must bring more while ingredients are safe from a 7.",
        low=0,
    ),
    Weight(
        "raise",
        0,
        "Wie sehr man beim Anheben einer Sorte scheut, dass andere sie herstellen können.",
        "How much it tells against raising a variety that others can make.",
        low=0,
    ),
    Weight(
        "deny",
        0,
        "Wie viel mehr es wert ist, dem Führenden zu schaden.",
        "How much more it is worth to hurt the leader.",
        low=0,
    ),
    Weight(
        "patience",
        0,
        "Abzug für jede Karte, die dem eigenen Plan danach fehlt.",
        "Deduction for each card that the own plan lacks afterwards.",
        low=0,
    ),
    Weight(
        "hurry",
        300,
        "Wie sehr der Wert eines Plans mit jedem Zug schrumpft, den er noch braucht.",
        "How much the worth of a plan shrinks with each turn it still needs.",
        low=0,
    ),
    Weight(
        "trade",
        0,
        "Ob der Bot 1:1 mit anderen tauscht: 0 nein, 1000 ja (A5).",
        "Whether the bot trades 1:1 with others: 0 no, 1000 yes (A5).",
        low=0,
        high=1000,
    ),
)


def extra_weights(_: Rules) -> tuple[str, ...]:
    """No rule adds a weight."""
    return ()


_EXPERT = tuned_weights(__package__, "expert")
_DEFAULTS = {weight.name: weight.default for weight in WEIGHTS}


def _styled(add: Mapping[str, int] | None = None, **times: int) -> Mapping[int, Mapping[str, int]]:
    """The expert's weights at each player count, some of them times so many thousandths, others increased."""
    styled = {}
    for players, weights in _EXPERT.items():
        changed = {
            name: weights.get(name, _DEFAULTS[name]) * factor // 1000 for name, factor in times.items()
        }
        raised = {name: weights.get(name, _DEFAULTS[name]) + more for name, more in (add or {}).items()}
        styled[players] = {**weights, **changed, **raised}
    return styled


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
    Preset(
        "expert",
        "weighted",
        de="Wägt alles so ab, wie es in vielen Partien gegen sich selbst am besten war.",
        en="Weighs everything as it proved best in many games against itself.",
        by_players=_EXPERT,
    ),
    Preset(
        "chocolatier",
        "weighted",
        de="Wie expert, aber zuerst der Markt: Produktionsstätten, Zutaten, Schokolade.",
        en="Like expert, but the market first: production sites, ingredients, chocolate.",
        by_players=_styled(market=1700, ingredient=1800),
    ),
    Preset(
        "builder",
        "weighted",
        de="Wie expert, aber fast wie im Grundspiel: Siedlungen und Städte statt Schokolade.",
        en="Like expert, but almost as in the base game: settlements and cities instead of chocolate.",
        by_players=_styled(market=400, ingredient=300, settlement=1300, city=1300),
    ),
    Preset(
        "road_army",
        "weighted",
        de="Wie expert, aber für die längste Handelsstraße und die größte Rittermacht.",
        en="Like expert, but for the longest road and the largest army.",
        by_players=_styled(longest=2500, road=1300, army=4000, card=1700),
    ),
    Preset(
        "hoarder",
        "weighted",
        de="Wie expert, aber hortet Kakao und wartet auf gute Reihen, solange eine 7 nicht droht.",
        en="Like expert, but hoards cocoa and waits for good rows as long as no 7 threatens.",
        by_players=_styled({"timing": 500, "ingredient_cost": 60}),
    ),
    Preset(
        "denier",
        "weighted",
        de="Wie expert, aber der Räuber trifft immer den, der führt, und was andere machen können, steigt nicht.",
        en="Like expert, but the robber always hits the leader, and it raises no variety that others can make.",
        by_players=_styled({"deny": 4000, "raise": 1000}),
    ),
)
