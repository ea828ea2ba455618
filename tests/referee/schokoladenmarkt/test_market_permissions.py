"""What the rules allow does happen: a simulator that never lets a seat trade would pass every check for faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from forging import Event, Permissions, Trace, where
from playing import Playouts, policy
from schokoladenmarkt.knowledge import RAWS, Scene, scenes
from schokoladenmarkt.variants import GAME

VARIANTS: dict[str, dict[str, Any]] = {
    "printed": {"players": 3},
    "traders": {"players": 3},
    "short": {
        "resources": 5,
        "hand_limit": 3,
        "ingredients": {
            "cocoa": {"landscape": "jungle", "cards": 2, "sites": 9},
            "sugar": {"landscape": "fields", "cards": 2, "sites": 2},
        },
        "market": {"varieties": {"bitter": {"cost": {"cocoa": 2}, "start_row": 3, "number": 1}}},
    },
    "seat order": {
        "shortage": "seat_order",
        "yields": {"site": 3},
        "ingredients": {"cocoa": {"landscape": "fields", "cards": 4, "sites": 20}},
        "market": {"varieties": {"bitter": {"cost": {"cocoa": 4}, "start_row": 3, "number": 1}}},
    },
    "roads": {
        "players": 4,
        "longest_road": 8,
        "costs": {"road": {}, "settlement": {"brick": 1, "wool": 1, "grain": 1}},
        "pieces": {"roads": 20, "settlements": 10},
        "yields": {"settlement": 2},
        "points": {"settlement": 0},
    },
    "few roads": {"pieces": {"roads": 4}, "development": {"knight": 2, "road_building": 10}},
    "rewards": {
        "players": 3,
        "victory_points": 16,
        "development": {"knight": 1, "victory_point": 1},
        "market": {
            "rows": [{"points": 2}, {"cards": 2}, {"resources": 2}, {"roads": 2}, {"points": 3, "cards": 1}],
            "varieties": {
                f"sorte_{number}": {"cost": {"cocoa": 1}, "start_row": number, "number": number}
                for number in range(1, 5)
            },
            "chips": 7,
        },
    },
    "unlimited": {"players": 2, "vp_chips_limited": False, "market": {"chips": 1}},
    "per building": {"players": 2, "costs": {"site": {}, "settlement": {"wood": 1}, "road": {"wood": 1}}},
    "army": {"players": 4, "largest_army": 1, "costs": {"development": {"wool": 1}}, "victory_points": 20},
}
POLICIES = {"traders": policy(GAME, "greedy", 3, trade=1000)}
MOST_PLAYOUTS = 40

permitted = Permissions()
played = Playouts(
    GAME,
    {
        variant: (
            {"turn_limit": 300, **rules},
            [POLICIES.get(variant, "random")] * rules.get("players", 4),
        )
        for variant, rules in VARIANTS.items()
    },
    seed=5,
)


def _follows(trace: Trace, index: int, *kinds: str) -> bool:
    return [event["event"] for event in trace[index + 1 : index + 1 + len(kinds)]] == list(kinds)


# Founding and building ------------------------------------------------------------------------------------------------


@permitted("printed")
def founded_beside_the_desert(trace: Trace) -> bool:
    fields = trace[1]["fields"]
    return any(
        trace[index]["corner"] in field["corners"]
        for index in where(trace, "found")
        for field in fields
        if field["landscape"] == "desert"
    )


@permitted("short")
def a_first_site_forfeited(trace: Trace) -> bool:
    return len(where(trace, "found_site")) < 2 * trace[0]["n_seats"]


@permitted("printed")
def two_first_sites_of_a_building(trace: Trace) -> bool:
    return any(
        _follows(trace, index, "found_site") and trace[index + 1]["corner"] == trace[index]["corner"]
        for index in where(trace, "found_site")
    )


@permitted("roads")
def a_settlement_on_a_foreign_road(trace: Trace) -> bool:
    return any(
        any(scene.has_road_at(event["corner"], seat) for seat in scene.others)
        for _, event, scene in scenes(trace, "settlement")
    )


@permitted("roads")
def the_longest_road_cut(trace: Trace) -> bool:
    return any(
        _follows(trace, index, "longest_road") and trace[index + 1]["seat"] != trace[index]["seat"]
        for index in where(trace, "settlement")
    )


@permitted("roads")
def the_longest_road_of_nobody(trace: Trace) -> bool:
    return bool(where(trace, "longest_road", seat=None))


@permitted("roads")
def the_longest_road_taken_over(trace: Trace) -> bool:
    return any(
        scene.holders["longest_road"] not in (None, event["seat"])
        for _, event, scene in scenes(trace, "longest_road")
        if event["seat"] is not None
    )


@permitted("per building")
def two_sites_of_a_player_on_a_field(trace: Trace) -> bool:
    return any(
        any(
            field == event["field"] and whose == event["seat"] and corner != event["corner"]
            for (corner, field), whose in scene.sites.items()
        )
        for _, event, scene in scenes(trace, "site")
    )


@permitted("printed")
def a_site_at_a_city(trace: Trace) -> bool:
    return any(event["corner"] in scene.cities for _, event, scene in scenes(trace, "site"))


@permitted("printed")
def the_last_settlement_becomes_a_city_and_is_built_again(trace: Trace) -> bool:
    most = trace[0]["pieces"]["settlements"]
    full = [
        scene.seat for _, _, scene in scenes(trace, "city") if scene.used("settlements", scene.seat) == most
    ]
    return bool(full)


# The dice -------------------------------------------------------------------------------------------------------------


def _shorts(trace: Trace, pile: str) -> Iterator[tuple[int, list[Event]]]:
    """Cards the bank had when there were too few of them, and what was handed out then."""
    for index, event, scene in scenes(trace, "short"):
        if scene.pile(event["kind"]) == pile:
            after = trace[index + 1 : index + 5]
            paid = [it for it in after if it["event"] == "gain" and it["kind"] == event["kind"]]
            yield event["bank"], paid


@permitted("short")
def nobody_gets_what_is_short(trace: Trace) -> bool:
    return any(bank and not paid for bank, paid in _shorts(trace, "raw"))


@permitted("short")
def a_single_one_gets_what_there_is(trace: Trace) -> bool:
    return any(bank and len(paid) == 1 for bank, paid in _shorts(trace, "raw"))


@permitted("seat order")
def two_share_what_is_short(trace: Trace) -> bool:
    return any(len(paid) == 2 for _, paid in _shorts(trace, "ingredients"))


@permitted("seat order")
def the_first_in_order_gets_all(trace: Trace) -> bool:
    return any(bank and len(paid) == 1 for bank, paid in _shorts(trace, "ingredients"))


@permitted("printed")
def both_piles_discarded(trace: Trace) -> bool:
    kinds = [
        (trace[index]["seat"], trace[index]["kind"] in RAWS, trace[index + 1]["kind"] in RAWS)
        for index in where(trace, "discard")
        if trace[index + 1]["event"] == "discard" and trace[index + 1]["seat"] == trace[index]["seat"]
    ]
    return any(one and not other for _, one, other in kinds)


@permitted("printed")
def the_robber_in_the_jungle(trace: Trace) -> bool:
    fields = trace[1]["fields"]
    return any(fields[trace[index]["field"]]["landscape"] == "jungle" for index in where(trace, "robber"))


@permitted("printed")
def the_robber_back_in_the_desert(trace: Trace) -> bool:
    return bool(where(trace, "robber", field=trace[1]["robber"]))


@permitted("printed")
def an_ingredient_stolen(trace: Trace) -> bool:
    return any(trace[index]["kind"] not in RAWS for index in where(trace, "steal"))


@permitted("printed")
def nobody_to_steal_from(trace: Trace) -> bool:
    return any(trace[index + 1]["event"] != "steal" for index in where(trace, "robber"))


# Cards and trade ------------------------------------------------------------------------------------------------------


@permitted("printed")
def a_knight_before_the_dice(trace: Trace) -> bool:
    return any(trace[index - 1]["event"] == "turn" for index in where(trace, "play", card="knight"))


@permitted("printed")
def a_knight_after_the_dice(trace: Trace) -> bool:
    return any(trace[index - 1]["event"] != "turn" for index in where(trace, "play", card="knight"))


@permitted("printed")
def bought_and_kept(trace: Trace) -> bool:
    return any(scene.fresh for _, _, scene in scenes(trace, "play") if scene.fresh)


@permitted("few roads")
def road_building_with_one_road_left(trace: Trace) -> bool:
    return any(
        _follows(trace, index, "free_road") and trace[index + 2]["event"] not in ("free_road", "longest_road")
        for index in where(trace, "play", card="road_building")
    )


@permitted("short")
def a_year_of_one(trace: Trace) -> bool:
    return any(
        _follows(trace, index, "take") and trace[index + 2]["event"] != "take"
        for index in where(trace, "play", card="year_of_plenty")
    )


@permitted("printed")
def a_monopoly_that_brings_something(trace: Trace) -> bool:
    return any(
        any(scene.hands[seat][event["kind"]] for seat in scene.others)
        for _, event, scene in scenes(trace, "monopoly")
    )


@permitted("army")
def the_largest_army_taken_over(trace: Trace) -> bool:
    return any(scene.holders["largest_army"] is not None for _, _, scene in scenes(trace, "largest_army"))


@permitted("printed")
def ingredients_for_ingredients(trace: Trace) -> bool:
    return any(trace[index]["gives"] not in RAWS for index in where(trace, "maritime"))


@permitted("printed")
def every_rate(trace: Trace) -> bool:
    return {trace[index]["cards"] for index in where(trace, "maritime")} == {2, 3, 4}


@permitted("traders")
def raw_materials_and_ingredients_mixed(trace: Trace) -> bool:
    return any(
        (trace[index]["gives"] in RAWS) != (trace[index]["gets"] in RAWS)
        for index in where(trace, "domestic")
    )


# Chocolate ------------------------------------------------------------------------------------------------------------


@permitted("rewards")
def two_chocolates_in_a_turn(trace: Trace) -> bool:
    turns = [scene.turn for _, _, scene in scenes(trace, "chocolate")]
    return len(turns) > len(set(turns))


@permitted("rewards")
def one_chip_of_two(trace: Trace) -> bool:
    return any(
        _follows(trace, index, "reward_points") and trace[index + 1]["points"] == 1
        for index in where(trace, "chocolate", row=1)
    )


@permitted("unlimited")
def more_chips_than_there_are(trace: Trace) -> bool:
    return bool(trace[-1]["rows"]["games"]["chips_left"] < 0)


@permitted("rewards")
def no_card_is_left(trace: Trace) -> bool:
    return any(_follows(trace, index, "fall") for index in where(trace, "chocolate", row=2))


@permitted("rewards")
def two_roads_as_a_reward(trace: Trace) -> bool:
    return any(_follows(trace, index, "reward_road") for index in where(trace, "reward_road"))


def _rises(trace: Trace) -> Iterator[tuple[int, Event, Scene]]:
    for index, event, scene in scenes(trace, "rise"):
        yield trace[index - 1]["face"], event, scene


@permitted("printed")
def a_six_raises_what_was_made(trace: Trace) -> bool:
    made = [trace[index - 2]["variety"] for index in where(trace, "rise")]
    rises = list(_rises(trace))
    return any(
        face == 6 and event["variety"] == variety
        for (face, event, _), variety in zip(rises, made, strict=True)
    )


@permitted("rewards")
def another_one_rises_for_the_one_at_the_top(trace: Trace) -> bool:
    varieties = trace[0]["market"]["varieties"]
    return any(
        face <= len(varieties) and varieties[event["variety"]]["number"] != face
        for face, event, _ in _rises(trace)
    )


@permitted("printed")
def a_bar_in_the_bottom_row(trace: Trace) -> bool:
    return bool(where(trace, "fall", row=8))


@permitted("printed")
def chocolate_that_wins(trace: Trace) -> bool:
    return trace[-1]["reason"] == "victory" and trace[-2]["event"].startswith("reward_")


@permitted("printed")
def a_card_that_wins(trace: Trace) -> bool:
    return trace[-1]["reason"] == "victory" and trace[-2]["event"] == "buy"


@permitted("printed")
def nobody_wins(trace: Trace) -> bool:
    return bool(trace[-1]["reason"] == "turn_limit")


@pytest.mark.parametrize("name", permitted)
def test_what_is_allowed_happens(name: str) -> None:
    permitted.try_one(name, played, MOST_PLAYOUTS)
