"""Forgeries of actions: kept, replaced, played; and of what professions do with them."""

from __future__ import annotations

from collections.abc import Iterator

from forging import Trace, changed, inserted, seats, where, without
from schwarzwaelder_kirsch.knowledge import ACTIONS, forgery, scenes, steal_of

# Keeping --------------------------------------------------------------------------------------------------------------


@forgery("R4")
def a_second_action_kept(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "keep"):
        if event["replaced"] and scene.tiles.get(scene.seat) != "dekorateur":
            yield changed(trace, index, replaced=None)


@forgery("R4")
def something_replaced_that_is_not_held(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "keep"):
        for name in (*ACTIONS, "mehl"):
            if name not in scene.hand:
                yield changed(trace, index, replaced=name)


@forgery("R4")
def another_action_than_was_turned_up(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "keep"):
        if trace[index - 1]["event"] == "flip":
            other = {"steal": "garnish", "garnish": "steal"}[trace[index]["wedge"]]
            yield changed(trace, index, wedge=other)


@forgery("R4")
def a_bust_by_an_action(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "keep", "back"):
        if event["wedge"] in ACTIONS and trace[index - 1]["event"] == "flip":
            kept = {key: event[key] for key in ("seat", "place", "wedge")}
            bust = {"event": "bust", **kept, "lost": scene.cake.total()}
            yield [*trace[:index], bust, *trace[index + 1 :]]


@forgery("R4")
def an_action_in_the_cake(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "keep"):
        if trace[index - 1]["event"] == "flip":
            take = {key: event[key] for key in ("seat", "place", "wedge")} | {"event": "take"}
            take |= {"profession": None, "cake": scene.cake.total() + 1}
            yield [*trace[:index], take, *trace[index + 1 :]]


@forgery("R4")
def a_shuffle_forgotten_after_an_exchange(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "keep"):
        if trace[index]["replaced"] and trace[0]["action_swap"] == "shuffled":
            yield without(trace, index + 1)


@forgery("R13")
def a_shuffle_after_an_exchange_in_place(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "keep"):
        if trace[index]["replaced"] and trace[0]["action_swap"] == "in_place":
            yield inserted(trace, index + 1, {"event": "shuffle", "hidden": scene.hidden + 1})


@forgery("R20")
def an_exchanged_action_that_does_not_lie_there(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "keep"):
        place, wedge, replaced = (trace[index][key] for key in ("place", "wedge", "replaced"))
        if replaced not in (None, wedge) and trace[0]["action_swap"] == "in_place":
            following = where(trace[: index + 60], "shuffle", "round_end", "flip")
            for at in [at for at in following if at > index]:
                if trace[at]["event"] != "flip":
                    break
                if trace[at]["place"] == place:
                    yield changed(trace, at, wedge=wedge)
                    break


@forgery("R8c")
def dekorateur_unused(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "keep", profession="dekorateur"):
        yield changed(trace, index, profession=None)


@forgery("R8c")
def dekorateur_for_a_first_action(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "keep"):
        if not scene.hand:
            yield changed(trace, index, profession="dekorateur")


@forgery("R4")
def a_third_action(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "keep"):
        if len(scene.hand) == 2 and event["replaced"]:
            yield changed(trace, index, replaced=None, profession="dekorateur")


# Stealing -------------------------------------------------------------------------------------------------------------


@forgery("R1")
def a_steal_card_of_this_turn(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "stop"):
        steal = steal_of(scene)
        is_fresh = "steal" in scene.fresh and not scene.may_play("steal")
        if is_fresh and steal and not scene.is_full:
            yield inserted(trace, index, steal, {"event": "shuffle", "hidden": scene.hidden + 1})


@forgery("R5")
def stolen_without_a_card(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "turn", "flip"):
        steal = steal_of(scene) if trace[index]["event"] == "flip" and not scene.up else None
        if steal and "steal" not in scene.hand and not scene.acted and not scene.is_full:
            yield inserted(trace, index, steal, {"event": "shuffle", "hidden": scene.hidden + 1})


@forgery("R1")
def two_actions_in_one_turn(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal", by="steal"):
        yield inserted(trace, index + 2, trace[index])


@forgery("R1")
def an_action_after_a_flip_where_it_is_one_or_the_other(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "stop"):
        steal = steal_of(scene)
        is_one = scene.up and trace[0]["turn"] == "flip_or_action"
        if is_one and scene.may_play("steal") and steal and not scene.is_full:
            yield inserted(trace, index, steal, {"event": "shuffle", "hidden": scene.hidden + 1})


@forgery("R5")
def stolen_what_the_thief_has(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "steal"):
        common = [it for it in +scene.cakes[event["from"]] if scene.cake[it] and it != "joker"]
        is_tile = scene.tiles.get(scene.seat) == "chocolatiere"
        if event["by"] == "steal" and common and not is_tile:
            yield changed(trace, index, wedge=common[0])


@forgery("R5")
def stolen_what_nobody_has(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "steal"):
        for wedge in trace[0]["kinds"]:
            if not scene.cakes[event["from"]][wedge] and event["by"] == "steal":
                yield changed(trace, index, wedge=wedge)


@forgery("R5")
def an_action_stolen_by_card(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal", by="steal"):
        yield changed(trace, index, wedge="garnish")


@forgery("R5")
def stolen_from_oneself(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal", by="steal"):
        yield changed(trace, index, **{"from": trace[index]["seat"]})


@forgery("R5")
def stolen_from_another(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "steal"):
        for seat in seats(trace):
            if event["by"] == "steal" and seat != event["seat"] and not scene.cakes[seat][event["wedge"]]:
                yield changed(trace, index, **{"from": seat})


@forgery("R5")
def a_ninth_ingredient_stolen(trace: Trace) -> Iterator[Trace]:
    is_one = trace[0]["turn"] == "flip_or_action"
    for index, _, scene in scenes(trace, "stop", "garnish"):
        steal = steal_of(scene)
        if scene.is_full and scene.may_play("steal") and steal and not (is_one and scene.up):
            yield inserted(trace, index, steal, {"event": "shuffle", "hidden": scene.hidden + 1})


@forgery("R5")
def a_stolen_wedge_miscounted(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal", by="steal"):
        yield changed(trace, index, cake=trace[index]["cake"] - 1)


@forgery("R5")
def a_steal_card_not_shuffled_in(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal", by="steal"):
        yield without(trace, index + 1)


# Professions ----------------------------------------------------------------------------------------------------------


@forgery("R8d")
def patissier_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal", by="patissier"):
        follows = trace[index + 1]["event"] == "shuffle"
        yield inserted(trace, index + 1 + follows, trace[index])


@forgery("R8d")
def patissier_without_the_tile(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "steal"):
        if event["by"] == "steal" and scene.tiles.get(scene.seat) != "patissier":
            yield changed(trace, index, by="patissier")


@forgery("R5")
def patissier_as_a_steal_card(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "steal"):
        is_free = not scene.acted and not (trace[0]["turn"] == "flip_or_action" and scene.up)
        if event["by"] == "patissier" and is_free and "steal" not in scene.hand:
            yield changed(trace, index, by="steal")


@forgery("R8d")
def patissier_takes_an_action_that_is_not_there(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "steal"):
        for name in ACTIONS:
            if event["by"] == "patissier" and name not in scene.hands[event["from"]]:
                yield changed(trace, index, wedge=name)


@forgery("R8d")
def patissier_with_two_actions(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal", by="patissier"):
        if trace[index]["replaced"]:
            yield changed(trace, index, replaced=None)


@forgery("R8d")
def a_shuffle_forgotten_after_patissier(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal", by="patissier"):
        if trace[index]["replaced"]:
            yield without(trace, index + 1)


@forgery("R13")
def a_shuffle_after_patissier(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "steal"):
        if trace[index]["by"] == "patissier" and not trace[index]["replaced"]:
            yield inserted(trace, index + 1, {"event": "shuffle", "hidden": scene.hidden})


@forgery("R8a")
def chocolatiere_unused(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "take", "steal", profession="chocolatiere"):
        yield changed(trace, index, profession=None)


@forgery("R8a")
def chocolatiere_for_nothing(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "take", "steal", profession=None):
        if trace[index]["wedge"] not in ACTIONS:
            yield changed(trace, index, profession="chocolatiere")


# Garnish --------------------------------------------------------------------------------------------------------------


def _won(trace: Trace, index: int, seat: int) -> Trace:
    """A seat garnishes here."""
    turn = trace[max(where(trace[:index], "turn"))]["turn"]
    number = trace[max(where(trace[:index], "round"))]["round"]
    end = {"event": "round_end", "round": number, "winner": seat, "turns": turn + 1}
    return inserted(trace, index, {"event": "garnish", "seat": seat}, end)


@forgery("R6")
def garnished_too_early(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "stop"):
        is_one = trace[0]["turn"] == "flip_or_action"
        if scene.may_play("garnish") and not scene.is_full and not (is_one and scene.up):
            yield _won(trace, index, scene.seat)


@forgery("R6")
def garnished_without_a_card(trace: Trace) -> Iterator[Trace]:
    is_one = trace[0]["turn"] == "flip_or_action"
    for index, _, scene in scenes(trace, "stop"):
        is_bare = scene.is_full and "garnish" not in scene.hand and not scene.acted
        if is_bare and not (is_one and scene.up) and (scene.began_full or trace[0]["eighth_same_turn"]):
            yield _won(trace, index, scene.seat)


@forgery("R1")
def garnished_with_a_card_of_this_turn(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "stop"):
        is_fresh = "garnish" in scene.fresh and not scene.may_play("garnish")
        if is_fresh and scene.is_full and (scene.began_full or trace[0]["eighth_same_turn"]):
            yield _won(trace, index, scene.seat)


@forgery("R6")
def garnished_with_a_cake_of_this_turn(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "stop"):
        if not trace[0]["eighth_same_turn"] and scene.is_full and not scene.began_full:
            yield _won(trace, index, scene.seat)


@forgery("R6")
def a_round_won_without_garnish(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "garnish"):
        yield without(trace, index)


@forgery("R6")
def play_goes_on_after_garnish(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "garnish"):
        yield inserted(trace, index + 1, trace[max(where(trace[:index], "flip"))])


@forgery("R1")
def stolen_and_garnished_in_one_turn(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "stop"):
        fits = scene.began_full or trace[0]["eighth_same_turn"]
        if scene.acted and scene.is_full and fits and "garnish" in scene.hand:
            yield _won(trace, index, scene.seat)
