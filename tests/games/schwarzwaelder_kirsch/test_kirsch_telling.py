"""A trace in words: every event, both languages, and views that narrow it."""

from __future__ import annotations

from typing import Any

import pytest

from balance.config import load_experiment
from balance.core.errors import UsageError
from balance.core.telling import View, plain
from balance.core.texts import LANGS
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.schwarzwaelder_kirsch.layout import Event
from balance.games.schwarzwaelder_kirsch.rules import Rules
from balance.games.schwarzwaelder_kirsch.sentences import _SENTENCES
from balance.games.schwarzwaelder_kirsch.table import Table
from balance.games.schwarzwaelder_kirsch.telling import tell
from balance.games.schwarzwaelder_kirsch.tracing import objects

FACTS = {
    "game": "schwarzwaelder_kirsch",
    "rules_version": 1,
    "seed": 7,
    "playout": 3,
    "deal": 3,
    "cell": "base",
    "policies": ["greedy", "random"],
    "end_reasons": ("rounds", "tiebreak", "drawn"),
    "rows": None,
}
Trace = list[dict[str, Any]]


def begun(*events: dict[str, Any], **rules: Any) -> Trace:
    """A trace up to the first turn, then these events."""
    return [
        next(iter(objects(Rules(players=2, **rules), FACTS, []))),
        {"event": "round", "round": 0, "first": 0, "tie_break": False, "hidden": 48},
        {"event": "deal", "seat": 0, "profession": "zuckerbaecker"},
        {"event": "deal", "seat": 1, "profession": "patissier"},
        {"event": "turn", "turn": 0, "seat": 0},
        *events,
    ]


def told(trace: Trace, lang: str, view: View | None = None) -> list[str]:
    return [plain(spans) for spans in tell(trace, lang, view or View())]


def after_turn(trace: Trace, lang: str) -> list[str]:
    lines = told(trace, lang)
    heads = ("Zug 1", "Turn 1")
    return lines[1 + next(number for number, text in enumerate(lines) if text.startswith(heads)) :]


def flip(wedge: str, place: int = 0, seat: int = 0) -> dict[str, Any]:
    return {"event": "flip", "seat": seat, "place": place, "wedge": wedge}


def done(event: str, wedge: str, place: int = 0, **fields: Any) -> dict[str, Any]:
    """What became of a wedge of seat 1."""
    return {"event": event, "seat": 0, "place": place, "wedge": wedge, **fields}


def take(wedge: str, place: int = 0, cake: int = 1, profession: str | None = None) -> Trace:
    return [flip(wedge, place), done("take", wedge, place, profession=profession, cake=cake)]


def keep(wedge: str, place: int = 0, replaced: str | None = None) -> Trace:
    return [flip(wedge, place), done("keep", wedge, place, replaced=replaced, profession=None)]


def steal(wedge: str, by: str, *, replaced: str | None = None, cake: int | None = 1) -> dict[str, Any]:
    fields = {"from": 1, "replaced": replaced, "profession": None, "by": by, "cake": cake}
    return {"event": "steal", "seat": 0, "wedge": wedge, **fields}


OTHERS = [
    {"event": "turn", "turn": 0, "seat": 1},
    flip("eier", seat=1),
    {**done("take", "eier", profession=None, cake=1), "seat": 1},
    {"event": "turn", "turn": 1, "seat": 0},
]
"""The other seat has eggs; then it is the first one's turn again."""

CASES: dict[str, tuple[Trace, list[str], list[str]]] = {
    "an ingredient": (
        take("mehl", place=4),
        ["  Stelle 5, Mehl: kommt in die Torte (1 von 8)."],
        ["  Spot 5, Flour: joins the cake (1 of 8)."],
    ),
    "an action that is refused": (
        [flip("steal"), done("back", "steal")],
        ["  Stelle 1, Stehlen: wird nicht genommen und wieder umgedreht."],
        ["  Spot 1, Steal: is not taken and turned back."],
    ),
    "one that replaces another": (
        [*keep("steal"), *keep("garnish", 1, replaced="steal")],
        [
            "  Stelle 1, Stehlen: wird behalten.",
            "  Stelle 2, Garnieren: wird behalten; dafür liegt Stehlen jetzt verdeckt an dieser Stelle.",
        ],
        [
            "  Spot 1, Steal: is kept.",
            "  Spot 2, Garnish: is kept; Steal lies face down in this spot instead.",
        ],
    ),
    "a bust": (
        [
            *take("mehl"),
            flip("mehl", 1),
            done("bust", "mehl", 1, lost=1),
            {"event": "shuffle", "hidden": 48},
        ],
        [
            "  Stelle 1, Mehl: kommt in die Torte (1 von 8).",
            "  Stelle 2, Mehl: hat die Torte schon. Verzockt! 1 Tortenecke geht zurück.",
            "    Alles Verdeckte wird gemischt (48 Tortenecken).",
        ],
        [
            "  Spot 1, Flour: joins the cake (1 of 8).",
            "  Spot 2, Flour: is in the cake already. Bust! 1 wedge goes back.",
            "    All that lies face down is mixed (48 wedges).",
        ],
    ),
    "Zuckerbäcker": (
        [
            {"event": "draw", "seat": 0, "places": [0, 1], "wedges": ["mehl", "eier"]},
            done("take", "mehl", profession=None, cake=1),
            done("back", "eier", 1),
        ],
        [
            "  Der Zuckerbäcker deckt zwei auf einmal auf: Mehl (Stelle 1), Eier (Stelle 2).",
            "    Mehl: kommt in die Torte (1 von 8).",
            "    Eier: wird wieder umgedreht.",
        ],
        [
            "  Zuckerbäcker turns up two at once: Flour (spot 1), Eggs (spot 2).",
            "    Flour: joins the cake (1 of 8).",
            "    Eggs: is turned back.",
        ],
    ),
    "a round that is won": (
        [
            *keep("garnish"),
            {"event": "garnish", "seat": 0},
            {"event": "round_end", "round": 0, "winner": 0, "turns": 1},
        ],
        [
            "  Stelle 1, Garnieren: wird behalten.",
            "  Garniert: die Torte ist fertig!",
            "",
            "Platz 1 gewinnt Runde 1 nach 1 Zug.",
        ],
        [
            "  Spot 1, Garnish: is kept.",
            "  Garnished: the cake is complete!",
            "",
            "Seat 1 wins round 1 after 1 turn.",
        ],
    ),
    "a round that nobody wins": (
        [{"event": "round_end", "round": 0, "winner": None, "turns": 2000}],
        ["", "Runde 1 endet nach 2000 Zügen ohne Gewinner."],
        ["", "Round 1 ends after 2000 turns without a winner."],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_happens_is_said(case: str) -> None:
    events, german, english = CASES[case]
    assert after_turn(begun(*events), "de") == german
    assert after_turn(begun(*events), "en") == english


def test_who_is_robbed_by_what() -> None:
    by_card = begun(*keep("steal"), *OTHERS, steal("eier", "steal"))
    assert told(by_card, "en")[-1] == "  Steal: Eggs from Seat 2 (1 of 8)."
    by_hand = begun(*OTHERS, steal("eier", "patissier"))
    assert told(by_hand, "de")[-1] == "  Als Pâtissier gestohlen: Eier von Platz 2 (1 von 8)."


def test_the_beginning_says_who_plays_what() -> None:
    lines = told(begun(), "de")
    assert lines[:3] == [
        "Schwarzwälder Kirsch, Partie 3 · Startwert 7",
        "Platz 1 spielt greedy · Platz 2 spielt random",
        "48 Tortenecken: 36 Zutaten in 9 Sorten, 4 Joker, 4 Stehlen, 4 Garnieren; eine Torte hat 8 Zutaten",
    ]
    assert "  Platz 1 bekommt verdeckt den Beruf Zuckerbäcker." in lines


def test_what_lies_where_it_was_seen_is_said() -> None:
    lines = told(begun(flip("steal"), done("back", "steal"), flip("steal"), done("back", "steal")), "en")
    assert lines[-2:] == [
        "  Spot 1, Steal: is not taken and turned back.",
        "  Spot 1, seen before, Steal: is not taken and turned back.",
    ]


def test_every_event_is_told_or_followed() -> None:
    silent = {"flip", "over", "result"}
    names = {"profession": "deal", "won": "round_end"}
    events = {names.get(event.name.lower(), event.name.lower()) for event in Event}
    assert events - silent == set(_SENTENCES)


VARIANTS = [
    ("rules.players=2",),
    ("rules.professions=off", "rules.kinds={mehl: 4, eier: 4, zucker: 4}", "rules.goal=3"),
    ("rules.players=5", "rules.action_swap=shuffled", "rules.decorator=round", "policies.all=hoarder"),
    ("rules.players=3", "rules.turn=flip_or_action", "rules.bust_keeps_jokers=true", "policies.all=random"),
    ("rules.players=6", "rules.professions=per_game", "rules.turn_limit=40", "policies.all=thief"),
    ("rules.players=4", "rules.full_cake_busts=false", "rules.eighth_same_turn=false", "policies.all=expert"),
]


def traced(sets: tuple[str, ...], playout: int, tmp_path: Any) -> Trace:
    config = tmp_path / "c.yaml"
    config.write_text("version: 1\ngame: schwarzwaelder_kirsch\n")
    experiment = load_experiment(str(config), sets=sets)
    setting = prepare(experiment.game, experiment.cells[0], experiment.seed)
    played = replay(setting, playout)
    return list(objects(setting.cell.rules, played.facts, played.events))


@pytest.mark.parametrize("sets", VARIANTS)
def test_every_variant_can_be_told_whole_in_both_languages(sets: tuple[str, ...], tmp_path: Any) -> None:
    for playout in range(3):
        trace = traced(sets, playout, tmp_path)
        table = Table(trace[0])
        for each in trace:
            table.follow(each)
        assert table.scores == trace[-1]["scores"]
        turns = sum(each["event"] == "turn" for each in trace)
        for lang in LANGS:
            lines = told(trace, lang)
            text = " ".join(lines)
            assert text.isprintable()
            assert "{" not in text and "None" not in text.replace("None of it may be taken", "")
            assert sum(line.startswith("Zug " if lang == "de" else "Turn ") for line in lines) == turns


def test_a_view_tells_only_its_turns_and_its_seat(tmp_path: Any) -> None:
    trace = traced((), 2, tmp_path)
    lines = told(trace, "en", View(first=4, last=6))
    assert [line.split()[1] for line in lines if line.startswith("Turn ")] == ["5:", "6:", "7:"]
    mine = told(trace, "en", View(seat=1))
    assert {line.split()[3] for line in mine if line.startswith("Turn ")} == {"2"}


@pytest.mark.parametrize(
    ("view", "problem"),
    [(View(seat=2), "there is no seat 3: 2 play"), (View(first=1), "there is no turn 2: this playout has 1")],
)
def test_a_view_of_what_is_not_there_is_refused(view: View, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        list(tell(begun(), "en", view))
