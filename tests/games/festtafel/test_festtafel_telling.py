"""What readers of a replay asked is answered by it, in both languages."""

import pytest

from balance.core.telling import View, plain
from balance.games.festtafel.rules import Rules
from balance.games.festtafel.telling import tell
from balance.games.festtafel.tracing import objects

FACTS = {
    **{"game": "festtafel", "rules_version": 1, "seed": 7, "playout": 3, "deal": 3, "cell": "base"},
    **{"policies": ["greedy", "random"], "end_reasons": ("clock",), "rows": None},
}
STARTS = ("salat", "kaesebrot", "obstsalat", "pizza", "gulasch", "festbraten")
DICE = {"amount": [4, "joker"], "ingredient": ["kaese", "gewuerze"], "cook": ["baeckerin"]}
HERE = {"seat": 0, "station": 1}
SERVED = {"event": "serve", **HERE, "dish": "kaesebrot", "table": "stammtisch", "free": 0, "cells": [[0, 0]]}


def told(lang, *events, **changes):
    trace = [
        {**next(objects(Rules(players=2), FACTS, [])), **changes},
        *(
            {"event": "start", "seat": seat, "station": station, "dish": dish}
            for seat in range(2)
            for station, dish in enumerate(STARTS)
        ),
        {"event": "roll", "roll": 0, "seat": 0, **DICE},
        *events,
    ]
    return "\n".join(map(plain, tell(trace, lang, View())))


@pytest.mark.parametrize(
    ("new_dish", "german", "english"),
    [
        (
            "tier_free",
            "Platz 1 wählt Bronze für Kochstelle 2 und zieht",
            "Seat 1 chooses Bronze for station 2",
        ),
        (
            "tier_fixed",
            "Platz 1 zieht für Kochstelle 2 wieder Bronze",
            "Seat 1 draws Bronze again for station 2",
        ),
        ("free", "Platz 1 beginnt auf Kochstelle 2", "Seat 1 begins on station 2"),
    ],
)
def test_who_chose_a_new_dish_is_told(new_dish, german, english):
    refill = {"event": "refill", **HERE, "dish": "bratwurst"}
    assert german in told("de", refill, new_dish=new_dish)
    assert english in told("en", refill, new_dish=new_dish)


def test_what_a_bonus_is_for_is_told():
    bonus = {"event": "bonus", "seat": 0, "table": "stammtisch", "dishes": 2, "points": 4}
    events = (SERVED, {"event": "full", "seat": 0, "table": "stammtisch"}, bonus)
    assert "Platz 1 bekommt 4 Punkte Bonus (2 Gerichte dort, je 2)." in told("de", *events)
    assert "Seat 1 gets 4 points of bonus (2 dishes there, 2 each)." in told("en", *events)


def test_what_a_table_pays_and_costs_is_told():
    assert "Stammtisch (+2 −1)" in told("de")
    assert "(+Bonus −Abzug)" in told("de")
    assert "(+bonus −penalty)" in told("en")
    none = {"banquet": {"enabled": False, "tables": {}}}
    assert "−Abzug" not in told("de", **none)


def test_applications_left_and_cooks_are_told():
    hire = {"event": "hire", "seat": 0, "station": 3, "ingredient": "mehl", "applications": 2}
    cook = {"event": "cook", "seat": 0, "station": 3, "ingredient": "mehl", "cook": "baeckerin"}
    assert "die Souschefin ein (2 übrig)" in told("de", hire)
    assert "the sous-chef for 4 applications (2 left)" in told("en", hire)
    assert "nimmt den Koch-Würfel „Bäckerin“: Mehl für Pizza" in told("de", cook)


def test_shapes_that_do_not_matter_are_told():
    assert "Auf die Form kommt es nicht an" in told("de", fit="cells")
    assert "Shapes do not matter" in told("en", fit="cells")
    assert "Shapes" not in told("en")
