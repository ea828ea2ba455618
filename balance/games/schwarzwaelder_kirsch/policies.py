"""The shipped policies of schwarzwaelder_kirsch: names, kinds and weights; data only.

A weighted policy measures everything in thousandths of the first ingredient of a cake; choose.py says how the weights
are used.
"""

from __future__ import annotations

from balance.core.game import Preset, Weight
from balance.core.tuned import tuned_weights
from balance.games.schwarzwaelder_kirsch.rules import Rules

WEIGHTS = (
    Weight(
        "memory",
        0,
        "Wahrscheinlichkeit, sich einen gesehenen Platz bis zum nächsten Mischen zu merken (0 bis 1000).",
        "Chance to keep a place that was seen until the next shuffle (0 to 1000).",
        low=0,
        high=1000,
    ),
    Weight(
        "count",
        0,
        "Hört nach so vielen aufgedeckten Tortenecken auf (2000: zwei; angefangene zählen); 0: wägt jede weitere ab.",
        "Stops after so many wedges turned up (2000 is two, begun ones count); 0: weighs each further one.",
        low=0,
    ),
    Weight(
        "caution",
        0,
        "So viel muss eine weitere Tortenecke im Mittel einbringen.",
        "What a further wedge must bring on average.",
    ),
    Weight(
        "finish",
        1000,
        "Wie viel mehr die letzte Zutat einer Torte zählt als die erste.",
        "How much more the last ingredient of a cake counts than the first.",
    ),
    Weight("joker", 200, "Wie viel mehr ein Joker zählt.", "How much more a joker counts."),
    Weight(
        "loss",
        1000,
        "Gewicht dessen, was beim Verzocken verloren geht.",
        "Weight of what a bust would lose.",
    ),
    Weight(
        "hurry",
        0,
        "Wie viel davon nicht mehr zählt, wenn jemand garnieren könnte.",
        "How much of that counts no longer when somebody could garnish.",
        low=0,
        high=1000,
    ),
    Weight("steal", 500, "Wert einer Stehlen-Karte.", "Worth of a steal card."),
    Weight(
        "garnish",
        2000,
        "Wert einer Garnieren-Karte bei voller Torte; bei leerer die Hälfte.",
        "Worth of a garnish card beside a full cake; beside an empty one half of it.",
    ),
    Weight(
        "hurt",
        500,
        "Wert dessen, einer vollen Torte eine Zutat zu nehmen; bei weniger vollen entsprechend weniger.",
        "Worth of taking an ingredient from a full cake; less as it is less full.",
    ),
    Weight(
        "tile",
        500,
        "Wert des noch nicht ausgespielten Berufs.",
        "Worth of a profession that is not yet used.",
    ),
)


def extra_weights(rules: Rules) -> tuple[str, ...]:
    """No rules bring weights of their own."""
    return ()


_WEIGHING = {"finish": 2000, "loss": 150, "garnish": 4000, "hurt": 800, "tile": 1500}
"""How those who weigh each wedge value a cake: what personas change, and where the search for `expert` began."""

PRESETS = (
    Preset(
        "random",
        "random",
        de="Zieht gleichverteilt unter allem, was erlaubt ist, Aufhören eingeschlossen.",
        en="Draws evenly among all that is allowed, stopping included.",
    ),
    Preset(
        "greedy",
        "weighted",
        {"count": 3000},
        de="Deckt in jedem Zug drei Tortenecken auf und hört dann auf; merkt sich nichts.",
        en="Turns up three wedges in each turn and stops; remembers nothing.",
    ),
    Preset(
        "expert",
        "weighted",
        by_players=tuned_weights(__package__, "expert"),
        de="Wägt jede weitere Tortenecke gegen das ab, was sie kosten kann, und merkt sich jeden gesehenen Platz.",
        en="Weighs each further wedge against what it may cost, and remembers every place that was seen.",
    ),
    Preset(
        "careful",
        "weighted",
        {"memory": 500, **_WEIGHING, "loss": 1200, "caution": 300},
        de="Hört früh auf, um nichts zu verlieren; merkt sich jeden zweiten Platz.",
        en="Stops early so as to lose nothing; remembers every other place.",
    ),
    Preset(
        "gambler",
        "weighted",
        {"memory": 500, **_WEIGHING, "loss": 0, "caution": -2000},
        de="Deckt weiter auf, was es auch kostet; merkt sich jeden zweiten Platz.",
        en="Goes on turning up wedges whatever it costs; remembers every other place.",
    ),
    Preset(
        "thief",
        "weighted",
        {"memory": 500, "hurry": 1000, **_WEIGHING, "steal": 3500, "hurt": 6000, "tile": 0},
        de="Sammelt Stehlen-Karten und nimmt der vollsten Torte etwas weg, sobald es geht.",
        en="Collects steal cards and takes from the fullest cake as soon as possible.",
    ),
    Preset(
        "hoarder",
        "weighted",
        {"memory": 500, "hurry": 1000, **_WEIGHING, "steal": 6000, "garnish": 9000, "tile": 4000},
        de="Hortet Aktionskarten: behält Garnieren von Anfang an und gibt Stehlen ungern her.",
        en="Hoards actions: keeps garnish from the beginning and parts with steal reluctantly.",
    ),
)
