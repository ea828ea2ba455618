"""What the rules allow does happen: a simulator that never lets a seat steal would pass every check for faults."""

from __future__ import annotations

from typing import Any

import pytest
from forging import Permissions, Trace, where
from playing import Playouts
from schwarzwaelder_kirsch.knowledge import ACTIONS, TWICE, scenes
from schwarzwaelder_kirsch.variants import GAME

VARIANTS: dict[str, dict[str, Any]] = {
    "printed": {"goal": 5},
    "one or the other": {"goal": 4, "turn": "flip_or_action"},
    "keeps": {"goal": 5, "bust_keeps_jokers": True, "first_flip": "ingredient_only"},
    "two actions": {"players": 5, "goal": 6, "decorator": "round", "profession_tiles": 2},
    "one profession": {"goal": 4, "professions": "per_game", "turn_limit": 5},
    "small pantry": {
        "players": 2,
        "goal": 3,
        "kinds": {"kakao": 2, "mehl": 2},
        "wedges": {"jokers": 1, "steal": 1, "garnish": 1},
    },
    "safe when full": {"goal": 3, "full_cake_busts": False},
    "level": {"players": 4, "goal": 3, "tiebreak_rounds": 1, "turn_limit": 15},
}
MOST_PLAYOUTS = 60

PLAYED = Playouts(
    GAME,
    {
        variant: ({"turn_limit": 150, **rules}, ["random"] * rules.get("players", 3))
        for variant, rules in VARIANTS.items()
    },
    seed=5,
)
permitted = Permissions()


# Turning up -----------------------------------------------------------------------------------------------------------


@permitted("printed")
def a_place_turned_up_again(trace: Trace) -> bool:
    return any(event["place"] in scene.seen for _, event, scene in scenes(trace, "flip"))


@permitted("printed")
def several_jokers_in_a_cake(trace: Trace) -> bool:
    return any(scene.cake["joker"] for _, event, scene in scenes(trace, "take") if event["wedge"] == "joker")


@permitted("printed")
def going_on_with_a_full_cake(trace: Trace) -> bool:
    backs = (index for index, _, scene in scenes(trace, "back") if scene.is_full and len(scene.up) == 1)
    return any(trace[index + 1]["event"] == "flip" for index in backs)


@permitted("printed")
def a_full_cake_busts(trace: Trace) -> bool:
    return any(scene.is_full for _, _, scene in scenes(trace, "bust"))


@permitted("safe when full")
def a_full_cake_that_is_safe(trace: Trace) -> bool:
    return any(
        scene.is_full and len(scene.up) > 1 and scene.cake[event["wedge"]] and event["wedge"] != "joker"
        for _, event, scene in scenes(trace, "back")
    )


@permitted("keeps")
def jokers_stay_after_a_bust(trace: Trace) -> bool:
    return any(scene.cake["joker"] for _, _, scene in scenes(trace, "bust"))


@permitted("keeps")
def safe_after_an_action(trace: Trace) -> bool:
    return any(
        len(scene.up) == 2 and scene.up[0] in ACTIONS and scene.cake[event["wedge"]]
        for _, event, scene in scenes(trace, "back")
    )


@permitted("printed")
def a_bust_after_an_action_only(trace: Trace) -> bool:
    return any(
        len(scene.up) == 2 and scene.up[0] in ACTIONS and event["lost"]
        for _, event, scene in scenes(trace, "bust")
    )


@permitted("small pantry")
def passing_before_an_empty_pantry(trace: Trace) -> bool:
    return any(not scene.up and not scene.hidden for _, _, scene in scenes(trace, "stop"))


# Actions --------------------------------------------------------------------------------------------------------------


@permitted("printed")
def refusing_an_action_though_a_place_is_free(trace: Trace) -> bool:
    return any(event["wedge"] in ACTIONS and not scene.hand for _, event, scene in scenes(trace, "back"))


@permitted("printed")
def replacing_an_action_of_the_same_turn(trace: Trace) -> bool:
    return any(event["replaced"] in scene.fresh for _, event, scene in scenes(trace, "keep"))


@permitted("printed")
def stealing_before_the_first_flip(trace: Trace) -> bool:
    return any(event["by"] == "steal" and not scene.up for _, event, scene in scenes(trace, "steal"))


@permitted("printed")
def stealing_between_two_flips(trace: Trace) -> bool:
    return any(
        bool(event["by"] == "steal" and scene.up and trace[index + 2]["event"] == "flip")
        for index, event, scene in scenes(trace, "steal")
    )


@permitted("printed")
def stealing_the_last_ingredient(trace: Trace) -> bool:
    return any(
        event["by"] == "steal" and event["cake"] == trace[0]["goal"] for _, event, _ in scenes(trace, "steal")
    )


@permitted("printed")
def stealing_from_a_full_cake(trace: Trace) -> bool:
    goal = trace[0]["goal"]
    return any(scene.cakes[event["from"]].total() == goal for _, event, scene in scenes(trace, "steal"))


@permitted("one or the other")
def an_action_and_no_flip(trace: Trace) -> bool:
    return any(scene.acted and not scene.up for _, _, scene in scenes(trace, "stop"))


@permitted("printed")
def garnished_before_any_flip(trace: Trace) -> bool:
    return any(not scene.up for _, _, scene in scenes(trace, "garnish"))


@permitted("printed")
def garnished_in_the_turn_of_the_last_ingredient(trace: Trace) -> bool:
    return any(not scene.began_full for _, _, scene in scenes(trace, "garnish"))


# Professions ----------------------------------------------------------------------------------------------------------


@permitted("printed")
def chocolatiere_by_a_flip(trace: Trace) -> bool:
    return bool(where(trace, "take", profession="chocolatiere"))


@permitted("printed")
def chocolatiere_declined(trace: Trace) -> bool:
    return any(
        scene.tiles.get(scene.seat) == "chocolatiere" and event["wedge"] in TWICE and not scene.is_full
        for _, event, scene in scenes(trace, "bust", "back")
    )


@permitted("printed")
def chocolatiere_by_stealing(trace: Trace) -> bool:
    return bool(where(trace, "steal", profession="chocolatiere"))


@permitted("printed")
def zuckerbaecker_after_a_flip_and_before_one(trace: Trace) -> bool:
    return any(
        bool(scene.up) and trace[index + 3]["event"] == "flip" for index, _, scene in scenes(trace, "draw")
    )


@permitted("printed")
def zuckerbaecker_refuses_an_action(trace: Trace) -> bool:
    return any(
        {event["event"] for event in trace[index + 1 : index + 3]} == {"back"}
        and trace[index + 3]["event"] != "spent"
        for index in where(trace, "draw")
    )


@permitted("small pantry")
def zuckerbaecker_turns_up_the_only_one(trace: Trace) -> bool:
    return any(len(trace[index]["places"]) == 1 for index in where(trace, "draw"))


@permitted("two actions")
def dekorateur_fills_the_second_place_again(trace: Trace) -> bool:
    return any(
        len(scene.hand) == 1 and not event["replaced"] and not event["profession"]
        for _, event, scene in scenes(trace, "keep")
    )


@permitted("two actions")
def two_actions_of_one_kind(trace: Trace) -> bool:
    return any(scene.hand.count(name) == 2 for _, _, scene in scenes(trace, "stop") for name in ACTIONS)


@permitted("two actions")
def patissier_takes_one_of_two_actions(trace: Trace) -> bool:
    return any(
        event["wedge"] in ACTIONS and len(scene.hands[event["from"]]) == 2
        for _, event, scene in scenes(trace, "steal")
    )


@permitted("printed")
def an_action_of_patissier_played_at_once(trace: Trace) -> bool:
    lifts = [index for index in where(trace, "steal", by="patissier") if trace[index]["wedge"] in ACTIONS]
    return any(
        trace[index + 1 + (trace[index]["replaced"] is not None)]["event"] in ("steal", "garnish")
        for index in lifts
    )


@permitted("printed")
def patissier_besides_a_steal_card(trace: Trace) -> bool:
    return any(scene.acted and event["by"] == "patissier" for _, event, scene in scenes(trace, "steal"))


@permitted("one profession")
def a_profession_kept_for_a_later_round(trace: Trace) -> bool:
    later = where(trace, "round")[1]
    return any(
        trace[index]["event"] == "draw" or trace[index]["by"] == "patissier"
        for index in where(trace, "draw", "steal")
        if index > later
    )


# Rounds ---------------------------------------------------------------------------------------------------------------


@permitted("level")
def a_stalled_round(trace: Trace) -> bool:
    return bool(where(trace, "round_end", winner=None))


@permitted("level")
def a_tie_break_that_decides(trace: Trace) -> bool:
    return bool(trace[-1]["reason"] == "tiebreak")


@permitted("level")
def a_draw(trace: Trace) -> bool:
    return bool(trace[-1]["reason"] == "drawn")


@pytest.mark.parametrize("name", permitted)
def test_what_is_allowed_happens(name: str) -> None:
    permitted.try_one(name, PLAYED, MOST_PLAYOUTS)
