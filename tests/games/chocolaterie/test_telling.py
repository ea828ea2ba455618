import pytest

from balance.config import load_experiment
from balance.core.errors import UsageError
from balance.core.telling import View, plain
from balance.core.texts import LANGS
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.chocolaterie.layout import Event
from balance.games.chocolaterie.rules import Rules
from balance.games.chocolaterie.sentences import _SENTENCES
from balance.games.chocolaterie.table import Table
from balance.games.chocolaterie.telling import tell
from balance.games.chocolaterie.tracing import objects

FACTS = {
    "game": "chocolaterie",
    "rules_version": 1,
    "seed": 7,
    "playout": 3,
    "deal": 3,
    "cell": "base",
    "policies": ["greedy", "random"],
    "end_reasons": ("clock", "supply"),
    "rows": None,
}
DICE = {
    "amount": [4, "joker"],
    "ingredient": ["milch", "nuesse"],
    "device": ["ruehrkessel"],
    "special": ["chili"],
}
START = ("zartbitter", "erdbeer_milch", "trueffel", "schokoladentorte")


def setup(**changes):
    return {**next(objects(Rules(players=2), FACTS, [])), **changes}


def begun(*events, **changes):
    """A trace up to the first roll, then these events."""
    return [
        setup(**changes),
        {"event": "open", "package": 0},
        {"event": "open", "package": 1},
        *(
            {"event": "start", "seat": seat, "station": station, "variety": variety}
            for seat in range(2)
            for station, variety in enumerate(START)
        ),
        {"event": "roll", "roll": 0, "seat": 0, **DICE},
        *events,
    ]


WHOLE = View()


def told(trace, lang, view=WHOLE):
    return [plain(spans) for spans in tell(trace, lang, view)]


def after_dice(trace, lang):
    lines = told(trace, lang)
    dice = next(
        number for number, text in enumerate(lines) if text.lower().lstrip().startswith(("mengen", "amounts"))
    )
    return lines[dice + 1 :]


def item(event, seat=0, station=2, **fields):
    return {"event": event, "seat": seat, "station": station, **fields}


PAIR = item("pair", ingredient="milch", amount=4, spent="milch", pieces=4, missing=0)
DEVICE = item("device", seat=1, device="ruehrkessel", ingredient="milch")


def test_a_roll_is_told_with_score_and_all_dice():
    lines = told(begun(), "de")
    assert lines[-2:] == [
        "Wurf 1 von 48: Platz 1 würfelt · Stand 0 : 0",
        "  Mengen 4, Joker · Zutaten Milch, Nüsse · Geräte Rührkessel · Sonderzutaten Chili",
    ]
    assert "    Station 3 Trüffel: Kakaobohnen □□□□○  Milch □□□□○  Kakaobutter □□□□○  ✧ Kaffee" in lines
    assert "  Paket 1 noch ohne Sorte [· · · ·]   Paket 2 noch ohne Sorte [· · · ·]" in lines
    assert lines[:2] == [
        "Chocolaterie, Partie 3 · Startwert 7",
        "Platz 1 spielt greedy · Platz 2 spielt random",
    ]


@pytest.mark.parametrize(
    ("events", "german", "english"),
    [
        (
            [PAIR],
            "Platz 1 nimmt 4 Milch für Trüffel (davon fehlt nichts mehr).",
            "Seat 1 takes 4 Milk for Truffle (has all of it now).",
        ),
        (
            [{**PAIR, "amount": "joker", "spent": "nuesse", "pieces": 1, "missing": 3}],
            "Platz 1 nimmt Joker und Nüsse: 1 Milch für Trüffel (davon fehlen noch 3).",
            "Seat 1 takes joker and Nuts: 1 Milk for Truffle (needs 3 more of it).",
        ),
        (
            [DEVICE],
            "Platz 2 nimmt das Gerät Rührkessel und verarbeitet Milch für Trüffel.",
            "Seat 2 takes the device Stirring kettle and processes Milk for Truffle.",
        ),
        (
            [item("special", station=0, special="chili")],
            "Platz 1 nimmt Chili und veredelt Zartbitter (+2, sobald die Tafel fertig ist).",
            "Seat 1 takes Chili and refines Dark chocolate (+2 once the bar is finished).",
        ),
        (
            [{"event": "pass", "seat": 1, "applications": 1}],
            "Platz 2 passt; eine Bewerbung kommt herein (jetzt 1).",
            "Seat 2 passes; an application comes in (now 1).",
        ),
        (
            [item("hire", seat=1, station=3, ingredient="fruechte", applications=0)],
            "Platz 2 stellt für 4 Bewerbungen die Meisterin ein; sie verarbeitet Früchte für Schokoladentorte.",
            "Seat 2 hires the master for 4 applications; she processes Fruit for Chocolate cake.",
        ),
    ],
)
def test_what_a_seat_does_is_one_sentence(events, german, english):
    assert after_dice(begun(*events), "de")[0] == f"  {german}"
    assert after_dice(begun(*events), "en")[0] == f"  {english}"


def test_a_station_is_drawn_after_each_take_with_its_number():
    lines = after_dice(begun(PAIR, DEVICE), "de")
    assert lines[1] == "      Station 3 Trüffel: Kakaobohnen □□□□○  Milch ■■■■○  Kakaobutter □□□□○  ✧ Kaffee"
    assert lines[3] == "      Station 3 Trüffel: Kakaobohnen □□□□○  Milch □□□□✓  Kakaobutter □□□□○  ✧ Kaffee"


def test_a_pass_at_the_limit_brings_nothing():
    passes = [{"event": "pass", "seat": 0, "applications": n} for n in (1, 2, 3, 4, 4)]
    assert after_dice(begun(*passes), "de")[-1] == "  Platz 1 passt; mehr als 4 Bewerbungen sammelt niemand."


def test_a_bar_on_its_way_from_finish_to_bonus():
    made = {"seat": 1, "station": 0, "variety": "zartbitter"}
    events = [
        {"event": "finish", **made, "refined": True, "points": 5},
        {"event": "pack", **made, "package": 0, "bars": 1},
        {"event": "choose", **{**made, "variety": "weisse_haselnuss"}},
        {"event": "finish", **made, "refined": False, "points": 3},
        {"event": "pack", **made, "package": 0, "bars": 2},
        {"event": "full", "seat": 1, "package": 0, "packages_full": 1},
        {"event": "bonus", "seat": 1, "package": 0, "bars": 2, "points": 4},
        {"event": "open", "package": 2},
        {"event": "store", **made},
    ]
    assert after_dice(begun(*events), "de") == [
        "    Fertig: Zartbitter, veredelt, 3 + 2 = 5 Punkte für Platz 2.",
        "    Platz 2 beginnt damit ein leeres Paket:",
        "      Paket 1 Zartbitter [2 · · ·]",
        "    Platz 2 beginnt auf Station 1: Weiße Haselnuss (4 Nüsse, 4 Kakaobutter).",
        "    Fertig: Zartbitter, 3 Punkte für Platz 2.",
        "    Platz 2 packt die Tafel dazu:",
        "      Paket 1 Zartbitter [2 2 · ·]",
        "    Voll! Das ist das 1. volle von 4 Paketen.",
        "    Platz 2 bekommt 2 × 2 = 4 Punkte Bonus aus Paket 1.",
        "    Ein neues, leeres Paket liegt bereit: Paket 3.",
        "    Platz 2 stellt Zartbitter ins Lager.",
    ]


def test_the_storeroom_and_an_exhausted_supply_are_explained():
    made = {"seat": 0, "station": 0, "variety": "zartbitter"}
    events = [
        {"event": "pack", **made, "package": 0, "bars": 1},
        {"event": "pack", **made, "package": 1, "bars": 1},
        {"event": "store", **made, "variety": "nougat"},
        {"event": "full", "seat": 0, "package": 0, "packages_full": 1},
    ]
    trace = begun(*events, packages={**setup()["packages"], "supply": 2})
    lines = after_dice(trace, "de")
    assert "    Kein offenes Paket nimmt Nougat: Platz 1 stellt die Tafel ins Lager." in lines
    assert lines[-2:] == [
        "    Voll! Das ist das 1. volle von 2 Paketen.",
        "    Der Vorrat ist erschöpft: dafür kommt kein neues Paket.",
    ]


@pytest.mark.parametrize(
    ("scores", "bars", "winners", "verdict"),
    [
        ([9, 4], [2, 1], [True, False], "Platz 1 gewinnt: 9 Punkte, Vorsprung 5 Punkte."),
        (
            [9, 9],
            [2, 3],
            [False, True],
            "Platz 2 gewinnt: 9 Punkte haben mehrere, davon Platz 2 die meisten fertigen Tafeln (3).",
        ),
        (
            [1, 1],
            [1, 1],
            [True, True],
            "Unentschieden zwischen Platz 1 und Platz 2: je 1 Punkt und 1 fertige Tafel.",
        ),
    ],
)
def test_who_wins_and_why(scores, bars, winners, verdict):
    seats = [
        {
            "seat": seat,
            "rank": 1 if winners[seat] else 2,
            "policy": "greedy",
            "score": scores[seat],
            "bars": bars[seat],
        }
        for seat in range(2)
    ]
    end = {
        "event": "end",
        "reason": "supply",
        "rolls": 1,
        "scores": scores,
        "bars": bars,
        "winners": winners,
        "rows": {"games": {"margin": 5}, "seats": seats},
    }
    lines = told(begun(end), "de")
    assert verdict in lines
    assert "Das letzte Paket ist voll: die Partie endet sofort." in lines


def test_every_event_is_told_or_followed():
    silent = {"die", "over", "result", "start"}
    assert {event.name.lower() for event in Event} - silent == set(_SENTENCES)


VARIANTS = [
    (),
    ("rules.players=2", "rules.packages.enabled=false"),
    ("rules.players=3", "rules.packing=may_wait", "rules.storeroom_by_choice=true", "policies.all=random"),
    ("rules.players=5", "rules.joker_ingredient=any", "rules.second_package_of_variety=false"),
    ("rules.packages.enabled=false", "rules.packing=may_wait", "policies.all=random", "rules.clock=200"),
    ("rules.players=6", "rules.clock=300", "rules.packages.supply=8", "rules.start_varieties=chosen"),
    ("rules.dice.device=0", "rules.dice.special=0", "rules.clock=40"),
    ("rules.varieties.mandel={tier: gold, points: 9, needs: {nuesse: 2}}", "rules.clock=20"),
]


def traced(sets, playout, tmp_path):
    config = tmp_path / "c.yaml"
    config.write_text("version: 1\ngame: chocolaterie\n")
    experiment = load_experiment(str(config), sets=sets)
    setting = prepare(experiment.game, experiment.cells[0], experiment.seed)
    played = replay(setting, playout)
    return list(objects(setting.cell.rules, played.facts, played.events))


@pytest.mark.parametrize("sets", VARIANTS)
def test_every_variant_can_be_told_whole_in_both_languages(sets, tmp_path):
    for playout in range(4):
        trace = traced(sets, playout, tmp_path)
        table = Table(trace[0])
        for each in trace:
            table.follow(each)
        assert table.scores == trace[-1]["scores"]
        for lang in LANGS:
            text = "\n".join(told(trace, lang))
            assert text.isprintable() or set(text) - {"\n"} == {s for s in text if s.isprintable()}
            assert "{" not in text and "None" not in text
            assert text.count("Wurf " if lang == "de" else "Roll ") >= trace[-1]["rolls"]


def test_a_view_tells_only_its_rolls_and_its_seat(tmp_path):
    trace = traced((), 2, tmp_path)
    lines = told(trace, "en", View(seat=1, first=4, last=6))
    rolls = [text for text in lines if text.startswith("Roll ")]
    assert [text.split()[1] for text in rolls] == ["5", "6", "7"]
    doings = [text for text in lines if text.startswith("  Seat ") and " spends " not in text]
    assert all(text.startswith("  Seat 2") for text in doings)
    takes = [text for text in doings if any(f"Seat 2 {verb}" in text for verb in ("takes", "passes"))]
    assert len(takes) == 3
    assert "Before roll 5" in lines
    assert "After roll 7" in lines
    assert any(text.startswith("  Left: ") for text in lines)


def test_what_is_left_of_the_dice_is_what_the_others_left(tmp_path):
    trace = traced((), 2, tmp_path)
    first = next(each for each in trace if each["event"] == "roll" and each["seat"] == 0)
    index = trace.index(first)
    lines = told(trace[: index + 3], "en", View(seat=1, first=first["roll"], last=first["roll"]))
    left = next(text for text in lines if text.startswith("  Left: "))
    table = Table(trace[0])
    for each in trace[: index + 2]:
        table.follow(each)
    amounts = ", ".join(str(face) for face in table.dice["amount"])
    assert left.lower().startswith(f"  left: amounts {amounts} ·")


def test_an_end_outside_the_view_is_not_told(tmp_path):
    trace = traced((), 2, tmp_path)
    assert not any("wins" in text for text in told(trace, "en", View(last=10)))
    assert any("wins" in text for text in told(trace, "en", View(first=47)))


@pytest.mark.parametrize(
    ("view", "problem"),
    [(View(seat=2), "there is no seat 3: 2 play"), (View(first=1), "there is no roll 2: this playout has 1")],
)
def test_a_view_of_what_is_not_there_is_refused(view, problem):
    with pytest.raises(UsageError, match=problem):
        list(tell(begun(), "en", view))
