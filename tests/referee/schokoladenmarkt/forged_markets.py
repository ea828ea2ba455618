"""Forgeries of development cards and of chocolate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from forging import Trace, changed, inserted, seats, where, without
from schokoladenmarkt.knowledge import CARDS, RAWS, after, ends, forgery, scenes

# Development cards ----------------------------------------------------------------------------------------------------


@forgery("cards")
def a_card_that_is_not_in_the_deck(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "buy"):
        for card in CARDS:
            if scene.deck[card] == 0:
                yield changed(trace, index, card=card)


@forgery("cards")
def a_card_bought_from_an_empty_deck(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        if scene.can_pay("buy") and not (+scene.deck).total():
            for card in CARDS:
                yield inserted(trace, index, {"event": "buy", "seat": scene.seat, "card": card})


def _plays(trace: Trace, *cards: str) -> Iterator[tuple[int, str]]:
    """Turns in which no card was played, with a card that was not held when the turn began and might end it."""
    for index, scene in ends(trace):
        for card in cards:
            held = scene.cards[scene.seat][card] - scene.fresh.count(card)
            if not scene.played and held == 0:
                yield index, card


@forgery("cards")
def a_card_played_that_is_not_held(trace: Trace) -> Iterator[Trace]:
    for index, card in _plays(trace, *CARDS):
        seat = trace[where(trace[:index], "turn")[-1]]["seat"]
        yield inserted(trace, index, {"event": "play", "seat": seat, "card": card})


@forgery("cards")
def a_card_played_in_the_turn_it_was_bought(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        for card in scene.fresh:
            held = scene.cards[scene.seat][card] - scene.fresh.count(card)
            if not scene.played and held == 0:
                yield inserted(trace, index, {"event": "play", "seat": scene.seat, "card": card})


@forgery("cards")
def a_victory_point_played(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        if scene.cards[scene.seat]["victory_point"] and not scene.played:
            yield inserted(trace, index, {"event": "play", "seat": scene.seat, "card": "victory_point"})


@forgery("R18")
def two_cards_in_a_turn(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        for card in +scene.cards[scene.seat]:
            if scene.played:
                yield inserted(trace, index, {"event": "play", "seat": scene.seat, "card": card})


@forgery("R18")
def two_cards_before_the_dice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll"):
        begun = where(trace[:index], "turn")[-1]
        if trace[begun + 1]["event"] == "play":
            yield inserted(trace, index, trace[begun + 1])


@forgery("turn")
def a_card_played_by_another_seat(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "play"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("cards")
def no_free_road(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "play", card="road_building"):
        yield without(trace, *range(index + 1, after(trace, index + 1, "free_road", "longest_road")))


@forgery("cards")
def three_free_roads(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "free_road"):
        if trace[index - 1]["event"] == "free_road" and trace[index - 2]["event"] == "play":
            following = index + 1 + (trace[index + 1]["event"] == "longest_road")
            rolled = where(trace[:index], "turn", "roll")[-1]
            if trace[rolled]["event"] == "roll":
                yield inserted(trace, following, trace[index])


@forgery("cards")
def a_raw_material_not_taken(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "take"):
        yield without(trace, index)


@forgery("R12")
def an_ingredient_taken(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "take", "monopoly"):
        for kind in trace[0]["ingredients"]:
            yield changed(trace, index, kind=kind)


@forgery("bank")
def something_taken_that_the_bank_has_not(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "take", "reward_resource"):
        for kind in RAWS:
            if scene.bank[kind] == 0:
                yield changed(trace, index, kind=kind)


@forgery("cards")
def a_monopoly_on_nothing(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "monopoly"):
        yield without(trace, index)


@forgery("cards")
def roads_built_where_none_is_possible(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        seat = scene.seat
        old = scene.cards[seat]["road_building"] - scene.fresh.count("road_building")
        if old > 0 and not scene.played and scene.used("roads", seat) == trace[0]["pieces"]["roads"]:
            yield inserted(trace, index, {"event": "play", "seat": seat, "card": "road_building"})


# Chocolate ------------------------------------------------------------------------------------------------------------


@forgery("chocolate")
def a_variety_nobody_knows(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "chocolate"):
        yield changed(trace, index, variety="marzipan")


@forgery("chocolate")
def chocolate_without_ingredients(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        market = trace[0]["market"]
        for variety, part in market["varieties"].items():
            lacking = any(scene.hand[kind] < n for kind, n in part["cost"].items())
            if lacking and scene.rows[variety] < market["n_rows"]:
                made = {"event": "chocolate", "seat": scene.seat, "variety": variety}
                yield inserted(trace, index, made | {"row": scene.rows[variety]})


@forgery("R1")
def chocolate_from_the_bottom_row(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        for variety, row in scene.rows.items():
            if row == trace[0]["market"]["n_rows"]:
                made = {"event": "chocolate", "seat": scene.seat, "variety": variety, "row": row}
                yield inserted(trace, index, made)


@forgery("R4")
def chocolate_from_another_row(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "chocolate"):
        yield changed(trace, index, row=trace[index]["row"] + 1)


@forgery("R11")
def no_chips(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reward_points"):
        yield without(trace, index)


@forgery("R11")
def other_chips(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reward_points"):
        yield changed(trace, index, points=trace[index]["points"] + 1)


@forgery("R11")
def chips_for_another_seat(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reward_points"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R15")
def chips_for_nothing(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "fall"):
        if trace[index - 1]["event"] == "chocolate":
            seat = trace[index - 1]["seat"]
            yield inserted(trace, index, {"event": "reward_points", "seat": seat, "points": 1})


@forgery("R16")
def no_card_as_a_reward(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reward_card"):
        yield without(trace, index)


@forgery("R16")
def a_card_as_a_reward_that_is_gone(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "reward_card"):
        for card in (*CARDS, "harvest"):
            if scene.deck[card] == 0:
                yield changed(trace, index, card=card)


@forgery("R16")
def no_raw_material_as_a_reward(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reward_resource"):
        yield without(trace, index)


@forgery("R3")
def an_ingredient_as_a_reward(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reward_resource"):
        for kind in trace[0]["ingredients"]:
            yield changed(trace, index, kind=kind)


@forgery("R2")
def no_road_as_a_reward(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "reward_road"):
        yield without(trace, index)


@forgery("R15")
def the_bar_does_not_fall(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "fall"):
        yield without(trace, index)


@forgery("R15")
def another_bar_falls(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "fall"):
        for variety in trace[0]["market"]["varieties"]:
            if variety != trace[index]["variety"]:
                yield changed(trace, index, variety=variety)


@forgery("R15")
def a_bar_falls_deeper(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "fall"):
        yield changed(trace, index, row=trace[index]["row"] + 1)


@forgery("R15")
def no_market_die(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "market_die"):
        yield without(trace, index)


@forgery("R15")
def a_market_die_of_seven(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "market_die"):
        for face in (0, 7):
            yield changed(trace, index, face=face)


@forgery("R15")
def nothing_rises(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "rise"):
        yield without(trace, index)


def _number_of(trace: Trace, variety: str) -> Any:
    return trace[0]["market"]["varieties"][variety]["number"]


@forgery("R10")
def another_variety_rises(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "rise"):
        if trace[index - 1]["face"] == _number_of(trace, trace[index]["variety"]):
            for variety in trace[0]["market"]["varieties"]:
                if variety != trace[index]["variety"]:
                    yield changed(trace, index, variety=variety)


@forgery("R10")
def a_variety_rises_from_the_top(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "rise"):
        for variety, row in scene.rows.items():
            if row == 1:
                yield changed(trace, index, variety=variety, row=0)


@forgery("R10")
def a_variety_rises_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "rise"):
        if trace[index]["row"] > 1:
            yield changed(trace, index, row=trace[index]["row"] - 1)


@forgery("R15")
def another_seat_raises(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "rise"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R15")
def two_rise(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "rise"):
        yield inserted(trace, index + 1, trace[index])


@forgery("R13")
def a_bar_falls_though_the_maker_has_won(trace: Trace) -> Iterator[Trace]:
    if trace[-1]["reason"] == "victory":
        made = where(trace, "chocolate")[-1:]
        rewards = {event["event"] for event in trace[made[0] + 1 : -1]} if made else {"none"}
        if rewards <= {"reward_points", "reward_card", "reward_resource", "reward_road"}:
            event = trace[made[0]]
            fall = {"event": "fall", "variety": event["variety"], "row": event["row"] + 1}
            yield inserted(trace, len(trace) - 1, fall)
