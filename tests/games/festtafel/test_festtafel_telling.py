"""What happens is told so that nothing has to be asked, in both languages."""

import pytest
from festtafel_playouts import traced

from balance.core.errors import UsageError
from balance.core.telling import View, plain
from balance.core.texts import LANGS
from balance.games.festtafel.layout import Event
from balance.games.festtafel.rules import Rules
from balance.games.festtafel.scene import Scene
from balance.games.festtafel.sentences import _SENTENCES
from balance.games.festtafel.telling import tell
from balance.games.festtafel.tracing import objects

FACTS = {
    **{"game": "festtafel", "rules_version": 1, "seed": 7, "playout": 3, "deal": 3, "cell": "base"},
    **{"policies": ["greedy", "random"], "end_reasons": ("clock",), "rows": None},
}
STARTS = ("salat", "kaesebrot", "obstsalat", "pizza", "gulasch", "festbraten")
DICE = {"amount": [2, "joker"], "ingredient": ["kaese", "gewuerze"], "cook": ["baeckerin"]}
HERE = {"seat": 0, "station": 1}
WHOLE = View()


def begun(*events, **changes):
    """A trace up to the first roll, then these events."""
    return [
        {**next(objects(Rules(players=2), FACTS, [])), **changes},
        *(
            {"event": "start", "seat": seat, "station": station, "dish": dish}
            for seat in range(2)
            for station, dish in enumerate(STARTS)
        ),
        {"event": "roll", "roll": 0, "seat": 0, **DICE},
        *events,
    ]


def told(trace, lang, view=WHOLE):
    return [plain(spans) for spans in tell(trace, lang, view)]


def after_dice(lang, *events, **changes):
    lines = told(begun(*events, **changes), lang)
    dice = next(n for n, text in enumerate(lines) if text.lower().lstrip().startswith(("mengen", "amounts")))
    return lines[dice + 1 :]


def test_the_beginning_says_who_plays_what_for_how_long_and_what_the_signs_mean():
    lines = told(begun(), "de")
    assert lines[:4] == [
        "Festtafel, Partie 3 · Startwert 7",
        "Platz 1 spielt greedy · Platz 2 spielt random",
        "48 Würfe; Bewerbungen: höchstens 4, die Souschefin kostet 4",
        "Festtafel: 5 Tische mit zusammen 17 Feldern",
    ]
    assert "    Kochstelle 2 Käsebrot: Mehl □□□  Käse □□□" in lines
    assert "    Kochstelle 4 Pizza: Mehl □□□○  Gemüse □□○  Käse □□○  Gewürze □□○" in lines
    assert lines[-2:] == [
        "Wurf 1 von 48: Platz 1 würfelt · Stand 0 : 0",
        "  Mengen 2, Joker · Zutaten Käse, Gewürze · Köche Bäckerin",
    ]


PAIR = {
    "event": "pair",
    **HERE,
    "ingredient": "kaese",
    "amount": 2,
    "spent": "kaese",
    "pieces": 2,
    "missing": 1,
}
JOKER = {**PAIR, "amount": "joker", "spent": "gewuerze", "pieces": 3, "missing": 0}
PIZZA = {"seat": 1, "station": 3, "ingredient": "mehl"}


@pytest.mark.parametrize(
    ("event", "german", "english"),
    [
        (
            PAIR,
            "Platz 1 nimmt 2 Käse für Käsebrot (davon fehlt noch 1).",
            "Seat 1 takes 2 Cheese for Cheese sandwich (needs 1 more of it).",
        ),
        (
            JOKER,
            "Platz 1 nimmt Joker und Gewürze: 3 Käse für Käsebrot (davon fehlt nichts mehr).",
            "Seat 1 takes joker and Spices: 3 Cheese for Cheese sandwich (has all of it now).",
        ),
        (
            {"event": "cook", **PIZZA, "cook": "baeckerin"},
            "Platz 2 nimmt den Koch-Würfel „Bäckerin“: Mehl für Pizza ist verarbeitet.",
            "Seat 2 takes the Baker: Flour for Pizza processed.",
        ),
        (
            {"event": "hire", **PIZZA, "applications": 0},
            "Platz 2 stellt für 4 Bewerbungen die Souschefin ein (0 übrig): Mehl für Pizza ist verarbeitet.",
            "Seat 2 hires the sous-chef for 4 applications (0 left): Flour for Pizza processed.",
        ),
        (
            {"event": "pass", "seat": 1, "applications": 1},
            "Platz 2 passt; eine Bewerbung kommt herein (jetzt 1).",
            "Seat 2 passes; an application comes in (now 1).",
        ),
        (
            {"event": "reroll", "seat": 0, "roll": 0, "applications": 1, **DICE},
            "Platz 1 gibt eine Bewerbung aus und würfelt alles neu (1 übrig).",
            "Seat 1 spends an application and throws all dice again (1 left).",
        ),
        (
            {"event": "penalty", "seat": 0, "table": "gartentisch", "dishes": 2, "points": 2},
            "Gartentisch ist nicht voll: Platz 1 verliert 2 Punkte (2 Gerichte dort).",
            "Garden table is not full: Seat 1 loses 2 points (2 dishes there).",
        ),
    ],
)
def test_what_a_seat_does_is_one_sentence(event, german, english):
    assert after_dice("de", event)[0] == f"  {german}"
    assert after_dice("en", event)[0] == f"  {english}"


def test_a_station_is_drawn_after_each_take_with_its_number():
    lines = after_dice("de", PAIR, {"event": "cook", **PIZZA, "cook": "baeckerin"})
    assert lines[1] == "      Kochstelle 2 Käsebrot: Mehl □□□  Käse ■■□"
    assert lines[3] == "      Kochstelle 4 Pizza: Mehl □□□✓  Gemüse □□○  Käse □□○  Gewürze □□○"


def test_a_pass_at_the_limit_brings_nothing():
    passes = [{"event": "pass", "seat": 0, "applications": n} for n in (1, 2, 3, 4, 4)]
    assert after_dice("de", *passes)[-1] == "  Platz 1 passt; mehr als 4 Bewerbungen sammelt niemand."
    assert after_dice("en", *passes)[-1] == "  Seat 1 passes; nobody collects more than 4 applications."


KAESEBROT = {**HERE, "dish": "kaesebrot"}
AT = {**KAESEBROT, "table": "stammtisch"}
SERVED = {"event": "serve", **AT, "free": 0, "cells": [[0, 1]]}
EVENING = [
    {"event": "finish", **KAESEBROT, "points": 3},
    {"event": "serve", **AT, "free": 1, "cells": [[0, 0]]},
    {"event": "refill", **KAESEBROT},
    {"event": "finish", **KAESEBROT, "points": 3},
    SERVED,
    {"event": "full", "seat": 0, "table": "stammtisch"},
    {"event": "bonus", "seat": 0, "table": "stammtisch", "dishes": 2, "points": 4},
]


def test_a_dish_on_its_way_from_finish_to_bonus():
    assert after_dice("de", *EVENING) == [
        "    Fertig: Käsebrot, 3 Punkte für Platz 1.",
        "    Platz 1 serviert am Tisch „Stammtisch“ (1 Feld bleibt frei):",
        "      Stammtisch (+2 −1)",
        "      1a ··",
        "    Platz 1 wählt Bronze für Kochstelle 2 und zieht Käsebrot (3 Mehl, 3 Käse).",
        "    Fertig: Käsebrot, 3 Punkte für Platz 1.",
        "    Platz 1 serviert am Tisch „Stammtisch“ auf die letzten Felder:",
        "      Stammtisch (+2 −1)",
        "      1a 1b",
        "    Voll gedeckt: Stammtisch!",
        "    Platz 1 bekommt 4 Punkte Bonus (2 Gerichte dort, je 2).",
    ]
    english = after_dice("en", *EVENING)
    assert english[1] == "    Seat 1 serves it: Regulars' table (1 cell stays free):"
    assert english[6] == "    Seat 1 serves it on the last cells: Regulars' table:"
    assert english[-2:] == [
        "    Full: Regulars' table!",
        "    Seat 1 gets 4 points of bonus (2 dishes there, 2 each).",
    ]


@pytest.mark.parametrize(
    ("dish", "changes", "german", "english"),
    [
        (
            "salat",
            {},
            "Salat passt auf keinen Tisch mehr: Platz 1 stellt das Gericht auf die Anrichte.",
            "Salad fits on no table any more: Seat 1 puts the dish on the sideboard.",
        ),
        (
            "schlemmerplatte",
            {"banquet": {"enabled": True, "tables": {"t": {"cells": 4, "shape": ["####"], "bonus": 1, "penalty": 1}}}},
            "Kein Tisch hat noch so viele Felder frei: Platz 1 stellt Schlemmerplatte auf die Anrichte.",
            "No table has as many free cells left: Seat 1 puts Gourmet platter on the sideboard.",
        ),
        (
            "salat",
            {"sideboard_by_choice": True},
            "Platz 1 stellt Salat auf die Anrichte.",
            "Seat 1 puts Salad on the sideboard.",
        ),
    ],
)  # fmt: skip
def test_why_a_dish_goes_to_the_sideboard_is_told(dish, changes, german, english):
    aside = {"event": "aside", **HERE, "dish": dish}
    assert after_dice("de", aside, **changes) == [f"    {german}"]
    assert after_dice("en", aside, **changes) == [f"    {english}"]


@pytest.mark.parametrize(
    ("new_dish", "german", "english"),
    [
        (
            "tier_free",
            "Platz 1 wählt Bronze für Kochstelle 2 und zieht Bratwurst (4 Fleisch, 3 Gewürze).",
            "Seat 1 chooses Bronze for station 2 and draws Grilled sausage (4 Meat, 3 Spices).",
        ),
        (
            "tier_fixed",
            "Platz 1 zieht für Kochstelle 2 wieder Bronze: Bratwurst (4 Fleisch, 3 Gewürze).",
            "Seat 1 draws Bronze again for station 2: Grilled sausage (4 Meat, 3 Spices).",
        ),
        (
            "free",
            "Platz 1 beginnt auf Kochstelle 2: Bratwurst (4 Fleisch, 3 Gewürze).",
            "Seat 1 begins on station 2: Grilled sausage (4 Meat, 3 Spices).",
        ),
    ],
)
def test_who_chose_a_new_dish_is_told(new_dish, german, english):
    refill = {"event": "refill", **HERE, "dish": "bratwurst"}
    assert after_dice("de", refill, new_dish=new_dish) == [f"    {german}"]
    assert after_dice("en", refill, new_dish=new_dish) == [f"    {english}"]


def test_what_a_table_pays_and_costs_is_told():
    german, english = ("\n".join(told(begun(), lang)) for lang in LANGS)
    assert "Stammtisch (+2 −1)" in german and "(+Bonus −Abzug)" in german
    assert "(+bonus −penalty)" in english
    without = told(begun(banquet={"enabled": False, "tables": {}}), "de")
    assert "Ohne Festtafel: es zählen nur die Punkte der Gerichte." in without
    assert "−Abzug" not in "\n".join(without)


def test_shapes_that_do_not_matter_are_told():
    assert "Auf die Form kommt es nicht an" in "\n".join(told(begun(fit="cells"), "de"))
    assert "Shapes do not matter" in "\n".join(told(begun(fit="cells"), "en"))
    assert "Shapes" not in "\n".join(told(begun(), "en"))


@pytest.mark.parametrize(
    ("scores", "dishes", "winners", "german", "english"),
    [
        (
            [9, 4],
            [2, 1],
            [True, False],
            "Platz 1 gewinnt: 9 Punkte, Vorsprung 5 Punkte.",
            "Seat 1 wins: 9 points, 5 points ahead.",
        ),
        (
            [9, 9],
            [2, 3],
            [False, True],
            "Platz 2 gewinnt: 9 Punkte haben mehrere, davon Platz 2 die meisten fertigen Gerichte (3).",
            "Seat 2 wins: several have 9 points, and of them Seat 2 has most finished dishes (3).",
        ),
        (
            [1, 1],
            [1, 1],
            [True, True],
            "Unentschieden zwischen Platz 1 und Platz 2: je 1 Punkt und 1 fertiges Gericht.",
            "A draw between Seat 1 and Seat 2: 1 point and 1 finished dish each.",
        ),
    ],
)
def test_who_wins_and_why(scores, dishes, winners, german, english):
    seats = [
        {**{"seat": seat, "rank": 1 if winners[seat] else 2, "policy": "greedy"}, "score": score, "dishes": made}
        for seat, (score, made) in enumerate(zip(scores, dishes, strict=True))
    ]  # fmt: skip
    end = {
        **{"event": "end", "reason": "clock", "rolls": 1, "scores": scores, "dishes": dishes},
        **{"winners": winners, "rows": {"games": {"margin": 5}, "seats": seats}},
    }
    events = ({"event": "time_up"}, end)
    assert german in told(begun(*events), "de") and english in told(begun(*events), "en")
    assert any(text.startswith("Die Kochzeit ist um.") for text in told(begun(*events), "de"))


def test_every_event_is_told_or_followed():
    silent = {"die", "cell", "over", "result", "start"}
    assert {event.name.lower() for event in Event} - silent == set(_SENTENCES)


VARIANTS = [
    (),
    ("rules.players=2", "rules.banquet.enabled=false"),
    ("rules.players=3", "rules.sideboard_by_choice=true", "rules.mirror=true", "policies.all=random"),
    ("rules.players=5", "rules.joker_ingredient=any", "rules.half_empty=at_most_half", "rules.clock=5"),
    ("rules.players=6", "rules.clock=long", "rules.fit=cells", "rules.new_dish=free"),
    ("rules.new_dish=tier_fixed", "rules.start_dishes=chosen", "rules.banquet.scale=0.5"),
    ("rules.dice.cook=0", "rules.clock=40", "rules.banquet.penalty=3"),
    (
        "rules.dishes.kuchen={tier: platin, points: 9, needs: {obst: 2}, shape: '##/##'}",
        "rules.tiers.platin={cooks: false}",
    ),
    ("rules.banquet.tables.saal={cells: 70, bonus: 5, penalty: 2}", "policies.all=expert"),
]  # fmt: skip


@pytest.mark.parametrize("sets", VARIANTS)
def test_every_variant_can_be_told_whole_in_both_languages(sets):
    for playout in range(3):
        trace = traced(*sets, playout=playout)
        scene = Scene(trace[0])
        for each in trace[1:]:
            scene.follow(each)
        assert scene.scores == trace[-1]["scores"]
        for lang in LANGS:
            text = "\n".join(told(trace, lang))
            assert text.replace("\n", "").isprintable()
            assert "{" not in text and "None" not in text
            assert text.count("Wurf " if lang == "de" else "Roll ") >= trace[-1]["rolls"]


def test_a_view_tells_only_its_rolls_and_its_seat():
    lines = told(traced(), "en", View(seat=1, first=4, last=6))
    rolls = [text for text in lines if text.startswith("Roll ")]
    assert [text.split()[1] for text in rolls] == ["5", "6", "7"]
    doings = [text for text in lines if text.startswith("  Seat ")]
    assert all(text.startswith("  Seat 2") for text in doings)
    assert sum("Seat 2 takes" in text or "Seat 2 passes" in text for text in doings) == 3
    assert "Before roll 5" in lines and "After roll 7" in lines
    assert any(text.startswith("  Left: ") for text in lines)


def test_what_is_left_of_the_dice_is_what_the_others_left():
    trace = begun(PAIR, {"event": "pass", "seat": 1, "applications": 1})
    lines = told(trace, "en", View(seat=1))
    assert "  Left: Amounts joker · ingredients Spices · cooks Baker" in lines


def test_an_end_outside_the_view_is_not_told():
    trace = traced()
    assert not any("wins" in text for text in told(trace, "en", View(last=10)))
    assert any("wins" in text or "draw" in text for text in told(trace, "en", View(first=47)))


@pytest.mark.parametrize(
    ("view", "problem"),
    [(View(seat=2), "there is no seat 3: 2 play"), (View(first=1), "there is no roll 2: this playout has 1")],
)
def test_a_view_of_what_is_not_there_is_refused(view, problem):
    with pytest.raises(UsageError, match=problem):
        list(tell(begun(), "en", view))
